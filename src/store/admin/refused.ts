/** Why a command leaves the store as it is; the command has the words. */
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

/** The command was not carried out, and nothing of it is stored. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
  readonly reason: Refused;
  constructor(reason: Refused) {
    super(reason);
    this.reason = reason;
  }
}
