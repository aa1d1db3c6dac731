import { expect, onTestFinished, test } from 'vitest';
import { ACCOUNTS } from '../../features/support.ts';
import { auditOf, enterEnglishTeam, PEOPLE } from '../../features/teams/support.ts';
import { startProcess } from '../../support/bots/process.ts';

const RENEWED_TOKEN = 'the-renewed-token';
const TOLD = /توکن حساب تیم/;

test('the admins of a team read of a new token also where the bot is killed before it has told them, and down for long', async () => {
  const accounts = [...ACCOUNTS, { token: RENEWED_TOKEN, servers: [{ id: 'srv-10001' }] }];
  await using app = await enterEnglishTeam({ accounts });
  const { world } = app;
  const { owner, admin, admin2 } = app.people;
  for (const each of [admin, admin2]) await each.say('/servers');
  await owner.say('/accounts');
  await owner.press('حساب ۱');
  await owner.press('توکن');
  await app.stopBot();
  const bot = startProcess(app.env);
  onTestFinished(async () => void (await bot.end('SIGKILL')));
  await bot.ready();
  world.fail({ method: 'sendMessage', chat: PEOPLE.admin.id, afterHandling: true, delayMs: 60_000 });
  world.say(PEOPLE.owner.id, owner.chat, RENEWED_TOKEN);
  await admin.sees(/replaced the token/);
  await bot.end('SIGKILL');
  expect(admin2.screen()).not.toMatch(TOLD);
  // The question for the token has expired by then.
  app.later(20 * 60_000);
  await app.startBot();
  await admin2.sees(TOLD);
  expect((await auditOf(app)).filter(({ event }) => event === 'tokenReplaced')).toHaveLength(1);
});
