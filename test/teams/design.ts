import type { Role } from '../../src/store/key-value/teams.ts';
import type { Action } from '../../src/teams/actions.ts';

/** The roles of DESIGN 14, from the least to the most. */
export const ROLES_OF_DESIGN = ['viewer', 'operator', 'admin', 'owner'] as const satisfies readonly Role[];

/** The rule of DESIGN 14 for an action: the lowest role, and when a second person has to approve it on a protected server. */
export interface Rule {
  from: Role;
  second?: 'changes' | 'restarts';
  /** The lowest role in one's own private chat. */
  privately?: Role;
}

/** DESIGN 14 in a table, written from its text and not from the program: a new action has no row and fails the tests. */
export const DESIGN: Record<Action, Rule> = {
  // viewer: list, card, graph, orders of the team
  read: { from: 'viewer' },
  // operator: + power, console, snapshot and backup create
  powerOn: { from: 'operator' },
  powerOff: { from: 'operator', second: 'changes' },
  reboot: { from: 'operator', second: 'restarts' },
  console: { from: 'operator' },
  create: { from: 'operator' },
  takeOnCall: { from: 'operator' },
  // DESIGN 15: people with the right to act on servers choose what is told of them, and say that they look after an alert.
  // A viewer chooses what is told in their own private chat.
  watch: { from: 'operator', privately: 'viewer' },
  mute: { from: 'operator', privately: 'viewer' },
  acknowledge: { from: 'operator' },
  // admin: + restore, delete, reinstall, password, SSH key, rescue, spending within their limit, approve
  restore: { from: 'admin', second: 'changes' },
  delete: { from: 'admin', second: 'changes' },
  reinstall: { from: 'admin', second: 'changes' },
  rescue: { from: 'admin', second: 'changes' },
  password: { from: 'admin' },
  sshKey: { from: 'admin' },
  spend: { from: 'admin' },
  approve: { from: 'admin' },
  audit: { from: 'admin' },
  breakGlass: { from: 'admin' },
  rota: { from: 'admin' },
  // DESIGN 15: quiet hours and the digest of a group, for all in it
  notices: { from: 'admin' },
  // owner: + members, roles, protection, limits, the account
  name: { from: 'owner' },
  members: { from: 'owner' },
  protect: { from: 'owner' },
  limits: { from: 'owner' },
  account: { from: 'owner' },
};

export function atLeast(role: Role, from: Role): boolean {
  return ROLES_OF_DESIGN.indexOf(role) >= ROLES_OF_DESIGN.indexOf(from);
}
