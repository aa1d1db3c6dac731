import type { z } from 'zod';
import type { Caller } from './call.ts';
import { type Acknowledgement, acknowledgement, flag, listOf, record, text, whole } from './reading.ts';

/** Power control's allowed values (contract, "Power control"). */
export type ServerAction = 'on' | 'off' | 'reboot';

const serverListItem = record({
  id: text,
  ip: text.exactOptional(),
  geo: text.exactOptional(),
  expireDate: text.exactOptional(),
});
/** Contract, "Server (list item)". */
export type ServerListItem = z.output<typeof serverListItem>;
const serverList = listOf(serverListItem);

const serverStatus = record({
  id: text.exactOptional(),
  ip: text.exactOptional(),
  geo: text.exactOptional(),
  status: text.exactOptional(),
  os: text.exactOptional(),
  ipv6: text.exactOptional(),
  port: whole.exactOptional(),
  user: text.exactOptional(),
  mac: text.exactOptional(),
  ram: whole.exactOptional(),
  cpu: whole.exactOptional(),
  disk: whole.exactOptional(),
  backup: whole.exactOptional(),
  trafficUsage: text.exactOptional(),
  rescueDisk: flag.exactOptional(),
  expireDate: text.exactOptional(),
}).refine((record) => Object.keys(record).length > 0);
/** Contract, "Server (status record)": what came of it. Units of ram, cpu, disk and trafficUsage are not stated. */
export type ServerStatus = Omit<z.output<typeof serverStatus>, 'id'> & { id: string };

export type Servers = ReturnType<typeof servers>;

/** Contract, "Servers". */
export function servers(caller: Caller) {
  return {
    /** The account's servers, filtered by the provider; entries without an id are left out. */
    list: (filter: { ip?: string; geo?: string } = {}, signal?: AbortSignal): Promise<ServerListItem[]> =>
      caller.read(
        {
          effect: 'read',
          operation: 'server.list',
          method: 'GET',
          path: '/server/list',
          query: filter,
          answer: serverList,
        },
        signal,
      ),

    /** Everything the provider tells of one server. */
    status: async (id: string, signal?: AbortSignal): Promise<ServerStatus> => {
      const status = await caller.read(
        {
          effect: 'read',
          operation: 'server.status',
          method: 'POST',
          path: '/server/status',
          body: { id },
          answer: serverStatus,
        },
        signal,
      );
      return { ...status, id };
    },

    /** Asks to power on, off or reboot. */
    action: (id: string, action: ServerAction): Promise<Acknowledgement> =>
      caller.change({
        effect: 'change',
        operation: 'server.action',
        method: 'POST',
        path: '/server/action',
        body: { id, action },
        answer: acknowledgement,
      }),
  };
}
