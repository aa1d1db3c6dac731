import { z } from 'zod';
import { domainRenewal } from '../operations/domain-renewal.ts';
import type { Operation } from '../operations/index.ts';
import { order } from '../operations/order.ts';
import { registration } from '../operations/registration.ts';
import { renewal } from '../operations/renewal.ts';
import { target } from '../operations/target.ts';
import { code } from '../telegram/format.ts';
import type { Html, Translate } from '../telegram/i18n.ts';
import { domainWords } from './domain-words.ts';
import { targetWords } from './target-words.ts';

const powered = z.object({ action: z.enum(['on', 'off', 'reboot']) });
const rescued = z.object({ action: z.enum(['attach', 'eject']) });
const copied = z.object({ action: z.enum(['create', 'restore', 'delete']) });

/** What an operation does, in a few words: "Renewal of web1 for 30 days". */
export function operationWhat(operation: Operation, t: Translate): Html {
  return { html: whatOf(operation, t) };
}

function whatOf(operation: Operation, t: Translate): string {
  const { kind, parameters } = operation;
  if (kind === 'order') return t('order-what', { geo: code(order.parametersOf(operation).server.geo) });
  if (kind === 'registration') {
    const { domain, period } = registration.parametersOf(operation);
    return t('registration-what', { domain: domainWords(domain), years: period });
  }
  if (kind === 'domainRenewal') {
    const { domain, period } = domainRenewal.parametersOf(operation);
    return t('domain-renewal-what', { domain: domainWords(domain), years: period });
  }
  const server = targetWords(target.parse(parameters));
  switch (kind) {
    case 'renewal':
      return t('renewal-what', { server, days: renewal.parametersOf(operation).period });
    case 'upgrade':
      return t('upgrade-what', { server });
    case 'power':
      return t(`what-power-${powered.parse(parameters).action}`, { server });
    case 'rescue':
      return t(`what-rescue-${rescued.parse(parameters).action}`, { server });
    case 'snapshot':
    case 'backup':
      return t(`what-${kind}-${copied.parse(parameters).action}`, { server });
    case 'reinstall':
    case 'password':
    case 'sshKey':
      return t(`what-${kind}`, { server });
  }
}
