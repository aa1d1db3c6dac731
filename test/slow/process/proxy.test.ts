import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BOT_TOKEN, openTestApp, TOKEN } from '../../support/app.ts';
import { startProcess } from '../../support/bots/process.ts';
import { eventually } from '../../support/eventually.ts';
import {
  type Certificate,
  createCertificate,
  describeWithProxies,
  ITSELF,
  PROXIED,
  type RealProxy,
  startProxy,
  startRelay,
} from '../../support/programs/proxies.ts';

const portOf = (url = '') => Number(new URL(url).port);

/** An app whose Telegram and provider each stand behind a relay that records its clients. */
async function watchedApp(certificate?: Certificate) {
  const app = await openTestApp({ withoutBot: true });
  onTestFinished(() => app.close());
  const telegram = await startRelay(portOf(app.env.TELEGRAM_API_ROOT), certificate);
  const provider = await startRelay(portOf(app.env.HOSTING_API_URL));
  const trusted = join(app.directory, 'trusted.pem');
  if (certificate) writeFileSync(trusted, certificate.cert);
  const env = {
    ...app.env,
    TELEGRAM_API_ROOT: certificate ? `https://localhost:${telegram.port}` : `http://127.0.0.1:${telegram.port}`,
    HOSTING_API_URL: `http://127.0.0.1:${provider.port}`,
    ...(certificate ? { NODE_EXTRA_CA_CERTS: trusted } : {}),
  };
  /** The bot as a process of its own; its output contains no secret of the proxy or of Telegram. */
  const startBot = (proxy: RealProxy, more: Record<string, string>) => {
    const bot = startProcess({ ...env, ...more });
    onTestFinished(async () => {
      await bot.end('SIGKILL');
      for (const secret of [BOT_TOKEN, ...proxy.secrets]) expect(bot.output() + bot.errors()).not.toContain(secret);
    });
    return bot;
  };
  return { ...app, telegramRelay: telegram, providerRelay: provider, startBot };
}

describeWithProxies('with TELEGRAM_PROXY', () => {
  test.for([
    ['http', 'plain HTTP'],
    ['http', 'TLS'],
    ['https', 'TLS'],
    ['socks5', 'plain HTTP'],
    ['socks5', 'TLS'],
  ] as const)(
    '%s and %s: calls, uploads and downloads go through it, the provider is asked directly',
    async ([kind, how]) => {
      const certificate = kind === 'https' || how === 'TLS' ? await createCertificate() : undefined;
      const proxy = await startProxy(kind, certificate);
      const app = await watchedApp(how === 'TLS' ? certificate : undefined);
      const { english, telegramRelay, providerRelay, world, provider } = app;
      // The environment's proxy settings are for other programs.
      const others = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy'];
      const bot = app.startBot(proxy, {
        TELEGRAM_PROXY: proxy.url(),
        ...Object.fromEntries(others.map((name) => [name, proxy.url()])),
        ...(kind === 'socks5' ? {} : { NODE_USE_ENV_PROXY: '1' }),
      });
      await bot.ready();

      await english.say(`/connect ${TOKEN}`);
      await english.sees(/Connected/);
      await english.say('/graph 10.0.0.0');
      await english.sees(/📈 10\.0\.0\.0/);
      await english.upload('names.txt', 'text/plain', new TextEncoder().encode('one.com two.com'), '/check');
      await english.sees(/2 names checked/);
      await english.press('All as a file');
      await world.until(() => english.messages().some(({ document, from }) => document && from?.is_bot));

      const called = new Set(world.calls.map(({ method }) => method));
      for (const method of ['getMe', 'sendMessage', 'deleteMessage', 'sendPhoto', 'getFile', 'sendDocument'])
        expect(called).toContain(method);
      expect(provider.requests.length).toBeGreaterThan(3);
      expect(telegramRelay.from).toEqual(new Set([PROXIED]));
      expect(providerRelay.from).toEqual(new Set([ITSELF]));
      expect(telegramRelay.connections()).toBeLessThan(world.calls.length / 2);
      expect(proxy.log()).toContain(String(telegramRelay.port));
      for (const word of [String(providerRelay.port), BOT_TOKEN]) expect(proxy.log()).not.toContain(word);
    },
  );

  test.for(['http', 'socks5'] as const)(
    '%s: a dead one is named in the log, and all goes on once it is back',
    async (kind) => {
      const proxy = await startProxy(kind);
      const { english, log, close } = await openTestApp({ env: { TELEGRAM_PROXY: proxy.url() } });
      onTestFinished(close);
      await proxy.stop();
      await eventually(() => log.some((line) => line.includes(`The proxy ${proxy.where} can’t be reached`)));
      await proxy.start();
      await english.say('/help');
      await english.sees(/\/servers/);
      for (const secret of [BOT_TOKEN, ...proxy.secrets]) expect(log.join('\n')).not.toContain(secret);
    },
  );

  test.for([
    ['http', 'bot%2duser:wrong-one', /refuses its user and password \(status 40[17]\)/g],
    ['socks5', 'bot%40user:wrong-one', /refuses its user and password/g],
  ] as const)(
    '%s: one that refuses the credentials is told as such, and asked again',
    async ([kind, credentials, words]) => {
      const proxy = await startProxy(kind);
      const { startBot, telegramRelay } = await watchedApp();
      const bot = startBot(proxy, { TELEGRAM_PROXY: proxy.url(credentials) });
      await eventually(() => new Set(bot.output().match(words)).size > 0 && bot.output().split('"trouble"').length > 3);
      expect(bot.output()).toContain(`The proxy ${proxy.where} `);
      expect(bot.output() + bot.errors()).not.toContain('wrong-one');
      expect(telegramRelay.connections()).toBe(0);
      // The process waits for Telegram as usual, and ends on request.
      expect(await bot.end('SIGTERM')).toEqual({ code: 0, signal: null });
    },
  );
});
