import { describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { openProcessApp } from '../../support/bots/process.ts';
import { eventually } from '../../support/eventually.ts';
import type { Person } from '../../support/person.ts';
import { asked, connect, enterBothConnected, TOKEN } from '../support.ts';

const SERVERS = 'ns1.example.com ns2.example.com';
const YEAR_MS = 365 * 24 * 3_600_000;

/** Each step waits for its answer: also where the bot is a process of its own. */
async function toConfirm(person: Person, domain: string): Promise<void> {
  await person.say(`/register ${domain}`);
  await person.sees(/how many years|چند سال/);
  await person.say('1');
  await person.sees(/Which name servers|نیم‌سرورها کدام/);
  await person.say(SERVERS);
  await person.sees(/Register for|ثبت به مبلغ/);
}

/** The paid operations, up to their confirm, and their texts in each state. */
interface Row {
  operation: 'domain.register' | 'domain.renew';
  go(person: Person): Promise<void>;
  yes: RegExp;
  done: RegExp;
  /** Beside that it is not known: what can be read. */
  evidence: RegExp;
  /** Whether the provider did it. */
  happened(app: TestApp): boolean;
}

const ROWS: [name: string, row: Row][] = [
  [
    'a registration',
    {
      operation: 'domain.register',
      async go(person) {
        await toConfirm(person, 'lost.com');
      },
      yes: /^(Register for|ثبت به مبلغ)/,
      done: /registered and active|ثبت شد و فعال است/,
      evidence: /still shows as available|هنوز آزاد است/,
      happened: ({ provider }) => provider.account(TOKEN).domains.some(({ domain }) => domain === 'lost.com'),
    },
  ],
  [
    'a renewal',
    {
      operation: 'domain.renew',
      async go(person) {
        await toConfirm(person, 'mine.com');
        await person.press(/^(Register for|ثبت به مبلغ)/);
        await person.sees(/registered and active|ثبت شد و فعال است/);
        await person.say('/domain mine.com');
        await person.sees(/\[♻️/);
        await person.press(/Renew|تمدید/);
        await person.sees(/\[3\]|\[۳\]/);
        await person.press(/^[3۳]$/);
        await person.sees(/Renew for|تمدید به مبلغ/);
      },
      yes: /^(Renew for|تمدید به مبلغ)/,
      done: /(mine\.com renewed for|دامنهٔ mine\.com .*تمدید شد)/,
      evidence: /\(unchanged\)|تغییری نکرده است/,
      happened: ({ provider }) => {
        const [domain] = provider.account(TOKEN).domains;
        return domain !== undefined && domain.endsAt - domain.startsAt > 3 * YEAR_MS;
      },
    },
  ],
];

describe.each(ROWS)('%s', (_, row) => {
  const sent = (app: TestApp) => asked(app, row.operation);

  test.concurrent.for(['cutAfter', 'truncated'] as const)(
    'whose answer is lost (%s) is settled by what can be read, and sent once',
    async (kind) => {
      await using app = await enterBothConnected();
      const { persian, provider, world } = app;
      const seen: string[] = [];
      await row.go(persian);
      world.onChange(() => seen.push(persian.screen()));
      provider.fault({ operation: row.operation, kind, times: 1 });
      await persian.press(row.yes);
      await persian.sees(row.done);
      expect(seen.some((screen) => screen.includes('پاسخ نرسید. شاید انجام شده باشد'))).toBe(true);
      expect(sent(app)).toHaveLength(1);
      expect(row.happened(app)).toBe(true);
    },
  );

  test.concurrent.for(['english', 'persian'] as const)(
    'cut before it was done is not known, says what can be read, and is never sent again (%s)',
    async (who) => {
      await using app = await enterBothConnected();
      const { provider, [who]: person } = app;
      await row.go(person);
      provider.fault({ operation: row.operation, kind: 'cutBefore', times: 1 });
      await person.press(row.yes);
      await person.sees(/It may or may not have gone through|شاید انجام شده باشد/);
      app.later(100_000);
      await person.sees(/nothing shows whether it went through|معلوم نشد انجام شده یا نه/);
      expect(person.screen()).toMatch(row.evidence);
      const looked = await person.press(/Check again|بررسی دوباره/);
      expect(looked.text).toMatch(/still not known|هنوز معلوم نیست/);
      expect(sent(app)).toHaveLength(1);
      expect(row.happened(app)).toBe(false);
    },
  );

  test.concurrent.for([
    ['before', false],
    ['after', true],
  ] as const)(
    'on its way when the bot is killed, %s the provider did it: settled at the next start',
    async ([, did]) => {
      const app = await openProcessApp();
      const { english, provider } = app;
      await connect(english);
      await english.sees(/Connected/);
      await row.go(english);
      provider.fault({ operation: row.operation, kind: 'hang', afterHandling: did, times: 1 });
      void english.tap(row.yes).answered.catch(() => undefined);
      await eventually(() => sent(app).length === 1);
      await app.kill();
      await app.startBot();
      await english.sees(did ? row.done : /It may or may not have gone through/);
      expect(row.happened(app)).toBe(did);
      expect(sent(app)).toHaveLength(1);
      await app.close();
    },
  );
});
