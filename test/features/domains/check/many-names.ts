/** A list of names that takes the bot a while, and the means to judge its check. */
import { expect } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import { amountOf } from '../../../support/random/seeds.ts';
import { TOKEN } from '../../support.ts';
import { documentOf } from './document.ts';

export const COUNT = amountOf(500, 1_000);
export const CHECKED = new RegExp(`${COUNT.toLocaleString('en')} names checked`);
export const NAMES = Array.from({ length: COUNT }, (_, index) => `${index % 3 === 0 ? 'taken' : 'name'}${index}.com`);
export const LIST = new TextEncoder().encode(NAMES.join('\n'));

/** The names of the file the bot sent, by their state. */
export async function statesOf(app: TestApp): Promise<Map<string, string>> {
  const lines = (await documentOf(app, app.english)).trim().split('\r\n').slice(1);
  const rows = lines.map((line) => line.split(','));
  expect(rows.map(([name]) => name).sort()).toEqual([...NAMES].sort());
  return new Map(rows.map(([name = '', , state = '']) => [name, state]));
}

/** How often the provider answered the question about each name. */
export function answers(app: TestApp): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { operation, query, answered } of app.provider.requests) {
    const name = String(query.domain);
    if (operation === 'domain.availability' && answered === 200) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
export function registeredNothing({ provider }: TestApp): void {
  expect(provider.requests.filter(({ operation }) => operation === 'domain.register')).toEqual([]);
  expect(provider.account(TOKEN).orders).toEqual([]);
}
export const truth = (name: string) => (name.startsWith('taken') ? 'taken' : 'available');
