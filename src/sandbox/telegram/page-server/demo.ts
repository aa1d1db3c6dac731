import { z } from 'zod';
import { PageRefusal } from '../users/actions.ts';
import type { DemoRequest, DemoState } from './page-api.ts';

/** The part of a demo around this Telegram that the page's panel needs. */
export interface DemoControls {
  state(): DemoState;
  /** Resolves when the change has begun; its end is another change. */
  change(request: DemoRequest): Promise<void>;
  /** @returns stops listening */
  onChange(listener: () => void): () => void;
  /**
   * The page at an address that a browser would warn of, since its certificate is the sandbox's own. Only the page gets it this way:
   * the bot sees the address that the provider gave. Undefined where the address leads elsewhere.
   */
  page(address: string): Promise<WebPage | undefined>;
}

export interface WebPage {
  status: number;
  type: 'text/html' | 'text/plain';
  text: string;
}

const request: z.ZodType<DemoRequest> = z.union([
  z.strictObject({
    trouble: z.enum(['off', 'place', 'lost', 'down', 'slow', 'wait', 'price', 'fall', 'balance', 'free']),
    on: z.boolean(),
  }),
  z.strictObject({ bot: z.enum(['kill', 'start']) }),
  z.strictObject({ night: z.number() }),
  z.strictObject({ topUp: z.literal(true) }),
]);

/** @throws PageRefusal where the panel has no such switch */
export function readDemoRequest(body: unknown): DemoRequest {
  const read = request.safeParse(body);
  if (!read.success) throw new PageRefusal('unknown_switch');
  return read.data;
}
