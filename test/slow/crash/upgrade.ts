import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServerState } from '../../../src/sandbox/provider/index.ts';
import { openStoreOf } from '../../support/app.ts';
import { openProcessApp, type ProcessApp } from '../../support/bots/process.ts';
import type { Person } from '../../support/person.ts';
import { type Chance, createChance } from '../../support/random/chance.ts';
import { killMoment } from './kill-moment.ts';
import { settled } from './round.ts';

const TOKEN = 'provider-token-of-the-group';
/** Longer than all lives of the bot: a server that was back before the last one would be watched for minutes. */
const TIMINGS = { rebootMs: 600_000 };
/** The HTTP events from the upgrade to the last message. */
const EVENTS = 40;
const LONGEST_LIFE_MS = 1_000;
const MOST_KILLS = 2;

/** The requests of both people in the group, and the words of their outcome: gone well, or not known. */
const ASKED = [
  { who: 'english', server: 0, yes: 'Yes, restart', told: /restarted|may or may not/ },
  { who: 'persian', server: 1, yes: 'بله', told: /ری‌استارت شد|شاید انجام شده باشد/ },
] as const;
const CHECKED = /2 names checked/;

/** The figures of groups that were upgraded. All but the first two must be 0, and repeated at most one for each kill. */
export interface Upgrades {
  kills: number;
  asked: number;
  /** Restarts that the provider did more than once. */
  doubled: number;
  /** Operations that were confirmed or begun, but have no message. */
  lost: number;
  /** Rows that still belong to the old group. */
  leftBehind: number;
  /** Outcomes that stand in more messages than one: a kill between a message and its note repeats it. */
  repeated: number;
  seed: number;
}

/** The number of matching messages of the bot in both groups, as one person sees them. */
function toldTo(person: Person, groups: readonly number[], pattern: RegExp): number {
  return groups.flatMap((group) => person.in(group).screens()).filter((screen) => pattern.test(screen)).length;
}

/** Kills the bot after this number of its exchanges, and starts it again. */
async function crash(chance: Chance, app: ProcessApp, act: () => void): Promise<void> {
  const ports = new Set(
    [app.env.HOSTING_API_URL, app.env.TELEGRAM_API_ROOT].map((url = '') => Number(new URL(url).port)),
  );
  const reached = killMoment(ports, chance.whole(1, EVENTS), chance.whole(1, LONGEST_LIFE_MS));
  act();
  await reached;
  for (let turns = chance.whole(0, 3); turns > 0; turns--) await nextTurn();
  await app.kill();
  await app.start();
}

/** Lets the restarts of these servers end as soon as a reading has seen them under way. */
function endRestarts(servers: readonly ServerState[]): void {
  const at = Date.now();
  for (const { pending } of servers) if (pending && pending.at > at) Object.assign(pending, { at, unseen: true });
}

/** A group of two people, who have asked for something, is upgraded, and the bot is killed meanwhile. */
async function playUpgrade(chance: Chance): Promise<Omit<Upgrades, 'seed'>> {
  const accounts = [{ token: TOKEN, servers: 2 }];
  const app = await openProcessApp({ accounts, timings: TIMINGS, telegram: { group: 'group', rateLimits: false } });
  try {
    const { world, provider } = app;
    const before = world.group.id;
    const names = provider.account(TOKEN).servers.map(({ ip }) => ip);
    const people = ASKED.map((each) => ({ ...each, person: app[each.who], name: names[each.server] ?? '' }));
    for (const { person } of people) world.say(person.user.id, person.chat, `/connect ${TOKEN}`);
    for (const { person } of people) await person.shows(/Account 1|حساب ۱/);
    for (const { person, name, yes } of people) {
      world.say(person.user.id, before, `/reboot ${name}`);
      await person.in(before).shows(new RegExp(yes));
    }
    world.say(world.english.id, before, '/check one.com two.com');
    for (const { person, yes } of people) person.in(before).tap(yes);
    let after = before;
    let kills = 0;
    const upgrade = () => {
      if (after === before) after = world.upgradeGroup(world.persian.id).id;
    };
    for (let left = chance.whole(1, MOST_KILLS); left > 0; left--, kills++) await crash(chance, app, upgrade);

    const groups = [before, after];
    const tolds = () => [
      ...people.map(({ person, told }) => toldTo(person, groups, told)),
      toldTo(app.english, groups, CHECKED),
    ];
    await settled({ app }, () => {
      // A tap that a killed bot had not handled is sent in the last life.
      endRestarts(provider.account(TOKEN).servers);
      return tolds().every((times) => times > 0);
    });
    const actions = people.map(({ server }) => {
      const { id } = provider.account(TOKEN).servers[server] ?? {};
      return provider.requests.filter(({ operation, body }) => {
        return (
          operation === 'server.action' && typeof body === 'object' && body !== null && 'id' in body && body.id === id
        );
      }).length;
    });
    const store = await openStoreOf(app);
    let leftBehind = 0;
    for (const { person } of people)
      for (const { chatId } of await store.ledger.listOf(person.user.id, ['power'], 0, 9))
        if (chatId === before) leftBehind++;
    await store.close();
    return {
      kills,
      asked: tolds().length,
      doubled: actions.filter((times) => times > 1).length,
      lost: tolds().filter((times) => times === 0).length,
      leftBehind,
      repeated: tolds().reduce((sum, times) => sum + Math.max(0, times - 1), 0),
    };
  } finally {
    await app.close();
  }
}

/** Upgrades groups for this number of kills, and adds up the results. */
export async function runUpgrades(
  seed: number,
  kills: number,
  progress: (line: string) => void = () => undefined,
): Promise<{ figures: Upgrades; wrong: string[] }> {
  const chance = createChance(seed);
  const figures: Upgrades = { kills: 0, asked: 0, doubled: 0, lost: 0, leftBehind: 0, repeated: 0, seed };
  const wrong: string[] = [];
  while (figures.kills < kills) {
    const found = await playUpgrade(chance);
    const isRight = found.doubled + found.lost + found.leftBehind === 0 && found.repeated <= found.kills * found.asked;
    if (!isRight) wrong.push(`kill ${figures.kills}: ${JSON.stringify(found)}`);
    for (const [name, value] of Object.entries(found)) if (isFigure(name)) figures[name] += value;
    progress(`${figures.kills}`);
  }
  return { figures, wrong };
}

function isFigure(name: string): name is Exclude<keyof Upgrades, 'seed'> {
  return ['kills', 'asked', 'doubled', 'lost', 'leftBehind', 'repeated'].includes(name);
}

export function upgradesLine({ kills, asked, doubled, lost, leftBehind, repeated, seed }: Upgrades): string {
  return `${kills} kills while groups were upgraded, ${asked} outcomes: ${doubled} doubled, ${lost} lost, ${leftBehind} left behind; ${repeated} repeated; SOAK_SEED=${seed}`;
}
