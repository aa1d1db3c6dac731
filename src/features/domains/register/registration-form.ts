import { type Availability, DOMAIN_YEARS, Failure, NATIONAL_DOMAIN_YEARS, type Quote } from '../../../hosting/index.ts';
import type { Operation } from '../../../operations/index.ts';
import { type RegistrationParameters, registrationKind } from '../../../operations/kinds/registration.ts';
import type { Access } from '../../../telegram/access/access.ts';
import type { Ctx } from '../../../telegram/context.ts';
import type { Flow } from '../../../telegram/dialog/flow.ts';
import { failureWords, type ShownFailure } from '../../../telegram/failures/words.ts';
import { deleteMessage } from '../../../telegram/secrets/deletion.ts';
import { removeMessage, type Screen } from '../../../telegram/ui/screen.ts';
import { send, show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { domainWords } from '../../common/domain-words.ts';
import { home, toReseller } from '../../common/next-steps.ts';
import { operationFields, showPrepared, showPreparedBefore } from '../../common/operation/prepared.ts';
import { money } from '../../common/payment/money.ts';
import { requireAllowance } from '../../common/payment/spending-limit.ts';
import { paymentContextOf } from '../../common/payment/view.ts';
import { requireAccess } from '../../common/require.ts';
import { nameBell } from '../../common/watches/watching.ts';
import { type DomainContext, preferencesOf } from '../favourites.ts';
import { rememberDomain } from '../names/known-domains.ts';
import { isNational, type NamedDomain } from '../names/name.ts';
import { subdomainWords } from '../names/name-words.ts';
import { subjectOf, withoutPeriod, yearsLimit } from '../purchase.ts';
import {
  missingIn,
  newRegistrationDraft,
  type Question,
  type RegistrationDraft,
  registrationDraftOf,
  wholeOf,
  withoutRefused,
} from './registration-draft.ts';
import { registrationScreen } from './registration-screen.ts';
import { type DraftView, draftScreen } from './screen.ts';

export interface RegistrationForm {
  /** Opens the form in a new message if the domain is free. */
  begin(ctx: Ctx, accountId: string | undefined, named: NamedDomain): Promise<void>;
  put(ctx: Ctx, draft: RegistrationDraft): Promise<void>;
  /** @param trouble HTML */
  askAgain(ctx: Ctx, draft: RegistrationDraft, trouble: string): Promise<void>;
  /** Opens the form anew; asks again for the refused answers. @param change another answer to ask again */
  resume(ctx: Ctx, earlier: Operation, change?: Question): Promise<void>;
  reopenRefused(ctx: Ctx, refused: Operation): Promise<void>;
}

export function createRegistrationForm(
  flow: Flow<RegistrationDraft>,
  { national: suffixes }: DomainContext,
): RegistrationForm {
  /** A tap edits the form's message; a typed answer gets a new one, which replaces the answer and the old message. */
  async function draw(
    ctx: Ctx,
    draft: RegistrationDraft,
    trouble?: string,
    ways: DraftView['ways'] = [],
  ): Promise<void> {
    const national = isNational(draft.domain, suffixes);
    const screen = draftScreen(ctx.t, draft, { national, ...(await personalContext(ctx, draft)), trouble, ways });
    await replace(ctx, async () => {
      const messageId = await show(ctx, screen);
      flow.goOn(ctx, { messageId, state: draft });
      return messageId;
    });
  }

  async function open(ctx: Ctx, draft: RegistrationDraft, trouble?: string): Promise<void> {
    const view = { national: isNational(draft.domain, suffixes), ...(await personalContext(ctx, draft)), trouble };
    flow.goOn(ctx, { messageId: await send(ctx, draftScreen(ctx.t, draft, view)), state: draft });
  }

  async function close(ctx: Ctx, screen: Screen): Promise<void> {
    await replace(ctx, () => show(ctx, screen));
    flow.end(ctx);
  }

  async function replace(ctx: Ctx, draw: () => Promise<number | undefined>): Promise<void> {
    const before = flow.at(ctx)?.messageId;
    const messageId = await draw();
    // A tap already edited the message.
    if (before === undefined || before === messageId || ctx.callbackQuery) return;
    await Promise.all([removeMessage(ctx.api, ctx.person.id, before), deleteMessage(ctx, 'answer')]);
  }

  async function offer(ctx: Ctx, draft: RegistrationDraft): Promise<void> {
    const access = await requireAccess(ctx, 'spend', draft.account);
    if (await showPreparedBefore(ctx)) return flow.end(ctx);
    const parameters = wholeOf(draft, isNational(draft.domain, suffixes));
    if (!parameters) return draw(ctx, draft);
    const found = await ask(access, draft.domain, parameters.period);
    if (found instanceof Failure) {
      const left = withoutRefused(draft, found.fields ?? {}, isNational(draft.domain, suffixes));
      const ways = found.kind === 'resellerServiceMissing' ? toReseller(ctx.t, ctx.services) : [];
      return draw(ctx, left ?? draft, troubleOf(ctx, draft.domain, found), ways);
    }
    if (found.state !== 'available') return close(ctx, await notFree(ctx, access, draft.domain, found.state));
    const { quote } = found;
    if (quote === undefined) return draw(ctx, draft, ctx.t('register-unpriced'));
    await replace(ctx, () => prepareRegistration(ctx, access, parameters, quote).then(() => undefined));
    flow.end(ctx);
  }

  function draftFrom(earlier: Operation): RegistrationDraft {
    const parameters = registrationKind.parametersOf(earlier);
    return registrationDraftOf(
      earlier.accountId,
      parameters,
      earlier.failure?.fields ?? {},
      isNational(parameters.domain, suffixes),
    );
  }

  function troubleOf({ t }: Ctx, domain: string, failure: ShownFailure): string {
    const { max } = isNational(domain, suffixes) ? NATIONAL_DOMAIN_YEARS : DOMAIN_YEARS;
    return failureWords(t, failure, undefined, yearsLimit(t, max));
  }

  const isWhole = (draft: RegistrationDraft) => missingIn(draft, isNational(draft.domain, suffixes)) === undefined;

  return {
    async begin(ctx, accountId, named) {
      const { domain } = named;
      const [note] = subdomainWords(ctx.t, named);
      const access = await requireAccess(ctx, 'spend', accountId);
      const draft = newRegistrationDraft(access.account.id, domain);
      const found = await ask(access, domain, 1);
      if (found instanceof Failure) {
        const left = withoutRefused(draft, found.fields ?? {}, isNational(domain, suffixes));
        if (!left) throw found;
        return open(ctx, left, [troubleOf(ctx, domain, found), ...(note ? [note] : [])].join('\n\n'));
      }
      if (found.state !== 'available')
        return void (await send(ctx, await notFree(ctx, access, domain, found.state, note)));
      await open(ctx, draft, [...(note ? [note] : []), ...freeLine(ctx, found.quote)].join('\n\n') || undefined);
    },
    put: offer,
    askAgain: (ctx, draft, trouble) => draw(ctx, draft, trouble),
    async resume(ctx, earlier, change) {
      const { failure } = earlier;
      const draft = { ...draftFrom(earlier), ...(change && { [change]: undefined }) };
      await forgetRefused(ctx, earlier, draft);
      if (isWhole(draft)) return offer(ctx, draft);
      await requireAccess(ctx, 'spend', draft.account);
      await open(ctx, draft, failure && troubleOf(ctx, draft.domain, failure));
    },
    async reopenRefused(ctx, refused) {
      const draft = draftFrom(refused);
      await forgetRefused(ctx, refused, draft);
      if (!isWhole(draft)) await open(ctx, draft);
    },
  };
}

/** Stops offering the answers that the provider or the person refused. */
async function forgetRefused({ services, person }: Ctx, earlier: Operation, draft: RegistrationDraft): Promise<void> {
  const given = registrationKind.parametersOf(earlier);
  const refused = (['nicHandle', 'nameServers'] as const).filter(
    (each) => given[each] !== undefined && draft[each] === undefined,
  );
  if (refused.length === 0) return;
  const { preferences } = services.store.domains;
  const kept = { ...(await preferences.get(String(person.id))) };
  for (const each of refused) delete kept[each];
  await preferences.set(String(person.id), kept);
}

async function personalContext(ctx: Ctx, { account }: RegistrationDraft) {
  const [preferences, payment] = await Promise.all([
    preferencesOf(ctx),
    paymentContextOf(ctx.services, { userId: ctx.person.id, accountId: account }),
  ]);
  return { preferences, payment };
}

async function ask({ hosting }: Access, domain: string, period: number): Promise<Availability | Failure> {
  try {
    return await hosting.domainOrders.availability(domain, period);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function freeLine({ t }: Ctx, quote: Quote | undefined): string[] {
  return quote ? [t('register-free', { price: money(t, quote) })] : [];
}

/** @param note HTML */
async function notFree(
  ctx: Ctx,
  access: Access,
  domain: string,
  state: 'registered' | 'forbidden',
  note?: string,
): Promise<Screen> {
  const text = ctx.t(`register-${state}`, { domain: domainWords(domain) });
  const bell = state === 'registered' ? await nameBell(ctx, access, domain) : [];
  return {
    text: note === undefined ? text : `${text}\n\n${note}`,
    keyboard: [bell, [buttons.checkAsk.make(ctx.t.plain('button-check'), {}), ...home(ctx)]],
  };
}

async function prepareRegistration(
  ctx: Ctx,
  access: Access,
  parameters: RegistrationParameters,
  quote: Quote,
): Promise<void> {
  const { account, key } = access;
  await requireAllowance(ctx.services, access, ctx.person.id, [quote]);
  const { domain, nameServers, nicHandle } = parameters;
  const person = String(ctx.person.id);
  const { preferences } = ctx.services.store.domains;
  await preferences.set(person, {
    ...(await preferences.get(person)),
    nameServers,
    ...(nicHandle === undefined ? {} : { nicHandle }),
  });
  const operation = await ctx.services.operations.prepare({
    ...(await operationFields(ctx, account.id)),
    kind: 'registration',
    subject: subjectOf(domain),
    parameters,
    progress: { seen: {} },
    quote: withoutPeriod(quote),
  });
  await rememberDomain(ctx, key, { domain, operation: operation.id });
  await showPrepared(
    ctx,
    registrationScreen(operation, ctx.t, await paymentContextOf(ctx.services, operation)),
    operation,
  );
}
