import { expect, test } from 'vitest';
import { isNewMessage } from '../../../src/telegram/tell/tell.ts';

const STARTED = 1_000_000;
const TAPPED = STARTED + 60_000;

test.each([
  ['soon after the tap', undefined, TAPPED, TAPPED + 9_999, false],
  ['ten seconds after the tap', undefined, TAPPED, TAPPED + 10_000, true],
  ['by the usual setting, chosen', 'late', TAPPED, TAPPED + 10_000, true],
  ['of a tap before the start of the process', undefined, STARTED - 1, STARTED + 500, true],
  ['of a tap that lies ahead, because the clock was set back', undefined, TAPPED, TAPPED - 20_000, true],
  ['of a tap a moment ahead, by the clock of another machine', undefined, TAPPED, TAPPED - 300, false],
  ['at once, where the person wants each as news', 'always', TAPPED, TAPPED, true],
  ['after an hour, where the person wants none', 'edits', STARTED - 1, TAPPED + 3_600_000, false],
] as const)('an outcome %s', (_, setting, tappedAt, now, isNew) => {
  expect(isNewMessage(setting, tappedAt, now, STARTED)).toBe(isNew);
});
