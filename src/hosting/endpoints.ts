import { cloudOrderEndpoints } from './cloud-orders.ts';
import { domainOrderEndpoints } from './domain-orders.ts';
import { serverEndpoints } from './servers.ts';
import { backupEndpoints, snapshotEndpoints } from './snapshots-and-backups.ts';

const known = new Map<string, ReturnType<typeof makeEndpoints>>();

/**
 * Every endpoint of the contract, by resource. `national` are the national suffixes, which decide what may be sent. The same suffixes
 * have the same schemas: zod compiles each for the first time that it is used.
 */
export function endpointsFor(national: readonly string[]): ReturnType<typeof makeEndpoints> {
  const key = national.join(' ');
  const endpoints = known.get(key) ?? makeEndpoints(national);
  known.set(key, endpoints);
  return endpoints;
}

function makeEndpoints(national: readonly string[]) {
  return {
    servers: serverEndpoints,
    snapshots: snapshotEndpoints,
    backups: backupEndpoints,
    cloudOrders: cloudOrderEndpoints,
    domainOrders: domainOrderEndpoints(national),
  } as const;
}

export type Endpoints = ReturnType<typeof endpointsFor>;
