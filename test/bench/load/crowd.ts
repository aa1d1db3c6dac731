import { setTimeout as wait } from 'node:timers/promises';
import type { Person, Pool } from './people.ts';
import type { Crowded, Work } from './protocol.ts';
import type { Telegram } from './telegram.ts';

/** The people who ask for dear things at the same time. */
export const CROWD = 20;
/** The people who use the bot meanwhile as on any day. */
const OTHERS = 10;
const MB = 1024 * 1024;

/** The request of a person, and the pause before the next one: the bot reads ten files a minute of one person. */
const ASKS: Record<Work, { pauseMs: number; ask(telegram: Telegram, person: Person): void }> = {
  graph: { pauseMs: 300, ask: (telegram, { user }) => telegram.say(user, '/graph 10.0.0.0 week') },
  list: { pauseMs: 300, ask: (telegram, { user }) => telegram.say(user, '/servers') },
  file: {
    pauseMs: 6_000,
    ask: (telegram, { user }) =>
      telegram.upload(
        user,
        { name: 'tokens.txt', type: 'text/plain', text: 'aB1cD2eF3gH4iJ5kL6mN7.o '.repeat(MB / 24) },
        '/check',
      ),
  },
  csv: {
    pauseMs: 6_000,
    ask: (telegram, { user }) =>
      telegram.upload(user, { name: 'cells.csv', type: 'text/csv', text: 'a,'.repeat(MB / 2) }, '/check'),
  },
};

/** Other people go their rounds while the crowd asks for one kind of work, or for nothing. */
export async function crowd(
  telegram: Telegram,
  pool: Pool,
  people: readonly Person[],
  work: Work | 'nothing',
  seconds: number,
): Promise<Crowded> {
  const end = performance.now() + seconds * 1_000;
  const runs = () => performance.now() < end;
  const waits: number[] = [];
  let answered = 0;
  const other = async () => {
    while (runs()) {
      const person = await pool.take();
      waits.push(...(await person.round()).waits);
      void person.outcome().then(() => pool.put(person));
    }
  };
  const one = async (person: Person, { pauseMs, ask }: (typeof ASKS)[Work], index: number) => {
    // Each person begins a little later than the one before.
    for (await wait((pauseMs * index) / CROWD); runs(); await wait(pauseMs)) {
      await person.clocked(() => ask(telegram, person));
      answered++;
    }
  };
  const asking = work === 'nothing' ? [] : people.map((person, index) => one(person, ASKS[work], index));
  await Promise.all([...Array.from({ length: OTHERS }, other), ...asking]);
  return { waits, answered };
}
