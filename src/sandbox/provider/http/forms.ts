import { hash } from 'node:crypto';
import { messageText } from './refusal.ts';

/**
 * The contract's tables and examples differ. `quoted`: integers in quotes and the names of the examples.
 * `bare`: integers as numbers, the other names (`available`, `password`, `message`), and errors with HTTP 200. `mixed`: either, per answer.
 */
export const FORMS = ['quoted', 'bare', 'mixed'] as const;
export type Form = (typeof FORMS)[number];

export interface Answer {
  status: number;
  body: unknown;
}

/** The fields of answers that the contract declares as integers. */
const INTEGERS = ['port', 'ram', 'cpu', 'disk', 'backup', 'total', 'period', 'avaliable'];

/** Without a form an answer stays as in the contract: only the status record has quotes. */
export function createForms(form: Form | undefined, seed: string): (operation: string, answer: Answer) => Answer {
  /** Counts per operation: parallel requests arrive in any order. */
  const answers = new Map<string, number>();

  return (operation, { status, body }) => {
    if (form === undefined) return { status, body };
    const number = (answers.get(operation) ?? 0) + 1;
    answers.set(operation, number);
    const isBare = (what: string) =>
      form === 'mixed' ? isOdd(`${seed} ${operation} ${number} ${what}`) : form === 'bare';
    if (status >= 400) return { status: isBare('status') ? 200 : status, body };
    // A graph's `data` has no shape in the contract, and a console's port is declared as a text.
    if (!isRecord(body) || operation === 'server.graph' || operation === 'server.vnc') return { status, body };
    const entries = Object.entries(body).map(([name, value]) => {
      const [named, kept] = isBare(name) ? renamed(operation, name, value) : [name, value];
      return [named, INTEGERS.includes(name) ? inForm(kept, isBare(`${name} as a number`)) : kept];
    });
    return { status, body: Object.fromEntries(entries) };
  };
}

/** The other name that the contract gives a field, with what stands there then. */
function renamed(operation: string, name: string, value: unknown): [string, unknown] {
  if (name === 'avaliable') return ['available', value];
  if (name === 'new_password') return ['password', value];
  if (operation === 'server.ssh-key' && name === 'success') return ['message', messageText('sshKeyChanged')];
  return [name, value];
}

const inForm = (value: unknown, isBare: boolean) => (isBare ? Number(value) : String(value));

const isOdd = (text: string) => (hash('sha256', text, 'buffer')[0] ?? 0) % 2 === 1;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
