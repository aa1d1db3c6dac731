/** Chromium for the tests that look at the chat page, found by the environment. */
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { inject } from 'vitest';
import { describeWithPrograms } from '../programs/programs.ts';
import { CHROMIUM_NAMES } from './chromium-program.ts';

/** The browser of this run of the tests, as one test's own: closing it ends that test's pages only. */
export async function connectChromium(): Promise<Browser> {
  const answer = await fetch(`${inject('shared')}/chromium`);
  const said = await answer.text();
  if (!answer.ok) throw new Error(said);
  return chromium.connect(said);
}

/** The settings in which a desktop and a phone differ. */
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1180, height: 800 } };
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export function describeWithChromium(name: string, tests: () => void): void {
  describeWithPrograms(name, [[...CHROMIUM_NAMES]], tests);
}
