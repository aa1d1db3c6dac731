import { expect, test } from 'vitest';
import { holdAnswers } from '../../support/hold-answers.ts';
import { asked, enterBothConnected } from '../support.ts';

test.concurrent.each([
  ['english', '/reboot 10.0.0.0', 'Yes, restart', /⏳ Sending/, /10\.0\.0\.0 restarted/, 'server.action'],
  ['persian', '/reboot 10.0.0.0', 'بله', /⏳ در حال ارسال/, /ری‌استارت شد/, 'server.action'],
  ['english', '/renew 10.0.0.0', 'Renew for', /⏳ .*sending/, /✅/, 'cloud.renew'],
] as const)(
  'the confirm has no buttons while its request is on its way, and says so (%s, %s)',
  async (who, command, yes, runs, over, operation) => {
    await using app = await enterBothConnected();
    const answer = holdAnswers(app.provider, { operation });
    const person = app[who];
    await person.say(command);
    if (operation === 'cloud.renew') await person.press('90 days');
    const confirm = person.messages().at(-1);
    const [[button] = []] = confirm?.reply_markup?.inline_keyboard ?? [];
    person.tap(yes);
    await person.sees(runs);
    const running = person.messages().at(-1);
    expect(running?.message_id).toBe(confirm?.message_id);
    expect(running?.reply_markup).toBeUndefined();
    // A client that still shows them taps all the same.
    const data = button && 'callback_data' in button ? button.callback_data : '';
    const press = app.world.pressRaw(person.user.id, person.chat, confirm?.message_id ?? 0, data);
    await press.answered;
    answer();
    await person.sees(over);
    expect(asked(app).filter((each) => each.startsWith(`${operation} `))).toHaveLength(1);
  },
);
