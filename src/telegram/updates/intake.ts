import type { Bot } from 'grammy';
import type { CallbackQuery, Chat, Update, User } from 'grammy/types';
import type { Ctx } from '../context.ts';
import type { Translate } from '../i18n.ts';
import { createLanes } from './lanes.ts';
import { createPace } from './pace.ts';
import type { Taps } from './taps.ts';

/** A handler that takes longer than this lets the next update of its lane in. */
const HANDLER_LIMIT_MS = 60_000;

export interface IntakeParts {
  bot: Bot<Ctx>;
  taps: Taps;
  /** The texts in the person's language; falls back to their client's when the store is out of reach. */
  textsFor(person: User): Promise<Translate>;
  report(error: unknown, where: string): void;
  handlerLimitMs?: number;
}

/** The door every update comes through, whichever way it reached us. */
export interface Intake {
  /**
   * Handles one update in its lane. Reports its own errors, never rejects. Resolves to whether it was handled: `false`
   * when the program stopped before its turn, or `patience` was aborted before it: then it is never handled.
   */
  handle(update: Update, patience?: AbortSignal): Promise<boolean>;
  /** Begins nothing more. */
  close(): void;
  /** Resolves when nothing is being handled. */
  idle(): Promise<void>;
}

export function createIntake(parts: IntakeParts): Intake {
  const { bot, taps, report } = parts;
  const pace = createPace();
  const lanes = createLanes(parts.handlerLimitMs ?? HANDLER_LIMIT_MS);

  async function tellOverrun(chat: Chat | undefined, person: User): Promise<void> {
    await bot.api.sendMessage(chat?.id ?? person.id, (await parts.textsFor(person))('slow'));
  }

  async function onlyAnswer(tapId: string, words: string): Promise<void> {
    await taps.answer(tapId, words);
    taps.forget(tapId);
  }

  async function guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      report(error, 'intake');
    }
  }

  return {
    close: () => lanes.close(),
    idle: () => lanes.idle(),
    async handle(update, patience) {
      const { person, chat, tap } = partiesOf(update);
      // Telegram itself limits how fast people write; a message dropped here could be an answer, or a secret left to be read.
      if (tap && !pace(tap.from.id)) {
        await guarded(async () => onlyAnswer(tap.id, (await parts.textsFor(tap.from)).plain('too-fast')));
        return true;
      }
      // Not on a message of ours: there is nothing to show anything in.
      if (tap && !chat) {
        await guarded(async () => onlyAnswer(tap.id, (await parts.textsFor(tap.from)).plain('button-old')));
        return true;
      }
      // The chat, or the person where there is no chat. An inline query changes nothing and waits for nobody.
      const lane = update.inline_query ? `inline ${update.inline_query.id}` : String(chat?.id ?? person?.id ?? 'none');
      // A tap that has to wait for its lane must not spin meanwhile.
      if (tap && lanes.busy(lane)) void taps.answer(tap.id);
      const job = () =>
        guarded(async () => {
          try {
            await bot.handleUpdate(update);
          } finally {
            if (tap) {
              await taps.answer(tap.id);
              taps.forget(tap.id);
            }
          }
        });
      const late = () => {
        report(new Error(`A handler in lane ${lane} outlived its limit`), 'lanes');
        if (person) void guarded(() => tellOverrun(chat, person));
      };
      return lanes.run(lane, job, late, patience);
    },
  };
}

interface Parties {
  tap: CallbackQuery | undefined;
  /** Who acted. */
  person: User | undefined;
  chat: Chat | undefined;
}

function partiesOf({ callback_query: tap, message, inline_query: inline }: Update): Parties {
  return { tap, person: tap?.from ?? message?.from ?? inline?.from, chat: tap?.message?.chat ?? message?.chat };
}
