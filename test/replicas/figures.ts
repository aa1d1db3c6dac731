import type { Harm } from './chaos.ts';
import words from './figures.json' with { type: 'json' };
import type { Judgement } from './judge.ts';

/** What a run comes to; what must not be is counted. */
export interface Figures extends Harm, Pick<Judgement, 'done' | 'unknown' | 'unsent' | 'repeated'> {
  updates: number;
  people: number;
  replicas: number;
  /** How often a replica handled an update and Telegram did not hear of it. */
  lostAnswers: number;
  /** How often somebody was told to try again. */
  outages: number;
  /** How many confirms were tapped. */
  operations: number;
  doubled: number;
  lost: number;
  wrong: number;
  disordered: number;
  beside: number;
  seconds: number;
  seed: number;
}

export function lineOf(figures: Figures): string {
  return Object.entries(figures).reduce(
    (line, [name, value]) => line.replaceAll(`{${name}}`, String(value)),
    words.line,
  );
}
