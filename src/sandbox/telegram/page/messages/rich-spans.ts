/** Renders the words of a rich message: styles, links, times, formulas, anchors, references and buttons. */
import type { RichMessageButton, RichText } from 'grammy/types';
import { append, el } from '../ui/dom.ts';
import { dateTime } from '../ui/format.ts';
import { codeNode, spoiler, type TapActions } from './rich-text.ts';
import { plainText } from './rich-words.ts';

export interface RichActions extends TapActions {
  button(button: RichMessageButton, words: Node[]): HTMLElement;
}

type Span = Exclude<RichText, string | RichText[]>;

const TAGS: Partial<Record<Span['type'], keyof HTMLElementTagNameMap>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strikethrough: 's',
  subscript: 'sub',
  superscript: 'sup',
  marked: 'mark',
};

export function spans(text: RichText, taps: RichActions): Node[] {
  if (typeof text === 'string') return [document.createTextNode(text)];
  if (Array.isArray(text)) return text.flatMap((one) => spans(one, taps));
  const children = 'text' in text ? spans(text.text, taps) : [];
  const tag = TAGS[text.type];
  if (tag) return [el(tag, {}, ...children)];
  const action = actionOf(text, taps);
  if (!action) return other(text, children, taps);
  const node = el('span', { class: 'link', role: 'link', tabindex: 0, click: () => action(node) });
  append(node, children);
  return [node];
}

function actionOf(span: Span, taps: RichActions): ((at: HTMLElement) => void) | undefined {
  const words = plainText(span);
  switch (span.type) {
    case 'url':
      return () => taps.link(span.url);
    case 'email_address':
      return () => taps.link(`mailto:${span.email_address}`);
    case 'phone_number':
      return () => taps.link(`tel:${span.phone_number}`);
    case 'mention':
      return () => taps.mention(words);
    case 'text_mention':
      return () => taps.mention(span.user.first_name);
    case 'bot_command':
      return () => taps.command(words);
    case 'anchor_link':
      return (at) => show(at, span.anchor_name);
    case 'reference_link':
      return (at) => show(at, span.reference_name);
    default:
      return undefined;
  }
}

function other(span: Span, children: Node[], taps: RichActions): Node[] {
  switch (span.type) {
    case 'spoiler':
      return [spoiler(children)];
    case 'code':
      return [codeNode(plainText(span), children, taps)];
    case 'date_time': {
      const words = plainText(span.text);
      return [el('time', { title: words }, dateTime(span.unix_time, span.date_time_format, words))];
    }
    case 'custom_emoji':
      return [el('span', { class: 'emoji' }, span.alternative_text)];
    case 'mathematical_expression':
      return [formula(span.expression)];
    case 'anchor':
      return [anchor(span.name)];
    case 'reference':
      return [el('span', { 'data-anchor': span.name }, ...children)];
    case 'button':
      return [taps.button(span.button, spans(span.button.text, taps))];
    default:
      return [el('span', { class: 'tag' }, ...children)];
  }
}

export function formula(expression: string): HTMLElement {
  return el('code', { class: 'formula', dir: 'ltr' }, expression);
}

export function anchor(name: string): HTMLElement {
  return el('span', { 'data-anchor': name });
}

/** An empty name means the beginning of the message. */
function show(from: HTMLElement, name: string): void {
  const message = from.closest('.rich');
  const anchors = [...(message?.querySelectorAll<HTMLElement>('[data-anchor]') ?? [])];
  const found = name === '' ? message : anchors.find(({ dataset }) => dataset.anchor === name);
  if (!found) return;
  for (let box = found.closest('details'); box; box = box.parentElement?.closest('details') ?? null) box.open = true;
  found.scrollIntoView({ block: 'center', behavior: 'smooth' });
  const lit = found.textContent ? found : (found.nextElementSibling ?? found);
  lit.animate([{ backgroundColor: 'var(--flash)' }, {}], { duration: 1500, easing: 'ease-out' });
}
