import type { RichBlock } from 'grammy/types';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeWithChromium } from '../../../support/browser/chromium.ts';
import { Chat, styleOf } from './chat.ts';

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
    await alex.page.context().close();
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
    await sara.page.context().close();
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
      await driver.page.context().close();
    }
  });
});
