import { describe, expect, test } from 'vitest';
import { asked, connect, enter, enterBothConnected, TOKEN } from '../support.ts';

const URL = 'https://panel.example.com/reseller';
const WITHOUT = { accounts: [{ token: TOKEN, servers: 1, reseller: false }] };

const ROWS = [
  {
    who: 'english',
    sentence:
      '🌐 Domains need the reseller service, which this account doesn’t have: buy it in the provider’s panel, then try again.',
    get: '[🤝 Get the reseller service]',
    left: /Check the/,
    years: /^1$/,
    yes: 'Register for',
  },
  {
    who: 'persian',
    sentence:
      '🌐 برای کار با دامنه‌ها سرویس نمایندگی لازم است و این حساب سرویس نمایندگی ندارد. سرویس را از پنل کاربری بخرید و دوباره تلاش کنید.',
    get: '[🤝 خرید سرویس نمایندگی]',
    left: /بررسی (باقی|دوبار|۱)/,
    years: /^۱$/,
    yes: 'ثبت به مبلغ',
  },
] as const;

describe.each(ROWS)('without the reseller service ($who)', ({ who, sentence, get, left, years, yes }) => {
  test.concurrent('a check says so once, and where to get it; it offers nothing that leads back to it', async () => {
    await using app = await enter({ ...WITHOUT, env: { RESELLER_URL: URL } });
    const { [who]: person } = app;
    await connect(person);
    const list = Array.from({ length: 1_001 }, (_, at) => `name${at}.com`).join('\n');
    await person.upload('names.txt', 'text/plain', new TextEncoder().encode(list));
    await person.sees(/🌐/);
    expect(person.screen()).toBe(`${sentence}\n${get}`);
    const button = person.messages().at(-1)?.reply_markup?.inline_keyboard[0]?.[0];
    expect(button).toMatchObject({ url: URL });
    expect(person.screens().filter((screen) => screen.includes(sentence))).toHaveLength(1);
  });

  test.concurrent('where the operator told no page, the sentence says what to do', async () => {
    await using app = await enter(WITHOUT);
    const { [who]: person } = app;
    await connect(person);
    await person.say('/check one.com two.com');
    await person.sees(/🌐/);
    expect(person.screen().trim()).toBe(sentence);
  });

  test.concurrent('results found before the check ended stay, without buttons for the rest', async () => {
    await using app = await enterBothConnected({ env: { RESELLER_URL: URL, CHECK_PARALLEL: '1' } });
    const { provider, [who]: person } = app;
    provider.fault({ operation: 'domain.availability', kind: 'delay', ms: 1, times: 1 });
    const body = { error: 'reseller_service_required', message: 'x' };
    provider.fault({ operation: 'domain.availability', kind: 'status', status: 403, body });
    await person.say('/check one.com two.com three.com');
    await person.sees(/🌐/);
    const [words = '', ...rest] = person.screen().split('\n');
    expect(words).toBe(sentence);
    expect(rest.join('\n')).toMatch(/✅[^\n]*(1|۱)\n▫️[^\n]*(2|۲)[\s\S]*🛒 one\.com\]/);
    expect(person.screen()).toContain(get);
    expect(person.screen()).not.toMatch(left);
  });

  test.concurrent('prices, a registration and the button above an inline query lead there too', async () => {
    await using app = await enter({ ...WITHOUT, env: { RESELLER_URL: URL } });
    const { provider, world, [who]: person } = app;
    await connect(person);
    for (const command of ['/price', '/price com', '/register free.com', '/domain free.com', '/start reseller']) {
      await person.say(command);
      expect(person.screen()).toContain(sentence);
      expect(person.screen()).toContain(get);
    }
    await world.inline(person.user.id, 'brand.com').answered;
    const answer = world.calls.findLast(({ method }) => method === 'answerInlineQuery');
    expect(answer?.params).toMatchObject({ button: { start_parameter: 'reseller' } });

    provider.account(TOKEN).reseller = true;
    await person.say('/register free.com');
    await person.press(years);
    provider.account(TOKEN).reseller = false;
    await person.say('ns1.example.com ns2.example.com');
    expect(person.screen()).toContain(sentence);
    expect(person.screen()).toContain(get);
    provider.account(TOKEN).reseller = true;
    await person.press('🔄');
    provider.account(TOKEN).reseller = false;
    await person.press(yes);
    await person.sees(/🌐/);
    expect(person.screen()).toContain(get);
    expect(asked(app, 'domain.register')).toEqual([]);
  });
});
