import { PARAMETERS } from '../codes.ts';
import { Failure, type FailureDetails, type RefusalKind } from '../http/failure.ts';
import { amountIn } from './amount.ts';
import { lacksMoney, moneyDoubt } from './balance.ts';
import { LEFT_OUT, shortened } from './shorten.ts';

const MAX_FIELDS = 50;
const MAX_TEXTS = 10;
const MAX_NAME_LENGTH = 100;
const NO = ['false', '0', 'off', 'no', 'none'];

/**
 * The contract shows two refusals (section Errors): `{errors: {field: [text]}}`, and `{error, message}` for missing
 * money. After 408 or 5xx only the exact first shape counts: the provider sends it before it acts.
 */
export function refusalIn(operation: string, status: number, value: unknown): Failure | undefined {
  const body = isObject(value) ? value : {};
  const failure = (kind: RefusalKind, details: FailureDetails = {}) =>
    new Failure(kind, operation, { reason: `HTTP ${status}`, ...worded(body), ...details });

  const broken = status >= 500 || status === 408;
  const fields = broken && !isRequiredFieldError(body) ? undefined : fieldsIn(body.errors);
  if (fields !== undefined) return failure('fields', { fields });
  if (broken) return undefined;
  if (status === 401) return failure('notConnected');
  if (asksForMoney(operation, status, body)) {
    const amount = amountIn(textOf(body.message) ?? '');
    return failure('insufficientBalance', amount === undefined ? {} : { amount });
  }
  const kind = kindOfDenial(operation, status, value, body);
  return kind && failure(kind);
}

function asksForMoney(operation: string, status: number, body: Record<string, unknown>): boolean {
  const message = textOf(body.message) ?? '';
  const error = textOf(body.error) ?? '';
  const keys = Object.keys(body).length;
  // A lone text acknowledges a request, unless it says that money is missing.
  if (keys === 1 && moneyDoubt(operation, message) === 'lacks') return true;
  if (!deniesIn(body) && status < 400) return false;
  const documented = error !== '' && message !== '' && keys === 2;
  return lacksMoney({ operation, status, error, message, documented });
}

function kindOfDenial(
  operation: string,
  status: number,
  value: unknown,
  body: Record<string, unknown>,
): RefusalKind | undefined {
  const denied = deniesIn(body);
  const code = textOf(body.error) ?? '';
  // An HTML page comes from a firewall: only the provider's own JSON says that the service is missing.
  const forbidden = status === 403 && (denied || textOf(body.message) !== undefined);
  if (operation.startsWith('domain.') && (forbidden || /resell/i.test(code))) return 'resellerServiceMissing';
  if (denied && /unauth|token|credential/i.test(code)) return 'notConnected';
  if (status === 404 && isObject(value)) return 'notFound';
  if (denied && /not.?found|no.?such|unknown/i.test(code)) return 'notFound';
  return denied || (status >= 400 && isObject(value)) ? 'refused' : undefined;
}

export function isOfGate(body: unknown): boolean {
  if (!isObject(body) || 'order_id' in body) return false;
  const { errors } = body;
  return Array.isArray(errors) ? errors.some(isObject) : isObject(errors) && typeof errors.message === 'string';
}

export function worded(body: unknown): { words?: string } {
  if (!isObject(body)) return {};
  const nested = isObject(body.error) ? body.error : {};
  const words = textOf(body.message) ?? textOf(nested.message) ?? textOf(body.error);
  return words === undefined ? {} : { words };
}

function deniesIn(body: Record<string, unknown>): boolean {
  return isObject(body.error) || names(body.error) || names(body.errors) || isNegative(body.success);
}

function names(wrong: unknown): boolean {
  if (Array.isArray(wrong)) return wrong.length > 0;
  return typeof wrong === 'string'
    ? textOf(wrong) !== undefined && !isNegative(wrong)
    : wrong === true || isCode(wrong);
}

function isCode(value: unknown): boolean {
  return typeof value === 'number' && value !== 0;
}

export function isNegative(value: unknown): boolean {
  return ['boolean', 'number', 'string'].includes(typeof value) && NO.includes(String(value).trim().toLowerCase());
}

/** Matches `{errors: {parameter: [text]}}` exactly as in the contract, with nothing beside it. */
function isRequiredFieldError(body: Record<string, unknown>): boolean {
  return (
    Object.keys(body).length === 1 &&
    isObject(body.errors) &&
    Object.entries(body.errors).every(
      ([name, texts]) =>
        PARAMETERS.some((each) => each === name) &&
        Array.isArray(texts) &&
        texts.length > 0 &&
        texts.every((text) => typeof text === 'string'),
    )
  );
}

function fieldsIn(errors: unknown): Record<string, readonly string[]> | undefined {
  if (!isObject(errors)) return undefined;
  const all = Object.entries(errors);
  const fields = all
    .slice(0, MAX_FIELDS)
    .map(
      ([name, texts]) => [shortened(name, MAX_NAME_LENGTH), textsIn(Array.isArray(texts) ? texts : [texts])] as const,
    );
  if (all.length > MAX_FIELDS) fields.push([LEFT_OUT, []]);
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function textsIn(values: readonly unknown[]): string[] {
  const texts = values.map(textOf).filter((text) => text !== undefined);
  return texts.length <= MAX_TEXTS ? texts : [...texts.slice(0, MAX_TEXTS), LEFT_OUT];
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? shortened(value) : '';
  return text === '' ? undefined : text;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
