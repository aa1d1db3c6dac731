import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/store/index.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { newKey } from '../../support/databases/store.ts';

const TOKEN = 'the-token-of-somebody';

onEachDatabase(({ place, open: openSql }) => {
  async function enter() {
    const url = await place();
    const store = await openStore(url, [newKey()]);
    onTestFinished(() => store.close());
    return { url, tokens: store.acceptedTokens };
  }

  test('an accepted token is known again, and neither it nor its shape can be read in the tables', async () => {
    const { url, tokens } = await enter();
    await tokens.note(TOKEN, ['small 3_40']);
    await tokens.note(TOKEN, ['small 3_40']);
    expect(await tokens.hasAny(['the-token-of-nobody-here', TOKEN])).toBe(true);
    expect(await tokens.hasAny(['the-token-of-nobody-here', `${TOKEN}s`])).toBe(false);
    expect(await tokens.shapes()).toEqual(['small 3_40']);
    const sql = openSql(url);
    const rows = JSON.stringify(await sql.query('SELECT key, value FROM boxes'));
    await sql.close();
    expect(rows).toContain('accepted-tokens');
    for (const word of [TOKEN, 'small']) expect(rows).not.toContain(word);
  });

  test('the newest shapes are kept', async () => {
    const { tokens } = await enter();
    for (let length = 20; length < 60; length++) await tokens.note(`${TOKEN}${length}`, [`mixed ${length}`]);
    expect(await tokens.shapes()).toEqual(Array.from({ length: 20 }, (_, index) => `mixed ${40 + index}`));
  });
});
