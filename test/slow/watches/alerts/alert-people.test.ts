import { expect, test } from 'vitest';
import { auditOf, enterEnglishTeam, PEOPLE } from '../../../features/teams/support.ts';
import { openStoreOf } from '../../../support/app.ts';
import { later, rounds, setPower, watchUntilOff, withRota } from '../support.ts';

const IS_OFF = /is no longer on\n/;

type App = Awaited<ReturnType<typeof enterEnglishTeam>>;

async function enterWithRota(): Promise<App> {
  const app = await enterEnglishTeam();
  await withRota(app);
  return app;
}

const alertNow = ({ inGroup }: App) => inGroup.viewer.screens().findLast((text) => IS_OFF.test(text)) ?? '';
const callsOf = ({ world }: App, words: RegExp) =>
  world.calls.filter(({ method, params, ok }) => ok && method === 'sendMessage' && words.test(`${params.text}`));

async function openAlert(app: App) {
  const store = await openStoreOf(app);
  try {
    const [alert] = await store.alerts.openIn(app.world.group.id);
    return alert;
  } finally {
    await store.close();
  }
}

test('a member who left the group unheard is not called, and the next one is at once', async () => {
  await using app = await enterWithRota();
  const { inGroup, world } = app;
  await inGroup.admin.say('/watch');
  await rounds(app, 1);
  world.leaveGroup(PEOPLE.operator.id);
  world.clearUpdates();
  setPower(app, 'off');
  await rounds(app, 3);
  await inGroup.viewer.shows(/On call: Ada/);
  expect(inGroup.viewer.screens().join()).not.toMatch(/On call: Olga/);
});

test('a member who leaves after being called is named no more, and the next one is called at once', async () => {
  await using app = await enterWithRota();
  const { inGroup, world } = app;
  await watchUntilOff(app, inGroup.admin);
  await inGroup.viewer.shows(/On call: Olga/);
  world.leaveGroup(PEOPLE.operator.id);
  await app.settled();
  await later(app, 1_000);
  await inGroup.viewer.shows(/On call: Ada/);
  setPower(app, 'suspended');
  await rounds(app, 3);
  await inGroup.viewer.shows(/is no longer on\n[\s\S]*suspended/);
  expect(alertNow(app)).toMatch(/suspended/);
  expect(alertNow(app)).not.toMatch(/On call: ?\n|Olga/);
});

test('a member who looks after an alert and leaves the team leaves it to others, who are called anew', async () => {
  await using app = await enterWithRota();
  const { inGroup, world } = app;
  await watchUntilOff(app, inGroup.admin);
  await inGroup.operator.shows(IS_OFF);
  await inGroup.operator.press(/I’m on it/);
  await inGroup.admin.shows(/Olga is on it/);
  world.leaveGroup(PEOPLE.operator.id);
  await app.settled();
  await later(app, 1_000);
  await inGroup.viewer.shows(/On call: Ada/);
  expect(alertNow(app)).not.toMatch(/is on it/);
});

test('looking after an alert ends after two hours, unless it is said again', async () => {
  await using app = await enterWithRota();
  const { inGroup } = app;
  await watchUntilOff(app, inGroup.admin);
  await inGroup.operator.shows(IS_OFF);
  await inGroup.operator.press(/I’m on it/);
  await inGroup.admin.shows(/Olga is on it until/);
  await later(app, 90 * 60_000);
  await inGroup.operator.press(/Take over/);
  await later(app, 60 * 60_000);
  expect(alertNow(app)).toMatch(/Olga is on it until/);
  const before = callsOf(app, /On call: /).length;
  await later(app, 61 * 60_000);
  await inGroup.viewer.shows(/On call: Olga/);
  expect(callsOf(app, /On call: /)).toHaveLength(before + 1);
});

test('of two who look after an alert at the same time the first one does, the second one is told, and can take over', async () => {
  await using app = await enterWithRota();
  const { inGroup, world } = app;
  await watchUntilOff(app, inGroup.admin);
  await inGroup.operator.shows(IS_OFF);
  const alert = await openAlert(app);
  const { accountId } = await app.team();
  const message = alert?.messageId ?? 0;
  const data = ['ak', accountId, alert?.id, ''].join('|');
  world.pressRaw(PEOPLE.operator.id, world.group.id, message, data);
  await app.settled();
  world.pressRaw(PEOPLE.admin.id, world.group.id, message, data);
  await app.settled();
  expect((await openAlert(app))?.acknowledged?.by.name).toBe('Olga');
  const answers = world.calls.filter(({ method }) => method === 'answerCallbackQuery').map(({ params }) => params.text);
  expect(answers.at(-2)).toMatch(/You are on it until/);
  expect(answers.at(-1)).toMatch(/Olga.? is already on it/);
  await inGroup.admin.press(/Take over/);
  await inGroup.viewer.shows(/Ada is on it/);
  const events = (await auditOf(app)).map(({ event, actor }) => `${event} ${actor?.name}`);
  expect(events.slice(-2)).toEqual(['alertAcknowledged Olga', 'alertAcknowledged Ada']);
});

test('a member who looks after a server in private stops the calls of their team about it, which all its chats show', async () => {
  await using app = await enterWithRota();
  const { inGroup, people } = app;
  await people.operator.say('/watch');
  await watchUntilOff(app, inGroup.admin);
  await people.operator.shows(IS_OFF);
  await people.operator.press(/I’m on it/);
  await people.operator.shows(/Olga is on it/);
  await inGroup.viewer.shows(/Olga is on it/);
  await rounds(app, 6);
  expect(callsOf(app, /Next on call: /)).toHaveLength(0);
  expect((await auditOf(app)).filter(({ event }) => event === 'alertAcknowledged')).toHaveLength(1);
});

test('the alert of a group whose team ended tells nothing any more and has no buttons, until the team is back', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup, people } = app;
  await watchUntilOff(app, inGroup.admin);
  await inGroup.operator.shows(IS_OFF);
  const message = (await openAlert(app))?.messageId;
  const shown = () => inGroup.operator.messages().find(({ message_id: id }) => id === message);
  await people.owner.say('/team');
  await people.owner.press('حذف تیم');
  await people.owner.press('بله');
  await later(app, 1_000);
  await inGroup.operator.shows(/No longer monitored here/);
  expect(shown()?.text).toBe('🔕 No longer monitored here.');
  expect(shown()?.reply_markup?.inline_keyboard ?? []).toEqual([]);
  await people.owner.press('برگردان');
  await later(app, 6 * 60_000);
  await inGroup.viewer.shows(IS_OFF);
});
