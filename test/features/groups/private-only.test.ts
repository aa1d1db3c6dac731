import { expect, test } from 'vitest';
import { asked, connect, enter, TOKEN } from '../support.ts';

const COPIES = {
  snapshots: [{ name: 'old', readyAt: 0 }],
  backups: [{ volumeId: '2026-01-02T03:04:05Z', size: '1', readyAt: 0 }],
};
const ACCOUNT = { token: TOKEN, servers: [COPIES, {}, {}] };

test.for<[command: string, labels: (string | RegExp)[], kinds: string]>([
  ['/server 10.0.0.0', ['More', 'Reinstall', 'Docker'], 'ri r1 r2 pd sk sn'],
  ['/server 10.0.0.0', ['More', 'Password'], 'p1 p2'],
  ['/server 10.0.0.0', ['More', 'Snapshots', 'old'], 'n2'],
  ['/server 10.0.0.0', ['More', 'Backups', '2026'], 'b2'],
  ['/server 10.0.0.0', ['Upgrade', '+1'], 'rn ug ut uy ua'],
  ['/renew', ['10.0.0.1', '10.0.0.2', 'Renew the 2'], 'xl xc xr xf'],
  ['/renew 10.0.0.1', [], 'rf'],
] as const)(
  'secrets and money stay in the private chat: %s %j (%s) do nothing in a group',
  async ([command, labels, kinds]) => {
    await using app = await enter({ accounts: [ACCOUNT] });
    const { english, world, provider } = app;
    await connect(english);
    const seen = new Set<string>();
    const collect = () => {
      const keys = english.messages().at(-1)?.reply_markup?.inline_keyboard.flat() ?? [];
      for (const key of keys) if ('callback_data' in key) seen.add(key.callback_data);
    };
    await english.say(command);
    collect();
    for (const label of labels) {
      await english.press(label);
      collect();
    }
    const group = english.in(world.group.id);
    await group.say('/server 10.0.0.0');
    const before = group.screens();
    provider.forget();
    for (const kind of kinds.split(' ')) {
      // A snapshot or backup may be deleted from a group.
      const data =
        [...seen].find((each) => each.startsWith(`${kind}|`) && !each.endsWith('|delete')) ?? expect.fail(kind);
      const press = world.pressRaw(english.user.id, group.chat, group.messages().at(-1)?.message_id ?? 0, data);
      await app.settled();
      const { text = '', show_alert } = await press.answered;
      expect([text, show_alert], data).toEqual([
        expect.stringContaining('the private chat with the bot is needed'),
        true,
      ]);
    }
    expect(group.screens()).toEqual(before);
    expect(asked(app)).toEqual([]);
  },
);
