import { Composer } from 'grammy';
import type { Ctx } from '../../telegram/context.ts';
import { expiring } from './expiring.ts';
import { orders } from './orders.ts';
import { pay } from './pay.ts';
import { payAll } from './pay-all.ts';
import { renew } from './renew.ts';
import { renewSeveral } from './renew-several.ts';
import { upgrade } from './upgrade.ts';

export const shop = new Composer<Ctx>(pay, payAll, renew, expiring, renewSeveral, upgrade, orders);
