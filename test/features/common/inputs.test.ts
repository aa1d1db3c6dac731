import { expect, test } from 'vitest';
import { enterConnected } from '../support.ts';

/** The end of an Opus recording of three seconds. */
function voice(): Uint8Array {
  const page = Buffer.alloc(27);
  page.write('OggS');
  page.writeBigUInt64LE(144_000n, 6);
  return page;
}

const isError = (line: string) => /"level":(50|60)/.test(line);

test.concurrent('voice messages, contacts and places raise no error, and a group hears nothing of them', async () => {
  await using app = await enterConnected();
  const { world, english } = app;
  const file = { name: 'voice.oga', type: 'audio/ogg', bytes: voice() };
  const send = {
    voice: (chat: number) => world.upload(english.user.id, chat, file),
    contact: (chat: number) => world.share(english.user.id, chat, 'contact'),
    location: (chat: number) => world.share(english.user.id, chat, 'location'),
  };
  expect(send.voice(english.chat)).toMatchObject({ voice: { duration: 3, mime_type: 'audio/ogg' } });
  expect(send.contact(english.chat)).toMatchObject({ contact: { user_id: english.user.id } });
  expect(send.location(english.chat)).toMatchObject({ location: { latitude: expect.any(Number) } });
  await app.settled();
  const group = english.in(world.group.id);
  world.promoteBot(world.persian.id, { can_pin_messages: true });
  for (const each of Object.values(send)) each(group.chat);
  await app.settled();
  expect(group.screens()).toEqual([]);
  expect(app.log.filter(isError)).toEqual([]);
});

test.concurrent('the files of an album raise no error', async () => {
  await using app = await enterConnected();
  const { world, english } = app;
  for (const name of ['one.txt', 'two.txt']) {
    const file = { name, type: 'text/plain', bytes: Buffer.from('hello') };
    const message = world.upload(english.user.id, english.chat, file, undefined, { album: '1' });
    expect(message.media_group_id).toBe('1');
  }
  await app.settled();
  expect(app.log.filter(isError)).toEqual([]);
});
