import '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Raw, Upload } from './types.ts';
import { isRecord } from './values.ts';

/** Adds urlencoded bodies to the server, which reads JSON itself and multipart with a plugin. */
export function acceptForms(server: FastifyInstance): void {
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

/**
 * A call's parameters, of the query and of a JSON, urlencoded or multipart body. The part of the name replaces
 * `attach://name` at any depth.
 */
export async function readParameters(request: FastifyRequest): Promise<Raw> {
  const query = isRecord(request.query) ? request.query : {};
  if (!request.isMultipart()) return { ...query, ...(isRecord(request.body) ? request.body : {}) };
  const values: Raw = { ...query };
  const uploads = new Map<string, Upload>();
  for await (const part of request.parts()) {
    if (part.type === 'field') values[part.fieldname] = part.value;
    else {
      const bytes = await part.toBuffer();
      uploads.set(part.fieldname, { name: part.filename, type: part.mimetype, bytes });
    }
  }
  const attached = new Set<string>();
  const named = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, attach(fromJson(value), uploads, attached)]),
  );
  for (const [name, upload] of uploads) if (!attached.has(name)) named[name] = upload;
  return named;
}

/** Parses only text with an attachment; the schema parses other JSON. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{].*attach:\/\//s.test(value)) return value;
  return JSON.parse(value);
}

function attach(value: unknown, uploads: ReadonlyMap<string, Upload>, attached: Set<string>): unknown {
  if (typeof value === 'string' && value.startsWith('attach://')) {
    const name = value.slice('attach://'.length);
    const upload = uploads.get(name);
    if (upload) attached.add(name);
    return upload ?? value;
  }
  if (Array.isArray(value)) return value.map((item) => attach(item, uploads, attached));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, attach(item, uploads, attached)]));
}
