/** The Chromium of this machine. */
import { type BrowserServer, chromium } from 'playwright-core';
import { findProgram } from '../programs/find-program.ts';

export const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

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
export const chromiumPath = findProgram(...CHROMIUM_NAMES);

/** Starts it without a window, for clients to connect to. @throws where there is none */
export function startChromium(): Promise<BrowserServer> {
  if (chromiumPath === undefined) throw new Error(`none of ${CHROMIUM_NAMES.join(', ')} is on the PATH`);
  return chromium.launchServer({ executablePath: chromiumPath, args: FLAGS });
}
