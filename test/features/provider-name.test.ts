import { expect, test } from 'vitest';
import { connect, enter } from './support.ts';

const WRONG = 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4';
const HOST = /the provider|your provider|هاستینگ/i;

test.concurrent('texts call the provider by the name that its operator gave, in each language', async () => {
  await using app = await enter({ env: { PROVIDER_NAME: 'Acme-Hosting,fa:پارس‌وب' } });
  const { english, persian } = app;
  for (const [person, name] of [
    [english, 'Acme-Hosting'],
    [persian, 'پارس‌وب'],
  ] as const) {
    await connect(person, WRONG);
    expect(person.screen()).toContain(name);
    expect(person.screen()).not.toMatch(HOST);
  }
});

test.concurrent('without a name the host is called the provider', async () => {
  await using app = await enter();
  for (const person of [app.english, app.persian]) {
    await connect(person, WRONG);
    expect(person.screen()).toMatch(HOST);
  }
});
