import { glob, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, extname } from 'node:path/posix';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { signIn } from '../../control.ts';

const FOLDER = new URL('../page/', import.meta.url);
const STYLESHEET = 'page.css';

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

/** Serves the page's folder; `.ts` modules without their types. */
export function servePageFiles(
  server: FastifyInstance,
  optionsFor: (request: FastifyRequest) => {
    page: boolean;
    /** The key that `/?control=KEY` stores in the browser. */
    control: string | undefined;
  },
): void {
  server.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const { page, control } = optionsFor(request);
    if (!page) return reply.callNotFound();
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

/** The page names all its modules, so that the browser requests them at once. */
async function servedAs(name: string, bytes: Buffer): Promise<Buffer | string> {
  const source = () => bytes.toString('utf8');
  if (extname(name) === '.ts') return withoutTypes(source());
  if (name === STYLESHEET) return withImports(source());
  if (name !== 'index.html') return bytes;
  const links = (await modules()).map((module) => `<link rel="modulepreload"${kindOf(module)} href="${module}">`);
  return source().replace('</head>', `${links.join('')}</head>`);
}

const modules = () => Array.fromAsync(glob(['**/*.ts', 'texts.json'], { cwd: FOLDER }));
const kindOf = (module: string) => (extname(module) === '.json' ? ' as="json"' : '');

/** Inserts imported stylesheets: a browser paints nothing before it has them all. */
async function withImports(sheet: string): Promise<string> {
  const imports = [...sheet.matchAll(/@import url\("([^"]+)"\) layer\((\w+)\);/g)];
  const sheets = imports.map(async ([, name = '', layer]) => {
    const rules = await readFile(new URL(name, FOLDER), 'utf8');
    // Addresses in a stylesheet are relative to its folder.
    return `@layer ${layer} {\n${rules.replaceAll('url("', `url("${dirname(name)}/`)}}`;
  });
  const rules = await Promise.all(sheets);
  return imports.reduce((text, [rule], index) => text.replace(rule, () => rules[index] ?? ''), sheet);
}

/** Caches by source text, because stripping takes longer than serving. */
const stripped = new Map<string, string>();

function withoutTypes(source: string): string {
  const known = stripped.get(source) ?? stripTypeScriptTypes(source);
  stripped.set(source, known);
  return known;
}

/** The first visit would wait for the stripping. */
export async function prepareModules(): Promise<void> {
  for (const name of await modules()) await servedAs(name, await readFile(new URL(name, FOLDER)));
}

async function readIfExists(file: URL): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
