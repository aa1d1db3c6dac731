import type { InputMedia } from '@grammyjs/types';
import type { Message } from 'grammy/types';
import type { Backend, Content } from '../../backend/backend.ts';
import type { StoredFile } from '../../backend/files.ts';
import { Refusal, refusal } from '../refusal.ts';
import type { Upload } from '../types.ts';
import { captionOf, checkSimulated, postMessage } from './compose.ts';
import type { Handlers } from './handlers.ts';

/** Telegram's limits for bots, in bytes. */
const PHOTO_BYTES = 10 * 1024 * 1024;
export const DOWNLOAD_BYTES = 20 * 1024 * 1024;
const DOCUMENT_BYTES = 50 * 1024 * 1024;

export const media: Handlers = {
  getFile: (args, backend) => {
    const file = backend.files.byId(args.file_id);
    if (!file) throw refusal('fileInvalidId');
    if (file.bytes.length > DOWNLOAD_BYTES) throw refusal('fileTooBig');
    backend.files.link(file);
    const { file_id, file_unique_id, path: file_path } = file;
    return { file_id, file_unique_id, file_size: file.bytes.length, file_path };
  },

  sendPhoto: (args, backend) => {
    checkSimulated(args);
    const room = backend.writable(args.chat_id);
    const spoiler = args.has_spoiler ? { has_media_spoiler: true as const } : {};
    const content = { ...photoOf(backend, args.photo), ...spoiler, ...captionOf(backend, args) };
    return postMessage(backend, room, args, content);
  },

  sendDocument: (args, backend) => {
    checkSimulated(args);
    const room = backend.writable(args.chat_id);
    const content = { ...documentOf(backend, args.document), ...captionOf(backend, args) };
    return postMessage(backend, room, args, content);
  },
};

export function mediaOf(backend: Backend, given: InputMedia<Upload>): Content {
  if (given.type === 'photo') return { ...photoOf(backend, given.media), ...captionOf(backend, given) };
  if (given.type === 'document') return { ...documentOf(backend, given.media), ...captionOf(backend, given) };
  throw new Refusal(501, `Not Implemented: sandbox: media of type ${given.type} is not simulated`);
}

/** The photo with its real size. @throws Refusal where it is no picture or exceeds Telegram's limits */
export function photoOf(backend: Backend, given: Upload | string): { photo: NonNullable<Message['photo']> } {
  const file = storedFile(backend, given, 'photos');
  if (file.bytes.length > PHOTO_BYTES) throw refusal('fileTooBig');
  const size = pictureSize(file.bytes);
  if (!size) throw refusal('photoNotImage');
  const ratio = Math.max(size.width, size.height) / Math.min(size.width, size.height);
  if (size.width + size.height > 10_000 || ratio > 20) throw refusal('photoDimensions');
  return {
    photo: [{ file_id: file.file_id, file_unique_id: file.file_unique_id, file_size: file.bytes.length, ...size }],
  };
}

export function documentOf(backend: Backend, given: Upload | string): { document: NonNullable<Message['document']> } {
  const file = storedFile(backend, given, 'documents');
  if (file.bytes.length > DOCUMENT_BYTES) throw refusal('fileTooBig');
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

/** Telegram's words for a file of the other kind, by the wanted folder. */
const KINDS = { photos: 'Document as Photo', documents: 'Photo as Document' };

/** Stores an upload, or finds the file of an identifier. A URL is refused, because the sandbox opens no connection. */
function storedFile(backend: Backend, given: Upload | string, folder: 'photos' | 'documents'): StoredFile {
  if (typeof given !== 'string') {
    if (given.bytes.length === 0) throw refusal('fileEmpty');
    return backend.files.add(given, folder);
  }
  if (/^https?:/.test(given)) throw new Refusal(501, 'Not Implemented: sandbox: files by URL are not simulated');
  const file = backend.files.byId(given);
  if (!file) throw refusal('fileWrongId');
  if (!file.path.startsWith(folder)) throw new Refusal(400, `Bad Request: can't use file of type ${KINDS[folder]}`);
  return file;
}

/** Width and height of a PNG or JPEG, or undefined. */
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
