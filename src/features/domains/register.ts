import { randomBytes } from 'node:crypto';
import { Composer } from 'grammy';
import { DOMAIN_YEARS } from '../../hosting/index.ts';
import type { RegistrationDraft } from '../../store/domains.ts';
import { requireAccess } from '../../telegram/access.ts';
import { ask, onAsked } from '../../telegram/ask.ts';
import { onButton } from '../../telegram/button.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { code, formatNumber, isolate, name, shorten } from '../../telegram/format.ts';
import type { Html } from '../../telegram/i18n.ts';
import { Refusal } from '../../telegram/refusal.ts';
import { send, show } from '../../telegram/screen.ts';
import { buttons } from '../buttons.ts';
import { home, sendToPrivate } from '../leads.ts';
import { requireCheck } from './check.ts';
import type { DomainDesk } from './favourites.ts';
import { domainWords, isNational, readName } from './name.ts';
import { prepareRegistration } from './prepare-registration.ts';
import { readHandle, readNameServers } from './registrant.ts';
import { readYears } from './years.ts';

const HANDLE = 'nic-handle';
const SERVERS = 'name-servers';
const DRAFT_LIFE_MS = 60 * 60_000;
const YEARS_IN_A_ROW = 5;
const LONGEST_LABEL = 40;

/** /register DOMAIN: asks for what the contract needs, one thing at a time, and ends with the order written down. */
export function registering(desk: DomainDesk): Composer<Ctx> {
  const register = new Composer<Ctx>();

  register.command('register', async (ctx) => {
    if (!isPrivate(ctx)) return sendToPrivate(ctx, 'private-only');
    const { account } = await requireAccess(ctx);
    const reading = readName(ctx.match.trim().split(/\s+/)[0] ?? '');
    if (reading && 'domain' in reading) return begin(ctx, account.id, reading.domain);
    await send(ctx, { text: ctx.t('register-how'), keyboard: [home(ctx)] });
  });
  register.use(
    onButton(buttons.checkRegister, async (ctx, { check, at }) => {
      if (!isPrivate(ctx)) throw new Refusal((t) => t('private-only'));
      const { accountId, domains } = await requireCheck(ctx, check);
      const domain = /^\d{1,4}$/.test(at) ? domains[Number(at)] : undefined;
      if (domain === undefined) throw new Refusal((t) => t('button-old'));
      await begin(ctx, accountId, domain);
    }),
  );
  register.use(
    onButton(buttons.registerYears, async (ctx, { draft: id, years }) => {
      const draft = await requireDraft(ctx, id);
      await goOn(ctx, { ...draft, period: readYears(years, mostYears(draft)) });
    }),
  );
  register.use(
    onButton(buttons.registerSame, async (ctx, { draft: id, what }) => {
      const draft = await requireDraft(ctx, id);
      const { nicHandle, nameServers } = await habitsOf(ctx);
      if (what === 'handle') await goOn(ctx, { ...draft, nicHandle });
      else if (what === 'servers') await goOn(ctx, { ...draft, nameServers });
    }),
  );
  register.use(
    onAsked(HANDLE, async (ctx, { text, about: [id = ''] }) => {
      const draft = await requireDraft(ctx, id);
      const nicHandle = readHandle(text ?? '');
      if (nicHandle === undefined) await askForHandle(ctx, draft, ctx.t('register-handle-unfit'));
      else await goOn(ctx, { ...draft, nicHandle });
    }),
  );
  register.use(
    onAsked(SERVERS, async (ctx, { text, about: [id = ''] }) => {
      const draft = await requireDraft(ctx, id);
      const read = readNameServers(text ?? '');
      if ('unfit' in read) {
        const words = { html: read.unfit === undefined ? '' : name(read.unfit).html };
        const key = read.unfit === undefined ? 'register-servers-count' : 'register-servers-unfit';
        await askForServers(ctx, draft, ctx.t(key, { host: words }));
      } else await goOn(ctx, { ...draft, nameServers: read.hosts });
    }),
  );

  const national = ({ domain }: RegistrationDraft) => isNational(domain, desk.national);
  const mostYears = (draft: RegistrationDraft) => (national(draft) ? 1 : DOMAIN_YEARS.max);

  async function begin(ctx: Ctx, accountId: string, domain: string): Promise<void> {
    const access = await requireAccess(ctx, accountId);
    const { state } = await access.hosting.domainOrders.availability(domain, 1);
    if (state !== 'available') {
      const text = ctx.t(`register-${state}`, { domain: domainWords(domain) });
      return void (await send(ctx, {
        text,
        keyboard: [[buttons.checkAsk.make(ctx.t.plain('button-check'), {}), ...home(ctx)]],
      }));
    }
    const draft: RegistrationDraft = { id: randomBytes(6).toString('base64url'), accountId, domain };
    await goOn(ctx, national(draft) ? { ...draft, period: 1 } : draft, 'anew');
  }

  /** Asks for the next thing that is missing; with nothing missing, writes the order down. */
  async function goOn(ctx: Ctx, draft: RegistrationDraft, anew?: 'anew'): Promise<void> {
    await ctx.house.store.domains.drafts.set(String(ctx.person.id), draft, DRAFT_LIFE_MS);
    if (draft.period === undefined) return askForYears(ctx, draft, anew);
    if (national(draft) && draft.nicHandle === undefined) return askForHandle(ctx, draft);
    if (draft.nameServers === undefined) return askForServers(ctx, draft);
    await prepareRegistration(ctx, draft);
  }

  async function askForYears(ctx: Ctx, draft: RegistrationDraft, anew: 'anew' | undefined): Promise<void> {
    const keys = Array.from({ length: DOMAIN_YEARS.max }, (_, index) =>
      buttons.registerYears.make(formatNumber(index + 1, ctx.t.locale), { draft: draft.id, years: String(index + 1) }),
    );
    const screen = {
      text: ctx.t('register-years', { domain: domainWords(draft.domain) }),
      keyboard: [keys.slice(0, YEARS_IN_A_ROW), keys.slice(YEARS_IN_A_ROW), [leaveButton(ctx)]],
    };
    // The results of a check stay where they are.
    await (anew ? send(ctx, screen) : show(ctx, screen));
  }

  async function askForHandle(ctx: Ctx, draft: RegistrationDraft, unfit?: string): Promise<void> {
    const { nicHandle } = await habitsOf(ctx);
    const same = nicHandle === undefined ? [] : [sameButton(draft, 'handle', nicHandle)];
    const text = ctx.t('register-handle', { domain: domainWords(draft.domain) });
    await ask(ctx, HANDLE, [draft.id], {
      text: unfit ? `${unfit}\n\n${text}` : text,
      keyboard: [same, [leaveButton(ctx)]],
    });
  }

  async function askForServers(ctx: Ctx, draft: RegistrationDraft, unfit?: string): Promise<void> {
    const { nameServers } = await habitsOf(ctx);
    const same = nameServers === undefined ? [] : [sameButton(draft, 'servers', nameServers.join(' '))];
    const last: Html = { html: (nameServers ?? []).map((host) => code(host).html).join('\n') };
    const text = [
      ...(unfit ? [unfit, ''] : []),
      ctx.t('register-servers', { domain: domainWords(draft.domain) }),
      ...(nameServers ? ['', ctx.t('register-servers-last'), last.html] : []),
    ].join('\n');
    await ask(ctx, SERVERS, [draft.id], { text, keyboard: [same, [leaveButton(ctx)]] });
  }

  return register;
}

function sameButton(draft: RegistrationDraft, what: 'handle' | 'servers', words: string) {
  return buttons.registerSame.make(isolate(shorten(words, LONGEST_LABEL)), { draft: draft.id, what }, 'primary');
}

function leaveButton(ctx: Ctx) {
  return buttons.leave.make(ctx.t.plain('button-cancel'), {});
}

async function habitsOf(ctx: Ctx) {
  return (await ctx.house.store.domains.habits.get(String(ctx.person.id))) ?? {};
}

/** What the person is registering. @throws Refusal where it is over, or another one has begun */
async function requireDraft(ctx: Ctx, id: string): Promise<RegistrationDraft> {
  const draft = await ctx.house.store.domains.drafts.get(String(ctx.person.id));
  if (draft?.id !== id) throw new Refusal((t) => t('register-over'));
  void ctx.answer();
  return draft;
}
