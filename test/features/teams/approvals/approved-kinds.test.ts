import { expect, test } from 'vitest';
import { walk } from '../../shop/buy/buying.ts';
import { asked, TOKEN } from '../../support.ts';
import { enterEnglishTeam, type TeamApp } from '../support.ts';

const PROTECTED = '10.0.0.0';
const SERVER = 'srv-10001';
const BACKUP = '2026-11-18T05:42:23.000Z';

/** A change of a protected server, or a purchase above the limit, that an admin asks for in private and another admin approves. */
interface Case {
  /** Asks for it, and gives the confirm. */
  ask(app: TeamApp): Promise<void>;
  /** The question to the team's group. */
  question: RegExp;
  request: RegExp;
  outcome: RegExp;
}

async function copies({ people: { admin } }: TeamApp, ...path: (string | RegExp)[]): Promise<void> {
  await admin.say(`/server ${PROTECTED}`);
  await admin.press('More');
  for (const label of path) await admin.press(label);
}

const typed = ({ people: { admin } }: TeamApp) => admin.say(PROTECTED);
const confirmed = ({ people: { admin } }: TeamApp) => admin.press(/^Yes/);

const CHANGES: Record<string, Case> = {
  'restore a snapshot': {
    ask: async (app) => {
      await copies(app, 'Snapshots', /^old$/, 'Restore');
      await typed(app);
    },
    question: /asks for approval[\s\S]*snapshot/,
    request: /^snapshot\.restore /,
    outcome: /restored from the snapshot/,
  },
  'delete a snapshot': {
    ask: async (app) => {
      await copies(app, 'Snapshots', /^old$/, 'Delete');
      await confirmed(app);
    },
    question: /asks for approval[\s\S]*snapshot/,
    request: /^snapshot\.delete /,
    outcome: /Snapshot old of .* deleted/,
  },
  'restore a backup': {
    ask: async (app) => {
      await copies(app, 'Backups', '18 November', 'Restore');
      await typed(app);
    },
    question: /asks for approval[\s\S]*backup/,
    request: /^backup\.restore /,
    outcome: /restored from the backup/,
  },
  'delete a backup': {
    ask: async (app) => {
      await copies(app, 'Backups', '18 November', 'Delete');
      await confirmed(app);
    },
    question: /asks for approval[\s\S]*backup/,
    request: /^backup\.delete /,
    outcome: /Backup .*deleted/,
  },
};

const PURCHASES: Record<string, Case> = {
  order: {
    ask: async ({ people: { admin } }) => {
      await walk(admin);
      await admin.press(/Continue/);
      await admin.press(/toman/);
    },
    question: /asks for approval[\s\S]*toman/,
    request: /^cloud\.order /,
    outcome: /Approved by/,
  },
  upgrade: {
    ask: async ({ people: { admin } }) => {
      await admin.say('/server 10.0.0.1');
      await admin.press('⬆️ Upgrade');
      await admin.press('+1');
      await admin.press('Get the price');
      await admin.press(/toman/);
    },
    question: /asks for approval[\s\S]*toman/,
    request: /^cloud\.upgrade /,
    outcome: /Approved by/,
  },
  renewal: {
    ask: async ({ people: { admin } }) => {
      await admin.say('/renew 10.0.0.1');
      await admin.press(/^30 days/);
      await admin.press(/toman/);
    },
    question: /asks for approval[\s\S]*toman/,
    request: /^cloud\.renew /,
    outcome: /Approved by/,
  },
  registration: {
    ask: async ({ people: { admin } }) => {
      for (const answer of ['/register mine.com', '1', 'ns1.example.com ns2.example.com']) await admin.say(answer);
      await admin.press('Register for');
    },
    question: /asks for approval[\s\S]*mine\.com[\s\S]*toman/,
    request: /^domain\.register /,
    outcome: /Approved by/,
  },
};

/** Nothing is sent before another admin approves it in the group, and then exactly one request. */
async function expectApproved(app: TeamApp, { ask, question, request, outcome }: Case): Promise<void> {
  const sent = () => asked(app).filter((line) => request.test(line));
  await ask(app);
  await app.inGroup.admin2.sees(question);
  expect(app.people.admin.screen()).toMatch(/Waiting for approval/);
  expect(sent()).toEqual([]);
  await app.inGroup.admin2.press(/Approve/);
  await app.people.admin.shows(outcome);
  expect(sent()).toHaveLength(1);
}

test.concurrent.each(Object.entries(CHANGES))(
  'to %s of a protected server takes a second person',
  async (_, change) => {
    const servers = [
      { snapshots: [{ name: 'old', readyAt: 0 }], backups: [{ volumeId: BACKUP, size: '8', readyAt: 0 }] },
    ];
    await using app = await enterEnglishTeam({ accounts: [{ token: TOKEN, servers }] });
    await expectApproved(app, change);
  },
);

test.concurrent.each(Object.entries(PURCHASES))(
  '%s: without a limit of their own an admin needs a second person',
  async (_, purchase) => {
    await using app = await enterEnglishTeam();
    await expectApproved(app, purchase);
  },
);

test.concurrent('a team of a forum topic is asked for approval there, and nowhere else', async () => {
  await using app = await enterEnglishTeam();
  const { world, people } = app;
  const topic = world.openTopic(world.persian.id, 'shift').message_id;
  await app.settled();
  await app.change((team) => {
    team.topicId = topic;
  });
  const inTopic = (who: 'admin2' | 'operator') => people[who].in(world.group.id, topic);
  await inTopic('operator').say(`/off ${SERVER}`);
  await inTopic('operator').press(/power off/);
  await inTopic('admin2').sees(/asks for approval/);
  expect(
    people.viewer
      .in(world.group.id, 'general')
      .screens()
      .filter((each) => /approval/.test(each)),
  ).toEqual([]);
  expect(asked(app, 'server.action')).toEqual([]);
  await inTopic('admin2').press(/Approve/);
  await inTopic('admin2').sees(/off[\s\S]*Approved by ⁨?Arash/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});
