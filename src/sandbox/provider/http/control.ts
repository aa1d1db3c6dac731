import { z } from 'zod';
import { age, type ControlRoute, get, post, remove, waitMs } from '../../control.ts';
import { type Account, ageAccount } from '../accounts/account.ts';
import type { Consoles } from '../console/console.ts';
import { FAULT_KINDS, type Faults } from './faults.ts';
import type { LoggedRequest } from './server.ts';

/** The refusal of a fault lists the possible operations or kinds. */
const faultOf = (operations: readonly string[]) =>
  z.strictObject({
    operation: z.enum(operations).exactOptional(),
    kind: z.enum(FAULT_KINDS),
    ms: waitMs.exactOptional(),
    status: z.int().min(200).max(599).exactOptional(),
    body: z.unknown().exactOptional(),
    times: z.int().min(1).exactOptional(),
    bodiedGets: z.boolean().exactOptional(),
    afterHandling: z.boolean().exactOptional(),
  });

export interface ControlDependencies {
  readonly operations: readonly string[];
  readonly faults: Faults;
  readonly requests: LoggedRequest[];
  readonly accounts: readonly Account[];
  readonly consoles: Consoles;
  readonly save: (account: Account) => void;
  readonly now: () => number;
}

export function providerControls({
  operations,
  faults,
  requests,
  accounts,
  consoles,
  save,
  now,
}: ControlDependencies): ControlRoute[] {
  return [
    get('requests', () => requests),
    remove('requests', () => {
      requests.length = 0;
    }),
    post('faults', faultOf(operations), (planned) => void faults.add(planned)),
    remove('faults', () => faults.clear()),
    post('age', z.strictObject(age), ({ seconds }) => {
      consoles.age(seconds * 1_000);
      for (const account of accounts) {
        ageAccount(account, seconds * 1_000, now());
        save(account);
      }
    }),
    get('accounts', () => accounts.map(({ servers, ...account }) => ({ ...account, servers: [...servers.values()] }))),
  ];
}
