import { z } from 'zod';
import { type NewServer, OPERATING_SYSTEMS, ORDER_DAYS } from '../../../hosting/index.ts';
import type { FieldProblems } from '../../../telegram/failures/words.ts';

/** The questions in their order; named as in the contract ("Quote a new server"). */
export const FIELDS = ['geo', 'os', 'cpu', 'ram', 'disk', 'backup', 'traffic', 'period'] as const;
export type Field = (typeof FIELDS)[number];
export type NumberField = Exclude<Field, 'geo' | 'os'>;

/** The contract bounds only the days. */
interface Bounds {
  least: number;
  most?: number;
  presets: readonly number[];
}

/** Cores, gigabytes, counts and days. */
export const NUMBERS: Readonly<Record<NumberField, Bounds>> = {
  cpu: { least: 1, presets: [1, 2, 4, 8, 16] },
  ram: { least: 1, presets: [1, 2, 4, 8, 16, 32] },
  disk: { least: 1, presets: [20, 40, 80, 160, 320] },
  backup: { least: 0, presets: [0, 1, 3, 7] },
  traffic: { least: 0, presets: [0, 100, 500, 1000] },
  period: { least: ORDER_DAYS.min, most: ORDER_DAYS.max, presets: [7, 30, 90, 180, 364] },
};

const values = z.object({
  geo: z.string(),
  os: z.enum(OPERATING_SYSTEMS),
  cpu: z.int(),
  ram: z.int(),
  disk: z.int(),
  backup: z.int(),
  traffic: z.int(),
  period: z.int(),
});

const start = z.object({
  kind: z.enum(['order', 'server', 'double', 'half', 'small', 'medium', 'large']),
  name: z.string().optional(),
  serverId: z.string().optional(),
  values: values.partial().optional(),
  settled: z.boolean().optional(),
  quote: z.object({ total: z.number(), currency: z.string(), period: z.number().optional() }).optional(),
  problem: z.boolean().optional(),
});
export type Start = z.infer<typeof start>;

/** The values of a new server so far. Holds no secret. */
export const draft = z.object({
  account: z.string(),
  values: values.partial(),
  field: z.enum(FIELDS).optional(),
  /** The id of the newest price request: only its answer may be shown. */
  question: z.string().optional(),
  /** The provider's words about a value that it refused. */
  problems: z.partialRecord(z.enum(FIELDS), z.string()),
  /** Absent once one is taken, or a first value is chosen. */
  starts: z.array(start).optional(),
  /** The person chooses a server to copy the values of. */
  picking: z.boolean().optional(),
  /** The name of the server whose record the values come from. */
  like: z.string().optional(),
  unfit: z.string().optional(),
});
export type Draft = z.infer<typeof draft>;
export type Values = Draft['values'];

export function newDraft(account: string, starts: readonly Start[] = []): Draft {
  const first: Draft = { account, values: {}, field: FIELDS[0], problems: {} };
  return starts.length > 0 ? { ...first, starts: [...starts] } : first;
}

/** Missing values are asked. */
export function draftFrom(account: string, values: Values, like?: string): Draft {
  return withValue({ account, values: {}, problems: {}, ...(like === undefined ? {} : { like }) }, values);
}

/** The values that the provider refused are asked first. */
export function draftOf(account: string, server: NewServer, said: FieldProblems = {}): Draft {
  return withProblems({ account, values: server, problems: {} }, problemsIn(said));
}

export function problemsIn(said: FieldProblems): Draft['problems'] {
  const problems: Draft['problems'] = {};
  for (const [field, words] of Object.entries(said)) if (isField(field)) problems[field] = words.join('\n');
  return problems;
}

export function wholeServer(chosen: Values): NewServer | undefined {
  return values.safeParse(chosen).data;
}

/** The next field is one with a problem, or else a missing one. */
export function withValue({ starts: _, picking: __, ...before }: Draft, chosen: Values): Draft {
  const values = { ...before.values, ...chosen };
  const problems = { ...before.problems };
  for (const field of FIELDS) if (field in chosen) delete problems[field];
  const field =
    FIELDS.find((each) => problems[each] !== undefined) ?? FIELDS.find((each) => values[each] === undefined);
  return { ...before, values, problems, field };
}

/** The first field with a problem is asked again. */
export function withProblems(before: Draft, problems: Draft['problems']): Draft {
  return { ...before, problems, field: FIELDS.find((field) => problems[field] !== undefined) ?? before.field };
}

export function isField(text: string): text is Field {
  return FIELDS.some((field) => field === text);
}

export function isNumberField(field: Field): field is NumberField {
  return field in NUMBERS;
}
