import { expect, test } from 'vitest';
import { alertScreen } from '../../../../src/features/watches/alerts/alert-screen.ts';
import { loadTexts } from '../../../../src/telegram/i18n/index.ts';
import { ACCOUNT, enter, enterDown, OWNER } from '../round-support.ts';

type World = Awaited<ReturnType<typeof enter>>;

function textsOf(locale: string) {
  const texts = loadTexts('en', (problem) => {
    throw new Error(String(problem));
  });
  return texts.in(locale);
}

async function enterUnstable() {
  const world = await enter();
  for (let done = 0; done < 14; done++) {
    world.provider.status.set('a', done % 2 === 0 ? 'off' : 'on');
    await world.rounds(1);
  }
  expect(await world.open()).toEqual(['unstable a']);
  world.provider.status.set('a', 'off');
  return world;
}

/** The alerts of another chat that begins to watch now. */
async function joined({ store, now, rounds }: World): Promise<string[]> {
  await store.watches.change(OWNER, ACCOUNT, now(), (chats) => {
    chats.push({ chatId: -100, topicId: 0, locale: 'en', power: { all: true, except: [] } });
  });
  await rounds(2);
  return (await store.alerts.openIn(-100)).map(({ what }) => what);
}

test.each([
  ['goes on and off', enterUnstable, 30],
  ['is down', enterDown, 20],
] as const)('the alert of a server that %s ends once its person powers it off', async (_, begin, most) => {
  const world = await begin();
  const { store, operation, rounds, open, now, provider } = world;
  const [alert] = await store.alerts.openIn(OWNER);
  operation('power', 0, { parameters: { action: 'off' }, endedAt: now() });
  await rounds(most);
  expect(await open()).toEqual([]);
  expect(await store.alerts.get(alert?.id ?? '')).toMatchObject({
    ...{ state: 'resolved', resolved: { why: 'poweredOff' }, toNotify: 1 },
  });
  const ended = (await store.alerts.get(alert?.id ?? '')) ?? expect.fail('It is gone');
  const textIn = (locale: string) => alertScreen(ended, { account: 'Shop' }, textsOf(locale)).text;
  expect(textIn('en')).toMatch(/10\.0\.0\.1.* was powered off with this bot/);
  expect(textIn('fa')).toMatch(/با همین ربات خاموش شد/);
  expect(await joined(world)).toEqual([]);
  // On again, and off by itself: an alert follows.
  provider.status.set('a', 'on');
  await rounds(70);
  provider.status.set('a', 'off');
  await rounds(10);
  expect(await open()).toEqual(['down a']);
});

test.each([
  ['was refused', { state: 'refused', parameters: { action: 'off' } }],
  ['is not known to have happened', { state: 'unknown', parameters: { action: 'off' } }],
] as const)('the alert of a server that is down stays while its power-off %s', async (_, rest) => {
  const { operation, rounds, open } = await enterDown();
  operation('power', 0, rest);
  await rounds(10);
  expect(await open()).toEqual(['down a']);
});

test('the alert of a server that its person powers off ends though it is changed once more then', async () => {
  const { operation, rounds, open, pass, now } = await enterDown();
  operation('power', 0, { parameters: { action: 'off' }, endedAt: now() });
  pass(10_000);
  const parameters = { action: 'create', snapshot: 'before' };
  operation('snapshot', 0, { parameters, endedAt: now() });
  await rounds(20);
  expect(await open()).toEqual([]);
});

test('the alert of a server that is down stays once it was powered off and on', async () => {
  const { operation, rounds, open, pass } = await enterDown();
  operation('power', 0, { parameters: { action: 'off' } });
  pass(10_000);
  operation('power', 0, { parameters: { action: 'on' } });
  await rounds(10);
  expect(await open()).toEqual(['down a']);
});

test.each([
  ['is powered on again', 'on'],
  ['is being restarted', 'reboot'],
])(
  'the alert of a server that hangs goes on while it is powered off, and where it then %s and does not come up',
  async (_, action) => {
    const { operation, provider, rounds, open, pass } = await enterDown();
    provider.status.set('a', 'hangs');
    await rounds(4);
    operation('power', 0, { parameters: { action: 'off' } });
    provider.status.set('a', 'off');
    await rounds(10);
    expect(await open()).toEqual(['down a']);
    operation('power', 0, { parameters: { action } });
    pass(10_000);
    await rounds(60);
    expect(await open()).toEqual(['down a']);
    provider.status.set('a', 'on');
    await rounds(3);
    expect(await open()).toEqual([]);
  },
);
