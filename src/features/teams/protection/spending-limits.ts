import { randomBytes } from 'node:crypto';
import type { InlineKeyboardButton } from 'grammy/types';
import { z } from 'zod';
import { type Member, money, type Team } from '../../../store/key-value/teams.ts';
import { type Operation, PAID_KINDS } from '../../../store/operations/index.ts';
import { roleMay } from '../../../teams/actions.ts';
import { memberOf, SPENDING_MS } from '../../../teams/rights.ts';
import { requireInTeam } from '../../../telegram/access/require-right.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { ask, onAsked } from '../../../telegram/dialog/ask.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { onButton } from '../../../telegram/ui/button.ts';
import { isolate, name, oneLine, shorten, teamName } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { send, show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { toPrivateToGoOn } from '../../common/next-steps.ts';
import { pageLine, pageOf, pageWith } from '../../common/pages.ts';
import {
  type LimitProblem,
  leftLines,
  limitProblemWords,
  limitReference,
  readLimit,
  withLimit,
} from '../../common/payment/limit-form.ts';
import { type Money, moneyLabel } from '../../common/payment/money.ts';
import { requirePrivate } from '../../common/require.ts';
import { backFrom, changeTeam, requireTeam, type TeamAccess, UNDO_LIFE_MS } from '../own-team.ts';

const QUESTION = 'team-limit';
export const TO_LIMITS = 'limits';
const PAGE_SIZE = 8;
const LONGEST_LABEL = 32;
/** The newest purchases show the currencies of an account's prices. */
const PURCHASES_READ = 100;

type Whose = Pick<Member, 'userId' | 'name'> | 'team';

interface Place {
  whose: Whose;
  via: string;
}

/** The most that a team, and each of its admins, may spend within 24 hours. Only the owner sets it, in private. */
export const teamSpendingLimits = new Composer<Ctx>();

teamSpendingLimits.use(
  onButton(buttons.teamLimits, async (ctx, { account, page, via }) => {
    requirePrivate(ctx);
    await show(ctx, await overview(ctx, await requireTeam(ctx, account), page, via));
  }),
);
teamSpendingLimits.use(
  onButton(buttons.teamLimit, async (ctx, { account, who, via }) => {
    requirePrivate(ctx);
    const access = await requireTeam(ctx, account);
    await askForLimit(ctx, access, { whose: whoseIn(access.team, who), via });
  }),
);
teamSpendingLimits.use(
  onButton(buttons.teamUnlimit, async (ctx, { account, who, currency, via }) => {
    requirePrivate(ctx);
    const { team } = await requireTeam(ctx, account);
    const whose = whoseIn(team, who);
    const change = await changeLimits(ctx, team, whose, `remove ${currency}`, (before) => {
      const kept = before.filter((each) => limitReference(each) !== currency);
      // The limit of the button was changed or removed since.
      if (kept.length === before.length) throw new Refusal((t) => t('button-old'));
      return kept;
    });
    await show(ctx, await oneScreen(ctx, await requireTeam(ctx, account), { whose, via }, change));
  }),
  onButton(buttons.teamLimitUndo, async (ctx, { account, who, note, via }) => {
    requirePrivate(ctx);
    const { team } = await requireTeam(ctx, account);
    const whose = whoseIn(team, who);
    const undone = await keptChange(ctx, team, whose, note);
    const change = await changeLimits(ctx, team, whose, `undo ${note}`, (now) => {
      // Another change replaced the limits since.
      if (written(now) !== written(undone.after)) throw new Refusal((t) => t('button-old'));
      return undone.before;
    });
    await show(ctx, await oneScreen(ctx, await requireTeam(ctx, account), { whose, via }, change));
  }),
);
teamSpendingLimits.use(
  onAsked(QUESTION, async (ctx, { text, about: [account = '', who = '', via = ''] }) => {
    const access = await requireTeam(ctx, account);
    const whose = whoseIn(access.team, who);
    const read = await readLimit(text, ctx.services, {
      limits: limitsOf(access.team, whose),
      seen: () => currenciesOf(ctx, access),
      access: async () => access,
    });
    if ('words' in read) return askForLimit(ctx, access, { whose, via }, read);
    const change = await changeLimits(ctx, access.team, whose, `set ${written([read.limit])}`, (now) =>
      withLimit(now, read.limit),
    );
    await send(ctx, await oneScreen(ctx, await requireTeam(ctx, account), { whose, via }, change));
  }),
);

/** A link in a group leads to the private chat, where amounts are typed. */
export async function toLimits(ctx: Ctx, { id, accountId }: Team): Promise<InlineKeyboardButton[]> {
  const label = ctx.t.plain('button-team-limits');
  if (isPrivate(ctx)) return [buttons.teamLimits.make(label, { account: accountId, page: '0', via: '' })];
  return toPrivateToGoOn(ctx, `/team ${id} ${TO_LIMITS}`, accountId, label);
}

export async function sendLimits(ctx: Ctx, team: Team): Promise<void> {
  await requireInTeam(ctx, team, 'limits');
  await send(ctx, await overview(ctx, await requireTeam(ctx, team.accountId), '0', ''));
}

function linesOf(t: Translate, team: Team, whose: Whose, sent: readonly Operation[], now: number): string[] {
  const counted = whose === 'team' ? sent : sent.filter(({ userId }) => userId === whose.userId);
  return leftLines(t, limitsOf(team, whose), counted, now);
}

function limitsOf({ limits: ofTeam, members }: Team, whose: Whose): readonly Money[] {
  if (whose === 'team') return ofTeam;
  return members.find(({ userId }) => userId === whose.userId)?.limits ?? [];
}

/** @throws Refusal where the member of the button has no limits of their own */
function whoseIn(team: Team, who: string): Whose {
  if (who === 'team') return who;
  const member = memberOf(team, Number(who));
  if (!member || who === String(team.ownerId)) throw new Refusal((t) => t('button-old'));
  return member;
}

/** Changes limits, unless this person's same change still holds. @param asked names the change */
async function changeLimits(
  ctx: Ctx,
  team: Team,
  whose: Whose,
  asked: string,
  edit: (before: readonly Money[]) => Money[],
): Promise<LimitChange> {
  return changeTeam(ctx, team, 'limits', (changed, { note, keep, lastOf }) => {
    const row = `limits:${whoOf(whose)}`;
    const before = limitsOf(changed, whose);
    const { data: last } = keptLimits.safeParse(lastOf(row));
    if (last?.asked === asked && written(last.after) === written(before)) return last;
    const after = edit(before);
    const member = whose === 'team' ? undefined : memberOf(changed, whose.userId);
    if (whose === 'team') changed.limits = after;
    else if (member) member.limits = after;
    else throw new Refusal((t) => t('button-old'));
    const about = member ? { member: { id: member.userId, name: member.name } } : {};
    note({ event: 'limitChanged', ...about, before: written(before), after: written(after) });
    keep(row, { asked, before, after });
    return { before: [...before], after };
  });
}

const limitChange = z.object({ before: z.array(money), after: z.array(money) });
type LimitChange = z.infer<typeof limitChange>;
const keptLimits = limitChange.extend({ asked: z.string() });

async function undoRow(
  ctx: Ctx,
  team: Team,
  { whose, via }: Place,
  change: LimitChange,
): Promise<InlineKeyboardButton[]> {
  const note = randomBytes(6).toString('base64url');
  await ctx.services.store.notes.set(undoKey(team, whose, note), JSON.stringify(change), UNDO_LIFE_MS);
  const values = { account: team.accountId, who: whoOf(whose), note, via };
  return [buttons.teamLimitUndo.make(ctx.t.plain('button-undo'), values)];
}

/** @throws Refusal where the button is too old */
async function keptChange({ services }: Ctx, team: Team, whose: Whose, note: string): Promise<LimitChange> {
  const kept = await services.store.notes.get(undoKey(team, whose, note));
  if (kept === undefined) throw new Refusal((t) => t('button-old'));
  return limitChange.parse(JSON.parse(kept));
}

function undoKey({ id }: Team, whose: Whose, note: string): string {
  return `team:${id}:limits:${whoOf(whose)}:${note}`;
}

function whoOf(whose: Whose): string {
  return whose === 'team' ? whose : String(whose.userId);
}

function written(all: readonly Money[]): string {
  return all.map(({ total, currency }) => `${total} ${currency}`).join(' · ');
}

function limitedIn({ members, ownerId }: Team): Member[] {
  const others = members.filter(({ userId }) => userId !== ownerId);
  return others.filter(({ role, limits: own = [] }) => roleMay(role, 'spend') || own.length > 0);
}

async function overview(ctx: Ctx, access: TeamAccess, wanted: string, via: string): Promise<Screen> {
  const { t } = ctx;
  const { team, account } = access;
  const { sent, now } = await spentBy(ctx, team);
  const page = pageOf(limitedIn(team), wanted, PAGE_SIZE, (to, direction) =>
    buttons.teamLimits.make(t.plain(`button-${direction}`), { account: account.id, page: to, via }),
  );
  const paragraph = (whose: Whose) => {
    const lines = linesOf(t, team, whose, sent, now);
    return [titleOf(t, whose), ...(lines.length > 0 ? lines : [noneWords(t, whose)])].join('\n');
  };
  const row = (whose: Whose, label: string) => [
    buttons.teamLimit.make(label, { account: account.id, who: whoOf(whose), via }),
  ];
  return {
    text: [
      t('team-limits', { team: name(teamName(team)) }) + pageLine(t, page),
      paragraph('team'),
      ...page.items.map(paragraph),
      t('team-limits-how'),
    ].join('\n\n'),
    keyboard: [
      row('team', t.plain('button-team-limit')),
      ...page.items.map((member) => row(member, isolate(shorten(oneLine(member.name), LONGEST_LABEL)))),
      ...page.turns,
      backFrom(ctx, team, via),
    ],
  };
}

function titleOf(t: Translate, whose: Whose): string {
  return whose === 'team' ? t('team-limit-team') : t('team-limit-member', { member: name(whose.name) });
}

function noneWords(t: Translate, whose: Whose): string {
  return t(whose === 'team' ? 'team-limit-none' : 'team-limit-member-none');
}

async function askForLimit(ctx: Ctx, access: TeamAccess, place: Place, problem?: LimitProblem): Promise<void> {
  // The screen's last button leads back, and leaves the question.
  const { text, keyboard = [] } = await oneScreen(ctx, access, place);
  const who = whoOf(place.whose);
  await ask(ctx, QUESTION, [access.account.id, who, place.via], {
    text: `${text}\n\n${problem ? limitProblemWords(ctx.t, problem) : ctx.t('limit-ask')}`,
    keyboard,
  });
}

async function oneScreen(ctx: Ctx, { team, account }: TeamAccess, place: Place, change?: LimitChange): Promise<Screen> {
  const { t } = ctx;
  const { whose, via } = place;
  const page = pageWith(limitedIn(team), ({ userId }) => whose !== 'team' && userId === whose.userId, PAGE_SIZE);
  const { sent, now } = await spentBy(ctx, team);
  const lines = linesOf(t, team, whose, sent, now);
  const values = { account: account.id, who: whoOf(whose), via };
  return {
    text: [
      t('team-limits', { team: name(teamName(team)) }),
      [titleOf(t, whose), ...(lines.length > 0 ? lines : [noneWords(t, whose)])].join('\n'),
    ].join('\n\n'),
    keyboard: [
      ...(change ? [await undoRow(ctx, team, place, change)] : []),
      ...limitsOf(team, whose).map((each) => [
        buttons.teamUnlimit.make(t.plain('limit-remove', { limit: moneyLabel(t, each) }), {
          ...values,
          currency: limitReference(each),
        }),
      ]),
      [buttons.teamLimits.make(t.plain('button-back'), { account: account.id, page, via })],
    ],
  };
}

async function spentBy({ services }: Ctx, { id }: Team): Promise<{ sent: Operation[]; now: number }> {
  const now = services.operations.now();
  return { sent: await services.store.ledger.sentByTeam(id, now - SPENDING_MS), now };
}

async function currenciesOf({ services }: Ctx, { team, account }: TeamAccess): Promise<string[]> {
  const { ledger } = services.store;
  const newest = [
    ...(await ledger.listOfTeam(team.id, PAID_KINDS, 0, PURCHASES_READ)),
    ...(await ledger.listOf(team.ownerId, PAID_KINDS, 0, PURCHASES_READ)),
  ].filter(({ accountId }) => accountId === account.id);
  return [...(account.currencies ?? []), ...newest.flatMap(({ quote }) => (quote ? [quote.currency] : []))];
}
