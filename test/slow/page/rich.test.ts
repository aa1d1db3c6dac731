import type { RichBlock } from 'grammy/types';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PageState } from '../../../src/sandbox/telegram/page-server/page-api.ts';
import { describeWithChromium, PHONE } from '../../support/browser/chromium.ts';
import { Chat, styleOf } from './chat.ts';
import { png } from './picture.ts';

describeWithChromium('rich messages on the page', () => {
  let chat: Chat;

  beforeAll(async () => {
    chat = await Chat.start();
    for (const { id } of chat.world.people) chat.world.say(id, id, '/start');
  });
  afterEach(() => expect(chat.problems.takeAll()).toEqual([]));
  afterAll(() => chat.close());

  const cell = (text: string, is_header?: true) => ({
    text,
    align: 'left' as const,
    valign: 'middle' as const,
    ...(is_header ? { is_header } : {}),
  });
  const board = (name: string, state: string): RichBlock[] => [
    { type: 'heading', text: [name, ' ', { type: 'bold', text: '2' }], size: 2 },
    {
      type: 'table',
      cells: [
        [cell(name, true), cell(state, true)],
        [cell('web1'), cell('✅')],
      ],
      is_bordered: true,
    },
    { type: 'details', summary: state, blocks: [{ type: 'paragraph', text: 'web2' }] },
  ];
  const send = (chat_id: number, blocks: RichBlock[], is_rtl = false) =>
    chat.bot.api.raw.sendRichMessage({ chat_id, rich_message: { blocks: JSON.parse(JSON.stringify(blocks)), is_rtl } });

  test('have tables and details, which open at a tap, and change when they are edited', async () => {
    const { id } = chat.world.english;
    const alex = await chat.open(id);
    const { message_id } = await send(id, board('Server', 'State'));
    await alex.last.locator('table').waitFor();
    expect(await alex.last.locator('th').allTextContents()).toEqual(['Server', 'State']);
    expect(await alex.last.locator('td').allTextContents()).toEqual(['web1', '✅']);
    expect(await alex.page.locator('.chat-row').first().textContent()).toContain('Server 2');
    const inside = alex.last.getByText('web2');
    expect(await inside.isVisible()).toBe(false);
    await alex.last.locator('summary').click();
    await inside.waitFor();
    const rich_message = { blocks: [{ type: 'paragraph' as const, text: 'all is well' }] };
    await chat.bot.api.raw.editMessageText({ chat_id: id, message_id, rich_message });
    await alex.sees('all is well');
    await alex.leave();
  });

  test('keep the line breaks of their words', async () => {
    const { id } = chat.world.english;
    const alex = await chat.open(id);
    const height = async (html: string) => {
      await chat.bot.api.sendRichMessage(id, { html: `<p>${html}</p>` });
      const words = alex.last.locator('.rich p').filter({ hasText: html.replace('<br>', ' ') });
      return (await words.boundingBox())?.height ?? 0;
    };
    expect(await height('one<br>two')).toBeGreaterThan(1.5 * (await height('three')));
    await alex.leave();
  });

  test('are read from the right in Persian', async () => {
    const { id } = chat.world.persian;
    const sara = await chat.open(id);
    await send(id, board('سرور', 'وضعیت'), true);
    const [first, second] = await Promise.all(
      [0, 1].map(async (at) => (await sara.last.locator('th').nth(at).boundingBox())?.x ?? 0),
    );
    expect(first).toBeGreaterThan(second ?? 0);
    for (const part of ['td', 'summary', '.heading'])
      expect(await styleOf(sara.page, `.rich ${part}`, 'direction')).toBe('rtl');
    const address = '2001:db8::1';
    await send(id, [{ type: 'table', cells: [[cell('آدرس'), cell(address)]] }], true);
    const words = sara.last.locator('td').last();
    await expect.poll(() => words.textContent()).toBe(address);
    const [begin, end] = await sara.page.evaluate<number[]>(`(() => {
      const place = [...document.querySelectorAll('.rich td')].at(-1);
      const text = document.createTreeWalker(place, NodeFilter.SHOW_TEXT).nextNode();
      const range = document.createRange();
      return [0, 10].map((at) => {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().x;
      });
    })()`);
    expect(begin).toBeLessThan(end ?? 0);
    await sara.leave();
  });

  test('tell times on each reader’s own clock and calendar, as texts do', async () => {
    const at = 1_647_531_900;
    const time = { type: 'date_time' as const, text: 'then', unix_time: at, date_time_format: 'Dt' as const };
    const cases = [
      ['english', 'Asia/Tehran', /17 March 2022.*19:15/],
      ['persian', 'America/New_York', /۲۶ اسفند ۱۴۰۰.*۱۱:۴۵/],
    ] as const;
    for (const [speaker, timezoneId, shown] of cases) {
      const { id } = chat.world[speaker];
      const driver = await chat.open(id, { browser: { timezoneId } });
      await chat.bot.api.sendMessage(id, '<tg-time unix="1647531900" format="Dt">then</tg-time>', {
        parse_mode: 'HTML',
      });
      await driver.sees(shown);
      const { text: _text, ...entity } = { ...time, offset: 0, length: 4 };
      await chat.bot.api.sendMessage(id, 'then it ends', { entities: [entity] });
      await driver.last.getByText('it ends').waitFor();
      await driver.sees(shown);
      await send(id, [{ type: 'paragraph', text: [time, ' rich'] }]);
      await driver.last.getByText('rich').waitFor();
      await driver.sees(shown);
      await driver.leave();
    }
  });

  test('that cannot be drawn are a line of words, and all others stay', async () => {
    const words = { english: 'This message can’t be shown.', persian: 'این پیام قابل نمایش نیست.' } as const;
    for (const speaker of ['english', 'persian'] as const) {
      const { id } = chat.world[speaker];
      const driver = await chat.open(id);
      await driver.page.route('**/app/state*', async (route) => {
        const response = await route.fetch();
        const state: PageState = await response.json();
        const { messages = [] } = state.chats.find((one) => one.chat.id === id) ?? {};
        const broken = { ...messages[0], message_id: 900_000, rich_message: { blocks: [{ type: 'list' }] } };
        const later = { ...messages[0], message_id: 900_001, text: 'after it' };
        const chats = state.chats.map((one) => (one.chat.id === id ? { ...one, messages: [broken, later] } : one));
        await route.fulfill({ response, json: { ...state, chats } });
      });
      await driver.page.reload();
      await driver.sees('after it');
      expect(await driver.page.locator('[data-message="900000"]').textContent()).toBe(words[speaker]);
      expect(chat.problems.takeAll().join()).toContain('TypeError');
      await driver.page.unrouteAll();
      await driver.leave();
    }
  });

  test('of a time beyond all calendars keep its words', async () => {
    const { id } = chat.world.english;
    const alex = await chat.open(id);
    await alex.page.route('**/app/state*', async (route) => {
      const response = await route.fetch();
      const state = await response.text();
      await route.fulfill({ response, body: state.replaceAll('"unix_time":7', '"unix_time":8640000000001') });
    });
    await send(id, [
      { type: 'paragraph', text: [{ type: 'date_time', text: 'x', unix_time: 7, date_time_format: 'wDT' }] },
    ]);
    await alex.page.reload();
    await expect.poll(() => alex.last.locator('time').first().textContent()).toBe('x');
    await alex.page.unrouteAll();
    await alex.leave();
  });

  test('of Markdown: wide tables and formulas scroll on a phone, footnotes lead to their words, buttons are tapped', async () => {
    const { id } = chat.world.english;
    const alex = await chat.open(id, { browser: PHONE });
    chat.handle = (ctx) => ctx.callbackQuery && ctx.answerCallbackQuery(`You tapped ${ctx.callbackQuery.data}.`);
    const columns = ['Server', 'Location', 'System', 'RAM', 'Disk', 'Traffic'];
    const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
    const markdown = [
      '# Servers of **May**',
      'All of them run[^1]; see <https://example.com>, ==marked==, ||hidden|| and $x^2$.',
      '',
      row(columns),
      row(columns.map(() => '---')),
      row(['web1.example.com', 'Frankfurt', 'AlmaLinux-9', '8,192', '160,000', '1,000,000']),
      '',
      String.raw`$$\sum_{i=1}^{n} \frac{traffic_i + backups_i + snapshots_i}{disk_i} \cdot \left(1 + tax\right) = total$$`,
      '- [x] paid',
      '- [ ] renewed',
      '',
      '<details><summary>Notes</summary>',
      '',
      '[^1]: Since **May**.',
      '',
      '</details>',
      '',
      '<p>Or <tg-button type="callback_data" data="inside" style="link">restart</tg-button></p>',
      '<tg-button-row align="right"><tg-button type="callback_data" data="row">Restart</tg-button>' +
        '<tg-button type="disabled">Delete</tg-button></tg-button-row>',
    ].join('\n');
    await chat.bot.api.raw.sendRichMessage({ chat_id: id, rich_message: { markdown } });
    await alex.last.locator('table').waitFor();
    for (const part of ['.table-frame', '.formula-frame']) {
      const frame = alex.last.locator(part);
      const box = await frame.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY)).toBeLessThan(390);
      expect(await hidden(frame)).toBeGreaterThan(20);
    }
    const note = alex.last.getByText('Since May');
    expect(await note.isVisible()).toBe(false);
    await alex.last.getByRole('link', { name: '1', exact: true }).click();
    await note.waitFor();
    for (const [name, data] of [
      ['restart', 'inside'],
      ['Restart', 'row'],
    ] as const) {
      await alex.last.getByRole('button', { name, exact: true }).click();
      await alex.page.getByText(`You tapped ${data}.`).waitFor();
    }
    expect(await alex.last.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await alex.leave();
  });

  test('a draft grows until its message takes its place, and is stopped', async () => {
    for (const [speaker, thinking, stop] of [
      ['english', 'Thinking…', 'Stop'],
      ['persian', 'در حال فکر کردن…', 'توقف'],
    ] as const) {
      const { id } = chat.world[speaker];
      const driver = await chat.open(id, { browser: PHONE });
      const draft = { chat_id: id, draft_id: 7, can_stop: true };
      await chat.bot.api.raw.sendMessageDraft(draft);
      await driver.sees(thinking);
      await chat.bot.api.raw.sendRichMessageDraft({ ...draft, rich_message: { markdown: '**web1** is' } });
      await driver.sees('web1 is');
      const stopped = Promise.withResolvers<number | undefined>();
      chat.handle = (ctx) => stopped.resolve(ctx.update.stopped_message_generation?.draft_id);
      await driver.page.getByRole('button', { name: stop, exact: true }).click();
      expect(await stopped.promise).toBe(7);
      await driver.page.locator('.draft').waitFor({ state: 'detached' });
      await chat.bot.api.raw.sendMessageDraft({ ...draft, text: 'again' });
      await driver.sees('again');
      await chat.bot.api.sendMessage(id, 'again and done');
      await driver.sees('again and done');
      await driver.page.locator('.draft').waitFor({ state: 'detached' });
      await driver.leave();
    }
  });

  test('of HTML: media, maps and quotations stay within a phone, from the right in Persian', async () => {
    const { id } = chat.world.persian;
    const sara = await chat.open(id, { browser: { ...PHONE, locale: 'fa-IR' } });
    const picture = chat.world.upload(id, id, { name: 'cpu.png', type: 'image/png', bytes: png(900, 500) }).photo?.[0];
    const html = [
      '<h2>گزارش سرور</h2><p>همه چیز <mark>خوب</mark> است: <a href="#end">پایین</a></p>',
      '<figure><img src="tg://photo?id=cpu"/><figcaption>پردازنده<cite>وب۱</cite></figcaption></figure>',
      '<tg-slideshow><img src="tg://photo?id=cpu" tg-spoiler/><img src="tg://photo?id=cpu"/>',
      '<figcaption>دو نمودار</figcaption></tg-slideshow>',
      '<tg-collage><img src="tg://photo?id=cpu"/><img src="tg://photo?id=cpu"/></tg-collage>',
      '<table bordered striped><caption>سرورها</caption><tr><th>نام</th><th>مکان</th><th>وضعیت</th></tr>',
      '<tr><td>وب۱</td><td>تهران</td><td>روشن</td></tr><tr><td colspan="2">وب۲</td><td>خاموش</td></tr></table>',
      '<tg-map lat="35.7" long="51.4" zoom="14"/>',
      '<ol type="1"><li>یک</li><li>دو</li></ol>',
      '<blockquote>نقل قول<cite>سارا</cite></blockquote><aside>برجسته</aside>',
      '<tg-button-row><tg-button type="callback_data" data="x" style="success">روشن کن</tg-button>',
      '<tg-button type="callback_data" data="y" style="danger">خاموش کن</tg-button></tg-button-row>',
      '<a name="end"></a><footer>پایان</footer>',
    ].join('');
    const media = [{ id: 'cpu', media: { type: 'photo' as const, media: picture?.file_id ?? '' } }];
    await chat.bot.api.raw.sendRichMessage({ chat_id: id, rich_message: { html, media, is_rtl: true } });
    await sara.sees('پایان');
    await expect.poll(() => sara.last.locator('img').count()).toBe(5);
    const bubble = await sara.last.boundingBox();
    for (const part of [
      '.table-frame',
      '.map',
      '.slideshow',
      '.collage',
      'figure .photo',
      'blockquote',
      '.rich-buttons',
    ]) {
      const box = await sara.last.locator(part).first().boundingBox();
      expect(box?.x, part).toBeGreaterThanOrEqual(bubble?.x ?? 0);
      expect((box?.x ?? 0) + (box?.width ?? 0), part).toBeLessThanOrEqual((bubble?.x ?? 0) + (bubble?.width ?? 0));
    }
    for (const part of ['footer', 'blockquote'])
      expect(await styleOf(sara.page, `.rich ${part}`, 'direction')).toBe('rtl');
    expect(await hidden(sara.last.locator('.slideshow'))).toBeGreaterThan(100);
    const [one, two] = await sara.last
      .locator('.rich-buttons .key')
      .evaluateAll((all) => all.map((key) => Number(key.getBoundingClientRect().left)));
    expect(one).toBeGreaterThan(two ?? Number.POSITIVE_INFINITY);
    await sara.leave();
  });
});

/** The pixels of an element's content that only sideways scrolling reaches. */
function hidden(frame: Locator): Promise<number> {
  return frame.evaluate(
    (element: { scrollWidth: number; clientWidth: number }) => element.scrollWidth - element.clientWidth,
  );
}
