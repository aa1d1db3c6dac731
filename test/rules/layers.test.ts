import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const FEATURE = [
  'features/buttons.ts',
  'features/common',
  'hosting',
  'store',
  'jobs',
  'teams',
  'watches',
  'operations',
  'telegram',
  'workers',
];
const FEATURE_PACKAGES = ['grammy', 'zod'];

/**
 * The imports allowed to a part of `src`: other parts of `src`, and packages. The longest matching path decides. A file may
 * always import its own part and what Node brings; type imports count. The files directly in `src`, and those of `app`, put everything
 * together, and only the demo and the tests touch the sandbox.
 */
const LAYERS: Record<string, { parts: readonly string[]; packages: readonly string[] }> = {
  workers: { parts: [], packages: ['zod'] },
  hosting: { parts: ['workers'], packages: ['undici', 'zod'] },
  store: { parts: [], packages: ['keyv', 'pg', 'zod'] },
  jobs: { parts: ['store'], packages: [] },
  teams: { parts: ['hosting', 'store'], packages: [] },
  watches: { parts: ['hosting', 'store', 'teams'], packages: [] },
  operations: { parts: ['hosting', 'store', 'jobs', 'teams'], packages: ['zod'] },
  telegram: {
    parts: ['hosting', 'store', 'jobs', 'teams', 'operations', 'workers'],
    packages: ['grammy', '@grammyjs/conversations', '@grammyjs/i18n', 'abort-controller', 'fastify', 'zod'],
  },
  'telegram/ui/link.ts': { parts: ['telegram'], packages: ['grammy', 'tldts'] },
  'telegram/api/exchange.ts': {
    parts: ['telegram/api/proxy.ts', 'hosting/http/connector.ts', 'hosting/http/gather.ts', 'hosting/http/undici.ts'],
    packages: ['grammy', 'abort-controller', 'undici'],
  },
  'telegram/api/proxy.ts': { parts: ['hosting/http/connector.ts', 'hosting/http/undici.ts'], packages: ['undici'] },
  'features/buttons.ts': { parts: ['teams', 'telegram'], packages: [] },
  'features/common': { parts: FEATURE, packages: FEATURE_PACKAGES },
  'features/common/input/csv.ts': { parts: [], packages: ['papaparse'] },
  'features/operation-views.ts': {
    parts: [...FEATURE, 'features/domains', 'features/servers', 'features/shop'],
    packages: FEATURE_PACKAGES,
  },
  'features/fallback.ts': { parts: FEATURE, packages: FEATURE_PACKAGES },
  'features/groups.ts': { parts: FEATURE, packages: FEATURE_PACKAGES },
  'features/account': { parts: FEATURE, packages: FEATURE_PACKAGES },
  'features/servers': { parts: FEATURE, packages: [...FEATURE_PACKAGES, '@resvg/resvg-js', 'echarts'] },
  'features/domains': { parts: FEATURE, packages: [...FEATURE_PACKAGES, 'papaparse', 'tldts'] },
  'features/plain-words': { parts: FEATURE, packages: FEATURE_PACKAGES },
  'features/operations.ts': { parts: FEATURE, packages: FEATURE_PACKAGES },
  'features/teams': { parts: FEATURE, packages: FEATURE_PACKAGES },
  'features/watches': { parts: FEATURE, packages: FEATURE_PACKAGES },
  'features/shop': { parts: FEATURE, packages: FEATURE_PACKAGES },
  web: { parts: ['hosting', 'store', 'telegram'], packages: ['fastify', '@prometheus-io/client'] },
};

/** The path's row in the table; the files directly in `src`, `app` and the sandbox have none. */
function layerOf(path: string): string | undefined {
  const rows = Object.keys(LAYERS).filter((row) => path === row || path.startsWith(`${row}/`));
  return rows.sort((one, other) => other.length - one.length)[0];
}

/** The imports of the file, a path below `src`, that the table does not allow. */
function violations(path: string, text: string): string[] {
  const row = layerOf(path);
  return [...text.matchAll(/^(?:.* from|import) '([^']+)';$|\bimport\('([^']+)'\)/gm)].flatMap(([, once, late]) => {
    const from = once ?? late ?? '';
    const allowed = from.startsWith('.') ? mayImportPart(path, row, from) : mayImportPackage(row, from);
    return allowed ? [] : [`${path}: ${from}`];
  });
}

function mayImportPart(path: string, row: string | undefined, from: string): boolean {
  const to = relative('.', join(dirname(path), from));
  if (to.startsWith('sandbox/')) return path.startsWith('sandbox/');
  if (row === undefined || to.startsWith(`${row}/`)) return true;
  return LAYERS[row]?.parts.some((part) => to === part || to.startsWith(`${part}/`)) ?? false;
}

function mayImportPackage(row: string | undefined, from: string): boolean {
  if (row === undefined || from.startsWith('node:')) return true;
  return LAYERS[row]?.packages.some((name) => from === name || from.startsWith(`${name}/`)) ?? false;
}

test('every file of src imports only what its layer may', async () => {
  const found: string[] = [];
  for await (const path of glob('src/**/*.ts'))
    found.push(...violations(relative('src', path), await readFile(path, 'utf8')));
  expect(found).toEqual([]);
});

test('every folder of src stands in the table', async () => {
  const missing: string[] = [];
  for await (const path of glob('src/*/**/*.ts')) {
    const inside = relative('src', path);
    const isFree = inside.startsWith('sandbox/') || inside.startsWith('app/');
    if (!isFree && layerOf(inside) === undefined) missing.push(inside);
  }
  expect(missing).toEqual([]);
});

test('only `src/teams` compares the roles of a team: all others ask there what a role may', async () => {
  const found: string[] = [];
  for await (const path of glob('src/**/*.ts')) {
    const inside = relative('src', path);
    if (inside.startsWith('sandbox/') || inside.startsWith('teams/')) continue;
    const compared = (await readFile(path, 'utf8')).match(
      /.*(?:\bisAtLeast\b|\brole [!=]== '(?:viewer|operator|admin)'|'(?:viewer|operator|admin)'.*\.includes\().*/g,
    );
    found.push(...(compared ?? []).map((line) => `${inside}: ${line.trim()}`));
  }
  expect(found).toEqual([]);
});

test.for([
  ['hosting/servers.ts', 'grammy'],
  ['hosting/http/call.ts', '../../telegram/ui/format.ts'],
  ['hosting/servers.ts', '../store/index.ts'],
  ['hosting/servers.ts', '../config.ts'],
  ['hosting/servers.ts', '../sandbox/provider/index.ts'],
  ['store/index.ts', '../hosting/index.ts'],
  ['store/operations/index.ts', '../../operations/index.ts'],
  ['jobs/runner.ts', '../operations/index.ts'],
  ['operations/index.ts', 'grammy'],
  ['operations/index.ts', '../features/buttons.ts'],
  ['telegram/updates/polling.ts', '../../features/buttons.ts'],
  ['telegram/updates/polling.ts', '../../bot.ts'],
  ['telegram/api/exchange.ts', '../ui/screen.ts'],
  ['features/common/pages.ts', '../servers/index.ts'],
  ['features/servers/card.ts', '../shop/index.ts'],
  ['features/servers/card.ts', '../../bot.ts'],
  ['features/servers/card.ts', 'undici'],
  ['web/metrics.ts', '../config.ts'],
  ['workers/pool.ts', '../hosting/index.ts'],
  ['main.ts', './sandbox/provider/index.ts'],
])('%s may not import %s, nor its types', ([path, from]) => {
  const found = [`${path}: ${from}`];
  expect(violations(path ?? '', `import { found } from '${from}';\n`)).toEqual(found);
  expect(violations(path ?? '', `import type { Found } from '${from}';\n`)).toEqual(found);
});
