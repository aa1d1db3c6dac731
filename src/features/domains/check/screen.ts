import type { InlineKeyboardButton } from 'grammy/types';
import type { Check, CheckResult } from '../../../store/jobs/checks.ts';
import { failureWords } from '../../../telegram/failures/words.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { isolate } from '../../../telegram/ui/format.ts';
import { type Part, richScreen } from '../../../telegram/ui/rich.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { domainLabel, domainWords, reads } from '../../common/domain-words.ts';
import { toReseller } from '../../common/next-steps.ts';
import { pageLine, pageOf } from '../../common/pages.ts';
import { money } from '../../common/payment/money.ts';
import { fitsData } from '../../common/watches/watching.ts';
import { junkLines, subdomainLines } from '../names/name-words.ts';
import { MAX_NAMES_PER_CHECK } from './names.ts';
import { type Group, groupsOf, mayRetry, NOT_ALLOWED, type ResultRow, roundProgress, whyKey } from './results.ts';

const PAGE_SIZE = 10;
const MAX_NAME_LENGTH = 30;
const MAX_LENGTH_IN_PAIR = 16;

export function progressScreen(
  check: Check,
  found: ReadonlyMap<number, CheckResult>,
  t: Translate,
  slow = false,
): Screen {
  const { count, done } = roundProgress(check, found);
  const asked = new Map([...found].filter(([, { round }]) => round === check.round));
  const groups = groupsOf(check, asked).filter(({ state }) => state !== 'left');
  const lines = [
    t('check-running', { count }),
    t('check-so-far', { done, count }),
    ...groups.map(({ state, rows }) => t(`check-count-${state}`, { count: rows.length })),
    ...(slow ? ['', t('check-slow')] : []),
  ];
  return {
    text: lines.join('\n'),
    keyboard: [[buttons.checkCancel.make(t.plain('button-check-cancel'), { check: check.id }, 'danger')]],
  };
}

export function checkScreen(
  check: Check,
  found: ReadonlyMap<number, CheckResult>,
  t: Translate,
  wanted: string,
  pages: { resellerUrl?: string | undefined } = {},
): Screen {
  const unserved = check.why === 'resellerServiceMissing';
  const way = unserved ? toReseller(t, pages) : [];
  // Without the reseller service there are no results, and asking again does not help.
  if (unserved && found.size === 0) return { text: failureWords(t, { kind: 'resellerServiceMissing' }), keyboard: way };
  const groups = groupsOf(check, found);
  const rows = groups.flatMap((group) => group.rows.map((row) => ({ ...row, group: group.state })));
  const page = pageOf(rows, wanted, PAGE_SIZE, (to, direction) =>
    buttons.check.make(t.plain(`button-${direction}`), { check: check.id, page: to }),
  );
  const here = (state: Group['state']) => page.items.filter(({ group }) => group === state);
  const free = here('available');
  const about = page.page === 0 ? listNotes(check, t) : [];
  const parts = [
    heading(check, found, groups, t).join('\n'),
    ...groups.flatMap(({ state }) => groupPart(t, state, here(state), free.length > 0)),
    about.join('\n') + pageLine(t, page),
  ];
  return {
    ...richScreen(t, parts),
    keyboard: [
      ...way,
      ...registerRows(check, free, t),
      ...bellRow(check, groups, t),
      ...page.turns,
      ...(rows.length > PAGE_SIZE ? groupRow(check, groups, t) : []),
      ...onward(check, groups, t),
    ],
  };
}

/** For when Telegram refuses the message with the names. */
export function briefCheckScreen(check: Check, found: ReadonlyMap<number, CheckResult>, t: Translate): Screen {
  const groups = groupsOf(check, found);
  return {
    text: [...heading(check, found, groups, t), '', t('check-brief')].join('\n'),
    keyboard: onward(check, groups, t),
  };
}

function whyStopped(t: Translate, why: string): string {
  return why === NOT_ALLOWED ? t('check-not-allowed') : failureWords(t, { kind: why });
}

function heading(
  check: Check,
  found: ReadonlyMap<number, CheckResult>,
  groups: readonly Group[],
  t: Translate,
): string[] {
  const head =
    check.state === 'done'
      ? t('check-done', { count: check.domains.length })
      : t(check.state === 'cancelled' ? 'check-cancelled' : 'check-stopped', roundProgress(check, found));
  const why = check.why === undefined ? [] : [whyStopped(t, check.why), ''];
  const counts = groups.map(({ state, rows }) => t(`check-count-${state}`, { count: rows.length }));
  return [...why, head, ...counts];
}

/** Names that can't be registered fold if free names stand beside them. */
function groupPart(t: Translate, state: Group['state'], rows: readonly ResultRow[], isBesideFree: boolean): Part[] {
  if (rows.length === 0) return [];
  const named = t(`check-group-${state}`);
  // The provider quotes taken names too.
  const isPriced = state === 'available' && rows.some(({ found }) => found?.quote);
  const title = isPriced ? `${named} · ${t('prices-per-year')}` : named;
  if (state === 'available' || state === 'failed') {
    const columns = [{ title: '' }, state === 'available' ? { title: '', align: 'end' as const } : { title: '' }];
    return [{ title, columns, rows: rows.map((row) => [domainWords(row.domain).html, factOf(row, t)]) }];
  }
  const names = rows.map(({ domain }) => t.directed(domainWords(domain).html)).join('\n');
  const isFolded = isBesideFree && state !== 'left';
  return isFolded ? [{ summary: title, parts: [names] }] : [`${title}\n${names}`];
}

function factOf({ found }: ResultRow, t: Translate): string {
  if (found?.state === 'failed') return t(whyKey(found.why));
  return found?.quote ? money(t, found.quote).html : '';
}

function listNotes(check: Check, t: Translate): string[] {
  const { junk, junkCount, bare = 0, cells = 0, duplicates, subdomains = [], subdomainCount = 0, cut, rest } = check;
  const shown = junkLines(junk, t);
  const lines = [
    ...(duplicates > 0 ? [t('check-duplicates', { count: duplicates })] : []),
    ...subdomainLines(t, subdomains, subdomainCount),
    ...(junkCount > 0 ? [t('check-junk', { count: junkCount })] : []),
    ...shown,
    ...(junkCount > shown.length ? [moreJunk(check, junkCount - shown.length, t)] : []),
    ...(bare > 0 ? [t('check-bare', { count: bare })] : []),
    ...(cells > 0 ? [t('check-cells', { count: cells })] : []),
    ...(cut ? [t('check-cut')] : []),
    ...(rest.length > 0 ? [t('check-rest', { count: rest.length, most: MAX_NAMES_PER_CHECK })] : []),
  ];
  return lines;
}

/** The file holds only the first pieces of much junk. */
function moreJunk({ junk, junkCount }: Check, count: number, t: Translate): string {
  return junkCount > junk.length
    ? t('check-junk-first', { count, kept: junk.length })
    : t('check-junk-more', { count });
}

/** Two in a row if all fit half a phone's width: the summary above stays visible. */
function registerRows(check: Check, free: readonly ResultRow[], t: Translate): InlineKeyboardButton[][] {
  const short = free.every(({ domain }) => reads(domain).length <= MAX_LENGTH_IN_PAIR);
  const perRow = short ? 2 : 1;
  return free.flatMap((_, at) =>
    at % perRow === 0 ? [free.slice(at, at + perRow).map((row) => registerButton(check, row, t))] : [],
  );
}

function bellRow({ id, accountId: account, domains }: Check, groups: readonly Group[], t: Translate) {
  const [taken] = groups.find(({ state }) => state === 'registered')?.rows ?? [];
  if (!taken) return [];
  const isOne = domains.length === 1;
  if (isOne && fitsData(taken.domain))
    return [[buttons.watchName.make(t.plain('button-watch-name'), { account, domain: taken.domain })]];
  return [[buttons.watchChecked.make(t.plain(isOne ? 'button-watch-name' : 'button-watch-names'), { check: id })]];
}

function groupRow({ id }: Check, groups: readonly Group[], t: Translate): InlineKeyboardButton[][] {
  if (groups.length < 2) return [];
  const before = (at: number) => groups.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0);
  const row = groups.map(({ state, rows }, at) =>
    buttons.check.make(t.plain(`button-check-to-${state}`, { count: rows.length }), {
      check: id,
      page: String(Math.floor(before(at) / PAGE_SIZE)),
    }),
  );
  return [row];
}

function registerButton({ id }: Check, { at, domain }: ResultRow, t: Translate) {
  const label = t.plain('button-register', { domain: isolate(domainLabel(domain, MAX_NAME_LENGTH)) });
  return buttons.checkRegister.make(label, { check: id, at: String(at) }, 'success');
}

function onward(check: Check, groups: readonly Group[], t: Translate) {
  const has = (state: Group['state']) => groups.some((group) => group.state === state);
  const mendable = groups.some(({ rows }) => rows.some(({ found }) => found !== undefined && mayRetry(found)));
  const values = { check: check.id };
  const file = [buttons.checkFile.make(t.plain('button-check-file'), values)];
  if (check.why === 'resellerServiceMissing') return [file];
  const again = has('left') ? 'button-check-left' : 'button-check-again';
  const next = Math.min(check.rest.length, MAX_NAMES_PER_CHECK);
  return [
    ...(has('left') || mendable ? [[buttons.checkAgain.make(t.plain(again), values)]] : []),
    ...(next > 0 ? [[buttons.checkRest.make(t.plain('button-check-rest', { count: next }), values, 'primary')]] : []),
    file,
  ];
}
