import { Composer } from 'grammy';
import type { Ctx } from '../../telegram/context.ts';
import { isDeclined } from '../../telegram/outage.ts';
import { secretDeleted } from '../../telegram/secrets/deletion.ts';
import { onCommand } from '../../telegram/ui/command.ts';
import { COMMANDS } from '../../telegram/ui/commands-menu.ts';
import { send } from '../../telegram/ui/screen.ts';
import { editedSecret, typedSecret, unaskedSecret } from '../common/unasked-secret.ts';
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
