import { createRequire } from 'node:module';
import type * as Undici from 'undici';

/**
 * The parts of undici that the bot uses. The whole of it, with `fetch`, WebSockets, caches and mocks, takes 80 modules more, at every
 * start.
 */
const load = createRequire(import.meta.url);

export const Agent: typeof Undici.Agent = load('undici/lib/dispatcher/agent.js');
export const Pool: typeof Undici.Pool = load('undici/lib/dispatcher/pool.js');
export const buildConnector: typeof Undici.buildConnector = load('undici/lib/core/connect.js');
export const errors: typeof Undici.errors = load('undici/lib/core/errors.js');

// As undici itself adds it to all dispatchers.
const { prototype }: typeof Undici.Dispatcher = load('undici/lib/dispatcher/dispatcher.js');
prototype.request = load('undici/lib/api/api-request.js');
