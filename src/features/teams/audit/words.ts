import type { AuditEntry, AuditEvent } from '../../../store/audit/index.ts';
import { ROLES } from '../../../store/key-value/teams.ts';
import {
  OPERATION_KINDS,
  OPERATION_STATES,
  type OperationKind,
  type OperationState,
} from '../../../store/operations/index.ts';
import { type Action, ALL_ACTIONS, type Reason } from '../../../teams/rights.ts';
import { roleWords } from '../../../telegram/failures/rights.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import type { TextKey } from '../../../telegram/i18n/texts.ts';
import { isolate, name, shorten } from '../../../telegram/ui/format.ts';

const LONGEST_WORDS = 120;

/** How an entry is told: as HTML, or as plain text for files. */
interface Telling {
  t: Translate;
  say: Translate['plain'];
  named(text: string): Html | string;
  entry: AuditEntry;
}

/** What an entry says, as HTML. */
export function entryHtml(t: Translate, entry: AuditEntry): string {
  return EVENTS[entry.event]({ t, say: t, named: name, entry });
}

/** {@link entryHtml} without tags and marks of direction. */
export function entryText(t: Translate, entry: AuditEntry): string {
  return EVENTS[entry.event]({ t, say: t.plain, named: (text) => text, entry }).replace(
    /[\u2066-\u2069\u200e\u200f]/g,
    '',
  );
}

/** The name of a person; the id where no name is known. */
export function personName({ id, name: known }: { id: number; name?: string | undefined }): string {
  return known === undefined || known === '' ? String(id) : known;
}

/** Why something was refused, in words where the reason is one of ours. */
export function reasonText(t: Translate, { reason, role }: Pick<AuditEntry, 'reason' | 'role'>): string {
  const known = Object.entries(REASONS).find(([each]) => each === reason)?.[1];
  const needed = ROLES.find((each) => each === role);
  if (known === 'audit-reason-role' && needed)
    return t.plain('audit-reason-role-needed', { role: roleWords(t, needed) });
  return known ? t.plain(known) : shorten(reason ?? '', LONGEST_WORDS);
}

/** The words of every event: a new one does not compile without. */
const EVENTS: Record<AuditEvent, (telling: Telling) => string> = {
  operation: (telling) =>
    telling.say('audit-did', { what: { html: what(telling), plain: what(telling) }, state: stateWords(telling) }),
  approved: (telling) => telling.say('audit-approved', { what: inner(telling), member: member(telling) }),
  declined: (telling) => telling.say('audit-declined', { what: inner(telling), member: member(telling) }),
  refused: refusedWords,
  refusedOften: ({ say }) => say('audit-refused-often'),
  consoleAsked: (telling) => telling.say('audit-console-asked', { subject: subject(telling) }),
  teamFounded: ({ say }) => say('audit-team-founded'),
  teamEnded: ({ say }) => say('audit-team-ended'),
  teamPaused: ({ say }) => say('audit-team-paused'),
  teamResumed: ({ say }) => say('audit-team-resumed'),
  memberAsked: ({ say }) => say('audit-member-asked'),
  memberAdded: (telling) =>
    telling.say('audit-member-added', { member: member(telling), after: value(telling, 'after') }),
  memberRemoved: (telling) => telling.say('audit-member-removed', { member: member(telling) }),
  memberLeft: ({ say }) => say('audit-member-left'),
  roleChanged: (telling) => telling.say('audit-role-changed', { member: member(telling), ...change(telling) }),
  protected: (telling) => telling.say('audit-protected', { subject: subject(telling), after: value(telling, 'after') }),
  unprotected: (telling) => telling.say('audit-unprotected', { subject: subject(telling) }),
  limitChanged: (telling) =>
    telling.entry.member
      ? telling.say('audit-limit-member', { member: member(telling), ...change(telling) })
      : telling.say('audit-limit-team', change(telling)),
  glassBroken: (telling) =>
    telling.say('audit-glass-broken', { reason: telling.named(shorten(telling.entry.reason ?? '', LONGEST_WORDS)) }),
  glassUsed: (telling) => telling.say('audit-glass-used', { what: inner(telling) }),
  glassEnded: ({ say }) => say('audit-glass-ended'),
  rotaChanged: ({ say }) => say('audit-rota-changed'),
  onCallTaken: ({ say }) => say('audit-on-call-taken'),
  handedOver: (telling) => telling.say('audit-handed-over', { member: member(telling) }),
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

type KindKey = Exclude<TextKey & `audit-kind-${string}`, 'audit-kind-order' | 'audit-kind-other'>;
/** The words of every kind of operation: one for all of its actions, or one for each. */
const KINDS: Record<OperationKind, { key: KindKey | 'audit-kind-order'; actions?: Readonly<Record<string, KindKey>> }> =
  {
    power: {
      key: 'audit-kind-power',
      actions: { on: 'audit-kind-power-on', off: 'audit-kind-power-off', reboot: 'audit-kind-power-reboot' },
    },
    rescue: { key: 'audit-kind-rescue' },
    snapshot: {
      key: 'audit-kind-snapshot',
      actions: {
        create: 'audit-kind-snapshot-create',
        restore: 'audit-kind-snapshot-restore',
        delete: 'audit-kind-snapshot-delete',
      },
    },
    backup: {
      key: 'audit-kind-backup',
      actions: {
        create: 'audit-kind-backup-create',
        restore: 'audit-kind-backup-restore',
        delete: 'audit-kind-backup-delete',
      },
    },
    reinstall: { key: 'audit-kind-reinstall' },
    password: { key: 'audit-kind-password' },
    sshKey: { key: 'audit-kind-ssh-key' },
    order: { key: 'audit-kind-order' },
    renewal: { key: 'audit-kind-renewal' },
    upgrade: { key: 'audit-kind-upgrade' },
    registration: { key: 'audit-kind-registration' },
    domainRenewal: { key: 'audit-kind-domain-renewal' },
  };

const ACTIONS: Record<Action, TextKey & `audit-action-${string}`> = {
  read: 'audit-action-read',
  powerOn: 'audit-action-power-on',
  reboot: 'audit-action-reboot',
  powerOff: 'audit-action-power-off',
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
  name: 'audit-action-name',
  members: 'audit-action-members',
  protect: 'audit-action-protect',
  limits: 'audit-action-limits',
  account: 'audit-action-account',
};

const REASONS: Record<Reason, Exclude<TextKey & `audit-reason-${string}`, 'audit-reason-role-needed'>> = {
  notMember: 'audit-reason-not-member',
  role: 'audit-reason-role',
  paused: 'audit-reason-paused',
  elsewhere: 'audit-reason-elsewhere',
  noApprover: 'audit-reason-no-approver',
  teamLimit: 'audit-reason-team-limit',
  limitUnclear: 'audit-reason-limit-unclear',
  ended: 'audit-reason-ended',
  lent: 'audit-reason-lent',
  unsure: 'audit-reason-unsure',
  left: 'audit-reason-left',
};

/** What was refused: an operation, or an action, which may be about a server. */
function refusedWords(telling: Telling): string {
  const { t, say, entry } = telling;
  return say('audit-refused', {
    what: entry.kind === undefined ? actionWords(telling) : inner(telling),
    reason: reasonText(t, entry),
  });
}

function actionWords(telling: Telling): Html {
  const { say, entry } = telling;
  const action = ALL_ACTIONS.find((each) => each === entry.action);
  const words = say(action ? ACTIONS[action] : 'audit-kind-other');
  const html =
    entry.server || entry.domain ? say('audit-on', { what: ready(words), subject: subject(telling) }) : words;
  return ready(html);
}

/** What an operation does, within the words of an event. */
function inner(telling: Telling): Html {
  return ready(what(telling));
}

function what(telling: Telling): string {
  const { say, entry } = telling;
  const kind = OPERATION_KINDS.find((each) => each === entry.kind);
  if (!kind) return say('audit-kind-other');
  const { key, actions } = KINDS[kind];
  const known = Object.entries(actions ?? {}).find(([action]) => action === entry.action)?.[1] ?? key;
  return known === 'audit-kind-order' ? say(known) : say(known, { subject: subject(telling) });
}

/** Words that were made already: they are escaped where they have to be. */
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

/** A role or a level of protection in words; other values as they were written. */
function value({ t, entry }: Telling, which: 'before' | 'after'): string {
  const written = entry[which] ?? '';
  const role = ROLES.find((each) => each === written);
  if (role) return roleWords(t, role);
  if (written === '' || written === 'none') return t.plain('audit-value-none');
  if (written === 'changes' || written === 'restarts') return t.plain(`audit-value-${written}`);
  return isolate(shorten(written, LONGEST_WORDS));
}
