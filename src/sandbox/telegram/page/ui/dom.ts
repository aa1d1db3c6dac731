/** Text always becomes text nodes, never markup. */

type Child = Node | string | undefined | false;
type Attribute = string | number | boolean | undefined | ((event: MouseEvent) => void);
type Attributes = Record<string, Attribute>;

/** A function is the click listener; `false` and `undefined` leave an attribute out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const plain: HTMLElement = element;
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') plain.addEventListener('click', value);
    else if (value === true) plain.setAttribute(name, '');
    else if (value !== undefined && value !== false) plain.setAttribute(name, String(value));
  }
  append(plain, children);
  return element;
}

export function append(parent: Node, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined || child === false) continue;
    parent.appendChild(typeof child === 'string' ? document.createTextNode(child) : child);
  }
}

/** A part that cannot be drawn must not keep the rest of the page from being drawn. */
export function drawnOr<T>(draw: () => T, otherwise: () => T): T {
  try {
    return draw();
  } catch (error) {
    console.error(error);
    return otherwise();
  }
}

/** Elements in the right place do not move: they keep focus and scroll position. */
export function reconcile(
  parent: Element,
  wanted: readonly Element[],
  keep: (stray: Element) => boolean = () => false,
): void {
  const stays = new Set(wanted);
  for (const child of [...parent.children]) if (!stays.has(child) && !keep(child)) child.remove();
  let place = parent.firstElementChild;
  for (const element of wanted) {
    while (place && !stays.has(place)) place = place.nextElementSibling;
    if (place === element) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
  }
}

const SVG = 'http://www.w3.org/2000/svg';

/** Hidden from screen readers. */
export function icon(name: string): SVGElement {
  const element = document.createElementNS(SVG, 'svg');
  element.setAttribute('class', 'icon');
  element.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `ui/icons.svg#${name}`);
  element.append(use);
  return element;
}

/** The label is for screen readers and the tooltip. */
export function iconButton(name: string, label: string, click: () => void, kind = ''): HTMLButtonElement {
  return el(
    'button',
    { type: 'button', class: `icon-button ${kind}`.trim(), 'aria-label': label, title: label, click },
    icon(name),
  );
}
