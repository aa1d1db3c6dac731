import type { MessageEntity } from 'grammy/types';
import { expect, test } from 'vitest';
import type { Person } from '../../support/person.ts';
import { enterBothConnected } from '../support.ts';

/** The moments in a person's newest message: its words, and the format in which Telegram writes it. */
function moments(person: Person) {
  const { text = '', entities = [] } = person.messages().at(-1) ?? {};
  return entities
    .filter((entity): entity is MessageEntity.DateTimeMessageEntity => entity.type === 'date_time')
    .map(({ offset, length, unix_time: at, date_time_format: format }) => ({
      words: text.slice(offset, offset + length),
      format,
      isNow: Math.abs(at - Date.now() / 1_000) < 90,
    }));
}

test.concurrent('every reader sees a moment by their own clock: a card, a confirm, a receipt', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  for (const [person, clock, life, receipt] of [
    [english, /^\d\d:\d\d:\d\d UTC$/, '60 seconds', /^\d+ \w+ \d{4}, \d\d:\d\d UTC$/],
    [persian, /^[۰-۹]+:[۰-۹]+:[۰-۹]+ به وقت تهران$/, '۶۰ ثانیه', /^[۰-۹]+ \S+ [۰-۹]+،? .*به وقت تهران$/],
  ] as const) {
    await person.say('/server 10.0.0.0');
    expect(moments(person)).toEqual([{ words: expect.stringMatching(clock), format: 'T', isNow: true }]);
    await person.say('/renew 10.0.0.0');
    await person.press(person === english ? '30' : '۳۰');
    expect(moments(person)).toEqual([{ words: life, format: '', isNow: true }]);
    await person.press(person === english ? 'Renew for' : 'تمدید به');
    await person.sees(/^✅/);
    await person.say('/orders');
    await person.press(person === english ? '1' : '۱');
    const format = person === english ? 'dt' : '';
    expect(moments(person)).toEqual([{ words: expect.stringMatching(receipt), format, isNow: true }]);
  }
});

test.concurrent('in a group the time beside an operation that holds back another is each reader’s own', async () => {
  await using app = await enterBothConnected();
  const { english, persian, world, provider } = app;
  const [group, other] = [english.in(world.group.id), persian.in(world.group.id)];
  provider.fault({ operation: 'server.action', kind: 'hang', times: 1 });
  await group.say('/reboot 10.0.0.0');
  await group.press('Yes, restart');
  await other.say('/off 10.0.0.0');
  await other.press('بله');
  await other.shows(/درخواستش را داده است/);
  expect(moments(other)).toContainEqual({ words: expect.stringContaining('به وقت تهران'), format: 'T', isNow: true });
});

test.concurrent('a server older than these entities is asked once and gets the words', async () => {
  await using app = await enterBothConnected({ telegram: { older: true } });
  const { english, persian, world } = app;
  await english.say('/server 10.0.0.0');
  expect(english.screen()).toMatch(/\d\d:\d\d:\d\d UTC/);
  await english.press('Refresh');
  await persian.say('/server 10.0.0.0');
  expect(persian.screen()).toContain('به وقت تهران');
  const sent = world.calls.filter(({ params }) => String(params.text).includes('<tg-time'));
  expect(sent.map(({ ok }) => ok)).toEqual([false]);
  expect([...moments(english), ...moments(persian)]).toEqual([]);
});

test.concurrent('in a group an outcome tells who asked, and at what time it ended by the clock of its beginning', async () => {
  await using app = await enterBothConnected();
  for (const [person, yes, ended, zone, format] of [
    [app.english, 'Yes, restart', /Requested by Alex · ended at \d/, 'UTC', 't'],
    [app.persian, 'بله', /درخواست‌کننده: سارا · پایان ساعت [۰-۹]/, 'به وقت تهران', ''],
  ] as const) {
    const group = person.in(app.world.group.id);
    await group.say('/reboot 10.0.0.0');
    await group.press(yes);
    await group.sees(ended);
    expect(moments(group).at(-1)).toEqual({ words: expect.stringContaining(zone), format, isNow: true });
  }
});
