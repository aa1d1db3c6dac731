import { Failure, OPERATING_SYSTEMS } from '../../../hosting/index.ts';
import { accessAllowed } from '../../../telegram/access/require-right.ts';
import { Composer } from '../../../telegram/composer.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { type Open, onFlowButton } from '../../../telegram/dialog/flow.ts';
import { failureWords } from '../../../telegram/failures/words.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { deleteMessage } from '../../../telegram/secrets/deletion.ts';
import type { ArgumentName, Button } from '../../../telegram/ui/button.ts';
import { isCommand } from '../../../telegram/ui/command.ts';
import { name } from '../../../telegram/ui/format.ts';
import { alert } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { normalise } from '../../common/input/typed-input.ts';
import { amountUnit, type NumberUnit, otherUnitLines, withoutUnit } from '../../common/input/typed-unit.ts';
import { requireAccess } from '../../common/require.ts';
import { findServers } from '../../common/servers/find-server.ts';
import { systemName } from '../../common/servers/server-words.ts';
import { soundsLike } from '../../common/servers/sounds.ts';
import {
  type Draft,
  draftFrom,
  type Field,
  isField,
  isNumberField,
  NUMBERS,
  type Start,
  wholeServer,
  withValue,
} from './draft.ts';
import type { Form } from './form.ts';
import { placeReference } from './form-screen.ts';
import { sized, valuesLike } from './starts.ts';
import { locationsOf, MAX_PLACE_LENGTH, readTyped, type Unfit } from './values.ts';

/** Other updates are passed on, and close the form. */
export function createSteps(form: Form, leave: (ctx: Ctx, open: Open<Draft>) => Promise<void>): Composer<Ctx> {
  const steps = new Composer<Ctx>();
  steps.use((ctx, next) => form.withoutCorrection(ctx, next));

  const onForm = <const Names extends readonly ArgumentName[]>(
    kind: Button<Names>,
    handle: (ctx: Ctx, open: Open<Draft>, values: Record<Names[number], string>) => Promise<void>,
  ) => steps.use(onFlowButton(form, kind, (ctx) => ctx.t.plain('buy-closed'), handle));

  onForm(buttons.buyStart, async (ctx, { messageId, state }, { start: place }) => {
    const start = /^\d$/.test(place) ? state.starts?.[Number(place)] : undefined;
    if (!start) return alert(ctx, ctx.t.plain('button-old'));
    await form.put(ctx, messageId, await draftAt(ctx, state.account, start));
  });
  onForm(buttons.buyPick, (ctx, { messageId, state }) => form.put(ctx, messageId, { ...state, picking: true }));
  onForm(buttons.buyStarts, (ctx, { messageId, state: { picking: _, ...state } }) => form.put(ctx, messageId, state));
  onForm(buttons.buyValue, async (ctx, { messageId, state }, { field, value }) => {
    const wanted = isField(field) ? await tappedValue(ctx, state, field, value) : undefined;
    // A location that is no longer offered, or forged button data.
    if (!wanted) return alert(ctx, ctx.t.plain('button-old'));
    await form.put(ctx, messageId, withValue(state, wanted));
  });
  onForm(buttons.buyField, async (ctx, { messageId, state }, { field }) => {
    if (isField(field)) await form.put(ctx, messageId, { ...state, field });
  });
  onForm(buttons.buyReview, async (ctx, { messageId, state: { field: _, ...state } }) =>
    form.put(ctx, messageId, withValue({ ...state, problems: {} }, {})),
  );
  onForm(buttons.buyOrder, (ctx, open) => form.order(ctx, open));
  onForm(buttons.buyLeave, leave);

  steps.on('message', async (ctx, next) => {
    const open = form.at(ctx);
    if (!open || isCommand(ctx.message?.text ?? '')) return next();
    const { field, picking } = open.state;
    const shown = picking ? pickTyped(ctx, open) : takeTyped(ctx, open, field, ctx.message.text);
    // The answer is deleted so that the form stays visible.
    await Promise.all([shown, deleteMessage(ctx, 'answer')]);
  });
  return steps;

  /** @param field absent once every value is chosen */
  async function takeTyped(ctx: Ctx, open: Open<Draft>, field: Field | undefined, text: string | undefined) {
    if (field === undefined) return form.correct(ctx, open, ctx.t('buy-tap-first'));
    if (text === undefined) return form.correct(ctx, open, ctx.t('buy-text-only', { name: named(ctx, field) }));
    const places = field === 'geo' ? await offered(ctx, open.state) : [];
    const read = readTyped(field, withoutUnit(ctx, codeOf(ctx.t, field, text), unitOf(ctx, field)), places);
    if (typeof read === 'string') return form.correct(ctx, open, unfitWords(ctx, field, read, text));
    const trouble =
      read.geo === undefined || places.includes(read.geo) ? undefined : await placeTrouble(ctx, open.state, read.geo);
    return trouble === undefined
      ? form.put(ctx, open.messageId, withValue(open.state, read))
      : form.correct(ctx, open, trouble);
  }

  async function pickTyped(ctx: Ctx, open: Open<Draft>): Promise<void> {
    const { account } = open.state;
    const access = await requireAccess(ctx, 'spend', account);
    const typed = ctx.message?.text ?? '';
    const [found, ...others] = typed.trim() === '' ? [] : await findServers(ctx, access, typed);
    const status = found && others.length === 0 ? await access.hosting.servers.status(found.id) : undefined;
    return status
      ? form.put(ctx, open.messageId, draftFrom(account, valuesLike(status), found?.name))
      : form.correct(ctx, open, ctx.t('buy-pick-unfit'));
  }
}

async function draftAt(ctx: Ctx, account: string, { kind, name: like, serverId, values }: Start): Promise<Draft> {
  const access = await requireAccess(ctx, 'spend', account);
  const known = values ?? sized(valuesLike(await access.hosting.servers.status(serverId ?? '')), kind);
  return draftFrom(account, known, serverId === undefined ? undefined : like);
}

/** The code of a system or place by its name, a system's also in Persian letters; any other text as it is. */
function codeOf(t: Translate, field: Field, text: string): string {
  if (field === 'geo') return t.terms.codeOf(text) ?? text;
  if (field !== 'os') return text;
  const typed = normalise(text);
  const isSaid = soundsLike(typed);
  const isNamed = (name: string) => name === typed || isSaid(name);
  return OPERATING_SYSTEMS.find((os) => isNamed(normalise(systemName(t, os)))) ?? text;
}

async function tappedValue(ctx: Ctx, draft: Draft, field: Field, value: string) {
  const places = field === 'geo' ? await offered(ctx, draft) : [];
  const words = field === 'geo' ? places.find((place) => placeReference(place) === value) : value;
  const read = words === undefined ? undefined : readTyped(field, words, places);
  return typeof read === 'string' ? undefined : read;
}

async function offered(ctx: Ctx, { account }: Draft): Promise<string[]> {
  const access = await accessAllowed(ctx, 'spend', account);
  return access ? (await locationsOf(ctx.services, access)).names : [];
}

/** Values that any provider is likely to price. */
const PRICED = { os: 'debian12', ram: 2, cpu: 1, disk: 25, backup: 0, traffic: 0, period: 30 } as const;

/** Why the provider gives no price for an unknown location; HTML. `undefined` if it does, or refuses another value. */
async function placeTrouble(ctx: Ctx, { account, starts, values }: Draft, geo: string): Promise<string | undefined> {
  const { hosting } = await requireAccess(ctx, 'spend', account);
  try {
    const server = wholeServer({ ...PRICED, ...starts?.[0]?.values, ...values, geo });
    if (server) await hosting.cloudOrders.quote(server);
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // The provider refuses other values, which are not chosen yet. No place is named by digits alone.
    if (error.fields && !('geo' in error.fields) && /\p{L}/u.test(geo)) return undefined;
    return error.fields ? ctx.t('buy-unknown-place', { place: name(geo) }) : failureWords(ctx.t, error);
  }
}

function unitOf(ctx: Ctx, field: Field): NumberUnit | undefined {
  if (field === 'period') return 'days';
  return field === 'geo' || field === 'os' ? undefined : amountUnit(ctx, 'order', field);
}

function named({ t }: Ctx, field: Field): string {
  return t(`buy-name-${field}`);
}

function unfitWords(ctx: Ctx, field: Field, why: Unfit, text: string): string {
  const { t } = ctx;
  const shown = named(ctx, field);
  if (why === 'place') return t('buy-unfit-place', { most: MAX_PLACE_LENGTH });
  if (why === 'system') return t('buy-unfit-system');
  if (why === 'large' || !isNumberField(field)) return t('buy-unfit-large', { name: shown });
  const { least, most } = NUMBERS[field];
  const unfit =
    most === undefined ? t('buy-unfit', { name: shown, least }) : t('buy-unfit-between', { name: shown, least, most });
  return [...otherUnitLines(ctx, text, unitOf(ctx, field)), unfit].join('\n');
}
