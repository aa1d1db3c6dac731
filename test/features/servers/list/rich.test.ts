import { expect, test } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import { connect, enter, enterBothConnected, OTHER_TOKEN, TOKEN } from '../../support.ts';

/** The calls by which the bot showed something, each with whether it was a rich message. */
function shown({ world }: TestApp): string[] {
  return world.calls
    .filter(({ method }) => /^(send(Rich)?Message|editMessageText)$/.test(method))
    .map(({ method, params, ok }) => `${method}${params.rich_message ? ' rich' : ''}${ok ? '' : ' refused'}`);
}

const ENGLISH_ROWS = '🟢 10.0.0.1 · ⚠️ 2 days · frankfurt\n🟢 10.0.0.2 · 45 days · amsterdam\n';
const PERSIAN_ROWS = '🟢 10.0.0.1 · ⚠️ ۲ روز · frankfurt\n🟢 10.0.0.2 · ۴۵ روز · amsterdam\n';

test.concurrent('the states are a table of one message, right to left for Persian readers', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/status');
  await english.press('Refresh');
  await persian.say('/status');
  const [left, right] = [english, persian].map((person) => person.messages().at(-1)?.rich_message);
  expect(left?.is_rtl).toBeUndefined();
  expect(right?.is_rtl).toBe(true);
  expect(left?.blocks.map(({ type }) => type)).toEqual(['paragraph', 'table']);
  const table = right?.blocks.find((block) => block.type === 'table');
  expect(table?.cells.map((row) => row.map(({ is_header = false }) => is_header))).toEqual([
    [true, true, true],
    ...Array.from({ length: 3 }, () => [false, false, false]),
  ]);
  expect(english.messages().filter(({ rich_message }) => rich_message)).toHaveLength(1);
});

test.concurrent('a server without rich messages is asked once by all chats together, and gets lines', async () => {
  await using app = await enterBothConnected({ telegram: { older: true } });
  const { english, persian } = app;
  await english.say('/status');
  expect(english.screen()).toContain(`\n\n${ENGLISH_ROWS}`);
  await english.press('Refresh');
  expect(english.screen()).toContain(ENGLISH_ROWS);
  await persian.say('/status');
  expect(persian.screen()).toContain(`\n\n${PERSIAN_ROWS}`);
  expect(shown(app).filter((call) => call.includes('Rich'))).toEqual(['sendRichMessage rich refused']);
});

test.concurrent('an edit that an older server sees without a text tells as much', async () => {
  await using app = await enterBothConnected({ telegram: { older: true } });
  const { english, persian } = app;
  await english.say('/servers');
  await english.press('Status of all');
  expect(english.screen()).toContain(ENGLISH_ROWS);
  await persian.say('/status');
  expect(persian.screen()).toContain(PERSIAN_ROWS);
  const refused = app.world.calls.filter(({ error }) => /text is empty|not found/.test(error?.description ?? ''));
  expect(refused.map(({ method }) => method)).toEqual(['editMessageText']);
});

test.concurrent('a chat that refuses them is asked once; another chat goes on with tables', async () => {
  const refusal = 'Bad Request: CHAT_SEND_RICH_FORBIDDEN';
  await using app = await enterBothConnected({}, /CHAT_SEND_RICH_FORBIDDEN/);
  const { english, persian, world } = app;
  const group = english.in(world.group.id);
  world.fail({ method: 'sendRichMessage', chat: world.group.id, code: 400, description: refusal, times: 99 });
  for (let time = 0; time < 2; time++) {
    await group.say('/status');
    expect(group.screen()).toContain(ENGLISH_ROWS);
  }
  expect(shown(app).filter((call) => call.endsWith('rich refused'))).toHaveLength(1);
  await persian.say('/status');
  expect(persian.messages().at(-1)?.rich_message).toBeDefined();
});

test.concurrent('a list of buttons becomes a table and a list again, in one message', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: 3 }] });
  const { english } = app;
  await connect(english);
  await english.say('/servers');
  const { message_id: id } = english.messages().at(-1) ?? {};
  await english.press('Status of all');
  expect(english.messages().at(-1)).toMatchObject({ message_id: id, rich_message: {} });
  expect(english.messages().at(-1)?.text).toBeUndefined();
  await english.press('Servers');
  expect(english.messages().at(-1)).toMatchObject({ message_id: id, text: expect.stringContaining('Servers') });
  expect(english.messages().at(-1)?.rich_message).toBeUndefined();
});

test.concurrent('names with signs of HTML, of both directions and of any length stand in the table as they are', async () => {
  await using app = await enter({ accounts: [{ token: OTHER_TOKEN, servers: 2 }] });
  const { english } = app;
  await connect(english, OTHER_TOKEN);
  await english.say('/server 10.0.0.0');
  await english.press('More');
  await english.press('Set a name');
  await english.say('<b>وب & "one" ‮</b>');
  await english.say('/status');
  expect(english.screen()).toContain('<b>وب & "one" </b> | ');
});
