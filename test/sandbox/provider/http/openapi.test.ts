import { expect, test } from 'vitest';
import { z } from 'zod';
import { operations } from '../../../../src/sandbox/provider/index.ts';
import { ask, started } from '../support.ts';

const document = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string(),
        parameters: z.array(z.json()).optional(),
        requestBody: z.json().optional(),
      }),
    ),
  ),
});

async function described(get?: 'query' | 'body' | 'both') {
  const { baseUrl } = await started(get === undefined ? {} : { get });
  return document.parse((await ask(baseUrl, 'GET', '/_sandbox/openapi.json', { token: 'none' })).json);
}

test('the document has every operation at its path', async () => {
  const { paths } = await described();
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
  );
  const served = operations.map(({ name, method, path }) => `${method.toLowerCase()} /api/v1${path} ${name}`);
  expect(found.toSorted()).toEqual(served.toSorted());
});

test('the document says what is sent where, and what comes', async () => {
  const { paths } = await described();
  expect(paths['/api/v1/server/action']?.post).toMatchObject({
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { required: ['id', 'action'], properties: { action: { enum: ['on', 'off', 'reboot'] } } },
        },
      },
    },
    responses: { 200: { content: { 'application/json': { schema: { anyOf: expect.any(Array) } } } } },
  });
  expect(paths['/api/v1/server/list']?.get?.parameters).toEqual([
    { name: 'ip', in: 'query', required: false, schema: { type: 'string' } },
    { name: 'geo', in: 'query', required: false, schema: { type: 'string' } },
  ]);
  expect(paths['/api/v1/server/snapshot']?.get).not.toHaveProperty('parameters');
  const price = '/api/v1/order/domain/price';
  const places = await Promise.all(
    (['query', 'body', 'both'] as const).map(async (get) => {
      const { parameters, requestBody } = (await described(get)).paths[price]?.get ?? {};
      return [parameters?.length, requestBody !== undefined];
    }),
  );
  expect(places).toEqual([
    [2, false],
    [undefined, true],
    [2, true],
  ]);
});
