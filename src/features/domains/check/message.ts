import { type Api, GrammyError } from 'grammy';
import type { Check, Checks } from '../../../store/checks.ts';
import { whatTelegramSays } from '../../../telegram/api/errors.ts';
import type { Texts } from '../../../telegram/i18n/index.ts';
import { edit, post, type Screen } from '../../../telegram/ui/screen.ts';
import { briefCheckScreen, checkScreen, progressScreen } from './screen.ts';

interface Dependencies {
  api: Api;
  checks: Checks;
  texts: Texts;
  /** Where the reseller service is bought. */
  resellerUrl: string | undefined;
  report(error: unknown, where: string): void;
}

/** The message that a check is shown in. */
export interface CheckMessage {
  /** In a message, unless it is; without one it runs all the same, and its end gets one. */
  shown(check: Check): Promise<Check>;
  /**
   * Shows its end, in a new message where the old one is gone. Where Telegram does not take it, it is shown without the names;
   * where it can't be shown just now, that is tried again later.
   */
  tellEnd(check: Check): Promise<void>;
  /** Another process showed its end: what this one showed last may have come behind that. */
  mend(check: Check): Promise<void>;
}

export function createCheckMessage({ api, checks, texts, resellerUrl, report }: Dependencies): CheckMessage {
  const endScreen = async (check: Check) =>
    checkScreen(check, await checks.found(check.id), texts.in(check.locale), '0', { resellerUrl });

  /** Resolves to whether there is nothing left to show. */
  async function showEnd(check: Check, screen: Screen): Promise<boolean> {
    const { chatId, messageId } = check;
    try {
      if (messageId === undefined || !(await edit(api, chatId, messageId, screen))) {
        const shownIn = await post(api, chatId, screen);
        await checks.change(check.id, [check.state], () => ({ messageId: shownIn }));
      }
      return true;
    } catch (error) {
      // The person can't be reached: the message would not be read.
      if (whatTelegramSays(error) === 'unreachable') return true;
      // The same would be refused again, however often.
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
        // As the store has it: the chat may be another by now.
        return (await checks.change(check.id, ['running'], () => ({ messageId }))) ?? { ...check, messageId };
      } catch (error) {
        report(error, 'check');
        return check;
      }
    },
    async tellEnd(check) {
      const found = await checks.found(check.id);
      const t = texts.in(check.locale);
      for (const screen of [checkScreen(check, found, t, '0', { resellerUrl }), briefCheckScreen(check, found, t)])
        if (await showEnd(check, screen)) break;
      await checks.rest(check.id);
    },
    async mend(check) {
      if (check.messageId !== undefined) await edit(api, check.chatId, check.messageId, await endScreen(check));
    },
  };
}
