import type { NewServer } from '../../../../src/hosting/index.ts';
import { openStoreOf, type TestApp } from '../../../support/app.ts';
import type { Person } from '../../../support/person.ts';
import { enterBothConnected } from '../../support.ts';

/** The configuration that the tests choose, and its price in the sandbox. */
export const WANTED: NewServer = {
  geo: 'frankfurt',
  os: 'debian12',
  cpu: 2,
  ram: 4,
  disk: 40,
  backup: 1,
  traffic: 0,
  period: 30,
};
/** The names of the systems that the tests choose. */
const SYSTEMS: Record<string, { en: string; fa: string }> = {
  debian12: { en: 'Debian 12', fa: 'Debian 12' },
  alma9: { en: 'AlmaLinux 9', fa: 'AlmaLinux 9' },
};
export const PRICE = '422,400';

/** The first screen, with the starting points. */
export const FIRST = /^🛒[\s\S]*(?:Choose a starting point; you can change every value|یکی را انتخاب کنید؛)/;

/** The order in which the form asks. */
export const ORDER = ['geo', 'os', 'cpu', 'ram', 'disk', 'backup', 'traffic', 'period'] as const;

/** {@link enterBothConnected}, where no server's record can be read: the starting points have no values, and only the form asks for prices. */
export async function enterForm(...options: Parameters<typeof enterBothConnected>) {
  const app = await enterBothConnected(...options);
  app.provider.fault({ operation: 'server.status', kind: 'status', status: 404 });
  return app;
}

/** Opens the form and answers the first so many questions by buttons. */
export async function walk(person: Person, steps: number = ORDER.length): Promise<void> {
  await person.say('/buy');
  for (const field of ORDER.slice(0, steps)) await choose(person, WANTED[field]);
}

/** Taps the button that shows exactly this value. */
export function choose(person: Person, value: string | number) {
  const isPersian = person.user.language_code === 'fa';
  const name = SYSTEMS[value]?.[isPersian ? 'fa' : 'en'] ?? value;
  const label = typeof name === 'number' && isPersian ? name.toLocaleString('fa') : name;
  return person.press(new RegExp(`^(?:✓ )?${label}$`));
}

/** A quote's request, as the provider saw it. */
export function quoteOf(changes: Partial<NewServer> = {}): string {
  return `cloud.quote ${JSON.stringify(inOrder({ ...WANTED, ...changes }))}`;
}

export function orderOf(changes: Partial<NewServer> = {}): string {
  return `cloud.order ${JSON.stringify(inOrder({ ...WANTED, ...changes }))}`;
}

function inOrder({ geo, ram, cpu, disk, backup, traffic, period, os }: NewServer) {
  return { geo, ram, cpu, disk, backup, traffic, period, os };
}

/** The chat's messages of the bot that have the form's sign and buttons. */
export function forms(person: Person): string[] {
  return person.screens().filter((screen) => /^🛒[\s\S]*\n\[/.test(screen));
}

/** The open conversations of a person as they are kept; the bot must be stopped, or not mind. */
export async function keptOf(app: TestApp, person: Person) {
  const store = await openStoreOf(app);
  try {
    return await store.conversations.get(String(person.user.id));
  } finally {
    await store.close();
  }
}
