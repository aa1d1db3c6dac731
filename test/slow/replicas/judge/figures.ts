import type { FaultCounts } from '../faults.ts';
import type { Judgement } from './judge.ts';

/** The figures of a run, with the counts of its mistakes. */
export interface Figures extends FaultCounts, Pick<Judgement, 'done' | 'unknown' | 'unsent' | 'repeated'> {
  updates: number;
  people: number;
  replicas: number;
  /** Updates that a replica handled without Telegram's knowledge. */
  lostAnswers: number;
  /** Messages that asked a person to try again. */
  outages: number;
  /** Confirms that were tapped. */
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
    '{replicas} replicas, {people} people, {updates} updates; {kills} kills, {terminated} ordinary stops, {paused} pauses, {databaseRestarts} database restarts, {lostAnswers} answers to Telegram lost; {operations} operations confirmed: {done} done, {unknown} honestly unknown, {unsent} not sent and told so; {doubled} doubled, {lost} lost, {wrong} wrongly told, {disordered} out of order, {beside} of one person side by side; {repeated} answers repeated, {outages} times told to try again; {seconds} s, SOAK_SEED={seed}',
  );
}
