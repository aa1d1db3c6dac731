import { expect, test } from 'vitest';
import { openStoreOf } from '../../../support/app.ts';
import { waitFor } from '../../../support/eventually.ts';
import { ENDLESS_MS, hasten } from '../../../support/hasten.ts';
import { asked, TOKEN } from '../../support.ts';
import { auditOf, enterEnglishTeam, PEOPLE, type TeamApp } from '../support.ts';

async function endTeam({ people: { owner } }: TeamApp): Promise<void> {
  await owner.say('/team');
  await owner.press('حذف تیم');
  await owner.press('بله');
  expect(owner.screen()).toMatch(/برگردان/);
}

async function restart({ inGroup: { operator } }: TeamApp): Promise<void> {
  await operator.say('/reboot srv-10002');
  await operator.press(/restart/);
  await operator.sees(/Restarting/);
}

test.concurrent('an operation under way in the group when its team ends runs to its end', async () => {
  await using app = await enterEnglishTeam({ timings: { rebootMs: ENDLESS_MS } });
  const { operator } = app.inGroup;
  await restart(app);
  await endTeam(app);
  hasten(app);
  expect(await operator.shows(/10\.0\.0\.1 restarted/)).toBe(true);
  expect(operator.screens().filter((screen) => /disconnected/.test(screen))).toEqual([]);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('a paid order without an answer is told to the owner as it went out once its team has ended', async () => {
  await using app = await enterEnglishTeam();
  const { admin, owner } = app.people;
  await app.change((team) => {
    for (const each of team.members) each.limits = [{ total: 9_000_000, currency: 'toman' }];
  });
  await admin.say('/renew 10.0.0.1');
  await admin.press(/^30 days/);
  app.provider.fault({ operation: 'cloud.renew', kind: 'cutBefore', times: 1 });
  await admin.press('Renew for');
  await admin.sees(/no answer/);
  await endTeam(app);
  app.provider.account(TOKEN).server('srv-10002').expiresAt += 30 * 24 * 3_600_000;
  expect(await owner.shows(/^✅[\s\S]*10\.0\.0\.1/)).toBe(true);
  expect(await admin.shows(/the team has ended\. The result goes to the account’s owner/)).toBe(true);
});

test.concurrent('an operation given up when its team ended is read again once the team is back', async () => {
  await using app = await enterEnglishTeam({ timings: { rebootMs: ENDLESS_MS } });
  const { operator } = app.inGroup;
  await restart(app);
  await app.stopBot();
  const store = await openStoreOf(app);
  const [running] = await store.ledger.openOfTeam('team-of-test');
  // As an earlier release left it.
  const over = { unclear: true, over: true };
  await store.ledger.move(running?.id ?? '', {
    from: ['accepted'],
    edit: ({ progress }) => ({ accountGone: true, progress: Object.assign({}, progress, over) }),
    dueAt: null,
    notified: true,
  });
  await store.close();
  await app.startBot();
  await endTeam(app);
  await app.people.owner.press('برگردان');
  hasten(app);
  expect(await operator.shows(/10\.0\.0\.1 restarted/)).toBe(true);
});

const ENDED = /Omid تیم را حذف کرد/;
const RESTORED = /Omid undid the end of the team/;

/** The group's messages, each as often as it was sent. */
function toldInGroup({ inGroup: { viewer } }: TeamApp, words: RegExp): string[] {
  return viewer.screens().filter((screen) => words.test(screen));
}

test.concurrent('the end of a team whose process died right after it is told, and can be undone, once the tap comes again', async () => {
  await using app = await enterEnglishTeam();
  const { owner } = app.people;
  await owner.say('/team');
  await owner.press('حذف تیم');
  const store = await openStoreOf(app);
  const actor = { id: PEOPLE.owner.id, name: 'Omid' };
  await store.teams.end('team-of-test', { at: Date.now(), event: 'teamEnded', actor });
  await store.close();
  await app.stopBot();
  await app.startBot();
  await owner.press('بله');
  expect(toldInGroup(app, ENDED)).toHaveLength(1);
  await owner.press('برگردان');
  expect((await app.team()).members).toHaveLength(5);
  expect((await auditOf(app)).map(({ event }) => event).slice(-2)).toEqual(['teamEnded', 'teamRestored']);
});

test.concurrent('a team whose process died right after it was brought back is told of, once the tap comes again', async () => {
  await using app = await enterEnglishTeam();
  const { owner, operator } = app.people;
  const people = [PEOPLE.operator.id, PEOPLE.admin.id];
  await app.change((team) => {
    team.rota = { people, time: '09:00', zone: 'UTC', since: Date.now() - 1_000 };
  });
  const team = await app.team();
  await endTeam(app);
  const store = await openStoreOf(app);
  expect(await store.teams.create(team, { at: Date.now(), event: 'teamRestored' })).toBe('created');
  await store.close();
  await app.stopBot();
  await app.startBot();
  const message = owner.messages().at(-1)?.message_id ?? 0;
  await owner.press('برگردان');
  expect(owner.screen()).toMatch(/برگشت/);
  expect(toldInGroup(app, RESTORED)).toHaveLength(1);
  expect(await app.inGroup.viewer.shows(/Olga[\s\S]*on call|on call[\s\S]*Olga/)).toBe(true);
  const again = await app.world.pressRaw(PEOPLE.owner.id, owner.chat, message, `t8|${team.id}`).answered;
  expect(again).toMatchObject({ show_alert: true });
  expect(toldInGroup(app, RESTORED)).toHaveLength(1);
  expect(operator.screens()).toEqual([]);
});

test.concurrent('no other than its owner ends a team, or brings it back', async () => {
  await using app = await enterEnglishTeam();
  const { admin } = app.people;
  await admin.say('/servers');
  const message = admin.messages().at(-1)?.message_id ?? 0;
  const forge = (data: string) => app.world.pressRaw(PEOPLE.admin.id, admin.chat, message, data).answered;
  expect(await forge('t6|team-of-test')).toMatchObject({ show_alert: true });
  expect((await app.team()).members).toHaveLength(5);
  await endTeam(app);
  for (const data of ['t6|team-of-test', 't8|team-of-test'])
    expect(await forge(data)).toMatchObject({ show_alert: true });
  const store = await openStoreOf(app);
  expect(await store.teams.get('team-of-test')).toBeUndefined();
  await store.close();
});

async function breakGlass({ inGroup: { admin, viewer } }: TeamApp, reason: string): Promise<void> {
  await admin.say(`/breakglass ${reason}`);
  await admin.press(/Turn on emergency access/);
  expect(await viewer.shows(new RegExp(`60 min left[\\s\\S]*${reason}`))).toBe(true);
}

test.concurrent('break-glass ends with its team, in the log and in all its messages', async () => {
  await using app = await enterEnglishTeam();
  await breakGlass(app, 'fire at night');
  await waitFor(async () => expect((await app.team()).breakGlass?.ownerMessageId).toBeDefined());
  await endTeam(app);
  const { viewer } = app.inGroup;
  expect(await viewer.shows(/Emergency access ended at [\s\S]*: the team has ended/)).toBe(true);
  await app.world.until(() =>
    app.people.owner
      .screens()
      .some((screen) => /Emergency access ended at .*: the team has ended|حالت اضطراری .*تیم حذف شده/.test(screen)),
  );
  expect(viewer.screens().filter((screen) => /min left/.test(screen))).toEqual([]);
  await app.people.owner.press('برگردان');
  expect((await app.team()).breakGlass).toBeUndefined();
  expect((await auditOf(app)).map(({ event }) => event).slice(-3)).toEqual([
    'breakGlassEnded',
    'teamEnded',
    'teamRestored',
  ]);
});

test.concurrent('the end of break-glass is shown also where another began before that', async () => {
  await using app = await enterEnglishTeam();
  await breakGlass(app, 'fire at night');
  await app.settled();
  await app.change((team) => {
    if (team.breakGlass) team.breakGlass.until = Date.now() - 1;
  });
  await breakGlass(app, 'flood at noon');
  const { viewer } = app.inGroup;
  expect(await viewer.shows(/Emergency access ended[\s\S]*fire/)).toBe(true);
  expect(viewer.screens().filter((screen) => /min left/.test(screen))).toHaveLength(1);
  await waitFor(async () => expect((await app.team()).endedBreakGlass ?? []).toEqual([]));
});

test.concurrent('break-glass ends with the role of who began it, and does not come back with that', async () => {
  await using app = await enterEnglishTeam();
  await breakGlass(app, 'fire at night');
  const { owner } = app.people;
  await app.inGroup.owner.say('/members');
  await owner.say('/team');
  const { id } = await app.team();
  const message = owner.messages().at(-1)?.message_id ?? 0;
  const give = async (role: string) => {
    app.world.pressRaw(PEOPLE.owner.id, PEOPLE.owner.id, message, `m3|${id}|${PEOPLE.admin.id}|${role}`);
    await app.settled();
  };
  await give('viewer');
  expect(await app.inGroup.viewer.shows(/Emergency access ended at /)).toBe(true);
  await give('admin');
  expect((await auditOf(app)).map(({ event }) => event).slice(-3)).toEqual([
    'roleChanged',
    'breakGlassEnded',
    'roleChanged',
  ]);
  expect((await app.team()).breakGlass).toBeUndefined();
});
