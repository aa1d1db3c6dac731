import '@fastify/multipart';
import { extname } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseBody, readJsonBody } from './json-body.ts';
import types from './mime-types.json' with { type: 'json' };
import { badRequest, sandboxRefusal } from './refusal.ts';
import type { Raw, Upload } from './types.ts';
import { decodeJson, isRecord } from './values.ts';

/**
 * Reads JSON and urlencoded bodies; a plugin reads multipart. Another type of body has no parameters. Source: `HttpReader.cpp` of tdlib/td
 * @param strict refuses a body that is no JSON, of which Telegram reads a part
 */
export function acceptBodies(server: FastifyInstance, strict: (request: FastifyRequest) => boolean): void {
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    const tried = parseBody(text);
    if (strict(request) && text !== '' && !('value' in tried)) done(sandboxRefusal('the body is no JSON'));
    else done(null, readJsonBody(text, tried));
  });
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, firstOfEach([...new URLSearchParams(String(body))])),
  );
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));
}

/**
 * The query, and a JSON, urlencoded or multipart body; the first of several with one name.
 * `attach://name` becomes the part of that name at any depth.
 */
export async function readParameters(request: FastifyRequest): Promise<Raw> {
  const query = isRecord(request.query) ? request.query : {};
  const first = Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
  const values: Raw = Object.fromEntries(first);
  if (!request.isMultipart()) return { ...(isRecord(request.body) ? request.body : {}), ...values };
  const uploads = new Map<string, Upload>();
  try {
    await readParts(request, values, uploads);
  } catch (error) {
    // The plugin's own errors, as for a large file, have a status; those of the parser have none.
    if (error instanceof Error && 'statusCode' in error) throw error;
    if (!/boundary=/i.test(request.headers['content-type'] ?? '')) throw badRequest('boundary not found');
    throw sandboxRefusal('the multipart body cannot be read');
  }
  return withUploads(values, uploads);
}

async function readParts(request: FastifyRequest, values: Raw, uploads: Map<string, Upload>): Promise<void> {
  for await (const part of request.parts()) {
    if (part.type === 'field') values[part.fieldname] ??= part.value;
    else {
      const bytes = await part.toBuffer();
      uploads.set(part.fieldname, { name: part.filename, type: typeOf(part.filename), bytes });
    }
  }
}

export interface AnswerBody {
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** An unreadable answer has no parameters. */
export async function readAnswer({ contentType, bytes }: AnswerBody): Promise<Raw> {
  const response = new Response(bytes, { headers: { 'content-type': contentType } });
  if (/application\/json/i.test(contentType)) return readJsonBody(await response.text());
  if (!/multipart\/form-data|application\/x-www-form-urlencoded/i.test(contentType)) return {};
  const values: Raw = {};
  const uploads = new Map<string, Upload>();
  // An unreadable form has no parameters.
  const form = await response.formData().catch(() => new FormData());
  for (const [name, value] of form) {
    if (typeof value === 'string') values[name] = value;
    else uploads.set(name, { name: value.name, type: typeOf(value.name), bytes: await value.bytes() });
  }
  return withUploads(values, uploads);
}

const TYPES = new Map(
  Object.entries(types).flatMap(([type, extensions]) => extensions.map((ending) => [ending, type])),
);

/**
 * Telegram knows the type of a file only from its name. `mime-types.json` has the usual ones of TDLib's `mime_types.txt`.
 * Source: TDLib `create_input_message_content` and `MimeType::from_extension`
 */
function typeOf(name: string): string {
  return TYPES.get(extname(name).slice(1).toLowerCase()) ?? 'application/octet-stream';
}

/** Replaces each `attach://name` by its upload. */
function withUploads(values: Raw, uploads: ReadonlyMap<string, Upload>): Raw {
  const attached = new Set<string>();
  const named = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, attach(fromJson(value), uploads, attached)]),
  );
  for (const [name, upload] of uploads) if (!attached.has(name)) named[name] = upload;
  return named;
}

function firstOfEach(entries: readonly (readonly [string, unknown])[]): Raw {
  return Object.fromEntries(entries.toReversed());
}

/** Parses only text with an attachment; the schema parses other JSON. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{].*attach:\/\//s.test(value)) return value;
  return decodeJson(value);
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
