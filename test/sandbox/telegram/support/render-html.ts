import type { MessageEntity } from 'grammy/types';

/** Renders a text and its entities as Telegram's HTML, the inverse of the sandbox's parser. */
export function renderHtml(text: string, entities: readonly MessageEntity[]): string {
  let html = '';
  const open: MessageEntity[] = [];
  for (let at = 0; at <= text.length; at++) {
    while (open.length > 0 && endOf(open.at(-1)) <= at) html += tags(open.pop()).close;
    for (const entity of entities.filter(({ offset }) => offset === at)) {
      html += tags(entity).open;
      open.push(entity);
    }
    html += escaped(text[at] ?? '');
  }
  return html;
}

function endOf(entity: MessageEntity | undefined): number {
  return entity ? entity.offset + entity.length : 0;
}

const NAMES: Record<string, string> = {
  bold: 'b',
  italic: 'i',
  underline: 'u',
  strikethrough: 's',
  spoiler: 'tg-spoiler',
  code: 'code',
  blockquote: 'blockquote',
};

function tags(entity: MessageEntity | undefined): { open: string; close: string } {
  if (!entity) return { open: '', close: '' };
  if (entity.type === 'text_link') return { open: `<a href="${escaped(entity.url)}">`, close: '</a>' };
  if (entity.type === 'expandable_blockquote') return { open: '<blockquote expandable>', close: '</blockquote>' };
  if (entity.type === 'pre') {
    return entity.language
      ? { open: `<pre><code class="language-${escaped(entity.language)}">`, close: '</code></pre>' }
      : { open: '<pre>', close: '</pre>' };
  }
  const name = NAMES[entity.type];
  return name ? { open: `<${name}>`, close: `</${name}>` } : { open: '', close: '' };
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
