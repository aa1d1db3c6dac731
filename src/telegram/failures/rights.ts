import { ROLES, type Role } from '../../store/key-value/teams.ts';
import type { Reason } from '../../teams/rights.ts';
import type { Translate } from '../i18n/index.ts';
import type { TextKey } from '../i18n/texts.ts';

const WORDS = {
  notMember: 'right-not-member',
  unsure: 'right-unsure',
  left: 'right-left',
  role: 'right-role',
  paused: 'right-paused',
  elsewhere: 'right-elsewhere',
  noApprover: 'right-no-approver',
  teamLimit: 'right-team-limit',
  limitUnclear: 'right-limit-unclear',
  ended: 'right-ended',
  lent: 'right-lent',
} as const satisfies Record<Reason, TextKey>;

/** Why a person may not do something with a team's account, and what helps. @param reason of the table, or as it was stored */
export function rightWords(
  t: Translate,
  { reason, role }: { reason?: string | undefined; role?: string | undefined },
): string {
  const key = Object.entries(WORDS).find(([known]) => known === reason)?.[1] ?? 'right-ended';
  return key === 'right-role' ? t(key, { role: roleWords(t, role) }) : t(key);
}

/** The name of a role in the middle of a sentence. @param role of the table, or as it was stored; the highest where it is not known */
export function roleWords(t: Translate, role: Role | string | undefined): string {
  const known = ROLES.find((each) => each === role) ?? 'owner';
  return t.plain(`role-${known}`);
}
