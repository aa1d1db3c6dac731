import { expect, test } from 'vitest';
import { LANGUAGES, openProviderWithoutBot, type ProviderWithoutBot } from './planted-faults.ts';

/** The provider's action, the message to the person, and the verdict that the judge must reach. */
const CASES = [
  ['bought once, told as done', 1, 'done', undefined],
  ['not bought, told as not known', 0, 'unknown', undefined],
  ['not bought, the confirm is still there', 0, 'ready', undefined],
  ['not bought, told as expired', 0, 'expired', undefined],
  ['not bought, told as cancelled', 0, 'cancelled', undefined],
  ['not bought, told as refused', 0, 'refused', undefined],
  ['bought twice, told as done', 2, 'done', 'twice'],
  ['bought, and the message is missing', 1, undefined, 'untold'],
  ['bought, told as being asked for', 1, 'quoting', 'untold'],
  ['bought, told as under way', 1, 'sending', 'untold'],
  ['bought, told as accepted for ever', 1, 'accepted', 'untold'],
  ['bought, told as not known though it can be read', 1, 'unknown', 'untold'],
  ['bought, and the confirm is still there', 1, 'ready', 'failed'],
  ['bought, told as expired', 1, 'expired', 'failed'],
  ['bought, told as cancelled', 1, 'cancelled', 'failed'],
  ['bought, told as refused', 1, 'refused', 'failed'],
  ['not bought, told as done', 0, 'done', 'done'],
  ['not bought, told as accepted', 0, 'accepted', 'done'],
  ['not bought, told as under way', 0, 'sending', 'untold'],
] as const;

for (const language of LANGUAGES) {
  test.concurrent.for(CASES)(`${language}: %s`, async ([, times, state, verdict]) => {
    await using planted = await openProviderWithoutBot(language);
    const purchase = await planted.renewal(1, state);
    for (let time = 0; time < times; time++) await planted.renew(1);
    expect(planted.wrong([purchase])).toEqual(verdict === undefined ? [] : [expect.stringMatching(`^${verdict}: `)]);
  });

  test.concurrent(`${language}: a confirm that was drawn twice is told in the second message`, async () => {
    await using planted = await openProviderWithoutBot(language);
    const purchase = await planted.drawnTwice('unknown');
    expect(planted.wrong([purchase])).toEqual([]);
    await planted.renew(1);
    expect(planted.wrong([purchase])).toEqual([expect.stringMatching(/^untold: /)]);
  });

  test.concurrent(`${language}: a message that refers to the confirm of another operation tells nothing`, async () => {
    await using planted = await openProviderWithoutBot(language);
    const purchase = await planted.drawnTwice('done', 'another-operation');
    await planted.renew(1);
    expect(planted.wrong([purchase])).toEqual([expect.stringMatching(/^untold: /)]);
  });

  test.concurrent(`${language}: of several in one message each has its line`, async () => {
    await using planted = await openProviderWithoutBot(language);
    const purchases = await planted.batch(['done', 'unknown']);
    await planted.renew(1);
    expect(planted.wrong(purchases)).toEqual([]);
  });

  test.concurrent.for([
    ['unknown', 'done', 'untold: ', 'done: '],
    ['expired', 'accepted', 'failed: ', 'done: '],
    ['sending', 'ready', 'untold: ', undefined],
  ] as const)(`${language}: the first of two was bought, told as %s and %s`, async ([first, second, ...verdicts]) => {
    await using planted = await openProviderWithoutBot(language);
    const purchases = await planted.batch([first, second]);
    await planted.renew(1);
    const wrong = verdicts.filter((verdict) => verdict !== undefined);
    expect(planted.wrong(purchases)).toEqual(wrong.map((verdict) => expect.stringMatching(`^${verdict}`)));
  });
}

test.concurrent('a request whose answer was lost must not be shown as if it could be confirmed once more', async () => {
  await using planted = await openProviderWithoutBot('en');
  const purchase = await planted.renewal(1, 'ready');
  await lost(planted, 'cloud.renew', () => planted.renew(1));
  expect(planted.wrong([purchase])).toEqual([expect.stringMatching(/^failed: /)]);
});

test.concurrent('one that the provider refused may be', async () => {
  await using planted = await openProviderWithoutBot('en');
  const purchase = await planted.renewal(1, 'ready');
  planted.provider.fault({ operation: 'cloud.renew', kind: 'status', status: 402, times: 1 });
  await expect(planted.renew(1)).rejects.toThrow();
  expect(planted.wrong([purchase])).toEqual([]);
});

test.concurrent('a second request is seen though its purchase was done once', async () => {
  await using planted = await openProviderWithoutBot('en');
  const purchase = await planted.renewal(1, 'done');
  await lost(planted, 'cloud.renew', () => planted.renew(1));
  await planted.renew(1);
  expect(planted.wrong([purchase])).toEqual([expect.stringMatching(/^twice: /)]);
});

test.concurrent('money that was taken for nothing that anybody bought is seen', async () => {
  await using planted = await openProviderWithoutBot('en');
  const purchase = await planted.renewal(1, 'done');
  await planted.renew(1);
  expect(planted.wrong([purchase])).toEqual([]);
  await planted.renew(2);
  expect(planted.wrong([purchase])).toEqual(['2 at the provider, but 1 bought and 0 through']);
});

test.concurrent('of two orders of one shape a lost one can be told only while none else is open', async () => {
  await using planted = await openProviderWithoutBot('en');
  const [one, other] = [await planted.order(300, 'unknown'), await planted.order(301, 'unknown')];
  await planted.buy(300);
  expect(planted.wrong([one, other])).toEqual([]);
  const settled = await planted.order(301, 'expired');
  expect(planted.wrong([one, settled])).toEqual([expect.stringMatching(/^untold: /)]);
});

test.concurrent('an order that was bought and found', async () => {
  await using planted = await openProviderWithoutBot('fa');
  const purchase = await planted.order(300, 'done');
  expect(planted.wrong([purchase])).toEqual([expect.stringMatching(/^done: /)]);
  await planted.buy(300);
  expect(planted.wrong([purchase])).toEqual([]);
});

/** Does it so that the provider does nothing and the answer is lost. */
async function lost({ provider }: ProviderWithoutBot, operation: string, act: () => Promise<unknown>): Promise<void> {
  provider.fault({ operation, kind: 'cutBefore', times: 1 });
  await expect(act()).rejects.toThrow();
}
