import type { MessageEntity, User } from 'grammy/types';
import { mistake, Refusal, refuse } from '../bot-api/refusal.ts';
import { clean } from './clean.ts';
import { detect } from './detect.ts';
import { checkGiven } from './given.ts';
import { type Formatted, parseHtml } from './html.ts';
import { settle } from './normalize.ts';
import { trim, visible } from './trim.ts';

export interface TextAsk {
  text: string;
  parse_mode?: string | undefined;
  entities?: readonly MessageEntity[] | undefined;
}

/**
 * The text of a message as Telegram keeps it: parsed, cleaned, trimmed, with what Telegram finds in it (links,
 * commands, mentions) added to the entities.
 * @param people who can be mentioned by identifier (`tg://user?id=`)
 * @throws Refusal for wrong markup and entities that don't fit the text
 */
export function formatText(ask: TextAsk, people: readonly User[]): Formatted {
  const parsed = parse(ask);
  const cleaned = clean({ text: parsed.text, entities: settle(mention(parsed.entities, people)) });
  // Characters that went can have made two entities touch: they are settled again.
  const { text, entities } = trim({ text: cleaned.text, entities: settle(visible(cleaned)) });
  return { text, entities: visible({ text, entities: settle([...entities, ...detect(text)]) }) };
}

/** Telegram reads no longer text, markup included, in bytes. */
const SOURCE_BYTES = 1 << 15;

/** Characters as Telegram's limits count them: Unicode code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}

function parse({ text, parse_mode, entities }: TextAsk): Formatted {
  if (Buffer.byteLength(text) > SOURCE_BYTES) throw refuse('textTooLong');
  if (!parse_mode) return { text, entities: checkGiven(text, entities ?? []) };
  const mode = parse_mode.toLowerCase();
  if (!['html', 'markdown', 'markdownv2'].includes(mode)) throw refuse('parseModeUnsupported');
  if (mode !== 'html') throw new Refusal(501, `Not Implemented: sandbox: parse mode ${parse_mode}`);
  if (entities) throw mistake('entities beside parse_mode are ignored by Telegram');
  return parseHtml(text);
}

/** Links to people become mentions; a mention of somebody unknown is dropped. */
function mention(entities: readonly MessageEntity[], people: readonly User[]): MessageEntity[] {
  return entities.flatMap((entity): MessageEntity[] => {
    const id = entity.type === 'text_link' ? /^tg:\/\/user\/?\?id=(\d+)$/.exec(entity.url)?.[1] : undefined;
    if (!id) return [entity];
    const user = people.find((person) => person.id === Number(id));
    return user ? [{ type: 'text_mention', user, offset: entity.offset, length: entity.length }] : [];
  });
}
