import type { buttons } from '../../../../src/features/buttons.ts';
import type { OperationKind, OperationState } from '../../../../src/operations/index.ts';
import type { Role } from '../../../../src/store/key-value/teams.ts';

type Buttons = typeof buttons;
/** The buttons that carry an operation's id. */
export type OperationButton = {
  [Key in keyof Buttons]: 'operation' extends Buttons[Key]['names'][number] ? Key : never;
}[keyof Buttons];

/** The rule of DESIGN 14 for a button with the id of an operation that a member of the team asked for. */
export interface OperationRow {
  /** The state of the operation when it is tapped. */
  on: Extract<OperationState, 'ready' | 'waiting' | 'accepted' | 'unknown' | 'done'>;
  of: 'all' | 'purchases' | 'others' | OperationKind;
  /** Whom it is for: who asked, another person than that, or any member. */
  by: 'asker' | 'another' | 'member';
  /** The lowest role that it is given to. `operation`: the one that may do what was asked for; the asker is refused it then. */
  from: Role | 'anyone' | 'operation';
  gives: 'sent' | 'cancelled' | 'looked' | 'said' | 'shown';
  /** In groups nothing comes of it. */
  onlyPrivate?: true;
}

const confirm: OperationRow = { on: 'ready', of: 'others', by: 'asker', from: 'operation', gives: 'sent' };
const approve: OperationRow = { on: 'waiting', of: 'all', by: 'another', from: 'admin', gives: 'sent' };
const decline: OperationRow = { ...approve, gives: 'cancelled' };
const cancel: OperationRow = { on: 'ready', of: 'all', by: 'asker', from: 'anyone', gives: 'cancelled' };
const look: OperationRow = { on: 'accepted', of: 'all', by: 'asker', from: 'viewer', gives: 'looked' };

/** Every button that carries an operation's id. Without its row here a new one does not compile. */
export const OPERATION_ROWS: Record<OperationButton, OperationRow | readonly OperationRow[]> = {
  confirm,
  goPast: confirm,
  pay: { ...confirm, of: 'purchases' },
  payAll: { ...confirm, of: 'renewal' },
  cancel: [cancel, { ...cancel, on: 'waiting' }],
  cancelAll: { ...cancel, of: 'renewal' },
  approve,
  approveAll: { ...approve, of: 'renewal' },
  decline,
  declineAll: { ...decline, of: 'renewal' },
  lookAgain: [look, { ...look, on: 'unknown' }],
  lookAtAll: { ...look, of: 'renewal' },
  said: { ...look, on: 'unknown', gives: 'said' },
  order: { on: 'done', of: 'all', by: 'asker', from: 'viewer', gives: 'shown', onlyPrivate: true },
  teamOrder: { on: 'done', of: 'all', by: 'member', from: 'viewer', gives: 'shown' },
  buyAgain: { on: 'done', of: 'order', by: 'asker', from: 'admin', gives: 'shown', onlyPrivate: true },
  registerChange: { on: 'done', of: 'registration', by: 'asker', from: 'admin', gives: 'shown', onlyPrivate: true },
  registerAgain: { on: 'done', of: 'registration', by: 'asker', from: 'admin', gives: 'shown', onlyPrivate: true },
};
