import { isIP } from 'node:net';
import { LOCALES, type Texts } from '../../telegram/i18n/index.ts';
import { COMMANDS } from '../../telegram/ui/commands-menu.ts';
import { visible } from '../../telegram/ui/format.ts';
import { normalise } from '../common/input/typed-input.ts';
import type { Fit } from '../common/servers/find-server.ts';

/**
 * The commands that plain words ask for, with what may stand beside the verb: a server's name, domains, or nothing. Their verbs stand in the texts
 * of each language (`words-…`).
 */
const SPOKEN = {
  server: 'name',
  reboot: 'name',
  on: 'name',
  off: 'name',
  console: 'name',
  rescue: 'name',
  snapshot: 'name',
  graph: 'name',
  renew: 'name',
  upgrade: 'name',
  protect: 'name',
  status: 'alone',
  watch: 'alone',
  alerts: 'alone',
  quiet: 'alone',
  team: 'alone',
  members: 'alone',
  oncall: 'alone',
  audit: 'alone',
  start: 'alone',
  help: 'alone',
  servers: 'alone',
  buy: 'alone',
  orders: 'alone',
  check: 'domains',
  price: 'domains',
  register: 'domains',
  domain: 'domains',
  accounts: 'alone',
  connect: 'alone',
  group: 'alone',
  language: 'alone',
  cancel: 'alone',
} as const;
export type Spoken = keyof typeof SPOKEN;
const ALL_SPOKEN = Object.keys(SPOKEN) as Spoken[];

/** A longer text is no request in plain words. */
const LONGEST_TEXT = 120;
const MOST_WORDS = 12;
/** A verb may be typed in so many pieces: «ری استارت», "take a snap shot". */
const MOST_PIECES = 5;
/** The signs that may stand around a word: of sentences, quotes and brackets. */
const AROUND = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu;
const POSSESSIVE = /['’]s$/i;
/** No name, IP or id that a person types is longer. */
const LONGEST_NAME = 64;
/** A shorter beginning of a name, without a verb, is said by the way: "ok", "hi". */
const SHORTEST_BEGINNING = 3;
/** A verb beside more words that name no server is talk. */
const MOST_UNKNOWN = 2;
const MOST_SUGGESTED = 3;

/** The verbs and filler words of all languages together: people mix them ("web1 رو restart کن"). */
export interface Vocabulary {
  /** Each verb without spaces, and the commands it asks for. */
  verbs: ReadonlyMap<string, readonly Spoken[]>;
  fillers: ReadonlySet<string>;
}

/** One way to understand a text as a verb and a name. */
interface Reading {
  command: Spoken;
  /** The words that may be the name, longest first: with more and more filler words around it left out. */
  names: readonly string[];
  /** Whether the text is the verb alone, filler words aside. */
  alone: boolean;
}

/** The words of all languages with texts. */
export function vocabularyOf(texts: Texts): Vocabulary {
  const verbs = new Map<string, Spoken[]>();
  const fillers = new Set<string>();
  for (const t of LOCALES.map((locale) => texts.in(locale))) {
    for (const command of ALL_SPOKEN) for (const word of listed(t.plain(`words-${command}`))) add(word, command);
    for (const word of listed(t.plain('words-filler'))) fillers.add(word);
  }
  return { verbs, fillers };

  function add(word: string, command: Spoken): void {
    const known = verbs.get(word) ?? [];
    if (!known.includes(command)) verbs.set(word, [...known, command]);
  }
}

function listed(text: string): string[] {
  return text
    .split(/[,،]/)
    .map(keyOf)
    .filter((word) => word !== '');
}

/** A word as it is compared: without spaces, half-spaces and the signs around it. */
function keyOf(word: string): string {
  return normalise(word).replaceAll('\u0622', '\u0627').replace(/\s/g, '').replace(AROUND, '');
}

interface Word {
  written: string;
  key: string;
}

function wordsOf(text: string): Word[] | undefined {
  if (text.length > LONGEST_TEXT || /[\r\n]/.test(text.trim())) return undefined;
  const words = visible(text)
    .trim()
    .split(/\s+/)
    .map((written) => ({ written, key: keyOf(written) }));
  return words.length <= MOST_WORDS && words.some(({ key }) => key !== '') ? words : undefined;
}

/**
 * Every way to understand a whole text as a verb and a name in either order. Only filler words may stand beside them: in any other text
 * the verb is an accident.
 */
function readingsOf(text: string, { verbs, fillers }: Vocabulary): Reading[] {
  const words = wordsOf(text);
  if (!words) return [];
  const readings = splits(words, fillers).flatMap(({ verb, rest }) => {
    const { alone, names } = namesIn(rest, fillers);
    const commands = verbs.get(verb.map(({ key }) => key).join('')) ?? [];
    return commands
      .filter((command) => alone || SPOKEN[command] !== 'alone')
      .map((command) => ({ command, alone, names: SPOKEN[command] === 'alone' ? [] : names }));
  });
  const known = new Map(readings.map((reading) => [JSON.stringify(reading), reading]));
  return [...known.values()];
}

/** Whether a text may ask for anything: whether there is need to know the names of servers. */
export function mayAsk(text: string, vocabulary: Vocabulary, hasDomain: boolean): boolean {
  return mayCommand(text, vocabulary) || (!hasDomain && bareNamesOf(text, vocabulary).length > 0);
}

/** Whether {@link commandsIn} may find anything. */
export function mayCommand(text: string, vocabulary: Vocabulary): boolean {
  return readingsOf(text, vocabulary).length > 0;
}

/** The commands that a text asks for by a verb: alone, beside a server's whole name, or beside domains. A greeting asks for none. */
export function commandsIn(text: string, vocabulary: Vocabulary, fits: (name: string) => Fit): PlainRequest[] {
  const readings = readingsOf(text, vocabulary).filter(({ command }) => command !== 'start');
  const alone = aloneIn(readings);
  const beside = [...named(readings, (name) => fits(name) === 'whole'), ...withDomains(readings)];
  return onePerCommand([...beside, ...alone]);
}

/** A command with the name behind it, which may be empty. */
export interface PlainRequest {
  command: string;
  name: string;
}

/**
 * The requests in a text: none, a command, or several where each may be meant.
 * @param hasDomain whether it names a domain: then only a verb beside a server's whole name counts
 */
export function requestsIn(
  text: string,
  vocabulary: Vocabulary,
  fits: (name: string) => Fit,
  hasDomain: boolean,
): PlainRequest[] {
  const readings = readingsOf(text, vocabulary);
  const bare = hasDomain ? [] : bareNamesOf(text, vocabulary);
  const whole = (name: string) => fits(name) === 'whole';
  const alone = aloneIn(readings);
  const steps = [
    // A server's own name counts before the verb that it may be.
    () => bare.slice(0, 1).filter(whole).map(toCard),
    () => named(readings, whole),
    () => withDomains(readings),
    () => alone,
    () => (hasDomain ? [] : named(readings, (name) => fits(name) !== undefined)),
    () =>
      bare
        .filter((name) => whole(name) || (name.length >= SHORTEST_BEGINNING && fits(name) === 'beginning'))
        .map(toCard),
    () => (hasDomain ? [] : unknown(readings).filter((request) => !isTalkOf(request, fits))),
    // An IP is nothing else, also one that no server has.
    () => bare.filter((name) => isIP(normalise(name)) !== 0).map(toCard),
  ];
  for (const step of steps) {
    const found = step();
    if (found.length > 0) return onePerCommand(found);
  }
  return [];
}

/** The commands of a verb without a name: "status" alone asks for the states of all servers, before a name it asks for a card. */
function aloneIn(readings: readonly Reading[]): PlainRequest[] {
  const alone = readings.filter((reading) => reading.alone);
  const ofAll = alone.filter(({ command }) => SPOKEN[command] === 'alone');
  return (ofAll.length > 0 ? ofAll : alone).map(({ command }) => ({ command, name: '' }));
}

function toCard(name: string): PlainRequest {
  return { command: 'server', name };
}

function named(readings: readonly Reading[], fits: (name: string) => boolean): PlainRequest[] {
  return readings.filter(ofServer).flatMap(({ command, names }) => firstOf(command, names, fits));
}

function ofServer({ command }: Reading): boolean {
  return SPOKEN[command] === 'name';
}

/** A verb of domains beside nothing but what it takes. */
function withDomains(readings: readonly Reading[]): PlainRequest[] {
  return readings.flatMap(({ command, names, alone }) =>
    SPOKEN[command] === 'domains' && !alone ? firstOf(command, names, (name) => isForDomains(command, name)) : [],
  );
}

/** No IP, address of a page or of mail. */
const DOMAIN = /^(?![\d.]+$)[^\s@/:]+\.[^\s@/:.]{2,}$/u;
const SUFFIX_AND_YEARS = /^\.?[a-z]{2,}(?:\.[a-z]{2,})?(?: \d{1,2})?$|^\.\S{2,}(?: \d{1,2})?$/i;

/** Whether the words are what the command takes. */
function isForDomains(command: Spoken, name: string): boolean {
  if (command === 'price') return SUFFIX_AND_YEARS.test(normalise(name));
  const words = name.split(/[\s,،;]+/).filter((word) => word !== '');
  return words.length > 0 && (command === 'check' || words.length === 1) && words.every((word) => DOMAIN.test(word));
}

function firstOf(command: Spoken, names: readonly string[], fits: (name: string) => boolean): PlainRequest[] {
  return names
    .filter(fits)
    .slice(0, 1)
    .map((name) => ({ command, name }));
}

/** The verb with the fewest words that name no server: the command says that there is none of that name. */
function unknown(readings: readonly Reading[]): PlainRequest[] {
  const found = readings
    .filter(ofServer)
    .flatMap(({ command, names }) => names.slice(-1).map((name) => ({ command, name })));
  const short = found.filter(({ name }) => name.split(/\s+/).length <= MOST_UNKNOWN);
  return short.sort((one, other) => one.name.length - other.name.length).slice(0, 1);
}

/** Whether the words name a server, but are no name with arguments behind it ("is web1", «web1 چطوره»). */
function isTalkOf({ command, name }: PlainRequest, fits: (name: string) => Fit): boolean {
  const mentioned = mentionedIn(name, fits);
  return mentioned.length > 0 && (command === 'server' || !mentioned.some((each) => name.startsWith(each)));
}

/** The first request of each command: the ones before leave out the fewest words. */
function onePerCommand(requests: readonly PlainRequest[]): PlainRequest[] {
  return requests.filter(({ command }, index) => requests.findIndex((each) => each.command === command) === index);
}

/**
 * The commands nearest to an unknown one: those that its words ask for (`/restart`, `/start_server`), else those that are spelled most
 * alike.
 * @param rest what follows it
 */
export function nearestTo(typed: string, rest: string, vocabulary: Vocabulary): PlainRequest[] {
  const readings = readingsOf(typed.replaceAll('_', ' '), vocabulary);
  const alone = readings.filter((reading) => reading.alone).map(({ command }) => ({ command, name: rest }));
  if (alone.length > 0) return onePerCommand(alone);
  const [first] = unknown(readings);
  if (first) return [{ command: first.command, name: `${first.name} ${rest}`.trim() }];
  return alike(typed.toLowerCase(), vocabulary).map((command) => ({ command, name: rest }));
}

function alike(typed: string, { verbs }: Vocabulary): string[] {
  const known: (readonly [string, readonly string[]])[] = [
    ...COMMANDS.map((name) => [name, [name]] as const),
    ...verbs,
  ];
  const most = typed.length < 4 ? 1 : 2;
  const near = known
    .filter(([word]) => Math.abs(word.length - typed.length) <= most || isBeginning(typed, word))
    .map(([word, commands]) => ({ commands, far: isBeginning(typed, word) ? 1 : distance(typed, word) }))
    .filter(({ far }) => far <= most && far < typed.length - 1);
  const least = Math.min(...near.map(({ far }) => far));
  const nearest = near.filter(({ far }) => far === least).flatMap(({ commands }) => commands);
  return [...new Set<string>(nearest)].slice(0, MOST_SUGGESTED);
}

function isBeginning(typed: string, word: string): boolean {
  return typed.length >= 3 && word.startsWith(typed);
}

/** How many letters are missing, added, replaced or swapped with the next one. */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= other.length; j++) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1;
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? at(i - 2, j - 2) + 1 : at(-1, 0);
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change, swapped));
    }
  }
  return at(one.length, other.length);
}

/** No name that people give has more words, as far as a text is searched for one. */
const MOST_MENTIONED_WORDS = 3;

/** The whole names of servers that stand anywhere in a text, each once. */
export function mentionedIn(text: string, fits: (name: string) => Fit): string[] {
  const words = wordsOf(text) ?? [];
  const found = new Set<string>();
  for (let from = 0; from < words.length; from++)
    for (let count = 1; count <= MOST_MENTIONED_WORDS && from + count <= words.length; count++) {
      const written = words.slice(from, from + count).map((word) => word.written);
      const name = written.join(' ').replace(AROUND, '').replace(POSSESSIVE, '');
      if (name !== '' && fits(name) === 'whole') found.add(name);
    }
  return [...found];
}

/** The names that a text without a verb may mean, longest first. */
function bareNamesOf(text: string, { fillers }: Vocabulary): string[] {
  const words = wordsOf(text);
  return words ? namesIn(words, fillers).names : [];
}

/** Every first and last few words of a text as its verb, with the rest. Filler words may stand outside of the verb. */
function splits(words: readonly Word[], fillers: ReadonlySet<string>): { verb: Word[]; rest: Word[] }[] {
  const { leading, trailing } = fillersAround(words, fillers);
  const count = words.length;
  const found: { verb: Word[]; rest: Word[] }[] = [];
  for (let length = 1; length <= Math.min(MOST_PIECES, count); length++) {
    for (let from = 0; from <= leading && from + length <= count; from++)
      found.push({ verb: words.slice(from, from + length), rest: words.slice(from + length) });
    for (let to = count; to >= count - trailing && to - length > 0; to--)
      found.push({ verb: words.slice(to - length, to), rest: words.slice(0, to - length) });
  }
  return found;
}

function fillersAround(words: readonly Word[], fillers: ReadonlySet<string>): { leading: number; trailing: number } {
  const isNone = ({ key }: Word) => key !== '' && !fillers.has(key);
  const first = words.findIndex(isNone);
  const leading = first < 0 ? words.length : first;
  return { leading, trailing: words.length - 1 - words.findLastIndex(isNone) };
}

/** The names that the words may mean, and whether all of them are filler words. */
function namesIn(words: readonly Word[], fillers: ReadonlySet<string>): { alone: boolean; names: string[] } {
  const { leading, trailing } = fillersAround(words, fillers);
  const alone = leading === words.length;
  const names: string[] = [];
  for (let from = 0; from <= (alone ? 0 : leading); from++)
    for (let to = words.length; to >= words.length - (alone ? 0 : trailing); to--)
      names.push(
        words
          .slice(from, to)
          .map(({ written }) => written)
          .join(' '),
      );
  const bare = names.map((name) => name.replace(AROUND, '').replace(POSSESSIVE, ''));
  const all = [...new Set([...names, ...bare])].filter((name) => name !== '' && name.length <= LONGEST_NAME);
  return { alone, names: all.sort((one, other) => other.length - one.length) };
}
