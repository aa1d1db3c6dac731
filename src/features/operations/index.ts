import { Composer } from 'grammy';
import type { Ctx } from '../../telegram/context.ts';
import { confirm } from './confirm.ts';

export const operations = new Composer<Ctx>(confirm);
