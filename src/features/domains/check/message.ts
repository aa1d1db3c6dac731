import { type Api, GrammyError } from 'grammy';
import type { Check, CheckResult, Checks } from '../../../store/jobs/checks.ts';
import { whatTelegramSays } from '../../../telegram/api/errors.ts';
import type { ChatLimits } from '../../../telegram/api/limits.ts';
import type { Texts } from '../../../telegram/i18n/index.ts';
import { edit, post, type Screen } from '../../../telegram/ui/screen.ts';
import { briefCheckScreen, checkScreen, progressScreen } from './screen.ts';

const PROGRESS_MS = 3_000;
/** A group has 20 messages a minute for everything: it sees every fourth step. */
const GROUP_STEPS = 4;

interface Dependencies {
  api: Api;
  limits: ChatLimits;
  checks: Checks;
  texts: Texts;
  /** Where the reseller service is bought. */
  resellerUrl: string | undefined;
  report(error: unknown, where: string): void;
  /** How often the progress is shown. */
  progressMs?: number | undefined;
}

interface Running {
  check: Check;
  found: ReadonlyMap<number, CheckResult>;
  /** Whether the provider slows the check down. */
  slow(): boolean;
  /** Whether this process holds the check: only then it shows the progress. */
  isHeld(): boolean;
}

/** The message that a check is shown in. */
interface CheckMessage {
  /** Posts the message where the check has none. When that fails, the check runs without one and its end is posted. */
  shown(check: Check): Promise<Check>;
  /** Shows the progress every few seconds. Returns the function that stops this, and resolves after the last edit. */
  showProgress(running: Running): () => Promise<void>;
  /**
   * Shows the end of a check, in a new message where the old one is gone, and without the names where Telegram refuses the
   * text. Rejects where Telegram can't be reached: the job runner tries again.
   */
  showEnd(check: Check): Promise<void>;
  /** Shows the end again: another process showed it, and this one may have edited the progress over it. */
  showEndAgain(check: Check): Promise<void>;
}

export function createCheckMessage({
  api,
  limits,
  checks,
  texts,
  resellerUrl,
  report,
  progressMs = PROGRESS_MS,
}: Dependencies): CheckMessage {
  const endScreen = async (check: Check) =>
    checkScreen(check, await checks.results(check.id), texts.in(check.locale), '0', { resellerUrl });

  /** Resolves to `false` where Telegram refuses the screen. */
  async function tryShow(check: Check, screen: Screen): Promise<boolean> {
    const { chatId, messageId } = check;
    try {
      if (messageId === undefined || !(await edit(api, chatId, messageId, screen))) {
        const shownIn = await post(api, chatId, screen);
        await checks.change(check.id, [check.state], () => ({ messageId: shownIn }));
      }
      return true;
    } catch (error) {
      // The person can't be reached: nothing is left to show.
      if (whatTelegramSays(error) === 'unreachable') return true;
      // Telegram would refuse the same text again.
      if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
      report(error, 'check');
      return false;
    }
  }

  return {
    async shown(check) {
      if (check.messageId !== undefined) return check;
      try {
        const messageId = await post(api, check.chatId, progressScreen(check, new Map(), texts.in(check.locale)));
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
      const mayEdit = async () => !limits.away(check.chatId) && (await limits.admit(check.chatId)) === 0;
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
      const found = await checks.results(check.id);
      const t = texts.in(check.locale);
      for (const screen of [checkScreen(check, found, t, '0', { resellerUrl }), briefCheckScreen(check, found, t)])
        if (await tryShow(check, screen)) break;
      await checks.endShown(check.id);
    },
    async showEndAgain(check) {
      if (check.messageId !== undefined) await edit(api, check.chatId, check.messageId, await endScreen(check));
    },
  };
}
