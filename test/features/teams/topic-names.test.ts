import { expect, test } from 'vitest';
import { openStoreOf } from '../../support/app.ts';
import { connect, OTHER_TOKEN } from '../support.ts';
import { enterTeam, PEOPLE, type TeamApp } from './support.ts';

interface TopicApp extends TeamApp {
  topic: number;
  /** The owner renames the topic. */
  rename(name: string): Promise<void>;
}

/** Beside the team of the group the owner lends a second account to one of its topics. The new team has no name of the topic yet. */
async function enterTopic(): Promise<TopicApp> {
  const app = await enterTeam();
  const { world, people, settled } = app;
  await connect(people.owner, OTHER_TOKEN);
  const topic = world.openTopic(PEOPLE.owner.id, 'Nights').message_id;
  await settled();
  const store = await openStoreOf(app);
  const { accounts } = await store.accounts.get(PEOPLE.owner.id);
  const other = accounts.at(-1) ?? expect.fail('No account');
  const second = { ...(await app.team()), id: 'topic-team', accountId: other.id, topicId: topic };
  await store.teams.create(second, { at: Date.now(), event: 'teamCreated', actor: { id: PEOPLE.owner.id } });
  await store.close();
  return Object.assign(app, {
    topic,
    async rename(name: string) {
      const [message_id, date] = [9_001, Math.floor(Date.now() / 1000)];
      const place = { chat: world.group, message_thread_id: topic, is_topic_message: true };
      world.push({ message: { message_id, date, ...place, from: PEOPLE.owner, forum_topic_edited: { name } } });
      await settled();
    },
  });
}

test.concurrent('the team of a topic shows its number, then its name, then its new name, in both languages', async () => {
  await using app = await enterTopic();
  const { admin, viewer } = app.people;
  const labels = async (who: typeof admin) => {
    await who.say('/team');
    return who.screen();
  };
  for (const who of [admin, viewer]) expect(await labels(who)).toMatch(`[Shift]\n[Shift › #${app.topic}]`);
  // An ordinary message of a topic answers the one that opened it.
  await app.inGroup.admin.in(app.world.group.id, app.topic).say('/help');
  for (const who of [admin, viewer]) expect(await labels(who)).toMatch('[Shift]\n[Shift › Nights]');
  await app.rename('روزها');
  await app.inGroup.admin.in(app.world.group.id, app.topic).say('/help');
  for (const who of [admin, viewer]) expect(await labels(who)).toMatch('[Shift]\n[Shift › روزها]');
});

test.concurrent('a topic whose icon alone changes keeps its name', async () => {
  await using app = await enterTopic();
  await app.rename('Days');
  await app.rename('');
  await app.people.admin.say('/team');
  expect(app.people.admin.screen()).toContain('[Shift › Days]');
});

test.concurrent('the team of a topic is named with it wherever members and its owner read of it', async () => {
  await using app = await enterTopic();
  await app.rename('Days');
  const { admin, owner } = app.people;
  const shows = (who: typeof admin) => expect(who.screen()).toContain('Shift › Days');
  await admin.say('/accounts');
  await admin.press('Shift › Days');
  shows(admin);
  await admin.press('Use');
  for (const command of ['/start', '/servers', '/orders', '/members', '/audit', '/breakglass the reason']) {
    await admin.say(command);
    shows(admin);
  }
  await owner.say('/accounts');
  await owner.press('حساب ۲');
  shows(owner);
  await owner.say('/protect');
  shows(owner);
});

test.concurrent('the log of an ended team of a topic is named with the topic', async () => {
  await using app = await enterTopic();
  await app.rename('Days');
  const store = await openStoreOf(app);
  await store.teams.end('topic-team', { at: Date.now(), event: 'teamEnded', actor: { id: PEOPLE.owner.id } });
  await store.close();
  const { owner } = app.people;
  await owner.say('/audit');
  await owner.press('Shift › Days');
  expect(owner.screen()).toContain('لاگ Shift › Days');
});
