export interface GuessRules {
  most: number;
  /** After this time one more token may go to the provider. */
  everyMs: number;
  turnLifeMs: number;
  /** Most tokens that are being tried are right, and free their place within this time. */
  waitMs: number;
}

export const GUESSES: GuessRules = { most: 30, everyMs: 6_000, turnLifeMs: 10 * 60_000, waitMs: 5_000 };

const MAX_RESERVED_TURNS = 1_000;

export interface Attempt {
  /** Only a token that the provider refused counts. */
  end(was: 'wrong' | 'right' | 'unseen'): void;
}

/**
 * Limits all people together, since a provider may block the bot's address. Turns keep guessers from locking others
 * out.
 */
export interface TokenGuesses {
  /** `unanswered`: the provider does not answer about the tokens that are being tried. */
  enter(person: number): Promise<Attempt | { waitMs: number } | 'unanswered'>;
}

export function createTokenGuesses(now: () => number, rules: GuessRules = GUESSES): TokenGuesses {
  const { most, everyMs, turnLifeMs, waitMs } = rules;
  let freeAt = 0;
  let trying = 0;
  const turns = new Map<number, number>();
  const waiting = new Set<() => void>();

  /** A clock that was set back would lock people out. */
  function settle(at: number): void {
    freeAt = Math.min(Math.max(freeAt, at), at + (most + turns.size) * everyMs);
    for (const [person, turn] of turns) if (turn + turnLifeMs < at) turns.delete(person);
  }

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
    if (turns.size < MAX_RESERVED_TURNS) {
      turns.set(person, at + wait);
      freeAt += everyMs;
    }
    return { waitMs: wait };
  }

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
        // All tokens that are being tried may turn out wrong.
        if (missing + trying * everyMs <= 0) return begin();
        if (missing > 0) return giveTurn(person, at);
        const left = patience - performance.now();
        if (left <= 0) return 'unanswered';
        await untilOneEnds(left);
      }
    },
  };
}
