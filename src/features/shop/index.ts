import { Composer } from 'grammy';
import type { Ctx } from '../../telegram/context.ts';
import { orders } from './orders.ts';
import { pay } from './pay.ts';
import { expiring } from './renew/expiring.ts';
import { renew } from './renew/index.ts';
import { payAll } from './renew/pay-all.ts';
import { renewSeveral } from './renew/several.ts';
import { upgrade } from './upgrade/index.ts';

export const shop = new Composer<Ctx>(pay, payAll, renew, expiring, renewSeveral, upgrade, orders);
