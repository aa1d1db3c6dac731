import { createHook } from 'node:async_hooks';
import { Bot, type Context, Composer as GrammyComposer, type MiddlewareFn } from 'grammy';
import type { UserFromGetMe } from 'grammy/types';
import { expect, onTestFinished, test } from 'vitest';
import { Composer } from '../../src/telegram/composer.ts';

const me = { id: 1, is_bot: true, first_name: 'bot', username: 'bot' } as UserFromGetMe;
const person = { id: 7, is_bot: false, first_name: 'Ann' };

function pass(composer: GrammyComposer<Context>, text: string): Promise<void> {
  const bot = new Bot('1:a', { botInfo: me });
  bot.use(composer);
  const chat = { id: 7, type: 'private', first_name: 'Ann' } as const;
  return bot.handleUpdate({ update_id: 1, message: { message_id: 1, date: 1, chat, from: person, text } });
}

/** Records in `ran` that the step ran, before and after the next step. */
function step(name: string, ran: string[]): MiddlewareFn {
  return async (_, next) => {
    ran.push(name);
    await next();
    ran.push(`${name} ends`);
  };
}

/** The handlers that ran for a text, in composers built in several ways, some extended after their first use. */
async function order(create: () => GrammyComposer<Context>, text: string): Promise<string[]> {
  const ran: string[] = [];
  const composer = create();
  const later = composer.use(step('first', ran), step('second', ran));
  composer.filter((ctx) => ctx.message?.text === 'yes', step('fits', ran));
  composer.filter(async (ctx) => ctx.message?.text === 'yes', step('fits later', ran)).use(step('inside', ran));
  composer.chatType('private').on('message:text', step('text', ran));
  composer.on('message:photo', step('photo', ran));
  composer.command('start', step('start', ran));
  composer.branch((ctx) => ctx.message?.text === 'yes', step('branch', ran), step('other branch', ran));
  later.use(step('third', ran));
  const inner = create();
  composer.use(inner, (_, next) => next());
  inner.use(step('inner', ran));
  composer.hears('stop', () => void ran.push('stop'));
  composer.use(step('last', ran));
  await pass(composer, text);
  return ran;
}

test.for(['yes', 'no', '/start', 'stop'])('the text "%s" passes handlers in the order of grammY', async (text) => {
  const expected = await order(() => new GrammyComposer(), text);
  expect(await order(() => new Composer(), text)).toEqual(expected);
  expect(expected).toContain('third');
});

test('an error of any handler reaches the one before it, thrown at once or later', async () => {
  for (const fails of [() => Promise.reject(new Error('broken')), () => notMade()]) {
    const caught: unknown[] = [];
    const composer = new Composer<Context>((_, next) => next().catch((error) => void caught.push(error)));
    composer.use((_, next) => next());
    composer.filter(() => true).use(fails);
    await pass(composer, 'text');
    expect(caught).toEqual([new Error('broken')]);
  }
});

function notMade(): Promise<void> {
  throw new Error('broken');
}

test('a handler that passes an update on twice is refused', async () => {
  let times = 0;
  const composer = new Composer<Context>(async (_, next) => {
    await next();
    await next();
  });
  composer.use(() => void times++);
  await expect(pass(composer, 'text')).rejects.toThrow('already called');
  expect(times).toBe(1);
});

test('handlers that pass an update on make no promise of their own', async () => {
  // grammY itself makes a few promises for each update.
  expect(await promisesOf(500)).toBeLessThan(50);
});

/** Counts the promises that an update makes on its way past the filters and handlers. */
async function promisesOf(handlers: number): Promise<number> {
  const composer = new Composer<Context>();
  for (let at = 0; at < handlers; at++) {
    composer.on('message:photo', () => expect.unreachable());
    composer.use((_, next) => next());
  }
  composer.use(async () => undefined);
  let made = 0;
  const hook = createHook({ init: (_, type) => void (type === 'PROMISE' && made++) });
  onTestFinished(() => void hook.disable());
  hook.enable();
  await pass(composer, 'text');
  hook.disable();
  return made;
}
