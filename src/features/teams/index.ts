import { Composer } from 'grammy';
import type { Ctx } from '../../telegram/context.ts';
import { adding } from './adding.ts';
import { founding } from './founding.ts';
import { resuming } from './leaving.ts';
import { members } from './members.ts';
import { overview } from './overview.ts';
import { protect } from './protect.ts';

export { leavings } from './leaving.ts';

/** Teams: a group to which an owner lends an account, with roles, protected servers, approvals, a rota and an audit log. */
export const teams = new Composer<Ctx>(founding, adding, members, overview, resuming, protect);
