import { domainToASCII } from 'node:url';
import { getHostname, parse } from 'tldts';
import { latinDigits } from '../../../hosting/answers/spelling.ts';
import { reads } from '../../common/domain-words.ts';

const LONGEST = 253;
const LONGEST_LABEL = 63;
/** Letters, digits and inner hyphens; the third and fourth may be hyphens of punycode only. */
const LABEL = /^(?!..--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$|^xn--[a-z0-9-]{0,58}[a-z0-9]$/;
/** A label in another script (IDNA 2008 has no symbols). Its hyphens are inner ones, and not the third and fourth (RFC 5891, 4.2.3.1). */
const WRITTEN = /^(?!-|..--)(?:[\p{L}\p{M}\p{N}-]|\u200c|\u200d)+(?<!-)$/u;
/** `.ايران` with the Arabic yeh, which many keyboards write, was never delegated: `.ایران` with the Persian yeh is meant. */
const ARABIC_YEH_IRAN = /(^|\.)xn--mgba3a4fra$/;
/** Invisible characters, except the joiners that some scripts need inside a word. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]|(?<!\P{ASCII})[\u200c\u200d]|[\u200c\u200d](?!\P{ASCII})/gu;
/** Hyphens and dots that keyboards and word processors write in their place. */
const HYPHENS = /[\u2010\u2011\u2212]/g;
const DOTS = /[\u066b\uff0e]/g;
/** A longer piece is no name and is not parsed: a hostile file must not cost time. */
const LONGEST_PIECE = 1_000;
/** The characters a name can begin or end with; others around it are marks of lists, sentences and wildcards. */
const BEGINS = /[\p{L}\p{N}/[]/u;
const ENDS = /[\p{L}\p{M}\p{N}/\]\u200c\u200d]/u;

/** Written before a name by habit: the bot drops it without a note. */
const WEB = 'www';

/** The target of a link as Markdown writes it. */
const LINKED = /\]\(([^()\s]+)/;
/** A picture may be meant as part of the name, but no name can have one. */
const PICTURE = /\p{Extended_Pictographic}/u;

/** Why a piece of a list is no name. */
export type JunkReason = 'unfit' | 'long' | 'ip' | 'suffix' | 'unknown-suffix';

/** A domain that can be registered, in ASCII; `subdomain`: the whole name under it that was written instead. */
export interface NamedDomain {
  domain: string;
  subdomain?: string;
}

/** A domain or a label without a suffix, both in ASCII; `undefined` where the piece holds no letter or digit. */
export type Reading = NamedDomain | { label: string } | { junk: JunkReason } | undefined;

/**
 * Reads one piece: a domain as it is written anywhere (a URL, an e-mail address, Unicode or punycode) reduced to what
 * can be registered.
 */
export function readName(piece: string): Reading {
  if (piece.length > LONGEST_PIECE) return { junk: 'long' };
  const seen = seenIn(piece);
  const target = LINKED.exec(seen)?.[1];
  if (target !== undefined) return readName(target);
  const bare = /^[a-z][a-z+.-]*:\/\//i.test(seen) ? seen : unwrapped(seen);
  if (!/[\p{L}\p{N}]/u.test(bare)) return undefined;
  // Without the picture another name would be asked for, and the person would not see which.
  if (PICTURE.test(seen.slice(0, seen.indexOf(bare)))) return { junk: 'unfit' };
  const host = getHostname(bare, { validateHostname: false })?.replace(/\.$/, '');
  return host ? readHostName(host, seen.includes('.')) : { junk: 'unfit' };
}

/** @param dotted whether the piece had a dot anywhere: `.com` names a suffix, `com` is a label */
function readHostName(host: string, dotted: boolean): Reading {
  if (host.includes(':') || /^\d+(?:\.\d+){3}$/.test(host)) return { junk: 'ip' };
  const ascii = toAscii(host);
  if (ascii === undefined) return { junk: isLong(inAscii(host)) ? 'long' : 'unfit' };
  if (!ascii.includes('.')) return dotted && knownSuffix(ascii) ? { junk: 'suffix' } : { label: ascii };
  const { domain, isIcann, subdomain } = parse(ascii, { validateHostname: false, extractHostname: false });
  if (!isIcann) return { junk: 'unknown-suffix' };
  if (domain === null) return { junk: 'suffix' };
  return subdomain && subdomain !== WEB ? { domain, subdomain: ascii } : { domain };
}

/** A domain that can be registered, as data of a button names it; `undefined` for anything else. */
export function wholeDomain(data: string): string | undefined {
  const reading = readName(data);
  return reading && 'domain' in reading && reading.domain === data ? data : undefined;
}

/** Whether a piece is a whole domain, marks around it aside. */
export function isDomain(piece: string): boolean {
  const reading = readName(piece);
  return reading !== undefined && 'domain' in reading;
}

/** A suffix as people type it (`.com`, `com`, a name under it), in ASCII; undefined where there is no such suffix. */
export function readSuffix(typed: string): string | undefined {
  if (typed.length > LONGEST_PIECE) return undefined;
  const seen = seenIn(typed)
    .trim()
    .replace(/^\.+|\.+$/g, '');
  const ascii = seen === '' ? undefined : toAscii(seen);
  if (ascii === undefined) return undefined;
  const { publicSuffix, isIcann } = parse(ascii, { validateHostname: false, extractHostname: false });
  return isIcann && publicSuffix !== null ? publicSuffix : undefined;
}

/** The suffix under which a domain is registered, such as `com` or `co.uk`. */
export function suffixOf(domain: string): string {
  return domain.slice(domain.indexOf('.') + 1);
}

/** Whether a national registry keeps the suffix, which allows one year only and needs a handle. */
export function isNational(name: string, national: readonly string[]): boolean {
  return national.includes(name.split('.').at(-1) ?? '');
}

/** A host name for a name server, in ASCII; undefined where it can't be one. */
export function readHost(typed: string): string | undefined {
  const ascii = toAscii(seenIn(typed).trim().replace(/\.$/, ''));
  return ascii?.includes('.') && /\p{L}/u.test(reads(ascii.split('.').at(-1) ?? '')) ? ascii : undefined;
}

function knownSuffix(ascii: string): boolean {
  return parse(ascii, { validateHostname: false, extractHostname: false }).isIcann === true;
}

/** Undefined where a label breaks the rules of host names, or is punycode of nothing. */
function toAscii(host: string): string | undefined {
  const ascii = inAscii(host);
  const labels = ascii.split('.');
  const fits = labels.every((label) => LABEL.test(label) && (!label.startsWith('xn--') || WRITTEN.test(reads(label))));
  return fits && ascii.length <= LONGEST ? ascii : undefined;
}

/** The host in ASCII, whether or not it keeps the rules of host names; empty where there is no ASCII form. */
function inAscii(host: string): string {
  // With `.invalid` appended, a number is not parsed as an IP address.
  return domainToASCII(`${host}.invalid`).slice(0, -'.invalid'.length).replace(ARABIC_YEH_IRAN, '$1xn--mgba3a4f16a');
}

function isLong(ascii: string): boolean {
  return ascii.length > LONGEST || ascii.split('.').some((label) => label.length > LONGEST_LABEL);
}

/** A name as a person sees it, with the digits, dots and hyphens that names have. */
function seenIn(typed: string): string {
  return digits(typed.normalize('NFC').replace(INVISIBLE, '').replace(HYPHENS, '-').replace(DOTS, '.'));
}

/**
 * Persian and Arabic digits as Latin ones, unless the name is in such a script; a label with Latin letters always has Latin
 * digits.
 */
function digits(text: string): string {
  if (!/(?![\u0660-\u0669\u06f0-\u06f9])[^\p{ASCII}]/u.test(unwrapped(text))) return latinDigits(text);
  return text.replace(/[^.。]+/g, (label) => (/[a-z]/i.test(label) ? latinDigits(label) : label));
}

/** The text without the marks around it. A regular expression that ends in `+$` would take quadratic time. */
function unwrapped(text: string): string {
  const characters = [...text];
  const first = characters.findIndex((character) => BEGINS.test(character));
  const last = characters.findLastIndex((character) => ENDS.test(character));
  return first < 0 ? '' : characters.slice(first, last + 1).join('');
}
