import type { Message, PhotoSize } from 'grammy/types';
import { fileAddress } from '../session/api.ts';
import { fullName } from '../session/chats.ts';
import { t } from '../texts.ts';
import { el, icon } from '../ui/dom.ts';
import { size } from '../ui/format.ts';
import { lightbox, toast } from '../ui/overlay.ts';
import { FILE_KINDS } from './summary.ts';

const WIDEST = 420;
const TALLEST = 360;

export function media(message: Message): HTMLElement | undefined {
  const largest = message.photo?.reduce((one, other) => (other.width > one.width ? other : one));
  if (largest) return photo(largest, message.caption ?? t('photo'), message.has_media_spoiler === true);
  const { contact, location, sticker } = message;
  if (sticker) return el('span', { class: 'sticker', role: 'img', 'aria-label': t('sticker') }, sticker.emoji ?? '');
  if (contact) return note('info', fullName(contact), `+${contact.phone_number.replace(/^\+/, '')}`);
  if (location) return note('link', t('location'), `${location.latitude}, ${location.longitude}`);
  for (const kind of FILE_KINDS) {
    const file = message[kind];
    if (!file) continue;
    const kindName = t(kind === 'voice' ? 'voice' : 'file');
    const name = 'file_name' in file && file.file_name !== undefined ? file.file_name : kindName;
    return document(file.file_id, name, file.file_size, message.has_protected_content === true);
  }
  return undefined;
}

export function note(drawing: string, title: string, detail: string): HTMLElement {
  return el(
    'div',
    { class: 'file' },
    el('span', { class: 'file-face', 'aria-hidden': 'true' }, icon(drawing)),
    el(
      'span',
      { class: 'file-words' },
      el('span', { class: 'file-name', dir: 'auto' }, title),
      el('span', { class: 'file-size', dir: 'ltr' }, detail),
    ),
  );
}

export function photo({ file_id, width, height }: PhotoSize, description: string, covered: boolean): HTMLElement {
  const address = fileAddress(file_id);
  const picture = el('img', { src: address, alt: description, width, height, loading: 'lazy', draggable: 'false' });
  const frame = el(
    'button',
    { type: 'button', class: 'photo', 'aria-label': t('enlarge', { what: description }) },
    picture,
  );
  // The size is set before the picture has loaded, so that the layout does not jump.
  const scale = Math.min(1, WIDEST / width, TALLEST / height);
  frame.style.width = `${Math.max(120, Math.round(width * scale))}px`;
  frame.style.aspectRatio = `${width} / ${height}`;
  frame.classList.toggle('covered', covered);
  frame.addEventListener('click', () => {
    if (frame.classList.contains('covered')) frame.classList.remove('covered');
    else lightbox(address, description);
  });
  return frame;
}

export function document(fileId: string, name: string, bytes: number | undefined, isProtected: boolean): HTMLElement {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  const face = el(
    'span',
    { class: 'file-face', 'aria-hidden': 'true' },
    icon('file'),
    extension !== undefined && el('b', {}, extension),
  );
  const words = el(
    'span',
    { class: 'file-words' },
    el('span', { class: 'file-name', dir: 'auto' }, name),
    bytes !== undefined && el('span', { class: 'file-size' }, size(bytes)),
  );
  if (isProtected) {
    const refuse = () => toast(t('protected_file'), 'warning');
    return el('button', { type: 'button', class: 'file', click: refuse }, face, words);
  }
  return el('a', { class: 'file', href: fileAddress(fileId), download: name, title: t('download') }, face, words);
}
