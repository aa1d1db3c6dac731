import { expect, test } from 'vitest';
import { Failure } from '../../../../src/hosting/index.ts';
import { enter, MINUTE, OWNER } from '../round-support.ts';

/** A server that was reported as unstable stays off. */
async function enterUnstable() {
  const world = await enter();
  const { provider, rounds, open, store } = world;
  for (let done = 0; done < 14; done++) {
    provider.status.set('a', done % 2 === 0 ? 'off' : 'on');
    await rounds(1);
  }
  expect(await open()).toEqual(['unstable a']);
  provider.status.set('a', 'off');
  const [alert = expect.fail('It is not open')] = await store.alerts.openIn(OWNER);
  return { ...world, alert };
}

async function only({ store }: Awaited<ReturnType<typeof enter>>) {
  const [alert = expect.fail('It is not open')] = await store.alerts.openIn(OWNER);
  return alert;
}

test('a server that goes off and comes back every four minutes is unstable at its second return, and steady later', async () => {
  const world = await enter();
  const { provider, rounds, open, store } = world;
  const flap = async (status: string) => {
    provider.status.set('a', status);
    await rounds(4);
    return open();
  };
  expect(await flap('off')).toEqual(['down a']);
  expect(await flap('on')).toEqual([]);
  expect(await flap('off')).toEqual(['down a']);
  const [alert = expect.fail('It is not open')] = await store.alerts.openIn(OWNER);
  expect(await flap('on')).toEqual(['unstable a']);
  for (const status of ['off', 'on', 'off', 'on']) expect(await flap(status)).toEqual(['unstable a']);
  expect((await only(world)).toNotify).toBe(alert.toNotify);
  await rounds(20);
  expect(await open()).toEqual(['unstable a']);
  await rounds(10);
  expect(await open()).toEqual([]);
});

test('a server that went off and came back, and stays off then, is down after a quarter of an hour', async () => {
  const { provider, rounds, open } = await enter();
  for (const status of ['off', 'on', 'off', 'on', 'off']) {
    provider.status.set('a', status);
    await rounds(4);
  }
  expect(await open()).toEqual(['unstable a']);
  await rounds(13);
  expect(await open()).toEqual(['down a']);
});

test('a server that its person powers on after each outage is on again, not unstable', async () => {
  const { provider, rounds, open, operation } = await enter();
  for (let done = 0; done < 3; done++) {
    provider.status.set('a', 'off');
    await rounds(8);
    expect(await open()).toEqual(['down a']);
    operation('power', 0, { parameters: { action: 'on' } });
    provider.status.set('a', 'on');
    await rounds(3);
    expect(await open()).toEqual([]);
  }
});

test('a silent provider that refuses the token after that is told anew, once', async () => {
  const world = await enter();
  const { provider, rounds } = world;
  provider.fault = new Failure('unavailable', 'server.status');
  await rounds(5);
  expect(await only(world)).toMatchObject({ what: 'unreachable', revision: 1, toNotify: 1 });
  provider.fault = new Failure('notConnected', 'server.status');
  await rounds(10);
  expect(await only(world)).toMatchObject({ what: 'refused', revision: 2, toNotify: 2 });
  provider.fault = new Failure('unavailable', 'server.status');
  await rounds(10);
  provider.fault = new Failure('notConnected', 'server.status');
  await rounds(10);
  expect(await only(world)).toMatchObject({ what: 'refused', toNotify: 2 });
});

test('an acknowledged unstable server that stays off is told anew', async () => {
  const world = await enterUnstable();
  const { store, alert, now, rounds } = world;
  const acknowledged = { by: { id: OWNER, name: 'Sara' }, at: now(), until: now() + 600 * MINUTE };
  await store.alerts.change(alert.id, now(), () => ({ state: 'acknowledged', acknowledged }));
  await rounds(25);
  const { what, state, acknowledged: left, toNotify, revision } = await only(world);
  expect({ what, state, left, toNotify }).toEqual({ what: 'down', state: 'open', left: undefined, toNotify: revision });
});

test('an unstable server that a person made quiet stays quiet when it stays off, until that time', async () => {
  const world = await enterUnstable();
  const { store, alert, now, rounds } = world;
  const by = { id: OWNER, name: 'Sara' };
  const silenced = { by, at: now(), until: now() + 240 * MINUTE };
  const acknowledged = { by, at: now(), until: now() + 600 * MINUTE };
  await store.alerts.change(alert.id, now(), () => ({ state: 'acknowledged', silenced, acknowledged }));
  await rounds(25);
  const { what, state, toNotify, ...rest } = await only(world);
  expect({ what, state, toNotify, silenced: rest.silenced, acknowledged: rest.acknowledged }).toEqual({
    ...{ what: 'down', state: 'acknowledged', toNotify: alert.toNotify, silenced, acknowledged: undefined },
  });
});
