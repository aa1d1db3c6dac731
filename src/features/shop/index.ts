import { Composer } from 'grammy';
import type { Ctx } from '../../telegram/context.ts';
import { pay } from './pay.ts';

export const shop = new Composer<Ctx>(pay);
