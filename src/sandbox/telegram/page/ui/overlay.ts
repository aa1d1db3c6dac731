/** What appears over the chat: toasts, alerts, questions, the large picture. */
import { Refused } from '../session/api.ts';
import { isTextKey, t } from '../texts.ts';
import { el, icon, iconButton } from './dom.ts';

const TOAST_MS = 3500;

const toasts = el('div', { class: 'toasts', role: 'status', 'aria-live': 'polite', popover: 'manual' });

/** A short note over the chat that leaves by itself. */
export function toast(text: string, kind: 'note' | 'warning' = 'note'): void {
  if (!toasts.isConnected) document.body.append(toasts);
  const drawing = icon(kind === 'warning' ? 'warning' : 'info');
  const note = el('div', { class: `toast ${kind}` }, drawing, el('span', { dir: 'auto' }, text));
  toasts.append(note);
  // Shown anew, it comes before any dialog that was opened meanwhile.
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

/** Tells the person what came of a failed request, in words made for them. */
export function reportError(error: unknown): void {
  if (!(error instanceof Refused)) {
    toast(t('error_unreachable'), 'warning');
    return;
  }
  const key = `error_${error.word}`;
  toast(isTextKey(key) ? t(key) : t('error_other', { word: error.word }), 'warning');
}

/** A dialog over the page; Esc and a click beside it close it. It is removed when closed. */
export function openDialog(kind: string, ...children: (Node | string)[]): HTMLDialogElement {
  const dialog = el('dialog', { class: `dialog ${kind}` }, ...children);
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** The answer of a tap that asks to be read: stays until confirmed. */
export function alertWith(text: string): void {
  const close = el(
    'button',
    { type: 'button', class: 'button plain', autofocus: true, click: () => dialog.close() },
    t('ok'),
  );
  const words = el('p', { class: 'words', dir: 'auto' }, text);
  const dialog = openDialog('alert', words, el('div', { class: 'dialog-actions' }, close));
  dialog.setAttribute('role', 'alertdialog');
}

/** Asks before doing; `detail` is shown set apart (an address, a message). */
export function ask(question: string, detail: string, yes: string, act: () => void, danger = false): void {
  const done = (): void => {
    dialog.close();
    act();
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
        { type: 'button', class: `button ${danger ? 'danger' : 'primary'}`, autofocus: true, click: done },
        yes,
      ),
    ),
  );
}

/** A picture as large as the window allows. */
export function lightbox(address: string, description: string): void {
  const close = iconButton('close', t('close'), () => dialog.close(), 'lightbox-close');
  const picture = el('img', { src: address, alt: description, click: () => dialog.close() });
  const dialog = openDialog('lightbox', picture, close);
}

/** Copies and says so; a browser that refuses is told of too. */
export function copy(text: string, said: string = t('copied')): void {
  navigator.clipboard.writeText(text).then(
    () => toast(said),
    () => toast(t('copy_refused'), 'warning'),
  );
}
