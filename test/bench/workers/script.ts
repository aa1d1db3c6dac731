import { z } from 'zod';
import type { LoggedRequest } from '../../../src/sandbox/provider/index.ts';
import type { Call } from '../../../src/sandbox/telegram/index.ts';

const button = z.object({
  text: z.string(),
  callback_data: z.string(),
  style: z.enum(['danger', 'success', 'primary']).exactOptional(),
});

/** One thing a bare handler does: an exchange with the provider, or a message or edit. */
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

/** The calls that one person's updates lead to, by the text they sent or the name of the button they pressed. */
const part = z.object({ token: z.string(), on: z.record(z.string(), z.array(act)) });
export type Part = z.infer<typeof part>;

/** By the person's identifier. */
export const script = z.record(z.string(), part);
export type Script = z.infer<typeof script>;

/** A pause shorter than this is the bot's own working time, not one it chose. */
const PAUSE_MS = 500;

/** The calls of the real bot, in order, for a bare handler to repeat. Answers to taps are not in it: each tap has one. */
export function record(requests: readonly LoggedRequest[], calls: readonly Call[]): Act[] {
  const asked = requests.map(({ at, method, path, body }) => {
    return { at, kind: 'ask', method, path, body: body ? JSON.stringify(body) : null };
  });
  const shown = calls
    .filter(({ method }) => method === 'sendMessage' || method === 'editMessageText')
    .map(({ at, params: { text, ...other } }) => ({ at, kind: 'show', text, other }));
  const all = [...asked, ...shown].sort((a, b) => a.at - b.at);
  return all.map((one, index) => {
    const gap = one.at - (all[index - 1]?.at ?? one.at);
    return act.parse({ ...one, pauseMs: gap >= PAUSE_MS ? gap : 0 });
  });
}
