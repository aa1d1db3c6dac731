import type { OperationKind } from '../store/operations.ts';
import type { Kind } from './kind.ts';
import { power } from './power.ts';

/** Every kind of operation: a new one is a row here and a file beside this one. */
export const KINDS: Record<OperationKind, Kind> = { power };
