import { expect, test } from 'vitest';
import { enterEnglishTeam, type TeamApp } from './support.ts';

/** A team of a topic that was deleted since. */
async function enterLostTopic(): Promise<TeamApp> {
  const app = await enterEnglishTeam({}, /message thread not found|TOPIC_DELETED/);
  const { world } = app;
  const topic = world.openTopic(world.persian.id, 'shift').message_id;
  await app.settled();
  await app.change((team) => {
    team.topicId = topic;
  });
  world.deleteTopic(world.persian.id, topic);
  await app.settled();
  return app;
}

test('messages to a team of a deleted topic come into the general topic, with buttons that work there', async () => {
  await using app = await enterLostTopic();
  const { people, world } = app;
  const general = (who: 'viewer' | 'admin2') => app.people[who].in(world.group.id, 'general');
  await people.admin.say('/off srv-10001');
  await people.admin.press(/power off/);
  await general('viewer').shows(/asks for approval/);
  await general('admin2').press(/Approve/);
  await people.admin.sees(/Approved by/);
  await people.admin.say('/oncall');
  await people.admin.press(/Take over/);
  await general('viewer').shows(/Ada.* is on call|On call.*Ada|Hand-over|takes/s);
  await people.admin.say('/breakglass fire now');
  await people.admin.press(/Turn on emergency access/);
  await general('viewer').shows(/Emergency access by Ada: 60 min left/);
  const said = general('viewer')
    .screens()
    .filter((each) => /A topic that uses this bot was deleted/.test(each));
  expect(said).toHaveLength(1);
});
