export interface GuessRules {
  /** So many tokens that are not known to be right may have gone to the provider at once. */
  most: number;
  /** One more may go after so long. */
  everyMs: number;
  /** How long a turn is kept for the person who was told of it. */
  turnLifeMs: number;
  /** How long a token waits for those that are being tried: most of them are right, and make room. */
  waitMs: number;
}

export const GUESSES: GuessRules = { most: 30, everyMs: 6_000, turnLifeMs: 10 * 60_000, waitMs: 5_000 };

/** With more turns than this no further one is kept: who comes then has to try their luck. */
const MOST_TURNS = 1_000;

/** A token that is being tried. */
export interface Trial {
  /** Called once, with what the provider said of it; one that it never saw, or that is right, costs nobody anything. */
  end(was: 'wrong' | 'right' | 'unseen'): void;
}

/**
 * Bounds the wrong tokens of all people together: each may guess a few, and a provider that counts them by address would
 * block the bot's for a crowd. Right tokens do not count. Who finds no room is given a turn, in the order in which people
 * came, so that a crowd of guessers can put a right token off, and not lock it out.
 */
export interface TokenGuesses {
  /** Resolves to the trial, or to how long the person has to wait for their turn, in ms. */
  enter(person: number): Promise<Trial | { waitMs: number }>;
}

/** @param now epoch milliseconds */
export function createTokenGuesses(now: () => number, rules: GuessRules = GUESSES): TokenGuesses {
  const { most, everyMs, turnLifeMs, waitMs } = rules;
  /** When all that was tried is forgotten, and every turn that was given has passed. */
  let freeAt = 0;
  let trying = 0;
  const turns = new Map<number, number>();
  /** Those who wait for a trial to end, the one that has waited longest first. */
  const waiting = new Set<() => void>();

  /** A clock that was set back must not lock anybody out. */
  function settle(at: number): void {
    freeAt = Math.min(Math.max(freeAt, at), at + (most + turns.size) * everyMs);
    for (const [person, turn] of turns) if (turn + turnLifeMs < at) turns.delete(person);
  }

  /** How long it takes until one more may go. */
  function untilRoom(at: number): number {
    return freeAt - at - (most - 1) * everyMs;
  }

  function begin(): Trial {
    trying++;
    let open = true;
    return {
      end(was) {
        if (!open) return;
        open = false;
        trying--;
        if (was !== 'wrong') freeAt -= everyMs;
        for (const wake of waiting) wake();
      },
    };
  }

  /** Takes the turn of a person whose time has come. */
  function takeTurn(person: number, at: number): Trial | { waitMs: number } | undefined {
    const turn = turns.get(person);
    if (turn === undefined) return undefined;
    if (turn > at) return { waitMs: turn - at };
    turns.delete(person);
    return begin();
  }

  function giveTurn(person: number, at: number): { waitMs: number } {
    const wait = Math.max(everyMs, untilRoom(at));
    if (turns.size < MOST_TURNS) {
      turns.set(person, at + wait);
      freeAt += everyMs;
    }
    return { waitMs: wait };
  }

  /** Resolves once a trial has ended, or after so long. */
  function untilOneEnds(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      waiting.add(wake);
    });
  }

  return {
    async enter(person) {
      const patience = performance.now() + waitMs;
      for (;;) {
        const at = now();
        settle(at);
        const own = takeTurn(person, at);
        if (own) return own;
        const missing = untilRoom(at);
        if (missing <= 0) {
          freeAt += everyMs;
          return begin();
        }
        const left = patience - performance.now();
        // Were all that are being tried right, there would be room.
        if (missing > trying * everyMs || left <= 0) return giveTurn(person, at);
        await untilOneEnds(left);
      }
    },
  };
}
