import { Composer } from 'grammy';
import type { Ctx } from '../../telegram/context.ts';
import { confirm } from './confirm.ts';
import { secret } from './secret.ts';

export const operations = new Composer<Ctx>(confirm, secret);
