/** The paid operations of a domain, whose answers get lost. */
import type { TestApp } from '../../support/app.ts';
import type { Person } from '../../support/person.ts';
import { TOKEN } from '../support.ts';

const SERVERS = 'ns1.example.com ns2.example.com';
const YEAR_MS = 365 * 24 * 3_600_000;

/** Each step waits for its answer: also where the bot is a process of its own. */
export async function toConfirm(person: Person, domain: string): Promise<void> {
  await person.say(`/register ${domain}`);
  await person.sees(/how many years|چند سال/);
  await person.say('1');
  await person.sees(/Which name servers|نیم‌سرورها کدام/);
  await person.say(SERVERS);
  await person.sees(/Register for|ثبت به مبلغ/);
}

/** The paid operations, up to their confirm, and their texts in each state. */
export interface Row {
  operation: 'domain.register' | 'domain.renew';
  go(person: Person): Promise<void>;
  yes: RegExp;
  done: RegExp;
  /** Beside that it is not known: what can be read. */
  evidence: RegExp;
  /** Whether the provider did it. */
  happened(app: TestApp): boolean;
}

export const ROWS: [name: string, row: Row][] = [
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
