import { describe, expect, test } from 'vitest';
import { asked, enterBothConnected, TOKEN } from '../support.ts';

const SERVERS = 'ns1.example.com ns2.example.com';

describe('a domain of the account', () => {
  test.concurrent('shows its dates and is renewed once, at the price of its suffix', async () => {
    await using app = await enterBothConnected();
    const { english, provider } = app;
    await english.say('/register mine.com');
    await english.press(/^1$/);
    await english.say(SERVERS);
    await english.press('Register for');
    await english.sees(/registered and active/);
    await english.say('/domain mine.com');
    const { id = '' } = provider.account(TOKEN).domains[0] ?? {};
    await english.press('Renew');
    await english.press(/^3$/);
    expect(english.screen()).toContain('Renew for 4,125,000 toman');
    provider.forget();
    await english.press('Renew for');
    expect(await english.sees(/✅/)).toMatch(/^✅ mine\.com renewed for 3 years\n/);
    expect(asked(app, 'domain.renew')).toEqual([`domain.renew {"id":"${id}","period":3}`]);
    await english.press('Domain details');
    expect(english.screen()).toMatch(/1,46\d days left/);
  });

  test.concurrent('is looked up for its subdomain, and what is no domain is told why', async () => {
    await using app = await enterBothConnected();
    const { english, persian } = app;
    await english.say('/domain shop.nowhere.com');
    expect(english.screen()).toMatch(
      /^nowhere\.com is not among[\s\S]*ℹ️ shop\.nowhere\.com is a subdomain\. Only nowhere\.com itself/,
    );
    await english.say('/domain bad_name.com');
    expect(english.screen()).toMatch(
      /^⚠️ bad_name\.com is not a valid domain[\s\S]*Try \/domain example\.com\n\[🏠 Home\]$/,
    );
    await persian.say(`/domain ${'a'.repeat(64)}.com`);
    expect(persian.screen()).toMatch(/^⚠️ a{39}… خیلی طولانی است/);
    expect(asked(app)).toEqual(['domain.info {"domain":"nowhere.com"}']);
  });

  test.concurrent('that is not there says so; the list keeps what a person looks up, until it is taken off', async () => {
    await using app = await enterBothConnected();
    const { persian, provider } = app;
    await persian.say('/domain');
    expect(persian.screen()).toContain('هنوز دامنه‌ای از');
    await persian.say('/domain nowhere.com');
    expect(persian.screen()).toContain('دامنهٔ nowhere.com بین دامنه‌های فعال این حساب نیست');
    await fetch(`${provider.baseUrl}/api/v1/order/domain/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ domain: 'old.ir', period: 1, 'nic-handle': 'x', ns1: 'a.b.ir', ns2: 'c.d.ir' }),
    });
    await persian.say('/domain old.ir');
    expect(persian.screen()).toMatch(/^🌐 old\.ir\nشروع: .*۱۴.*\nانقضا: .*\n۳۶[۵۶] روز مانده/);
    await persian.say('/domain');
    expect(persian.screen()).toContain('[old.ir]');
    await persian.press('old.ir');
    await persian.press('حذف');
    expect(persian.screen()).toContain('هنوز دامنه‌ای از');
  });
});
