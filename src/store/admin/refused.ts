/** Why a store is left as it is; the words for the operator stand with the command. */
export type Refused =
  | 'notThere'
  | 'newer'
  | 'notEmpty'
  | 'differs'
  | 'inUse'
  | 'keyNeeded'
  | 'unguarded'
  | 'notStarted'
  | 'oldWriters';

/** What was asked of a store is not done, and nothing of it was kept. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
  readonly reason: Refused;
  constructor(reason: Refused) {
    super(reason);
    this.reason = reason;
  }
}
