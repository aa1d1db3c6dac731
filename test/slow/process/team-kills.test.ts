import { expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../../src/store/index.ts';
import type { Team } from '../../../src/store/key-value/teams.ts';
import { connect, OTHER_TOKEN } from '../../features/support.ts';
import { auditOf, choose, enterEnglishTeam, PEOPLE, TEAM_ID, type TeamApp } from '../../features/teams/support.ts';
import { openStoreOf } from '../../support/app.ts';
import { startProcess } from '../../support/bots/process.ts';
import { waitFor } from '../../support/eventually.ts';
import type { Person } from '../../support/person.ts';

/** A change that a tap makes, or what happens in the group. */
interface Change {
  /** Opens the screen with the button; the button's person taps it. */
  prepare(app: TeamApp): Promise<Person>;
  does: RegExp | ((app: TeamApp) => unknown);
  /** The messages about it that are cut off, where another comes before the change; every message by default. */
  cut?: string[];
  /** Whether the change is in the store. */
  isMade(team: State): boolean;
  /** The message about it beside the screen of the tap, and its reader. */
  told?: Told[];
  /** The screen of the tap after the restart. */
  screen?: RegExp;
  /** The button that undoes it. */
  undo?: RegExp;
  /** The entries of the audit log that it makes. */
  events: string[];
}

interface Told {
  words: RegExp;
  by(app: TeamApp): Person;
}

/** The team, or as it was when it ended. */
type State = Team & { isEnded: boolean };

async function stateOf({ teams }: Store): Promise<State> {
  const live = await teams.get(TEAM_ID);
  const team = live ?? (await teams.lastEnd(TEAM_ID))?.team ?? expect.fail('There is no team');
  return { ...team, isEnded: live === undefined };
}

const owner = ({ people }: TeamApp) => people.owner;
const group = ({ inGroup }: TeamApp) => inGroup.viewer;

/** Errors of Telegram for a tap from before the kill, and while the bot is not in the group. */
const REFUSED = /query is too old|bot was kicked|bot is not a member/;
const UNDO = /برگرداندن تغییر|Undo|برگردان/;

const CHANGES: Record<string, Change> = {
  'a removed member': {
    async prepare({ people: { owner, operator } }) {
      await operator.say('/start');
      await owner.say('/members');
      await owner.press('Olga');
      return owner;
    },
    does: /حذف از تیم/,
    isMade: ({ members }) => members.length === 4,
    told: [{ words: /You are no longer in the team/, by: ({ people }) => people.operator }],
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
    does: /ادمین/,
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
    does: /Join/,
    isMade: ({ requests }) => requests.length === 1,
    told: [{ words: /Stan wants to join/, by: owner }],
    events: ['memberAsked'],
  },
  'a request that is declined': {
    prepare: askToJoin,
    does: /Decline/,
    isMade: ({ requests }) => requests.length === 0,
    screen: /Stan/,
    undo: UNDO,
    events: ['requestDeclined'],
  },
  'a request that is granted': {
    prepare: askToJoin,
    does: /viewer/,
    isMade: ({ members }) => members.length === 6,
    told: [{ words: /Stan is in the team now/, by: group }],
    screen: /Stan/,
    undo: UNDO,
    events: ['memberAdded'],
  },
  'a protected server': {
    async prepare({ people: { owner } }) {
      await owner.say('/protect');
      return owner;
    },
    does: /10\.0\.0\.1/,
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
    does: /۵۰۰/,
    isMade: ({ limits }) => limits.length === 0,
    undo: UNDO,
    events: ['limitChanged'],
  },
  'break-glass that begins': {
    async prepare({ people: { admin } }) {
      await admin.say('/breakglass fire at night');
      return admin;
    },
    does: /Turn on emergency access/,
    isMade: ({ breakGlass }) => breakGlass !== undefined,
    told: [{ words: /min left[\s\S]*fire at night/, by: group }],
    screen: /\[.*End/,
    events: ['breakGlassStarted'],
  },
  'break-glass that ends': {
    async prepare({ people: { admin }, inGroup: { viewer } }) {
      await admin.say('/breakglass fire at night');
      await admin.press(/Turn on emergency access/);
      await viewer.shows(/60 min left/);
      return admin;
    },
    does: /End/,
    isMade: ({ breakGlass }) => breakGlass === undefined || breakGlass.ended !== undefined,
    told: [{ words: /Emergency access ended at/, by: group }],
    events: ['breakGlassEnded'],
  },
  'a person who goes on call': {
    async prepare({ people: { operator } }) {
      await operator.say('/oncall');
      return operator;
    },
    does: /Take over/,
    isMade: ({ onCall }) => onCall !== undefined,
    told: [{ words: /Olga is on call/, by: group }],
    screen: /Olga/,
    undo: UNDO,
    events: ['onCallTaken'],
  },
  'a team whose owner leaves the group': {
    async prepare({ people: { admin, owner } }) {
      await admin.say('/off srv-10001');
      await admin.press(/power off/);
      await admin.sees(/Waiting for approval/);
      return owner;
    },
    does: ({ world }) => world.leaveGroup(PEOPLE.owner.id),
    isMade: ({ paused }) => paused === 'ownerLeft',
    told: [
      { words: /owner has left the group/, by: group },
      { words: /You have left the group/, by: owner },
      { words: /nothing was sent[\s\S]*The team is paused/, by: ({ people }) => people.admin },
    ],
    events: ['teamPaused'],
  },
  'a team whose bot is removed from the group': {
    prepare: async ({ people }) => people.owner,
    does: ({ world }) => world.removeBot(PEOPLE.owner.id),
    isMade: ({ paused }) => paused === 'botLeft',
    told: [{ words: /The bot was removed from the group/, by: owner }],
    events: ['teamPaused'],
  },
  'a team whose owner is back and resumes it': {
    async prepare({ world, settled, people: { owner } }) {
      world.leaveGroup(PEOPLE.owner.id);
      await owner.sees(/You have left the group/);
      world.joinGroup(PEOPLE.owner.id);
      await settled();
      return owner;
    },
    does: /Resume the team/,
    isMade: ({ paused }) => paused === undefined,
    told: [{ words: /The team is resumed/, by: group }],
    screen: /▶️ (The team of .* is resumed|تیم .* به کارش ادامه می‌دهد)/,
    events: ['teamResumed'],
  },
  'a team whose bot comes back': {
    async prepare({ world, people: { owner } }) {
      world.removeBot(PEOPLE.owner.id);
      await owner.sees(/The bot was removed from the group/);
      return owner;
    },
    does: ({ world }) => world.addBot(PEOPLE.owner.id),
    isMade: ({ paused }) => paused === undefined,
    told: [{ words: /The team is resumed/, by: group }],
    events: ['teamResumed'],
  },
  'a member who leaves the team by a button': {
    async prepare({ people: { operator } }) {
      await operator.say('/team');
      await operator.press('Leave the team');
      return operator;
    },
    does: /Yes, leave the team/,
    isMade: ({ members }) => members.length === 4,
    told: [{ words: /Olga.* left the team/, by: owner }],
    screen: /You left the team/,
    events: ['memberLeft'],
  },
  'a member who leaves the group': {
    async prepare({ people: { operator } }) {
      await operator.say('/start');
      return operator;
    },
    does: ({ world }) => world.leaveGroup(PEOPLE.operator.id),
    isMade: ({ members }) => members.length === 4,
    told: [{ words: /You are no longer in the team/, by: ({ people }) => people.operator }],
    events: ['memberLeft'],
  },
  'people whom the owner chooses': {
    async prepare({ people: { owner } }) {
      await owner.say('/members');
      await owner.press(/افزودن عضو/);
      return owner;
    },
    does: (app) => choose(app, app.people.owner, PEOPLE.stranger.id),
    cut: ['Stan'],
    isMade: ({ members }) => members.length === 6,
    told: [{ words: /New in the team.*Stan/, by: group }],
    screen: /Stan/,
    undo: UNDO,
    events: ['memberAdded'],
  },
  'a role that the owner gives by an answer': {
    prepare: async ({ inGroup }) => inGroup.owner,
    does({ world }) {
      const { message_id: replyTo } = world.say(PEOPLE.operator.id, world.group.id, 'good morning');
      world.say(PEOPLE.owner.id, world.group.id, '/role admin', { replyTo });
    },
    isMade: ({ members }) => members.filter(({ role }) => role === 'admin').length === 3,
    screen: /Olga: /,
    undo: UNDO,
    events: ['roleChanged'],
  },
  'a rota that is saved': {
    async prepare({ people: { admin } }) {
      await admin.say('/oncall');
      await admin.press(/Set the schedule/);
      await admin.press(/People/);
      await admin.press(/Olga/);
      await admin.press(/Back/);
      return admin;
    },
    does: /Save/,
    isMade: ({ rota }) => rota !== undefined,
    told: [{ words: /Olga is on call/, by: group }],
    screen: /The schedule is saved/,
    undo: UNDO,
    events: ['rotaChanged'],
  },
  'a limit that is typed': {
    async prepare({ people: { owner } }) {
      await owner.say('/team');
      await owner.press(/سقف/);
      await owner.press(/تیم/);
      return owner;
    },
    does: ({ world }) => world.say(PEOPLE.owner.id, PEOPLE.owner.id, '500000 تومان'),
    isMade: ({ limits }) => limits.length === 1,
    screen: /۵۰۰/,
    undo: UNDO,
    events: ['limitChanged'],
  },
  'a team that ends': {
    prepare: askToEnd,
    does: /بله/,
    isMade: ({ isEnded }) => isEnded,
    told: [{ words: /Omid تیم را حذف کرد|has ended the team/, by: group }],
    screen: /تیم .* حذف شد/,
    undo: UNDO,
    events: ['teamEnded'],
  },
  'a team that is brought back': {
    async prepare(app) {
      const person = await askToEnd(app);
      await person.press('بله');
      return person;
    },
    does: /برگردان/,
    isMade: ({ isEnded }) => !isEnded,
    told: [{ words: /undid the end of the team/, by: group }],
    screen: /با هر ۵ عضو و نقش‌هایشان برگشت/,
    events: ['teamRestored'],
  },
  'a team whose owner disconnects the account': {
    async prepare({ people: { owner } }) {
      await owner.say('/accounts');
      await owner.press(/^(?!.*(➕|🏠))/);
      await owner.press(/قطع/);
      return owner;
    },
    does: /بله، قطع شود/,
    isMade: ({ isEnded }) => isEnded,
    told: [{ words: /its owner disconnected the account/, by: group }],
    screen: /قطع شد|دیگر وصل نیست/,
    events: ['teamEnded'],
  },
};

async function askToEnd({ people: { owner } }: TeamApp): Promise<Person> {
  await owner.say('/team');
  await owner.press('حذف تیم');
  return owner;
}

async function askToJoin({ inGroup: { stranger }, people: { owner } }: TeamApp): Promise<Person> {
  await stranger.say('/team');
  await stranger.press('Join');
  await owner.sees(/Stan/);
  return owner;
}

/** The bot is killed between the transaction of a change and all that it says of it. */
async function killAfter(
  app: TeamApp,
  tap: () => unknown,
  isMade: () => Promise<boolean>,
  cut: readonly string[] = [''],
): Promise<void> {
  const { world } = app;
  await app.stopBot();
  const bot = startProcess(app.env);
  onTestFinished(async () => void (await bot.end('SIGKILL')));
  await bot.ready();
  for (const method of ['sendMessage', 'editMessageText'])
    for (const text of cut) world.fail({ method, text, cut: true, delayMs: 120_000, times: 99 });
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
    await using app = await enterEnglishTeam({}, REFUSED);
    const { does, isMade, cut, screen, undo, events, told: all = [] } = change;
    const person = await change.prepare(app);
    const before = (await auditOf(app)).length;
    const store = await openStoreOf(app);
    onTestFinished(() => store.close());
    await killAfter(
      app,
      () => (typeof does === 'function' ? does(app) : person.tap(does)),
      async () => isMade(await stateOf(store)),
      cut,
    );
    await app.startBot();
    for (const { words, by } of all)
      await app.world.until(() => told(by(app), words).length > 0, { describe: () => `${words} is not told` });
    await app.settled();
    if (screen) await person.shows(screen);
    if (undo) {
      await app.world.until(() => person.screens().some((each) => /برگرداندن|Undo/.test(each)));
      await person.press(undo);
      expect(isMade(await stateOf(store))).toBe(false);
    }
    const noted = (await auditOf(app)).slice(before).map(({ event }) => event);
    expect(noted.slice(0, events.length)).toEqual(events);
    for (const { words, by } of all) expect(told(by(app), words)).toHaveLength(1);
  });

test('a team in the place of an abandoned one: where the bot is killed before it says so, the group and that owner hear of it once', async () => {
  await using app = await enterEnglishTeam({}, REFUSED);
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
    () => app.inGroup.stranger.tap('Share the account'),
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
