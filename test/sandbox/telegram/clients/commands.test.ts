import { CommandGroup, type CommandsFlavor, commands } from '@grammyjs/commands';
import { Bot, type Context } from 'grammy';
import { expect, onTestFinished, test } from 'vitest';
import { startTelegram } from '../../../../src/sandbox/telegram/index.ts';
import { TOKEN } from '../support/call.ts';

test('@grammyjs/commands sets the menus of everybody and of one chat, hides it, and finds a misspelt command', async () => {
  const telegram = await startTelegram({ token: TOKEN });
  onTestFinished(() => telegram.close());
  const { world } = telegram;
  const [me, other] = [world.english.id, world.persian.id];
  const bot = new Bot<CommandsFlavor<Context>>(TOKEN, { client: { apiRoot: telegram.url } });
  const everybody = new CommandGroup();
  everybody
    .command('start', 'Starts', (ctx) => ctx.reply('started'))
    .localize('fa', 'aghaz', '\u0622\u063a\u0627\u0632');
  const mine = new CommandGroup();
  mine.command('secret', 'Only here', (ctx) => ctx.reply('told'));
  bot.use(commands());
  bot.use(everybody, mine);
  bot.hears('more', async (ctx) => {
    await ctx.setMyCommands(mine);
    await ctx.reply('more it is');
  });
  bot.on('message', async (ctx) => {
    await ctx.reply(`Did you mean ${ctx.getNearestCommand(everybody)}?`);
  });
  await everybody.setCommands(bot);
  const running = bot.start();
  onTestFinished(async () => {
    await bot.stop();
    await running;
  });
  const says = (text: string) =>
    world.until(() => world.messages(me, me).find((message) => message.text === text), {
      describe: () => JSON.stringify(world.calls.slice(-3)),
    });

  expect(world.commands(me, me)).toMatchObject([{ command: 'start', description: 'Starts' }]);
  expect(world.commands(other, other)).toMatchObject([{ command: 'aghaz', description: '\u0622\u063a\u0627\u0632' }]);
  world.say(me, me, '/start');
  await says('started');
  world.say(me, me, '/strat');
  await says('Did you mean /start?');
  world.say(me, me, 'more');
  await says('more it is');
  expect(world.commands(me, me)).toMatchObject([{ command: 'secret' }]);
  expect(world.commands(other, other)).toMatchObject([{ command: 'aghaz' }]);
  expect(world.calls.filter(({ ok }) => !ok)).toEqual([]);
});
