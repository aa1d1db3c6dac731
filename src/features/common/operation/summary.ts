import type { Operation } from '../../../operations/index.ts';
import { domainRenewal } from '../../../operations/kinds/domain-renewal.ts';
import { order } from '../../../operations/kinds/order.ts';
import { power } from '../../../operations/kinds/power.ts';
import { registration } from '../../../operations/kinds/registration.ts';
import { renewal } from '../../../operations/kinds/renewal.ts';
import { rescue } from '../../../operations/kinds/rescue.ts';
import { backup, snapshot } from '../../../operations/kinds/snapshots-and-backups.ts';
import { type Target, target } from '../../../operations/target.ts';
import type { Html, TextValue, Translate } from '../../../telegram/i18n/index.ts';
import { code, isolate, shorten } from '../../../telegram/ui/format.ts';
import { domainLabel, domainWords } from '../domain-words.ts';
import { targetWords } from '../find-server.ts';

/** How long a name may be in the answer to a tap, where 200 characters have to do for everything. */
export const LONGEST_PLAIN = 24;

const COPIES = { snapshot, backup } as const;

/** What is done with a copy of a server's disk. */
export function copyAction(kind: keyof typeof COPIES, operation: Operation) {
  return COPIES[kind].parametersOf(operation).action;
}

/** How texts name what an operation is about. */
interface Names {
  say: Translate['plain'];
  server(target: Target): TextValue;
  domain(domain: string): TextValue;
  place(geo: string): TextValue;
}

/** What an operation does, in a few words: "Renewal of web1 for 30 days". */
export function operationWhat(operation: Operation, t: Translate): Html {
  return { html: whatOf(operation, { say: t, server: targetWords, domain: domainWords, place: code }) };
}

/** The same in plain text, and short. */
export function operationWhatPlain(operation: Operation, t: Translate): string {
  const short = (text: string) => isolate(shorten(text, LONGEST_PLAIN));
  return whatOf(operation, {
    say: t.plain,
    server: ({ name }) => short(name),
    domain: (domain) => isolate(domainLabel(domain, LONGEST_PLAIN)),
    place: short,
  });
}

function whatOf(operation: Operation, names: Names): string {
  const { kind, parameters } = operation;
  const { say } = names;
  if (kind === 'order') return say('order-what', { geo: names.place(order.parametersOf(operation).server.geo) });
  if (kind === 'registration') {
    const { domain, period } = registration.parametersOf(operation);
    return say('registration-what', { domain: names.domain(domain), years: period });
  }
  if (kind === 'domainRenewal') {
    const { domain, period } = domainRenewal.parametersOf(operation);
    return say('domain-renewal-what', { domain: names.domain(domain), years: period });
  }
  const server = names.server(target.parse(parameters));
  switch (kind) {
    case 'renewal':
      return say('renewal-what', { server, days: renewal.parametersOf(operation).period });
    case 'upgrade':
      return say('upgrade-what', { server });
    case 'power':
      return say(`what-power-${power.parametersOf(operation).action}`, { server });
    case 'rescue':
      return say(`what-rescue-${rescue.parametersOf(operation).action}`, { server });
    case 'snapshot':
    case 'backup':
      return say(`what-${kind}-${copyAction(kind, operation)}`, { server });
    case 'reinstall':
    case 'password':
    case 'sshKey':
      return say(`what-${kind}`, { server });
  }
}
