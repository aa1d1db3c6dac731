import type { Message, User } from 'grammy/types';
import { buttons } from '../../../src/features/buttons.ts';
import type { Call, World } from '../../../src/sandbox/telegram/index.ts';

const LONGEST_MS = 20_000;
/** The calls that show something. */
const SCREENS = ['sendMessage', 'editMessageText', 'sendPhoto', 'editMessageMedia'];

/** A person who uses the bot and measures the time to its answers. */
export interface TimedPerson {
  /** Sends a message; resolves with the milliseconds until the bot's next screen is visible. */
  say(text: string): Promise<number>;
  /** Taps the button whose data begins with `start`, on the newest message that has one; resolves as {@link TimedPerson.say}. */
  press(start: string): Promise<number>;
  /** Connects the account of this token. */
  connect(token: string): Promise<void>;
  /** Resolves when the newest message has a button whose data begins with `start`. */
  finds(start: string): Promise<void>;
  /** Resolves when the newest message shows how a restart ended: it leads to the server's card, and no longer offers to look again. */
  seesOutcome(): Promise<void>;
}

/** @param counts whether a call that shows something is the answer waited for */
export function createTimedPerson(
  world: World,
  { id }: User,
  counts: (call: Call) => boolean = () => true,
): TimedPerson {
  const shows = (call: Call) => call.ok && SCREENS.includes(call.method) && call.params.chat_id === id && counts(call);

  async function clocked(act: () => unknown): Promise<number> {
    let next = world.calls.length;
    const begun = performance.now();
    act();
    const ms = await world.until(
      () => {
        // The listener runs within the call's effect: this is the moment the screen is there.
        for (; next < world.calls.length; next++) {
          const call = world.calls[next];
          if (call && shows(call)) return performance.now() - begun;
        }
        return undefined;
      },
      { timeoutMs: LONGEST_MS, describe: () => JSON.stringify(world.messages(id, id).at(-1)) },
    );
    await world.until(() => world.pending() === 0);
    return ms;
  }

  async function newest(matches: (data: readonly string[]) => boolean): Promise<void> {
    await world.until(() => matches(dataOf(world.messages(id, id).at(-1))), { timeoutMs: LONGEST_MS });
  }

  const finds = (start: string) => newest((data) => data.some((each) => each.startsWith(start)));

  return {
    finds,
    seesOutcome: () =>
      newest(
        (data) =>
          data.some((each) => each.startsWith(`${buttons.server.name}|`)) &&
          !data.some((each) => each.startsWith(`${buttons.lookAgain.name}|`)),
      ),
    say: (text) => clocked(() => world.say(id, id, text)),
    async connect(token) {
      await clocked(() => world.say(id, id, `/connect ${token}`));
      await finds(`${buttons.servers.name}|`);
    },
    press(start) {
      for (const message of [...world.messages(id, id)].reverse()) {
        const data = dataOf(message).find((each) => each.startsWith(start));
        if (data !== undefined) return clocked(() => world.press(id, id, message.message_id, data));
      }
      throw new Error(`no button ${start} in ${JSON.stringify(world.messages(id, id).at(-1))}`);
    },
  };
}

function dataOf(message: Message | undefined): string[] {
  const buttons = message?.reply_markup?.inline_keyboard.flat() ?? [];
  return buttons.flatMap((button) => ('callback_data' in button ? [button.callback_data] : []));
}
