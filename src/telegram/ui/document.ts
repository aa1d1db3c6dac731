import type { Ctx } from '../context.ts';

/** What an update's document held: it is fetched once, whichever features look into it. */
const contents = new WeakMap<Ctx, Uint8Array>();

/**
 * The text of the document in hand: UTF-8, or UTF-16 where its first bytes say so; what is no text reads as U+FFFD.
 * Undefined where there is no document.
 */
export async function readDocument(ctx: Ctx, most: number): Promise<string | 'too-large' | undefined> {
  const { document } = ctx.message ?? ctx.editedMessage ?? {};
  if (!document) return undefined;
  // Telegram hands out no file above 20 MB: it is not even asked for one that is too large.
  if (document.file_size !== undefined && document.file_size > most) return 'too-large';
  const bytes = contents.get(ctx) ?? (await ctx.services.files.read(document.file_id, most));
  if (bytes === 'too-large' || bytes.length > most) return 'too-large';
  contents.set(ctx, bytes);
  const [first, second] = bytes;
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(marked).decode(bytes);
}
