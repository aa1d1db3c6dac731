import { expect, test } from 'vitest';
import { spentOf } from '../../../../src/teams/rights.ts';
import type { Person } from '../../../support/person.ts';
import { walk } from '../../shop/buy/buying.ts';
import { bodies } from '../../shop/support.ts';
import { asked } from '../../support.ts';
import { enterEnglishTeam, enterTeam, PEOPLE, type TeamApp } from '../support.ts';

/** The prices of the servers' renewals for 30 days in the sandbox: of 10.0.0.1, and of 10.0.0.2. */
const PRICE = 455_400;
const OTHER_PRICE = 782_100;
const toman = (total: number) => ({ total, currency: 'تومان' });

async function limitAdmins(app: TeamApp, ...limits: { total: number; currency: string }[]): Promise<void> {
  await app.change((team) => {
    for (const member of team.members) if (member.role === 'admin') member.limits = limits;
  });
}

/** Asks for the price of a renewal, in private. */
async function askFor(person: Person, server = '10.0.0.1'): Promise<void> {
  await person.say(`/renew ${server}`);
  await person.press(/^30 days|^۳۰ روز/);
}

/** The data of a button of the newest message that has one of its kind. */
function dataOf(person: Person, start: string): string {
  const all = person.messages().flatMap(({ reply_markup: markup }) => markup?.inline_keyboard.flat() ?? []);
  const found = all.findLast((each) => 'callback_data' in each && each.callback_data.startsWith(start));
  return found && 'callback_data' in found ? found.callback_data : expect.fail(`No button ${start}`);
}

/** Opens the limits from the list of protected servers' team, as the owner. */
async function openLimits(app: TeamApp): Promise<Person> {
  const { owner } = app.people;
  await owner.say('/accounts');
  await owner.press('حساب ۱');
  await owner.press('💰 سقف خرید تیم');
  return owner;
}

test.concurrent('members and their limits lead back to the page that shows them', async () => {
  await using app = await enterTeam();
  const { owner } = app.people;
  await app.change((team) => {
    for (let at = 0; at < 12; at++)
      team.members.push({ userId: 9_000 + at, name: `Guest ${at}`, role: 'admin', addedAt: 0 });
  });
  for (const list of ['اعضا', '💰 سقف خرید تیم']) {
    await owner.say('/team');
    await owner.press(list);
    await owner.press('صفحهٔ بعد');
    const before = owner.screen();
    await owner.press('Guest 9');
    await owner.press('بازگشت');
    expect(owner.screen()).toBe(before);
  }
});

test.concurrent.for(['/accounts', '/team'])('team settings lead back to what led there, from %s', async (command) => {
  await using app = await enterTeam();
  const { owner } = app.people;
  await owner.say(command);
  if (command === '/accounts') await owner.press('حساب ۱');
  const before = owner.screen();
  await owner.press('💰 سقف خرید تیم');
  await owner.press('👥 کل تیم');
  await owner.say('۲ میلیون تومان');
  await owner.press('برگردان');
  await owner.press('بازگشت');
  await owner.press('بازگشت');
  expect(owner.screen()).toBe(before);
  await owner.press('🛡 سرورهای محافظت‌شده');
  await owner.press('▫️ 10.0.0.1');
  await owner.press('برگردان');
  await owner.press('بازگشت');
  expect(owner.screen()).toBe(before);
});

test.concurrent('the owner sets limits for the team and for an admin, sees what is spent, and takes them away', async () => {
  await using app = await enterTeam();
  const owner = await openLimits(app);
  expect(owner.screen()).toMatch(/کل تیم\nبدون سقف/);
  expect(owner.screen()).toMatch(/Ada\nتعیین نشده: هر خریدش تأیید نفر دوم می‌خواهد/);
  await owner.press('👥 کل تیم');
  await owner.say('۲ میلیون تومان');
  expect(owner.screen()).toMatch(/کل تیم\n۲٬۰۰۰٬۰۰۰ تومان: خرج‌شده ۰ تومان، مانده ۲٬۰۰۰٬۰۰۰ تومان/);
  await owner.press('بازگشت');
  await owner.press('Ada');
  await owner.say('a lot');
  expect(owner.screen()).toContain('مبلغ را همراه با واحد پول بفرستید');
  await owner.say('1000000 toman');
  await askFor(app.people.admin);
  expect(app.people.admin.screen()).not.toContain('👥 This purchase is above');
  await app.people.admin.press(/Renew for/);
  await app.people.admin.sees(/✅/);
  await openLimits(app);
  expect(owner.screen()).toMatch(/کل تیم\n.*خرج‌شده ۴۵۵٬۴۰۰ تومان، مانده ۱٬۵۴۴٬۶۰۰ تومان/);
  expect(owner.screen()).toMatch(/Ada\n.*خرج‌شده ۴۵۵٬۴۰۰ تومان، مانده ۵۴۴٬۶۰۰ تومان/);
  await owner.press('Ada');
  await owner.press(/حذف سقف/);
  expect(owner.screen()).toMatch(/Ada\nتعیین نشده/);
  expect((await app.team()).members.find(({ userId }) => userId === PEOPLE.admin.id)?.limits).toEqual([]);
});

test.concurrent('a limit that was set or removed is undone by one tap, unless something has changed it since', async () => {
  await using app = await enterTeam();
  const owner = await openLimits(app);
  const limitsNow = async () => (await app.team()).limits;
  await owner.press('👥 کل تیم');
  await owner.say('2000 toman');
  await owner.press('برگردان');
  expect(await limitsNow()).toEqual([]);
  await owner.press('برگردان');
  expect(await limitsNow()).toMatchObject([{ total: 2_000 }]);
  await owner.press(/حذف سقف/);
  expect(await limitsNow()).toEqual([]);
  await app.change((team) => {
    team.limits = [toman(7_000)];
  });
  await owner.press('برگردان');
  expect(await limitsNow()).toEqual([toman(7_000)]);
});

test.concurrent('no member changes a limit, not even with the owner’s buttons', async () => {
  await using app = await enterTeam();
  await limitAdmins(app, toman(1_000));
  const owner = await openLimits(app);
  const overview = dataOf(owner, 'ty|');
  await owner.press('Ada');
  const remove = dataOf(owner, 'tz|');
  const { admin } = app.people;
  await admin.say('/servers');
  const message = admin.messages().at(-1)?.message_id ?? 0;
  for (const data of [overview, remove, remove.replace(/\|1002\|/, '|team|')]) {
    const tap = app.world.pressRaw(admin.user.id, admin.chat, message, data);
    expect(await tap.answered).toMatchObject({ show_alert: true });
    await admin.say('9000000 toman');
  }
  expect((await app.team()).members.find(({ userId }) => userId === admin.user.id)?.limits).toEqual([toman(1_000)]);
  expect((await app.team()).limits).toEqual([]);
});

test.concurrent('an owner’s question does not outlive the team’s owner: who has no right to limits answers in vain', async () => {
  await using app = await enterTeam();
  const owner = await openLimits(app);
  await owner.press('Ada');
  await app.change((team) => {
    for (const member of team.members) if (member.userId === PEOPLE.owner.id) member.role = 'admin';
  });
  await owner.say('9000000 toman');
  expect((await app.team()).members.some(({ limits = [] }) => limits.length > 0)).toBe(false);
});

test.concurrent('without a limit every purchase of an admin takes a second person; the own limit spares it, the team’s stops all', async () => {
  await using app = await enterEnglishTeam();
  const { admin, owner } = app.people;
  await askFor(admin);
  expect(admin.screen()).toContain('👥 You have no limit in the team yet');
  await admin.press(/Renew for/);
  await admin.sees(/Waiting for approval/);
  expect(bodies(app, 'cloud.renew')).toEqual([]);
  await app.inGroup.admin2.sees(/Ada⁩? asks for approval/u);
  await app.inGroup.admin2.press(/تأیید|Approve/);
  await admin.shows(/✅ .*renewed/);
  expect(bodies(app, 'cloud.renew')).toHaveLength(1);

  await limitAdmins(app, toman(PRICE + OTHER_PRICE));
  await app.change((team) => {
    team.limits = [toman(PRICE + OTHER_PRICE)];
  });
  await askFor(admin, '10.0.0.2');
  expect(admin.screen()).not.toContain('👥 This purchase is above');
  await admin.press(/Renew for/);
  await admin.sees(/✅/);
  await askFor(admin);
  expect(admin.screen()).toMatch(
    /^✋ Nothing was sent: this purchase costs 455,400 toman, the team has spent 1,237,500 toman, and the team’s limit is 1,237,500 toman in 24 hours/,
  );
  await askFor(owner);
  expect(owner.screen()).toMatch(/^✋ چیزی فرستاده نشد: .*سقف تیم ۱٬۲۳۷٬۵۰۰ تومان در ۲۴ ساعت است/);
  expect(bodies(app, 'cloud.renew')).toHaveLength(2);
});

test.concurrent('of renewals that are confirmed together each counts with the others', async () => {
  await using app = await enterEnglishTeam();
  await limitAdmins(app, toman(OTHER_PRICE));
  const { admin } = app.people;
  const choose = async () => {
    await admin.say('/renew');
    for (const server of ['10.0.0.1', '10.0.0.2']) await admin.press(new RegExp(`^${server.replaceAll('.', '\\.')} ·`));
    await admin.press(/Renew the 2 chosen/);
    await admin.press('30 days');
  };
  await choose();
  expect(admin.screen()).toMatch(/👥 .*approve/);
  await admin.press(/Renew 2/);
  await app.inGroup.admin2.sees(/Approve 2 for/);
  expect(bodies(app, 'cloud.renew')).toEqual([]);
  await app.inGroup.admin2.press(/Approve 2 for/);
  await admin.shows(/✅ .*10\.0\.0\.2/);
  expect(bodies(app, 'cloud.renew')).toHaveLength(2);
  await app.change((team) => {
    team.limits = [toman(2 * PRICE + OTHER_PRICE)];
  });
  await askFor(admin);
  expect(admin.screen()).toContain('👥 This purchase is above your limit in the team');
  await choose();
  expect(admin.screen()).toMatch(/^✋ Nothing was sent: this purchase costs .*, the team has spent/);
});

test.concurrent('two members at once do not spend past the team’s limit', async () => {
  await using app = await enterTeam();
  await limitAdmins(app, toman(PRICE * 10));
  await app.change((team) => {
    team.limits = [toman(600_000)];
  });
  const { admin, admin2 } = app.people;
  await askFor(admin, '10.0.0.0');
  await askFor(admin2, '10.0.0.1');
  const taps = [admin.tap(/Renew for/), admin2.tap(/تمدید به/)];
  await Promise.all(taps.map(({ answered }) => answered));
  const people = [admin, admin2];
  const isTold = (pattern: RegExp) => people.filter((person) => pattern.test(person.screen())).length;
  await app.world.until(
    () => isTold(/✅/) === 1 && isTold(/this purchase would exceed the team’s limit|از سقف ۲۴ ساعتهٔ تیم/) === 1,
    {
      describe: () => people.map((person) => person.screens().join('\n')).join('\n---\n'),
    },
  );
  expect(bodies(app, 'cloud.renew')).toHaveLength(1);
});

test.concurrent('a lost answer counts as spent', async () => {
  await using app = await enterTeam();
  await app.change((team) => {
    team.limits = [toman(PRICE * 1.5)];
  });
  await limitAdmins(app, toman(PRICE * 10));
  const { admin } = app.people;
  app.provider.fault({ operation: 'cloud.renew', kind: 'cutBefore', times: 1 });
  await askFor(admin);
  await admin.press(/Renew for/);
  await admin.sees(/No answer|unknown|lost/i);
  await askFor(admin, '10.0.0.2');
  expect(admin.screen()).toMatch(/^✋ Nothing was sent: this purchase costs .*, the team has spent/);
});

test.concurrent('a price that the team’s limits can’t be compared with stops, and the owner can set a limit in its currency', async () => {
  await using app = await enterTeam();
  await app.change((team) => {
    team.limits = [toman(PRICE * 10)];
  });
  const { admin } = app.people;
  for (const currency of ['Sekeh', 'USD']) {
    const body = { total: 400, currency, period: 30 };
    app.provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body, times: 1 });
    await askFor(admin);
    expect(admin.screen()).toMatch(/the team’s limit is in another currency/);
  }
  const owner = await openLimits(app);
  await owner.press('👥 کل تیم');
  await owner.say('5000 sekeh');
  expect(owner.screen()).toContain('۵٬۰۰۰ Sekeh: خرج‌شده');
  const body = { total: 400, currency: 'Sekeh', period: 30 };
  app.provider.fault({ operation: 'cloud.renewQuote', kind: 'errorOn200', body, times: 1 });
  await askFor(admin);
  expect(admin.screen()).toContain('👥 You have no limit in the team yet');
});

test.concurrent('a currency code typed in small letters is shown as a code', async () => {
  await using app = await enterTeam();
  const owner = await openLimits(app);
  await owner.press('👥 کل تیم');
  await owner.say('100 usd');
  expect(owner.screen()).toContain('۱۰۰ USD: خرج‌شده');
});

test.concurrent('the team’s limit holds for everything that costs money', async () => {
  await using app = await enterTeam();
  await limitAdmins(app, toman(PRICE * 10));
  const { admin } = app.people;
  const SERVERS = 'ns1.example.com ns2.example.com';
  for (const answer of ['/register mine.com', '1', SERVERS]) await admin.say(answer);
  await admin.press('Register for');
  await admin.sees(/registered and active/);
  await app.change((team) => {
    team.limits = [toman(1_000)];
  });
  app.provider.forget();
  const isStopped = () => expect(admin.screen()).toMatch(/the team has spent .*, and the team’s limit is 1,000 toman/);
  for (const answer of ['/register another.com', '1', SERVERS]) await admin.say(answer);
  isStopped();
  await admin.say('/cancel');
  await admin.say('/domain mine.com');
  await admin.press('Renew');
  await admin.press(/^1$/);
  isStopped();
  await askFor(admin);
  isStopped();
  await admin.say('/server 10.0.0.1');
  await admin.press('⬆️ Upgrade');
  await admin.press('+1');
  await admin.press('Get the price');
  isStopped();
  await walk(admin);
  await admin.press(/Continue/);
  isStopped();
  expect(asked(app, 'cloud').filter((line) => /^cloud\.(order|renew|upgrade) /.test(line))).toEqual([]);
  expect(asked(app, 'domain.register')).toEqual([]);
  expect(asked(app, 'domain.renew')).toEqual([]);
});

test.concurrent('the owner’s private limit is the owner’s: it binds no admin, and no admin sees it', async () => {
  await using app = await enterTeam();
  const { owner, admin } = app.people;
  await owner.say('/accounts');
  await owner.press('حساب ۱');
  await owner.press(/👛 سقف شخصی/);
  await owner.say('۱۲۳۴ تومان');
  await limitAdmins(app, toman(PRICE * 10));
  await askFor(owner);
  expect(owner.screen()).toMatch(/سقف شخصی شما ۱٬۲۳۴ تومان/);
  await askFor(admin);
  await admin.press(/Renew for/);
  await admin.sees(/✅/);
  expect(admin.screens().join('\n')).not.toContain('1,234');
  expect(admin.screen()).toContain('Account of the team Shift');
});

test.concurrent('no member makes room in a limit by saying that a purchase did not happen', () => {
  const at = 1_000_000;
  const operation = { userId: 1, quote: toman(5), sentAt: at, said: { happened: false, at } };
  expect(spentOf([operation], 'toman', at)).toBe(5);
});
