import type { Check, CheckResult } from '../../../store/jobs/checks.ts';
import type { TextKey } from '../../../telegram/i18n/texts.ts';

/** Ended because its person lost the right to the team's account. */
export const NOT_ALLOWED = 'notAllowed';

/** Also the order on the screen; `left`: never asked for. */
const STATES = ['available', 'registered', 'forbidden', 'failed', 'left'] as const;

export interface ResultRow {
  at: number;
  domain: string;
  found: CheckResult | undefined;
}

export interface Group {
  state: (typeof STATES)[number];
  rows: ResultRow[];
}

export function groupsOf({ domains }: Check, found: ReadonlyMap<number, CheckResult>): Group[] {
  const groups = new Map<string, ResultRow[]>(STATES.map((state) => [state, []]));
  for (const [at, domain] of domains.entries()) {
    const known = found.get(at);
    groups.get(known?.state ?? 'left')?.push({ at, domain, found: known });
  }
  return STATES.map((state) => ({ state, rows: groups.get(state) ?? [] })).filter(({ rows }) => rows.length > 0);
}

/** Counts the latest round, which may ask only for failed and left names. `open`: the indexes still to ask for. */
export function roundProgress({ domains, round }: Check, found: ReadonlyMap<number, CheckResult>) {
  const open = domains.flatMap((_, at) => {
    const known = found.get(at);
    return known === undefined || (known.round !== round && mayRetry(known)) ? [at] : [];
  });
  const done = [...found.values()].filter((known) => known.round === round).length;
  return { open, done, count: open.length + done };
}

const WHY = {
  unavailable: 'check-why-unavailable',
  putOff: 'check-why-put-off',
  unreadable: 'check-why-unreadable',
  fields: 'check-why-fields',
  invalid: 'check-why-fields',
} as const satisfies Record<string, TextKey>;

const NOT_RETRYABLE = ['fields', 'invalid'];

export function mayRetry(found: CheckResult): boolean {
  return found.state === 'failed' && !NOT_RETRYABLE.includes(found.why ?? '');
}

export function whyKey(kind: string | undefined): (typeof WHY)[keyof typeof WHY] | 'check-why-refused' {
  return Object.entries(WHY).find(([name]) => name === kind)?.[1] ?? 'check-why-refused';
}
