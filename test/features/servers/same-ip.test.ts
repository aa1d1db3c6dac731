import { expect, test } from 'vitest';
import { asked, enterConnected } from '../support.ts';

/** A JSON number with these digits. */
const bare = (digits: string): unknown => Reflect.get(JSON, 'rawJSON')(digits);

async function enterWith(...servers: object[]) {
  const app = await enterConnected();
  app.provider.fault({ operation: 'server.list', kind: 'status', status: 200, body: servers });
  app.provider.fault({ operation: 'server.status', kind: 'status', status: 200, body: { status: 'on' } });
  await app.english.say('/servers');
  return app;
}

test.concurrent('a restart reaches the server whose id has more digits than a JavaScript number', async () => {
  const ids = ['1234567890123456789', '1234567890123456800'];
  await using app = await enterWith(...ids.map((id, at) => ({ id: bare(id), ip: `10.0.0.${at}` })));
  const { english } = app;
  for (const [at, id] of ids.entries()) {
    app.provider.forget();
    await english.say(`/reboot 10.0.0.${at}`);
    await english.press('Yes');
    expect(asked(app, 'server.action')).toEqual([`server.action {"id":"${id}","action":"reboot"}`]);
  }
});

test.concurrent('an IP of two servers asks which, and the confirm and the card say which', async () => {
  await using app = await enterWith({ id: 'tehran-17', ip: '10.0.0.1' }, { id: 'tehran-18', ip: '10.0.0.1' });
  const { english } = app;
  await english.say('/reboot 10.0.0.1');
  expect(english.screen()).toMatch(
    /^🔁 Restart which server\?[\s\S]*10\.0\.0\.1 \(…hran-17\)[\s\S]*10\.0\.0\.1 \(…hran-18\)/,
  );
  expect(asked(app, 'server.action')).toEqual([]);
  await english.press('hran-18');
  expect(english.screen()).toMatch(/^🔁 Restart 10\.0\.0\.1 \(…hran-18\)\?/);
  await english.press('Yes');
  expect(asked(app, 'server.action')).toEqual(['server.action {"id":"tehran-18","action":"reboot"}']);
  await english.say('/server 10.0.0.1 (…hran-17)');
  expect(english.screen()).toMatch(/^🖥 10\.0\.0\.1 \(…hran-17\)\n/);
});

test.concurrent('an IP of two servers confirms the reinstall of neither', async () => {
  await using app = await enterWith({ id: 'tehran-17', ip: '10.0.0.1' }, { id: 'tehran-18', ip: '10.0.0.1' });
  const { english } = app;
  await english.say('/server 10.0.0.1 (…hran-18)');
  await english.press('More');
  await english.press('Reinstall');
  await english.press('Rocky Linux 9');
  await english.press('Continue without a snapshot');
  await english.say('10.0.0.1');
  expect(asked(app, 'server.os')).toEqual([]);
  await english.say('10.0.0.1 (…hran-18)');
  expect(asked(app, 'server.os')).toEqual(['server.os {"id":"tehran-18","os":"rocky9"}']);
});

test.concurrent('a number behind a name is no part of it, where its first words name a server', async () => {
  await using app = await enterWith(
    { id: 'a', ip: '10.0.0.1' },
    { id: 'b', ip: '10.0.0.130' },
    { id: 'web' },
    { id: 'web30' },
  );
  const { english } = app;
  for (const text of [
    '/reboot 10.0.0.1 30',
    'reboot 10.0.0.1 30',
    '/renew 10.0.0.1 30',
    '/snapshot 10.0.0.1 30',
    '10.0.0.1 30',
  ]) {
    await english.say(text);
    expect(english.screen(), text).not.toContain('10.0.0.130');
  }
  await english.say('/snapshot web 30');
  expect(asked(app).at(-1)).toContain('"id":"web"');
  await english.say('/reboot web 3');
  expect(english.screen()).not.toMatch(/^🔁 Restart web30\?/);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent.each([
  ['اپ ۱', 'app1'],
  ['بکاپ ۱', 'backup1'],
  ['داکر', 'docker'],
  ['استیج', 'stage'],
  ['ویندوز', 'windows'],
  ['وردپرس', 'wordpress'],
  ['اکسچنج', 'exchange'],
  ['اوبونتو', 'ubuntu'],
])('%s says %s', async (said, id) => {
  await using app = await enterWith({ id }, { id: 'blue' });
  await app.english.say(said);
  expect(app.english.screen()).toMatch(new RegExp(`^🖥 ${id}\\n`));
  await app.english.say('بله');
  expect(app.english.screen()).not.toContain('blue');
});

test.each([
  '/reboot 10.0.0.1',
  'restart 10.0.0.1',
  '/renew 10.0.0.1 30',
  '/off ۱۰٫۰٫۰٫۱',
  '10.0.0.1',
  '/server 10.0.0.1',
])('%s means no server whose IP only begins so', async (typed) => {
  await using app = await enterWith({ id: 'a', ip: '10.0.0.13' }, { id: 'b', ip: '10.1.0.1' });
  const { english } = app;
  app.provider.fault({ operation: 'server.list', kind: 'status', status: 200, body: [{ id: 'a', ip: '10.0.0.13' }] });
  await english.say(typed);
  expect(english.screen()).not.toMatch(/10\.0\.0\.13[\s\S]*\?|🖥 10\.0\.0\.13/);
  expect(english.screen()).toMatch(/10\.0\.0\.1\D|۱۰٫۰٫۰٫۱\D/);
});
