import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { applyDueChange, type ServerState } from '../accounts/account.ts';
import { messageText } from '../http/refusal.ts';

const PASSWORD_LIFETIME_MS = 10 * 60_000;
const HOST = '127.0.0.1';

/** Remote consoles: a page over HTTPS that shows a server's screen and asks for a password, as in the contract. */
export interface Consoles {
  open(server: ServerState): Promise<{ hostname: string; port: string; password: string }>;
  close(): Promise<void>;
}

export function createConsoles(): Consoles {
  const opened = new Map<string, { server: ServerState; expiresAt: number }>();
  let listening: Promise<Server> | undefined;
  return {
    async open(server) {
      listening ??= listen((password) => {
        const found = opened.get(password);
        return found !== undefined && found.expiresAt > Date.now() ? applyDueChange(found.server) : undefined;
      });
      const address = (await listening).address();
      if (address === null || typeof address === 'string') throw new Error('The console has no port');
      const password = randomBytes(9).toString('base64url');
      opened.set(password, { server, expiresAt: Date.now() + PASSWORD_LIFETIME_MS });
      return { hostname: HOST, port: String(address.port), password };
    },
    async close() {
      const server = await listening;
      server?.closeAllConnections();
      server?.close();
    },
  };
}

async function listen(serverFor: (password: string) => ServerState | undefined): Promise<Server> {
  // Imported here because only an opened console needs a certificate.
  const { generate } = await import('selfsigned');
  const pem = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: HOST },
        ],
      },
    ],
  });
  const page = await readFile(new URL('console.html', import.meta.url), 'utf8');
  const https = createServer({ key: pem.private, cert: pem.cert }, (request, response) => {
    const url = new URL(request.url ?? '/', `https://${HOST}`);
    const server = serverFor(url.searchParams.get('password') ?? '');
    if (url.pathname !== '/vnc.html') response.writeHead(404).end();
    else if (server === undefined)
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(messageText('consoleDenied'));
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(filled(page, server));
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
  };
  return page.replace(/\{(\w+)\}/g, (whole, name: string) => escaped(values[name] ?? whole));
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);
