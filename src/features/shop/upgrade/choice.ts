import type { Resources, Upgradable } from '../../../operations/kinds/upgrade.ts';
import { UPGRADABLE } from '../../../operations/kinds/upgrade.ts';

/** What can be chosen in an upgrade: the totals the server shall have, and the traffic to add. */
export const CHOOSABLE = [...UPGRADABLE, 'traffic'] as const;
export type Choosable = Upgradable | 'traffic';

/** What is wanted so far; what the record does not tell as a number stays open until it is typed. */
export type Choice = { [Name in Choosable]?: number | undefined };
export type WholeChoice = Record<Choosable, number>;

/** Where a choice begins: what there is, and no traffic. */
export function startFrom(has: Resources): Choice {
  return { ...has, traffic: 0 };
}

/** A choice as a button carries it. */
export function writeChoice(choice: Choice): string {
  return CHOOSABLE.map((name) => choice[name] ?? '-').join('.');
}

/** The choice a button carries, never less than what there is; `undefined` where it is none. */
export function readChoice(text: string, has: Resources): Choice | undefined {
  const parts = text.split('.');
  if (parts.length !== CHOOSABLE.length || parts.some((part) => !/^(?:\d{1,9}|-)$/.test(part))) return undefined;
  const choice: Choice = {};
  for (const [index, name] of CHOOSABLE.entries()) {
    const part = parts[index];
    const least = name === 'traffic' ? 0 : has[name];
    const wanted = part === undefined || part === '-' ? least : Math.max(Number(part), least ?? 0);
    if (wanted !== undefined) choice[name] = wanted;
  }
  return choice;
}

/** Whether all of it is known and something of it is more than there is. */
export function isIncrease(choice: Choice, has: Resources): choice is WholeChoice {
  const whole = CHOOSABLE.every((name) => choice[name] !== undefined);
  return whole && ((choice.traffic ?? 0) > 0 || UPGRADABLE.some((name) => choice[name] !== has[name]));
}
