/** The contract's tables, written out once more: a slip in the client's own copy must not pass unseen. */
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
