import { SERVER_ACTIONS } from '../../../hosting/index.ts';
import { COPY_ACTIONS } from '../../../operations/kinds/snapshots-and-backups.ts';
import type { AuditEntry, AuditEvent, AuditReason } from '../../../store/audit/index.ts';
import { ROLES } from '../../../store/key-value/teams.ts';
import {
  OPERATION_KINDS,
  OPERATION_STATES,
  type OperationKind,
  type OperationState,
} from '../../../store/operations/index.ts';
import { type Action, ALL_ACTIONS } from '../../../teams/actions.ts';
import { roleWords } from '../../../telegram/failures/right-words.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import type { TextKey } from '../../../telegram/i18n/texts.ts';
import {
  formatClock,
  formatNumber,
  formatWeekday,
  isolate,
  name,
  oneLine,
  shorten,
  zoneName,
} from '../../../telegram/ui/format.ts';
import { WATCH_TARGETS } from '../../../watches/audited.ts';
import { moneyLabel, yearlyLabel } from '../../common/payment/money.ts';

/** A phone shows the screen in a narrow column. The file has the whole text. */
const MAX_SHOWN_CHARS = 40;
/** Reads what {@link rotaEntry} of ../on-call/state.ts writes; a weekly rota has the ISO weekday. */
const ROTA_ENTRY = /^(.*); (?:([1-7]) )?(\d\d:\d\d) (\S+)$/s;
const QUIET = /^(\d\d:\d\d)-(\d\d:\d\d) (\S+)$/;
const DIGEST = /^(off|\d\d:\d\d)( money)?$/;

interface Telling {
  t: Translate;
  say: Translate['plain'];
  named(text: string): Html | string;
  /** The most characters of a text that a person typed. */
  most: number;
  entry: AuditEntry;
}

export function entryHtml(t: Translate, entry: AuditEntry): string {
  const named = (text: string) => name(shorten(oneLine(text), MAX_SHOWN_CHARS));
  return EVENTS[entry.event]({ t, say: t, named, most: MAX_SHOWN_CHARS, entry });
}

/** {@link entryHtml} without tags and marks of direction. */
export function entryText(t: Translate, entry: AuditEntry): string {
  return EVENTS[entry.event]({ t, say: t.plain, named: (text) => text, most: Number.POSITIVE_INFINITY, entry }).replace(
    /[\u2066-\u2069\u200e\u200f]/g,
    '',
  );
}

export function personName({ id, name: known }: { id: number; name?: string | undefined }): string {
  return known === undefined || known === '' ? String(id) : known;
}

/** The bot's own reasons are translated; others stand as they were written. */
export function reasonText(t: Translate, { reason, role }: Pick<AuditEntry, 'reason' | 'role'>): string {
  const known = Object.entries(REASONS).find(([each]) => each === reason)?.[1];
  const needed = ROLES.find((each) => each === role);
  if (known === 'audit-reason-role' && needed)
    return t.plain('audit-reason-role-needed', { role: roleWords(t, needed) });
  return known ? t.plain(known) : (reason ?? '');
}

const EVENTS: Record<AuditEvent, (telling: Telling) => string> = {
  operation: (telling) =>
    telling.say('audit-did', { what: { html: what(telling), plain: what(telling) }, state: stateWords(telling) }),
  approved: (telling) => telling.say('audit-approved', { what: inner(telling), member: member(telling) }),
  declined: (telling) => telling.say('audit-declined', { what: inner(telling), member: member(telling) }),
  answered: (telling) =>
    telling.say(telling.entry.after === 'happened' ? 'audit-answered-yes' : 'audit-answered-no', {
      what: inner(telling),
    }),
  refused: refusedWords,
  refusedOften: ({ say, entry: { omitted = 0 } }) =>
    omitted > 0 ? say('audit-refused-more', { count: omitted }) : say('audit-refused-often'),
  consoleAsked: (telling) => telling.say('audit-console-asked', { subject: subject(telling) }),
  teamCreated: ({ say }) => say('audit-team-created'),
  alertAcknowledged: (telling) => {
    const { count } = telling.entry;
    if (count !== undefined) return telling.say('audit-alerts-acknowledged', { count });
    return telling.say('audit-alert-acknowledged', { subject: subject(telling) });
  },
  alertHandedBack: (telling) => telling.say('audit-alert-handed-back', { subject: subject(telling) }),
  alertSilenced: (telling) => telling.say('audit-alert-silenced', { subject: subject(telling) }),
  alertLoud: (telling) => telling.say('audit-alert-loud', { subject: subject(telling) }),
  watched: (telling) => watchWords(telling, 'audit-watched'),
  unwatched: (telling) => watchWords(telling, 'audit-unwatched'),
  quietChanged: (telling) =>
    telling.say('audit-quiet-changed', { before: quiet(telling, 'before'), after: quiet(telling, 'after') }),
  digestChanged: (telling) =>
    telling.say('audit-digest-changed', { before: digest(telling, 'before'), after: digest(telling, 'after') }),
  zoneChanged: ({ t, say, entry: { before = '', after = '' } }) =>
    say('audit-zone-changed', { before: zoneName(t, before), after: zoneName(t, after) }),
  teamEnded: (telling) => withReason(telling, 'audit-team-ended'),
  teamRestored: ({ say }) => say('audit-team-restored'),
  teamPaused: (telling) =>
    telling.entry.member && telling.entry.reason === 'ownerLeft'
      ? telling.say('audit-team-paused-owner', { member: member(telling) })
      : withReason(telling, 'audit-team-paused'),
  teamResumed: ({ say }) => say('audit-team-resumed'),
  memberAsked: ({ say }) => say('audit-member-asked'),
  requestWithdrawn: (telling) => telling.say('audit-request-withdrawn', { member: member(telling) }),
  requestDeclined: (telling) => telling.say('audit-request-declined', { member: member(telling) }),
  requestRestored: (telling) => telling.say('audit-request-restored', { member: member(telling) }),
  memberAdded: (telling) =>
    telling.say('audit-member-added', { member: member(telling), after: value(telling, 'after') }),
  memberRemoved: (telling) => telling.say('audit-member-removed', { member: member(telling) }),
  memberLeft: (telling) =>
    telling.say(isByAnother(telling.entry) ? 'audit-member-expelled' : 'audit-member-left', {
      member: member(telling),
    }),
  roleChanged: (telling) => telling.say('audit-role-changed', { member: member(telling), ...change(telling) }),
  protected: (telling) => telling.say('audit-protected', { subject: subject(telling), after: value(telling, 'after') }),
  unprotected: (telling) => telling.say('audit-unprotected', { subject: subject(telling) }),
  limitChanged: (telling) =>
    telling.entry.member
      ? telling.say('audit-limit-member', { member: member(telling), ...changedLimits(telling) })
      : telling.say('audit-limit-team', changedLimits(telling)),
  breakGlassStarted: (telling) =>
    telling.say('audit-glass-broken', { reason: telling.named(telling.entry.reason ?? '') }),
  breakGlassUsed: (telling) => telling.say('audit-glass-used', { what: inner(telling) }),
  breakGlassEnded: (telling) => {
    const reason = telling.named(telling.entry.reason ?? '');
    return telling.entry.after === 'role'
      ? telling.say('audit-glass-ended-role', { member: member(telling), reason })
      : telling.say('audit-glass-ended', { reason });
  },
  rotaChanged: (telling) =>
    telling.say('audit-rota-changed', { before: rota(telling, 'before'), after: rota(telling, 'after') }),
  onCallTaken: ({ say }) => say('audit-on-call-taken'),
  handedOver: (telling) =>
    telling.entry.member
      ? telling.say('audit-handed-over', { member: member(telling) })
      : telling.say('audit-handed-over-nobody'),
  tokenReplaced: ({ say }) => say('audit-token-replaced'),
  exported(telling) {
    const after = telling.entry.after ?? '';
    if (!telling.entry.server && telling.entry.domain === undefined) return telling.say('audit-exported', { after });
    return telling.say('audit-exported-part', { subject: subject(telling), after });
  },
};

const STATES: Record<OperationState, TextKey & `audit-state-${string}`> = {
  ready: 'audit-state-ready',
  waiting: 'audit-state-waiting',
  quoting: 'audit-state-quoting',
  sending: 'audit-state-sending',
  accepted: 'audit-state-accepted',
  done: 'audit-state-done',
  refused: 'audit-state-refused',
  unknown: 'audit-state-unknown',
  expired: 'audit-state-expired',
  cancelled: 'audit-state-cancelled',
};

function kindKey(kind: OperationKind, action: string | undefined) {
  const power = SERVER_ACTIONS.find((each) => each === action);
  if (kind === 'power' && power) return `audit-kind-power-${power}` as const;
  const copy = COPY_ACTIONS.find((each) => each === action);
  if ((kind === 'snapshot' || kind === 'backup') && copy) return `audit-kind-${kind}-${copy}` as const;
  return `audit-kind-${kind}` as const;
}

const ACTIONS: Record<Action, TextKey & `audit-action-${string}`> = {
  read: 'audit-action-read',
  powerOn: 'audit-action-power-on',
  reboot: 'audit-action-reboot',
  powerOff: 'audit-action-power-off',
  watch: 'audit-action-watch',
  mute: 'audit-action-mute',
  acknowledge: 'audit-action-acknowledge',
  console: 'audit-action-console',
  create: 'audit-action-create',
  takeOnCall: 'audit-action-take-on-call',
  restore: 'audit-action-restore',
  delete: 'audit-action-delete',
  reinstall: 'audit-action-reinstall',
  rescue: 'audit-action-rescue',
  password: 'audit-action-password',
  sshKey: 'audit-action-ssh-key',
  spend: 'audit-action-spend',
  approve: 'audit-action-approve',
  audit: 'audit-action-audit',
  breakGlass: 'audit-action-break-glass',
  rota: 'audit-action-rota',
  notices: 'audit-action-notices',
  name: 'audit-action-name',
  members: 'audit-action-members',
  protect: 'audit-action-protect',
  limits: 'audit-action-limits',
  account: 'audit-action-account',
};

const REASONS: Record<AuditReason, Exclude<TextKey & `audit-reason-${string}`, 'audit-reason-role-needed'>> = {
  notMember: 'audit-reason-not-member',
  role: 'audit-reason-role',
  paused: 'audit-reason-paused',
  elsewhere: 'audit-reason-elsewhere',
  noApprover: 'audit-reason-no-approver',
  pausedAlone: 'audit-reason-paused-alone',
  teamLimit: 'audit-reason-team-limit',
  limitUnclear: 'audit-reason-limit-unclear',
  ended: 'audit-reason-ended',
  lent: 'audit-reason-lent',
  tooManyRequests: 'audit-reason-too-many-requests',
  unsure: 'audit-reason-unsure',
  left: 'audit-reason-left',
  ownRequest: 'audit-reason-own-request',
  ownerLeft: 'audit-reason-owner-left',
  botLeft: 'audit-reason-bot-left',
  disconnected: 'audit-reason-disconnected',
  notApproved: 'audit-reason-not-approved',
  withdrawn: 'audit-reason-withdrawn',
  away: 'audit-reason-away',
  restored: 'audit-reason-restored',
  duplicate: 'audit-reason-duplicate',
  notConnected: 'audit-reason-not-connected',
  fields: 'audit-reason-invalid',
  invalid: 'audit-reason-invalid',
  insufficientBalance: 'audit-reason-insufficient-balance',
  resellerServiceMissing: 'audit-reason-reseller',
  notFound: 'audit-reason-not-found',
  refused: 'audit-reason-refused',
  unavailable: 'audit-reason-unavailable',
  notSent: 'audit-reason-unavailable',
  ambiguous: 'audit-reason-ambiguous',
  unreadable: 'audit-reason-unreadable',
};

function watchWords(telling: Telling, key: 'audit-watched' | 'audit-unwatched'): string {
  const { t, say, entry } = telling;
  const target = WATCH_TARGETS.find((each) => each === entry.action) ?? 'servers';
  const { total, currency = '', domain } = entry;
  const about = target === 'price' ? telling.named(`.${domain}`) : subject(telling);
  const price = total === undefined ? '–' : yearlyLabel(t, { total, currency });
  const words = say(`audit-watch-${target}`, { subject: about, price, above: numberWords(t, entry.after) });
  const told = say(key, { what: ready(words) });
  return entry.place === 'private' ? say('audit-in-private', { what: ready(told) }) : told;
}

function numberWords(t: Translate, written = '–'): string {
  return /^\d+(\.\d+)?$/.test(written) ? formatNumber(Number(written), t.locale) : written;
}

/** Reads what `written` of ../../watches/quiet.ts writes; other values stay as they are. */
function quiet(telling: Telling, which: 'before' | 'after'): string {
  const { t, entry } = telling;
  const [, from, to, zone] = QUIET.exec(entry[which] ?? '') ?? [];
  if (from === undefined || to === undefined || zone === undefined) return value(telling, which);
  const hours = t.plain('quiet-hours', { from: formatClock(from, t.locale), to: formatClock(to, t.locale) });
  return isolate(`${hours} (${zoneName(t, zone)})`);
}

/** Reads what `writtenDigest` of ../../watches/digests/digest-settings.ts writes; other values stay as they are. */
function digest(telling: Telling, which: 'before' | 'after'): string {
  const { t, entry } = telling;
  const [, when, money] = DIGEST.exec(entry[which] ?? '') ?? [];
  if (when === undefined) return value(telling, which);
  const shown = when === 'off' ? t.plain('audit-digest-off') : formatClock(when, t.locale);
  return money ? t.plain('audit-digest-money', { when: shown }) : shown;
}

function withReason({ t, say, entry }: Telling, key: 'audit-team-ended' | 'audit-team-paused'): string {
  const words = say(key);
  return entry.reason === undefined
    ? words
    : say('audit-because', { what: ready(words), reason: reasonText(t, entry) });
}

function isByAnother({ actor, member: left }: AuditEntry): boolean {
  return actor !== undefined && actor.id !== left?.id;
}

function refusedWords(telling: Telling): string {
  const { t, say, entry } = telling;
  const words = say('audit-refused', {
    what: entry.kind === undefined ? actionWords(telling) : inner(telling),
    reason: reasonText(t, entry),
  });
  const { omitted = 0 } = entry;
  return omitted > 0 ? say('audit-refused-with-more', { what: ready(words), count: omitted }) : words;
}

function actionWords(telling: Telling): Html {
  const { say, entry } = telling;
  const action = ALL_ACTIONS.find((each) => each === entry.action);
  const words = say(action ? ACTIONS[action] : 'audit-kind-other');
  const html =
    entry.server || entry.domain ? say('audit-on', { what: ready(words), subject: subject(telling) }) : words;
  return ready(html);
}

function inner(telling: Telling): Html {
  return ready(what(telling));
}

function what(telling: Telling): string {
  const { say, entry } = telling;
  const kind = OPERATION_KINDS.find((each) => each === entry.kind);
  if (!kind) return say('audit-kind-other');
  return say(kindKey(kind, entry.action), { subject: subject(telling) });
}

/** Marks words as escaped already. */
function ready(words: string): Html {
  return { html: words, plain: words };
}

function stateWords({ say, entry }: Telling): Html {
  const state = OPERATION_STATES.find((each) => each === entry.state);
  return ready(state ? say(STATES[state]) : '');
}

function subject({ named, entry }: Telling): Html | string {
  return named(entry.server?.name ?? entry.domain ?? '–');
}

function member({ named, entry }: Telling): Html | string {
  return named(entry.member ? personName(entry.member) : '–');
}

function change(telling: Telling): { before: string; after: string } {
  return { before: value(telling, 'before'), after: value(telling, 'after') };
}

function changedLimits(telling: Telling): { before: string; after: string } {
  const shown = (which: 'before' | 'after') => {
    const amounts = (telling.entry[which] ?? '').split(' · ').map((each) => {
      const [, total, currency] = /^(\d+) (.+)$/.exec(each) ?? [];
      return currency === undefined ? undefined : moneyLabel(telling.t, { total: Number(total), currency });
    });
    return amounts.includes(undefined) ? value(telling, which) : shorten(amounts.join(' · '), telling.most);
  };
  return { before: shown('before'), after: shown('after') };
}

function rota(telling: Telling, which: 'before' | 'after'): Html | string {
  const { say, t, entry } = telling;
  const [, people, day, time, zone] = ROTA_ENTRY.exec(entry[which] ?? '') ?? [];
  if (people === undefined || time === undefined || zone === undefined) return value(telling, which);
  const when = {
    people: isolate(shorten(people, telling.most)),
    time: formatClock(time, t.locale),
    zone: zoneName(t, zone),
  };
  return ready(
    day === undefined
      ? say('audit-rota-daily', when)
      : say('audit-rota-weekly', { ...when, day: formatWeekday(Number(day), t.locale) }),
  );
}

/** Translates a role or a level of protection; other values stay as they are. */
function value({ t, entry, most }: Telling, which: 'before' | 'after'): string {
  const written = entry[which] ?? '';
  const role = ROLES.find((each) => each === written);
  if (role) return roleWords(t, role);
  if (written === '' || written === 'none') return t.plain('audit-value-none');
  if (written === 'changes' || written === 'restarts') return t.plain(`audit-value-${written}`);
  return isolate(shorten(written, most));
}
