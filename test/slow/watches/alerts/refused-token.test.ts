import { expect, test } from 'vitest';
import { alertScreen } from '../../../../src/features/watches/alerts/alert-screen.ts';
import type { Alert } from '../../../../src/store/jobs/alerts.ts';
import { loadTexts } from '../../../../src/telegram/i18n/index.ts';
import { ACCOUNTS, connect, enterConnected, OTHER_TOKEN } from '../../../features/support.ts';
import { openStoreOf } from '../../../support/app.ts';
import { IS_DIGEST, run, untilDue } from '../digest-support.ts';
import { refuseToken, rounds, SERVER, setPower, watchUntilOff } from '../support.ts';

const RENEWED_TOKEN = 'the-renewed-token';
/** The first account has a second token. */
const accounts = [...ACCOUNTS, { token: RENEWED_TOKEN, servers: [{ id: SERVER }] }];

const NOW = Date.UTC(2026, 0, 1, 3);
const REFUSED: Alert = {
  ...{ id: 'a', ownerId: 1, accountId: 'a', chatId: 1, locale: 'en', what: 'refused', since: NOW, revision: 1 },
  ...{ state: 'open', createdAt: NOW, dueAt: null },
};

function textsOf(locale: string) {
  const texts = loadTexts('en', (problem) => {
    throw new Error(String(problem));
  });
  return texts.in(locale);
}

test('a person who follows the next step of a refused token’s alert has the same account watched on', async () => {
  await using app = await enterConnected({ accounts });
  const { english, provider } = app;
  await english.say('/watch');
  await rounds(app, 1);
  await refuseToken(app);
  await english.shows(
    /refuses the token of .*Account 1.*\n.*until you give the account a new token: press “🔑 New token”/,
  );
  provider.clearFaults();
  await english.press('🔑 New token');
  await english.say(RENEWED_TOKEN);
  await rounds(app, 3);
  await english.shows(/The provider accepts the token of .*Account 1.* again\nIt was refused from/);
  provider.account(RENEWED_TOKEN).setStatus(SERVER, 'off');
  await rounds(app, 3);
  await english.shows(/is no longer on\n/);
  const store = await openStoreOf(app);
  expect((await store.accounts.get(english.user.id)).accounts).toHaveLength(1);
  await store.close();
});

test('a digest leads from a refused token to a new one of the same account', async () => {
  await using app = await enterConnected({ accounts });
  const { english, provider } = app;
  provider.fault({ operation: 'server.list', kind: 'status', status: 401, times: 1_000 });
  await untilDue(app);
  await run(app);
  await english.sees(/refuses the account’s token[\s\S]*press “🔑 New token”/);
  provider.clearFaults();
  await english.press(/^🔑 New token$/);
  await english.say(RENEWED_TOKEN);
  await english.say('/accounts');
  expect(english.screen()).not.toContain('Account 2');
  expect(english.screens().some((text) => IS_DIGEST.test(text))).toBe(true);
});

test('in a team’s group the alert says that its owner has to give a new token, and has no button for that', () => {
  const { text, keyboard = [] } = alertScreen({ ...REFUSED, chatId: -5 }, { account: 'Shift' }, textsOf('en'));
  expect(text).toMatch(
    /token of .*Shift[\s\S]*its owner gives the account a new token, in the private chat with the bot: \/accounts/,
  );
  expect(keyboard.flat().some((each) => each.text.includes('New token'))).toBe(false);
});

test.each(['en', 'fa'])('the end of a refused token does not say that the provider did not answer (%s)', (locale) => {
  const alert: Alert = { ...REFUSED, state: 'resolved', resolved: { at: NOW + 3_600_000, why: 'answers' } };
  const { text } = alertScreen(alert, { account: 'Shop' }, textsOf(locale));
  expect(text).toContain('Shop');
  expect(text).not.toMatch(/answers|جواب/);
});

test('an outage of the provider names the account that it concerns', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await english.say('/watch');
  await connect(english, OTHER_TOKEN);
  await english.say('/watch');
  await rounds(app, 1);
  provider.fault({ operation: 'server.status', kind: 'status', status: 503, times: 10_000 });
  await rounds(app, 4);
  await english.shows(/No valid answer from the provider · .*Account 1/);
  await english.shows(/No valid answer from the provider · .*Account 2/);
  await english.say('/alerts');
  expect(english.screen()).toMatch(/Account 1.*: no valid answer from the provider/);
  expect(english.screen()).toMatch(/Account 2.*: no valid answer from the provider/);
});

test('/alerts tells of everything that is open in its chat, whichever account is chosen', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await watchUntilOff(app, english);
  await english.shows(/is no longer on\n/);
  await connect(english, OTHER_TOKEN);
  await english.say('/alerts');
  expect(english.screen()).toMatch(/🔴 .*off · since/);
  setPower(app, 'on');
  await rounds(app, 3);
  await english.shows(/is on again\n/);
  await english.say('/alerts');
  expect(english.screen()).toContain('No current problems');
});
