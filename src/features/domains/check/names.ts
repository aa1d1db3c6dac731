import { type JunkReason, type NamedDomain, readName } from '../names/name.ts';

/** The names of one check. */
export const MOST_IN_RUN = 10_000;
/** The names taken from one list: two checks. */
const MOST_NAMES = 2 * MOST_IN_RUN;
/** The pieces read of one list: a file of noise must not cost time. */
const MOST_PIECES = 40_000;
const MOST_JUNK = 500;
const LONGEST_JUNK = 80;
const MOST_SUBDOMAINS = 5;

interface Junk {
  text: string;
  reason: JunkReason;
}

/** The names and other pieces of a list, in its order. */
export interface Names {
  /** In ASCII, each once. */
  domains: string[];
  /** The first pieces that are no names. */
  junk: Junk[];
  junkCount: number;
  /** How many words without a suffix were left out because there was no favourite suffix. */
  bare: number;
  /** How many cells of a table were left out because they hold no domain. */
  cells: number;
  duplicates: number;
  /** The first of the subdomains, each read as the domain it belongs to. */
  subdomains: Required<NamedDomain>[];
  subdomainCount: number;
  /** Whether the list has more pieces than are read. */
  cut: boolean;
}

/**
 * Reads a list of pieces into {@link Names}; a label without a suffix stands for itself under each favourite.
 * @param cells how many cells of a table were left out of the pieces
 */
export function cleanNames(pieces: Iterable<string>, favourites: readonly string[], cells = 0): Names {
  const domains = new Set<string>();
  const junk: Junk[] = [];
  const subdomains: Required<NamedDomain>[] = [];
  const counts = { junkCount: 0, bare: 0, cells, duplicates: 0, subdomainCount: 0 };
  let cut = false;
  let read = 0;

  function addJunk(piece: string, reason: JunkReason): void {
    counts.junkCount++;
    if (junk.length < MOST_JUNK) junk.push({ text: shortPiece(piece), reason });
  }

  function addDomain(domain: string): void {
    if (domains.has(domain)) counts.duplicates++;
    else domains.add(domain);
  }

  function addNamed({ domain, subdomain }: NamedDomain): void {
    if (subdomain !== undefined) {
      counts.subdomainCount++;
      if (subdomains.length < MOST_SUBDOMAINS) subdomains.push({ domain, subdomain });
    }
    addDomain(domain);
  }

  function addLabel(label: string): void {
    if (favourites.length === 0) counts.bare++;
    for (const suffix of favourites) addDomain(`${label}.${suffix}`);
  }

  for (const piece of pieces) {
    if (read++ >= MOST_PIECES || domains.size >= MOST_NAMES) {
      cut = true;
      break;
    }
    const reading = readName(piece);
    if (!reading) continue;
    if ('junk' in reading) addJunk(piece, reading.junk);
    else if ('domain' in reading) addNamed(reading);
    else addLabel(reading.label);
  }
  return { domains: [...domains].slice(0, MOST_NAMES), junk, subdomains, cut, ...counts };
}

/** The pieces of a pasted or typed list between spaces, commas and line ends, without bullets and line numbers. */
export function* piecesOf(text: string): Generator<string> {
  for (const { 0: line } of text.matchAll(/[^\r\n\u2028\u2029]+/g)) {
    const unnumbered = line.replace(/^[\s\p{Cf}]*(?:[-*•–—]|\p{Nd}{1,5}[.)-])\s+/u, '');
    for (const { 0: piece } of unnumbered.matchAll(/[^\s,;|،؛\p{Cc}]+/gu)) yield piece;
  }
}

function shortPiece(piece: string): string {
  const characters = [...piece.slice(0, 2 * LONGEST_JUNK).toWellFormed()];
  return characters.length > LONGEST_JUNK ? `${characters.slice(0, LONGEST_JUNK).join('')}…` : characters.join('');
}
