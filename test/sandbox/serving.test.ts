import { expect, onTestFinished, test } from 'vitest';
import { startProvider } from '../../src/sandbox/provider/index.ts';
import { startTelegram } from '../../src/sandbox/telegram/index.ts';

test('an idle connection is kept for longer than a busy client takes to its next call', async () => {
  const provider = await startProvider({ accounts: [] });
  onTestFinished(() => provider.close());
  const telegram = await startTelegram({ token: '1:serving' });
  onTestFinished(() => telegram.close());
  for (const url of [provider.baseUrl, telegram.url]) {
    const { headers } = await fetch(url);
    expect(headers.get('keep-alive')).toBe('timeout=72');
  }
});
