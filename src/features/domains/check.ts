import { Composer, InputFile } from 'grammy';
import type { Check } from '../../store/checks.ts';
import { onAsked } from '../../telegram/ask.ts';
import { onButton } from '../../telegram/button.ts';
import { onCommand } from '../../telegram/command.ts';
import type { Ctx } from '../../telegram/context.ts';
import { sendMedia } from '../../telegram/media.ts';
import { Refusal } from '../../telegram/refusal.ts';
import { show } from '../../telegram/screen.ts';
import { buttons } from '../buttons.ts';
import { checkFile } from './check-file.ts';
import { CHECK_QUESTION, createIntake } from './check-intake.ts';
import { checkScreen, progressScreen } from './check-screen.ts';
import { uploads } from './check-upload.ts';
import type { Checker } from './checker.ts';
import type { DomainDesk } from './favourites.ts';
import { isDomain } from './name.ts';
import { piecesOf } from './names.ts';

/** /check NAMES…, pasted lists and files: which of them are free, and what they cost. */
export function checking(checker: Checker, desk: DomainDesk): Composer<Ctx> {
  const { askForNames, take, takeFile, begin } = createIntake(checker, desk);
  const check = new Composer<Ctx>();

  onCommand(check, 'check', async (ctx) => {
    if (ctx.match.trim() !== '') return take(ctx, piecesOf(ctx.match));
    await askForNames(ctx);
  });
  check.use(onButton(buttons.checkAsk, askForNames));
  check.use(
    onAsked(CHECK_QUESTION, async (ctx, { text }) => {
      if (text !== undefined) return take(ctx, piecesOf(text));
      if (!(await takeFile(ctx, 'asked'))) await askForNames(ctx);
    }),
  );
  check.use(uploads(takeFile));
  // Nothing but domains: there is little else it could mean.
  check.chatType('private').on('message:text', async (ctx, next) => {
    const pieces = [...piecesOf(ctx.message.text)];
    const plain = pieces.length > 0 && pieces.every(isDomain);
    await (plain ? take(ctx, pieces) : next());
  });
  check.use(
    onButton(buttons.check, async (ctx, { check: id, page }) => {
      const found = await requireCheck(ctx, id);
      const results = await ctx.house.store.checks.found(id);
      await show(
        ctx,
        found.state === 'running' ? progressScreen(found, results, ctx.t) : checkScreen(found, results, ctx.t, page),
      );
    }),
  );
  check.use(
    onButton(buttons.checkCancel, async (ctx, { check: id }) => {
      await requireCheck(ctx, id);
      if (!(await checker.cancel(id))) throw new Refusal((t) => t('check-over'));
    }),
  );
  check.use(
    onButton(buttons.checkAgain, async (ctx, { check: id }) => {
      await requireCheck(ctx, id);
      if (!(await checker.again(id))) throw new Refusal((t) => t('check-going'));
    }),
  );
  check.use(
    onButton(buttons.checkRest, async (ctx, { check: id }) => {
      const before = await requireCheck(ctx, id);
      const { rest } = before;
      // Whoever taps twice finds nothing left.
      const taken = await ctx.house.store.checks.change(id, ['done', 'cancelled', 'stopped'], () => ({ rest: [] }));
      if (!taken || rest.length === 0) throw new Refusal((t) => t('check-over'));
      const names = { domains: rest, junk: [], junkCount: 0, bare: 0, cells: 0, duplicates: 0, cut: false };
      await begin(ctx, before.accountId, names);
    }),
  );
  check.use(
    onButton(buttons.checkFile, async (ctx, { check: id }) => {
      const found = await requireCheck(ctx, id);
      const csv = checkFile(found, await ctx.house.store.checks.found(id), ctx.t);
      const file = new InputFile(Buffer.from(csv), 'domains.csv');
      await sendMedia(ctx, { type: 'document', file, caption: ctx.t('check-file-caption') });
    }),
  );

  return check;
}

/** The person's own check; from here on the tap may stop spinning. @throws Refusal where there is none */
export async function requireCheck(ctx: Ctx, id: string): Promise<Check> {
  const found = await ctx.house.store.checks.get(id);
  if (!found) throw new Refusal((t) => t('check-gone'));
  if (found.userId !== ctx.person.id) throw new Refusal((t) => t('check-not-yours'));
  void ctx.answer();
  return found;
}
