import { z } from 'zod';
import { statusSeen, target } from './target.ts';
import { watched } from './watched.ts';

/** No reading shows a password or key: the answer is the outcome, and a lost answer leaves it unknown. */
const unread = {
  seen: statusSeen,
  happened: () => false,
  shown: () => null,
  suspenseMs: 0,
} as const;

/** Changes the password (`POST /server/password`). The ledger holds the new password sealed, until it is shown. */
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
