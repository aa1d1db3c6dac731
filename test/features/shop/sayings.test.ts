import { expect, test } from 'vitest';
import { enterBothConnected, TOKEN } from '../support.ts';
import { bodies } from './support.ts';

test.concurrent('the limit: set with grouped digits or in words, reached, exceeded at the tap', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  for (const [person, server, typed, unfit, set, reached, over] of [
    [
      english,
      '10.0.0.1',
      '300 thousand toman',
      '1,5 toman',
      'Limit: 300,000 toman in 24 hours',
      /^✋ Nothing was sent: this purchase costs 455,400 toman, you have spent 0 toman, and your personal limit is 300,000 toman in 24 hours/,
      /^✋ Nothing was sent: this purchase would exceed your personal limit of 300,000 toman in 24 hours\./,
    ],
    [
      persian,
      '10.0.0.0',
      '۲۰۰ هزار تومان',
      '۱٬۵ تومان',
      'سقف: ۲۰۰٬۰۰۰ تومان در ۲۴ ساعت',
      /^✋ چیزی فرستاده نشد: مبلغ این خرید ۲۲۷٬۷۰۰ تومان است، ۰ تومان خرج شده و سقف شخصی شما ۲۰۰٬۰۰۰ تومان در ۲۴ ساعت است/,
      /^✋ چیزی فرستاده نشد: از سقف شخصی شما \(۲۰۰٬۰۰۰ تومان در ۲۴ ساعت\) بیشتر می‌شود\./,
    ],
  ] as const) {
    await person.say(`/renew ${server}`);
    await person.press(/^30 days|^۳۰ روز/);
    const confirm = person.messages().at(-1)?.message_id;
    await person.say('/accounts');
    await person.press(/Account 1|حساب ۱/);
    await person.press(/My personal limit|سقف شخصی/);
    await person.say(unfit);
    expect(person.screen()).toMatch(/This is not an amount with a currency|مبلغ را همراه با واحد پول/);
    await person.say(typed);
    expect(person.screen()).toContain(set);
    await person.press(/^Renew for|^تمدید به مبلغ/);
    await app.world.until(() => over.test(bareOf(confirm)));
    await person.say(`/renew ${server}`);
    await person.press(/^30 days|^۳۰ روز/);
    expect(person.screen()).toMatch(reached);

    function bareOf(id: number | undefined): string {
      return (person.messages().find(({ message_id }) => message_id === id)?.text ?? '').replace(
        /[\u2066-\u2069]/g,
        '',
      );
    }
  }
  expect(bodies(app, 'cloud.renew')).toEqual([]);
});

test.concurrent('one of several that is not known: the person says what they found, in both languages', async () => {
  await using app = await enterBothConnected();
  const { english, persian, provider } = app;
  for (const [person, all, days, go, yes, no, heard] of [
    [
      english,
      'Renew the 2 chosen',
      '90 days',
      'Renew 2 for',
      'Renewed: 10\\.0\\.0\\.[02]',
      'Not renewed: 10\\.0\\.0\\.[02]',
      'you checked: it went through',
    ],
    [
      persian,
      'تمدید ۲ سرور',
      '۹۰ روز',
      'تمدید ۲ سرور به مبلغ',
      '10\\.0\\.0\\.[02] تمدید شده',
      '10\\.0\\.0\\.[02] تمدید نشده',
      'بررسی کردید: انجام شده',
    ],
  ] as const) {
    await person.say('/renew');
    await person.press('10.0.0.0 ·');
    await person.press('10.0.0.2 ·');
    await person.press(all);
    await person.press(days);
    provider.fault({ operation: 'cloud.renew', kind: 'cutBefore', times: 1 });
    await person.press(go);
    await person.sees(/✅[\s\S]*⚠️|⚠️[\s\S]*✅/);
    app.later(100_000);
    await person.sees(new RegExp(`\\[✅ ${yes}\\] \\[❌ ${no}\\]`));
    await person.say('/orders');
    await person.press(/^1$|^۱$/);
    expect(person.screen().match(/🧾/g)).toHaveLength(1);
    expect(await person.press(/Check again|بررسی دوباره/)).toMatchObject({ text: expect.not.stringContaining('✅') });
    await person.press(new RegExp(`^✅ ${yes}`));
    expect(person.screen()).toContain(heard);
    expect(person.screen()).not.toContain('[❌');
    provider.clearFaults();
  }
  expect(bodies(app, 'cloud.renew')).toHaveLength(4);
  expect(provider.account(TOKEN).orders).toHaveLength(2);
});
