import { cloudOrderEndpoints } from './cloud-orders.ts';
import { domainOrderEndpoints } from './domain-orders.ts';
import { serverEndpoints } from './servers.ts';
import { backupEndpoints, snapshotEndpoints } from './snapshots-and-backups.ts';

/** Every endpoint of the contract, by resource. `national` are the national suffixes, which decide what may be sent. */
export function endpointsFor(national: readonly string[]) {
  return {
    servers: serverEndpoints,
    snapshots: snapshotEndpoints,
    backups: backupEndpoints,
    cloudOrders: cloudOrderEndpoints,
    domainOrders: domainOrderEndpoints(national),
  } as const;
}

export type Endpoints = ReturnType<typeof endpointsFor>;
