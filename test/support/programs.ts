/** Programs beyond npm's that some tests need, as Debian installs them. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const { PATH = '', CI } = process.env;

/** The first program on the PATH that has one of the names, or undefined where there is none. */
export function findProgram(...names: string[]): string | undefined {
  return PATH.split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isProgram);
}

/**
 * `describe`, skipped with its reason where a program is missing; under CI that is a failure instead.
 * @param needed each by the names it may have
 */
export function describeWithPrograms(name: string, needed: readonly string[][], tests: () => void): void {
  const missing = needed
    .filter((names) => findProgram(...names) === undefined)
    .map((names) => names.join(' or '))
    .join(', ');
  if (missing && CI) {
    test(`${name}: needs ${missing}`, () => expect.fail(`${missing} is not on the PATH`));
    return;
  }
  describe.skipIf(missing)(missing ? `${name} (skipped: ${missing} is not on the PATH)` : name, tests);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Not there or not to be run: another folder may have it.
    return false;
  }
}
