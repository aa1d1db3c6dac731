/** Programs beyond npm's that some tests need, as Debian installs them. */
import { describe, expect, test } from 'vitest';
import { findProgram } from './find-program.ts';

const { CI } = process.env;

/** `describe`, skipped where a program is missing, but a failure in CI. @param needed each by the names it may have */
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
