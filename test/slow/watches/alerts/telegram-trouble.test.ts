import { expect, test } from 'vitest';
import { asked, enterConnected, TOKEN } from '../../../features/support.ts';
import { enterEnglishTeam } from '../../../features/teams/support.ts';
import { later, rounds, setPower, watchUntilOff, withRota } from '../support.ts';

const IS_OFF = /is no longer on\n/;
const TOO_MANY = { code: 429, description: 'Too Many Requests: retry after 30', retryAfter: 30 } as const;

type Team = Awaited<ReturnType<typeof enterEnglishTeam>>;

const callsWith = ({ world }: Team, words: string) =>
  world.calls.filter(({ method, params, ok }) => ok && method === 'sendMessage' && `${params.text}`.includes(words));

test('a call is sent once, also where Telegram refuses the edit of the earlier message for a while', async () => {
  await using app = await enterEnglishTeam({}, /Too Many Requests/);
  const { inGroup, world } = app;
  await withRota(app);
  await watchUntilOff(app, inGroup.admin);
  await inGroup.viewer.shows(/On call: Olga/);
  const refused = { method: 'editMessageText', chat: world.group.id, text: 'see the newer message' };
  world.fail({ ...refused, ...TOO_MANY, times: 2 });
  await rounds(app, 5);
  await inGroup.viewer.shows(/Not acknowledged for 5 minutes. Next on call: Ada/);
  const attempts = () => world.calls.filter(({ params }) => `${params.text}`.includes(refused.text)).length;
  while (attempts() < 3) {
    const before = attempts();
    await later(app, 67_000);
    await expect.poll(attempts).toBeGreaterThan(before);
  }
  await inGroup.viewer.shows(/see the newer message/);
  expect(callsWith(app, 'Next on call')).toHaveLength(1);
  expect(inGroup.viewer.screens().filter((text) => IS_OFF.test(text))).toHaveLength(1);
});

test('no outage stays unread or untold while Telegram does not tell who is in the group', async () => {
  await using app = await enterEnglishTeam({}, /Too Many Requests/);
  const { people, world } = app;
  await people.operator.say('/watch');
  await rounds(app, 1);
  const before = world.calls.filter(({ method }) => method === 'getChatMember').length;
  await rounds(app, 3);
  expect(world.calls.filter(({ method }) => method === 'getChatMember')).toHaveLength(before);
  world.fail({ method: 'getChatMember', ...TOO_MANY, times: 1_000 });
  setPower(app, 'off');
  const read = asked(app, 'server.status').length;
  await rounds(app, 3);
  expect(asked(app, 'server.status').length).toBeGreaterThan(read);
  await people.operator.shows(IS_OFF);
});

test('an alert whose first answer from Telegram was lost may come twice, says so, and a tap on the first one mends it', async () => {
  await using app = await enterConnected({}, /socket|fetch failed|Network request/i);
  const { english, world } = app;
  await english.say('/watch');
  await rounds(app, 1);
  world.fail({ method: 'sendMessage', chat: english.chat, text: 'is no longer on', afterHandling: true, cut: true });
  setPower(app, 'off');
  await rounds(app, 3);
  await english.shows(IS_OFF);
  await later(app, 67_000);
  await english.shows(/This may be a repeat/);
  const both = () => english.messages().filter(({ text = '' }) => IS_OFF.test(text));
  const [first, second] = both();
  expect(both()).toHaveLength(2);
  expect(first?.text).not.toMatch(/repeat/);
  const data = JSON.stringify(first?.reply_markup).match(/"callback_data":"(ak\|[^"|]+\|[^"|]+\|)"/)?.[1];
  world.pressRaw(english.user.id, english.chat, first?.message_id ?? 0, data ?? '');
  await english.shows(/is on it until/);
  await english.shows(/see the newer message/);
  expect(both().map(({ message_id: id }) => id)).toEqual([second?.message_id]);
  setPower(app, 'on');
  await rounds(app, 3);
  await english.shows(/is on again/);
  await expect.poll(both).toHaveLength(0);
});

test('a later call whose answer from Telegram was lost may come twice and says so, and the one after it does not', async () => {
  await using app = await enterEnglishTeam({}, /socket|fetch failed|Network request/i);
  const { inGroup, world } = app;
  await withRota(app);
  await watchUntilOff(app, inGroup.admin);
  await inGroup.viewer.shows(/On call: Olga/);
  world.fail({ method: 'sendMessage', chat: world.group.id, text: 'Next on call', afterHandling: true, cut: true });
  await later(app, 6 * 60_000);
  await inGroup.viewer.shows(/Next on call: Ada/);
  await later(app, 67_000);
  await inGroup.viewer.shows(/Next on call: Ada[\s\S]*This may be a repeat/);
  expect(inGroup.viewer.screens().filter((text) => /Next on call/.test(text))).toHaveLength(2);
  await later(app, 11 * 60_000);
  await inGroup.viewer.shows(/Still not acknowledged. Team admins:/);
  const repeats = world.calls.filter(({ method, params, ok }) => {
    const isSent = ok && method === 'sendMessage' && `${params.text}`.includes('may be a repeat');
    return isSent && !`${params.text}`.includes('Next on call');
  });
  expect(repeats).toEqual([]);
});

test('within Telegram’s limits of a group, each of several outages at once calls each person once', async () => {
  await using app = await enterEnglishTeam({ telegram: { rateLimits: true } }, /Too Many Requests/);
  const { inGroup, world } = app;
  await withRota(app);
  await inGroup.admin.say('/watch');
  await rounds(app, 1);
  const servers = [1, 2, 3].map((number) => `srv-1000${number}`);
  for (const server of servers) app.provider.account(TOKEN).setStatus(server, 'off');
  await rounds(app, 3);
  await expect.poll(() => callsWith(app, 'On call: ')).toHaveLength(servers.length);
  for (let minute = 0; minute < 8; minute++) await later(app, 67_000);
  await expect.poll(() => callsWith(app, 'Next on call: ')).toHaveLength(servers.length);
  expect(callsWith(app, 'On call: ')).toHaveLength(servers.length);
  const isReduced = () => inGroup.viewer.screens().filter((text) => text.includes('see the newer message')).length;
  await expect.poll(isReduced).toBe(servers.length);
  expect(world.calls.filter(({ params, ok }) => ok && `${params.text}`.includes('may be a repeat'))).toEqual([]);
});
