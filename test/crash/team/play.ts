import { setTimeout as wait } from 'node:timers/promises';
import type { User } from 'grammy/types';
import { buttons } from '../../../src/features/buttons.ts';
import type { Operation } from '../../../src/operations/index.ts';
import type { SandboxProvider } from '../../../src/sandbox/provider/index.ts';
import type { World } from '../../../src/sandbox/telegram/index.ts';
import type { AuditEntry } from '../../../src/store/audit/index.ts';
import type { Store } from '../../../src/store/index.ts';
import { ROLES, type Team } from '../../../src/store/key-value/teams.ts';
import { createPerson, type Person } from '../../support/person.ts';
import type { Chance } from '../chance.ts';
import { buttonsOn, is, type Shown } from '../purchases/chat.ts';
import { isSettled, judgeTeam, NOTHING, type TeamFigures } from './judge.ts';

export const TEAM_TOKEN = 'provider-token-of-the-team';
const FIRST_ID = 700_000_100;
/** The last one is no member. */
const NAMES = ['owner', 'admin', 'admin2', 'operator', 'viewer', 'stranger'] as const;
type Name = (typeof NAMES)[number];
export const TEAM_USERS: readonly User[] = NAMES.map((first_name, index) => ({
  id: FIRST_ID + index,
  is_bot: false,
  first_name,
  language_code: first_name === 'stranger' ? 'fa' : 'en',
}));
/** Who asks for something in each round; each needs a server of their own. */
const ASKERS = ['owner', 'admin', 'admin2', 'operator', 'operator'] as const;
export const SERVERS_A_ROUND = ASKERS.length;
const KINDS = ['power', 'renewal'] as const;
const SENT_AS: ReadonlySet<string> = new Set(['server.action', 'cloud.renew']);
const SHOWN_MS = 20_000;
/** Leases of a process that died end first, also on a busy machine. */
const SETTLED_MS = 90_000;
const MOST_ACTS = 4;
const SHORT_LIFE_MS = 300;
const LONGEST_PAUSE_MS = 600;

/** The bot with its people, however many processes it is. */
export interface TeamPlay {
  world: World;
  provider: SandboxProvider;
  /** The bot's store, opened a second time: what an owner does to the team comes from another process. */
  store: Store;
  /** The servers that nothing was asked for yet. */
  servers: { id: string; ip: string }[];
  /** Acts, and lets a process die at a moment of the chance's meanwhile. Resolves to how many died. */
  crash(act: () => void): Promise<number>;
}

export interface TeamRun {
  figures: TeamFigures & { kills: number; changes: number };
  wrong: string[];
}

/** Connects the account of the owner. */
export async function connectOwner({ world }: TeamPlay): Promise<void> {
  const owner = personOf(world, 'owner');
  world.say(owner.user.id, owner.chat, `/connect ${TEAM_TOKEN}`);
  await owner.shows(/Connected as/);
}

/** Plays rounds until so many processes died, and judges each. */
export async function playTeams(
  play: TeamPlay,
  chance: Chance,
  kills: number,
  progress: (line: string) => void,
): Promise<TeamRun> {
  const figures = { ...NOTHING, kills: 0, changes: 0 };
  const wrong: string[] = [];
  for (let round = 1; figures.kills < kills; round++) {
    const found = await playRound(play, chance, `team-${round}`);
    wrong.push(...found.wrong.map((line) => `round ${round}, ${line}`));
    for (const [name, value] of Object.entries(found.figures)) if (isFigure(name, figures)) figures[name] += value;
    progress(`${figures.kills} kills, ${figures.sent} sent, ${wrong.length} wrong`);
  }
  return { figures, wrong };
}

function isFigure(name: string, figures: TeamRun['figures']): name is keyof TeamRun['figures'] {
  return Object.hasOwn(figures, name);
}

export function teamLine({ figures }: TeamRun, seed: number): string {
  const { kills, changes, asked, approved, declined, sent, withoutRight, twice, late, unsettled } = figures;
  return `${kills} kills while teams worked, ${changes} changes of roles and teams, ${asked} operations, ${approved} approved, ${declined} declined, ${sent} sent: ${withoutRight} sent without right, ${twice} sent twice, ${late} sent late, ${unsettled} unsettled; CRASH_SEED=${seed}`;
}

function personOf(world: World, name: Name, chat?: number): Person {
  const user = TEAM_USERS[NAMES.indexOf(name)];
  if (!user) throw new RangeError(name);
  const person = createPerson(world, user, async () => undefined);
  return chat === undefined ? person : person.in(chat);
}

/** A team is created, its members ask, approve and decline, and its owner changes it, while the bot is killed. */
async function playRound(play: TeamPlay, chance: Chance, id: string): Promise<TeamRun> {
  const { store, provider } = play;
  const servers = play.servers.splice(0, SERVERS_A_ROUND);
  const created = await createTeam(
    play,
    id,
    servers.filter(() => chance.odds(0.7)),
  );
  const asked = await Promise.all(
    ASKERS.map((name, index) => ask(play, chance, name, servers[index] ?? { id: '', ip: '' })),
  );
  let changes = 0;
  const changing: Promise<unknown>[] = [];
  const act = () => {
    for (const each of asked) if (chance.odds(0.9)) confirm(play, chance, each);
    decideAll(play, chance);
    if (chance.odds(0.5)) changing.push(changeRole(play, chance, id).then(() => changes++));
    if (chance.odds(0.12)) changing.push(shorten(play, chance, id));
    if (chance.odds(0.05)) changing.push(end(store, id).then(() => changes++));
    decideAll(play, chance);
  };
  let kills = 0;
  for (let left = chance.whole(2, MOST_ACTS); left > 0; left--) {
    kills += await play.crash(act);
    await Promise.all(changing.splice(0));
    // Time for what it does after its start: to ask for approvals, or not yet.
    await wait(chance.whole(0, LONGEST_PAUSE_MS));
  }
  // Nobody dies any more: what waits is decided.
  decideAll(play, chance);
  const operations = await settledOperations(play, id);
  await end(store, id);
  const log: AuditEntry[] = [];
  for await (const items of store.audit.all(id, {}))
    for (const item of items) if ('entry' in item) log.unshift(item.entry);
  const sent = ({ subject }: Operation) =>
    provider.requests.filter(({ operation, body }) => SENT_AS.has(operation) && idIn(body) === subject).length;
  const { figures, wrong } = judgeTeam({ created, log, operations, sent });
  return { figures: { ...figures, kills, changes }, wrong };
}

function idIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
}

async function createTeam({ store, world }: TeamPlay, id: string, guarded: readonly { id: string }[]): Promise<Team> {
  const [owner] = TEAM_USERS;
  const ownerId = owner?.id ?? 0;
  const [account] = (await store.accounts.get(ownerId)).accounts;
  const roles = { owner: 'owner', admin: 'admin', admin2: 'admin', operator: 'operator', viewer: 'viewer' } as const;
  const team: Team = {
    id,
    ownerId,
    accountId: account?.id ?? '',
    chatId: world.group.id,
    topicId: 0,
    title: id,
    createdAt: store.now(),
    members: Object.entries(roles).map(([name, role], index) => ({
      userId: FIRST_ID + index,
      name,
      role,
      addedAt: store.now(),
    })),
    requests: [],
    protected: guarded.map((server) => ({ serverId: server.id, name: server.id, level: 'changes' as const })),
    limits: [],
  };
  const is = await store.teams.create(team, { at: store.now(), event: 'teamCreated' });
  if (is !== 'created') throw new Error(`The team was not created: ${is}`);
  return team;
}

interface Asked {
  person: Person;
  /** What stands on the confirm, among other things. */
  ip: string;
}

/** Asks for something, in the group or in private, and waits for its confirm. */
async function ask(play: TeamPlay, chance: Chance, name: Name, { ip }: { ip: string }): Promise<Asked> {
  const { world } = play;
  const isPurchase = name !== 'operator' && chance.odds(0.4);
  const person = personOf(world, name, isPurchase || chance.odds(0.5) ? undefined : world.group.id);
  world.say(person.user.id, person.chat, `/${isPurchase ? 'renew' : 'off'} ${ip}`);
  if (isPurchase) {
    const days = await shows(
      play,
      { person, ip },
      (button) => is(buttons.renewFor, button) && button.data.endsWith('|30'),
    );
    world.pressRaw(person.user.id, person.chat, days.messageId, days.data);
  }
  await shows(play, { person, ip }, isConfirm);
  return { person, ip };
}

const isConfirm = (button: Shown) => is(buttons.confirm, button) || is(buttons.pay, button);

function buttonsFor({ person, ip }: Asked): Shown[] {
  return person
    .messages()
    .filter((message) => JSON.stringify(message).includes(ip))
    .reverse()
    .flatMap(buttonsOn);
}

function shows({ world }: TeamPlay, asked: Asked, fits: (button: Shown) => boolean): Promise<Shown> {
  return world.until(() => buttonsFor(asked).find(fits), {
    timeoutMs: SHOWN_MS,
    describe: () => `no such button: ${fits}\n${asked.person.screens().slice(-2).join('\n---\n')}`,
  });
}

function confirm({ world }: TeamPlay, chance: Chance, asked: Asked): void {
  const button = buttonsFor(asked).find(isConfirm);
  if (!button) return;
  const { user, chat } = asked.person;
  const tap = () => world.pressRaw(user.id, chat, button.messageId, button.data);
  const first = tap();
  if (chance.odds(0.3)) tap();
  if (chance.odds(0.3)) world.resend(first);
}

/** Everybody taps on what waits in the group: those who may, those who may not, and two at once. */
function decideAll({ world }: TeamPlay, chance: Chance): void {
  const viewer = personOf(world, 'viewer', world.group.id);
  const isDecision = (button: Shown) => is(buttons.approve, button) || is(buttons.decline, button);
  const open = viewer.messages().flatMap(buttonsOn).filter(isDecision);
  for (const { messageId } of open.filter((button) => is(buttons.approve, button))) {
    if (chance.odds(0.3)) continue;
    const taps = open.filter((button) => button.messageId === messageId);
    for (let left = chance.whole(1, 3); left > 0; left--) {
      const wanted = chance.odds(0.75) ? buttons.approve : buttons.decline;
      const button = taps.find((each) => is(wanted, each));
      const person = personOf(world, chance.pick(NAMES));
      if (button) world.pressRaw(person.user.id, world.group.id, messageId, button.data);
    }
  }
}

async function changeRole({ store }: TeamPlay, chance: Chance, id: string): Promise<void> {
  const userId = FIRST_ID + NAMES.indexOf(chance.pick(['admin', 'admin2', 'operator'] as const));
  const role = chance.pick(ROLES.slice(0, 3));
  const isRemoved = chance.odds(0.2);
  await store.teams.change(id, (team, note) => {
    const member = team.members.find((each) => each.userId === userId);
    if (!member) return;
    const about = { at: store.now(), member: { id: userId } };
    if (isRemoved) {
      team.members = team.members.filter((each) => each !== member);
      note({ ...about, event: 'memberRemoved' });
      return;
    }
    note({ ...about, event: 'roleChanged', before: member.role, after: role });
    member.role = role;
  });
}

async function end(store: Store, id: string): Promise<void> {
  await store.teams.end(id, { at: store.now(), event: 'teamEnded' });
}

/** The time for some approvals ends soon. */
async function shorten({ store }: TeamPlay, chance: Chance, id: string): Promise<void> {
  const expiresAt = Date.now() + chance.whole(0, SHORT_LIFE_MS);
  for (const operation of await store.ledger.openOfTeam(id))
    if (chance.odds(0.5)) await store.ledger.move(operation.id, { from: ['waiting'], expiresAt, dueAt: expiresAt });
}

/** The team's operations once each has ended or waits for people, or what they are after a while. */
async function settledOperations({ store }: TeamPlay, id: string): Promise<Operation[]> {
  const deadline = performance.now() + SETTLED_MS;
  for (;;) {
    const found = await store.ledger.listOfTeam(id, KINDS, 0, 99);
    if (found.every(isSettled) || performance.now() > deadline) return found;
    await wait(50);
  }
}
