import type { InputMedia } from '@grammyjs/types';
import type { Message } from 'grammy/types';
import type { Cloud, Content } from '../../backend/backend.ts';
import type { StoredFile } from '../../backend/files.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { Upload } from '../types.ts';
import { captionOf, checkSimulated, dressing } from './compose.ts';
import type { Handlers } from './handlers.ts';

/** Telegram's limits for uploads by bots, in bytes. */
const PHOTO_BYTES = 10 * 1024 * 1024;
/** And for downloads. */
export const DOWNLOAD_BYTES = 20 * 1024 * 1024;
const DOCUMENT_BYTES = 50 * 1024 * 1024;

export const media: Handlers = {
  getFile: (args, cloud) => {
    const file = cloud.files.byId(args.file_id);
    if (!file) throw refuse('fileInvalidId');
    if (file.bytes.length > DOWNLOAD_BYTES) throw refuse('fileTooBig');
    const { file_id, file_unique_id, path: file_path } = file;
    return { file_id, file_unique_id, file_size: file.bytes.length, file_path };
  },

  sendPhoto: (args, cloud) => {
    checkSimulated(args);
    const room = cloud.writable(args.chat_id);
    const spoiler = args.has_spoiler ? { has_media_spoiler: true as const } : {};
    const content = { ...photoOf(cloud, args.photo), ...spoiler, ...captionOf(cloud, args) };
    return cloud.post(room, cloud.bot, { ...content, ...dressing(room, args) }, args.reply_markup);
  },

  sendDocument: (args, cloud) => {
    checkSimulated(args);
    const room = cloud.writable(args.chat_id);
    const content = { ...documentOf(cloud, args.document), ...captionOf(cloud, args) };
    return cloud.post(room, cloud.bot, { ...content, ...dressing(room, args) }, args.reply_markup);
  },
};

export function mediaOf(cloud: Cloud, given: InputMedia<Upload>): Content {
  if (given.type === 'photo') return { ...photoOf(cloud, given.media), ...captionOf(cloud, given) };
  if (given.type === 'document') return { ...documentOf(cloud, given.media), ...captionOf(cloud, given) };
  throw new Refusal(501, `Not Implemented: sandbox: media of type ${given.type} is not simulated`);
}

/** A picture as Telegram describes it: its real size, and no bigger than Telegram takes. */
export function photoOf(cloud: Cloud, given: Upload | string): { photo: NonNullable<Message['photo']> } {
  const file = storedFile(cloud, given, 'photos');
  if (file.bytes.length > PHOTO_BYTES) throw refuse('fileTooBig');
  const size = pictureSize(file.bytes);
  if (!size) throw refuse('photoNotImage');
  const ratio = Math.max(size.width, size.height) / Math.min(size.width, size.height);
  if (size.width + size.height > 10_000 || ratio > 20) throw refuse('photoDimensions');
  return {
    photo: [{ file_id: file.file_id, file_unique_id: file.file_unique_id, file_size: file.bytes.length, ...size }],
  };
}

export function documentOf(cloud: Cloud, given: Upload | string): { document: NonNullable<Message['document']> } {
  const file = storedFile(cloud, given, 'documents');
  if (file.bytes.length > DOCUMENT_BYTES) throw refuse('fileTooBig');
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

/** What the other kind of file can't be used as. */
const KINDS = { photos: 'Document as Photo', documents: 'Photo as Document' };

/** An upload is stored; a string names a file Telegram has. Fetching from a URL would leave the machine: refused. */
function storedFile(cloud: Cloud, given: Upload | string, folder: 'photos' | 'documents'): StoredFile {
  if (typeof given !== 'string') {
    if (given.bytes.length === 0) throw refuse('fileEmpty');
    return cloud.files.add(given, folder);
  }
  if (/^https?:/.test(given)) throw new Refusal(501, 'Not Implemented: sandbox: files by URL are not simulated');
  const file = cloud.files.byId(given);
  if (!file) throw refuse('fileWrongId');
  if (!file.path.startsWith(folder)) throw new Refusal(400, `Bad Request: can't use file of type ${KINDS[folder]}`);
  return file;
}

/** Width and height of a PNG or JPEG from its own header; undefined when it is neither. */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength >= 24 && view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a) {
    return sized(view.getUint32(16), view.getUint32(20));
  }
  return view.byteLength >= 4 && view.getUint16(0) === 0xffd8 ? jpegSize(view) : undefined;
}

/** Walks the segments to the frame header (SOF0 to SOF15 without DHT, JPG and DAC). */
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
