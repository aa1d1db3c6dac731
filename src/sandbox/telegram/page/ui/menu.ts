import { el, icon } from './dom.ts';

export interface MenuRow {
  icon: string;
  text: string;
  danger?: boolean;
  action(): void;
}

export interface MenuChoice {
  text: string;
  label: string;
  chosen: boolean;
  action(): void;
}

const EDGE = 8;

/** Opens at the pointer of `at`, or else beside `anchor`. Esc, a click elsewhere and a choice close the menu. */
export function openMenu(
  anchor: HTMLElement,
  at: MouseEvent | undefined,
  rows: readonly MenuRow[],
  choices: readonly MenuChoice[] = [],
): void {
  const closing = (action: () => void) => () => {
    menu.hidePopover();
    action();
  };
  const lines = rows.map((row) => {
    const kind = row.danger ? 'menu-row danger' : 'menu-row';
    const click = closing(() => row.action());
    return el('button', { type: 'button', class: kind, role: 'menuitem', click }, icon(row.icon), row.text);
  });
  const strip = choices.map(({ text, label, chosen, action }) => {
    const state = { role: 'menuitemradio', 'aria-checked': String(chosen), 'aria-label': label };
    return el('button', { type: 'button', class: 'menu-choice', ...state, click: closing(action) }, text);
  });
  const buttons = [...strip, ...lines];
  const choice = strip.length > 0 && el('div', { class: 'menu-choices', role: 'group' }, ...strip);
  const menu = el('div', { class: 'menu', role: 'menu', popover: 'auto' }, choice, ...lines);
  menu.addEventListener('toggle', (event) => {
    if (event.newState !== 'closed') return;
    if (menu.contains(document.activeElement) || document.activeElement === document.body) anchor.focus();
    menu.remove();
  });
  menu.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const focused = buttons.findIndex((button) => button.matches(':focus'));
    buttons.at((focused + step) % buttons.length)?.focus();
  });
  document.body.append(menu);
  menu.showPopover();
  place(menu, anchor, at);
  lines[0]?.focus();
}

function place(menu: HTMLElement, anchor: HTMLElement, at: MouseEvent | undefined): void {
  const box = anchor.getBoundingClientRect();
  const x = at ? at.clientX : box.left;
  const y = at ? at.clientY : box.bottom + 4;
  const right = window.innerWidth - menu.offsetWidth - EDGE;
  const bottom = window.innerHeight - menu.offsetHeight - EDGE;
  menu.style.left = `${Math.max(EDGE, Math.min(x, right))}px`;
  menu.style.top = `${Math.max(EDGE, Math.min(y, bottom))}px`;
}
