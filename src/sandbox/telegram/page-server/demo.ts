import { z } from 'zod';
import { PageRefusal } from '../users/actions.ts';
import type { DemoRequest, DemoState } from './page-api.ts';

export interface DemoControls {
  state(): DemoState;
  /** Resolves when the change has begun; the end is another change. */
  change(request: DemoRequest): Promise<void>;
  /** @returns stops listening */
  onChange(listener: () => void): () => void;
  /**
   * The chat page shows an HTTPS page of the sandbox, because a browser would warn of its certificate.
   * `undefined` where the address leads elsewhere.
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
