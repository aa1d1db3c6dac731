import { setTimeout as wait } from 'node:timers/promises';
import { openSqlite } from '../../../src/store/database/sqlite.ts';
import { parseKeys } from '../../../src/store/encryption/keys.ts';
import { createSeal } from '../../../src/store/encryption/seal.ts';
import { openSubjects } from '../../../src/store/encryption/subjects.ts';
import { openStore } from '../../../src/store/index.ts';
import { openAccounts } from '../../../src/store/key-value/accounts.ts';
import { openLedger } from '../../../src/store/operations/index.ts';
import { type ComparedBot, openComparedBot, SETTLE_MS, STEPS, takeSteps } from '../support/comparison.ts';
import { openEnvironment } from '../support/environment.ts';
import { type Bench, fill } from '../support/result.ts';

const SMALL = 1_000;
const LARGE = 100_000;
/** The number of people who use the bot meanwhile. */
const ACTIVE = 40;
const WARM_UP = 2;
const BLOCKS = 6;
const LIMIT = 1.2;
const MB = 1024 * 1024;
const STORE_KEY = 'c'.repeat(64);
/** Identifiers far from those of the environment.s people. */
const FIRST_ID = 9_000_001;

/** A hundred times as many connected people must cost neither memory nor time. */
export const run: Bench = async () => {
  const small = await openGrown(SMALL);
  const large = await openGrown(LARGE);
  for (let count = 0; count < WARM_UP; count++) for (const side of [small, large]) await everybody(side);
  const used = { small: 0, large: 0 };
  for (let count = 0; count < BLOCKS; count++) {
    used.small += await everybody(small);
    used.large += await everybody(large);
  }
  const bytes = { small: await small.worker.residentBytes(), large: await large.worker.residentBytes() };
  for (const side of [small, large]) {
    await side.worker.stop();
    await side.environment.close();
  }
  const updates = BLOCKS * ACTIVE * STEPS.length;
  const memory = { large: bytes.large / MB, small: bytes.small / MB, updates };
  const time = { large: used.large / updates, small: used.small / updates, updates };
  return [
    {
      name: 'memory: 100,000 connected people over 1,000',
      ratio: bytes.large / bytes.small,
      limit: LIMIT,
      detail: fill('{large} MB over {small} MB after {updates} updates', memory),
    },
    {
      name: 'processor time per update: 100,000 connected people over 1,000',
      ratio: used.large / used.small,
      limit: LIMIT,
      detail: fill('{large} ms over {small} ms, {updates} updates each', time),
    },
  ];
};

/** A bot whose store knows this many people already, each with an account and a restart, which is kept for now. */
async function openGrown(people: number): Promise<ComparedBot> {
  const environment = await openEnvironment(Array.from({ length: ACTIVE }, () => 3));
  await fillStore(environment.env.STORE_URL ?? '', people);
  const side = await openComparedBot(environment, 'bot.ts', { STORE_KEY });
  for (const [index, timedPerson] of side.timedPeople.entries()) {
    const person = environment.people[index];
    if (person) await timedPerson.connect(environment.tokenOf(person));
  }
  return side;
}

async function fillStore(url: string, people: number): Promise<void> {
  const keys = parseKeys(STORE_KEY) ?? [];
  await (await openStore(url, keys)).close();
  const sql = openSqlite(url.slice('sqlite:'.length));
  const seal = createSeal(keys);
  const subjects = await openSubjects(sql, seal);
  const now = Date.now();
  await sql.transaction(async (inside) => {
    const [accounts, ledger] = [openAccounts(inside, seal), openLedger(inside, seal, subjects)];
    for (let person = FIRST_ID; person < FIRST_ID + people; person++) {
      await accounts.change(person, (binding) => {
        binding.accounts.push({
          id: 'a',
          label: 'Account 1',
          token: `token-${person}`,
          connectedAt: 1,
          aliases: new Map(),
        });
        binding.current = 'a';
      });
      await ledger.add({
        id: `operation-${person}`,
        kind: 'power',
        state: 'done',
        userId: person,
        chatId: person,
        accountId: 'a',
        locale: 'en',
        messageId: 1,
        parameters: { serverId: `server-${person}`, name: 'web1', action: 'reboot' },
        progress: { before: 'on' },
        subject: `server-${person}`,
        createdAt: now,
        expiresAt: now + 60_000,
        dueAt: null,
        notified: true,
      });
    }
  });
  await sql.close();
}

/** Each active person takes the steps once. @returns milliseconds of processor time */
async function everybody({ timedPeople, worker }: ComparedBot): Promise<number> {
  const before = await worker.cpuMs();
  for (const timedPerson of timedPeople) await takeSteps(timedPerson);
  for (const timedPerson of timedPeople) await timedPerson.seesOutcome();
  await wait(SETTLE_MS);
  return (await worker.cpuMs()) - before;
}
