import { expect, test } from 'vitest';
import { checkLink, userOfLink } from '../../../../src/sandbox/telegram/text/links.ts';

test.each([
  ['example.com', 'http://example.com/'],
  ['HTTPS://User:pw@Example.COM:08443?a=b', 'https://User:pw@example.com:8443/?a=b'],
  ['http://[::1]/x', 'http://[::1]/x'],
  ['http://خانه.ir', 'http://خانه.ir/'],
  ['tg:user/x', 'tg://user/x'],
  ['TONSITE://a.ton', 'tonsite://a.ton/'],
  ['mailto:me@example.com', 'http://mailto:me@example.com/'],
])('%s becomes %s', (link, url) => {
  expect(checkLink(link)).toEqual({ url });
});

test.each([
  ['http://localhost/', 'Wrong HTTP URL'],
  ['', 'URL host is empty'],
  ['ftp://example.com', 'Unsupported URL protocol'],
  ['example.com:0', 'Wrong port number specified in the URL'],
  ['example.com:65536', 'Wrong port number specified in the URL'],
  ['[::g]', 'Wrong IPv6 address specified in the URL'],
  ['a b.com', 'Disallowed character in URL host'],
  ['a%2.com', 'Wrong percent-encoded symbol in URL host'],
  ['tg://http://x', 'Wrong tg URL'],
  ['ton://a:80', 'Wrong ton URL'],
  ['tg://a.b', 'Unallowed characters in URL host'],
])('%s is refused: %s', (link, problem) => {
  expect(checkLink(link)).toEqual({ problem });
});

test('a Web App takes HTTPS only', () => {
  const problem = 'Only HTTPS links are allowed';
  expect(checkLink('http://example.com', { httpsOnly: true })).toEqual({ problem });
  expect(checkLink('tg://resolve', { httpsOnly: true })).toEqual({ problem });
  expect(checkLink('https://example.com', { httpsOnly: true })).toEqual({ url: 'https://example.com/' });
});

test('a link names a user only with a whole identifier', () => {
  expect([userOfLink('tg://user?id=7'), userOfLink('TG:user/?x=1&id=7#y')]).toEqual([7, 7]);
  for (const link of ['tg://user?id=x', 'tg://users?id=7', 'tg://user?id=-7', 'https://t.me/user?id=7'])
    expect(userOfLink(link)).toBeUndefined();
});
