import type { Ctx } from '../context.ts';

/** Reads UTF-8, or UTF-16 by its byte-order mark; invalid bytes read as U+FFFD. @param most bytes */
export async function readDocument(ctx: Ctx, most: number): Promise<string | 'too-large' | undefined> {
  const { document } = ctx.message ?? ctx.editedMessage ?? {};
  if (!document) return undefined;
  // Telegram offers no file above 20 MB: a too large one is not even requested.
  if (document.file_size !== undefined && document.file_size > most) return 'too-large';
  const bytes = ctx.documentBytes ?? (await ctx.services.files.read(document.file_id, most));
  if (bytes === 'too-large' || bytes.length > most) return 'too-large';
  ctx.documentBytes = bytes;
  const [first, second] = bytes;
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(marked).decode(bytes);
}
