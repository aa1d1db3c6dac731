import { expect, test } from 'vitest';
import type { World } from '../../../src/sandbox/telegram/index.ts';
import { message, openDispatcher, tap } from './dispatcher-setup.ts';

const texts = (world: World) => world.messages(world.english.id, world.english.id).map(({ text }) => text);

test('a message and a tap of one person are handled one after the other; the tap is answered before it waits', async () => {
  const { world, bot, dispatcher } = await openDispatcher();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const order: string[] = [];
  bot.on('message', async () => {
    await gate;
    order.push('message');
  });
  bot.on('callback_query', () => void order.push('tap'));
  const first = dispatcher.handle(message(world, 'slow'));
  const { press, update } = tap(world);
  const second = dispatcher.handle(update);
  expect(await press.answered).toEqual({});
  expect(order).toEqual([]);
  open();
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(order).toEqual(['message', 'tap']);
});

test('a handler that outlives its limit frees its lane, is reported, and the person is told', async () => {
  const { world, bot, dispatcher, reports } = await openDispatcher({ handlerLimitMs: 50 });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  bot.hears('slow', () => gate);
  bot.hears('quick', (ctx) => ctx.reply('here'));
  const slow = dispatcher.handle(message(world, 'slow'));
  await dispatcher.handle(message(world, 'quick'));
  await world.until(() => texts(world).some((text) => text?.includes('is taking longer')));
  expect(texts(world)).toContain('here');
  expect(String(reports[0])).toContain('outlived its limit');
  open();
  await slow;
});

test('a handler that throws is reported, its tap answered, its lane free', async () => {
  const { world, bot, dispatcher, reports } = await openDispatcher();
  bot.on('callback_query', () => {
    throw new RangeError('broken');
  });
  bot.on('message', (ctx) => ctx.reply('here'));
  const { press, update } = tap(world);
  expect(await dispatcher.handle(update)).toBe(true);
  expect(await press.answered).toEqual({});
  expect(reports).toHaveLength(1);
  await dispatcher.handle(message(world, 'next'));
  expect(texts(world).at(-1)).toBe('here');
});

test('every tap of who is too fast is answered, and neither what they type nor anybody else is held up', async () => {
  const { world, bot, dispatcher } = await openDispatcher();
  let handled = 0;
  bot.use(() => void handled++);
  const taps = Array.from({ length: 40 }, () => tap(world));
  await Promise.all(taps.map(({ update }) => dispatcher.handle(update)));
  const answers = await Promise.all(taps.map(({ press }) => press.answered));
  expect(handled).toBe(30);
  expect(answers.filter(({ text }) => text?.startsWith('Too fast'))).toHaveLength(10);
  for (let count = 0; count < 3; count++) await dispatcher.handle(message(world, 'still here'));
  expect(texts(world).filter((text) => text?.startsWith('Too fast'))).toEqual([]);
  await dispatcher.handle(message(world, 'me too', world.persian));
  expect(handled).toBe(34);
});

test('an update of a kind that was not asked for is not handled, and does not come again', async () => {
  const { world, bot, dispatcher } = await openDispatcher();
  const handled: string[] = [];
  bot.use(({ update }) => void handled.push(...Object.keys(update)));
  const { update_id, message: post } = message(world, '/price a-token');
  const channel = { id: -1_000_000_000_001, type: 'channel' as const, title: 'news' };
  for (const kind of ['channel_post', 'edited_channel_post', 'business_message'])
    expect(await dispatcher.handle({ update_id, [kind]: { ...post, chat: channel } })).toBe(true);
  await dispatcher.handle(message(world, '/price com'));
  expect(handled).toEqual(['update_id', 'message']);
});

test('once closed it takes nothing more, and says so', async () => {
  const { world, bot, dispatcher } = await openDispatcher();
  let handled = 0;
  bot.use(() => void handled++);
  dispatcher.close();
  expect(await dispatcher.handle(message(world, 'late'))).toBe(false);
  expect(handled).toBe(0);
});

test('a person’s message in a group waits for their message in private; other people there do not wait', async () => {
  const { world, bot, dispatcher } = await openDispatcher();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const order: string[] = [];
  bot.on('message', async (ctx) => {
    if (ctx.message.text === 'slow') await gate;
    order.push(ctx.message.text ?? '');
  });
  const slow = dispatcher.handle(message(world, 'slow'));
  const own = dispatcher.handle(message(world, '/own', world.english, world.group));
  await dispatcher.handle(message(world, '/other', world.persian, world.group));
  expect(order).toEqual(['/other']);
  open();
  await Promise.all([slow, own]);
  expect(order).toEqual(['/other', 'slow', '/own']);
});

test('a tap that comes again, while it is handled or later, is not answered a second time', async () => {
  const { world, bot, dispatcher, reports } = await openDispatcher();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  bot.use(() => gate);
  const { update, press } = tap(world);
  const again = (later: number) => dispatcher.handle({ ...update, update_id: update.update_id + later });
  const twice = [dispatcher.handle(update), again(1)];
  open();
  await Promise.all(twice);
  await press.answered;
  await again(2);
  await dispatcher.idle();
  expect(world.calls.filter(({ method }) => method === 'answerCallbackQuery')).toHaveLength(1);
  expect(reports).toEqual([]);
});

test('work in a person’s turn runs beside none of their updates, and not at all once the dispatcher is closed', async () => {
  const { world, bot, dispatcher, reports } = await openDispatcher();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const order: string[] = [];
  bot.on('message', async () => {
    await gate;
    order.push('message');
  });
  const work = async () => void order.push('work');
  const first = dispatcher.handle(message(world, 'slow'));
  const turns = [dispatcher.turn(world.english.id, work), dispatcher.turn(world.persian.id, work)];
  expect(await turns[1]).toBe(true);
  expect(order).toEqual(['work']);
  open();
  expect(await Promise.all([first, turns[0]])).toEqual([true, true]);
  expect(order).toEqual(['work', 'message', 'work']);
  await expect(dispatcher.turn(world.english.id, () => Promise.reject(new RangeError('broken')))).rejects.toThrow(
    'broken',
  );
  dispatcher.close();
  expect(await dispatcher.turn(world.english.id, work)).toBe(false);
  expect(order).toHaveLength(3);
  expect(reports).toEqual([]);
});

test('that an update was given up is said in the topic in which it was sent', async () => {
  const { world, dispatcher } = await openDispatcher();
  const { english, persian } = world;
  const topic = world.openTopic(persian.id, 'servers').message_id;
  const sent = world.say(english.id, world.group.id, '/servers', { topic });
  await dispatcher.giveUp({ update_id: 1, message: { ...sent, chat: world.group, from: english } });
  const [said] = world.messages(english.id, world.group.id).slice(-1);
  expect([said?.from?.id, said?.message_thread_id]).toEqual([world.bot.id, topic]);
});
