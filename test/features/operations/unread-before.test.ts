import { expect, test } from 'vitest';
import { asked, enterConnected, TOKEN } from '../support.ts';

const SERVER = 'srv-10001';
const ACCEPTED = { kind: 'errorOn200', body: { message: 'ثبت شد' } } as const;
const LOST = { kind: 'cutBefore' } as const;

interface Row {
  command: 'on' | 'off' | 'reboot';
  /** The provider's answer, which changes nothing by itself. */
  answer: typeof ACCEPTED | typeof LOST;
  /** The status at the confirm; not read where it is left out. */
  before?: string;
  /** The statuses after the request, one after the other. */
  after: readonly string[];
  ends: RegExp;
}

const RESTARTED = /^✅ 10\.0\.0\.0 restarted/;
const IS_ON = /^✅ 10\.0\.0\.0 is on/;
const IS_OFF = /^✅ 10\.0\.0\.0 is off/;
const UNCLEAR = /^🟡 10\.0\.0\.0: restart accepted, but not confirmed/;
const UNKNOWN = /^⚠️ .*10\.0\.0\.0: result unknown/;

const ROWS: readonly Row[] = [
  { command: 'reboot', answer: ACCEPTED, after: ['rebooting', 'on'], ends: RESTARTED },
  { command: 'reboot', answer: ACCEPTED, after: ['Restarting', 'on'], ends: RESTARTED },
  { command: 'reboot', answer: ACCEPTED, after: ['off', 'on'], ends: RESTARTED },
  { command: 'reboot', answer: ACCEPTED, after: ['در حال راه‌اندازی', 'on'], ends: RESTARTED },
  { command: 'reboot', answer: ACCEPTED, after: ['on'], ends: UNCLEAR },
  { command: 'reboot', answer: ACCEPTED, before: 'starting', after: ['rebooting', 'on'], ends: RESTARTED },
  { command: 'reboot', answer: ACCEPTED, before: 'rebooting', after: ['restarting', 'on'], ends: UNCLEAR },
  { command: 'reboot', answer: LOST, after: ['rebooting', 'on'], ends: RESTARTED },
  { command: 'reboot', answer: LOST, after: ['starting', 'on'], ends: UNKNOWN },
  { command: 'on', answer: ACCEPTED, after: ['starting', 'on'], ends: IS_ON },
  { command: 'on', answer: ACCEPTED, after: ['on'], ends: IS_ON },
  { command: 'on', answer: LOST, after: ['off', 'on'], ends: IS_ON },
  { command: 'on', answer: LOST, after: ['on'], ends: UNKNOWN },
  { command: 'off', answer: ACCEPTED, after: ['stopping', 'off'], ends: IS_OFF },
  { command: 'off', answer: ACCEPTED, after: ['off'], ends: IS_OFF },
  { command: 'off', answer: LOST, after: ['stopping', 'off'], ends: IS_OFF },
  { command: 'off', answer: LOST, before: 'starting', after: ['on', 'off'], ends: IS_OFF },
  { command: 'off', answer: LOST, after: ['off'], ends: UNKNOWN },
];

test.concurrent.for(ROWS)(
  '/$command, $answer.kind, before it $before, then $after: $ends',
  async ({ command, answer, before, after, ends }) => {
    await using app = await enterConnected();
    const { english, provider } = app;
    const account = provider.account(TOKEN);
    const [first = 'on', ...later] = after;
    if (before === undefined) provider.fault({ operation: 'server.status', kind: 'errorOn200', times: 1 });
    else account.setStatus(SERVER, before);
    await english.say(`/${command} 10.0.0.0`);
    expect(english.screen()).toContain(before ?? 'can’t be read right now');
    account.setStatus(SERVER, first);
    provider.fault({ ...answer, operation: 'server.action', times: 1 });
    await english.press('Yes');
    for (const status of later) {
      await english.sees(/\nStatus: /);
      account.setStatus(SERVER, status);
    }
    if (ends === UNCLEAR || ends === UNKNOWN) {
      await english.sees(/Status: 🟢 on|Status: ⚫️ off/);
      app.later(91_000);
    }
    await english.sees(ends);
    expect(asked(app, 'server.action')).toHaveLength(1);
  },
);
