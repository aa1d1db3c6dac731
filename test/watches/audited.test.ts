import { expect, test } from 'vitest';
import type { WatchingChat } from '../../src/store/jobs/watches.ts';
import { auditOfWatches } from '../../src/watches/audited.ts';

const chat = (all: boolean, outside?: boolean): WatchingChat => ({
  ...{ chatId: 1, topicId: 0, locale: 'en', power: { all, except: [] } },
  ...(outside === undefined ? {} : { outside }),
});
const NONE = undefined;

test.each<[string, WatchingChat | undefined, WatchingChat | undefined, string[]]>([
  ['off, where they are on by default', chat(true), chat(true, false), ['unwatched outside']],
  ['off a second time', chat(true, false), chat(true, false), []],
  ['on again', chat(true, false), chat(true, true), ['watched outside']],
  ['on, where they became too many', chat(true), chat(true, true), ['watched outside']],
  ['on with all servers', NONE, chat(true), ['watched servers']],
  ['off with all servers', chat(true), NONE, ['unwatched servers']],
  ['off before, when all ends', chat(true, false), NONE, ['unwatched servers']],
  ['on before, when all ends', chat(true, true), NONE, ['unwatched servers', 'unwatched outside']],
  ['on alone', NONE, chat(false, true), ['watched outside']],
  ['left off while servers are turned on', chat(false, false), chat(true, false), ['watched servers']],
])('the audit log tells that changes outside are turned %s', (_, before, after, told) => {
  const entries = auditOfWatches(before, after, (id) => id);
  expect(entries.map(({ event, action }) => `${event} ${action}`)).toEqual(told);
});
