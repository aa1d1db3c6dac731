import { randomBytes } from 'node:crypto';
import { Composer, InputFile } from 'grammy';
import type { Check } from '../../store/checks.ts';
import { requireAccess } from '../../telegram/access.ts';
import { ask, onAsked } from '../../telegram/ask.ts';
import { onButton } from '../../telegram/button.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { readDocument } from '../../telegram/document.ts';
import { code } from '../../telegram/format.ts';
import type { Html } from '../../telegram/i18n.ts';
import { sendMedia } from '../../telegram/media.ts';
import { Refusal } from '../../telegram/refusal.ts';
import { send, show } from '../../telegram/screen.ts';
import { buttons } from '../buttons.ts';
import { home } from '../leads.ts';
import { checkFile } from './check-file.ts';
import { checkScreen, progressScreen } from './check-screen.ts';
import type { Checker } from './checker.ts';
import { type DomainDesk, favouritesOf } from './favourites.ts';
import { isListFile, LARGEST_LIST, piecesOfFile } from './list-file.ts';
import { isDomain, reads } from './name.ts';
import { cleanNames, MOST_IN_RUN, type Names, piecesOf } from './names.ts';

const QUESTION = 'check';
const MEGABYTE = 1024 * 1024;

/** /check NAMES…, pasted lists and files: which of them are free, and what they cost. */
export function checking(checker: Checker, desk: DomainDesk): Composer<Ctx> {
  const check = new Composer<Ctx>();

  check.command('check', async (ctx) => {
    if (ctx.match.trim() !== '') return take(ctx, piecesOf(ctx.match));
    await askForNames(ctx);
  });
  check.use(onButton(buttons.checkAsk, askForNames));
  check.use(
    onAsked(QUESTION, async (ctx, { text }) => {
      if (text !== undefined) return take(ctx, piecesOf(text));
      if (!(await takeFile(ctx))) await askForNames(ctx);
    }),
  );
  check.on('message:document', async (ctx, next) => {
    if (/^\/check\b/.test(ctx.message.caption ?? '')) return void (await takeFile(ctx));
    const { file_name, mime_type } = ctx.message.document;
    if (!isPrivate(ctx) || !isListFile(file_name, mime_type)) return next();
    const text = await readDocument(ctx, LARGEST_LIST);
    const pieces = text === undefined || text === 'too-large' ? 'binary' : piecesOfFile(file_name, text);
    // Nobody asked for it: of what may be anybody's notes only whole domains are names.
    const names = pieces === 'binary' ? undefined : cleanNames(pieces, []);
    if (!names || names.domains.length === 0) return next();
    await begin(ctx, (await requireAccess(ctx)).account.id, names);
  });
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
      const names = { domains: rest, junk: [], junkCount: 0, duplicates: 0, cut: false };
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

  async function askForNames(ctx: Ctx): Promise<void> {
    await requireAccess(ctx);
    const favourites = await favouritesOf(ctx, desk);
    const list: Html = { html: favourites.map((suffix) => code(`.${reads(suffix)}`).html).join(' ') };
    const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
    const text = ctx.t('check-ask', { favourites: list });
    if (isPrivate(ctx)) await ask(ctx, QUESTION, [], { text, keyboard: [[cancel]] });
    else await send(ctx, { text: ctx.t('check-ask-group') });
  }

  /** `false` where there is no file. */
  async function takeFile(ctx: Ctx): Promise<boolean> {
    const file = ctx.message?.document;
    if (!file) return false;
    if (!isListFile(file.file_name, file.mime_type)) throw new Refusal((t) => t('check-file-type'));
    const text = await readDocument(ctx, LARGEST_LIST);
    if (text === 'too-large') throw new Refusal((t) => t('check-file-large', { most: LARGEST_LIST / MEGABYTE }));
    const pieces = piecesOfFile(file.file_name, text ?? '');
    if (pieces === 'binary') throw new Refusal((t) => t('check-file-binary'));
    await take(ctx, pieces);
    return true;
  }

  async function take(ctx: Ctx, pieces: Iterable<string>): Promise<void> {
    const access = await requireAccess(ctx);
    const names = cleanNames(pieces, await favouritesOf(ctx, desk));
    if (names.domains.length === 0) return void (await send(ctx, { text: ctx.t('check-none'), keyboard: [home(ctx)] }));
    await begin(ctx, access.account.id, names);
  }

  /** Shows that it begins, in a message of its own, and lets it run. */
  async function begin(ctx: Ctx, accountId: string, names: Names): Promise<void> {
    const check: Check = {
      ...names,
      id: randomBytes(9).toString('base64url'),
      state: 'running',
      userId: ctx.person.id,
      chatId: ctx.chat?.id ?? ctx.person.id,
      accountId,
      locale: ctx.person.locale,
      domains: names.domains.slice(0, MOST_IN_RUN),
      rest: names.domains.slice(MOST_IN_RUN),
      round: 0,
    };
    const messageId = await send(ctx, progressScreen(check, new Map(), ctx.t));
    await checker.begin({ ...check, messageId });
  }

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
