import { hash } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import type { Html } from '../../telegram/i18n/index.ts';
import { code } from '../../telegram/ui/format.ts';

/** A name that is cut keeps at least so many characters of its beginning. */
const LEAST_HEAD = 4;

/** A short reference to a domain for button data: the domain itself may be too long. */
export function domainReference(domain: string): string {
  return hash('sha256', domain, 'base64url').slice(0, 10);
}

/** A domain as it reads, for buttons and files. */
export function reads(domain: string): string {
  return domainToUnicode(domain) || domain;
}

/** A domain in a message. One in another script is shown in ASCII too: two that look alike do not there. */
export function domainWords(domain: string): Html {
  const written = reads(domain);
  if (written === domain) return code(domain);
  // Punycode breaks at its hyphens: in a line from right to left the brackets would not stay with it.
  return { html: `${code(written).html} \u2066(${code(domain).html})\u2069` };
}

/**
 * A domain on a button, of at most `most` characters: where it is longer, the middle is left out, visibly. Names of one
 * series differ at their end, and the person pays for the suffix.
 */
export function domainLabel(domain: string, most: number): string {
  const written = [...reads(domain)];
  if (written.length <= most) return written.join('');
  const suffix = written.length - written.indexOf('.');
  const tail = Math.min(most - 1 - LEAST_HEAD, Math.max(Math.ceil(most / 2), suffix + LEAST_HEAD));
  return `${written.slice(0, most - 1 - tail).join('')}…${written.slice(-tail).join('')}`;
}
