import { buttons } from '../../../src/features/buttons.ts';
import type { Person } from './people.ts';
import type { Telegram } from './telegram.ts';

/** A person sends a list of names. @returns milliseconds until all their results are on the screen */
export async function checkNames(telegram: Telegram, person: Person, count: number): Promise<number> {
  const text = Array.from({ length: count }, (_, index) => `name-${index}.com`).join('\n');
  const begun = performance.now();
  await person.clocked(() => telegram.upload(person.user, { name: 'names.txt', type: 'text/plain', text }));
  await person.until((names) => names.includes(buttons.checkFile.name));
  // Names that did not fit into one run are asked for at once.
  while (person.can(buttons.checkRest.name)) {
    await person.take(buttons.checkRest.name);
    await person.until((names) => names.includes(buttons.checkFile.name));
  }
  return performance.now() - begun;
}
