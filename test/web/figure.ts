import { expect } from 'vitest';

/** The value of the only metric whose line begins so. */
export function figure(text: string, line: string): number {
  const found = text.split('\n').filter((each) => each.startsWith(line));
  expect(found, line).toHaveLength(1);
  return Number(found[0]?.slice(line.length));
}
