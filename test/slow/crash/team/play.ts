import { setTimeout as wait } from 'node:timers/promises';
import { buttons } from '../../../../src/features/buttons.ts';
import type { Operation } from '../../../../src/operations/index.ts';
import type { SandboxProvider } from '../../../../src/sandbox/provider/index.ts';
import type { World } from '../../../../src/sandbox/telegram/index.ts';
import type { AuditEntry } from '../../../../src/store/audit/index.ts';
import type { Store } from '../../../../src/store/index.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { type Person, textOf } from '../../../support/person.ts';
import type { Chance } from '../../../support/random/chance.ts';
import { buttonsOn, is, type Shown } from '../purchases/chat.ts';
import { changeLimit, changeOnCall, changeRole, createTeam, end, shorten } from './changes.ts';
import { isSettled, judgeTeam, NOTHING, type TeamFigures } from './judge.ts';
import { NAMES, type Name, personOf } from './people.ts';

export const TEAM_TOKEN = 'provider-token-of-the-team';
/** The people who ask for something in each round; each needs a server of their own. */
const ASKERS = ['owner', 'admin', 'admin2', 'operator', 'operator'] as const;
export const SERVERS_A_ROUND = ASKERS.length;
const KINDS = ['power', 'renewal'] as const;
const SENT_AS: ReadonlySet<string> = new Set(['server.action', 'cloud.renew']);
const APPROVERS = ['owner', 'admin', 'admin2'] as const;
/** In percent of the price list. */
const PRICES = [90, 100, 100, 120];
/** Leases of a process that died end first, also on a busy machine. */
const SETTLED_MS = 90_000;
const MOST_ACTS = 5;
const LONGEST_PAUSE_MS = 600;

/** The bot with its people, however many processes it is. */
export interface TeamPlay {
  world: World;
  provider: SandboxProvider;
  /** The bot's store, opened a second time: an owner's changes of the team come from another process. */
  store: Store;
  /** The servers that nothing was asked for yet. */
  servers: { id: string; ip: string }[];
  /** Acts, and lets a process die at a moment of the chance's meanwhile. Resolves to how many died. */
  crash(act: () => void): Promise<number>;
}

export interface TeamRun {
  figures: TeamFigures & { kills: number; changes: number; stopped: number };
  wrong: string[];
}

/** Connects the account of the owner. */
export async function connectOwner({ world }: TeamPlay): Promise<void> {
  const owner = personOf(world, 'owner');
  world.say(owner.user.id, owner.chat, `/connect ${TEAM_TOKEN}`);
  await owner.shows(/Connected as/);
}

/** Plays rounds for this number of kills, and judges each. */
export async function playTeams(
  play: TeamPlay,
  chance: Chance,
  kills: number,
  progress: (line: string) => void,
): Promise<TeamRun> {
  const figures = { ...NOTHING, kills: 0, changes: 0, stopped: 0 };
  const wrong: string[] = [];
  for (let round = 1; figures.kills < kills; round++) {
    const found = await playRound(play, chance, round);
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
  const { kills, changes, stopped, asked, approved, declined, sent, breakGlass } = figures;
  const { withoutRight, twice, late, overLimit, unsettled } = figures;
  const did = [
    `${kills} kills while teams worked`,
    `${changes} changes of roles, limits, on-call, prices and teams`,
    `${asked} operations`,
    `${stopped} stopped by a limit before their confirm`,
    `${approved} approved`,
    `${declined} declined`,
    `${sent} sent, ${breakGlass} during break-glass`,
  ];
  const wrong = [
    `${withoutRight} sent without right`,
    `${twice} sent twice`,
    `${late} sent late`,
    `${overLimit} over the limit`,
    `${unsettled} unsettled`,
  ];
  return `${did.join(', ')}: ${wrong.join(', ')}; SOAK_SEED=${seed}`;
}

/** A team is created, its members ask, approve and decline, and its owner changes it, while the bot is killed. */
async function playRound(play: TeamPlay, chance: Chance, round: number): Promise<TeamRun> {
  const id = `team-${round}`;
  const { store, provider, world } = play;
  const owner = { store, chance, id };
  const servers = play.servers.splice(0, SERVERS_A_ROUND);
  const since = personOf(world, 'viewer', world.group.id).messages().at(-1)?.message_id ?? 0;
  const team = await createTeam(owner, world, servers, round);
  const tried = await Promise.all([
    ...ASKERS.map((name, index) => ask(play, chance, name, servers[index] ?? { id: '', ip: '' })),
    ...(chance.odds(0.4) ? [askForBreakGlass(play, chance.pick(APPROVERS), id)] : []),
  ]);
  const asked = tried.filter((each) => each !== 'stopped');
  const started = asked.filter(({ fits }) => fits === isBreakGlass && chance.odds(0.6));
  for (const each of started) confirm(play, chance, each);
  await world.until(() => world.pending() === 0, { timeoutMs: SETTLED_MS });
  let changes = 0;
  const changing: Promise<unknown>[] = [];
  const maybe = (share: number, change: () => Promise<void> | void) => {
    if (!chance.odds(share)) return;
    changes++;
    changing.push(Promise.resolve(change()));
  };
  const act = () => {
    for (const each of asked) if (chance.odds(0.9)) confirm(play, chance, each);
    decideAll(play, chance, since);
    maybe(0.4, () => changeRole(owner));
    maybe(0.25, () => changeLimit(owner));
    maybe(0.25, () => changeOnCall(owner));
    maybe(0.25, () => provider.setPrices(chance.pick(PRICES)));
    maybe(0.12, () => shorten(owner));
    maybe(0.05, () => end(owner));
    if (chance.odds(0.15)) endBreakGlass(play, chance);
    decideAll(play, chance, since);
  };
  let kills = 0;
  for (let left = chance.whole(2, MOST_ACTS); left > 0; left--) {
    kills += await play.crash(act);
    await Promise.all(changing.splice(0));
    // The bot needs time after its start, for example to ask for approvals.
    await wait(chance.whole(0, LONGEST_PAUSE_MS));
  }
  // No process is killed from now on: requests that wait for approval are decided, once they were asked for.
  await isAsked(play, id);
  decideAll(play, chance, since);
  await world.until(() => world.pending() === 0, {
    timeoutMs: SETTLED_MS,
    describe: () => `${world.pending()} updates`,
  });
  const operations = await settledOperations(play, id);
  await end(owner);
  const log: AuditEntry[] = [];
  for await (const items of store.audit.all(id, {}))
    for (const item of items) if ('entry' in item) log.unshift(item.entry);
  const sent = ({ subject }: Operation) =>
    provider.requests.filter(({ operation, body }) => SENT_AS.has(operation) && idIn(body) === subject).length;
  const { figures, wrong } = judgeTeam({ created: team, log, operations, sent });
  return { figures: { ...figures, kills, changes, stopped: tried.length - asked.length }, wrong };
}

function idIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
}

interface Asked {
  person: Person;
  /** A part of the confirm's text. */
  text: string;
  /** The buttons that confirm it. */
  fits(button: Shown): boolean;
}

/** Asks for something, in the group or in private, and waits for its confirm. `stopped`: the team's limit forbids it. */
async function ask(play: TeamPlay, chance: Chance, name: Name, { ip }: { ip: string }): Promise<Asked | 'stopped'> {
  const { world } = play;
  const isPurchase = name !== 'operator' && chance.odds(0.5);
  const person = personOf(world, name, isPurchase || chance.odds(0.5) ? undefined : world.group.id);
  const command = isPurchase ? 'renew' : chance.pick(['off', 'off', 'reboot'] as const);
  const { message_id } = world.say(person.user.id, person.chat, `/${command} ${ip}`);
  const asked = { person, text: ip, fits: isConfirm };
  if (isPurchase) {
    const days = await shows(play, { person, text: ip, fits: isMonth });
    world.pressRaw(person.user.id, person.chat, days.messageId, days.data);
  }
  const isStopped = () =>
    person.messages().some((message) => message.message_id > message_id && textOf(message).startsWith('✋'));
  const shown = await world.until(() => buttonsFor(asked).find(isConfirm) ?? (isStopped() ? 'stopped' : undefined), {
    timeoutMs: PATIENCE_MS,
    describe: () => `no confirm:\n${person.screens().slice(-2).join('\n---\n')}`,
  });
  return shown === 'stopped' ? shown : asked;
}

/** An admin asks to start break-glass, in private. */
async function askForBreakGlass(play: TeamPlay, name: Name, id: string): Promise<Asked> {
  const person = personOf(play.world, name);
  const text = `fire in ${id}`;
  play.world.say(person.user.id, person.chat, `/breakglass ${text}`);
  const asked = { person, text, fits: isBreakGlass };
  await shows(play, asked);
  return asked;
}

const isBreakGlass = (button: Shown) => is(buttons.breakGlassStart, button);
const isConfirm = (button: Shown) => is(buttons.confirm, button) || is(buttons.pay, button);
const isMonth = (button: Shown) => is(buttons.renewFor, button) && button.data.endsWith('|30');

function buttonsFor({ person, text }: Asked): Shown[] {
  return person
    .messages()
    .filter((message) => JSON.stringify(message).includes(text))
    .reverse()
    .flatMap(buttonsOn);
}

function shows({ world }: TeamPlay, asked: Asked): Promise<Shown> {
  return world.until(() => buttonsFor(asked).find(asked.fits), {
    timeoutMs: PATIENCE_MS,
    describe: () => `no such button: ${asked.fits}\n${asked.person.screens().slice(-2).join('\n---\n')}`,
  });
}

function confirm({ world }: TeamPlay, chance: Chance, asked: Asked): void {
  const button = buttonsFor(asked).find(asked.fits);
  if (!button) return;
  const { user, chat } = asked.person;
  const tap = () => world.pressRaw(user.id, chat, button.messageId, button.data);
  const first = tap();
  if (chance.odds(0.3)) tap();
  if (chance.odds(0.3)) world.resend(first);
}

/**
 * Everybody taps on what waits in the group: those who may, those who may not, and two at once.
 * @param since the messages after this one: of more taps the bot would take none of a person for a while
 */
function decideAll({ world }: TeamPlay, chance: Chance, since: number): void {
  const viewer = personOf(world, 'viewer', world.group.id);
  const isDecision = (button: Shown) => is(buttons.approve, button) || is(buttons.decline, button);
  const shown = viewer.messages().filter(({ message_id }) => message_id > since);
  const open = shown.flatMap(buttonsOn).filter(isDecision);
  for (const { messageId } of open.filter((button) => is(buttons.approve, button))) {
    if (chance.odds(0.3)) continue;
    const taps = open.filter((button) => button.messageId === messageId);
    for (let left = chance.whole(1, 3); left > 0; left--) {
      const wanted = chance.odds(0.75) ? buttons.approve : buttons.decline;
      const button = taps.find((each) => is(wanted, each));
      const person = personOf(world, chance.pick(chance.odds(0.6) ? APPROVERS : NAMES));
      if (button) world.pressRaw(person.user.id, world.group.id, messageId, button.data);
    }
  }
}

/** Anybody taps on the newest button that ends break-glass. */
function endBreakGlass({ world }: TeamPlay, chance: Chance): void {
  const { user, chat, messages } = personOf(world, chance.pick(NAMES), world.group.id);
  const button = messages()
    .flatMap(buttonsOn)
    .findLast((each) => is(buttons.breakGlassEnd, each));
  if (button) world.pressRaw(user.id, chat, button.messageId, button.data);
}

/** Waits until the group was asked for approval of all that waits. */
async function isAsked({ store, world }: TeamPlay, id: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  const group = personOf(world, 'viewer', world.group.id);
  for (;;) {
    const waiting = (await store.ledger.openOfTeam(id)).filter(({ state }) => state === 'waiting');
    const open = new Set(
      group
        .messages()
        .flatMap(buttonsOn)
        .map(({ data }) => data.split('|')[1]),
    );
    if (waiting.every((each) => open.has(each.id)) || performance.now() > deadline) return;
    await wait(50);
  }
}

/** Resolves once each of the team's operations has ended or waits for people, or after a while. */
async function settledOperations({ store }: TeamPlay, id: string): Promise<Operation[]> {
  const deadline = performance.now() + SETTLED_MS;
  for (;;) {
    const found = await store.ledger.listOfTeam(id, KINDS, 0, 99);
    if (found.every(isSettled) || performance.now() > deadline) return found;
    await wait(50);
  }
}
