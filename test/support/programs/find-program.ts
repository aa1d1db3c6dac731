import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const { PATH = '' } = process.env;

/** The first program on the PATH that has one of the names, or undefined where there is none. */
export function findProgram(...names: string[]): string | undefined {
  return PATH.split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isProgram);
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
