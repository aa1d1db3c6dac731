import { OPERATING_SYSTEMS, type OperatingSystem } from '../../../hosting/index.ts';

const IMAGES: readonly OperatingSystem[] = ['docker', 'wordpress'];

/** The groups of the contract's section "Operating system codes". */
export const SYSTEM_GROUPS: readonly { group: 'linux' | 'image' | 'windows'; systems: readonly OperatingSystem[] }[] = [
  { group: 'linux', systems: OPERATING_SYSTEMS.filter((os) => !IMAGES.includes(os) && !os.startsWith('win')) },
  { group: 'image', systems: IMAGES },
  { group: 'windows', systems: OPERATING_SYSTEMS.filter((os) => os.startsWith('win')) },
];
