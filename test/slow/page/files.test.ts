import { text } from 'node:stream/consumers';
import { InputFile } from 'grammy';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeWithChromium, PHONE } from '../../support/browser/chromium.ts';
import { Chat } from './chat.ts';
import type { PageDriver } from './page-driver.ts';
import { png } from './picture.ts';

describeWithChromium('pictures and files', () => {
  let chat: Chat;
  let alex: PageDriver;
  const person = () => chat.world.english.id;

  beforeAll(async () => {
    chat = await Chat.start();
    alex = await chat.open(person());
    await alex.start();
  });
  afterEach(() => expect(chat.problems.takeAll()).toEqual([]));
  afterAll(() => chat.close());

  test('a photo stands in the chat and grows when it is clicked', async () => {
    await chat.bot.api.sendPhoto(person(), new InputFile(png(1600, 900), 'chart.png'), { caption: 'The last day' });
    const picture = alex.last.getByRole('img', { name: 'The last day' });
    await expect.poll(() => picture.evaluate((image: { naturalWidth?: number }) => image.naturalWidth)).toBe(1600);
    await alex.last.getByRole('button', { name: 'Enlarge: The last day' }).click();
    await alex.page.locator('dialog.lightbox img').waitFor();
    await alex.page.keyboard.press('Escape');
    await alex.page.locator('dialog.lightbox').waitFor({ state: 'detached' });
  });

  test('a wide photo stays within a phone', async () => {
    await chat.bot.api.sendPhoto(person(), new InputFile(png(1600, 900), 'wide.png'), { caption: 'Wide' });
    const phone = await chat.open(person(), { browser: PHONE });
    const bubble = phone.page.locator('.bubble', { hasText: 'Wide' });
    await bubble.waitFor();
    const box = await bubble.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY)).toBeLessThan(PHONE.viewport?.width ?? 0);
    await phone.leave();
  });

  test('a document shows its name and size and is downloaded as it was sent', async () => {
    await chat.bot.api.sendDocument(person(), new InputFile(Buffer.from('domain,free\n'.repeat(200)), 'domains.csv'));
    const link = alex.last.getByRole('link', { name: 'domains.csv' });
    await link.waitFor();
    expect(await link.textContent()).toContain('2.3 kB');
    const [download] = await Promise.all([alex.page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('domains.csv');
    expect(await text(await download.createReadStream())).toBe('domain,free\n'.repeat(200));
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
      const bytes = Uint8Array.from(atob('${png(2, 1).toString('base64')}'), (one) => one.charCodeAt(0));
      carried.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
      return carried;
    })()`);
    await alex.page.dispatchEvent('.history', 'dragover', { dataTransfer: data });
    await alex.page.locator('.drop-veil.shown').waitFor();
    await alex.page.dispatchEvent('.history', 'drop', { dataTransfer: data });
    await alex.page.locator('dialog.upload').getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => chat.world.messages(person(), person()).at(-1)?.photo?.[0]?.width).toBe(2);
    await alex.page.locator('.own .photo').waitFor();
  });
});
