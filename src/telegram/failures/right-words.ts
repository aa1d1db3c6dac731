import { ROLES, type Role } from '../../store/key-value/teams.ts';
import type { Reason } from '../../teams/rights.ts';
import { escapeHtml, type Translate } from '../i18n/index.ts';
import type { TextKey } from '../i18n/texts.ts';
import { isolate } from '../ui/format.ts';

const WORDS = {
  notMember: 'right-not-member',
  unsure: 'right-unsure',
  left: 'right-left',
  role: 'right-role',
  paused: 'right-paused',
  elsewhere: 'right-elsewhere',
  noApprover: 'right-no-approver',
  pausedAlone: 'right-paused-alone',
  teamLimit: 'right-team-limit',
  limitUnclear: 'right-limit-unclear',
  ended: 'right-ended',
  lent: 'right-lent',
  tooManyRequests: 'right-too-many-requests',
} as const satisfies Record<Reason, TextKey>;

/** An owner gives every role but their own, so none needs more than an admin. */
const NEEDED = {
  viewer: 'right-role',
  operator: 'right-role',
  admin: 'right-role-admin',
  owner: 'right-role-owner',
} as const satisfies Record<Role, TextKey>;

/** @param reason of the table, or as it was stored */
export function rightWords(
  t: Translate,
  { reason, role }: { reason?: string | undefined; role?: string | undefined },
  owner = '',
): string {
  const key = Object.entries(WORDS).find(([known]) => known === reason)?.[1] ?? 'right-ended';
  if (key !== 'right-role') return t(key);
  const needed = ROLES.find((each) => each === role) ?? 'owner';
  // Without markup, so that an alert can hold it.
  if (needed === 'owner' && owner !== '')
    return t('right-role-owner-named', { owner: { html: isolate(escapeHtml(owner)) } });
  return t(NEEDED[needed], { role: roleWords(t, needed) });
}

/** @param role of the table, or as it was stored; the highest where it is not known */
export function roleWords(t: Translate, role: Role | string | undefined): string {
  const known = ROLES.find((each) => each === role) ?? 'owner';
  return t.plain(`role-${known}`);
}
