import type { NewServer } from '../../../../src/hosting/index.ts';
import { DAY } from '../../../../src/sandbox/provider/accounts/seed.ts';
import type { Customer } from '../environment.ts';
import type { Draft } from './purchase.ts';
import { DAYS, MORE_TRAFFIC } from './server-dialogs.ts';

/** Identifies each purchase at the provider. No two orders of a run have the same disk. */
export function orderOf({ account }: Customer, { geo, os, cpu, disk }: NewServer): Draft {
  return {
    operation: 'cloud.order',
    sent: (body) => valueIn(body, 'disk') === disk,
    times: () => account.servers.filter((server) => server.disk === disk).length,
    // The account is no part of it: two people may have connected the same one.
    shape: [geo, os, cpu].join(),
  };
}

/** @param id the server's, which is renewed by {@link DAYS} */
export function renewalOf({ account }: Customer, id: string): Draft {
  const before = account.server(id).expiresAt;
  return {
    operation: 'cloud.renew',
    sent: (body) => valueIn(body, 'id') === id,
    times: () => Math.round((account.server(id).expiresAt - before) / DAY / DAYS),
  };
}

/** Traffic is added once for every time that it is bought. */
export function upgradeOf({ account }: Customer, id: string): Draft {
  return {
    operation: 'cloud.upgrade',
    sent: (body) => valueIn(body, 'id') === id,
    times() {
      const { traffic, pending } = account.server(id);
      return (pending?.change.traffic ?? traffic) / MORE_TRAFFIC;
    },
  };
}

export function registrationOf({ account }: Customer, domain: string): Draft {
  return {
    operation: 'domain.register',
    sent: (body) => valueIn(body, 'domain') === domain,
    times: () => account.domains.filter((each) => each.domain === domain).length,
  };
}

/** A year at a time. */
export function domainRenewalOf({ account }: Customer, domain: string): Draft {
  const found = account.domains.find((each) => each.domain === domain);
  if (!found) throw new RangeError(`${domain} is not in the account`);
  const year = () => new Date(found.endsAt).getUTCFullYear();
  const before = year();
  return {
    operation: 'domain.renew',
    sent: (body) => valueIn(body, 'id') === found.id,
    times: () => year() - before,
  };
}

function valueIn(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? new Map(Object.entries(body)).get(name) : undefined;
}
