import { expect, test } from 'vitest';
import type { Hosting } from '../../../src/hosting/index.ts';
import { expectFailure, scripted } from '../support.ts';

const NEW = { geo: 'x', ram: 1, cpu: 1, disk: 10, backup: 0, traffic: 0, period: 30, os: 'docker' } as const;

/** Answers and their parsed values. The contract allows each, or shows it in two ways, or providers send it. */
const READ: [string, unknown, (hosting: Hosting) => Promise<unknown>, unknown][] = [
  ['a list with bare numbers', [{ id: 7, ip: null }], (h) => h.servers.list(), [{ id: '7' }]],
  [
    'ids beyond 2^53, as bare numbers of any notation',
    '[{"id":1234567890123456789},{"id": 12345678901234567890,"geo":"a,1"},{"id":-9007199254740993},{"id":1.5E30},{"id":9007199254740991}]',
    (h) => h.servers.list(),
    [
      { id: '1234567890123456789' },
      { id: '12345678901234567890', geo: 'a,1' },
      { id: '-9007199254740993' },
      { id: '1.5E30' },
      { id: '9007199254740991' },
    ],
  ],
  [
    'an order code beyond 2^53',
    '{"message":"m","order_id":1234567890123456789}',
    (h) => h.cloudOrders.order(NEW),
    { orderId: '1234567890123456789', words: 'm' },
  ],
  [
    'a domain’s id beyond 2^53',
    '{"id":1234567890123456789}',
    (h) => h.domainOrders.info('a.com'),
    { id: '1234567890123456789', domain: 'a.com' },
  ],
  [
    'copies named by numbers beyond 2^53',
    '[{"volume_id":20261128123456789},{"volume_id":20261128123456788}]',
    (h) => h.backups.list('9'),
    [{ volumeId: '20261128123456789' }, { volumeId: '20261128123456788' }],
  ],
  [
    'entries that came twice',
    [{ name: 'a' }, { name: 'b' }, { name: 'a' }],
    (h) => h.snapshots.list('9'),
    [{ name: 'a' }, { name: 'b' }],
  ],
  [
    'servers that share an IP, told apart by their ids',
    [
      { id: 7, ip: '1.1.1.1' },
      { id: 8, ip: '1.1.1.1' },
      { id: 9, ip: '1.1.1.2' },
    ],
    (h) => h.servers.list(),
    [
      { id: '7', ip: '1.1.1.1', mark: '7' },
      { id: '8', ip: '1.1.1.1', mark: '8' },
      { id: '9', ip: '1.1.1.2' },
    ],
  ],
  [
    'servers that share an IP and the ends of their ids',
    [
      { id: 'tehran-000001', ip: '1.1.1.1' },
      { id: 'berlin-000001', ip: '1.1.1.1' },
      { id: 'tehran-1000001', ip: '1.1.1.2' },
      { id: 'tehran-1000002', ip: '1.1.1.2' },
    ],
    (h) => h.servers.list(),
    [
      { id: 'tehran-000001', ip: '1.1.1.1', mark: 'tehran-000001' },
      { id: 'berlin-000001', ip: '1.1.1.1', mark: 'berlin-000001' },
      { id: 'tehran-1000001', ip: '1.1.1.2', mark: '…1000001' },
      { id: 'tehran-1000002', ip: '1.1.1.2', mark: '…1000002' },
    ],
  ],
  [
    'a list numbered as PHP does',
    { 0: { id: 'a' }, 2: { id: 'b' } },
    (h) => h.servers.list(),
    [{ id: 'a' }, { id: 'b' }],
  ],
  [
    'entries that are none',
    [{ ip: '1.1.1.1' }, null, 'x', { id: '' }, { id: 'a' }],
    (h) => h.servers.list(),
    [{ id: 'a' }],
  ],
  ['unknown fields', [{ id: 'a', secret: 1, nested: {} }], (h) => h.servers.list(), [{ id: 'a' }]],
  ['a byte order mark', '\ufeff[{"id":"a"}]', (h) => h.servers.list(), [{ id: 'a' }]],
  [
    'a record of bare ints and odd texts',
    {
      id: 9,
      status: 'در حال نصب',
      ram: 4096,
      cpu: ' 2 ',
      disk: '25 GB',
      port: '',
      rescue_disk: '0',
      expire_date: '1405/01/01',
      ipv6: [],
    },
    (h) => h.servers.status('9'),
    { id: '9', status: 'در حال نصب', ram: 4096, cpu: 2, disk: '25 GB', rescueDisk: false, expireDate: '1405/01/01' },
  ],
  ['a rescue disk by its name', { rescue_disk: 'finnix' }, (h) => h.servers.status('9'), { id: '9', rescueDisk: true }],
  [
    'a huge number as its text',
    { disk: '99999999999999999999' },
    (h) => h.servers.status('9'),
    { id: '9', disk: '99999999999999999999' },
  ],
  [
    'a console with a bare port',
    { hostname: 'c.example', port: 6080, password: 'a&b' },
    (h) => h.servers.console('9'),
    {
      hostname: 'c.example',
      port: 6080,
      password: 'a&b',
      url: 'https://c.example:6080/vnc.html?password=a%26b&autoconnect=true',
    },
  ],
  ['a password by its other name', { new_password: 'p' }, (h) => h.servers.reinstall('9', 'docker'), { password: 'p' }],
  ['a password as the table names it', { password: 'p' }, (h) => h.servers.changePassword('9', 'p'), { password: 'p' }],
  ['a text instead of the password', { message: 'm' }, (h) => h.servers.changePassword('9', 'p'), { words: 'm' }],
  ['success as the example shows', { success: true }, (h) => h.servers.changeSshKey('9', 'ssh-rsa A'), {}],
  ['a text as the table says', { message: 'm' }, (h) => h.servers.changeSshKey('9', 'ssh-rsa A'), { words: 'm' }],
  [
    'an empty errors object beside a text',
    { message: 'm', errors: [], error: null },
    (h) => h.servers.eject('9'),
    { words: 'm' },
  ],
  ['a success with 201', { message: 'm' }, (h) => h.servers.eject('9'), { words: 'm' }],
  [
    'backups with a bare size',
    [{ volume_id: 'v', size: 1.5, date: '2026:01:02' }],
    (h) => h.backups.list('9'),
    [{ volumeId: 'v', size: '1.5', date: '2026:01:02' }],
  ],
  [
    'a quoted quote',
    { total: '1250000', currency: 'toman', period: '30' },
    (h) => h.cloudOrders.quote(NEW),
    { total: 1_250_000, currency: 'toman', period: 30 },
  ],
  [
    'a grouped quote',
    { total: '1,250,000', currency: 'IRT' },
    (h) => h.cloudOrders.quote(NEW),
    { total: 1_250_000, currency: 'IRT' },
  ],
  [
    'a quote in cents',
    { total: 12.5, currency: 'USD', period: 1 },
    (h) => h.domainOrders.price('com', 1),
    { total: 12.5, currency: 'USD', period: 1 },
  ],
  [
    'an order code as a number',
    { message: 1, order_id: 77 },
    (h) => h.cloudOrders.order(NEW),
    { orderId: '77', words: '1' },
  ],
  [
    'a price of four decimals',
    { total: '1.2345', currency: 't' },
    (h) => h.domainOrders.price('com', 1),
    { total: 1.2345, currency: 't' },
  ],
  [
    'a free name whose price reads in two ways',
    { avaliable: 1, total: '850.000', currency: 't' },
    (h) => h.domainOrders.availability('a.com', 1),
    { state: 'available' },
  ],
  [
    'an availability rightly spelled',
    { available: '1', total: 5, currency: 't' },
    (h) => h.domainOrders.availability('a.com', 1),
    { state: 'available', quote: { total: 5, currency: 't' } },
  ],
  [
    'a taken name without a price',
    { avaliable: 0, total: null },
    (h) => h.domainOrders.availability('a.com', 1),
    { state: 'registered' },
  ],
  [
    'an availability as a boolean',
    { avaliable: false },
    (h) => h.domainOrders.availability('a.com', 1),
    { state: 'registered' },
  ],
  [
    'a domain without its name',
    { id: 5, service_end: '2027-01-01T00:00:00.000000Z' },
    (h) => h.domainOrders.info('a.com'),
    { id: '5', domain: 'a.com', serviceEnd: '2027-01-01T00:00:00.000000Z' },
  ],
];

test.each(READ)('%s is read', async (_, answer, call, value) => {
  const provider = await scripted();
  provider.reply(answer, 201);
  expect(await call(provider.hosting)).toEqual(value);
});

/** Answers from which nothing certain can be read. */
const UNREAD: [string, unknown, (hosting: Hosting) => Promise<unknown>, 'unreadable' | 'ambiguous' | 'refused'][] = [
  ['nothing', '', (h) => h.servers.list(), 'unreadable'],
  ['a text for a list', '"busy"', (h) => h.servers.list(), 'unreadable'],
  ['an empty record', {}, (h) => h.servers.status('9'), 'unreadable'],
  ['words where data should be', { message: 'no' }, (h) => h.servers.status('9'), 'refused'],
  [
    'a console elsewhere',
    { hostname: 'evil.example/path?', port: 1, password: 'p' },
    (h) => h.servers.console('9'),
    'unreadable',
  ],
  [
    'a console without a port',
    { hostname: 'a.example', port: '0', password: 'p' },
    (h) => h.servers.console('9'),
    'unreadable',
  ],
  ['a quote without currency', { total: 5, period: 30 }, (h) => h.cloudOrders.quote(NEW), 'unreadable'],
  ['a quote that reads in two ways', { total: '1,5', currency: 't' }, (h) => h.cloudOrders.quote(NEW), 'unreadable'],
  [
    'a quote of thousands or of three decimals',
    { total: '850.000', currency: 't' },
    (h) => h.cloudOrders.quote(NEW),
    'unreadable',
  ],
  ['a price of both', { total: '1,850.000', currency: 't' }, (h) => h.domainOrders.price('com', 1), 'unreadable'],
  ['a negative quote', { total: -5, currency: 't' }, (h) => h.cloudOrders.quote(NEW), 'unreadable'],
  [
    'an unknown availability',
    { avaliable: 3, total: 5, currency: 't' },
    (h) => h.domainOrders.availability('a.com', 1),
    'unreadable',
  ],
  ['an order without its code', { message: 'ok' }, (h) => h.cloudOrders.order(NEW), 'ambiguous'],
  ['a reinstall without a password', { message: 'ok' }, (h) => h.servers.reinstall('9', 'docker'), 'ambiguous'],
  ['an empty acknowledgement', {}, (h) => h.cloudOrders.renew('9', 30), 'ambiguous'],
  [
    'an order code beside an error',
    { error: 'insufficient_balance', message: 'x', order_id: 7 },
    (h) => h.cloudOrders.order(NEW),
    'ambiguous',
  ],
  ['nothing after a change', '', (h) => h.cloudOrders.renew('9', 30), 'ambiguous'],
];

test.each(UNREAD)('%s is %#: no value', async (_, answer, call, kind) => {
  const provider = await scripted();
  provider.reply(answer);
  await expectFailure(call(provider.hosting), kind);
});
