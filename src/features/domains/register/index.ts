import { Composer } from 'grammy';
import type { Operation } from '../../../operations/index.ts';
import { requireAccess } from '../../../telegram/access.ts';
import { onButton } from '../../../telegram/button.ts';
import { onCommand } from '../../../telegram/command.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { type AnyFlow, flow } from '../../../telegram/conversation.ts';
import { Refusal } from '../../../telegram/refusal.ts';
import { send } from '../../../telegram/screen.ts';
import { buttons } from '../../buttons.ts';
import { home, toPrivate } from '../../leads.ts';
import { reported } from '../../receipt.ts';
import { requireCheck } from '../check.ts';
import type { DomainDesk } from '../favourites.ts';
import { readName } from '../name.ts';
import { closedScreen } from './closed.ts';
import { draft } from './draft.ts';
import { createForm, type Form } from './form.ts';
import { domainOfPayload, registerPayload } from './link.ts';
import { createSteps } from './steps.ts';

/** Counted up whenever an open {@link draft} of before would be misread; one more optional answer is not. */
const VERSION = 1;

/** /register DOMAIN: asks for what the contract needs, one thing at a time, and ends with the order written down. */
export function createRegistering(desk: DomainDesk): { flow: AnyFlow; entries: Composer<Ctx> } {
  const steps = new Composer<Ctx>();
  const registering = flow({
    name: 'register',
    version: VERSION,
    state: draft,
    steps,
    closed: async (ctx, why) => closedScreen(ctx, why),
  });
  const form = createForm(registering, desk);
  steps.use(createSteps(registering, form, desk));
  const entries = entriesOf(form);
  // Its buttons where nothing is open: left over from an old one, or tapped twice.
  const { registerFor, registerAsBefore, registerBack, registerPrice, registerLeave } = buttons;
  for (const kind of [registerFor, registerAsBefore, registerBack, registerPrice, registerLeave])
    entries.use(onButton<readonly string[]>(kind, (ctx) => ctx.answer(ctx.t.plain('register-over'))));
  return { flow: registering, entries };
}

/** The ways in: the command, buttons of a check's results and of an earlier registration, links out of groups and inline cards. */
function entriesOf(form: Form): Composer<Ctx> {
  const entries = new Composer<Ctx>();
  onCommand(entries, 'register', async (ctx) => {
    const reading = readName(ctx.match.trim().split(/\s+/)[0] ?? '');
    const domain = reading && 'domain' in reading ? reading.domain : undefined;
    if (!isPrivate(ctx)) {
      const payload = domain && registerPayload(domain);
      return void (await send(ctx, { text: ctx.t('private-only'), keyboard: [toPrivate(ctx, payload)] }));
    }
    await requireAccess(ctx);
    if (domain !== undefined) return form.begin(ctx, undefined, domain);
    await send(ctx, { text: ctx.t('register-how'), keyboard: [home(ctx)] });
  });
  onCommand(entries, 'start', async (ctx, next) => {
    const domain = isPrivate(ctx) ? domainOfPayload(ctx.match) : undefined;
    await (domain === undefined ? next() : form.begin(ctx, undefined, domain));
  });
  entries.use(
    onButton(buttons.checkRegister, async (ctx, { check, at }) => {
      if (!isPrivate(ctx)) throw new Refusal((t) => t('private-only'));
      const { accountId, domains } = await requireCheck(ctx, check);
      const domain = /^\d{1,4}$/.test(at) ? domains[Number(at)] : undefined;
      if (domain === undefined) throw new Refusal((t) => t('button-old'));
      await form.begin(ctx, accountId, domain);
    }),
    onButton(buttons.registerAgain, async (ctx, { operation: id }) => {
      const earlier = await ctx.house.operations.get(id);
      if (!isPrivate(ctx) || !isOwn(ctx, earlier)) throw new Refusal((t) => t('operation-missing'));
      await form.resume(ctx, earlier);
    }),
    // What the provider wants besides is asked for at once; after a crash, or a slow answer, by the button.
    onButton(buttons.pay, async (ctx, { operation: id }, next) => {
      const before = await ctx.house.operations.get(id);
      await next();
      if (!isPrivate(ctx) || !isOwn(ctx, before) || before.state !== 'ready') return;
      const after = await ctx.house.operations.get(id);
      if (after?.state === 'refused') await reported(ctx, id, form.mend(ctx, after));
    }),
  );
  return entries;
}

/** Whether it is a registration of the person's own. */
function isOwn({ person }: Ctx, operation: Operation | undefined): operation is Operation {
  return operation?.kind === 'registration' && operation.userId === person.id;
}
