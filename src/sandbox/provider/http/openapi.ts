import { z } from 'zod';
import { type GetSource, type Operation, sourceOf } from '../operations/operation.ts';

const PREFIX = '/api/v1';

const errors = z.union([
  z.object({ errors: z.record(z.string(), z.array(z.string())) }),
  z.object({ error: z.string(), message: z.string() }),
]);

/**
 * Describes the operations by the schemas that check requests. The contract names no statuses of errors and no authentication:
 * an error may have any status, and the header is this provider's.
 */
export function openapi(operations: readonly Operation[], get: GetSource, header: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = `${PREFIX}${operation.path}`;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described(operation, get) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cloud Server and Domain Ordering Service API', version: 'v1' },
    paths,
    components: { securitySchemes: { account: { type: 'apiKey', in: 'header', name: header } } },
    security: [{ account: [] }],
  };
}

function described(operation: Operation, get: GetSource): object {
  const answers = (schema: z.ZodType) => ({ content: { 'application/json': { schema: schemaOf(schema) } } });
  return {
    operationId: operation.name,
    ...parametersOf(operation, get),
    responses: {
      200: { description: 'The answer, or an error', ...answers(z.union([operation.answer, errors])) },
      default: { description: 'An error', ...answers(errors) },
    },
  };
}

function parametersOf(operation: Operation, get: GetSource): object {
  const schema = schemaOf(operation.parameters);
  const source = sourceOf(operation, get);
  const { properties = {}, required = [] } = schema;
  const inQuery = Object.entries(properties).map(([name, each]) => ({
    name,
    in: 'query',
    required: source === 'query' && required.includes(name),
    schema: each,
  }));
  const body = { required: source === 'body', content: { 'application/json': { schema } } };
  return { ...(source !== 'body' && { parameters: inQuery }), ...(source !== 'query' && { requestBody: body }) };
}

/** Describes the parameters as they are sent, before quoted numbers become numbers. */
function schemaOf(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
