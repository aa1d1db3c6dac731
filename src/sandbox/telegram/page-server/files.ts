import { glob, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { signIn } from '../../control.ts';

const FOLDER = new URL('../page/', import.meta.url);

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ts': 'text/javascript; charset=utf-8',
};

/** The browser must not send anything beyond this machine. */
const POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the files in the page's folder; `.ts` modules without their types.
 * @param control the key that `/?control=KEY` keeps in the browser, if any
 */
export function servePageFiles(server: FastifyInstance, control: string | undefined): void {
  server.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    if (request.params['*'] === '' && signIn(request, reply, control)) return reply;
    const name = request.params['*'] || 'index.html';
    const type = TYPES[extname(name)];
    if (!type || !/^[\w-]+(\/[\w-]+)*\.[\w.-]+$/.test(name)) return reply.callNotFound();
    const bytes = await readIfExists(new URL(name, FOLDER));
    if (!bytes) return reply.callNotFound();
    const body = await servedAs(name, bytes);
    return reply
      .header('content-security-policy', POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .type(type)
      .send(body);
  });
}

/** What the browser gets: modules without their types, and a page that names all its modules, so that they are asked for at once. */
async function servedAs(name: string, bytes: Buffer): Promise<Buffer | string> {
  if (extname(name) === '.ts') return withoutTypes(bytes.toString('utf8'));
  if (name !== 'index.html') return bytes;
  const modules = await Array.fromAsync(glob('**/*.ts', { cwd: FOLDER }));
  const links = modules.map((module) => `<link rel="modulepreload" href="${module}">`);
  return bytes.toString('utf8').replace('</head>', `${links.join('')}</head>`);
}

/** Stripping takes longer than serving; a file that was changed is another source. */
const stripped = new Map<string, string>();

function withoutTypes(source: string): string {
  const known = stripped.get(source) ?? stripTypeScriptTypes(source);
  stripped.set(source, known);
  return known;
}

/** @returns undefined where the file does not exist */
async function readIfExists(file: URL): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
