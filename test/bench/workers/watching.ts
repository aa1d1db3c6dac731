import { Api } from 'grammy';
import { createWatcher } from '../../../src/features/watches/watcher.ts';
import { createProvider, type Provider } from '../../../src/hosting/index.ts';
import { parseKeys } from '../../../src/store/encryption/keys.ts';
import { openStore } from '../../../src/store/index.ts';
import { createAccesses } from '../../../src/telegram/access/access.ts';
import { createChatLimits } from '../../../src/telegram/api/chat-limits.ts';
import { loadTexts } from '../../../src/telegram/i18n/index.ts';
import { serveParent } from './serve-parent.ts';

/**
 * The cost of watches alone: a watcher over a store, and by default a provider in the same process that answers at once.
 * All servers are on.
 */
const { STORE_URL = '', STORE_KEY = '', SERVERS = '', PROVIDER_URL } = process.env;
const NOWHERE = 'http://127.0.0.1:1';
const fail = (error: unknown) => {
  throw error;
};

const real = createProvider({ baseUrl: PROVIDER_URL ?? NOWHERE, auth: 'Authorization: Bearer {token}' });
const inProcess: Provider = {
  ...real,
  forToken(token) {
    const hosting = real.forToken(token);
    const at = (index: number) => ({ id: `srv-${token}-${index}`, ip: `10.0.0.${index}`, geo: 'tehran' });
    const servers = {
      ...hosting.servers,
      list: async () => Array.from({ length: Number(SERVERS) }, (_, index) => at(index)),
      status: async (id: string) => ({ id, status: 'on', os: 'debian12', ram: 2, cpu: 1, disk: 25 }),
    };
    return { ...hosting, servers };
  },
};
const store = await openStore(STORE_URL, parseKeys(STORE_KEY));
const watcher = createWatcher({
  api: new Api('1:none', { apiRoot: NOWHERE }),
  store,
  accesses: createAccesses(store, PROVIDER_URL ? real : inProcess, fail),
  limits: createChatLimits(),
  reach: { standing: async () => ({ left: [] }) },
  membership: { verify: async () => 'in' },
  texts: loadTexts('en', fail),
  report: fail,
  now: store.now,
});
watcher.start();
serveParent(async () => {
  await watcher.stop();
  await store.close();
});
