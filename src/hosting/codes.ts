/** The contract's closed lists and limits (sections "Operating system codes", "Rescue disk names" and "Limits"). */

/** Contract, general rule 4. */
export const MESSAGE_LANGUAGE = 'fa';

export const OPERATING_SYSTEMS = [
  'debian13',
  'debian12',
  'debian11',
  'debian10',
  'ubuntu24',
  'ubuntu22',
  'ubuntu20',
  'alma9',
  'alma8',
  'rocky9',
  'rocky8',
  'docker',
  'wordpress',
  'win2022',
] as const;
export type OperatingSystem = (typeof OPERATING_SYSTEMS)[number];

export const RESCUE_DISKS = ['finnix', 'systemrescue'] as const;
export type RescueDisk = (typeof RESCUE_DISKS)[number];

export const GRAPH_PERIODS = ['hour', 'day', 'week', 'month', 'year'] as const;
export type GraphPeriod = (typeof GRAPH_PERIODS)[number];

export const SERVER_ACTIONS = ['on', 'off', 'reboot'] as const;
export type ServerAction = (typeof SERVER_ACTIONS)[number];

export const ORDER_DAYS = { min: 7, max: 364 } as const;
export const RENEWAL_DAYS = { min: 30, max: 364 } as const;
export const DOMAIN_YEARS = { min: 1, max: 10 } as const;
export const NATIONAL_DOMAIN_YEARS = { min: 1, max: 1 } as const;

/** `.ir` and `.ایران`, in ASCII, unless the operator sets others. */
export const NATIONAL_TLDS: readonly string[] = ['ir', 'xn--mgba3a4f16a'];

/** The names of required-field errors. Made from the schemas, they would close a cycle of imports. */
export const PARAMETERS = [
  ...(['id', 'ip', 'geo', 'action', 'os', 'password', 'ssh_key', 'name', 'volume_id', 'period'] as const),
  ...(['ram', 'cpu', 'disk', 'backup', 'traffic', 'tld', 'domain', 'nic-handle', 'ns1', 'ns2', 'ns3', 'ns4'] as const),
] as const;

export function isOn(status: string | undefined): boolean {
  return status?.trim().toLowerCase() === 'on';
}
