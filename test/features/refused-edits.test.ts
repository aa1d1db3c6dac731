import { expect, test } from 'vitest';
import type { TestApp } from '../support/app.ts';
import type { Person } from '../support/person.ts';
import { connect, enter, enterConnected, OTHER_TOKEN } from './support.ts';

const EDITS = ['editMessageText', 'editMessageMedia', 'editEphemeralMessageText'] as const;
const REFUSED = { code: 400, description: 'Bad Request: planned' };
const WRONG = /number: [0-9a-f]{8}/;

function failEdits({ world }: TestApp, answer: { code: number; description: string } = REFUSED): void {
  for (const method of EDITS) world.fail({ method, ...answer, times: 999 });
}

/** Taps, and returns the screens that came below. */
async function press(person: Person, label: string | RegExp): Promise<string[]> {
  const before = person.messages().at(-1)?.message_id ?? 0;
  await person.press(label);
  const came = person.messages().filter(({ message_id }) => message_id > before);
  return person.screens().slice(-came.length);
}

const WALKS: [command: string, ...taps: (string | RegExp)[]][] = [
  ['/servers', /^.*10\.0\.0\.0/, 'Details', 'Open server', 'More', 'Snapshots', 'Open server'],
  ['/server 10.0.0.0', 'More', 'Reinstall', 'AlmaLinux 9', 'Continue without'],
  ['/upgrade 10.0.0.1', '+1', 'Get the price'],
  ['/graph 10.0.0.0', 'Month'],
  ['/accounts', /Account 1/],
  ['/watch', /Quiet/],
  ['/buy', /./, /./],
];

test.concurrent('each screen comes as a new message where Telegram refuses to edit', async () => {
  await using app = await enterConnected();
  const { english } = app;
  failEdits(app);
  for (const [command, ...labels] of WALKS) {
    await english.say(command);
    for (const label of labels) {
      const came = await press(english, label);
      expect([command, label, came.length]).toEqual([command, label, 1]);
      expect(came).not.toEqual([expect.stringMatching(WRONG)]);
    }
  }
});

test.concurrent('a restart is confirmed and told while Telegram refuses to edit', async () => {
  await using app = await enterConnected();
  const { english } = app;
  failEdits(app);
  await english.say('/server 10.0.0.0');
  expect(await press(english, 'Restart')).toEqual([expect.stringMatching(/Yes, restart/)]);
  await english.press('Yes, restart');
  await english.sees(/^✅ 10\.0\.0\.0 restarted/);
});

test.concurrent('no tap stays without words while each edit fails', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/servers');
  failEdits(app, { code: 502, description: 'planned' });
  for (const label of [/^.*10\.0\.0\.0/, /^.*10\.0\.0\.1/])
    expect(await press(english, label)).toEqual([expect.stringMatching(WRONG)]);
});

test.concurrent('in a group the asker alone sees what could not be edited', async () => {
  await using app = await enter({ publishes: true });
  const { world, persian, english } = app;
  await connect(english);
  await connect(persian, OTHER_TOKEN);
  // Telegram knows by then which commands are ephemeral.
  await world.until(() => world.calls.filter(({ method }) => method === 'setMyCommands').length === 9);
  const [asker, other] = [english.in(world.group.id), persian.in(world.group.id)];
  await asker.say('/servers');
  failEdits(app);
  expect(await press(asker, /^.*10\.0\.0\.0/)).toEqual([expect.stringMatching(/^🖥 10\.0\.0\.0\n/)]);
  expect(other.screens()).toEqual([]);
});
