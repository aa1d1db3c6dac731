import { certificateFor, readCommandLine, serve } from '../standalone.ts';

const line = readCommandLine({
  name: 'telegram',
  what: 'A Telegram on this machine: the Bot API for one bot, two people and a group.',
  token: {
    pattern: /^\d{1,15}:[\w-]+$/,
    what: "the bot's token: a number, a colon, and letters or digits, such as 12345:test",
  },
  flags: {
    page: { what: 'serves the page on which people chat with the bot' },
    group: { choices: ['basic', 'supergroup'], what: 'the kind of the group; a basic one can be upgraded' },
    'inline-feedback': { what: 'the bot hears which inline results people send (chosen_inline_result)' },
    strict: { what: 'refuses parameters that the Bot API does not know; Telegram ignores them' },
  },
});
const [control, certificate] = [line.value('control'), await certificateFor(line)];
// A wrong command line ends the process without loading a web server.
const { startTelegram } = await import('./index.ts');
const starting = startTelegram({
  port: line.port,
  token: line.token,
  page: line.has('page'),
  strict: line.has('strict'),
  inlineFeedback: line.has('inline-feedback'),
  group: line.value('group') === 'basic' ? 'group' : 'supergroup',
  ...(control !== undefined && { control }),
  ...(certificate !== undefined && { certificate }),
});
const page = (url: string) => `page: ${url}/${control === undefined ? '' : `?control=${encodeURIComponent(control)}`}`;
await serve(line, starting, certificate, (url) => (line.has('page') ? [page(url)] : []));
