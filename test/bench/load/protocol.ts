import { z } from 'zod';

export const options = z.object({
  people: z.number(),
  /** The number of servers of the first people's accounts; three of everybody else's. */
  servers: z.array(z.number()),
});
export type Options = z.infer<typeof options>;

/** Dear things that people ask for. */
export const WORK = ['graph', 'list', 'file', 'csv'] as const;
export type Work = (typeof WORK)[number];

/** The messages to the load's process, one at a time. */
export type Command =
  | { name: 'open' }
  | { name: 'connect' }
  | { name: 'rehearse' }
  | { name: 'say'; text: string }
  | { name: 'run'; rounds: number; together: number }
  | { name: 'crowd'; work: Work | 'nothing'; seconds: number }
  | { name: 'names'; count: number }
  | { name: 'strangers' }
  | { name: 'latency'; telegramMs: number; providerMs: number };

export const addresses = z.object({
  BOT_TOKEN: z.string(),
  HOSTING_API_URL: z.string(),
  TELEGRAM_API_ROOT: z.string(),
});

export const ran = z.object({
  /** Until the last visible answer. */
  seconds: z.number(),
  /** From each update to the visible answer, in milliseconds. */
  waits: z.array(z.number()),
  /** Steps that the bot refused because it was busy. */
  refused: z.number(),
  /** Calls of Telegram and of the provider, by name. */
  calls: z.record(z.string(), z.number()),
});
export type Ran = z.infer<typeof ran>;

export const crowded = z.object({
  /** From each update of the others to their visible answer, in milliseconds. */
  waits: z.array(z.number()),
  /** Successful requests of the crowd. */
  answered: z.number(),
});
export type Crowded = z.infer<typeof crowded>;

/** When something was shown to people who are none of the load's, epoch milliseconds. */
export const strangers = z.array(z.number());
