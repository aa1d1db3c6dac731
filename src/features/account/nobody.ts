import { Composer } from 'grammy';
import { onCommand } from '../../telegram/command.ts';
import { COMMANDS } from '../../telegram/commands.ts';
import type { Ctx } from '../../telegram/context.ts';
import { secretDeleted } from '../../telegram/delete-message.ts';
import { isDeclined } from '../../telegram/outage.ts';
import { send } from '../../telegram/screen.ts';
import { editedSecret, typedSecret, unaskedSecret } from '../unasked-secret.ts';
import { tokenInGroup } from './connect.ts';

/** Commands of anonymous admins, channels and bots: none of them can have an account, but a token must not stay. */
export const nobody = new Composer<Ctx>(editedSecret, unaskedSecret);

nobody.use(async (ctx, next) => {
  if (!isDeclined()) return next();
  await typedSecret(ctx, async () => undefined);
  await secretDeleted(ctx);
});
onCommand(nobody, 'connect', async (ctx, next) => (ctx.match.trim() === '' ? next() : tokenInGroup(ctx)));
onCommand(nobody, [...COMMANDS], async (ctx) => void (await send(ctx, { text: ctx.t('anonymous') })));
