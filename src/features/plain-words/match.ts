import { isIP } from 'node:net';
import { LOCALES, type Texts } from '../../telegram/i18n/index.ts';
import { COMMANDS } from '../../telegram/ui/commands-menu.ts';
import { visible } from '../../telegram/ui/format.ts';
import { normalise } from '../common/input/typed-input.ts';
import type { Fit } from '../common/servers/find-server.ts';

/** The commands that plain words ask for, and what may stand beside the verb. The texts `words-…` have the verbs. */
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

const MAX_TEXT_LENGTH = 120;
const MAX_WORDS = 12;
/** A verb in up to this many pieces: «ری استارت», "take a snap shot". */
const MAX_VERB_PIECES = 5;
/** The marks of sentences, quotes and brackets. */
const AROUND = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu;
const POSSESSIVE = /['’]s$/i;
const MAX_NAME_LENGTH = 64;
/** A shorter beginning of a name, without a verb, is talk: "ok", "hi". */
const MIN_BEGINNING_LENGTH = 3;
/** A verb beside more words that name no server is talk. */
const MAX_UNKNOWN_WORDS = 2;
const MAX_SUGGESTIONS = 3;

/** Has the words of all languages, because people mix them ("web1 رو restart کن"). */
export interface Vocabulary {
  /** Each verb without spaces, and the commands it asks for. */
  verbs: ReadonlyMap<string, readonly Spoken[]>;
  fillers: ReadonlySet<string>;
}

interface Reading {
  command: Spoken;
  /** The longest first; each next one leaves out more filler words. */
  names: readonly string[];
  /** Nothing but the verb and filler words. */
  alone: boolean;
}

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

/** Drops spaces, half-spaces and the signs around the word. */
function keyOf(word: string): string {
  return normalise(word).replaceAll('\u0622', '\u0627').replace(/\s/g, '').replace(AROUND, '');
}

interface Word {
  written: string;
  key: string;
}

function wordsOf(text: string): Word[] | undefined {
  if (text.length > MAX_TEXT_LENGTH || /[\r\n]/.test(text.trim())) return undefined;
  const words = visible(text)
    .trim()
    .split(/\s+/)
    .map((written) => ({ written, key: keyOf(written) }));
  return words.length <= MAX_WORDS && words.some(({ key }) => key !== '') ? words : undefined;
}

/** Every way to read a text as a verb and a name in either order, with only filler words beside them. */
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

/** Whether the servers' names are needed at all. */
export function mayAsk(text: string, vocabulary: Vocabulary, hasDomain: boolean): boolean {
  return mayCommand(text, vocabulary) || (!hasDomain && bareNamesOf(text, vocabulary).length > 0);
}

export function mayCommand(text: string, vocabulary: Vocabulary): boolean {
  return readingsOf(text, vocabulary).length > 0;
}

/** The commands of a verb alone, beside a server's whole name, or beside domains. A greeting is none. */
export function commandsIn(text: string, vocabulary: Vocabulary, fits: (name: string) => Fit): PlainRequest[] {
  const readings = readingsOf(text, vocabulary).filter(({ command }) => command !== 'start');
  const alone = aloneIn(readings);
  const beside = [...named(readings, (name) => fits(name) === 'whole'), ...withDomains(readings)];
  return onePerCommand([...beside, ...alone]);
}

export interface PlainRequest {
  command: string;
  name: string;
}

/** Several requests if each may be meant. @param hasDomain then only a verb beside a server's whole name counts */
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
        .filter((name) => whole(name) || (name.length >= MIN_BEGINNING_LENGTH && fits(name) === 'beginning'))
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

/** "status" alone asks for the states of all servers, before a name it asks for a card. */
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

function withDomains(readings: readonly Reading[]): PlainRequest[] {
  return readings.flatMap(({ command, names, alone }) =>
    SPOKEN[command] === 'domains' && !alone ? firstOf(command, names, (name) => isForDomains(command, name)) : [],
  );
}

/** No IP, no address of a page or of mail. */
const DOMAIN = /^(?![\d.]+$)[^\s@/:]+\.[^\s@/:.]{2,}$/u;
const SUFFIX_AND_YEARS = /^\.?[a-z]{2,}(?:\.[a-z]{2,})?(?: \d{1,2})?$|^\.\S{2,}(?: \d{1,2})?$/i;

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

/** The verb with the fewest words that name no server: the command then says that there is no such server. */
function unknown(readings: readonly Reading[]): PlainRequest[] {
  const found = readings
    .filter(ofServer)
    .flatMap(({ command, names }) => names.slice(-1).map((name) => ({ command, name })));
  const short = found.filter(({ name }) => name.split(/\s+/).length <= MAX_UNKNOWN_WORDS);
  return short.sort((one, other) => one.name.length - other.name.length).slice(0, 1);
}

/** Whether the words name a server inside talk ("is web1", «web1 چطوره»). */
function isTalkOf({ command, name }: PlainRequest, fits: (name: string) => Fit): boolean {
  const mentioned = mentionedIn(name, fits);
  return mentioned.length > 0 && (command === 'server' || !mentioned.some((each) => name.startsWith(each)));
}

/** The earlier requests leave out fewer words. */
function onePerCommand(requests: readonly PlainRequest[]): PlainRequest[] {
  return requests.filter(({ command }, index) => requests.findIndex((each) => each.command === command) === index);
}

/** The commands of its words (`/start_server`), else those spelled most alike. @param rest the arguments */
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
  return [...new Set<string>(nearest)].slice(0, MAX_SUGGESTIONS);
}

function isBeginning(typed: string, word: string): boolean {
  return typed.length >= 3 && word.startsWith(typed);
}

/** Counts letters that are missing, added, replaced or swapped with the next one. */
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

const MAX_WORDS_PER_NAME = 3;

export function mentionedIn(text: string, fits: (name: string) => Fit): string[] {
  const words = wordsOf(text) ?? [];
  const found = new Set<string>();
  for (let from = 0; from < words.length; from++)
    for (let count = 1; count <= MAX_WORDS_PER_NAME && from + count <= words.length; count++) {
      const written = words.slice(from, from + count).map((word) => word.written);
      const name = written.join(' ').replace(AROUND, '').replace(POSSESSIVE, '');
      if (name !== '' && fits(name) === 'whole') found.add(name);
    }
  return [...found];
}

function bareNamesOf(text: string, { fillers }: Vocabulary): string[] {
  const words = wordsOf(text);
  return words ? namesIn(words, fillers).names : [];
}

/** Every first and last few words of a text as its verb, with the rest. Filler words may stand outside the verb. */
function splits(words: readonly Word[], fillers: ReadonlySet<string>): { verb: Word[]; rest: Word[] }[] {
  const { leading, trailing } = fillersAround(words, fillers);
  const count = words.length;
  const found: { verb: Word[]; rest: Word[] }[] = [];
  for (let length = 1; length <= Math.min(MAX_VERB_PIECES, count); length++) {
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
  const all = [...new Set([...names, ...bare])].filter((name) => name !== '' && name.length <= MAX_NAME_LENGTH);
  return { alone, names: all.sort((one, other) => other.length - one.length) };
}
