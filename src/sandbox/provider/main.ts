import { certificateFor, readCommandLine, serve } from '../standalone.ts';
import { FORMS } from './http/forms.ts';
import { GET_SOURCES } from './operations/operation.ts';

const line = readCommandLine({
  name: 'provider',
  what: 'A hosting provider on this machine: its HTTP API, with one account of six servers.',
  token: { pattern: /^[\x21-\x7e]+$/, what: "the account's API token, any visible ASCII characters" },
  flags: {
    data: { value: 'FILE', what: 'keeps the account in this SQLite file' },
    forms: { choices: FORMS, what: "the form of answers where the contract's tables and examples differ" },
    get: { choices: GET_SOURCES, what: 'where the parameters of a GET are read that the contract leaves open; both' },
    seed: { value: 'TEXT', what: 'the seed of mixed forms' },
  },
});
const forms = FORMS.find((form) => form === line.value('forms'));
const get = GET_SOURCES.find((source) => source === line.value('get'));
const [data, seed, control] = [line.value('data'), line.value('seed'), line.value('control')];
const certificate = await certificateFor(line);
// A wrong command line ends the process without loading a web server.
const { demoAccount, startProvider } = await import('./index.ts');
const starting = startProvider({
  port: line.port,
  accounts: [demoAccount(line.token)],
  ...(data !== undefined && { data }),
  ...(forms !== undefined && { forms }),
  ...(get !== undefined && { get }),
  ...(seed !== undefined && { seed }),
  ...(control !== undefined && { control }),
  ...(certificate !== undefined && { certificate }),
});
await serve(
  line,
  starting.then(({ baseUrl, close }) => ({ url: baseUrl, close })),
  certificate,
);
