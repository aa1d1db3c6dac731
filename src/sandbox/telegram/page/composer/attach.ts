/** Sends chosen, dropped or pasted files after a preview. */
import type { App } from '../session/app.ts';
import { t } from '../texts.ts';
import { el, icon } from '../ui/dom.ts';
import { size } from '../ui/format.ts';
import { openDialog } from '../ui/overlay.ts';

export function attach(app: App): void {
  const input = el('input', { type: 'file', multiple: true });
  input.addEventListener('change', () => preview(app, [...(input.files ?? [])]));
  input.click();
}

export function takeDroppedFiles(app: App, field: HTMLElement): void {
  const cover = el('div', { class: 'drop-veil', 'aria-hidden': 'true' });
  document.body.append(cover);
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  const hide = () => cover.classList.remove('shown');

  document.addEventListener('dragover', (event) => {
    if (!carriesFiles(event) || !app.open) return;
    event.preventDefault();
    cover.replaceChildren(icon('clip'), el('b', {}, t('drop_here')));
    cover.classList.add('shown');
  });
  document.addEventListener('dragleave', (event) => event.relatedTarget === null && hide());
  document.addEventListener('drop', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    hide();
    preview(app, [...(event.dataTransfer?.files ?? [])]);
  });
  field.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    preview(app, files);
  });
}

function preview(app: App, files: readonly File[]): void {
  if (files.length === 0 || !app.open || app.open.blocked) return;
  const caption = el('input', {
    class: 'caption',
    dir: 'auto',
    placeholder: t('caption'),
    'aria-label': t('caption'),
    maxlength: 1024,
    autofocus: true,
  });
  const addresses: string[] = [];
  const rows = files.map((file) => {
    let face: Element = icon('file');
    if (file.type.startsWith('image/')) {
      const address = URL.createObjectURL(file);
      addresses.push(address);
      face = el('img', { src: address, alt: '' });
    }
    const words = el(
      'span',
      { class: 'file-words' },
      el('span', { class: 'file-name', dir: 'auto' }, file.name),
      el('span', { class: 'file-size' }, size(file.size)),
    );
    return el('div', { class: 'file' }, el('span', { class: 'file-face' }, face), words);
  });
  const form = el(
    'form',
    { method: 'dialog' },
    el('h2', {}, t('send_files')),
    el('div', { class: 'upload-list' }, ...rows),
    caption,
    el(
      'div',
      { class: 'dialog-actions' },
      el('button', { type: 'button', class: 'button plain', click: () => dialog.close() }, t('cancel')),
      el('button', { type: 'submit', class: 'button primary' }, t('send')),
    ),
  );
  const dialog = openDialog('upload', form);
  form.addEventListener('submit', () => void sendAll(app, files, caption.value.trim()));
  dialog.addEventListener('close', () => {
    for (const address of addresses) URL.revokeObjectURL(address);
  });
}

/** Stops at the first failed file; the first one has the caption. Files of one kind are an album. */
async function sendAll(app: App, files: readonly File[], caption: string): Promise<void> {
  const pictures = files.filter(({ type }) => /^image\/(png|jpeg)$/.test(type)).length;
  const isAlbum = files.length > 1 && (pictures === 0 || pictures === files.length);
  const album = isAlbum ? String(Date.now()) : undefined;
  for (const [at, file] of files.entries()) if (!(await app.upload(file, at === 0 ? caption : '', album))) return;
}
