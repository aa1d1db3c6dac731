import { createServer, type RequestListener } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type SandboxTelegram, startTelegram, type World } from '../../../../src/sandbox/telegram/index.ts';
import { TOKEN } from '../support/call.ts';
import { type ClientBot, type CreateBot, PICTURE, REPORT } from './bot.ts';
import { gramio } from './gramio.ts';
import { grammy } from './grammy.ts';
import { nodeTelegramBotApi } from './node-telegram-bot-api.ts';
import { puregram } from './puregram.ts';
import { telegraf } from './telegraf.ts';

const CLIENTS: [string, CreateBot][] = [
  ['telegraf', telegraf],
  ['node-telegram-bot-api', nodeTelegramBotApi],
  ['gramio', gramio],
  ['puregram', puregram],
  ['grammY', grammy],
];
/** On Node 26 a request of telegraf 4.16 with a file never ends: sandwich-stream reads one chunk of each part. */
const UPLOADING = CLIENTS.filter(([library]) => library !== 'telegraf');

async function start(create: CreateBot): Promise<{ telegram: SandboxTelegram; bot: ClientBot }> {
  const telegram = await startTelegram({ token: TOKEN });
  const bot = create({ url: telegram.url, token: TOKEN });
  onTestFinished(async () => {
    await bot.stop();
    await telegram.close();
  });
  return { telegram, bot };
}

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('not listening');
  return `http://127.0.0.1:${address.port}/`;
}

/** A person uses all that the bot can do. */
async function useBot({ world }: SandboxTelegram): Promise<void> {
  const me = world.english.id;
  const answer = answers(world);

  world.say(me, me, '/start');
  const menu = await answer();
  expect(menu).toMatchObject({ text: 'Choose', reply_markup: { inline_keyboard: [[{ text: 'Tap' }]] } });
  const press = world.press(me, me, menu.message_id, 'tap');
  expect(await press.answered).toEqual({ text: 'Tapped' });
  const text = () => world.messages(me, me).find(({ message_id }) => message_id === menu.message_id)?.text;
  await world.until(() => text() === 'Done');

  world.say(me, me, 'Hello, 🌍!');
  expect(await answer()).toMatchObject({ text: 'Hello, 🌍!' });
  world.upload(me, me, { name: 'note.txt', type: 'text/plain', bytes: Buffer.from('a note') });
  expect(await answer()).toMatchObject({ text: 'Read a note' });

  const { photo: own } = world.upload(me, me, { name: 'own.png', type: 'image/png', bytes: PICTURE });
  expect(await answer()).toMatchObject({ photo: own });

  expect(await world.inline(me, 'a query').answered).toMatchObject([{ type: 'article', title: 'a query' }]);
  await handled(world);
}

/** A person asks the bot for files. */
async function askForFiles({ world, url }: SandboxTelegram): Promise<void> {
  const me = world.english.id;
  const answer = answers(world);
  world.say(me, me, '/photo');
  const photo = await answer();
  expect(photo).toMatchObject({ caption: 'a picture', photo: [{ width: 3, height: 4 }] });
  expect(await download(url, photo.photo?.[0]?.file_id)).toEqual(PICTURE);
  world.say(me, me, '/document');
  const document = await answer();
  expect(document).toMatchObject({ document: { file_name: 'report.txt' } });
  expect(await download(url, document.document?.file_id)).toEqual(REPORT);
  await handled(world);
}

async function handled(world: World): Promise<void> {
  await world.until(() => world.pending() === 0);
  expect(world.calls.filter(({ ok }) => !ok)).toEqual([]);
}

/** @returns waits for the bot's next message to the English person */
function answers(world: World) {
  let seen = 0;
  const all = () => world.messages(world.english.id, world.english.id).filter(({ from }) => from?.id === world.bot.id);
  return async () => {
    const next = await world.until(() => all()[seen], { describe: () => JSON.stringify(world.calls.slice(-3)) });
    seen++;
    return next;
  };
}

async function download(url: string, file = ''): Promise<Buffer> {
  const response = await fetch(`${url}/app/file?id=${file}`);
  return Buffer.from(await response.arrayBuffer());
}

describe.each([
  ['while it asks for updates', async (bot: ClientBot) => bot.poll()],
  ['at a webhook', async (bot: ClientBot) => bot.setWebhook(await listen(bot.listener()))],
])('%s', (_way, begin) => {
  test.each(CLIENTS)('%s answers, edits, downloads and is found inline', async (_library, create) => {
    const { telegram, bot } = await start(create);
    await begin(bot);
    await useBot(telegram);
  });

  test.each(UPLOADING)('%s sends a photo and a document', async (_library, create) => {
    const { telegram, bot } = await start(create);
    await begin(bot);
    await askForFiles(telegram);
  });
});
