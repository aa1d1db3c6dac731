import { readFile } from 'node:fs/promises';
import { InputFile } from 'grammy';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeWithChromium } from '../../support/chromium.ts';
import { Chat, type Seat } from './chat.ts';

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describeWithChromium('pictures and files', () => {
  let chat: Chat;
  let alex: Seat;
  const person = () => chat.world.english.id;

  beforeAll(async () => {
    chat = await Chat.start();
    alex = await chat.open(person());
    await alex.page.getByRole('button', { name: 'Start', exact: true }).click();
    await alex.page.getByText('/start').last().waitFor();
  });
  afterEach(() => expect(chat.complaints.splice(0)).toEqual([]));
  afterAll(() => chat.close());

  test('a photo stands in the chat and grows when it is clicked', async () => {
    await chat.bot.api.sendPhoto(person(), new InputFile(PNG, 'chart.png'), { caption: 'The last day' });
    const picture = alex.last.getByRole('img', { name: 'The last day' });
    await expect.poll(() => picture.evaluate((image: { naturalWidth?: number }) => image.naturalWidth)).toBe(1);
    await alex.last.getByRole('button', { name: 'Enlarge: The last day' }).click();
    await alex.page.locator('dialog.lightbox img').waitFor();
    await alex.page.keyboard.press('Escape');
    await alex.page.locator('dialog.lightbox').waitFor({ state: 'detached' });
  });

  test('a document shows its name and size and is downloaded as it was sent', async () => {
    await chat.bot.api.sendDocument(person(), new InputFile(Buffer.from('domain,free\n'.repeat(200)), 'domains.csv'));
    const link = alex.last.getByRole('link', { name: 'domains.csv' });
    await link.waitFor();
    expect(await link.textContent()).toContain('2.3 kB');
    const [download] = await Promise.all([alex.page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('domains.csv');
    expect(await readFile(await download.path(), 'utf8')).toBe('domain,free\n'.repeat(200));
  });

  test('a protected document is not given out', async () => {
    const file = new InputFile(Buffer.from('secret'), 'key.pem');
    await chat.bot.api.sendDocument(person(), file, { protect_content: true });
    await alex.last.getByRole('button', { name: 'key.pem' }).click();
    await alex.page.locator('.toast.warning', { hasText: 'protected' }).waitFor();
  });

  test('a chosen file is shown, then sent with its caption', async () => {
    const [chooser] = await Promise.all([
      alex.page.waitForEvent('filechooser'),
      alex.page.getByRole('button', { name: 'Attach a file' }).click(),
    ]);
    await chooser.setFiles({ name: 'names.txt', mimeType: 'text/plain', buffer: Buffer.from('example.com\n') });
    const dialog = alex.page.locator('dialog.upload');
    await dialog.getByText('names.txt').waitFor();
    await dialog.getByRole('textbox').fill('check these');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await alex.last.getByText('names.txt').waitFor();
    const sent = chat.world.messages(person(), person()).at(-1);
    expect([sent?.document?.file_name, sent?.caption]).toEqual(['names.txt', 'check these']);
  });

  test('a dropped picture is sent as a photo', async () => {
    const data = await alex.page.evaluateHandle(`(() => {
      const carried = new DataTransfer();
      const bytes = Uint8Array.from(atob('${PNG.toString('base64')}'), (one) => one.charCodeAt(0));
      carried.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
      return carried;
    })()`);
    await alex.page.dispatchEvent('.history', 'dragover', { dataTransfer: data });
    await alex.page.locator('.drop-veil.shown').waitFor();
    await alex.page.dispatchEvent('.history', 'drop', { dataTransfer: data });
    await alex.page.locator('dialog.upload').getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => chat.world.messages(person(), person()).at(-1)?.photo?.[0]?.width).toBe(1);
    await alex.page.locator('.own .photo').waitFor();
  });
});
