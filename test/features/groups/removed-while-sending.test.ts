import { expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { ENDLESS_MS, hasten } from '../../support/hasten.ts';
import { asked, enterBothConnected } from '../support.ts';
import { enterTeam } from '../teams/support.ts';

const EXPECTED = /bot was kicked|bot is not a member|not enough rights|group chat was deleted/;
const WORDS = {
  english: {
    yes: 'Yes, power off',
    lost: /Power-off of 10\.0\.0\.0: no answer[\s\S]*[Cc]hecking[\s\S]*can’t write in the group/,
    unclear: /Power-off of 10\.0\.0\.0: result unknown[\s\S]*[\s\S]*can’t write in the group/,
    off: /10\.0\.0\.0 is off/,
    refused: /did not accept|refused/,
    below: /⤵️/,
  },
  persian: {
    yes: 'بله',
    lost: /پاسخ خاموش کردن[\s\S]*در حال بررسی[\s\S]*الان نمی‌تواند در گروهی بنویسد/,
    unclear: /نتیجهٔ خاموش کردن[\s\S]*معلوم نیست[\s\S]*الان نمی‌تواند در گروهی بنویسد/,
    off: /10\.0\.0\.0.*خاموش شد/,
    refused: /پذیرفته نشد/,
    below: /⤵️/,
  },
};
type Who = keyof typeof WORDS;
const BOTH = ['english', 'persian'] as const;
const ABOUT = /⤵️|no answer|result unknown|is off|(?:پاسخ|نتیجهٔ) خاموش کردن|خاموش شد/;

/** How the bot loses the group: by an update, or by refusals alone. */
const ENDS = {
  removed: ({ world }: TestApp) => world.removeBot(world.persian.id),
  muted: ({ world }: TestApp) => world.restrictBot(world.persian.id, ['messages', 'photos', 'documents']),
  deleted: ({ world }: TestApp) => {
    const description = 'Forbidden: the group chat was deleted';
    for (const method of ['sendMessage', 'sendRichMessage', 'editMessageText', 'editEphemeralMessageText'])
      world.fail({ method, chat: world.group.id, code: 403, description });
  },
};
type How = keyof typeof ENDS;
const ALL = ['removed', 'muted', 'deleted'] as const satisfies readonly How[];

/** An app whose bot loses the group while the request is on its way; then `lose` takes the answer away. */
async function enterSending(who: Who, how: How, kind: 'cutBefore' | 'cutAfter') {
  const app = await enterBothConnected({ timings: { powerMs: ENDLESS_MS } }, EXPECTED);
  const { promise: until, resolve: lose } = Promise.withResolvers<void>();
  app.provider.fault({ operation: 'server.action', kind, until, times: 1 });
  const inGroup = app[who].in(app.world.group.id);
  await inGroup.say('/off 10.0.0.0');
  inGroup.tap(WORDS[who].yes);
  await eventually(() => asked(app, 'server.action').length > 0);
  ENDS[how](app);
  return Object.assign(app, { lose, told: () => app[who].screens().filter((each) => ABOUT.test(each)) });
}

for (const how of ALL)
  for (const who of BOTH)
    test.concurrent(`${how}: a lost answer is told in private at once, and so is how it ended (${who})`, async () => {
      await using app = await enterSending(who, how, 'cutAfter');
      const { lost, off, below } = WORDS[who];
      app.lose();
      await app[who].shows(lost);
      expect(app.told()).toHaveLength(1);
      hasten(app);
      await app[who].shows(off);
      await app.world.until(() => below.test(app.told()[0] ?? ''));
      expect(app.told()).toEqual([expect.stringMatching(below), expect.stringMatching(off)]);
      expect(asked(app, 'server.action')).toHaveLength(1);
    });

for (const who of BOTH)
  test.concurrent(`what stays unknown is told in private once, also after a restart (${who})`, async () => {
    await using app = await enterSending(who, 'removed', 'cutBefore');
    const { lost, unclear } = WORDS[who];
    app.lose();
    await app[who].shows(lost);
    expect(app.told()).toEqual([expect.stringMatching(lost)]);
    await app.stopBot();
    app.later(91_000);
    await app.startBot();
    await app.world.until(() => app.told().some((each) => unclear.test(each)));
    expect(app.told()).toEqual([expect.stringMatching(unclear)]);
    app.world.addBot(app.world.persian.id);
    await app.settled();
    expect(app.told()).toHaveLength(1);
    expect(asked(app, 'server.action')).toHaveLength(1);
  });

test.concurrent('a member of a team hears it in private, where an approver’s tap sent it', async () => {
  await using app = await enterTeam({ timings: { powerMs: ENDLESS_MS } }, EXPECTED);
  const { provider, people, inGroup } = app;
  await people.operator.say('/start');
  const { promise: until, resolve: lose } = Promise.withResolvers<void>();
  provider.fault({ operation: 'server.action', kind: 'cutAfter', until, times: 1 });
  await inGroup.operator.say('/off 10.0.0.0');
  await inGroup.operator.press(/power off/);
  await inGroup.admin.sees(/asks for approval|تأیید/);
  inGroup.admin.tap(/Approve|تأیید/);
  await eventually(() => asked(app, 'server.action').length > 0);
  ENDS.removed(app);
  lose();
  await people.operator.shows(WORDS.english.lost);
  hasten(app);
  await people.operator.shows(WORDS.english.off);
  expect(people.operator.screens().filter((each) => ABOUT.test(each))).toHaveLength(2);
});
