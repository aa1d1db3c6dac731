export interface GuessRules {
  /** The number of tokens not known to be right that may go to the provider at once. */
  most: number;
  /** After this time one more may go. */
  everyMs: number;
  /** How long a promised turn stays reserved for its person. */
  turnLifeMs: number;
  /** How long a token waits for those that are being tried: most of them are right and free their place. */
  waitMs: number;
}

export const GUESSES: GuessRules = { most: 30, everyMs: 6_000, turnLifeMs: 10 * 60_000, waitMs: 5_000 };

/** The limit of reserved turns. Beyond it a person gets no turn and can only try again. */
const MOST_TURNS = 1_000;

/** A token that is being tried at the provider. */
export interface Attempt {
  /** Ends the attempt with the provider's answer: only a token that it refused counts. */
  end(was: 'wrong' | 'right' | 'unseen'): void;
}

/**
 * Limits the wrong tokens of all people together: each person may guess a few, and a provider that counts by address would block
 * the bot's address for a crowd. Right tokens do not count. A person who finds no room gets a turn, in order of arrival, so that a
 * crowd of guessers can delay a right token but not lock it out.
 */
export interface TokenGuesses {
  /**
   * Resolves to the attempt; to the time until the person's turn, in ms, where too many were wrong; to `unanswered` where the provider
   * does not answer about those that are being tried.
   */
  enter(person: number): Promise<Attempt | { waitMs: number } | 'unanswered'>;
}

/** @param now epoch milliseconds */
export function createTokenGuesses(now: () => number, rules: GuessRules = GUESSES): TokenGuesses {
  const { most, everyMs, turnLifeMs, waitMs } = rules;
  /** When every wrong token is forgotten and every reserved turn has passed. */
  let freeAt = 0;
  let trying = 0;
  const turns = new Map<number, number>();
  /** The waiting tokens, the oldest first; each is called when an attempt ends. */
  const waiting = new Set<() => void>();

  /** Bounds `freeAt`, because a clock that was set back would lock people out, and drops old turns. */
  function settle(at: number): void {
    freeAt = Math.min(Math.max(freeAt, at), at + (most + turns.size) * everyMs);
    for (const [person, turn] of turns) if (turn + turnLifeMs < at) turns.delete(person);
  }

  /** The time until one more may go. */
  function untilRoom(at: number): number {
    return freeAt - at - (most - 1) * everyMs;
  }

  function begin(): Attempt {
    trying++;
    let open = true;
    return {
      end(was) {
        if (!open) return;
        open = false;
        trying--;
        if (was === 'wrong') freeAt = Math.max(freeAt, now()) + everyMs;
        for (const wake of waiting) wake();
      },
    };
  }

  /** Begins the attempt of a person whose turn has come. */
  function takeTurn(person: number, at: number): Attempt | { waitMs: number } | undefined {
    const turn = turns.get(person);
    if (turn === undefined) return undefined;
    if (turn > at) return { waitMs: turn - at };
    turns.delete(person);
    freeAt -= everyMs;
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

  /** Resolves once an attempt has ended, or after so long. */
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
        // All that are being tried may turn out wrong.
        if (missing + trying * everyMs <= 0) return begin();
        if (missing > 0) return giveTurn(person, at);
        const left = patience - performance.now();
        if (left <= 0) return 'unanswered';
        await untilOneEnds(left);
      }
    },
  };
}
