import type { Operation } from '../../../operations/index.ts';
import { accountBrought, accountToBring } from '../../../telegram/access/require-right.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { ask, onAsked } from '../../../telegram/dialog/ask.ts';
import { type AnyFlow, flow } from '../../../telegram/dialog/flow.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { type ArgumentName, onButton } from '../../../telegram/ui/button.ts';
import { onCommand } from '../../../telegram/ui/command.ts';
import { onLink } from '../../../telegram/ui/link.ts';
import { send } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { reads } from '../../common/domain-words.ts';
import { deleteUnsolicitedSecret } from '../../common/input/unsolicited-secret.ts';
import { toPrivate, toPrivateWithCommand } from '../../common/next-steps.ts';
import { reported } from '../../common/operation/receipt.ts';
import { onAccount, requireAccess, requirePrivate } from '../../common/require.ts';
import { domainOfData } from '../../common/watches/watching.ts';
import { requireCheck } from '../check/index.ts';
import type { DomainContext } from '../favourites.ts';
import { readName, wholeDomain } from '../names/name.ts';
import { unfitWords } from '../names/name-words.ts';
import { domainOfPayload, registerPayload } from './link.ts';
import { readQuestion, registrationDraft } from './registration-draft.ts';
import { createRegistrationForm, type RegistrationForm } from './registration-form.ts';
import { createRegistrationSteps } from './registration-steps.ts';
import { closedScreen } from './screen.ts';

/** Raise it if an open {@link registrationDraft} of an older release would be misread (not for optional answers). */
const VERSION = 1;
const QUESTION = 'register-name';

/** /register DOMAIN: asks for the contract's parameters one by one, and ends with the confirm of the operation. */
export function createRegistering(context: DomainContext): { flow: AnyFlow; entries: Composer<Ctx> } {
  const steps = new Composer<Ctx>();
  const registering = flow({
    name: 'register',
    version: VERSION,
    state: registrationDraft,
    steps,
    closed: async (ctx, why) => closedScreen(ctx, why),
  });
  const form = createRegistrationForm(registering, context);
  steps.use(createRegistrationSteps(registering, form, context));
  const entries = entriesOf(form);
  // The form's buttons while no form is open: from an old form, or tapped twice.
  const { registerFor, registerAsBefore, registerBack, registerPrice, registerLeave } = buttons;
  for (const kind of [registerFor, registerAsBefore, registerBack, registerPrice, registerLeave])
    entries.use(onButton<readonly ArgumentName[]>(kind, (ctx) => ctx.answer(ctx.t.plain('register-over'))));
  return { flow: registering, entries };
}

/** Commands, buttons of a check or an earlier registration, links from groups and inline cards. */
function entriesOf(form: RegistrationForm): Composer<Ctx> {
  const entries = new Composer<Ctx>();
  onCommand(entries, 'register', async (ctx) => {
    if (!isPrivate(ctx)) {
      const reading = readName(firstWord(ctx.match));
      const known = reading && 'domain' in reading ? registerPayload(reading.domain) : undefined;
      // A link to a domain carries no account: it would use another one than this team's.
      const payload = accountToBring(ctx) === undefined ? known : undefined;
      const way = payload === undefined ? await toPrivateWithCommand(ctx) : toPrivate(ctx, payload);
      return void (await send(ctx, { text: ctx.t('private-only'), keyboard: [way] }));
    }
    const { account } = await requireAccess(ctx, 'spend');
    await takeName(ctx, form, ctx.match, accountBrought(ctx) && account.id);
  });
  entries.use(
    onAsked(QUESTION, async (ctx, { text, about: [account] }) => {
      if (!(await deleteUnsolicitedSecret(ctx))) await takeName(ctx, form, text ?? '', account);
    }),
  );
  onLink(entries, 'register', async (ctx, value) => {
    const domain = domainOfPayload(value);
    if (domain === undefined) throw new Refusal((t) => t('link-unknown'));
    ctx.pendingCommand = `/register ${reads(domain)}`;
    await form.begin(ctx, undefined, { domain });
  });
  entries.use(
    onButton(buttons.checkRegister, async (ctx, { check, at }) => {
      requirePrivate(ctx);
      const { accountId, domains } = await requireCheck(ctx, check);
      const domain = /^\d{1,4}$/.test(at) ? domains[Number(at)] : undefined;
      if (domain === undefined) throw new Refusal((t) => t('button-old'));
      await form.begin(ctx, accountId, { domain });
    }),
    onAccount(
      buttons.registerName,
      async (ctx, access, { domain: named }) => {
        const domain = wholeDomain((await domainOfData(ctx, access, named)) ?? '');
        if (domain === undefined) throw new Refusal((t) => t('button-old'));
        await form.begin(ctx, access.account.id, { domain });
      },
      requirePrivate,
    ),
    onButton(buttons.registerAgain, async (ctx, { operation: id }) => {
      const earlier = await ctx.services.operations.get(id);
      if (!isPrivate(ctx) || !isOwn(ctx, earlier)) throw new Refusal((t) => t('operation-missing'));
      await form.resume(ctx, earlier);
    }),
    onButton(buttons.registerChange, async (ctx, { operation: id, what }) => {
      const earlier = await ctx.services.operations.get(id);
      const question = readQuestion(what);
      if (!isPrivate(ctx) || !isOwn(ctx, earlier) || !question) throw new Refusal((t) => t('operation-missing'));
      await form.resume(ctx, earlier, question);
    }),
    // Asks for missing answers right after the refusal; after a crash or a slow answer the refusal's button asks them.
    onButton(buttons.pay, async (ctx, { operation: id }, next) => {
      const before = await ctx.services.operations.get(id);
      await next();
      if (!isPrivate(ctx) || !isOwn(ctx, before) || before.state !== 'ready') return;
      const after = await ctx.services.operations.get(id);
      if (after?.state === 'refused') await reported(ctx, id, form.reopenRefused(ctx, after));
    }),
  );
  return entries;
}

function isOwn({ person }: Ctx, operation: Operation | undefined): operation is Operation {
  return operation?.kind === 'registration' && operation.userId === person.id;
}

/** For a text without a domain, says why and asks for one. @param account the person's current one by default */
async function takeName(ctx: Ctx, form: RegistrationForm, typed: string, account?: string): Promise<void> {
  const { t } = ctx;
  const word = firstWord(typed);
  const reading = readName(word);
  if (reading && 'domain' in reading) return form.begin(ctx, account, reading);
  const trouble = word === '' ? [] : [unfitWords(t, word, reading)];
  const cancel = buttons.leave.make(t.plain('button-cancel'), {});
  await ask(ctx, QUESTION, account === undefined ? [] : [account], {
    text: [...trouble, t('register-how')].join('\n\n'),
    keyboard: [[cancel]],
  });
}

function firstWord(text: string): string {
  return text.trim().split(/\s+/)[0] ?? '';
}
