/** A context menu for mouse and arrow keys. */
import { el, icon } from './dom.ts';

export interface MenuRow {
  icon: string;
  text: string;
  danger?: boolean;
  action(): void;
}

const EDGE = 8;

/** Opens at the pointer of `at`, or else beside `anchor`. Esc, a click elsewhere and a choice close it. */
export function openMenu(anchor: HTMLElement, at: MouseEvent | undefined, rows: readonly MenuRow[]): void {
  const buttons = rows.map((row) => {
    const choose = () => {
      menu.hidePopover();
      row.action();
    };
    const kind = row.danger ? 'menu-row danger' : 'menu-row';
    return el('button', { type: 'button', class: kind, role: 'menuitem', click: choose }, icon(row.icon), row.text);
  });
  const menu = el('div', { class: 'menu', role: 'menu', popover: 'auto' }, ...buttons);
  menu.addEventListener('toggle', (event) => {
    if (event.newState !== 'closed') return;
    if (menu.contains(document.activeElement) || document.activeElement === document.body) anchor.focus();
    menu.remove();
  });
  menu.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const focused = buttons.findIndex((button) => button.matches(':focus'));
    buttons.at((focused + step) % buttons.length)?.focus();
  });
  document.body.append(menu);
  menu.showPopover();
  place(menu, anchor, at);
  buttons[0]?.focus();
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
