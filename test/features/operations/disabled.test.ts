import type { Message } from 'grammy/types';
import { expect, test } from 'vitest';
import { holdAnswers } from '../../support/hold-answers.ts';
import { bare } from '../../support/person.ts';
import { asked, enterBothConnected, enterConnected } from '../support.ts';

function buttonsOf(message: Message | undefined) {
  return (message?.reply_markup?.inline_keyboard ?? []).map((row) =>
    row.map((each) => `${bare(each.text)}${'disabled' in each ? ' (disabled)' : ''}`),
  );
}

test.concurrent.each([
  ['english', /^Yes, restart/, /⏳/, /10\.0\.0\.0 restarted/],
  ['persian', /^بله/, /⏳/, /راه‌اندازی مجدد شد/],
] as const)(
  'while a request runs, the buttons stand where they were and do nothing (%s)',
  async (who, yes, runs, over) => {
    await using app = await enterBothConnected();
    const answer = holdAnswers(app.provider, { operation: 'server.action' });
    const person = app[who];
    await person.say('/reboot 10.0.0.0');
    const confirm = person.messages().at(-1);
    const [[button] = []] = confirm?.reply_markup?.inline_keyboard ?? [];
    person.tap(yes);
    await person.sees(runs);
    const running = person.messages().at(-1);
    expect(running?.message_id).toBe(confirm?.message_id);
    expect(buttonsOf(running)).toEqual(buttonsOf(confirm).map((row) => row.map((label) => `${label} (disabled)`)));
    // An old client taps all the same.
    const data = button && 'callback_data' in button ? button.callback_data : '';
    const press = app.world.pressRaw(person.user.id, person.chat, confirm?.message_id ?? 0, data);
    await press.answered;
    answer();
    await person.sees(over);
    expect(buttonsOf(person.messages().at(-1)).flat().join()).not.toContain('disabled');
    expect(asked(app, 'server.action')).toHaveLength(1);
  },
);

test.concurrent('an older server shows no buttons while a request runs, and is asked once', async () => {
  await using app = await enterConnected({ telegram: { older: true } }, /Text buttons are unallowed/);
  const { english } = app;
  for (const server of ['10.0.0.0', '10.0.0.1']) {
    const answer = holdAnswers(app.provider, { operation: 'server.action', times: 1 });
    await english.say(`/reboot ${server}`);
    english.tap('Yes, restart');
    await english.sees(/⏳/);
    expect(english.messages().at(-1)?.reply_markup).toBeUndefined();
    answer();
    await english.sees(/restarted/);
  }
  const refused = app.world.calls.filter(({ error }) => /Text buttons/.test(error?.description ?? ''));
  expect(refused).toHaveLength(1);
});
