import { expect, test } from 'vitest';
import { asked } from '../../support.ts';
import { enterWithCopies, go, SERVER, server } from '../support.ts';

const OLD = '2026-11-18T05:42:23.000Z';
const LATER = '2026-11-18T21:42:23.000Z';
const MORNING = '2026-11-19T05:42:23.000Z';

test.concurrent('a backup is made and told by the time in the name the provider gave it', async () => {
  await using app = await enterWithCopies([], [OLD]);
  const { english } = app;
  await go(english, 'More', 'Backups');
  expect(english.screen()).toBe(
    '🗄 Backups of 10.0.0.0\n\nOne backup.\n[18 November 2026]\n[➕ New backup]\n[🖥 Open server]',
  );
  await english.press('New backup');
  expect(english.screen()).toMatch(/^❓ Create a backup of 10\.0\.0\.0\?\nStatus: 🟢 on\n/);
  await english.press('Yes');
  await english.sees(/^✅ Backup of 10\.0\.0\.0 created/);
  const made = server(app).backups.at(-1)?.volumeId;
  expect(made).toMatch(/^2026-11-24T08:\d\d:\d\d/);
  expect(english.screen()).toMatch(/Its name: 24 Nov 2026, 08:\d\d:\d\d UTC\n\[🗄 Backups\]\n\[🖥 Open server\]/);
  expect(asked(app, 'backup.create')).toEqual([`backup.create {"id":"${SERVER}"}`]);
});

test.concurrent('two of one day are told apart, in the calendar of the language', async () => {
  await using app = await enterWithCopies([], [OLD, LATER, MORNING]);
  const { english, persian } = app;
  await go(persian, 'بیشتر', 'بکاپ‌ها');
  expect(persian.screen()).toBe(
    [
      '🗄 بکاپ‌های 10.0.0.0',
      '',
      '۳ بکاپ.',
      '[۲۷ آبان ۱۴۰۵]',
      '[۲۸ آبان ۱۴۰۵، ۱:۱۲:۲۳ به وقت تهران]',
      '[۲۸ آبان ۱۴۰۵، ۹:۱۲:۲۳ به وقت تهران]',
      '[➕ بکاپ جدید]',
      '[🖥 مدیریت سرور]',
    ].join('\n'),
  );
  await persian.press('۱:۱۲:۲۳');
  expect(persian.screen()).toMatch(
    /^🗄 بکاپ ۲۸ آبان ۱۴۰۵، ۱:۱۲:۲۳ به وقت تهران از 10\.0\.0\.0\n\nتاریخ: ۲۸ آبان ۱۴۰۵\nحجم \(اعلام هاستینگ\): ۹٫۲\n/,
  );
  await go(english, 'More', 'Backups');
  expect(english.screen()).toMatch(
    /\n\[18 Nov 2026, 05:42:23 UTC\]\n\[18 Nov 2026, 21:42:23 UTC\]\n\[19 November 2026\]\n/,
  );
  await english.press('21:42:23');
  expect(english.screen()).toMatch(/^🗄 Backup 18 Nov 2026, 21:42:23 UTC of 10\.0\.0\.0\n\nDate: 18 November 2026\n/);
  await english.press('Delete');
  expect(english.screen()).toMatch(/^❓ Delete the backup 18 Nov 2026, 21:42:23 UTC of 10\.0\.0\.0\?/);
});

test.concurrent('dates that are none and fields that are missing are shown as they came', async () => {
  await using app = await enterWithCopies([]);
  const { english, provider } = app;
  const body = [
    { volume_id: 'one', date: '2026:13:45', size: '<big>' },
    { volume_id: 'two', date: '1405:08:30' },
    { volume_id: 'three' },
    { volume_id: 'four-'.repeat(400), date: '2026:2:3', size: 12 },
    { date: '2026:01:01' },
  ];
  provider.fault({ operation: 'backup.list', kind: 'errorOn200', body });
  await go(english, 'More', 'Backups');
  expect(english.screen()).toMatch(/4 backups\.\n\[2026:13:45\]\n\[1405:08:30\]\n\[three\]\n\[3 February 2026\]/);
  await english.press('2026:13:45');
  expect(english.screen()).toMatch(/Date: 2026:13:45\nSize \(from the provider\): <big>/);
  await english.press('‹ Backups');
  await english.press('three');
  expect(english.screen()).toMatch(/Date: unknown\nSize \(from the provider\): unknown/);
  await english.press('‹ Backups');
  await english.press('3 February');
  expect(english.screen()).toMatch(/^🗄 Backup (four-){29}four… of 10\.0\.0\.0\n\nDate: 3 February 2026\n.*: 12/);
  await english.press('Delete');
  expect(english.screen()).toMatch(/^❓ Delete the backup (four-){29}four… of/);
});

test.concurrent.each([
  [
    'بازگردانی',
    'restore',
    /^❓ سرور 10\.0\.0\.0 به بکاپ ۲۷ آبان ۱۴۰۵، ۹:۱۲:۲۳ به وقت تهران بازگردانده شود؟\nوضعیت سرور: 🟢 روشن/,
  ],
  ['حذف', 'delete', /^❓ بکاپ ۲۷ آبان ۱۴۰۵، ۹:۱۲:۲۳ به وقت تهران از 10\.0\.0\.0 حذف شود؟\nوضعیت سرور: 🟢 روشن/],
] as const)('%s: one request, and the outcome', async (label, action, question) => {
  await using app = await enterWithCopies([], [OLD]);
  const { persian } = app;
  await go(persian, 'بیشتر', 'بکاپ‌ها', '۲۷ آبان', label);
  expect(persian.screen()).toMatch(question);
  if (action === 'restore') await persian.say('۱۰.۰.۰.۰');
  else await persian.press('بله');
  await persian.sees(/^✅ .*(?:بازگردانده شد|حذف شد)/);
  expect(asked(app, `backup.${action}`)).toEqual([`backup.${action} {"id":"${SERVER}","volume_id":"${OLD}"}`]);
});

test.concurrent('one that vanished meanwhile is said to have vanished', async () => {
  await using app = await enterWithCopies([], [OLD]);
  const { english, persian } = app;
  await go(english, 'More', 'Backups', '18 November');
  await go(persian, 'بیشتر', 'بکاپ‌ها');
  server(app).backups = [];
  await english.press('Restore');
  expect(english.screen()).toMatch(/^This backup is no longer on the list\.\n\n🗄 Backups of .*\n\nNo backups yet\./);
  await persian.press('۲۷ آبان');
  expect(persian.screen()).toMatch(/^این بکاپ دیگر در لیست نیست\.\n\n🗄 بکاپ‌ها/);
  expect(asked(app, 'backup.restore')).toEqual([]);
});

test.concurrent('the provider refuses one too many, in its own words', async () => {
  await using app = await enterWithCopies([], [OLD]);
  const { english } = app;
  server(app).backup = 1;
  await go(english, 'More', 'Backups', 'New backup', 'Yes');
  await english.sees(
    /^❌ Backup of 10\.0\.0\.0: not done\.[\s\S]*The provider says:\n[\s\S]*\[Ask again\]\n\[🖥 Open server\]/,
  );
});
