import { createRequire } from 'node:module';
import type * as Undici from 'undici';

/** Loads only the parts that the bot uses: the whole of undici takes 80 more modules at every start. */
const load = createRequire(import.meta.url);

export const Agent: typeof Undici.Agent = load('undici/lib/dispatcher/agent.js');
export const Pool: typeof Undici.Pool = load('undici/lib/dispatcher/pool.js');
export const buildConnector: typeof Undici.buildConnector = load('undici/lib/core/connect.js');
export const errors: typeof Undici.errors = load('undici/lib/core/errors.js');

const { prototype }: typeof Undici.Dispatcher = load('undici/lib/dispatcher/dispatcher.js');
prototype.request = load('undici/lib/api/api-request.js');
