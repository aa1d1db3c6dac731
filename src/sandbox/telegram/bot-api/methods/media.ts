import type { InputMedia } from '@grammyjs/types';
import type { Message, RichBlock } from 'grammy/types';
import type { Backend, Content } from '../../backend/backend.ts';
import type { FileFolder, StoredFile } from '../../backend/files.ts';
import type { Medium } from '../../rich/schema.ts';
import { parseAddress } from '../../text/links.ts';
import { badRequest, Refusal, refusal } from '../refusal.ts';
import type { Upload } from '../types.ts';
import { captionOf, checkSimulated, type Later, send } from './compose.ts';
import type { Handlers } from './handlers.ts';

/** Telegram's limits for bots. The HTTP server limits documents. */
const PHOTO_BYTES = 10 * 1024 * 1024;
export const DOWNLOAD_BYTES = 20 * 1024 * 1024;

export const media: Handlers = {
  getFile: (args, backend) => {
    if (args.file_id === '') throw badRequest('file_id not specified');
    const file = backend.files.byId(args.file_id);
    if (!file) throw refusal('fileInvalidId');
    if (file.bytes.length > DOWNLOAD_BYTES) throw refusal('fileTooBig');
    backend.files.link(file);
    const { file_id, file_unique_id, path: file_path } = file;
    return { file_id, file_unique_id, file_size: file.bytes.length, file_path };
  },

  sendPhoto: (args, backend) => {
    checkSimulated(args);
    if (!isThere(args.photo)) throw badRequest('There is no photo in the request');
    const caption = captionOf(backend, args);
    return send(backend, args, () => photoContent(backend, args.photo, caption, args));
  },

  sendDocument: (args, backend) => {
    checkSimulated(args);
    if (!isThere(args.document)) throw badRequest('There is no document in the request');
    const caption = captionOf(backend, args);
    return send(backend, args, () => ({ ...documentOf(backend, args.document, kindOf(args)), ...caption() }));
  },
};

/** A file that the request names, but does not contain, is missing. */
function isThere(given: Upload | string): boolean {
  return typeof given !== 'string' || (given !== '' && !given.startsWith('attach://'));
}

function kindOf({ disable_content_type_detection }: { disable_content_type_detection?: boolean }): FileKind {
  return disable_content_type_detection ? 'DocumentAsFile' : 'Document';
}

interface PhotoOptions {
  has_spoiler?: boolean;
  show_caption_above_media?: boolean;
}

function photoContent(
  backend: Backend,
  given: Upload | string,
  caption: Later<Content>,
  { has_spoiler, show_caption_above_media }: PhotoOptions,
): Content {
  return {
    ...photoOf(backend, given),
    ...(has_spoiler ? { has_media_spoiler: true } : {}),
    ...caption(),
    ...(show_caption_above_media ? { show_caption_above_media: true } : {}),
  };
}

export function mediaOf(backend: Backend, given: InputMedia<Upload>): Later<Content> {
  const caption = captionOf(backend, given);
  if (given.type === 'photo') return () => photoContent(backend, given.media, caption, given);
  if (given.type === 'document') return () => ({ ...documentOf(backend, given.media, kindOf(given)), ...caption() });
  throw new Refusal(501, `Not Implemented: sandbox: media of type ${given.type} is not simulated`);
}

/** Measures the photo. @throws Refusal for no picture, or above Telegram's limits */
export function photoOf(backend: Backend, given: Upload | string): { photo: NonNullable<Message['photo']> } {
  const file = storedFile(backend, given, 'Photo');
  const bytes = file.bytes.length;
  if (bytes > PHOTO_BYTES)
    throw badRequest(`File of size ${bytes} bytes is too big for a photo; the maximum size is ${PHOTO_BYTES} bytes`);
  const size = pictureSize(file.bytes);
  if (!size) throw refusal('photoNotImage');
  const ratio = Math.max(size.width, size.height) / Math.min(size.width, size.height);
  if (size.width + size.height > 10_000 || ratio > 20) throw refusal('photoDimensions');
  return {
    photo: [{ file_id: file.file_id, file_unique_id: file.file_unique_id, file_size: bytes, ...size }],
  };
}

export function documentOf(
  backend: Backend,
  given: Upload | string,
  kind: FileKind = 'Document',
): { document: NonNullable<Message['document']> } {
  const file = storedFile(backend, given, kind);
  return {
    document: {
      file_name: file.name,
      mime_type: file.type,
      file_id: file.file_id,
      file_unique_id: file.file_unique_id,
      file_size: file.bytes.length,
    },
  };
}

/** Size and length are the bot's, because the sandbox does not play files. */
export function fileOfMedium(backend: Backend, given: Medium['media']): MediumFile {
  const { type } = given;
  if (type === 'photo') return { type, photo: photoOf(backend, given.media).photo };
  if (type === 'document') return { type, document: documentOf(backend, given.media).document };
  const { file_id, file_unique_id, name, type: mime_type, bytes } = storedFile(backend, given.media, KINDS[type]);
  const file = { file_id, file_unique_id, mime_type, file_size: bytes.length };
  const duration = given.duration ?? 0;
  if (type === 'voice_note') return { type, voice_note: { ...file, duration } };
  const named = { ...file, file_name: name, duration };
  if (type === 'audio') return { type, audio: { ...named, ...titlesOf(given) } };
  const moving = { ...named, width: given.width ?? 0, height: given.height ?? 0 };
  return type === 'video' ? { type, video: moving } : { type, animation: moving };
}

type MediumBlock = Extract<RichBlock, { type: Medium['media']['type'] }>;
type MediumFile = MediumBlock extends infer One
  ? One extends unknown
    ? Omit<One, 'caption' | 'has_spoiler'>
    : never
  : never;

const KINDS = { video: 'Video', animation: 'Animation', audio: 'Audio', voice_note: 'VoiceNote' } as const;

function titlesOf({ performer, title }: { performer?: string; title?: string }): {
  performer?: string;
  title?: string;
} {
  return { ...(performer === undefined ? {} : { performer }), ...(title === undefined ? {} : { title }) };
}

/** TDLib's words for the kinds of files, and their folders. */
const FOLDERS = {
  Photo: 'photos',
  Document: 'documents',
  DocumentAsFile: 'documents',
  Video: 'videos',
  Animation: 'animations',
  Audio: 'music',
  VoiceNote: 'voice',
  Sticker: 'stickers',
} as const satisfies Record<string, FileFolder>;
type FileKind = keyof typeof FOLDERS;

/** Refuses a URL, because the sandbox opens no connection. */
function storedFile(backend: Backend, given: Upload | string, kind: FileKind): StoredFile {
  const folder = FOLDERS[kind];
  if (typeof given !== 'string') {
    if (given.bytes.length === 0) throw refusal('fileEmpty');
    return backend.files.add(given, folder);
  }
  if (given.includes('.')) throw refusedAddress(given);
  const file = backend.files.byId(given);
  if (!file) throw badRequest(`Wrong remote file identifier specified: ${identifierProblem(given)}`);
  if (!file.path.startsWith(`${folder}/`)) throw badRequest(`Can't use file of type ${typeOf(file)} as ${kind}`);
  return file;
}

function typeOf({ path }: StoredFile): string {
  return Object.entries(FOLDERS).find(([, folder]) => path.startsWith(`${folder}/`))?.[0] ?? 'None';
}

function refusedAddress(given: string): Refusal {
  const address = parseAddress(given);
  if ('problem' in address) return badRequest(`Invalid file HTTP URL specified: ${address.problem}`);
  return new Refusal(501, 'Not Implemented: sandbox: files by URL are not simulated');
}

/** TDLib reads an identifier as base64url with a version in the last byte. */
function identifierProblem(given: string): string {
  if (given.includes('=')) return 'Wrong string padding';
  if (given.length % 4 === 1) return 'Wrong string length';
  if (!/^[\w-]*$/.test(given)) return 'Wrong character in the string';
  const last = Buffer.from(given, 'base64url').at(-1);
  return last === 2 || last === 4 ? "can't unserialize it" : "can't unserialize it. Wrong last symbol";
}

export function pictureSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength >= 24 && view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a) {
    return sized(view.getUint32(16), view.getUint32(20));
  }
  return view.byteLength >= 4 && view.getUint16(0) === 0xffd8 ? jpegSize(view) : undefined;
}

/** Reads the frame header: SOF0 to SOF15 without DHT, JPG and DAC. */
function jpegSize(view: DataView): { width: number; height: number } | undefined {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return sized(view.getUint16(at + 7), view.getUint16(at + 5));
    }
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function sized(width: number, height: number): { width: number; height: number } | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined;
}
