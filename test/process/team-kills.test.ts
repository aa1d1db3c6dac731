import { expect, onTestFinished, test } from 'vitest';
import type { Team } from '../../src/store/key-value/teams.ts';
import { connect, OTHER_TOKEN } from '../features/support.ts';
import { auditOf, enterEnglishTeam, PEOPLE, type TeamApp } from '../features/teams/support.ts';
import { openStoreOf } from '../support/app.ts';
import { startProcess } from '../support/bots/process.ts';
import { waitFor } from '../support/eventually.ts';
import type { Person } from '../support/person.ts';

/** A change that a tap makes. */
interface Change {
  /** Goes to the screen with the button, and tells who taps it. */
  prepare(app: TeamApp): Promise<Person>;
  button: RegExp;
  /** Whether the change is in the store. */
  isMade(team: Team): boolean;
  /** What is told of it beside the screen of the tap, and who reads it. */
  told?: { words: RegExp; by(app: TeamApp): Person };
  /** What the screen of the tap shows after the restart. */
  screen?: RegExp;
  /** The button that undoes it. */
  undo?: RegExp;
  /** The entries of the audit log that it makes. */
  events: string[];
}

/** Of a tap from before the kill. */
const OLD = /query is too old/;
const UNDO = /برگرداندن تغییر|Undo|برگردان/;

const CHANGES: Record<string, Change> = {
  'a removed member': {
    async prepare({ people: { owner, operator } }) {
      await operator.say('/start');
      await owner.say('/members');
      await owner.press('Olga');
      return owner;
    },
    button: /حذف از تیم/,
    isMade: ({ members }) => members.length === 4,
    told: { words: /You are no longer in the team/, by: ({ people }) => people.operator },
    screen: /Olga/,
    undo: UNDO,
    events: ['memberRemoved'],
  },
  'a changed role': {
    async prepare({ people: { owner } }) {
      await owner.say('/members');
      await owner.press('Olga');
      return owner;
    },
    button: /ادمین/,
    isMade: ({ members }) => members.filter(({ role }) => role === 'admin').length === 3,
    screen: /Olga/,
    undo: UNDO,
    events: ['roleChanged'],
  },
  'a request to join': {
    async prepare({ inGroup: { stranger } }) {
      await stranger.say('/team');
      return stranger;
    },
    button: /Join/,
    isMade: ({ requests }) => requests.length === 1,
    told: { words: /Stan wants to join/, by: ({ people }) => people.owner },
    events: ['memberAsked'],
  },
  'a request that is declined': {
    prepare: askToJoin,
    button: /Decline/,
    isMade: ({ requests }) => requests.length === 0,
    screen: /Stan/,
    undo: UNDO,
    events: ['requestDeclined'],
  },
  'a request that is granted': {
    prepare: askToJoin,
    button: /viewer/,
    isMade: ({ members }) => members.length === 6,
    told: { words: /Stan is in the team now/, by: ({ inGroup }) => inGroup.viewer },
    screen: /Stan/,
    undo: UNDO,
    events: ['memberAdded'],
  },
  'a protected server': {
    async prepare({ people: { owner } }) {
      await owner.say('/protect');
      return owner;
    },
    button: /10\.0\.0\.1/,
    isMade: ({ protected: all }) => all.length === 2,
    screen: /10\.0\.0\.1/,
    undo: UNDO,
    events: ['protected'],
  },
  'a limit that is removed': {
    async prepare(app) {
      await app.change((team) => {
        team.limits = [{ total: 500_000, currency: 'toman' }];
      });
      const { owner } = app.people;
      await owner.say('/team');
      await owner.press(/سقف/);
      await owner.press(/تیم/);
      return owner;
    },
    button: /۵۰۰/,
    isMade: ({ limits }) => limits.length === 0,
    undo: UNDO,
    events: ['limitChanged'],
  },
  'break-glass that begins': {
    async prepare({ people: { admin } }) {
      await admin.say('/breakglass fire at night');
      return admin;
    },
    button: /Break the glass/,
    isMade: ({ breakGlass }) => breakGlass !== undefined,
    told: { words: /min left[\s\S]*fire at night/, by: ({ inGroup }) => inGroup.viewer },
    screen: /\[.*End/,
    events: ['breakGlassStarted'],
  },
  'break-glass that ends': {
    async prepare({ people: { admin }, inGroup: { viewer } }) {
      await admin.say('/breakglass fire at night');
      await admin.press(/Break the glass/);
      await viewer.shows(/60 min left/);
      return admin;
    },
    button: /End/,
    isMade: ({ breakGlass }) => breakGlass === undefined || breakGlass.ended !== undefined,
    told: { words: /Break-glass ended at/, by: ({ inGroup }) => inGroup.viewer },
    events: ['breakGlassEnded'],
  },
  'a person who goes on call': {
    async prepare({ people: { operator } }) {
      await operator.say('/oncall');
      return operator;
    },
    button: /I take it/,
    isMade: ({ onCall }) => onCall !== undefined,
    told: { words: /Olga is on call/, by: ({ inGroup }) => inGroup.viewer },
    screen: /Olga/,
    undo: UNDO,
    events: ['onCallTaken'],
  },
};

async function askToJoin({ inGroup: { stranger }, people: { owner } }: TeamApp): Promise<Person> {
  await stranger.say('/team');
  await stranger.press('Join');
  await owner.sees(/Stan/);
  return owner;
}

/** The bot is killed between the transaction of a change and all that it says of it. */
async function killAfter(app: TeamApp, tap: () => unknown, isMade: () => Promise<boolean>): Promise<void> {
  const { world } = app;
  await app.stopBot();
  const bot = startProcess(app.env);
  onTestFinished(async () => void (await bot.end('SIGKILL')));
  await bot.ready();
  for (const method of ['sendMessage', 'editMessageText'])
    world.fail({ method, cut: true, delayMs: 120_000, times: 99 });
  tap();
  await waitFor(async () => expect(await isMade()).toBe(true));
  await bot.end('SIGKILL');
  world.clearFaults();
  // The leases of the killed process on what there is to tell; those on its people expire within seconds.
  app.later(120_000);
}

const told = (person: Person, words: RegExp) => person.screens().filter((each) => words.test(each));

for (const [what, change] of Object.entries(CHANGES))
  test(`${what}: where the bot is killed before it says so, that is told once, and can be undone`, async () => {
    await using app = await enterEnglishTeam({}, OLD);
    const person = await change.prepare(app);
    const before = (await auditOf(app)).length;
    await killAfter(
      app,
      () => person.tap(change.button),
      async () => change.isMade(await app.team()),
    );
    await app.startBot();
    if (change.told) {
      const { words, by } = change.told;
      await app.world.until(() => told(by(app), words).length > 0);
    }
    await app.settled();
    if (change.screen) await person.shows(change.screen);
    if (change.undo) {
      await app.world.until(() => person.screens().some((each) => /برگرداندن|Undo/.test(each)));
      await person.press(change.undo);
      expect(change.isMade(await app.team())).toBe(false);
    }
    const events = (await auditOf(app)).slice(before).map(({ event }) => event);
    expect(events.slice(0, change.events.length)).toEqual(change.events);
    if (change.told) expect(told(change.told.by(app), change.told.words)).toHaveLength(1);
  });

test('a team in the place of an abandoned one: where the bot is killed before it says so, the group and that owner hear of it once', async () => {
  await using app = await enterEnglishTeam({}, OLD);
  const { owner, stranger } = app.people;
  await connect(stranger, OTHER_TOKEN);
  app.world.promotePerson(PEOPLE.owner.id, PEOPLE.stranger.id, { can_delete_messages: true });
  app.world.leaveGroup(PEOPLE.owner.id);
  await app.settled();
  await app.inGroup.stranger.say('/team');
  const store = await openStoreOf(app);
  const teamsHere = () => store.teams.allInChat(app.world.group.id);
  await killAfter(
    app,
    () => app.inGroup.stranger.tap('Lend it'),
    async () => (await teamsHere()).every(({ ownerId }) => ownerId === PEOPLE.stranger.id),
  );
  await app.startBot();
  const replaced = /Stan .*another team/;
  await app.world.until(() => told(owner, replaced).length > 0);
  await app.world.until(() => told(app.inGroup.viewer, /\[🙋 Join the team\]/).length > 0);
  await app.settled();
  expect(told(owner, replaced)).toHaveLength(1);
  expect(told(app.inGroup.viewer, /\[🙋 Join the team\]/)).toHaveLength(1);
  expect(await teamsHere()).toHaveLength(1);
  await store.close();
});
