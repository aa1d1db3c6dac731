import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { becomes } from '../accounts/account.ts';
import { loginOf } from '../accounts/seed.ts';
import { message, refusal } from '../http/refusal.ts';
import { OPERATING_SYSTEMS, RESCUE_DISKS } from './catalogue.ts';
import type { Asked, Operation } from './operation.ts';
import { parametersOf, word } from './parameters.ts';
import { idleServerOf } from './servers.ts';

/** Contract, "Servers": operating system, password, SSH key, rescue disk. */
export const system: readonly Operation[] = [
  { name: 'server.os', method: 'POST', path: '/server/os', alters: true, handle: reinstall },
  { name: 'server.password', method: 'POST', path: '/server/password', alters: true, handle: changePassword },
  { name: 'server.ssh-key', method: 'POST', path: '/server/ssh-key', alters: true, handle: changeSshKey },
  { name: 'server.rescue', method: 'POST', path: '/server/rescue', alters: true, handle: attachRescue },
  { name: 'server.eject', method: 'POST', path: '/server/eject', alters: true, handle: ejectRescue },
];

const osParameters = z.object({ id: word, os: z.enum(OPERATING_SYSTEMS) });
const passwordParameters = z.object({ id: word, password: word });
const keyParameters = z.object({
  id: word,
  ssh_key: z.string().regex(/^(?:ssh-|ecdsa-|sk-)[\w@.-]+ [A-Za-z0-9+/]+={0,2}(?: [^\r\n]*)?$/),
});
const rescueParameters = z.object({ id: word, name: z.enum(RESCUE_DISKS) });

function reinstall(asked: Asked): unknown {
  const { os } = parametersOf(asked, osParameters);
  const server = idleServerOf(asked);
  const password = randomBytes(9).toString('base64url');
  const change = { status: 'on', os, password, sshKey: '', rescueDisk: false, ...loginOf(os) };
  becomes(server, 'installing', asked.timings.reinstallMs, change);
  return { password };
}

function changePassword(asked: Asked): unknown {
  const { password } = parametersOf(asked, passwordParameters);
  idleServerOf(asked).password = password;
  return { new_password: password };
}

function changeSshKey(asked: Asked): unknown {
  const { ssh_key: key } = parametersOf(asked, keyParameters);
  idleServerOf(asked).sshKey = key;
  return { success: true };
}

function attachRescue(asked: Asked): unknown {
  parametersOf(asked, rescueParameters);
  const server = idleServerOf(asked);
  if (server.rescueDisk) throw refusal('conflict', 'rescueAlready');
  server.rescueDisk = true;
  becomes(server, 'rebooting', asked.timings.rebootMs, { status: 'on' });
  return { message: message('rescueAttached') };
}

function ejectRescue(asked: Asked): unknown {
  const server = idleServerOf(asked);
  if (!server.rescueDisk) throw refusal('conflict', 'rescueNone');
  server.rescueDisk = false;
  becomes(server, 'rebooting', asked.timings.rebootMs, { status: 'on' });
  return { message: message('rescueEjected') };
}
