import { hash } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import type { Html } from '../../telegram/i18n/index.ts';
import { code } from '../../telegram/ui/format.ts';

const MIN_HEAD_LENGTH = 4;

/** A short reference for button data: the domain itself may be too long. */
export function domainReference(domain: string): string {
  return hash('sha256', domain, 'base64url').slice(0, 10);
}

export function reads(domain: string): string {
  return domainToUnicode(domain) || domain;
}

/** A domain in another script is shown in ASCII too: domains that look alike differ there. */
export function domainWords(domain: string): Html {
  const written = reads(domain);
  if (written === domain) return code(domain);
  // Punycode breaks at its hyphens: in a right-to-left line the brackets would not stay with it.
  return { html: `${code(written).html} \u2066(${code(domain).html})\u2069` };
}

/** Cuts the middle of a long domain: names of one series differ at their end, and the suffix decides the price. */
export function domainLabel(domain: string, most: number): string {
  const written = [...reads(domain)];
  if (written.length <= most) return written.join('');
  const suffix = written.length - written.indexOf('.');
  const tail = Math.min(most - 1 - MIN_HEAD_LENGTH, Math.max(Math.ceil(most / 2), suffix + MIN_HEAD_LENGTH));
  return `${written.slice(0, most - 1 - tail).join('')}…${written.slice(-tail).join('')}`;
}
