import { type JunkReason, type NamedDomain, readName } from '../names/name.ts';

export const MAX_NAMES_PER_CHECK = 10_000;
const MAX_NAMES_PER_LIST = 2 * MAX_NAMES_PER_CHECK;
/** Bounds the time that a file of noise costs. */
const MAX_PIECES_READ = 40_000;
const MAX_JUNK_KEPT = 500;
const MAX_JUNK_LENGTH = 80;
const MAX_SUBDOMAINS_KEPT = 5;

interface Junk {
  text: string;
  reason: JunkReason;
}

export interface Names {
  domains: string[];
  /** The first pieces that are no names. */
  junk: Junk[];
  junkCount: number;
  /** Words without a suffix, left out for want of a favourite suffix. */
  bare: number;
  /** Table cells left out because they hold no domain. */
  cells: number;
  duplicates: number;
  /** The first subdomains, each read as its domain. */
  subdomains: Required<NamedDomain>[];
  subdomainCount: number;
  cut: boolean;
}

/** A label without a suffix is tried under each favourite. @param cells the number of table cells that were left out */
export function cleanNames(pieces: Iterable<string>, favourites: readonly string[], cells = 0): Names {
  const domains = new Set<string>();
  const junk: Junk[] = [];
  const subdomains: Required<NamedDomain>[] = [];
  const counts = { junkCount: 0, bare: 0, cells, duplicates: 0, subdomainCount: 0 };
  let cut = false;
  let read = 0;

  function addJunk(piece: string, reason: JunkReason): void {
    counts.junkCount++;
    if (junk.length < MAX_JUNK_KEPT) junk.push({ text: shortPiece(piece), reason });
  }

  function addDomain(domain: string): void {
    if (domains.has(domain)) counts.duplicates++;
    else domains.add(domain);
  }

  function addNamed({ domain, subdomain }: NamedDomain): void {
    if (subdomain !== undefined) {
      counts.subdomainCount++;
      if (subdomains.length < MAX_SUBDOMAINS_KEPT) subdomains.push({ domain, subdomain });
    }
    addDomain(domain);
  }

  function addLabel(label: string): void {
    if (favourites.length === 0) counts.bare++;
    for (const suffix of favourites) addDomain(`${label}.${suffix}`);
  }

  for (const piece of pieces) {
    if (read++ >= MAX_PIECES_READ || domains.size >= MAX_NAMES_PER_LIST) {
      cut = true;
      break;
    }
    const reading = readName(piece);
    if (!reading) continue;
    if ('junk' in reading) addJunk(piece, reading.junk);
    else if ('domain' in reading) addNamed(reading);
    else addLabel(reading.label);
  }
  return { domains: [...domains].slice(0, MAX_NAMES_PER_LIST), junk, subdomains, cut, ...counts };
}

/** Splits a pasted or typed list at spaces, commas and line ends; drops bullets and line numbers. */
export function* piecesOf(text: string): Generator<string> {
  for (const { 0: line } of text.matchAll(/[^\r\n\u2028\u2029]+/g)) {
    const unnumbered = line.replace(/^[\s\p{Cf}]*(?:[-*•–—]|\p{Nd}{1,5}[.)-])\s+/u, '');
    for (const { 0: piece } of unnumbered.matchAll(/[^\s,;|،؛\p{Cc}]+/gu)) yield piece;
  }
}

function shortPiece(piece: string): string {
  const characters = [...piece.slice(0, 2 * MAX_JUNK_LENGTH).toWellFormed()];
  return characters.length > MAX_JUNK_LENGTH
    ? `${characters.slice(0, MAX_JUNK_LENGTH).join('')}…`
    : characters.join('');
}
