import { setTimeout as wait } from 'node:timers/promises';
import type { User } from 'grammy/types';
import { record, type Script, type SeenCall } from '../workers/script.ts';
import { CROWD, crowd } from './crowd.ts';
import { serve } from './http.ts';
import { checkNames } from './names.ts';
import { Person, Pool, STEPS } from './people.ts';
import { type Command, type Options, options as shape } from './protocol.ts';
import { Provider, tokenOf } from './provider.ts';
import { BOT_TOKEN, Telegram } from './telegram.ts';

/** Telegram, the provider and the people, in a process of their own, quick enough to saturate a bot. */
const FIRST_ID = 7_000_001;
/** Longer than the last things the real bot does for a step. */
const QUIET_MS = 300;
/** The number of people who connect at the same time. */
const CONNECTING = 20;

const options: Options = shape.parse(JSON.parse(process.argv[2] ?? ''));
const latency = { telegramMs: 0, providerMs: 0 };
const strangers: number[] = [];
const calls: Record<string, number> = {};
let seen: SeenCall[] | undefined;

const count = (name: string) => {
  calls[name] = (calls[name] ?? 0) + 1;
};
const telegram = new Telegram({
  latencyMs: () => latency.telegramMs,
  called: count,
  noted: (id) => byId.get(id)?.isRefused(),
  shows(id, message, { params }) {
    const { chat_id: _, message_id: __, ...shown } = params;
    seen?.push({ at: Date.now(), kind: 'show', params: shown });
    const person = byId.get(id);
    if (person) return person.sees(message);
    strangers.push(Date.now());
  },
});
const provider = new Provider({
  latencyMs: () => latency.providerMs,
  serversOf: (id) => options.servers[id - FIRST_ID] ?? 3,
  asked({ method, path, body }) {
    count(path);
    seen?.push({ at: Date.now(), kind: 'ask', method, path, body });
  },
});
const people = Array.from({ length: options.people }, (_, index): Person => {
  const language_code = index % 2 === 0 ? 'en' : 'fa';
  const user: User = { id: FIRST_ID + index, is_bot: false, first_name: `Person ${index}`, language_code };
  return new Person(telegram, user);
});
const byId = new Map(people.map((person) => [person.user.id, person]));
const pool = new Pool(people);
const [first] = people;
/** All but the crowd. */
const others = new Pool(people.slice(CROWD));

/** All people connect their accounts. */
async function connect(): Promise<null> {
  const left = [...people];
  const one = async () => {
    for (let person = left.pop(); person; person = left.pop()) await person.take(`/connect ${tokenOf(person.user.id)}`);
  };
  await Promise.all(Array.from({ length: CONNECTING }, one));
  await wait(QUIET_MS);
  return null;
}

/** One person of each language takes the steps. @returns what the bot did for each */
async function rehearse(): Promise<Script> {
  const script: Script = {};
  for (const person of people.slice(0, 2)) {
    const on: Script[string]['on'] = {};
    for (const step of STEPS) {
      seen = [];
      await person.take(step);
      if (step === STEPS.at(-1)) await person.outcome();
      await wait(QUIET_MS);
      on[step] = record(seen);
    }
    seen = undefined;
    script[person.user.language_code ?? ''] = { person: person.user.id, on };
  }
  return script;
}

/** Each person begins the next round when the last answer is visible. */
async function run({ rounds, together }: Extract<Command, { name: 'run' }>) {
  const before = { ...calls };
  const waits: number[] = [];
  const outcomes: Promise<void>[] = [];
  let left = rounds;
  let refused = 0;
  const begun = performance.now();
  const one = async () => {
    while (left > 0) {
      left--;
      const person = await pool.take();
      const round = await person.round();
      waits.push(...round.waits);
      refused += round.refused;
      outcomes.push(person.outcome().then(() => pool.put(person)));
    }
  };
  await Promise.all(Array.from({ length: together }, one));
  const seconds = (performance.now() - begun) / 1_000;
  await Promise.all(outcomes);
  const made = Object.entries(calls).map(([name, times]) => [name, times - (before[name] ?? 0)]);
  return { seconds, waits, refused, calls: Object.fromEntries(made) };
}

const telegramUrl = await serve((asked) => telegram.answer(asked));
const providerUrl = await serve((asked) => provider.answer(asked));

async function obey(command: Command): Promise<unknown> {
  switch (command.name) {
    case 'open':
      return { BOT_TOKEN, HOSTING_API_URL: providerUrl, TELEGRAM_API_ROOT: telegramUrl };
    case 'connect':
      return connect();
    case 'rehearse':
      return rehearse();
    case 'say':
      return first?.take(command.text);
    case 'run':
      return run(command);
    case 'crowd':
      return crowd(telegram, others, people.slice(0, CROWD), command.work, command.seconds);
    case 'names':
      return first && checkNames(telegram, first, command.count);
    case 'strangers':
      return strangers;
    case 'latency':
      return Object.assign(latency, command);
  }
}

process.on('message', (command: Command) => {
  obey(command).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
