import { z } from 'zod';

const button = z.object({
  text: z.string(),
  callback_data: z.string(),
  style: z.enum(['danger', 'success', 'primary']).exactOptional(),
});

/** One thing a peer does: an exchange with the provider, or a message or edit. */
const act = z.union([
  z.object({
    kind: z.literal('ask'),
    method: z.enum(['GET', 'POST']),
    path: z.string(),
    /** JSON; null where none was sent. */
    body: z.string().nullable(),
    pauseMs: z.number(),
  }),
  z.object({
    kind: z.literal('show'),
    text: z.string(),
    other: z.object({
      parse_mode: z.literal('HTML').exactOptional(),
      link_preview_options: z.object({ is_disabled: z.literal(true) }).exactOptional(),
      reply_markup: z.object({ inline_keyboard: z.array(z.array(button)) }),
    }),
    pauseMs: z.number(),
  }),
]);
export type Act = z.infer<typeof act>;
export type Shown = Extract<Act, { kind: 'show' }>;

/** The calls that one person's updates lead to, by the text they sent or the name of the button they pressed. */
const part = z.object({ person: z.number(), on: z.record(z.string(), z.array(act)) });

/** The acts of the real bot for one person of each language. */
export const script = z.record(z.string(), part);
export type Script = z.infer<typeof script>;

/** A call as it was seen. */
export type SeenCall = { at: number } & (
  | { kind: 'ask'; method: 'GET' | 'POST'; path: string; body: string | null }
  | { kind: 'show'; params: Record<string, unknown> }
);

/** A pause shorter than this is the bot's own working time, not one it chose. */
const PAUSE_MS = 500;

/** The calls of the real bot, in order, for a peer to repeat. Answers to taps are not in it: each tap has one. */
export function record(calls: readonly SeenCall[]): Act[] {
  return calls.map((call, index) => {
    const gap = call.at - (calls[index - 1]?.at ?? call.at);
    const pauseMs = gap >= PAUSE_MS ? gap : 0;
    if (call.kind === 'ask') return act.parse({ ...call, pauseMs });
    const { text, ...other } = call.params;
    return act.parse({ kind: 'show', text, other, pauseMs });
  });
}
