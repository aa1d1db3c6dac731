import { RequestRefused } from '../session/api.ts';
import { isTextKey, t } from '../texts.ts';
import { el, icon, iconButton } from './dom.ts';

const TOAST_MS = 3500;

const toasts = el('div', { class: 'toasts', role: 'status', 'aria-live': 'polite', popover: 'manual' });

export function toast(text: string, kind: 'note' | 'warning' = 'note'): void {
  if (!toasts.isConnected) document.body.append(toasts);
  const drawing = icon(kind === 'warning' ? 'warning' : 'info');
  const note = el('div', { class: `toast ${kind}` }, drawing, el('span', { dir: 'auto' }, text));
  toasts.append(note);
  // Showing the popover again puts it above a dialog that was opened after it.
  toasts.hidePopover();
  toasts.showPopover();
  window.setTimeout(
    () => {
      note.classList.add('leaving');
      window.setTimeout(() => note.remove(), 250);
    },
    TOAST_MS + text.length * 30,
  );
}

/** Shows the reason of a failed request in the page's language. */
export function reportError(error: unknown): void {
  if (!(error instanceof RequestRefused)) {
    toast(t('error_unreachable'), 'warning');
    return;
  }
  const key = `error_${error.code}`;
  toast(isTextKey(key) ? t(key) : t('error_other', { word: error.code }), 'warning');
}

/** Esc and a click beside the dialog close and remove it. */
export function openDialog(kind: string, ...children: (Node | string)[]): HTMLDialogElement {
  const dialog = el('dialog', { class: `dialog ${kind}` }, ...children);
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function showAlert(text: string): void {
  const close = el(
    'button',
    { type: 'button', class: 'button plain', autofocus: true, click: () => dialog.close() },
    t('ok'),
  );
  const words = el('p', { class: 'words', dir: 'auto' }, text);
  const dialog = openDialog('alert', words, el('div', { class: 'dialog-actions' }, close));
  dialog.setAttribute('role', 'alertdialog');
}

/** `detail` is an address or a message, shown apart. */
export function confirmAction(question: string, detail: string, yes: string, action: () => void, danger = false): void {
  const accept = (): void => {
    dialog.close();
    action();
  };
  const dialog = openDialog(
    'question',
    el('p', { class: 'words' }, question),
    (detail !== '' && el('p', { class: 'detail', dir: 'auto' }, detail)) || '',
    el(
      'div',
      { class: 'dialog-actions' },
      el('button', { type: 'button', class: 'button plain', click: () => dialog.close() }, t('cancel')),
      el(
        'button',
        { type: 'button', class: `button ${danger ? 'danger' : 'primary'}`, autofocus: true, click: accept },
        yes,
      ),
    ),
  );
}

/** Like a Mini App of Telegram. The page is isolated: it runs no scripts and sees nothing of this one. */
export function openPagePanel(title: string, place: string, address: string): void {
  const close = el('button', { type: 'button', class: 'button plain', click: () => dialog.close() }, t('close'));
  const words = el(
    'div',
    { class: 'page-words' },
    el('b', {}, el('bdi', {}, title)),
    el('small', { dir: 'ltr' }, place),
  );
  const frame = el('iframe', { src: address, title: place, sandbox: '', referrerpolicy: 'no-referrer' });
  const dialog = openDialog('page', el('div', { class: 'page-bar' }, words, close), frame);
  dialog.setAttribute('aria-label', title);
}

export function lightbox(address: string, description: string): void {
  const close = iconButton('close', t('close'), () => dialog.close(), 'lightbox-close');
  const picture = el('img', { src: address, alt: description, click: () => dialog.close() });
  const dialog = openDialog('lightbox', picture, close);
}

export function copy(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast(t('copied')),
    () => toast(t('copy_refused'), 'warning'),
  );
}
