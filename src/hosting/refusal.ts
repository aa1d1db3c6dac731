import { amountIn, numbersIn } from './amount.ts';
import { Failure, type FailureDetails, type RefusalKind } from './failure.ts';

/** Longest text of the provider that is kept, in UTF-16 code units. */
const MAX_WORDS = 600;
const MAX_FIELDS = 50;

/**
 * Recognises a refusal in an answer of any HTTP status, 200 included; undefined means the answer holds none.
 * The contract shows two shapes (section Errors): `{errors: {field: [text]}}` and, for running out of money,
 * `{error, message}`; every other shape read here is a plausible one of an interface that shows none.
 */
export function refusalIn(operation: string, status: number, value: unknown): Failure | undefined {
  const body = isObject(value) ? value : {};
  const failure = (kind: RefusalKind, details: FailureDetails = {}) =>
    new Failure(kind, operation, { reason: `HTTP ${status}`, ...worded(body), ...details });

  const fields = fieldsIn(body.errors);
  if (fields !== undefined) return failure('fields', { fields });
  if (status === 401) return failure('notConnected');
  const denied = deniesIn(body);
  if (lacksMoney(operation, status, body)) {
    const amount = amountIn(textOf(body.message) ?? '');
    return failure('insufficientBalance', amount === undefined ? {} : { amount });
  }
  if (status >= 500 || status === 408) return undefined;
  const code = textOf(body.error) ?? '';
  if (operation.startsWith('domain.') && (status === 403 || /resell/i.test(code)))
    return failure('resellerServiceMissing');
  if (denied && /unauth|token|credential/i.test(code)) return failure('notConnected');
  if ((status === 404 && isObject(value)) || (denied && /not.?found|no.?such|unknown/i.test(code)))
    return failure('notFound');
  if (denied || (status >= 400 && isObject(value))) return failure('refused');
  return undefined;
}

/** The provider's words in an answer, where it has some. */
export function worded(body: unknown): { words?: string } {
  if (!isObject(body)) return {};
  const nested = isObject(body.error) ? body.error : {};
  const words = textOf(body.message) ?? textOf(nested.message) ?? textOf(body.error);
  return words === undefined ? {} : { words };
}

function deniesIn(body: Record<string, unknown>): boolean {
  const error = body.error;
  const flagged =
    error === true || (typeof error === 'number' && error !== 0) || textOf(error) !== undefined || isObject(error);
  return flagged || body.success === false || (Array.isArray(body.errors) && body.errors.length > 0);
}

/** The two operations documented to answer so (section Errors, 2), and the others that take money. */
const PAYING = ['cloud.order', 'cloud.renew', 'cloud.upgrade', 'domain.register', 'domain.renew'];

/** The documented shape, `{error, message}` with an amount in the message, unless the status or the code says otherwise. */
function lacksMoney(operation: string, status: number, body: Record<string, unknown>): boolean {
  if (status === 402) return true;
  const error = textOf(body.error);
  if (error === undefined || !PAYING.includes(operation)) return false;
  if (/balance|funds|(?:insufficient|low|no).?credit/i.test(error)) return true;
  const other = status === 403 || status === 404 || status === 409 || status === 429 || status >= 500;
  return !other && numbersIn(textOf(body.message) ?? '').length > 0;
}

function fieldsIn(errors: unknown): Record<string, readonly string[]> | undefined {
  if (!isObject(errors)) return undefined;
  const fields = Object.entries(errors)
    .slice(0, MAX_FIELDS)
    .map(
      ([name, texts]) =>
        [
          name.slice(0, 100),
          (Array.isArray(texts) ? texts : [texts])
            .slice(0, 10)
            .map(textOf)
            .filter((text) => text !== undefined),
        ] as const,
    );
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text.slice(0, MAX_WORDS).toWellFormed();
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
