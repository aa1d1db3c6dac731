import { certificateFor, readCommandLine, serve } from '../standalone.ts';

const line = readCommandLine({
  name: 'provider',
  what: 'A hosting provider on this machine: its HTTP API, with one account of six servers.',
  token: { pattern: /^[\x21-\x7e]+$/, what: "the account's API token, any visible ASCII characters" },
  flags: { data: { value: 'FILE', what: 'keeps the account in this SQLite file' } },
});
const [data, control, certificate] = [line.value('data'), line.value('control'), await certificateFor(line)];
// After the command line: a wrong one is told without loading a web server.
const { demoAccount, startProvider } = await import('./index.ts');
const starting = startProvider({
  port: line.port,
  accounts: [demoAccount(line.token)],
  ...(data !== undefined && { data }),
  ...(control !== undefined && { control }),
  ...(certificate !== undefined && { certificate }),
});
await serve(
  line,
  starting.then(({ baseUrl, close }) => ({ url: baseUrl, close })),
  certificate,
);
