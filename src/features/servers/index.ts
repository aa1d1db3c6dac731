import { Composer } from 'grammy';
import type { Ctx } from '../../telegram/context.ts';
import { alias } from './alias.ts';
import { card } from './card.ts';
import { list } from './list.ts';
import { power } from './power.ts';

export const servers = new Composer<Ctx>(list, card, power, alias);
