import { Composer } from 'grammy';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import type { CheckInput } from './input.ts';
import { isListFile, isSheetFile } from './list-file.ts';

/** Files that bring names: behind /check, in a group in answer to the bot, and in private also unasked. */
export function uploads(takeFile: CheckInput['takeFile']): Composer<Ctx> {
  const composer = new Composer<Ctx>();
  composer.on('message:document', async (ctx, next) => {
    const { file_name, mime_type } = ctx.message.document;
    const list = isListFile(file_name, mime_type);
    const answers = ctx.message.reply_to_message?.from?.id === ctx.me.id;
    if (isCaptioned(ctx) || (list && answers && !isPrivate(ctx))) return void (await takeFile(ctx, 'asked'));
    // In a group it is somebody else who is meant.
    if (!isPrivate(ctx) || !(list || isSheetFile(file_name))) return next();
    await takeFile(ctx, 'unasked');
  });
  return composer;
}

/** Whether the caption is /check, to nobody else. */
function isCaptioned({ message, me }: Ctx): boolean {
  const found = /^\/check(?:@(\w+))?(?:\s|$)/i.exec(message?.caption ?? '');
  return found !== null && (found[1] === undefined || found[1].toLowerCase() === me.username.toLowerCase());
}
