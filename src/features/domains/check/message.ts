import { type Api, GrammyError } from 'grammy';
import type { Check, CheckResult, Checks } from '../../../store/jobs/checks.ts';
import type { ChatLimits } from '../../../telegram/api/chat-limits.ts';
import { isOutOfReach } from '../../../telegram/api/errors.ts';
import type { Reach } from '../../../telegram/api/reach.ts';
import type { Texts } from '../../../telegram/i18n/index.ts';
import type { NewsRule } from '../../../telegram/tell/tell.ts';
import { type LiveMessage, put, reduce, waitIn } from '../../../telegram/ui/live-message.ts';
import { edit, post, type Screen } from '../../../telegram/ui/screen.ts';
import { briefCheckScreen, checkScreen, progressScreen } from './screen.ts';

const PROGRESS_MS = 3_000;
/** An end this soon after the tap is its answer, and does not wait for room in a group. */
const ANSWER_MS = 5_000;
/** A group has 20 messages a minute for everything: it sees every fourth step. */
const GROUP_STEPS = 4;

interface Dependencies {
  api: Api;
  limits: ChatLimits;
  reach: Pick<Reach, 'standing'>;
  checks: Checks;
  isNews: NewsRule;
  texts: Texts;
  resellerUrl: string | undefined;
  report(error: unknown, where: string): void;
  /** The store's clock, epoch milliseconds. */
  now(): number;
  progressMs?: number | undefined;
}

interface Running {
  check: Check;
  found: ReadonlyMap<number, CheckResult>;
  slow(): boolean;
  /** Only the process that holds the check shows its progress. */
  isHeld(): boolean;
}

interface CheckMessage {
  /** Posts the first message. If that fails, the check runs without one and posts its end. */
  shown(check: Check): Promise<Check>;
  showProgress(running: Running): () => Promise<void>;
  /** Waits in the store for room in a group. Rejects if Telegram can't be reached: the job runner tries again. */
  showEnd(check: Check): Promise<void>;
  /** Shows the end again: this process may have edited the progress over the end that another process showed. */
  showEndAgain(check: Check): Promise<void>;
}

export function createCheckMessage({
  api,
  limits,
  reach,
  checks,
  isNews,
  texts,
  resellerUrl,
  report,
  now,
  progressMs = PROGRESS_MS,
}: Dependencies): CheckMessage {
  const endScreen = async (check: Check) =>
    checkScreen(check, await checks.results(check.id), texts.in(check.locale), '0', { resellerUrl });

  const change = (check: Check, edit: () => Partial<Check>) => checks.change(check.id, [check.state], edit);

  /** Whether the end of this round gets a message of its own, once. */
  async function isNew({ userId, messageId, round, toldRound, tappedAt = 0 }: Check): Promise<boolean> {
    return messageId !== undefined && toldRound !== round && isNews(userId, tappedAt);
  }

  async function show(check: Check, screen: Screen, isNew: boolean): Promise<void> {
    const { messageId: former, round } = check;
    const messageId = await put(api, messageOf(check), screen, { isNew });
    if (messageId === undefined || messageId === former) return;
    // Saved before the old message is reduced, so that a crash repeats only the reducing.
    await change(check, () => ({ messageId, ...(isNew ? { toldRound: round, formerMessage: former } : {}) }));
  }

  async function reduceFormer(check: Check, former: number | undefined): Promise<void> {
    const { locale, domains } = check;
    const brief = texts.in(locale)('check-below', { count: domains.length });
    if (former !== undefined) await reduce(api, messageOf(check), former, brief);
  }

  /** Waits in the store until the chat has room or takes messages again. Resolves to whether the chat does so now. */
  async function isTaken(check: Check, waitMs: number): Promise<boolean> {
    if (waitMs > 0) await change(check, () => ({ heldUntil: now() + waitMs }));
    return waitMs === 0;
  }

  async function hasRoom(check: Check, calls: 1 | 2): Promise<boolean> {
    const { chatId, tappedAt = 0 } = check;
    const isAnswer = now() - tappedAt < ANSWER_MS;
    return isTaken(check, await waitIn({ reach, limits }, chatId, isAnswer ? 'urgent' : 'other', calls));
  }

  /** Resolves to `false` if Telegram refuses the screen. */
  async function tryShow(check: Check, screen: Screen, isNew: boolean): Promise<boolean> {
    try {
      await show(check, screen, isNew);
      return true;
    } catch (error) {
      // Another try now would be refused as well.
      if (isOutOfReach(error)) return true;
      if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
      report(error, 'check');
      return false;
    }
  }

  return {
    async shown(check) {
      if (check.messageId !== undefined) return check;
      try {
        if ((await reach.standing(check.chatId)).silence) return check;
        const screen = progressScreen(check, new Map(), texts.in(check.locale));
        const messageId = await post(api, messageOf(check).place, screen);
        // The stored check: its chat may have migrated meanwhile.
        return (await checks.change(check.id, ['running'], () => ({ messageId }))) ?? { ...check, messageId };
      } catch (error) {
        report(error, 'check');
        return check;
      }
    },
    showProgress({ check, found, slow, isHeld }) {
      let showing: Promise<unknown> = Promise.resolve();
      let busy = false;
      let step = 0;
      const mayEdit = async () => (await waitIn({ reach, limits }, check.chatId, 'other')) === 0;
      const isTurn = () => check.chatId > 0 || step++ % GROUP_STEPS === 0;
      const tick = async () => {
        if (check.messageId !== undefined && isHeld() && isTurn() && (await mayEdit()))
          await edit(api, check.chatId, check.messageId, progressScreen(check, found, texts.in(check.locale), slow()));
      };
      const showNow = () => {
        if (busy) return;
        busy = true;
        showing = tick()
          .catch((error) => report(error, 'check'))
          .finally(() => {
            busy = false;
          });
      };
      // The message shows the end of the round before, or the progress before a restart.
      if (check.round > 0 || found.size > 0) showNow();
      const timer = setInterval(showNow, progressMs);
      return async () => {
        clearInterval(timer);
        await showing;
      };
    },
    async showEnd(check) {
      const isNewMessage = await isNew(check);
      if (!(await hasRoom(check, isNewMessage ? 2 : 1))) return;
      const found = await checks.results(check.id);
      const t = texts.in(check.locale);
      for (const screen of [checkScreen(check, found, t, '0', { resellerUrl }), briefCheckScreen(check, found, t)])
        if (await tryShow(check, screen, isNewMessage)) break;
      // Telegram's refusal a moment ago may mean that the chat takes no message.
      if (!(await isTaken(check, await waitIn({ reach, limits }, check.chatId, 'urgent')))) return;
      await reduceFormer(check, isNewMessage ? check.messageId : check.formerMessage);
      await checks.endShown(check.id);
    },
    async showEndAgain(check) {
      const { chatId, messageId, formerMessage } = check;
      if (messageId !== undefined) await edit(api, chatId, messageId, await endScreen(check));
      await reduceFormer(check, formerMessage);
    },
  };
}

function messageOf({ chatId, topicId, locale, messageId }: Check): LiveMessage {
  return { place: { chatId, topicId, locale }, messageId };
}
