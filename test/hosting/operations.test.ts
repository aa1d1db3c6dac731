import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { PARAMETERS } from '../../src/hosting/codes.ts';
import { endpointsFor } from '../../src/hosting/endpoints.ts';
import type { Caller } from '../../src/hosting/http/call.ts';
import { withTable } from '../../src/hosting/operations.generate.ts';
import { operations } from '../../src/sandbox/provider/index.ts';

const resources = endpointsFor(['ir']);
const endpoints = Object.values(resources).flatMap((rows) => Object.values(rows));
const { servers } = resources;

test('the table of operations is the one that `npm run format` makes', () => {
  const text = readFileSync(new URL('../../src/hosting/operations.md', import.meta.url), 'utf8');
  expect(text).toBe(withTable(text));
  const rows = text.split('\n').filter((line) => /^\| [a-z]+\.\S/.test(line));
  expect(rows.map((row) => row.split(' ')[1])).toEqual(endpoints.map(({ operation }) => operation));
});

test('client and sandbox mean the same by each operation', () => {
  const of = (rows: readonly { name: string; method: string; path: string; alters: boolean }[]) =>
    rows.toSorted((a, b) => a.name.localeCompare(b.name));
  expect(of(operations.map(({ name, method, path, alters = false }) => ({ name, method, path, alters })))).toEqual(
    of(
      endpoints.map(({ operation: name, method, path, effect }) => ({
        name,
        method,
        path,
        alters: effect === 'change',
      })),
    ),
  );
});

test('only an endpoint that reads can be repeated', () => {
  type Repeatable = Parameters<Caller['read']>[0];
  expectTypeOf(servers.status).toExtend<Repeatable>();
  expectTypeOf(servers.action).not.toExtend<Repeatable>();
  expect([servers.status.effect, servers.action.effect]).toEqual(['read', 'change']);
});

test('a required-field error can name exactly the parameters of the schemas: one left out does not compile', () => {
  type ValuesOf<Rows> = Rows extends unknown ? Rows[keyof Rows] : never;
  type KeysOf<Sent> = Sent extends unknown ? keyof Sent : never;
  type Sent = KeysOf<z.output<ValuesOf<ValuesOf<typeof resources>>['send']>>;
  expectTypeOf<(typeof PARAMETERS)[number]>().toEqualTypeOf<Sent>();
});
