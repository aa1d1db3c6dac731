import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Store } from '../../store/index.ts';
import type { Access } from '../../telegram/access/access.ts';

/** This many lines with their reasons fit into one message. */
export const MAX_CHOSEN = 10;
const NOTE_LIFE_MS = 24 * 3_600_000;

const references = z.array(z.string());

const keyOf = (access: Pick<Access, 'key'>, note: string) => `${access.key}:chosen:${note}`;

/** The choice is stored with its first server. */
export function newChoice(): string {
  return randomBytes(6).toString('base64url');
}

export async function chosenIn(
  { notes }: Pick<Store, 'notes'>,
  access: Pick<Access, 'key'>,
  note: string,
): Promise<string[]> {
  const kept = await notes.get(keyOf(access, note));
  return kept === undefined ? [] : references.parse(JSON.parse(kept));
}

export async function keepChoice(
  { notes }: Pick<Store, 'notes'>,
  access: Pick<Access, 'key'>,
  note: string,
  all: readonly string[],
  lifeMs = NOTE_LIFE_MS,
): Promise<void> {
  await notes.set(keyOf(access, note), JSON.stringify(all), lifeMs);
}
