import type { Team } from '../store/key-value/teams.ts';

/** Who is on call, by user id: who took it, else whose turn it is in the rota. @param now epoch milliseconds */
export function onCallNow({ onCall }: Team, now: number): number | undefined {
  return onCall && (onCall.until === undefined || now < onCall.until) ? onCall.userId : undefined;
}
