import type { Timings } from './choices.ts';
import { fieldRefusal, type MessageName } from './refuse.ts';
import type { Account } from './state.ts';

/** What a handler gets: the caller's account and the parameters, from the body or, in a GET, also from the query. */
export interface Asked {
  readonly account: Account;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly timings: Timings;
}

/** One row of the contract. */
export interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly handle: (asked: Asked) => unknown;
}

/**
 * The named parameters as texts.
 * @throws Refusal in the required-field shape, naming every one that is missing
 */
export function required<Name extends string>(asked: Asked, ...names: Name[]): Record<Name, string> {
  const missing: Record<string, MessageName> = {};
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = asked.parameters[name];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') found[name] = String(value);
    else missing[name] = 'required';
  }
  if (!hasAll(found, names)) throw fieldRefusal(missing);
  return found;
}

function hasAll<Name extends string>(found: Record<string, string>, names: Name[]): found is Record<Name, string> {
  return names.every((name) => name in found);
}

/**
 * One of the allowed values.
 * @throws Refusal that names the parameter
 */
export function oneOf<Value extends string>(name: string, value: string, allowed: readonly Value[]): Value {
  const known = allowed.find((each) => each === value);
  if (known === undefined) throw fieldRefusal({ [name]: 'notAllowed' });
  return known;
}
