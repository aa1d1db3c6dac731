import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { startChange } from '../accounts/account.ts';
import { loginOf } from '../accounts/seed.ts';
import { messageText, refusal } from '../http/refusal.ts';
import { OPERATING_SYSTEMS, RESCUE_DISKS } from './catalogue.ts';
import { acknowledgement, type Operation, operation, requiredText } from './operation.ts';
import { findIdleServer, serverId } from './servers.ts';

/** Contract, "Servers": operating system, password, SSH key, rescue disk. */
export const system: readonly Operation[] = [
  operation({
    name: 'server.os',
    method: 'POST',
    path: '/server/os',
    alters: true,
    parameters: serverId.extend({ os: z.enum(OPERATING_SYSTEMS) }),
    answer: z.object({ password: z.string() }),
    handle({ id, os }, context) {
      const server = findIdleServer(id, context);
      const password = randomBytes(9).toString('base64url');
      const change = { status: 'on', os, password, sshKey: '', rescueDisk: false, ...loginOf(os) };
      startChange(server, 'installing', context, change);
      return { password };
    },
  }),
  operation({
    name: 'server.password',
    method: 'POST',
    path: '/server/password',
    alters: true,
    parameters: serverId.extend({ password: requiredText }),
    answer: z.union([z.object({ new_password: z.string() }), z.object({ password: z.string() })]),
    handle({ id, password }, context) {
      findIdleServer(id, context).password = password;
      return { new_password: password };
    },
  }),
  operation({
    name: 'server.ssh-key',
    method: 'POST',
    path: '/server/ssh-key',
    alters: true,
    parameters: serverId.extend({
      ssh_key: z.string().regex(/^(?:ssh-|ecdsa-|sk-)[\w@.-]+ [A-Za-z0-9+/]+={0,2}(?: [^\r\n]*)?$/),
    }),
    answer: z.union([z.object({ success: z.boolean() }), acknowledgement]),
    handle({ id, ssh_key: key }, context) {
      findIdleServer(id, context).sshKey = key;
      return { success: true };
    },
  }),
  operation({
    name: 'server.rescue',
    method: 'POST',
    path: '/server/rescue',
    alters: true,
    parameters: serverId.extend({ name: z.enum(RESCUE_DISKS) }),
    answer: acknowledgement,
    handle({ id }, context) {
      const server = findIdleServer(id, context);
      if (server.rescueDisk) throw refusal('conflict', 'rescueAlready');
      server.rescueDisk = true;
      startChange(server, 'rebooting', context, { status: 'on' });
      return { message: messageText('rescueAttached') };
    },
  }),
  operation({
    name: 'server.eject',
    method: 'POST',
    path: '/server/eject',
    alters: true,
    parameters: serverId,
    answer: acknowledgement,
    handle({ id }, context) {
      const server = findIdleServer(id, context);
      if (!server.rescueDisk) throw refusal('conflict', 'rescueNone');
      server.rescueDisk = false;
      startChange(server, 'rebooting', context, { status: 'on' });
      return { message: messageText('rescueEjected') };
    },
  }),
];
