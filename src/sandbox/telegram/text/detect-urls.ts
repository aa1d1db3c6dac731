/** Finds web and mail addresses in a text, with and without a protocol. Source: TDLib `find_urls` and `find_tg_urls` */
import domains from './top-level-domains.json' with { type: 'json' };

export interface FoundAddress {
  type: 'url' | 'email';
  offset: number;
  length: number;
}

/** The names of `is_common_tld`. */
const KNOWN = new Set(domains.flatMap((line) => line.split(' ')));

/** Most texts are ASCII, where a table is faster than a pattern. */
interface Symbols {
  pattern: RegExp;
  ascii: readonly boolean[];
}

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

function symbolsOf(pattern: RegExp): Symbols {
  return { pattern, ascii: ASCII.map((char) => pattern.test(char)) };
}

const DOMAIN = symbolsOf(/^[.\w\-~[^\0-\u00bf\p{Z}\u2000-\u206f]\u200c\u200d\u2010-\u2015]$/v);
const DOMAIN_WITH_USERS = /[@.\w\-~[^\0-\u00bf\p{Z}\u2000-\u206f]\u200c\u200d\u2010-\u2015]*/vy;
const USER = symbolsOf(/^[[^\s\p{Z}\u2000-\u206f\/\[\]\{\}\(\)'`<>"@«»]\u200c\u200d\u2010-\u2015]$/v);
const PROTOCOL = symbolsOf(/^[a-zA-Z0-9+\-[^\0-\u007f\p{Z}]]$/v);
const PORT = /:0*([1-9]\d{0,4})(?!\d)/y;
const PATH = /[\/?#][[^\s\p{Z}\u2000-\u206f<>"«»]\u200c\u200d\u2010-\u2015]*/vy;
const PATH_END = /[.:;,\('?!`]*$/v;

export function detectUrls(text: string): FoundAddress[] {
  return [...ownUrls(text), ...dottedUrls(text)];
}

/** TDLib takes only the last three letters of `tonsite://`. */
function ownUrls(text: string): FoundAddress[] {
  if (!text.includes('://')) return [];
  return [...text.matchAll(/(?:tg|ton|(?<=tons)ite):\/\/[\w-]{1,253}/gi)].map(({ 0: link, index }) => {
    const end = index + link.length;
    return { type: 'url', offset: index, length: end + pathAt(text, end) - index };
  });
}

/** Looks at each dot, as the middle of a domain. The next search begins after the found address. */
function dottedUrls(text: string): FoundAddress[] {
  const found: FoundAddress[] = [];
  let base = 0;
  for (;;) {
    const rest = text.slice(base);
    const dot = rest.indexOf('.');
    if (dot < 0 || dot + 1 === rest.length) return found;
    const { begin, end, next } = rest[dot + 1] === ' ' ? { begin: 0, end: 0, next: dot + 2 } : around(rest, dot);
    const address = end > begin ? addressIn(rest.slice(begin, end)) : undefined;
    if (address) found.push({ ...address, offset: base + begin + address.offset });
    base += next;
  }
}

/** Empty where the dot is in no address. */
function around(text: string, dot: number): { begin: number; end: number; next: number } {
  const run = matchAt(text, dot, DOMAIN_WITH_USERS);
  const hasUser = run.includes('@');
  const domain = runBefore(text, dot, DOMAIN);
  const end = endOf(text, dot, dot + run.length);
  const begin = beginOf(text, hasUser ? runBefore(text, domain, USER) : domain, hasUser);
  if (begin === undefined) return { begin: 0, end: 0, next: Math.max(dot, text.lastIndexOf('.', end - 1)) + 1 };
  const next = end + matchAt(text, end, /\.*/y).length;
  return { begin, end: end > dot + 1 ? end : begin, next: Math.max(next, dot + 1) };
}

function endOf(text: string, dot: number, domainEnd: number): number {
  const port = matchAt(text, domainEnd, PORT);
  const portEnd = domainEnd + (Number(port.slice(1)) <= MOST_PORT ? port.length : 0);
  const behind = text.slice(dot + 1, portEnd + pathAt(text, portEnd));
  return dot + 1 + behind.replace(/\.+$/, '').length;
}

const MOST_PORT = 65_535;

/** A lone question mark or hash is no path. */
function pathAt(text: string, at: number): number {
  const path = matchAt(text, at, PATH);
  const { length } = path.slice(0, 1) + path.slice(1).replace(PATH_END, '');
  return path.startsWith('/') || length > 1 ? length : 0;
}

/** Includes the user and protocol; `undefined` where something else stands before the address. */
function beginOf(text: string, domain: number, hasUser: boolean): number | undefined {
  const isAfterUser = text[domain - 1] === '@';
  const begin = isAfterUser ? runBefore(text, domain - 1, USER) : domain;
  if (isAfterUser && (hasUser || begin === domain - 1)) return undefined;
  const before = text.slice(0, begin);
  if (!before.endsWith('://') || Buffer.byteLength(before) < SHORTEST_PROTOCOL)
    return /[\p{L}\p{N}_/#@]$/u.test(before.slice(-2)) ? undefined : begin;
  const protocolEnd = begin - '://'.length;
  const protocol = text.slice(runBefore(text, protocolEnd, PROTOCOL), protocolEnd).toLowerCase();
  if (['shttp', 'tftp', 'sftp'].includes(protocol)) return undefined;
  const known = ['https', 'http', 'ftp', 'tonsite'].find((name) => protocol.endsWith(name));
  return known === undefined ? undefined : protocolEnd - known.length;
}

const SHORTEST_PROTOCOL = 'ftp://'.length;

function addressIn(whole: string): FoundAddress | undefined {
  const mailbox =
    whole.includes('@') && isEmail(whole) ? whole : whole.startsWith('mailto:') ? whole.slice('mailto:'.length) : '';
  if (mailbox !== '' && isEmail(mailbox))
    return { type: 'email', offset: whole.length - mailbox.length, length: mailbox.length };
  const protocol = /^(?:https?|ftp|tonsite):\/\//i.exec(whole)?.[0] ?? '';
  const place = /^[^/?#]*/.exec(whole.slice(protocol.length))?.[0] ?? '';
  const domain = place.slice(place.indexOf('@') + 1).replace(/:[^:]*$/, '');
  if (!isDomain(domain, protocol !== '')) return undefined;
  const path = whole.slice(protocol.length + place.length);
  const length = balanced(path).replace(PATH_END, '').length;
  return { type: 'url', offset: 0, length: protocol.length + place.length + length };
}

function isEmail(text: string): boolean {
  return /^(?:[\w-]{0,26}[.+]){0,10}[\w-]{1,35}@(?:[a-z\d](?:[\w-]{0,28}[a-z\d])?\.){1,6}[a-z]{2,8}$/i.test(text);
}

const LABEL_BYTES = 63;

function isDomain(domain: string, hasProtocol: boolean): boolean {
  const labels = domain.split('.');
  const [tld = '', name = ''] = labels.toReversed();
  if (labels.length === 1 || /^teiegram\.org$/i.test(domain)) return false;
  if (labels.some((label) => label === '' || label.endsWith('-') || Buffer.byteLength(label) > LABEL_BYTES))
    return false;
  if (!/[^\d.]/.test(domain))
    return labels.length === 4 && labels.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
  if (name.includes('_')) return false;
  if (tld.startsWith('xn--')) return /^xn--[a-zA-Z\d]{2,}$/.test(tld);
  return [...tld].length > 1 && !/[_-]/.test(tld) && (hasProtocol || isKnown(tld));
}

/** A name with one large letter at its beginning starts a sentence. */
function isKnown(tld: string): boolean {
  const small = tld.toLowerCase();
  return KNOWN.has(small) && (small === tld || small.slice(1) !== tld.slice(1));
}

const CLOSING: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** The path up to the first bracket that closes none of its own. */
function balanced(path: string): string {
  const open: Record<string, number> = { '(': 0, '[': 0, '{': 0 };
  const end = path.split('').findIndex((char) => {
    const opening = CLOSING[char];
    if (opening === undefined && char in open) open[char] = (open[char] ?? 0) + 1;
    if (opening !== undefined) open[opening] = (open[opening] ?? 0) - 1;
    return opening !== undefined && (open[opening] ?? 0) < 0;
  });
  return end < 0 ? path : path.slice(0, end);
}

function runBefore(text: string, end: number, symbols: Symbols): number {
  let begin = end;
  while (begin > 0) {
    const code = text.charCodeAt(begin - 1);
    const size = code >= LOW_SURROGATES.first && code <= LOW_SURROGATES.last ? 2 : 1;
    const isInside = symbols.ascii[code] ?? symbols.pattern.test(text.slice(begin - size, begin));
    if (!isInside) break;
    begin -= size;
  }
  return begin;
}

const LOW_SURROGATES = { first: 0xdc00, last: 0xdfff };

function matchAt(text: string, at: number, pattern: RegExp): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
