import type { InlineKeyboardButton } from 'grammy/types';
import { Failure, type Quote } from '../../../hosting/index.ts';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import { MAX_RESOURCE_VALUE, resourcesOf } from '../../../operations/kinds/upgrade.ts';
import type { Access } from '../../../telegram/access/access.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { ask, onAsked } from '../../../telegram/dialog/ask.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { failureWords } from '../../../telegram/failures/words.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { onCommand } from '../../../telegram/ui/command.ts';
import { formatNumber, name } from '../../../telegram/ui/format.ts';
import { show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { limitLines, limitsOf, refusedBefore } from '../../common/input/field-limits.ts';
import { typedNumber } from '../../common/input/typed-input.ts';
import { amountUnit, otherUnitLines, withoutUnit } from '../../common/input/typed-unit.ts';
import { sendToPrivate } from '../../common/next-steps.ts';
import { showPrepared, showPreparedBefore } from '../../common/operation/prepared.ts';
import { requireAllowance } from '../../common/payment/spending-limit.ts';
import { paymentContextOf } from '../../common/payment/view.ts';
import { onAccount, requirePrivate } from '../../common/require.ts';
import { chooseServer } from '../../common/servers/choose-server.ts';
import { type Named, named, onServer, requireOwnServer } from '../../common/servers/find-server.ts';
import { amountLabel, gigabytes } from '../../common/servers/server-words.ts';
import { buyerOf, writePurchase } from '../purchase.ts';
import {
  CHOOSABLE,
  type Choosable,
  isIncrease,
  type ResourceChoice,
  readChoice,
  startFrom,
  type WholeChoice,
  writeChoice,
} from './choice.ts';
import { upgradeLines, upgradeScreen } from './screen.ts';

const QUESTION = 'upgrade';
/** With more than two in a row a phone cuts the label. */
const STEPS: Record<Choosable, readonly number[]> = {
  cpu: [1, 2],
  ram: [1, 4],
  disk: [10, 50],
  backup: [1, 3],
  traffic: [50, 200],
};
/** A phone shows this many characters in a third of its width; it would cut the number at the end. */
const MAX_LENGTH_IN_THIRD = 7;

/** /upgrade NAME|IP: more cores, memory, disk, backups or traffic. The server reboots. Private chats only. */
export const upgrade = new Composer<Ctx>();

onCommand(upgrade, 'upgrade', async (ctx) => {
  if (!isPrivate(ctx)) return sendToPrivate(ctx, 'private-only');
  await chooseServer(ctx, 'upgrade', ctx.match, (access, server) => choose(ctx, access, server));
});
upgrade.use(onServer(buttons.upgrade, (ctx, access, server) => choose(ctx, access, server), requirePrivate));
upgrade.use(
  onServer(buttons.upgradeTo, (ctx, access, server, { to }) => choose(ctx, access, server, to), requirePrivate),
);
upgrade.use(
  onAccount(
    buttons.upgradeType,
    async (ctx, access, { account, server, to, resource }) => {
      const wanted = requireChoosable(resource);
      await askFor(ctx, access, [account, server, to, wanted], wanted);
    },
    (ctx, { resource }) => {
      requireChoosable(resource);
      requirePrivate(ctx);
    },
  ),
);
upgrade.use(
  onAsked(QUESTION, async (ctx, { text, about }) => {
    const [account = '', server = '', to = '', resource] = about;
    const wanted = CHOOSABLE.find((candidate) => candidate === resource);
    if (!wanted) return;
    const { access, server: found } = await requireOwnServer(ctx, 'spend', account, server);
    const has = resourcesOf(await access.hosting.servers.status(found.id));
    const unit = amountUnit(ctx, 'upgrade', wanted);
    const typed = typedNumber(withoutUnit(ctx, text ?? '', unit));
    const least = wanted === 'traffic' ? 0 : (has[wanted] ?? 0);
    if (typed === undefined || typed < least || typed > MAX_RESOURCE_VALUE) {
      const unfit = [...otherUnitLines(ctx, text ?? '', unit), ctx.t('upgrade-unfit', { least })];
      return askFor(ctx, access, about, wanted, unfit);
    }
    await choose(ctx, access, found, writeChoice({ ...(readChoice(to, has) ?? startFrom(has)), [wanted]: typed }));
  }),
);
upgrade.use(
  onServer(buttons.upgradeAsk, (ctx, access, server, { to }) => confirm(ctx, access, server, to), requirePrivate),
);

function requireChoosable(resource: string): Choosable {
  const wanted = CHOOSABLE.find((candidate) => candidate === resource);
  if (!wanted) throw new Refusal((t) => t('button-old'));
  return wanted;
}

/** @param unfit why the last answer did not fit */
async function askFor(
  ctx: Ctx,
  access: Access,
  about: string[],
  resource: Choosable,
  unfit: string[] = [],
): Promise<void> {
  const known = limitLines(ctx.t, resource, limitsOf(ctx, access, 'upgrade'));
  const question = [ctx.t(`upgrade-ask-${resource}`), ...known].join('\n');
  const text = [...unfit, question].join('\n');
  const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
  await ask(ctx, QUESTION, about, { text, keyboard: [[cancel]] });
}

async function confirm(ctx: Ctx, access: Access, server: Named, to: string): Promise<void> {
  const wanted = readChoice(to, {});
  if (!wanted || !isIncrease(wanted, {})) throw new Refusal((t) => t('upgrade-nothing'));
  if (await showPreparedBefore(ctx)) return;
  const [status, quote] = await Promise.all([
    access.hosting.servers.status(server.id),
    priceOf(access, server, wanted),
  ]);
  if (quote instanceof Failure) return choose(ctx, access, server, to, quote);
  const had = resourcesOf(status);
  // The server has grown meanwhile: the choice is no increase, or a different one.
  if (writeChoice(readChoice(to, had) ?? {}) !== to || !isIncrease(wanted, had)) return choose(ctx, access, server);
  const buyer = await buyerOf(ctx, access);
  await requireAllowance(ctx.services, access, buyer.userId, [quote]);
  const { ip = server.ip } = status;
  const { name: shown } = named(access.account, { ...server, ip });
  const operation = await writePurchase(ctx.services, buyer, {
    kind: 'upgrade',
    parameters: { serverId: server.id, name: shown, ...(ip ? { ip } : {}), person: buyer.person, to: wanted },
    progress: { seen: { had, ...(status.status === undefined ? {} : { before: status.status }) } },
    quote,
    subject: server.id,
  });
  await showPrepared(ctx, upgradeScreen(operation, ctx.t, await paymentContextOf(ctx.services, operation)), operation);
}

async function priceOf({ hosting }: Access, { id }: Named, wanted: WholeChoice): Promise<Quote | Failure> {
  try {
    return await hosting.cloudOrders.quoteUpgrade(id, wanted);
  } catch (error) {
    if (error instanceof Failure && error.kind === 'fields') return error;
    throw error;
  }
}

/** @param to the choice as button data; the present values by default */
async function choose(ctx: Ctx, access: Access, server: Named, to?: string, problem?: Failure): Promise<void> {
  const status = await access.hosting.servers.status(server.id);
  const has = resourcesOf(status);
  const choice = to === undefined ? startFrom(has) : readChoice(to, has);
  if (!choice) throw new Refusal((t) => t('button-old'));
  const { t } = ctx;
  const values = { account: access.account.id, server: serverReference(server.id) };
  const unknown = CHOOSABLE.some((each) => choice[each] === undefined);
  const ready = isIncrease(choice, has);
  const lines = ready ? upgradeLines(t, has, choice) : [t(unknown ? 'upgrade-unread' : 'upgrade-choose')];
  const limits = limitsOf(ctx, access, 'upgrade');
  const said = problem ? [failureWords(t, problem, undefined, limits), ''] : [];
  const known = problem ? [] : refusedBefore(ctx, access, 'upgrade', choice);
  const go = buttons.upgradeAsk.make(t.plain('button-price'), { ...values, to: writeChoice(choice) }, 'primary');
  const reset = buttons.upgrade.make(t.plain('button-reset'), values);
  await show(ctx, {
    text: [...said, t('upgrade', { server: name(server.name) }), '', ...lines, ...known].join('\n'),
    keyboard: [
      ...rows(
        CHOOSABLE.map((each) => keysOf(ctx, values, { choice, has }, each, problem?.fields?.[each] !== undefined)),
      ),
      ...(ready ? [[go, reset]] : []),
      [buttons.server.make(t.plain('button-card'), values)],
    ],
  });
}

/** The present value is in the operator's unit; memory, disk and traffic in the request are gigabytes. */
function labelOf(t: Translate, resource: Choosable, value: number, has: number | undefined): string {
  if (resource === 'traffic') return gigabytes(t, value);
  const shown = amountLabel(t, resource, value);
  const hasNoUnit = shown === formatNumber(value, t.locale);
  return hasNoUnit || value === has ? shown : gigabytes(t, value);
}

function keysOf(
  { t }: Ctx,
  values: { account: string; server: string },
  { choice, has }: { choice: ResourceChoice; has: ResourceChoice },
  resource: Choosable,
  wrong: boolean,
): { typed: InlineKeyboardButton; steps: InlineKeyboardButton[] } {
  const now = choice[resource];
  const value = now === undefined ? '?' : labelOf(t, resource, now, has[resource]);
  const to = writeChoice(choice);
  const amount = t.plain(`upgrade-label-${resource}`, { value });
  const label = wrong ? t.plain('field-problem', { field: amount }) : amount;
  const typed = buttons.upgradeType.make(label, { ...values, to, resource });
  const offered = now === undefined ? [] : STEPS[resource].filter((step) => now + step <= MAX_RESOURCE_VALUE);
  const steps = offered.map((step) =>
    buttons.upgradeTo.make(t.plain('upgrade-step', { step: formatNumber(step, t.locale) }), {
      ...values,
      to: writeChoice({ ...choice, [resource]: (now ?? 0) + step }),
    }),
  );
  return { typed, steps };
}

/** Moves all steps below if one label is long. */
function rows(keys: readonly ReturnType<typeof keysOf>[]): InlineKeyboardButton[][] {
  const isCut = ({ typed, steps }: ReturnType<typeof keysOf>) =>
    steps.length > 0 && [...typed.text.replace(/\p{Cf}/gu, '')].length > MAX_LENGTH_IN_THIRD;
  const below = keys.some(isCut);
  return keys.flatMap(({ typed, steps }) => (below && steps.length > 0 ? [[typed], steps] : [[typed, ...steps]]));
}
