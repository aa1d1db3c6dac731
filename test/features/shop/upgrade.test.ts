import { expect, test } from 'vitest';
import { ENDLESS_MS, hasten } from '../../support/hasten.ts';
import { asked, enterBothConnected, enterConnected, TOKEN } from '../support.ts';
import { bodies } from './support.ts';

const BODY = '{"id":"srv-10002","ram":8,"cpu":3,"disk":60,"backup":2,"traffic":0}';

test.concurrent('more of it, typed or tapped; quoted, confirmed, sent once, followed through the reboot', async () => {
  await using app = await enterConnected({ timings: { rebootMs: ENDLESS_MS } });
  const { english } = app;
  await english.say('/server 10.0.0.1');
  await english.press('⬆️ Upgrade');
  expect(english.screen()).toBe(
    [
      '⬆️ Upgrade 10.0.0.1',
      '',
      'Tap + to add resources, or a name to type a new total. Beside each name is what the server has now.',
      '[CPU cores 2]',
      '[+1] [+2]',
      '[RAM 4]',
      '[+1] [+4]',
      '[Disk 50]',
      '[+10] [+50]',
      '[Backups 2]',
      '[+1] [+3]',
      '[Traffic 0 GB]',
      '[+50] [+200]',
      '[🖥 Open server]',
    ].join('\n'),
  );
  await english.press('+1');
  await english.press('RAM 4');
  await english.say('3');
  expect(english.screen()).toMatch(/^Send a whole number, 4 or more\./);
  await english.say('8');
  await english.press('+10');
  expect(english.screen()).toMatch(
    /^⬆️ Upgrade 10\.0\.0\.1\n\nCPU cores: 2 → 3\nRAM: 4 → 8\nDisk: 50 → 60\nNew totals: 3 CPU cores, 8 GB RAM, 60 GB disk and 2 backups\. Check the totals: the provider shows its values without units\.\n\[CPU cores 3\]/,
  );
  app.provider.forget();
  await english.press('Get the price');
  expect(asked(app).sort()).toEqual([`cloud.upgradeQuote ${BODY}`, 'server.status {"id":"srv-10002"}']);
  expect(english.screen()).toMatch(
    /^⬆️ Upgrade 10\.0\.0\.1\?\nCPU cores: 2 → 3\n[\s\S]*💰 Total for [12] days?: [\d,]+ toman, VAT included\n\n⚠️ The server restarts[\s\S]*\[Upgrade for [\d,]+ toman\]\n\[Cancel\]$/,
  );
  app.provider.forget();
  await english.press('Upgrade for');
  await english.sees(
    /^⏳ Upgrade of 10\.0\.0\.1: accepted by the provider[\s\S]*\nNow: CPU cores 2, RAM 4, disk 50, backups 2\n/,
  );
  hasten(app);
  await english.sees(/^✅ 10\.0\.0\.1 upgraded\nCPU cores: 2 → 3\nRAM: 4 → 8\nDisk: 50 → 60\nTotal: /);
  expect(asked(app, 'cloud')).toEqual([`cloud.upgradeQuote ${BODY}`, `cloud.upgrade ${BODY}`]);
});

test.concurrent('the same in Persian, traffic alone: told by the server going and coming back', async () => {
  await using app = await enterBothConnected({ timings: { rebootMs: 2500 } });
  const { persian } = app;
  await persian.say('/upgrade 10.0.0.1');
  // On a phone, the number at the end of a long label would be cut off beside the steps.
  expect(persian.screen()).toContain(
    '[دیسک: ۵۰]\n[+۱۰] [+۵۰]\n[بکاپ: ۲]\n[+۱] [+۳]\n[ترافیک: ۰ گیگابایت]\n[+۵۰] [+۲۰۰]\n',
  );
  await persian.press('ترافیک: ۰');
  await persian.say('۱۲۰');
  expect(persian.screen()).toMatch(/ترافیکی که اضافه می‌شود: ۱۲۰ گیگابایت\nمقدارهای جدید: ۲ هسته، ۴ گیگابایت رم/);
  await persian.press('استعلام قیمت');
  await persian.press('ارتقا به مبلغ');
  await persian.sees(/^✅ سرور 10\.0\.0\.1 ارتقا داده شد/);
  expect(bodies(app, 'cloud.upgrade')).toHaveLength(1);
});

test.concurrent('a value that the record does not tell as a number is typed first', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  provider.fault({ operation: 'server.status', kind: 'errorOn200', body: { status: 'on', cpu: '2', ram: '4 GB' } });
  await english.say('/upgrade 10.0.0.1');
  expect(english.screen()).toMatch(
    /does not show all values[\s\S]*\[RAM \?\]\n\[Disk \?\]\n\[Backups \?\]\n\[Traffic 0 GB\]/,
  );
  for (const [label, value] of [
    ['RAM', '8'],
    ['Disk', '80'],
    ['Backups', '1'],
  ] as const) {
    expect(english.screen()).not.toContain('Get the price');
    await english.press(`${label} ?`);
    await english.say(value);
  }
  expect(english.screen()).toMatch(/RAM: – → 8\nDisk: – → 80\nBackups: – → 1\n/);
  await english.press('Get the price');
  expect(asked(app, 'cloud')).toEqual([
    'cloud.upgradeQuote {"id":"srv-10002","ram":8,"cpu":2,"disk":80,"backup":1,"traffic":0}',
  ]);
});

test.concurrent('a server that has grown meanwhile is chosen for anew', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await english.say('/upgrade 10.0.0.1');
  await english.press('+1');
  const body = { status: 'on', cpu: '4', ram: '4', disk: '50', backup: '2' };
  provider.fault({ operation: 'server.status', kind: 'errorOn200', body });
  await english.press('Get the price');
  expect(english.screen()).toMatch(/Tap \+ to add resources[\s\S]*\[CPU cores 4\]/);
  expect(bodies(app, 'cloud.upgrade')).toEqual([]);
});

test.concurrent('a server that has grown since the confirm was shown: asked again with what it has now, or chosen anew', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  const server = provider.account(TOKEN).server('srv-10002');
  if (!server) throw new Error('no server');
  await english.say('/upgrade 10.0.0.1');
  for (const label of ['+2', 'Get the price']) await english.press(label);
  expect(english.screen()).toContain('CPU cores: 2 → 4');
  // Another price as well: the server's present value is shown with the new price too.
  server.cpu = 3;
  await english.press('Upgrade for');
  await english.sees(
    /Nothing was sent: the server changed in the meantime[\s\S]*CPU cores: 3 → 4[\s\S]*Confirm again for/,
  );
  const { total } = /for (?<total>[\d,]+) toman\]/.exec(english.screen())?.groups ?? {};
  const body = { total: Number(total?.replaceAll(',', '')), currency: 'toman' };
  provider.fault({ operation: 'cloud.upgradeQuote', kind: 'errorOn200', body });
  server.cpu = 8;
  await english.press('Confirm again for');
  await english.sees(/not bought[\s\S]*Nothing was sent: the server changed[\s\S]*no longer be an upgrade/);
  await english.press('Change the values');
  expect(english.screen()).toContain('[CPU cores 8]');
  expect(bodies(app, 'cloud.upgrade')).toEqual([]);
});

test.concurrent('the units that the operator names stand with the values, and nothing is said of missing ones', async () => {
  await using app = await enterBothConnected({ env: { UNIT_MEMORY: 'GB,fa:گیگ', UNIT_DISK: 'GB,fa:گیگ' } });
  const { english, persian } = app;
  await english.say('/upgrade 10.0.0.1');
  expect(english.screen()).toContain('\n[CPU cores 2]\n[+1] [+2]\n[RAM 4 GB]\n[+1] [+4]\n[Disk 50 GB]\n[+10] [+50]\n');
  await english.press('+4');
  expect(english.screen()).toMatch(
    /^⬆️ Upgrade 10\.0\.0\.1\n\nRAM: 4 GB → 8 GB\nNew totals: 2 CPU cores, 8 GB RAM, 50 GB disk and 2 backups\.\n\[CPU/,
  );
  await persian.say('/upgrade 10.0.0.1');
  await persian.press('+۵۰');
  expect(persian.screen()).toMatch(
    /دیسک: از ۵۰ گیگ به ۱۰۰ گیگابایت\nمقدارهای جدید: [^\n]*بکاپ\.\n\[تعداد هسته: ۲\][\s\S]*\[رم: ۴ گیگ\]/,
  );
});

test.concurrent('a unit of memory alone stands with both values of the memory', async () => {
  await using app = await enterConnected({ env: { UNIT_MEMORY: 'GB' } });
  const { english } = app;
  await english.say('/upgrade 10.0.0.1');
  await english.press('+4');
  await english.press('+50');
  expect(english.screen()).toContain('\nRAM: 4 GB → 8 GB\nDisk: 50 → 100\n');
});

test.concurrent('a refused value is named with what earlier quotes told of its limits, and said before it is asked again', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  const ask = async (ram: string) => {
    await english.say('/upgrade 10.0.0.1');
    await english.press('RAM 4');
    await english.say(ram);
  };
  await ask('64');
  await english.press('Get the price');
  expect(english.screen()).toContain('Upgrade for');
  await ask('512');
  expect(english.screen()).not.toContain('earlier answer');
  await english.press('Get the price');
  expect(english.screen()).toMatch(
    /\n\n⚠️ RAM \(64 GB was accepted, 512 GB refused\) – the provider says:\nمقدار واردشده/,
  );
  await ask('600');
  expect(english.screen()).toContain('⚠️ RAM: the provider’s earlier answer: 64 GB was accepted, 512 GB refused.');
  await ask('300');
  expect(english.screen()).not.toContain('earlier answer');
  // The limit is not the bot's own: asking stays possible, and the answer counts.
  await ask('600');
  provider.fault({
    operation: 'cloud.upgradeQuote',
    kind: 'errorOn200',
    body: { total: 9, currency: 'toman', period: 2 },
    times: 1,
  });
  await english.press('Get the price');
  expect(english.screen()).toContain('Upgrade for 9 toman');
  await ask('600');
  expect(english.screen()).not.toContain('earlier answer');
  await persian.say('/upgrade 10.0.0.1');
  expect(persian.screen()).not.toContain('پاسخ قبلی');
});
