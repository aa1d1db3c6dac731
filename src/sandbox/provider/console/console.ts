import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { createCertificate } from '../../certificate.ts';
import { applyDueChange, type ServerState } from '../accounts/account.ts';
import { messageText } from '../http/refusal.ts';

const PASSWORD_LIFETIME_MS = 10 * 60_000;
const HOST = '127.0.0.1';

/** A page over HTTPS that shows a server's screen and asks for a password, as in the contract. */
export interface Consoles {
  open(server: ServerState): Promise<{ hostname: string; port: string; password: string }>;
  /** `undefined` where the address is not that of a console. */
  page(address: string): Promise<Answer | undefined>;
  age(ms: number): void;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  type: 'text/html' | 'text/plain';
  text: string;
}

/** @param name the host's name in the addresses of consoles, which must lead to this machine */
export function createConsoles(now: () => number, name = HOST): Consoles {
  const opened = new Map<string, { server: ServerState; expiresAt: number }>();
  let listening: Promise<Server> | undefined;

  async function screen(url: URL): Promise<Answer> {
    if (url.pathname !== '/vnc.html') return { status: 404, type: 'text/plain', text: '' };
    const found = opened.get(url.searchParams.get('password') ?? '');
    if (found === undefined || found.expiresAt < now())
      return { status: 403, type: 'text/plain', text: messageText('consoleDenied') };
    const page = await readFile(new URL('console.html', import.meta.url), 'utf8');
    return { status: 200, type: 'text/html', text: filled(page, applyDueChange(found.server, now())) };
  }

  return {
    async open(server) {
      listening ??= listen(name, screen);
      const port = portOf(await listening);
      const password = randomBytes(9).toString('base64url');
      opened.set(password, { server, expiresAt: now() + PASSWORD_LIFETIME_MS });
      return { hostname: name, port, password };
    },
    async page(address) {
      const url = URL.parse(address);
      const server = await listening;
      if (server === undefined || url?.origin !== `https://${name}:${portOf(server)}`) return undefined;
      return screen(url);
    },
    age(ms) {
      for (const console of opened.values()) console.expiresAt -= ms;
    },
    async close() {
      const server = await listening;
      server?.closeAllConnections();
      server?.close();
    },
  };
}

function portOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The console has no port');
  return String(address.port);
}

async function listen(name: string, screen: (url: URL) => Promise<Answer>): Promise<Server> {
  const https = createServer(await createCertificate(name), (request, response) => {
    screen(new URL(request.url ?? '/', `https://${name}`)).then(
      ({ status, type, text }) => response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(text),
      (error: Error) => response.destroy(error),
    );
  });
  https.listen(0, HOST);
  await once(https, 'listening');
  return https;
}

function filled(page: string, server: ServerState): string {
  const values: Record<string, string> = {
    id: server.id,
    ip: server.ip,
    mac: server.mac,
    os: server.os,
    status: server.status,
    prompt: server.status === 'on' ? `${server.id} login:` : '',
  };
  return page.replace(/\{(\w+)\}/g, (whole, name: string) => escaped(values[name] ?? whole));
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);
