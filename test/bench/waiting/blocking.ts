import { setTimeout as wait } from 'node:timers/promises';
import type { User } from 'grammy/types';
import { buttons } from '../../../src/features/buttons.ts';
import { type Environment, openEnvironment } from '../support/environment.ts';
import { type Bench, fill, median, type Result } from '../support/result.ts';
import { startWorker } from '../workers/worker.ts';

const WHAT = {
  cells: 'event loop held by a CSV of 524,288 cells',
  rows: '… a CSV of 524,288 rows',
  domainCells: '… a CSV of 170,000 domains',
  noise: '… a text file of noise, 1 MB',
  tokens: '… a text file of what nearly are tokens, 1 MB',
  names: '… a list of 10,000 names',
  results: "… a check's results as CSV",
  pasted: '… 400 pasted names',
  key: '… an RSA key of 16,384 bits',
  graph: "… a graph's picture",
  largeGraph: '… a graph of 720,000 values',
  list: '… the list of 10,000 servers',
  card: '… one of 10,000 servers by its button',
  find: '… a search among 10,000 servers',
  expiring: '… 10,000 servers by their expiry',
  home: '… /start, which does nothing heavy',
};

const LIMIT_MS = 50;
const ROUNDS = 5;
/** A measured action has ended when the bot called nothing for this long. */
const QUIET_MS = 400;
const SHOWN = ['sendMessage', 'editMessageText', 'sendPhoto', 'sendDocument', 'editMessageMedia'];
/** A file that was read, or sent. */
const READ = ['getFile', 'sendDocument'];
const MB = 1024 * 1024;
const SERVERS = 10_000;
const NAMES = 10_000;
const HOUR_S = 3_600;

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

/** Something that takes the processor's time, as a person brings it about. */
interface Work {
  name: keyof typeof WHAT;
  /** The person who acts; the owner of all the servers by default. The bot reads ten files a minute of one person. */
  by?: number;
  /** Prepares the measurement, such as the message with the button. */
  before?: readonly ((environment: Environment & { through(act: Work['act']): Promise<void> }) => unknown)[];
  act(environment: Environment, person: User): void;
}

const file = (name: string, text: string) => ({
  name,
  type: name.endsWith('.csv') ? 'text/csv' : 'text/plain',
  bytes: Buffer.from(text),
});
const upload = (name: string, text: string, caption?: string) => {
  const sent = file(name, text);
  return ({ world }: Environment, { id }: User) => void world.upload(id, id, sent, caption);
};
const say =
  (text: string) =>
  ({ world }: Environment, { id }: User) =>
    void world.say(id, id, text);

/** Taps the newest button whose data begin so. */
const press =
  (start: string) =>
  ({ world }: Environment, { id }: User) => {
    for (const message of [...world.messages(id, id)].reverse())
      for (const button of message.reply_markup?.inline_keyboard.flat() ?? [])
        if ('callback_data' in button && button.callback_data.startsWith(start))
          return void world.press(id, id, message.message_id, button.callback_data);
    throw new Error(`no button ${start} in ${JSON.stringify(world.messages(id, id).at(-1))}`);
  };

/** A graph of many quantities with many points each, in as many bytes as an answer may have. */
const largeGraph = {
  message: 'm',
  data: Array.from({ length: 60_000 }, (_, at) => ({
    time: 1_790_000_000 + at * HOUR_S,
    ...Object.fromEntries(Array.from({ length: 12 }, (_, quantity) => [`quantity_${quantity}`, (at * quantity) % 977])),
  })),
};

const WORK: readonly Work[] = [
  { name: 'cells', by: 1, act: upload('cells.csv', 'a,'.repeat(MB / 2), '/check') },
  { name: 'rows', by: 2, act: upload('rows.csv', 'a\n'.repeat(MB / 2), '/check') },
  { name: 'domainCells', by: 3, act: upload('domains.csv', `${'a.com,'.repeat(170)}\n`.repeat(1_000), '/check') },
  { name: 'noise', by: 4, act: upload('noise.txt', 'x/;'.repeat(MB / 3), '/check') },
  { name: 'tokens', by: 5, act: upload('tokens.txt', 'aB1cD2eF3gH4iJ5kL6mN7.o '.repeat(MB / 24), '/check') },
  {
    name: 'names',
    by: 6,
    act: upload(
      'names.txt',
      lines(NAMES, (at) => `some-name-${at}.com`),
      '/check',
    ),
  },
  { name: 'results', by: 6, act: press(`${buttons.checkFile.name}|`) },
  { name: 'pasted', act: say(`/check ${lines(400, (at) => `n${at}.com`)}`) },
  {
    name: 'key',
    before: [
      ({ through }) => through(say('/server 10.0.0.0')),
      ({ through }) => through(press(`${buttons.more.name}|`)),
      ({ through }) => through(press(`${buttons.sshKey.name}|`)),
    ],
    act: say(`ssh-rsa ${rsaBody()} a@b`),
  },
  { name: 'graph', act: say('/graph 10.0.0.0 week') },
  {
    name: 'largeGraph',
    before: [
      ({ provider }) =>
        provider.fault({ operation: 'server.graph', kind: 'status', status: 200, body: largeGraph, times: 1 }),
    ],
    act: say('/graph 10.0.0.0 week'),
  },
  { name: 'list', act: say('/servers') },
  { name: 'card', before: [({ through }) => through(say('/servers'))], act: press(`${buttons.server.name}|`) },
  { name: 'find', act: say('/server no-such-server') },
  { name: 'expiring', act: say('/renew') },
  { name: 'home', act: say('/start') },
];

/** The longest time that each kind of heavy work holds the bot's one thread: the bot answers no other person meanwhile. */
export const run: Bench = async () => {
  const uploaders = Math.max(...WORK.map(({ by = 0 }) => by));
  const environment = await openEnvironment([SERVERS, ...Array.from({ length: uploaders }, () => 1)]);
  const bot = await startWorker('bot.ts', { ...environment.env, CHECK_PARALLEL: '1' });
  /** Waits until the answer has come and no call goes on. */
  const through = async (act: Work['act'], person: User) => {
    const { calls } = environment.world;
    let next = calls.length;
    act(environment, person);
    await environment.world.until(() => calls.slice(next).some(({ method }) => SHOWN.includes(method)), {
      timeoutMs: 60_000,
    });
    for (; next !== calls.length; await wait(QUIET_MS)) next = calls.length;
  };
  for (const person of environment.people) {
    await through(say(`/connect ${environment.tokenOf(person)}`), person);
    await through(say('/check one.com'), person);
  }
  const measured: Result[] = [];
  for (const { name, by = 0, before, act } of WORK) {
    const person = environment.people[by];
    if (!person) throw new RangeError('the environment has no people');
    const delays: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const each of before ?? []) await each({ ...environment, through: (does) => through(does, person) });
      await bot.longestDelayMs();
      const { length } = environment.world.calls;
      await through(act, person);
      if (by > 0 && !environment.world.calls.slice(length).some(({ method }) => READ.includes(method)))
        throw new Error(`${name}: the file was not read`);
      delays.push(await bot.longestDelayMs());
      stopChecks(environment, person);
      await wait(QUIET_MS);
    }
    // A busy machine only adds to it: the least is what the work itself holds.
    const ms = Math.min(...delays);
    const [first = Number.NaN] = delays;
    const spread = { ms, first, median: median(delays), most: Math.max(...delays), rounds: ROUNDS };
    const detail = fill('least {ms} ms of {rounds}, median {median} ms, first {first} ms, most {most} ms', spread);
    measured.push({ name: WHAT[name], value: ms, unit: 'ms', limit: LIMIT_MS, detail });
  }
  await bot.stop();
  await environment.close();
  return measured;
};

/** A check that runs is ended: the next measurement must not include its work. */
function stopChecks({ world }: Environment, { id }: User): void {
  for (const message of world.messages(id, id))
    for (const button of message.reply_markup?.inline_keyboard.flat() ?? [])
      if ('callback_data' in button && button.callback_data.startsWith(`${buttons.checkCancel.name}|`))
        world.press(id, id, message.message_id, button.callback_data);
}

/** An RSA key of 16,384 bits, as `ssh-keygen` writes it; its number is made up. */
function rsaBody(): string {
  const part = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const modulus = Buffer.alloc(2_049, 0xa5);
  modulus[0] = 0;
  return Buffer.concat([part(Buffer.from('ssh-rsa')), part(Buffer.from([1, 0, 1])), part(modulus)]).toString('base64');
}
