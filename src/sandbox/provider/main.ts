import { parseArgs } from 'node:util';

const USAGE = 'npm run provider -- --port N --token T [--data FILE] [--control KEY]';

const { port, token, data, control } = commandLine();
// After the command line: a wrong one is told without loading a web server.
const { demoAccount, startProvider } = await import('./index.ts');
const provider = await startProvider({
  port,
  accounts: [demoAccount(token)],
  ...(data !== undefined && { data }),
  ...(control !== undefined && { control }),
}).catch((error: unknown) => {
  if (codeOf(error) === 'EADDRINUSE')
    return stop(`Port ${port} is taken; choose another one, or 0 for any that is free.`);
  throw error;
});
console.log(provider.baseUrl);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void provider.close());

/** The arguments. A wrong one ends the process with the usage line. */
function commandLine() {
  const { port = '0', token = '', data, control } = flags();
  const valid = /^\d{1,5}$/.test(port) && Number(port) <= 65_535 && /^[\x21-\x7e]+$/.test(token);
  return valid ? { port: Number(port), token, data, control } : stop(USAGE);
}

function flags() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ options: { port: text, token: text, data: text, control: text } }).values;
  } catch (error) {
    if (codeOf(error).startsWith('ERR_PARSE_ARGS')) return stop(USAGE);
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
