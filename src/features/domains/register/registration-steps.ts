import { latinDigits } from '../../../hosting/answers/spelling.ts';
import { DOMAIN_YEARS } from '../../../hosting/index.ts';
import { Composer } from '../../../telegram/composer.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { type Flow, type Open, onFlowButton } from '../../../telegram/dialog/flow.ts';
import { isCommand } from '../../../telegram/ui/command.ts';
import { name } from '../../../telegram/ui/format.ts';
import { edit } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { type DomainContext, preferencesOf } from '../favourites.ts';
import { isNational, readHost } from '../names/name.ts';
import { readYears, unfitYears } from '../purchase.ts';
import { lastAnswered, missingIn, type Question, type RegistrationDraft } from './registration-draft.ts';
import type { RegistrationForm } from './registration-form.ts';
import { closedScreen } from './screen.ts';

const MIN_NAME_SERVERS = 2;
const MAX_NAME_SERVERS = 4;

/** Other updates are passed on, and close the registration. */
export function createRegistrationSteps(
  flow: Flow<RegistrationDraft>,
  form: RegistrationForm,
  context: DomainContext,
): Composer<Ctx> {
  const steps = new Composer<Ctx>();
  const national = ({ domain }: RegistrationDraft) => isNational(domain, context.national);
  const tooLate = (ctx: Ctx) => ctx.t.plain('register-over');

  steps.use(
    onFlowButton(flow, buttons.registerFor, tooLate, async (ctx, { state }, { years }) => {
      const period = readYears(ctx, years, DOMAIN_YEARS.max);
      if (period !== undefined) await form.put(ctx, { ...state, period });
    }),
    onFlowButton(flow, buttons.registerAsBefore, tooLate, async (ctx, { state }, { what }) => {
      const { nicHandle, nameServers } = await preferencesOf(ctx);
      await form.put(ctx, { ...state, ...(what === 'handle' ? { nicHandle } : { nameServers }) });
    }),
    onFlowButton(flow, buttons.registerBack, tooLate, async (ctx, { state }) => {
      const last = lastAnswered(state, national(state));
      await form.put(ctx, last === undefined ? state : { ...state, [last]: undefined });
    }),
    onFlowButton(flow, buttons.registerPrice, tooLate, (ctx, { state }) => form.put(ctx, state)),
    onFlowButton(flow, buttons.registerLeave, tooLate, leave),
  );
  steps.on('message', async (ctx, next) => {
    const open = flow.at(ctx);
    if (!open || isCommand(ctx.message?.text ?? '')) return next();
    const { state } = open;
    const { text } = ctx.message;
    const question = missingIn(state, national(state));
    if (text === undefined) return form.askAgain(ctx, state, ctx.t('register-text-only'));
    if (question === undefined) return form.put(ctx, state);
    const read = readAnswer(ctx, question, text);
    await (typeof read === 'string' ? form.askAgain(ctx, state, read) : form.put(ctx, { ...state, ...read }));
  });
  return steps;

  async function leave(ctx: Ctx, { messageId }: Open<RegistrationDraft>): Promise<void> {
    flow.end(ctx);
    await edit(ctx.api, ctx.person.id, messageId, closedScreen(ctx, 'left'));
  }
}

/** The draft's part, or the reason why the answer does not fit; HTML. */
function readAnswer(ctx: Ctx, question: Question, text: string): Partial<RegistrationDraft> | string {
  const { t } = ctx;
  if (question === 'period') {
    const period = readYears(ctx, text, DOMAIN_YEARS.max);
    return period === undefined ? unfitYears(ctx, text, DOMAIN_YEARS.max) : { period };
  }
  if (question === 'nicHandle') {
    const nicHandle = readHandle(text);
    return nicHandle === undefined ? t('register-handle-unfit') : { nicHandle };
  }
  const read = readNameServers(text);
  if ('hosts' in read) return { nameServers: read.hosts };
  return read.unfit === undefined
    ? t('register-servers-count')
    : t('register-servers-unfit', { host: name(read.unfit) });
}

/** The contract does not say what a handle looks like. */
function readHandle(typed: string): string | undefined {
  const handle = latinDigits(
    typed
      .normalize('NFKC')
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .trim(),
  );
  return /^[\x21-\x7e]{2,64}$/.test(handle) ? handle : undefined;
}

/** `unfit`: the first piece that is no host name; `undefined` for a wrong count. */
function readNameServers(typed: string): { hosts: string[] } | { unfit: string | undefined } {
  const pieces = typed.split(/[\s,،;]+/).filter((piece) => piece !== '');
  const hosts: string[] = [];
  for (const piece of pieces) {
    const host = readHost(piece);
    if (host === undefined) return { unfit: piece };
    if (!hosts.includes(host)) hosts.push(host);
  }
  return hosts.length >= MIN_NAME_SERVERS && hosts.length <= MAX_NAME_SERVERS ? { hosts } : { unfit: undefined };
}
