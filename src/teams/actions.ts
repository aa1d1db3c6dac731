import type { ServerAction } from '../hosting/index.ts';
import { ROLES, type Role } from '../store/key-value/teams.ts';

/** `from` is the lowest role that may. `isProtected`: on a protected server a second person has to approve. */
export interface Rule {
  from: Role;
  /** The lowest role in a private chat, where the action concerns that member alone. */
  privately?: Role;
  isProtected?: true;
  restarts?: true;
}

export const ACTIONS = {
  read: { from: 'viewer' },
  powerOn: { from: 'operator' },
  reboot: { from: 'operator', restarts: true },
  powerOff: { from: 'operator', isProtected: true },
  console: { from: 'operator' },
  create: { from: 'operator' },
  takeOnCall: { from: 'operator' },
  watch: { from: 'operator', privately: 'viewer' },
  mute: { from: 'operator', privately: 'viewer' },
  acknowledge: { from: 'operator' },
  restore: { from: 'admin', isProtected: true },
  delete: { from: 'admin', isProtected: true },
  reinstall: { from: 'admin', isProtected: true },
  rescue: { from: 'admin', isProtected: true },
  password: { from: 'admin' },
  sshKey: { from: 'admin' },
  spend: { from: 'admin' },
  approve: { from: 'admin' },
  audit: { from: 'admin' },
  breakGlass: { from: 'admin' },
  rota: { from: 'admin' },
  /** The times at which the group gets automatic messages. */
  notices: { from: 'admin' },
  name: { from: 'owner' },
  members: { from: 'owner' },
  protect: { from: 'owner' },
  limits: { from: 'owner' },
  account: { from: 'owner' },
} as const satisfies Record<string, Rule>;
export type Action = keyof typeof ACTIONS;
export const ALL_ACTIONS = Object.keys(ACTIONS) as readonly Action[];

/** Commands have the same names. */
export const POWER_RIGHTS = {
  on: 'powerOn',
  reboot: 'reboot',
  off: 'powerOff',
} as const satisfies Record<ServerAction, Action>;

export function isAtLeast(role: Role, from: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(from);
}

/** Ignores protection, limits and the place. */
export function roleMay(role: Role, action: Action, isPrivate = false): boolean {
  const { from, privately }: Rule = ACTIONS[action];
  return isAtLeast(role, isPrivate && privately !== undefined ? privately : from);
}
