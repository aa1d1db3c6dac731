import { buttons } from '../../../src/features/buttons.ts';
import type { Customer, Town } from '../environment.ts';
import { appears, changes, is, last, type Shown, say, tap } from './chat.ts';
import type { Asked } from './server-dialogs.ts';

const YEARS = '1';
const NAME_SERVERS = 'ns1.example.com ns2.example.com';

/** What is typed last asks for the price. */
export async function walkRegistration(town: Town, customer: Customer, domain: string): Promise<Asked> {
  const since = say(customer, town, `/register ${domain}`);
  const years = await appears(
    town,
    customer,
    since,
    (shown) => is(buttons.registerFor, shown) && last(shown) === YEARS,
  );
  await changes(town, customer, since, () => void tap(town, customer, years));
  return { since, ask: () => void say(customer, town, NAME_SERVERS) };
}

/** Of a domain that is in the account already. */
export async function walkDomainRenewal(town: Town, customer: Customer, domain: string): Promise<Asked> {
  const since = say(customer, town, `/domain ${domain}`);
  tap(town, customer, await appears(town, customer, since, (shown) => is(buttons.domainRenew, shown)));
  const year = (shown: Shown) => is(buttons.domainRenewFor, shown) && last(shown) === YEARS;
  const one = await appears(town, customer, since, year);
  return { since, ask: () => void tap(town, customer, one) };
}
