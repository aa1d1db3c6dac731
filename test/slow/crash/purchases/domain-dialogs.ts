import { buttons } from '../../../../src/features/buttons.ts';
import type { Customer, Environment } from '../environment.ts';
import { appears, changes, is, last, type Shown, say, tap } from './chat.ts';
import type { Asked } from './server-dialogs.ts';

const YEARS = '1';
const NAME_SERVERS = 'ns1.example.com ns2.example.com';

/** The last typed value asks for the price. */
export async function prepareRegistration(
  environment: Environment,
  customer: Customer,
  domain: string,
): Promise<Asked> {
  const since = say(customer, environment, `/register ${domain}`);
  const years = await appears(
    environment,
    customer,
    since,
    (shown) => is(buttons.registerFor, shown) && last(shown) === YEARS,
  );
  await changes(environment, customer, since, () => void tap(environment, customer, years));
  return { since, ask: () => void say(customer, environment, NAME_SERVERS) };
}

/** For a domain that is in the account already. */
export async function prepareDomainRenewal(
  environment: Environment,
  customer: Customer,
  domain: string,
): Promise<Asked> {
  const since = say(customer, environment, `/domain ${domain}`);
  tap(environment, customer, await appears(environment, customer, since, (shown) => is(buttons.domainRenew, shown)));
  const year = (shown: Shown) => is(buttons.domainRenewFor, shown) && last(shown) === YEARS;
  const one = await appears(environment, customer, since, year);
  return { since, ask: () => void tap(environment, customer, one) };
}
