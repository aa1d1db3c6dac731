import { describe, expect, test } from 'vitest';
import type { FailureKind, Hosting } from '../../../src/hosting/index.ts';
import { expectFailure, failureOf, scripted } from '../support.ts';

const NEW = { geo: 'x', ram: 1, cpu: 1, disk: 10, backup: 0, traffic: 0, period: 30, os: 'docker' } as const;
const REGISTRATION = { domain: 'a.com', period: 1, ns1: 'ns1.a.com', ns2: 'ns2.a.com' };

const order = (h: Hosting) => h.cloudOrders.order(NEW);
const register = (h: Hosting) => h.domainOrders.register(REGISTRATION);
const reboot = (h: Hosting) => h.servers.action('9', 'reboot');
const list = (h: Hosting) => h.servers.list();

describe('refusals', () => {
  test.each([200, 400, 422])('field errors are recognised at HTTP %d', async (status) => {
    const provider = await scripted();
    provider.reply({ errors: { ram: ['کم است', 'min'], period: 'بد', os: [1, {}] } }, status);
    const fields = { ram: ['کم است', 'min'], period: ['بد'], os: [] };
    for (const call of [order, reboot, list]) await expectFailure(call(provider.hosting), 'fields', { fields });
  });

  test.each([200, 400, 402, 422])('insufficient balance is recognised at HTTP %d', async (status) => {
    const provider = await scripted();
    provider.reply({ error: 'خطا', message: 'حساب را ۱۲۰٬۰۰۰ تومان شارژ کنید' }, status);
    for (const call of [order, register])
      await expectFailure(call(provider.hosting), 'insufficientBalance', { amount: 120_000 });
  });

  test.each<[string, number, unknown, (h: Hosting) => Promise<unknown>, { kind: FailureKind; words?: string }]>([
    [
      'balance by its code, without an amount',
      200,
      { error: 'insufficient_balance', message: 'x' },
      order,
      { kind: 'insufficientBalance', words: 'x' },
    ],
    [
      'another refusal of an order',
      409,
      { error: 'sold_out', message: 'only 3 left' },
      order,
      { kind: 'refused', words: 'only 3 left' },
    ],
    ['a 401', 401, {}, reboot, { kind: 'notConnected' }],
    ['a 401 page', 401, '<html>', list, { kind: 'notConnected' }],
    ['a token refused with 200', 200, { error: 'invalid_token', message: 'x' }, list, { kind: 'notConnected' }],
    ['a 404 with a text', 404, { message: 'x' }, reboot, { kind: 'notFound', words: 'x' }],
    ['not found with 200', 200, { error: 'server_not_found' }, reboot, { kind: 'notFound' }],
    ['a 403 on a domain', 403, { message: 'x' }, register, { kind: 'resellerServiceMissing', words: 'x' }],
    ['a 403 page on a domain', 403, '<html>', (h) => h.domainOrders.availability('a.com', 1), { kind: 'unreadable' }],
    ['an empty 403 on a domain', 403, '', (h) => h.domainOrders.info('a.com'), { kind: 'unreadable' }],
    ['a 403 on a server', 403, { message: 'x' }, reboot, { kind: 'refused', words: 'x' }],
    ['success: false', 200, { success: false, message: 'x' }, reboot, { kind: 'refused', words: 'x' }],
    ['an error object', 200, { error: { code: 5, message: 'x' } }, reboot, { kind: 'refused', words: 'x' }],
    ['a list of errors', 200, { errors: ['x'] }, reboot, { kind: 'refused' }],
    ['an error beside data', 200, { error: true, id: 'a' }, (h) => h.servers.status('a'), { kind: 'refused' }],
    ['a server error in words', 500, { message: 'Server Error' }, reboot, { kind: 'ambiguous', words: 'Server Error' }],
    ['a server error with a code', 503, { error: 'x', message: 'try in 30 s' }, order, { kind: 'ambiguous' }],
    ['a bad request page', 400, '<html>', order, { kind: 'ambiguous' }],
  ])('%s', async (_, status, body, call, failure) => {
    const provider = await scripted();
    provider.reply(body, status);
    await expectFailure(call(provider.hosting), failure.kind, failure);
  });
});

describe('a refusal in the shape of a CDN', () => {
  const said = { code: 1020, message: 'Access denied' };

  test.each([
    { errors: [said] },
    { success: false, errors: [said], messages: [], result: null, message: 'Access denied' },
    { errors: said },
  ])('%j is no outcome and no words of the provider', async (body) => {
    const provider = await scripted();
    const expectSilent = async (call: Promise<unknown>, kind: FailureKind) => {
      const failure = await failureOf(call);
      expect([failure.kind, Object.keys(failure.details)]).toEqual([kind, ['reason']]);
    };
    for (const status of [200, 400, 404, 422]) {
      provider.reply(body, status);
      await expectSilent(list(provider.hosting), 'unreadable');
      await expectSilent(reboot(provider.hosting), status === 404 ? 'refused' : 'ambiguous');
      await expectSilent(order(provider.hosting), status === 404 ? 'refused' : 'ambiguous');
    }
    provider.reply(body, 403);
    await expectSilent(register(provider.hosting), 'refused');
    provider.reply(body, 401);
    await expectSilent(list(provider.hosting), 'notConnected');
  });

  test('with an order code it contradicts itself', async () => {
    const provider = await scripted();
    provider.reply({ errors: [said], order_id: '7' }, 403);
    await expectFailure(order(provider.hosting), 'ambiguous');
  });
});

describe('answers that acknowledge no change', () => {
  const LACKING = 'موجودی حساب کافی نیست';
  const renew = (h: Hosting) => h.cloudOrders.renew('9', 30);
  const renewDomain = (h: Hosting) => h.domainOrders.renew({ id: '9', domain: 'a.com' }, 1);

  test.each<[unknown, FailureKind]>([
    [{ success: 'false', message: LACKING }, 'insufficientBalance'],
    [{ success: 'false', message: 'x' }, 'refused'],
    [{ success: 0, message: 'x' }, 'refused'],
    [{ success: '0', message: 'x' }, 'refused'],
    [{ errors: 'period is bad', message: 'x' }, 'refused'],
    [{ errors: true, message: 'x' }, 'refused'],
    [{ errors: 7, message: 'x' }, 'refused'],
    [{ error: ['period is bad'], message: 'x' }, 'refused'],
    [{ message: LACKING }, 'insufficientBalance'],
    [{ message: 'Your balance is not enough' }, 'insufficientBalance'],
    [{ status: 'error', message: 'x' }, 'ambiguous'],
    [{ status: 'Failed', message: 'x' }, 'ambiguous'],
    [{ status: false, message: 'x' }, 'ambiguous'],
    [{ status: 422, message: 'x' }, 'ambiguous'],
    [{ success: true, message: LACKING }, 'ambiguous'],
    [{ message: 'تمدید ثبت شد. موجودی حساب شما کافی نیست' }, 'ambiguous'],
    [{ message: 'Registered. Your balance is low.' }, 'ambiguous'],
    [{ message: 'لطفا حساب خود را ۱۲۰٬۰۰۰ تومان شارژ کنید' }, 'ambiguous'],
  ])('%j', async (body, kind) => {
    const provider = await scripted();
    provider.reply(body);
    for (const call of [renew, renewDomain]) await expectFailure(call(provider.hosting), kind);
  });

  test.each([
    { message: 'تمدید ثبت شد' },
    { message: 'x', error: false, errors: null, success: '1', status: 'ok' },
    { message: 'x', error: '', errors: '', status: 'success' },
    { message: 'x', error: 0, errors: 'none', status: 200 },
  ])('but %j is one', async (body) => {
    const provider = await scripted();
    provider.reply(body);
    expect(await renew(provider.hosting)).toEqual({ words: body.message });
  });

  test('a text about money acknowledges an operation that costs nothing', async () => {
    const provider = await scripted();
    provider.reply({ message: LACKING });
    await expect(reboot(provider.hosting)).resolves.toEqual({ words: LACKING });
  });

  test('an answer with an order code is an order, with any message text', async () => {
    const provider = await scripted();
    provider.reply({ order_id: '7', message: 'Registered. Your balance is low.' });
    await expect(order(provider.hosting)).resolves.toMatchObject({ orderId: '7' });
  });
});

describe('a change met by a server error', () => {
  const FIELDS = { ram: ['کم است', 'min'], 'nic-handle': ['x'] };

  test.each([408, 500, 503])('is refused at HTTP %d only by the documented shape to the letter', async (status) => {
    const provider = await scripted();
    provider.reply({ errors: FIELDS }, status);
    for (const call of [order, reboot]) await expectFailure(call(provider.hosting), 'fields', { fields: FIELDS });
  });

  test.each([
    { errors: { code: 500, id: 'req-1' } },
    { errors: { id: 'req-1' } },
    { errors: { id: [] } },
    { errors: { id: [1] } },
    { errors: { server: ['timed out'] } },
    { errors: { ram: ['x'] }, message: 'x' },
    { errors: { ram: ['x'] }, order_id: '1' },
    { errors: {} },
    { error: 'could not return funds after failed provisioning', message: 'x' },
    { error: 'insufficient_balance', message: 'حساب را ۱۲۰٬۰۰۰ تومان شارژ کنید' },
    { error: 'not_found' },
    { success: false, message: 'x' },
  ])('and %j may be done all the same', async (body) => {
    const provider = await scripted();
    for (const status of [408, 500, 502, 504]) {
      provider.reply(body, status);
      for (const call of [order, register, reboot]) await expectFailure(call(provider.hosting), 'ambiguous');
    }
  });
});

describe('too little money', () => {
  test.each<[unknown, number | undefined]>([
    [{ error: 'insufficient_balance', message: 'x' }, undefined],
    [{ error: 'InsufficientFunds', message: 'pay 12.50 USD', code: 4 }, 12.5],
    [{ error: 'LOW_CREDIT', message: '120000' }, 120_000],
    [{ error: 'no_funds' }, undefined],
    [{ error: true, message: 'Your account balance is not enough.' }, undefined],
    [{ success: false, message: 'موجودی حساب شما کافی نیست.' }, undefined],
    [{ error: 'خطا', message: 'اعتبار شما برای این سفارش کافی نمی‌باشد؛ $5 لازم است' }, 5],
    [{ error: 'کسری موجودی', message: 'سفارش 99812 ثبت نشد' }, undefined],
    [{ error: 'خطا', message: 'لطفاً حساب خود را ۱۲۰٬۰۰۰ تومان شارژ کنید' }, 120_000],
    [{ error: 'Error', message: 'Please top up 120,000 toman for 30 days' }, 120_000],
    [{ error: 'insufficient_balance', message: 'Your balance is 5,000 toman' }, undefined],
    [{ error: 'insufficient_balance', message: 'you have 5 toman and need 120 toman' }, undefined],
  ])('is read from %j', async (body, amount) => {
    const provider = await scripted();
    for (const status of [200, 422]) {
      provider.reply(body, status);
      const failure = await failureOf(order(provider.hosting));
      expect([failure.kind, failure.amount]).toEqual(['insufficientBalance', amount]);
    }
  });

  test.each<[number, { error: string; message: string }]>([
    [422, { error: 'Invalid', message: 'period must be at least 7 days' }],
    [200, { error: 'Error', message: 'order 99812 is still being processed' }],
    [200, { error: 'Error', message: 'your order for 300,000 toman is still being processed' }],
    [200, { error: 'price_changed', message: 'the price is 300,000 toman now' }],
    [400, { error: 'خطا', message: 'حداقل مبلغ سفارش ۱۰٬۰۰۰ تومان است' }],
    [200, { error: 'could not return funds after failed provisioning', message: 'x' }],
    [400, { error: 'خطا', message: 'کمبود موجودی انبار' }],
    [409, { error: 'busy', message: 'شارژ کنید: ۱۰ تومان' }],
  ])('is not read from HTTP %d and %j', async (status, body) => {
    const provider = await scripted();
    provider.reply(body, status);
    const failure = await failureOf(order(provider.hosting));
    expect(failure).toMatchObject({ kind: 'refused', words: body.message });
    expect(failure.amount).toBeUndefined();
  });
});

describe('texts that are too long', () => {
  const long = '😀'.repeat(10_000);
  const cut = expect.stringMatching(/^.{1,599}…$/u);

  test('of the words is cut to be seen, in the middle of no character', async () => {
    const provider = await scripted();
    provider.reply({ error: 'e', message: long }, 409);
    const { kind, words } = await failureOf(reboot(provider.hosting));
    expect([kind, words]).toEqual(['refused', `${'😀'.repeat(299)}…`]);
    provider.reply({ message: long, order_id: 1, data: [], new_password: 'p' });
    expect(await reboot(provider.hosting)).toEqual({ words: cut });
    expect(await order(provider.hosting)).toEqual({ orderId: '1', words: cut });
    expect(await provider.hosting.servers.reinstall('9', 'docker')).toEqual({ password: 'p', words: cut });
    expect(await provider.hosting.servers.graph('9', 'day')).toMatchObject({ words: cut });
  });

  test('of the fields is cut to be seen', async () => {
    const provider = await scripted();
    const names = Array.from({ length: 60 }, (_, index) => [`f${index}`, Array(20).fill('x')]);
    provider.reply({ errors: { [long]: [long], ...Object.fromEntries(names) } }, 422);
    const { fields = {} } = await failureOf(order(provider.hosting));
    expect(Object.keys(fields)).toHaveLength(51);
    expect(Object.entries(fields)[0]).toEqual([expect.stringMatching(/^.{1,100}…$/u), [cut]]);
    expect(fields.f0).toEqual([...Array(10).fill('x'), '…']);
    expect(fields['…']).toEqual([]);
  });
});
