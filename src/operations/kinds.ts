import type { OperationKind } from '../store/operations.ts';
import { backup, snapshot } from './copies.ts';
import { password, sshKey } from './credentials.ts';
import { domainRenewal } from './domain-renewal.ts';
import type { Kind } from './kind.ts';
import { order } from './order.ts';
import { power } from './power.ts';
import { registration } from './registration.ts';
import { reinstall } from './reinstall.ts';
import { renewal } from './renewal.ts';
import { rescue } from './rescue.ts';
import { upgrade } from './upgrade.ts';

/** Every kind of operation: a new one is a row here and a file beside this one. */
export const KINDS: Record<OperationKind, Kind> = {
  power,
  rescue,
  snapshot,
  backup,
  reinstall,
  password,
  sshKey,
  order,
  renewal,
  upgrade,
  registration,
  domainRenewal,
};
