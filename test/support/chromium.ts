/** Chromium for the tests that look at the chat page, found by the environment. */
import { type Browser, type BrowserContextOptions, type BrowserServer, chromium } from 'playwright-core';
import { inject } from 'vitest';
import { describeWithPrograms, findProgram } from './programs.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser's program on the path, or undefined where there is none. */
export const chromiumPath = findProgram(...NAMES);

/** Starts it without a window, for whoever connects to it. @throws where there is none */
export function startChromium(): Promise<BrowserServer> {
  if (chromiumPath === undefined) throw new Error(`none of ${NAMES.join(', ')} is on the PATH`);
  return chromium.launchServer({ executablePath: chromiumPath, args: FLAGS });
}

/** The browser of this run of the tests, as somebody's own: closing it ends their pages and nobody else's. */
export async function connectChromium(): Promise<Browser> {
  const answer = await fetch(`${inject('desk')}/chromium`);
  const said = await answer.text();
  if (!answer.ok) throw new Error(said);
  return chromium.connect(said);
}

/** What a desktop and a phone differ in. */
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1180, height: 800 } };
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export function describeWithChromium(name: string, tests: () => void): void {
  describeWithPrograms(name, [NAMES], tests);
}
