import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../../src/store/index.ts';
import { enter, enterBothConnected, enterConnected } from '../../features/support.ts';
import { enterEnglishTeam, enterTeam, PEOPLE } from '../../features/teams/support.ts';
import { openStoreOf, type TestApp } from '../../support/app.ts';
import { createPerson, type Person } from '../../support/person.ts';
import { refuseToken, rounds, setPower } from './support.ts';

const DAY_MS = 24 * 3_600_000;
const IS_OFF = /is no longer on\n/;
const IS_UNREACHABLE = /No valid answer from the provider/;
const IS_REFUSED = /The provider refuses the token of/;

async function quietOf(app: TestApp, chatId: number) {
  const store = await openStoreOf(app);
  return quietIn(store, chatId).finally(store.close);
}

async function quietIn({ chats }: Store, chatId: number) {
  return (await chats.get(chatId)).quiet ?? [];
}

test('quiet hours are typed, shown, chosen by a button and ended, each with a way back', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/quiet');
  expect(english.screen()).toMatch(/No quiet hours\.[\s\S]*\[23:00 to 07:00\]\n\[22:00 to 08:00\][\s\S]*\[🏠 Home\]/);
  await english.say('/quiet 22:30-06:45');
  expect(english.screen()).toMatch(/✅ Saved\.[\s\S]*Quiet every day: 22:30 to 06:45 UTC/);
  await english.press('23:00 to 07:00');
  expect(english.screen()).toMatch(/Quiet every day: 23:00 to 07:00 UTC[\s\S]*\[✓ 23:00 to 07:00\]/);
  await app.stopBot();
  await app.startBot();
  expect(await quietOf(app, english.user.id)).toEqual([{ topicId: 0, from: '23:00', to: '07:00', zone: 'UTC' }]);
  await english.press('No quiet hours');
  expect(english.screen()).toMatch(/Quiet hours are off/);
  expect(await quietOf(app, english.user.id)).toEqual([]);
  await english.say('/watch');
  await english.press('🌙 Quiet hours');
  expect(english.screen()).toMatch(/No quiet hours\./);
});

test('without an account they can be set as well, and another zone stays until another is typed', async () => {
  await using app = await enter();
  const { english } = app;
  await english.say('/quiet 23-7 europe/berlin');
  expect(english.screen()).toContain('23:00 to 07:00 Berlin time');
  await english.press('22:00 to 08:00');
  expect(await quietOf(app, english.user.id)).toEqual([
    { topicId: 0, from: '22:00', to: '08:00', zone: 'Europe/Berlin' },
  ]);
});

/** One app and one view of its store for all sentences; a different person types each one. */
function enterOnce(): (language: 'en' | 'fa') => { store: Store; person: Person } {
  const users = Array.from({ length: 60 }, (_, at) => {
    return { id: 2001 + at, is_bot: false, first_name: `Person ${at}`, language_code: at % 2 === 0 ? 'en' : 'fa' };
  });
  let app: Awaited<ReturnType<typeof enter>> | undefined;
  let store: Store | undefined;
  beforeAll(async () => {
    app = await enter({ people: [...users] });
    store = await openStoreOf(app);
  });
  afterAll(async () => {
    await store?.close();
    await app?.[Symbol.asyncDispose]();
  });
  return (language) => {
    const at = users.findIndex(({ language_code }) => language_code === language);
    const [user] = users.splice(at, 1);
    if (!app || !store || !user) expect.fail('Nobody is left');
    return { store, person: createPerson(app.world, user, app.settled) };
  };
}

describe('a person types hours as people do', () => {
  const entered = enterOnce();

  test.each([
    ['23:00-07:00', '23:00', '07:00'],
    ['23-7', '23:00', '07:00'],
    ['from 23 to 7', '23:00', '07:00'],
    ['11pm – 7:30am', '23:00', '07:30'],
    ['12am-8am', '00:00', '08:00'],
    ['22:30-24:00', '22:30', '00:00'],
    ['۲۳ تا ۷', '23:00', '07:00'],
    ['از ساعت ۲۳:۳۰ تا ساعت ۷', '23:30', '07:00'],
    ['۱۱ شب تا ۷ صبح', '23:00', '07:00'],
    ['۱ شب تا ۹ صبح', '01:00', '09:00'],
    ['۲ بعد از ظهر تا ۴ عصر', '14:00', '16:00'],
    ['11 p.m. to 7 a.m.', '23:00', '07:00'],
    ['midnight to 7', '00:00', '07:00'],
    ['نیمه‌شب تا ۷', '00:00', '07:00'],
    ['10 to 6am', '22:00', '06:00'],
    ['۱۰ تا ۶ صبح', '22:00', '06:00'],
    ['12 to 8am', '00:00', '08:00'],
    ['9 to 5pm', '09:00', '17:00'],
    ['13-6am', '13:00', '06:00'],
    ['12 to 1am', '00:00', '01:00'],
    ['12 to 2am', '00:00', '02:00'],
    ['11 to 1am', '23:00', '01:00'],
    ['8 to 10am', '08:00', '10:00'],
    ['7 to 7am', '19:00', '07:00'],
    ['۱۲ تا ۱ بامداد', '00:00', '01:00'],
    ['۱۱ تا ۲ شب', '23:00', '02:00'],
  ] as const)('%s', async (typed, from, to) => {
    const { store, person } = entered('fa');
    await person.say(`/quiet ${typed}`);
    expect(await quietIn(store, person.user.id)).toEqual([{ topicId: 0, from, to, zone: 'Asia/Tehran' }]);
  });
});

test.each(['خاموش', 'خاموش کن', 'off', 'turn off'] as const)('they are ended by %s', async (typed) => {
  await using app = await enter();
  const { english } = app;
  await english.say('/quiet 23-7');
  await english.say(`/quiet ${typed}`);
  expect(english.screen()).toMatch(/Quiet hours are off/);
  expect(await quietOf(app, english.user.id)).toEqual([]);
});

describe('a person types a zone as people do', () => {
  const entered = enterOnce();

  test.each([
    ['23-7 +03:30', '+03:30'],
    ['23-7 UTC+2', '+02:00'],
    ['23-7 GMT-5', '-05:00'],
    ['23-7 utc −4:30', '-04:30'],
    ['۲۳ تا ۷ +۳:۳۰', '+03:30'],
    ['۲۳ تا ۷ برلین', 'Europe/Berlin'],
    ['۲۳ تا ۷ به وقت لس آنجلس', 'America/Los_Angeles'],
    ['23-7 new york', 'America/New_York'],
    ['23-7 Berlin time', 'Europe/Berlin'],
    ['23-7 madrid', 'Europe/Madrid'],
    ['23-7 utc', 'UTC'],
    ['23-7 UTC+0', 'UTC'],
  ] as const)('%s', async (typed, zone) => {
    const { store, person } = entered('fa');
    await person.say(`/quiet ${typed}`);
    expect(await quietIn(store, person.user.id)).toEqual([{ topicId: 0, from: '23:00', to: '07:00', zone }]);
  });

  test.each(['23-7 +15', '23-7 utc+3:75', '23-7 -13:00', '23-7 moon', '+99'] as const)('%s is none', async (typed) => {
    const { store, person } = entered('en');
    await person.say(`/quiet ${typed}`);
    expect(person.screen()).toMatch(/These hours can’t be read[\s\S]*23:00-07:00 Berlin[\s\S]*\+03:30/);
    expect(await quietIn(store, person.user.id)).toEqual([]);
  });
});

test.for([
  [
    'english',
    {
      keys: ['📋 Daily digest', '🌍 Time zone', 'Dubai time', 'Another one'],
      chosen: /It is \d\d:\d\d Dubai time now\.[\s\S]*\[✓ Dubai time\]/,
      on: /Daily digest: on, about 09:00 Dubai time\./,
      unfit: /Unknown time zone\. Send a city/,
      typed: /Daily digest: on, about 09:00 UTC\+05:30\./,
      quiet: /Quiet every day: 23:00 to 07:00 UTC\+05:30\./,
    },
  ],
  [
    'persian',
    {
      keys: ['📋 گزارش روزانه', '🌍 منطقهٔ زمانی', 'به وقت دبی', 'منطقهٔ زمانی دیگر'],
      chosen: /الان ساعت [۰-۹:]+ به وقت دبی است\.[\s\S]*\[✓ به وقت دبی\]/,
      on: /گزارش روزانه: روشن.*۹:۰۰ به وقت دبی/,
      unfit: /این منطقهٔ زمانی شناخته نشد/,
      typed: /گزارش روزانه: روشن.*۹:۰۰ UTC\+05:30/,
      quiet: /ساعت سکوت: هر روز ۲۳:۰۰ تا ۷:۰۰ UTC\+05:30/,
    },
  ],
] as const)(
  'the clock of digests and quiet hours is chosen by keys or typed, and shown with the hours: %s',
  async ([who, { keys, chosen, on, unfit, typed, quiet }]) => {
    await using app = await enterBothConnected();
    const { [who]: person } = app;
    const store = await openStoreOf(app);
    // A digest that is due, or within a quarter of an hour, is not put off by another clock: now it is noon, and none is.
    await app.stopBot();
    app.later(untilNoon());
    await store.digests.change(person.chat, (digest) => ({ ...digest, dueAt: app.now() + DAY_MS / 2 }));
    await app.startBot();
    const hour = async () => new Date((await store.digests.get(person.chat))?.dueAt ?? 0).toISOString().slice(11, 14);
    await person.say('/watch');
    await person.press(keys[0]);
    await person.press(keys[1]);
    await person.press(keys[2]);
    expect(person.screen()).toMatch(chosen);
    expect(await hour()).toBe('05:');
    await person.press(keys[0]);
    expect(person.screen()).toMatch(on);
    await person.press(keys[1]);
    await person.press(keys[3]);
    await person.say('moon');
    expect(person.screen()).toMatch(unfit);
    await person.say('+۵:۳۰');
    await person.press(keys[0]);
    expect(person.screen()).toMatch(typed);
    expect(await hour()).toBe('03:');
    await person.say('/quiet 23-7');
    expect(person.screen()).toMatch(quiet);
    await person.say('/quiet Dubai');
    expect(await quietOf(app, person.chat)).toMatchObject([{ zone: 'Asia/Dubai' }]);
    expect(await hour()).toBe('05:');
    await store.close();
  },
);

test('an unreadable text changes nothing, and the answer says what to type', async () => {
  await using app = await enter();
  const { persian, english } = app;
  await persian.say('/quiet ۲۳ تا ۷');
  expect(persian.screen()).toContain('ساعت سکوت: هر روز ۲۳:۰۰ تا ۷:۰۰ به وقت تهران');
  for (const typed of ['شب', '25-7', '23:60-7', '7-7', '۲۳', '23-7 mars/olympus', '24:30-7']) {
    await persian.say(`/quiet ${typed}`);
    expect(persian.screen(), typed).toMatch(
      /این ساعت خوانده نشد[\s\S]*\/quiet[\s\S]*۲۳ تا ۷[\s\S]*هر روز ۲۳:۰۰ تا ۷:۰۰/,
    );
  }
  await persian.say('/quiet خاموش');
  expect(persian.screen()).toContain('دیگر ساعت سکوت ندارید');
  await english.say('/quiet at night');
  expect(english.screen()).toMatch(/These hours can’t be read[\s\S]*\/quiet 23:00-07:00/);
});

/** The time until it is noon by UTC, in ms. */
function untilNoon(): number {
  return (DAY_MS + DAY_MS / 2 - (Date.now() % DAY_MS)) % DAY_MS;
}

/** The person's quiet hours began a while ago and end in this number of hours. */
function hoursAround(hours: number): string {
  const clock = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16);
  return `${clock(-3_600_000)}-${clock(hours * 3_600_000)}`;
}

test('in quiet hours a server that is off is told, and a provider that does not answer only at their end', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say(`/quiet ${hoursAround(3)}`);
  await english.say('/watch');
  await rounds(app, 1);
  setPower(app, 'off');
  await rounds(app, 3);
  expect(await english.shows(IS_OFF)).toBe(true);
  app.provider.fault({ operation: 'server.status', kind: 'status', status: 500, times: 10_000 });
  await rounds(app, 4);
  expect(english.screens().some((text) => IS_UNREACHABLE.test(text))).toBe(false);
  const store = await openStoreOf(app);
  await expect
    .poll(async () => (await store.alerts.openIn(english.user.id)).map(({ what }) => what))
    .toContain('unreachable');
  await store.close();
  await app.stopBot();
  app.later(3 * 3_600_000);
  await app.startBot();
  expect(await english.shows(IS_UNREACHABLE)).toBe(true);
});

test('a waiting message comes at once where the quiet hours are ended', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say(`/quiet ${hoursAround(3)}`);
  await english.say('/watch');
  await rounds(app, 1);
  app.provider.fault({ operation: 'server.status', kind: 'status', status: 500, times: 10_000 });
  await rounds(app, 4);
  expect(english.screens().some((text) => IS_UNREACHABLE.test(text))).toBe(false);
  await english.say('/quiet off');
  expect(await english.shows(IS_UNREACHABLE)).toBe(true);
});

test('a digest whose hour is quiet is due at the end of the quiet hours', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/quiet 6-11');
  const store = await openStoreOf(app);
  const due = async () => new Date((await store.digests.get(english.user.id))?.dueAt ?? 0).getUTCHours();
  expect(await due()).toBe(11);
  await english.say('/watch');
  await english.press('📋 Daily digest');
  expect(english.screen()).toContain(
    'The chosen hour is within the quiet hours: the digest comes when they end, at 11:00 UTC.',
  );
  await english.say('/quiet off');
  expect(await due()).toBe(9);
  await store.close();
});

test('in a team’s group an admin sets them for all, a viewer sees them, and a stranger does neither', async () => {
  await using app = await enterEnglishTeam();
  const { admin, operator, viewer, stranger } = app.inGroup;
  const { id } = app.world.group;
  await operator.say('/quiet 23-7');
  expect(operator.screen()).toMatch(/role/i);
  await stranger.say('/quiet');
  expect(await quietOf(app, id)).toEqual([]);
  await admin.say('/quiet 23-7');
  expect(admin.screen()).toMatch(/23:00 to 07:00/);
  expect(await quietOf(app, id)).toMatchObject([{ topicId: 0, from: '23:00', to: '07:00' }]);
  await viewer.say('/quiet');
  expect(viewer.screen()).toMatch(/۲۳:۰۰ تا ۷:۰۰/);
  expect(viewer.screen()).not.toMatch(/۲۲:۰۰ تا ۸:۰۰/);
  expect(await quietOf(app, app.people.admin.user.id)).toEqual([]);
});

test('in a group the keys of zones tell people who may choose one how another is sent', async () => {
  await using app = await enterEnglishTeam();
  const { admin, admin2, viewer } = app.inGroup;
  await admin.say('/quiet');
  await admin.press(/Time zone/);
  expect(admin.screen()).toMatch(/send a city or the difference to UTC: \/quiet Berlin or \/quiet UTC\+2\n/);
  await admin.say('/quiet UTC+2');
  expect(admin.screen()).toMatch(/It is \d\d:\d\d UTC\+02:00 now/);
  await admin2.say('/quiet');
  await admin2.press(/منطقهٔ زمانی/);
  expect(admin2.screen()).toMatch(/اختلاف با ساعت جهانی را بعد از \/quiet بنویسید: برلین یا \+۳:۳۰/);
  await admin2.say('/quiet +۳:۳۰');
  expect(admin2.screen()).toMatch(/UTC\+03:30/);
  await viewer.say('/quiet');
  await viewer.press(/منطقهٔ زمانی/);
  expect(viewer.screen()).not.toMatch(/\/quiet|دبی/);
});

test('a team in a topic has quiet hours of its own, by the clock of its language and not of its rota, as its digest', async () => {
  await using app = await enterTeam();
  const topic = app.world.openTopic(PEOPLE.owner.id, 'shift').message_id;
  await app.change((team) => {
    team.topicId = topic;
    team.rota = { people: [team.ownerId], time: '08:00', zone: 'Europe/Berlin', since: 0 };
  });
  const owner = app.people.owner.in(app.world.group.id, topic);
  await owner.say('/watch');
  await owner.press('گزارش روزانه');
  await owner.press('روشن شود');
  const store = await openStoreOf(app);
  const dueAt = async () => (await store.digests.get(app.world.group.id, topic))?.dueAt;
  const before = await dueAt();
  await owner.say('/quiet 23-7');
  expect(await quietOf(app, app.world.group.id)).toEqual([
    { topicId: topic, from: '23:00', to: '07:00', zone: 'Asia/Tehran' },
  ]);
  expect(await dueAt()).toBe(before);
  await store.close();
});

test('in a group without a team there is nothing to set', async () => {
  await using app = await enterConnected();
  const inGroup = app.english.in(app.world.group.id);
  await inGroup.say('/quiet 23-7');
  expect(inGroup.screen()).toMatch(/automatic messages belong to its team/);
  expect(await quietOf(app, app.world.group.id)).toEqual([]);
});

test('a refused token is told in quiet hours: nothing tells of the power of servers any more', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say(`/quiet ${hoursAround(6)}`);
  await english.say('/watch');
  await refuseToken(app);
  expect(await english.shows(IS_REFUSED)).toBe(true);
});
