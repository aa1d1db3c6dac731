import type { Resources, Upgradable } from '../../../operations/kinds/upgrade.ts';
import { UPGRADABLE } from '../../../operations/kinds/upgrade.ts';

export const CHOOSABLE = [...UPGRADABLE, 'traffic'] as const;
export type Choosable = Upgradable | 'traffic';

/** A value that the status record does not hold as a number is missing until it is typed. */
export type ResourceChoice = { [Name in Choosable]?: number | undefined };
export type WholeChoice = Record<Choosable, number>;

export function startFrom(has: Resources): ResourceChoice {
  return { ...has, traffic: 0 };
}

export function writeChoice(choice: ResourceChoice): string {
  return CHOOSABLE.map((name) => choice[name] ?? '-').join('.');
}

/** Never less than the present values; `undefined` for forged data. */
export function readChoice(text: string, has: Resources): ResourceChoice | undefined {
  const parts = text.split('.');
  if (parts.length !== CHOOSABLE.length || parts.some((part) => !/^(?:\d{1,9}|-)$/.test(part))) return undefined;
  const choice: ResourceChoice = {};
  for (const [index, name] of CHOOSABLE.entries()) {
    const part = parts[index];
    const least = name === 'traffic' ? 0 : has[name];
    const wanted = part === undefined || part === '-' ? least : Math.max(Number(part), least ?? 0);
    if (wanted !== undefined) choice[name] = wanted;
  }
  return choice;
}

export function isIncrease(choice: ResourceChoice, has: Resources): choice is WholeChoice {
  const whole = CHOOSABLE.every((name) => choice[name] !== undefined);
  return whole && ((choice.traffic ?? 0) > 0 || UPGRADABLE.some((name) => choice[name] !== has[name]));
}
