import { InputFile } from 'grammy';
import type { Check } from '../../../store/jobs/checks.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { onAsked } from '../../../telegram/dialog/ask.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { onButton } from '../../../telegram/ui/button.ts';
import { onCommand } from '../../../telegram/ui/command.ts';
import { sendMedia, show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { deleteUnsolicitedSecret } from '../../common/input/unsolicited-secret.ts';
import type { DomainContext } from '../favourites.ts';
import { isDomain } from '../names/name.ts';
import { wholeSuffix } from '../names/suffix.ts';
import { checkFile } from './csv.ts';
import {
  CHECK_QUESTION,
  type CheckInput,
  checkIdOf,
  createCheckInput,
  isBegun,
  newCheck,
  requireRoom,
} from './input.ts';
import { isListFile, isSheetFile } from './list-file.ts';
import { piecesOf } from './names.ts';
import type { Checker } from './runner.ts';
import { checkScreen, progressScreen } from './screen.ts';

/** /check NAMES…, pasted lists and files: availability and price of many names. */
export function checking(checker: Checker, context: DomainContext): Composer<Ctx> {
  const { askForNames, take, offer, takeOffered, takeFile } = createCheckInput(checker, context);
  const check = new Composer<Ctx>();

  onCommand(check, 'check', async (ctx) => {
    if (ctx.match.trim() !== '') return take(ctx, ctx.match);
    await askForNames(ctx);
  });
  check.use(onButton(buttons.checkAsk, (ctx) => askForNames(ctx)));
  check.use(onButton(buttons.checkUnder, (ctx, { suffix }) => askForNames(ctx, wholeSuffix(suffix))));
  check.use(
    onAsked(CHECK_QUESTION, async (ctx, { text, about: [suffix] }) => {
      if (text !== undefined) return take(ctx, text, suffix);
      if (!(await takeFile(ctx, 'asked', suffix))) await askForNames(ctx, suffix);
    }),
  );
  check.use(uploads(takeFile));
  check.chatType('private').on('message:text', async (ctx, next) => {
    const pieces = [...piecesOf(ctx.message.text)];
    // An e-mail address is no domain to check.
    const names = pieces.filter((piece) => !piece.includes('@') && isDomain(piece));
    // A text of nothing but domains asks for a check.
    if (pieces.length > 0 && pieces.every(isDomain)) {
      ctx.pendingCommand = `/check ${ctx.message.text}`;
      return take(ctx, ctx.message.text);
    }
    if (names.length === 0 || ctx.message.text.startsWith('/')) return next();
    if (!(await deleteUnsolicitedSecret(ctx))) await offer(ctx, names);
  });
  check.use(onButton(buttons.checkThese, (ctx, { list }) => takeOffered(ctx, list)));
  check.use(
    onButton(buttons.check, async (ctx, { check: id, page }) => {
      const found = await requireCheck(ctx, id, page);
      const results = await ctx.services.store.checks.results(id);
      await show(
        ctx,
        found.state === 'running'
          ? progressScreen(found, results, ctx.t)
          : checkScreen(found, results, ctx.t, page, ctx.services),
        'all',
      );
    }),
  );
  check.use(
    onButton(buttons.checkCancel, async (ctx, { check: id }) => {
      await requireOwn(ctx, id);
      if (!(await checker.cancel(id))) throw new Refusal((t) => t('check-over'));
      void ctx.answer();
    }),
  );
  check.use(
    onButton(buttons.checkAgain, async (ctx, { check: id }) => {
      const { state, roundId } = await requireOwn(ctx, id);
      if (roundId === checkIdOf(ctx)) return void ctx.answer();
      if (state !== 'running') await requireRoom(ctx);
      if (!(await checker.again(id, checkIdOf(ctx)))) throw new Refusal((t) => t('check-going'));
      void ctx.answer();
    }),
  );
  check.use(
    onButton(buttons.checkRest, async (ctx, { check: id }) => {
      const { rest } = await requireOwn(ctx, id);
      if (await isBegun(ctx)) return;
      if (rest.length > 0) await requireRoom(ctx);
      const { locale } = ctx.person;
      const begun = await checker.beginRest(id, ({ userId, chatId, topicId, accountId, rest }) =>
        newCheck({
          id: checkIdOf(ctx),
          userId,
          chatId,
          topicId,
          accountId,
          locale,
          domains: rest,
          junk: [],
          junkCount: 0,
          duplicates: 0,
          cut: false,
        }),
      );
      // A second tap finds no rest.
      if (!begun) throw new Refusal((t) => t('check-rest-begun'));
      void ctx.answer();
    }),
  );
  check.use(
    onButton(buttons.checkFile, async (ctx, { check: id }) => {
      const found = await requireCheck(ctx, id);
      const csv = checkFile(found, await ctx.services.store.checks.results(id), ctx.t);
      const file = new InputFile(Buffer.from(csv), 'domains.csv');
      await sendMedia(ctx, { type: 'document', file, caption: ctx.t('check-file-caption') }, 'all');
    }),
  );

  return check;
}

/** Also answers the tap. @throws Refusal if the check is gone or another person's */
export async function requireCheck(ctx: Ctx, id: string, page = '0'): Promise<Check> {
  const found = await requireOwn(ctx, id, page);
  void ctx.answer();
  return found;
}

/** An error's screen leads back to the check. @throws Refusal if it is gone or another person's */
async function requireOwn(ctx: Ctx, id: string, page = '0'): Promise<Check> {
  ctx.back = buttons.check.make(ctx.t.plain('button-check-results'), { check: id, page });
  const found = await ctx.services.store.checks.get(id);
  if (!found) throw new Refusal((t) => t('check-gone'));
  if (found.userId !== ctx.person.id) throw new Refusal((t) => t('check-not-yours'));
  return found;
}

function uploads(takeFile: CheckInput['takeFile']): Composer<Ctx> {
  const composer = new Composer<Ctx>();
  composer.on('message:document', async (ctx, next) => {
    const { file_name, mime_type } = ctx.message.document;
    const list = isListFile(file_name, mime_type);
    const answers = ctx.message.reply_to_message?.from?.id === ctx.me.id;
    if (isCaptioned(ctx) || (list && answers && !isPrivate(ctx))) return void (await takeFile(ctx, 'asked'));
    // In a group, an uncaptioned file is not for the bot.
    if (!isPrivate(ctx) || !(list || isSheetFile(file_name))) return next();
    await takeFile(ctx, 'unasked');
  });
  return composer;
}

function isCaptioned({ message, me }: Ctx): boolean {
  const found = /^\/check(?:@(\w+))?(?:\s|$)/i.exec(message?.caption ?? '');
  return found !== null && (found[1] === undefined || found[1].toLowerCase() === me.username.toLowerCase());
}
