import { z } from 'zod';
import { statusSeen, target } from './target.ts';
import { watched } from './watched.ts';

/** Nothing that can be read tells whether a password or key is in force: an answer ends it, a lost one stays unknown. */
const unread = {
  seen: statusSeen,
  happened: () => false,
  shown: () => null,
  suspenseMs: 0,
} as const;

/** Changes the password (`POST /server/password`). The new one stands sealed in the ledger until it is shown, no longer. */
export const passwordKind = watched({
  ...unread,
  read: async (_hosting, _parameters, known) => known,
  parameters: target.extend({ password: z.string().optional(), own: z.boolean() }),
  secretIn: ({ password: secret, ...rest }) => ({ secret, rest }),
  async send(hosting, { serverId, password: wanted = '' }) {
    const { password: confirmed } = await hosting.servers.changePassword(serverId, wanted);
    return { ended: true, secret: confirmed ?? wanted };
  },
});

/** Changes the SSH key (`POST /server/ssh-key`). A public key is no secret. */
export const sshKeyKind = watched({
  ...unread,
  read: async (_hosting, _parameters, known) => known,
  parameters: target.extend({ key: z.string(), fingerprint: z.string() }),
  async send(hosting, { serverId, key }) {
    await hosting.servers.changeSshKey(serverId, key);
    return { ended: true };
  },
});
