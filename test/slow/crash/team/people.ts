import type { User } from 'grammy/types';
import type { World } from '../../../../src/sandbox/telegram/index.ts';
import type { Role } from '../../../../src/store/key-value/teams.ts';
import { createPerson, type Person } from '../../../support/person.ts';

export const FIRST_ID = 700_000_100;
/** The last one is no member. */
export const NAMES = ['owner', 'admin', 'admin2', 'operator', 'viewer', 'stranger'] as const;
export type Name = (typeof NAMES)[number];
/** The members as they are when a team is created, in the order of {@link NAMES}. */
export const ROLE_OF = {
  owner: 'owner',
  admin: 'admin',
  admin2: 'admin',
  operator: 'operator',
  viewer: 'viewer',
} as const satisfies Record<Exclude<Name, 'stranger'>, Role>;
export const TEAM_USERS: readonly User[] = NAMES.map((first_name, index) => ({
  id: FIRST_ID + index,
  is_bot: false,
  first_name,
  language_code: first_name === 'stranger' ? 'fa' : 'en',
}));

export function idOf(name: Name): number {
  return FIRST_ID + NAMES.indexOf(name);
}

/** @param chat the person's private chat by default */
export function personOf(world: World, name: Name, chat?: number): Person {
  const user = TEAM_USERS[NAMES.indexOf(name)];
  if (!user) throw new RangeError(name);
  const person = createPerson(world, user, async () => undefined);
  return chat === undefined ? person : person.in(chat);
}
