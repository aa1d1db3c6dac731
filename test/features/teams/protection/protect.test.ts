import { expect, test } from 'vitest';
import { open } from '../../../../src/store/database/open.ts';
import { numberColumn, type Sql } from '../../../../src/store/database/sql.ts';
import { parseKeys } from '../../../../src/store/encryption/keys.ts';
import { bare } from '../../../support/person.ts';
import { asked } from '../../support.ts';
import { auditOf, enterEnglishTeam, enterTeam, PEOPLE, type TeamApp } from '../support.ts';

async function inStore({ env }: TeamApp, work: (sql: Sql) => Promise<void>): Promise<void> {
  const { sql } = await open(env.STORE_URL ?? '', parseKeys(env.STORE_KEY ?? ''));
  await work(sql);
  await sql.close();
}

/** The protected servers of the team, each with its level. */
async function levels(app: TeamApp): Promise<string[]> {
  return (await app.team()).protected.map(({ serverId, level }) => `${serverId} ${level}`);
}

test.concurrent('the owner protects servers with one tap, and undoes it with another', async () => {
  await using app = await enterTeam();
  const { owner } = app.people;
  await owner.say('/protect');
  expect(owner.screen()).toMatch(/سرورهای محافظت‌شده · Shift\n\n۱ سرور محافظت‌شده است/);
  expect(owner.screen()).toContain('[🛡 10.0.0.0]');
  await owner.press('▫️ 10.0.0.1');
  expect(owner.screen()).toMatch(/10\.0\.0\.1 محافظت‌شده شد\./);
  expect(await levels(app)).toEqual(['srv-10001 changes', 'srv-10002 changes']);
  await owner.press('برگردان');
  expect(owner.screen()).toMatch(/10\.0\.0\.1 دیگر محافظت‌شده نیست/);
  await owner.press('🛡 10.0.0.0');
  expect(await levels(app)).toEqual([]);
  await owner.press('برگردان');
  expect(await levels(app)).toEqual(['srv-10001 changes']);
});

test.concurrent('a change of protection can be undone for a day, as other changes', async () => {
  await using app = await enterTeam();
  const { owner } = app.people;
  await owner.say('/protect');
  await owner.press('🛡 10.0.0.0');
  await inStore(app, async (sql) => {
    const notes = `key LIKE 'notes:team:team-of-test:protect:%'`;
    const [row = {}] = await sql.query(`SELECT expires_at FROM boxes WHERE ${notes}`);
    expect(Math.abs(numberColumn(row, 'expires_at') - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
    await sql.query(`UPDATE boxes SET expires_at = 1 WHERE ${notes}`);
  });
  await app.stopBot();
  await app.startBot();
  await owner.press('برگردان');
  expect(await levels(app)).toEqual([]);
});

test.concurrent('a server that is protected for restarts too needs a second person for an operator’s restart', async () => {
  await using app = await enterEnglishTeam();
  const { owner, operator, admin } = app.inGroup;
  await owner.say('/protect srv-10002');
  // The button means the server set last, which it names.
  expect(owner.screen()).toMatch(/\[🔁 ری‌استارت هم با تأیید · 10\.0\.0\.1\]/);
  await owner.press('ری‌استارت هم');
  expect(owner.screen()).toMatch(/محافظت‌شده است و ری‌استارتِ/);
  expect(await levels(app)).toContain('srv-10002 restarts');
  await operator.say('/server srv-10002');
  expect(operator.screen()).toContain('🛡 Protected, restarts too');
  await operator.say('/reboot srv-10002');
  await operator.press(/restart/);
  await admin.sees(/asks for approval/);
  expect(asked(app, 'server.action')).toEqual([]);
  await app.people.owner.say('/protect 10.0.0.1');
  await app.people.owner.press('🛡 🔁 10.0.0.1');
  expect(app.people.owner.screen()).toMatch(/10\.0\.0\.1 دیگر محافظت‌شده نیست/);
  await app.people.owner.press('برگردان');
  expect(await levels(app)).toContain('srv-10002 restarts');
});

test.concurrent('lists and cards of members show which servers are protected', async () => {
  await using app = await enterTeam();
  const { viewer } = app.inGroup;
  await viewer.say('/servers');
  await viewer.sees(/\[🟢 🛡 10\.0\.0\.0 ·/);
  expect(viewer.screen()).toMatch(/\[🟢 10\.0\.0\.1 ·/);
  await viewer.say('/status');
  await viewer.sees(/🟢 🛡 10\.0\.0\.0/);
  await viewer.press('سرورها');
  await viewer.press('10.0.0.0');
  expect(viewer.screen()).toContain('🛡 محافظت‌شده: خاموش کردن');
});

test.concurrent('only the owner protects servers: others are refused, also with the owner’s buttons', async () => {
  await using app = await enterTeam();
  const { admin, operator } = app.people;
  for (const person of [admin, operator]) {
    await person.say('/protect');
    expect(person.screen()).toMatch(/Only the owner of the team can do this: .?Omid/);
  }
  await app.people.owner.say('/protect');
  const row = app.people.owner
    .messages()
    .flatMap(({ reply_markup: markup }) => markup?.inline_keyboard.flat() ?? [])
    .find((each) => 'callback_data' in each && each.callback_data.startsWith('tt|'));
  if (!row || !('callback_data' in row)) throw new Error('No button');
  await admin.say('/servers');
  const message = admin.messages().at(-1)?.message_id ?? 0;
  const tap = app.world.pressRaw(admin.user.id, admin.chat, message, row.callback_data);
  expect(await tap.answered).toMatchObject({ show_alert: true });
  expect(await levels(app)).toEqual(['srv-10001 changes']);
  await app.people.stranger.say('/protect');
  expect(app.people.stranger.screen()).not.toMatch(/10\.0\.0/);
});

test.concurrent('a server that is gone from the list can be freed, by its name and by its button', async () => {
  await using app = await enterTeam();
  await app.change((team) => {
    team.protected.push({ serverId: 'srv-gone', name: 'web9', level: 'restarts' });
    team.protected.push({ serverId: 'srv-left', name: 'web8', level: 'changes' });
  });
  const { owner } = app.people;
  await owner.say('/protect web9');
  await owner.press('🛡 🔁 web9 · در لیست هاستینگ نیست');
  expect(owner.screen()).toMatch(/web9 دیگر محافظت‌شده نیست/);
  await owner.press('🛡 web8 · در لیست هاستینگ نیست');
  expect(await levels(app)).toEqual(['srv-10001 changes']);
});

test.concurrent('a typed name only ever protects, also where the command comes twice or another button chooses the server', async () => {
  await using app = await enterTeam();
  const { owner } = app.inGroup;
  await owner.say('/protect 10.0.0.1');
  await owner.press('ری‌استارت هم');
  await owner.say('/protect 10.0.0.1');
  expect(owner.screen()).toMatch(/10\.0\.0\.1 از قبل محافظت‌شده است\./);
  expect(owner.screen()).toContain('[🛡 🔁 10.0.0.1]');
  expect(await levels(app)).toEqual(['srv-10001 changes', 'srv-10002 restarts']);
  await owner.say('/protect 10.0.0');
  await owner.press('10.0.0.1');
  expect(owner.screen()).toMatch(/10\.0\.0\.1 از قبل محافظت‌شده است\./);
  expect(await levels(app)).toEqual(['srv-10001 changes', 'srv-10002 restarts']);
  const told = (await auditOf(app)).filter(({ event }) => /protected/.test(event));
  expect(told).toHaveLength(2);
});

test.concurrent('the audit log tells who protected what, and who changed a limit', async () => {
  await using app = await enterTeam();
  const { owner } = app.people;
  await owner.say('/protect 10.0.0.1');
  await owner.press('ری‌استارت هم');
  await owner.press('🛡 🔁 10.0.0.1');
  await owner.say('/team');
  await owner.press('💰 سقف خرید تیم');
  await owner.press('Ada');
  await owner.say('5000 toman');
  const told = (await auditOf(app)).filter(({ event }) => /protected|limit/.test(event)).reverse();
  expect(told.map(({ event, before, after }) => [event, before, after])).toEqual([
    ['limitChanged', '', '5000 toman'],
    ['unprotected', 'restarts', undefined],
    ['protected', 'changes', 'restarts'],
    ['protected', 'none', 'changes'],
  ]);
  expect(told[0]).toMatchObject({ actor: { id: PEOPLE.owner.id }, member: { id: PEOPLE.admin.id, name: 'Ada' } });
  expect(told[1]).toMatchObject({ actor: { id: PEOPLE.owner.id, name: 'Omid' }, server: { id: 'srv-10002' } });
});

test.concurrent('an old button lowers no protection that was raised since', async () => {
  await using app = await enterTeam();
  const { owner } = app.people;
  await owner.say('/protect');
  const old = (label: string) => {
    const message = owner.messages().findLast(({ from }) => from?.is_bot);
    const all = message?.reply_markup?.inline_keyboard.flat() ?? [];
    const found = all.find(({ text }) => bare(text).includes(label));
    const data = found && 'callback_data' in found ? found.callback_data : expect.fail(`No button ${label}`);
    return () => app.world.pressRaw(owner.user.id, owner.chat, message?.message_id ?? 0, data).answered;
  };
  const raise = old('▫️ 10.0.0.1');
  await owner.press('▫️ 10.0.0.1');
  const undo = old('برگردان');
  await owner.press('ری‌استارت هم');
  expect(await levels(app)).toContain('srv-10002 restarts');
  for (const tap of [raise, undo]) {
    await tap();
    await app.settled();
    expect(owner.screen()).toMatch(/در این فاصله عوض شده/);
    expect(await levels(app)).toContain('srv-10002 restarts');
  }
});
