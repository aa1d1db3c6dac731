import type { Operation } from '../../operations/index.ts';
import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { buttons } from '../buttons.ts';
import { answerTapped, messageOf, stayWith } from '../common/operation/receipt.ts';
import { orders } from './orders.ts';
import { expiring } from './renew/expiring.ts';
import { renew } from './renew/index.ts';
import { renewSeveral } from './renew/several.ts';
import { upgrade } from './upgrade/index.ts';

const pay = new Composer<Ctx>();

pay.use(
  onButton(buttons.pay, async (ctx, { operation, offer }) => {
    const messageIn = (wanted: Operation) => messageOf(ctx, wanted);
    const { confirm } = ctx.services.operations;
    const tapped = await confirm({
      id: operation,
      userId: ctx.person.id,
      message: messageIn,
      offer: Number(offer),
      tappedAt: ctx.arrivedAt,
    });
    await Promise.all([answerTapped(ctx, tapped), stayWith(ctx, operation, tapped, 'own')]);
  }),
);

pay.use(
  onButton(buttons.said, async (ctx, { operation, happened }) => {
    const tapped = await ctx.services.operations.say(operation, ctx.person.id, happened === 'y');
    await Promise.all([answerTapped(ctx, tapped), stayWith(ctx, operation, tapped)]);
  }),
);

export const shop = new Composer<Ctx>(pay, renew, expiring, renewSeveral, upgrade, orders);
