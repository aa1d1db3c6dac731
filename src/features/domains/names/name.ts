import { domainToASCII } from 'node:url';
import { getHostname, parse } from 'tldts';
import { latinDigits } from '../../../hosting/answers/spelling.ts';
import { reads } from '../../common/domain-words.ts';

const MAX_NAME_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;
/** Letters, digits and inner hyphens; only punycode has hyphens in the third and fourth place. */
const LABEL = /^(?!..--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$|^xn--[a-z0-9-]{0,58}[a-z0-9]$/;
/** A label in another script: no symbols (IDNA 2008), no hyphens at its ends or as `..--` (RFC 5891, 4.2.3.1). */
const WRITTEN = /^(?!-|..--)(?:[\p{L}\p{M}\p{N}-]|\u200c|\u200d)+(?<!-)$/u;
/** `.ايران` with the Arabic yeh of many keyboards was never delegated: it means `.ایران` with the Persian yeh. */
const ARABIC_YEH_IRAN = /(^|\.)xn--mgba3a4fra$/;
/** Invisible characters, except the joiners that some scripts need inside a word. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]|(?<!\P{ASCII})[\u200c\u200d]|[\u200c\u200d](?!\P{ASCII})/gu;
/** Keyboards and word processors write these in place of hyphens and dots. */
const HYPHENS = /[\u2010\u2011\u2212]/g;
const DOTS = /[\u066b\uff0e]/g;
/** A longer piece is no name and is not parsed: a hostile file must not cost time. */
const MAX_PIECE_LENGTH = 1_000;
/** A name begins and ends with these; others around it are marks of lists, sentences and wildcards. */
const BEGINS = /[\p{L}\p{N}/[]/u;
const ENDS = /[\p{L}\p{M}\p{N}/\]\u200c\u200d]/u;

/** Written before a name by habit: the bot drops it without a note. */
const WEB = 'www';

const LINKED = /\]\(([^()\s]+)/;
/** A picture may be meant as part of the name, but no name can have one. */
const PICTURE = /\p{Extended_Pictographic}/u;

export type JunkReason = 'unfit' | 'long' | 'ip' | 'suffix' | 'unknown-suffix';

/** A domain that can be registered, in ASCII; `subdomain`: the typed name under it. */
export interface NamedDomain {
  domain: string;
  subdomain?: string;
}

/** A domain or a label without a suffix, in ASCII; `undefined` for a piece without letters and digits. */
export type Reading = NamedDomain | { label: string } | { junk: JunkReason } | undefined;

/** Reads a domain as people write it (URL, e-mail address, Unicode, punycode), reduced to what can be registered. */
export function readName(piece: string): Reading {
  if (piece.length > MAX_PIECE_LENGTH) return { junk: 'long' };
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

/** A domain from the data of a button; `undefined` for forged data. */
export function wholeDomain(data: string): string | undefined {
  const reading = readName(data);
  return reading && 'domain' in reading && reading.domain === data ? data : undefined;
}

export function isDomain(piece: string): boolean {
  const reading = readName(piece);
  return reading !== undefined && 'domain' in reading;
}

/** A typed suffix (`.com`, `com`, a name under it), in ASCII; `undefined` for an unknown one. */
export function readSuffix(typed: string): string | undefined {
  if (typed.length > MAX_PIECE_LENGTH) return undefined;
  const seen = seenIn(typed)
    .trim()
    .replace(/^\.+|\.+$/g, '');
  const ascii = seen === '' ? undefined : toAscii(seen);
  if (ascii === undefined) return undefined;
  const { publicSuffix, isIcann } = parse(ascii, { validateHostname: false, extractHostname: false });
  return isIcann && publicSuffix !== null ? publicSuffix : undefined;
}

export function suffixOf(domain: string): string {
  return domain.slice(domain.indexOf('.') + 1);
}

/** National registries sell one year only and need a handle. */
export function isNational(name: string, national: readonly string[]): boolean {
  return national.includes(name.split('.').at(-1) ?? '');
}

export function readHost(typed: string): string | undefined {
  const ascii = toAscii(seenIn(typed).trim().replace(/\.$/, ''));
  return ascii?.includes('.') && /\p{L}/u.test(reads(ascii.split('.').at(-1) ?? '')) ? ascii : undefined;
}

function knownSuffix(ascii: string): boolean {
  return parse(ascii, { validateHostname: false, extractHostname: false }).isIcann === true;
}

/** `undefined` if a label breaks the rules of host names, or is punycode of nothing. */
function toAscii(host: string): string | undefined {
  const ascii = inAscii(host);
  const labels = ascii.split('.');
  const fits = labels.every((label) => LABEL.test(label) && (!label.startsWith('xn--') || WRITTEN.test(reads(label))));
  return fits && ascii.length <= MAX_NAME_LENGTH ? ascii : undefined;
}

/** Keeps hosts that break the rules; empty without an ASCII form. */
function inAscii(host: string): string {
  // With `.invalid` appended, a number is not parsed as an IP address.
  return domainToASCII(`${host}.invalid`).slice(0, -'.invalid'.length).replace(ARABIC_YEH_IRAN, '$1xn--mgba3a4f16a');
}

function isLong(ascii: string): boolean {
  return ascii.length > MAX_NAME_LENGTH || ascii.split('.').some((label) => label.length > MAX_LABEL_LENGTH);
}

function seenIn(typed: string): string {
  return digits(typed.normalize('NFC').replace(INVISIBLE, '').replace(HYPHENS, '-').replace(DOTS, '.'));
}

/** Keeps Persian and Arabic digits only in a label of such a script. */
function digits(text: string): string {
  if (!/(?![\u0660-\u0669\u06f0-\u06f9])[^\p{ASCII}]/u.test(unwrapped(text))) return latinDigits(text);
  return text.replace(/[^.。]+/g, (label) => (/[a-z]/i.test(label) ? latinDigits(label) : label));
}

/** Drops the marks around the text. A regular expression that ends in `+$` would take quadratic time. */
function unwrapped(text: string): string {
  const characters = [...text];
  const first = characters.findIndex((character) => BEGINS.test(character));
  const last = characters.findLastIndex((character) => ENDS.test(character));
  return first < 0 ? '' : characters.slice(first, last + 1).join('');
}
