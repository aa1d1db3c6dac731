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

export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
  readonly reason: Refused;
  constructor(reason: Refused) {
    super(reason);
    this.reason = reason;
  }
}
