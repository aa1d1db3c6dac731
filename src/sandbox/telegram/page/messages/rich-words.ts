/** The plain words of a rich message, for summaries, labels and the clipboard. */
import type { RichBlock, RichText } from 'grammy/types';

export function plainOf(blocks: readonly RichBlock[]): string {
  return blocks.flatMap(wordsOf).map(plainText).filter(Boolean).join(' ');
}

function wordsOf(block: RichBlock): RichText[] {
  switch (block.type) {
    case 'list':
      return block.items.map((item) => plainOf(item.blocks));
    case 'table':
      return [block.caption ?? '', ...block.cells.flat().map(({ text = '' }) => text)];
    case 'details':
      return [block.summary, plainOf(block.blocks)];
    case 'blockquote':
      return [plainOf(block.blocks)];
    case 'collage':
    case 'slideshow':
      return [plainOf(block.blocks), block.caption?.text ?? ''];
    case 'buttons':
      return block.buttons.map(({ text }) => text);
    case 'mathematical_expression':
      return [block.expression];
    default:
      if ('text' in block) return [block.text];
      return 'caption' in block && block.caption ? [block.caption.text] : [];
  }
}

/** Spoilers stay hidden. */
export function plainText(text: RichText): string {
  if (typeof text === 'string') return text;
  if (Array.isArray(text)) return text.map(plainText).join('');
  if (text.type === 'spoiler') return '▒'.repeat(plainText(text.text).length);
  if (text.type === 'custom_emoji') return text.alternative_text;
  if (text.type === 'mathematical_expression') return text.expression;
  if (text.type === 'button') return plainText(text.button.text);
  return 'text' in text ? plainText(text.text) : '';
}
