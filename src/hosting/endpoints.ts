import { cloudOrderEndpoints } from './cloud-orders.ts';
import { domainOrderEndpoints } from './domain-orders.ts';
import { serverEndpoints } from './servers.ts';
import { backupEndpoints, snapshotEndpoints } from './snapshots-and-backups.ts';

const known = new Map<string, ReturnType<typeof makeEndpoints>>();

/** Every endpoint by resource. Kept by suffixes, because zod compiles each schema at its first use. */
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
