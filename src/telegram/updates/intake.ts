import type { Bot } from 'grammy';
import type { Update, User } from 'grammy/types';
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
}

/** The door every update comes through, whichever way it reached us. */
export interface Intake {
  /** Handles one update in its lane. Reports its own errors, never rejects. */
  handle(update: Update): Promise<void>;
  idle(): Promise<void>;
}

export function createIntake(parts: IntakeParts): Intake {
  const { bot, taps, report } = parts;
  const pace = createPace();
  const lanes = createLanes(HANDLER_LIMIT_MS, (lane) => {
    report(new Error(`A handler in lane ${lane} outlived its limit`), 'lanes');
    void tellOverrun(lane);
  });
  /** Whom to tell when a handler takes too long: the person whose update holds the lane. */
  const inLane = new Map<string, User>();

  async function tellOverrun(lane: string): Promise<void> {
    const person = inLane.get(lane);
    if (person)
      await guarded(async () => void (await bot.api.sendMessage(lane, (await parts.textsFor(person))('slow'))));
  }

  async function tooFast(update: Update, person: User, first: boolean): Promise<void> {
    const words = (await parts.textsFor(person)).plain('too-fast');
    const tap = update.callback_query;
    if (tap) await taps.answer(tap.id, words);
    else if (first && update.message?.chat.type === 'private') await bot.api.sendMessage(person.id, words);
  }

  async function guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      report(error, 'intake');
    }
  }

  return {
    idle: () => lanes.idle(),
    async handle(update) {
      const person = personOf(update);
      const tap = update.callback_query;
      const speed = person ? pace(person.id) : 'ok';
      if (person && speed !== 'ok') return guarded(() => tooFast(update, person, speed === 'first'));
      const lane = laneOf(update);
      // A tap that has to wait for its lane must not spin meanwhile.
      if (tap && lanes.busy(lane)) void taps.answer(tap.id);
      await lanes.run(lane, () =>
        guarded(async () => {
          if (person) inLane.set(lane, person);
          try {
            await bot.handleUpdate(update);
          } finally {
            inLane.delete(lane);
            if (tap) {
              await taps.answer(tap.id);
              taps.forget(tap.id);
            }
          }
        }),
      );
    },
  };
}

function personOf(update: Update): User | undefined {
  return update.callback_query?.from ?? update.message?.from;
}

/** The chat, or the person where there is no chat. */
function laneOf(update: Update): string {
  const chat = update.callback_query?.message?.chat ?? update.message?.chat;
  return String(chat?.id ?? personOf(update)?.id ?? 'none');
}
