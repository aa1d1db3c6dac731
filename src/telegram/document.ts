import type { Ctx } from './context.ts';

/** The text of the document in hand; undefined where there is none or it is no text. */
export async function readDocument(ctx: Ctx, most: number): Promise<string | 'too-large' | undefined> {
  const document = ctx.message?.document;
  if (!document) return undefined;
  const bytes = await ctx.house.files.read(document.file_id, most);
  if (bytes === 'too-large') return bytes;
  const text = Buffer.from(bytes).toString('utf8');
  // A byte that is no text reads as this mark.
  return text.includes('\ufffd') || text.includes('\0') ? undefined : text;
}
