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
