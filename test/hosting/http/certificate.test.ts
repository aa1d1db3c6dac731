import { expect, test } from 'vitest';
import { createCertificate, startRelay } from '../../support/programs/proxies.ts';
import { clientOf, connected, expectFailure } from '../support.ts';

test('a provider with an untrusted certificate is sent nothing, no token either', async () => {
  const { sandbox } = await connected();
  const relay = await startRelay(Number(new URL(sandbox.baseUrl).port), await createCertificate());
  const hosting = clientOf(`https://localhost:${relay.port}`);
  const reason = { message: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT') };
  await expectFailure(hosting.servers.action('srv-10001', 'off'), 'notSent', reason);
  await expectFailure(hosting.servers.list(), 'unavailable', reason);
  expect(sandbox.requests).toEqual([]);
});
