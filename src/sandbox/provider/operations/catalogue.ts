/** The contract's tables, copied here again so that the tests notice an error in the client's copy. */
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

export const RESCUE_DISKS = ['finnix', 'systemrescue'] as const;

export const GRAPH_PERIODS = ['hour', 'day', 'week', 'month', 'year'] as const;
