import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWithChromium } from '../../../support/browser/chromium.ts';
import { Chat } from './chat.ts';

describeWithChromium('the connection to the sandbox', () => {
  let chat: Chat;

  beforeAll(async () => {
    chat = await Chat.start();
  });
  afterAll(() => chat.close());

  test('lost, is shown and found again, with everything that happened meanwhile', async () => {
    const { page, say, field } = await chat.open(chat.world.english.id);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('/start').last().waitFor();

    await chat.restart(async () => {
      await page.locator('.top-status', { hasText: 'connecting' }).waitFor();
      await say('into the void');
      await page.locator('.toast.warning', { hasText: 'can’t be reached' }).waitFor();
      await expect.poll(() => field.inputValue()).toBe('into the void');
    });
    chat.world.say(chat.world.english.id, chat.world.english.id, 'said meanwhile');

    await page.locator('article', { hasText: 'said meanwhile' }).waitFor();
    await page.locator('.top-status', { hasText: 'bot' }).waitFor();
    await page.locator('article', { hasText: '/start' }).waitFor({ state: 'detached' });
  });

  test('begins with a person of the browser’s language where the address names an unknown person', async () => {
    const { english, persian } = chat.world;
    for (const [person, locale] of [
      [english, 'en-GB'],
      [persian, 'fa-IR'],
      [chat.world.people[0], 'de-DE'],
    ] as const) {
      const { page } = await chat.open(0, { hash: '', browser: { locale } });
      expect(page.url()).toContain(`#${person?.id}/${person?.id}`);
      await page.goto(`${chat.telegram.url}/#1/1`);
      await expect.poll(() => page.url()).toContain(`#${person?.id}/${person?.id}`);
      await page.context().close();
    }
  });
});
