import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Certificate, createCertificate } from './certificate.ts';

const MAX_PORT = 65_535;

interface Flag {
  /** The name of the value; a switch has none. */
  value?: string;
  /** All possible values, in place of the name. */
  choices?: readonly string[];
  what: string;
}

export interface Program {
  name: string;
  what: string;
  token: { pattern: RegExp; what: string };
  flags: Record<string, Flag>;
}

export interface CommandLine {
  port: number;
  token: string;
  value(name: string): string | undefined;
  has(name: string): boolean;
}

/** A wrong argument ends the process with the usage line, `--help` with the whole help. */
export function readCommandLine(program: Program): CommandLine {
  const flags = flagsOf(program);
  const usage = usageOf(program.name, flags);
  const given = parsed(flags, usage);
  if (given.help === true) {
    console.log(helpOf(program, flags));
    process.exit(0);
  }
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : undefined);
  const { port = '0', token = '' } = { port: text('port'), token: text('token') };
  if (text('token') === undefined) return stop(`--token is missing.\n${usage}`);
  const wrong = Object.entries(flags).find(([name, flag]) => !isRight(name, flag, text(name), program));
  if (wrong) return stop(`--${wrong[0]} can't be "${text(wrong[0])}": ${ruleOf(wrong)}.\n${usage}`);
  return { port: Number(port), token, value: text, has: (name) => given[name] === true };
}

function isRight(name: string, { choices }: Flag, value: string | undefined, { token }: Program): boolean {
  if (value === undefined) return true;
  if (name === 'token') return token.pattern.test(value);
  if (name === 'port') return /^\d{1,5}$/.test(value) && Number(value) <= MAX_PORT;
  return choices?.includes(value) ?? true;
}

function ruleOf([name, { choices, what }]: [string, Flag]): string {
  if (name === 'port') return `a number from 0 to ${MAX_PORT}`;
  return choices ? `one of ${choices.join(', ')}` : what;
}

/** Clients trust the certificate by its file. */
export interface CertificateFile extends Certificate {
  file: string;
}

export async function certificateFor(line: CommandLine): Promise<CertificateFile | undefined> {
  if (!line.has('https')) return undefined;
  const certificate = await createCertificate();
  const file = join(await mkdtemp(join(tmpdir(), 'sandbox-')), 'certificate.pem');
  await writeFile(file, certificate.cert);
  return { ...certificate, file };
}

interface Running {
  url: string;
  close(): Promise<void>;
}

/** Prints the address of a sandbox and closes it on SIGINT and SIGTERM. */
export async function serve(
  { port }: CommandLine,
  starting: Promise<Running>,
  certificate: CertificateFile | undefined,
  more: (url: string) => string[] = () => [],
): Promise<void> {
  const { url, close } = await starting.catch((error: unknown) => {
    if (codeOf(error) === 'EADDRINUSE')
      return stop(`Port ${port} is taken; choose another one, or 0 for any that is free.`);
    throw error;
  });
  console.log([url, ...more(url), ...(certificate ? [`certificate: ${certificate.file}`] : [])].join('\n'));
  const end = async () => {
    await close();
    if (certificate) await rm(dirname(certificate.file), { recursive: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end());
}

function flagsOf({ token, flags }: Program): Record<string, Flag> {
  return {
    port: { value: 'N', what: 'the port on 127.0.0.1; 0, or no such flag, for any that is free' },
    token: { value: 'T', what: token.what },
    ...flags,
    control: {
      value: 'KEY',
      what: 'adds the control routes for requests with this key in the header x-sandbox-control',
    },
    https: { what: 'serves HTTPS with a certificate of its own, and prints the file to trust' },
    help: { what: 'prints this' },
  };
}

function usageOf(name: string, flags: Record<string, Flag>): string {
  const words = Object.keys(flags).map((flag) => {
    const word = typed(flag, flags);
    return flag === 'token' ? word : `[${word}]`;
  });
  return `npm run ${name} -- ${words.join(' ')}`;
}

function typed(flag: string, flags: Record<string, Flag>): string {
  const { value, choices } = flags[flag] ?? {};
  const word = choices?.join('|') ?? value;
  return word === undefined ? `--${flag}` : `--${flag} ${word}`;
}

function helpOf({ name, what }: Program, flags: Record<string, Flag>): string {
  const width = Math.max(...Object.keys(flags).map((flag) => typed(flag, flags).length));
  const rows = Object.entries(flags).map(([flag, { what }]) => `  ${typed(flag, flags).padEnd(width)}  ${what}`);
  const end = 'It prints its address in the first line. Ctrl+C ends it. More, with examples: src/sandbox/README.md';
  return [usageOf(name, flags), '', what, '', ...rows, '', end].join('\n');
}

function parsed(flags: Record<string, Flag>, usage: string): Record<string, unknown> {
  const kinds = Object.entries(flags).map(([name, { value, choices }]) => {
    const type = value === undefined && !choices ? ('boolean' as const) : ('string' as const);
    return [name, { type }] as const;
  });
  try {
    return parseArgs({ options: Object.fromEntries(kinds) }).values;
  } catch (error) {
    if (error instanceof Error && codeOf(error).startsWith('ERR_PARSE_ARGS')) return stop(`${error.message}\n${usage}`);
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function stop(text: string): never {
  console.error(text);
  process.exit(2);
}
