import { expect, test } from 'vitest';
import { FORMS, type Form, GET_SOURCES, type GetSource, operations } from '../../../src/sandbox/provider/index.ts';
import type { OperationKind } from '../../../src/store/operations/index.ts';
import { asked, connect, enter, TOKEN } from '../../features/support.ts';
import type { TestApp } from '../../support/app.ts';
import { createPerson, type Person } from '../../support/person.ts';
import { seedsOf } from '../../support/random/seeds.ts';
import { createEd25519 } from '../../support/ssh-keys.ts';

const SNAPSHOT = 'before-upgrade';
const BACKUP = '2026-01-01T00:00:00Z';
const BACKUP_LABEL = '1 January 2026';
const KEY = createEd25519().line();
const NAME_SERVERS = 'ns1.example.com ns2.example.com';
const NS = '"ns1":"ns1.example.com","ns2":"ns2.example.com"';
/** The one suffix whose registry requires a handle. */
const WITH_HANDLE = 'shop';
const INSTANT = { powerMs: 50, rebootMs: 50, reinstallMs: 50, copyMs: 50, restoreMs: 50, orderMs: 50 };

/** Each story has a person and a server of its own. */
interface Stage {
  app: TestApp;
  provider: TestApp['provider'];
  person: Person;
  id: string;
  ip: string;
}

/** From the person's command to the outcome on the screen, and the request that the provider saw. */
type Story = (stage: Stage) => Promise<void>;

/** A kind without a story does not compile. */
const CHANGES: Record<OperationKind, Record<string, Story>> = {
  power: {
    'off, on and a restart': async ({ app, person, id, ip }) => {
      await person.say(`/off ${ip}`);
      await person.press('Yes');
      await person.sees(new RegExp(`^✅ ${ip} is off`));
      await person.say(`/on ${ip}`);
      await person.press('Yes');
      await person.sees(new RegExp(`^✅ ${ip} is on`));
      await person.say(`/server ${ip}`);
      await person.press('Restart');
      await person.press('Yes');
      await person.sees(new RegExp(`^✅ ${ip} restarted .*\nStatus: 🟢 on`));
      const actions = ['off', 'on', 'reboot'].map((action) => `server.action {"id":"${id}","action":"${action}"}`);
      expect(asked(app, 'server.action')).toEqual(actions);
    },
  },
  rescue: {
    'attach and eject': async ({ app, person, id, ip }) => {
      await person.say(`/rescue ${ip}`);
      await person.press('finnix');
      await person.press('Yes');
      await person.sees(/^✅ Rescue disk finnix attached/);
      await person.press('Eject');
      await person.press('Yes');
      await person.sees(/^✅ Rescue disk ejected/);
      expect(asked(app, 'server.rescue')).toEqual([`server.rescue {"id":"${id}","name":"finnix"}`]);
      expect(asked(app, 'server.eject')).toEqual([`server.eject {"id":"${id}"}`]);
    },
    'attach, refused because the server is busy': async ({ app, provider, person, id, ip }) => {
      await person.say(`/rescue ${ip}`);
      await person.press('finnix');
      provider.account(TOKEN).server(id).rescueDisk = true;
      await person.press('Yes');
      await person.sees(/^❌ Attaching the rescue disk finnix[\s\S]*The provider says:\n.*[\u0600-\u06ff]/);
      expect(asked(app, 'server.rescue')).toEqual([`server.rescue {"id":"${id}","name":"finnix"}`]);
    },
  },
  snapshot: {
    'create, restore and delete': async ({ app, person, id, ip }) => {
      await person.say(`/snapshot ${ip} night`);
      await person.press('Yes');
      await person.sees(/^✅ Snapshot night of .* taken/);
      await person.press('Snapshots');
      expect(person.screen()).toMatch(/2 snapshots\.\n\[before-upgrade\]\n\[night\]/);
      await person.press('night');
      await person.press('Restore');
      await person.say(ip);
      await person.sees(/^✅ .* restored/);
      await person.say(`/server ${ip}`);
      for (const label of ['More', 'Snapshots', SNAPSHOT, 'Delete', 'Yes']) await person.press(label);
      await person.sees(/^✅ Snapshot before-upgrade of .* deleted/);
      expect(changes(app, 'snapshot')).toEqual([
        `snapshot.create {"id":"${id}","name":"night"}`,
        `snapshot.restore {"id":"${id}","name":"night"}`,
        `snapshot.delete {"id":"${id}","name":"${SNAPSHOT}"}`,
      ]);
    },
  },
  backup: {
    'create, restore and delete': async ({ app, person, id, ip }) => {
      await person.say(`/server ${ip}`);
      for (const label of ['More', 'Backups', 'New backup', 'Yes']) await person.press(label);
      await person.sees(/^✅ Backup of .* created/);
      expect(person.screen()).toMatch(/Its name: \d+ Nov 2026, \d\d:\d\d:\d\d UTC/);
      await person.press('Backups');
      for (const label of [BACKUP_LABEL, 'Restore']) await person.press(label);
      await person.say(ip);
      await person.sees(/^✅ .* restored/);
      await person.say(`/server ${ip}`);
      for (const label of ['More', 'Backups', BACKUP_LABEL, 'Delete', 'Yes']) await person.press(label);
      await person.sees(/^✅ Backup .* deleted/);
      expect(changes(app, 'backup')).toEqual([
        `backup.create {"id":"${id}"}`,
        `backup.restore {"id":"${id}","volume_id":"${BACKUP}"}`,
        `backup.delete {"id":"${id}","volume_id":"${BACKUP}"}`,
      ]);
    },
  },
  reinstall: {
    'with the password of the new system': async ({ app, provider, person, id, ip }) => {
      await person.say(`/server ${ip}`);
      for (const label of ['More', 'Reinstall', 'Debian 13', 'Continue without']) await person.press(label);
      await person.say(ip);
      await person.shows(new RegExp(`^✅ ${ip} reinstalled with Debian 13`));
      expect(person.screens().join('\n')).toContain(provider.account(TOKEN).server(id).password);
      expect(asked(app, 'server.os')).toEqual([`server.os {"id":"${id}","os":"debian13"}`]);
    },
  },
  password: {
    'that the person typed': async ({ app, person, id, ip }) => {
      await person.say(`/server ${ip}`);
      for (const label of ['More', 'Password', 'Type my own']) await person.press(label);
      await person.say('Gol-o-Bolbol 1405!');
      await person.press('Yes');
      await person.sees(/New password: Gol-o-Bolbol 1405!/);
      expect(person.screens().at(-2)).toMatch(new RegExp(`^✅ Password of ${ip} changed`));
      expect(asked(app, 'server.password')).toEqual([`server.password {"id":"${id}","password":"Gol-o-Bolbol 1405!"}`]);
    },
  },
  sshKey: {
    'that the person pasted': async ({ app, person, id, ip }) => {
      await person.say(`/server ${ip}`);
      for (const label of ['More', 'SSH key']) await person.press(label);
      await person.say(KEY);
      await person.press('Yes');
      await person.sees(new RegExp(`^✅ SSH key of ${ip} set`));
      expect(asked(app, 'server.ssh-key')).toEqual([`server.ssh-key ${JSON.stringify({ id, ssh_key: KEY })}`]);
    },
  },
  order: {
    'to the server that is there': async ({ app, provider, person }) => {
      const body = orderBody(4);
      await fillForm(person, 4);
      expect(person.screen()).toContain('💰 Total for 30 days: 422,400 toman, VAT included');
      await person.press('Continue');
      await person.press('Order for 422,400 toman');
      await person.sees(/^✅ New server in frankfurt: ordered and ready:\nIP: 10\./);
      const code = provider.account(TOKEN).orders.at(-1)?.orderId ?? 'none';
      expect(person.screen()).toContain(`Order code: ${code}`);
      expect(asked(app, 'cloud').filter((each) => each.endsWith(body))).toEqual([
        `cloud.quote ${body}`,
        `cloud.quote ${body}`,
        `cloud.quote ${body}`,
        `cloud.order ${body}`,
      ]);
    },
    'that the balance does not cover': async ({ app, provider, person }) => {
      const account = provider.account(TOKEN);
      const { wallet } = account;
      account.wallet = 1_000;
      await fillForm(person, 8);
      await person.press('Continue');
      await person.press('Order for');
      await person.sees(/^💳/);
      expect(asked(app, 'cloud.order')).toEqual([`cloud.order ${orderBody(8)}`]);
      account.wallet = wallet;
    },
  },
  renewal: {
    'to the new expiry date': async ({ app, person, id, ip }) => {
      const body = `{"id":"${id}","period":30}`;
      await person.say(`/renew ${ip}`);
      await person.press('30 days');
      expect(person.screen()).toMatch(/💰 Total for 30 days: [\d,]+ toman/);
      await person.press('Renew for');
      await person.sees(new RegExp(`^✅ ${ip} renewed for 30 days\nNew expiry date: `));
      expect(asked(app, 'cloud')).toEqual([
        `cloud.renewQuote ${body}`,
        `cloud.renewQuote ${body}`,
        `cloud.renew ${body}`,
      ]);
    },
  },
  upgrade: {
    'of the processors': async ({ app, provider, person, id, ip }) => {
      const { cpu, ram, disk, backup } = provider.account(TOKEN).server(id);
      const body = JSON.stringify({ id, ram, cpu: cpu + 1, disk, backup, traffic: 0 });
      await person.say(`/upgrade ${ip}`);
      expect(person.screen()).toContain(`[CPU cores ${cpu}]\n[+1]`);
      await person.press('+1');
      await person.press('Get the price');
      expect(person.screen()).toMatch(/💰 Total for \d+ days?: [\d,]+ toman/);
      await person.press('Upgrade for');
      await person.sees(new RegExp(`^✅ ${ip} upgraded\nCPU cores: ${cpu} → ${cpu + 1}`));
      expect(asked(app, 'cloud')).toEqual([
        `cloud.upgradeQuote ${body}`,
        `cloud.upgradeQuote ${body}`,
        `cloud.upgrade ${body}`,
      ]);
    },
  },
  registration: {
    'of a free name': async ({ app, provider, person }) => {
      await person.say('/register mine.com');
      await person.press(/^2$/);
      await person.say(NAME_SERVERS);
      expect(person.screen()).toContain('💰 Total: 2,750,000 toman');
      await person.press('Register for');
      await person.sees(/registered and active/);
      const code = provider.account(TOKEN).orders.at(-1)?.orderId ?? 'none';
      expect(person.screen()).toContain(`Order code: ${code}`);
      expect(asked(app, 'domain.register')).toEqual([`domain.register {"domain":"mine.com","period":2,${NS}}`]);
    },
    'whose registry asks for a handle': async ({ app, person }) => {
      const body = `"domain":"free.${WITH_HANDLE}","period":2`;
      await person.say(`/register free.${WITH_HANDLE}`);
      await person.press(/^2$/);
      await person.say(NAME_SERVERS);
      await person.press('Register for');
      await person.sees(/🪪 The provider needs the owner’s NIC handle/);
      await person.say('ab123-irnic');
      await person.press('Register for');
      await person.sees(/registered and active/);
      expect(asked(app, 'domain.register')).toEqual([
        `domain.register {${body},${NS}}`,
        `domain.register {${body},"nic-handle":"ab123-irnic",${NS}}`,
      ]);
    },
  },
  domainRenewal: {
    'of a domain of the account': async ({ app, provider, person }) => {
      await person.say('/domain mine.com');
      expect(person.screen()).toMatch(/^🌐 mine\.com\nStart: .*\nExpires: .*\n73[01] days left/);
      await person.press('Renew');
      await person.press(/^3$/);
      await person.press('Renew for 4,125,000 toman');
      await person.sees(/^✅ mine\.com renewed for 3 years/);
      const id = provider.account(TOKEN).domains.find(({ domain }) => domain === 'mine.com')?.id;
      expect(asked(app, 'domain.renew')).toEqual([`domain.renew {"id":"${id}","period":3}`]);
    },
  },
};

const READINGS: Record<string, Story> = {
  'the list of an address': async ({ app, person, ip }) => {
    await person.say(`/servers ${ip}`);
    expect(person.screen()).toMatch(new RegExp(`One server\nFilter: ${ip}\n\\[🟢 ${ip} `));
    expect(asked(app, 'server.list')).toEqual([`server.list {"ip":"${ip}"}`]);
  },
  'the card': async ({ app, provider, person, id, ip }) => {
    const { cpu, ram, disk } = provider.account(TOKEN).server(id);
    await person.say(`/server ${ip}`);
    expect(person.screen()).toMatch(new RegExp(`^🖥 ${ip}\n🟢 on[^]*CPU cores ${cpu} · RAM ${ram} · Disk ${disk}`));
    expect(asked(app, 'server.status')).toEqual([`server.status {"id":"${id}"}`]);
  },
  'the graph': async ({ app, person, id, ip }) => {
    await person.say(`/graph ${ip} hour`);
    expect(person.screen()).toMatch(new RegExp(`^📈 ${ip} · last hour`));
    expect(asked(app, 'server.graph')).toEqual([`server.graph {"id":"${id}","period":"hour"}`]);
  },
  'the console': async ({ app, person, id, ip }) => {
    await person.say(`/console ${ip}`);
    expect(person.screen()).toMatch(/^🖥 Console of .*\n\nHost: 127\.0\.0\.1\nPort: \d+\nPassword: \S+/);
    expect(asked(app, 'server.vnc')).toEqual([`server.vnc {"id":"${id}"}`]);
  },
  'the price of a suffix': async ({ app, person }) => {
    await person.say('/price example.org 2');
    expect(person.screen()).toContain('.org for 2 years: 2,860,000 toman');
    expect(asked(app)).toEqual(['domain.price {"tld":"org","period":2}']);
  },
  'names that are free, taken and forbidden': async ({ app, person }) => {
    const names = ['brand.com', 'forbidden.org', 'taken.net'];
    await person.say(`/check ${names.join(' ')}`);
    await person.sees(
      /✅ Available: 1\n🔒 Taken: 1\n🚫 Can’t be registered: 1\n[\s\S]*brand\.com \| 1,375,000 toman[\s\S]*taken\.net[\s\S]*forbidden\.org/,
    );
    expect(asked(app).sort()).toEqual(names.map((name) => `domain.availability {"domain":"${name}","period":1}`));
  },
  'a domain that the account does not have': async ({ app, person }) => {
    await person.say('/domain nowhere.com');
    expect(person.screen()).toMatch(/^nowhere\.com is not among/);
    expect(asked(app)).toEqual(['domain.info {"domain":"nowhere.com"}']);
  },
};

const STORIES = [
  ...Object.entries(READINGS),
  ...Object.entries(CHANGES).flatMap(([kind, stories]) =>
    Object.entries(stories).map(([name, story]): [string, Story] => [`${kind}: ${name}`, story]),
  ),
];
const PEOPLE = STORIES.map(([first_name], index) => ({
  ...{ id: 2_001 + index, is_bot: false, first_name, language_code: 'en' },
}));
/** Each app has a person who speaks Persian. */
const PERSIAN = { id: 2_000, is_bot: false, first_name: 'Sara', language_code: 'fa' };
const SEEDS = seedsOf(1).map(String);
const COMBINATIONS = FORMS.flatMap((forms) =>
  GET_SOURCES.flatMap((get) => (forms === 'mixed' ? SEEDS : ['']).map((seed) => ({ forms, get, seed }))),
);

test.concurrent.for(COMBINATIONS)('answers $forms $seed, parameters of a GET in $get', async (answers) => {
  await using app = await enterForms(answers);
  const unseen = new Set(operations.map(({ name }) => name));
  for (const [index, [name, story]] of STORIES.entries()) {
    const { id, ip } = app.provider.account(TOKEN).servers[index] ?? expect.fail('No server is left');
    const person = createPerson(app.world, PEOPLE[index] ?? expect.fail('No person is left'), app.settled);
    await connect(person);
    app.provider.forget();
    await story({ app, provider: app.provider, person, id, ip }).catch((cause: unknown) => {
      throw new Error(`The story "${name}" fails`, { cause });
    });
    for (const { operation } of app.provider.requests) unseen.delete(operation);
  }
  expect([...unseen]).toEqual([]);
});

function enterForms(answers: { forms: Form; get: GetSource; seed: string }) {
  const servers = STORIES.map(() => ({
    backup: 30,
    snapshots: [{ name: SNAPSHOT, readyAt: 0 }],
    backups: [{ volumeId: BACKUP, size: '9.2', readyAt: 0 }],
  }));
  return enter({
    people: [...PEOPLE, PERSIAN],
    accounts: [{ token: TOKEN, servers }],
    registries: { [WITH_HANDLE]: { handle: true } },
    timings: INSTANT,
    telegram: { rateLimits: false },
    answers,
  });
}

/** The requests of these operations that change something. */
function changes(app: TestApp, resource: string): string[] {
  return asked(app, resource).filter((each) => !each.startsWith(`${resource}.list `));
}

/** Asks for the price of a new server with this much memory. */
async function fillForm(person: Person, ram: number): Promise<void> {
  await person.say('/buy');
  for (const value of ['frankfurt', 'Debian 12', '2', `${ram}`, '40', '1', '0', '30']) await person.say(value);
}

function orderBody(ram: number): string {
  return JSON.stringify({
    ...{ geo: 'frankfurt', ram, cpu: 2, disk: 40 },
    ...{ backup: 1, traffic: 0, period: 30, os: 'debian12' },
  });
}
