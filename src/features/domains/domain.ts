import { Failure } from '../../hosting/index.ts';
import type { KnownDomain } from '../../store/key-value/domains.ts';
import type { Access } from '../../telegram/access/access.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { providerWords } from '../../telegram/failures/words.ts';
import { onCommand } from '../../telegram/ui/command.ts';
import { expiryFor, formatExpiry, isolate, name } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { domainLabel, domainReference, domainWords } from '../common/domain-words.ts';
import { home } from '../common/next-steps.ts';
import { pageLine, pageOf } from '../common/pages.ts';
import { onAccount, requireAccess } from '../common/require.ts';
import { nameBell, watchesButton } from '../common/watches/watching.ts';
import { zoneHere } from '../common/watches/zone-choice.ts';
import { expiryBell } from './expiry-bell.ts';
import { forgetDomain, listKnownDomains, onDomain, rememberDomain } from './names/known-domains.ts';
import { readName } from './names/name.ts';
import { subdomainWords, unfitWords } from './names/name-words.ts';

const PAGE_SIZE = 8;
const MAX_LABEL_LENGTH = 40;
function isNotThere({ kind, fields = {} }: Failure): boolean {
  return kind === 'notFound' || (kind === 'fields' && 'domain' in fields);
}

export const domainCards = new Composer<Ctx>();

onCommand(domainCards, 'domain', async (ctx) => {
  const access = await requireAccess(ctx, 'read');
  const typed = ctx.match.trim();
  if (typed === '') return void (await send(ctx, await list(ctx, access, '0')));
  const piece = typed.split(/\s+/)[0] ?? '';
  const reading = readName(piece);
  if (!reading || !('domain' in reading)) {
    const text = `${unfitWords(ctx.t, piece, reading)}\n\n${ctx.t('domain-how')}`;
    return void (await send(ctx, { text, keyboard: [home(ctx)] }));
  }
  const screen = await card(ctx, access, reading.domain);
  await send(ctx, { ...screen, text: [screen.text, ...subdomainWords(ctx.t, reading)].join('\n\n') });
});
domainCards.use(onAccount(buttons.domains, async (ctx, access, { page }) => show(ctx, await list(ctx, access, page))));
domainCards.use(onDomain(buttons.domain, async (ctx, access, domain) => show(ctx, await card(ctx, access, domain))));
domainCards.use(
  onDomain(buttons.domainForget, async (ctx, access, domain) => {
    await forgetDomain(ctx, access.key, domain);
    await show(ctx, await list(ctx, access, '0'));
  }),
);

async function list(ctx: Ctx, access: Access, wanted: string): Promise<Screen> {
  const { t } = ctx;
  const account = access.account.id;
  const all = await listKnownDomains(ctx, access);
  const page = pageOf(all, wanted, PAGE_SIZE, (to, direction) =>
    buttons.domains.make(t.plain(`button-${direction}`), { account, page: to }),
  );
  const rows = page.items.map(({ domain, open }) => {
    const label = isolate(domainLabel(domain, MAX_LABEL_LENGTH));
    const values = { account, domain: domainReference(domain) };
    return [buttons.domain.make(open ? t.plain('domain-open', { domain: label }) : label, values)];
  });
  const check = isPrivate(ctx) ? [buttons.checkAsk.make(t.plain('button-check'), {})] : [];
  return {
    text: t('domains', { account: name(access.account.label), count: all.length }) + pageLine(t, page),
    keyboard: [...rows, ...page.turns, watchesButton(ctx, access), [...check, ...home(ctx)]],
  };
}

/** The digest still shows a date that a card has found. */
function endFound({ services }: Ctx, date: string | undefined): Pick<KnownDomain, 'end'> {
  return date === undefined ? {} : { end: { readAt: services.operations.now(), date, untold: true } };
}

async function card(ctx: Ctx, access: Access, domain: string): Promise<Screen> {
  const { t } = ctx;
  const account = access.account.id;
  const mine = [buttons.domains.make(t.plain('button-domains'), { account, page: '0' })];
  const values = { account, domain: domainReference(domain) };
  const isOwn = access.team === undefined || access.team.ownerId === ctx.person.id;
  // A team's list of domains belongs to its owner.
  const forget = isOwn ? [[buttons.domainForget.make(t.plain('button-domain-forget'), values)]] : [];
  try {
    const { serviceStart, serviceEnd } = await access.hosting.domainOrders.info(domain);
    await rememberDomain(ctx, access.key, { domain, ...endFound(ctx, serviceEnd) });
    const zone = await zoneHere(ctx);
    const expiry = expiryFor(serviceEnd ?? '', zone, ctx.services.operations.now());
    const bell = await expiryBell(ctx, access, domain);
    const lines = [
      t('domain', { domain: domainWords(domain) }),
      ...(serviceStart === undefined ? [] : [t('domain-start', { date: formatExpiry(serviceStart, t.locale, zone) })]),
      ...(serviceEnd === undefined ? [] : [t('domain-end', { date: formatExpiry(serviceEnd, t.locale, zone) })]),
      ...(expiry === undefined
        ? []
        : [
            expiry.daysLeft < 0
              ? t('domain-over', { days: -expiry.daysLeft })
              : t('domain-left', { days: expiry.daysLeft }),
          ]),
      ...bell.lines,
    ];
    const renew = isPrivate(ctx) ? [[buttons.domainRenew.make(t.plain('button-domain-renew'), values, 'primary')]] : [];
    return {
      text: lines.join('\n'),
      keyboard: [...renew, bell.row, ...forget, mine],
    };
  } catch (error) {
    if (!(error instanceof Failure) || !isNotThere(error)) throw error;
    const text = t('domain-not-there', { domain: domainWords(domain) }) + providerWords(t, error.words).html;
    const listed = (await listKnownDomains(ctx, access)).some((each) => each.domain === domain);
    return { text, keyboard: [await nameBell(ctx, access, domain), ...(listed ? forget : []), mine] };
  }
}
