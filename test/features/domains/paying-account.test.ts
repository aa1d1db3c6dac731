import { expect, test } from 'vitest';
import { connect, enterBothConnected, OTHER_TOKEN } from '../support.ts';

const SERVERS = 'ns1.example.com ns2.example.com';

test.concurrent.for([
  ['english', /👤 Account: /, 'Register for', /registered and active/, 'Domain details', 'Renew'],
  ['persian', /حساب: /, 'ثبت به مبلغ', /ثبت شد و فعال است/, 'مشخصات دامنه', 'تمدید'],
] as const)(
  'the account that pays stands on the form and every confirm (%s)',
  async ([who, line, yes, done, to, renew]) => {
    await using app = await enterBothConnected();
    const { [who]: person } = app;
    await person.say('/register one.com');
    expect(person.screen()).not.toMatch(line);
    await connect(person, OTHER_TOKEN);
    await person.say('/register two.com');
    expect(person.screen()).toMatch(line);
    await person.say('1');
    expect(person.screen()).toMatch(line);
    await person.say(SERVERS);
    expect(person.screen()).toMatch(line);
    await person.press(yes);
    await person.sees(done);
    await person.press(to);
    await person.press(renew);
    await person.press(/^[1۱]$/);
    expect(person.screen()).toMatch(line);
    await person.say('/register فروشگاه.com');
    await person.say('1');
    await person.say(SERVERS);
    await person.press(yes);
    await person.sees(done);
    await person.say('/orders');
    expect(person.screen()).toContain('فروشگاه.com (xn--mgbtj4c7ad63e.com)');
  },
);
