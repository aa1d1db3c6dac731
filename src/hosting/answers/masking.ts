import { isObject } from './error-body.ts';

/** A shorter token is no protection, and masking it would garble unrelated texts. */
const MIN_TOKEN_LENGTH = 8;
const MASK = '•••';
/** Deeper data that may hold a token is dropped: walking it could overflow the stack. */
const MAX_DEPTH = 200;
const UNCHANGED_IN_URLS = /^[A-Za-z0-9*._-]+$/;
/** A person needs these fields exactly as they came; they are shown as secrets. */
const UNMASKED_FIELDS = ['password', 'new_password'];

export type Mask = (value: unknown, written: string) => unknown;

/** Masks an account's token in every text and field name: a provider may echo it plain, URL-encoded or in base64. */
export function maskFor(token: string): Mask {
  if (token.length < MIN_TOKEN_LENGTH) return (value) => value;
  const forms = formsOf(token);
  const escapable = forms.some((form) => /["\\/]/.test(form));
  const hide = (text: string) => forms.reduce((kept, form) => kept.replaceAll(form, MASK), text);
  // Only an escaped character (\u00xx or a backslash) can hide a token in the text.
  const mayHold = (written: string) =>
    forms.some((form) => written.includes(form)) || written.includes('\\u00') || (escapable && written.includes('\\'));

  function masked(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return hide(value);
    if (depth > MAX_DEPTH) return null;
    if (Array.isArray(value)) return value.map((each) => masked(each, depth + 1));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        hide(name),
        UNMASKED_FIELDS.includes(name) && typeof each === 'string' ? each : masked(each, depth + 1),
      ]),
    );
  }

  return (value, written) => (mayHold(written) ? masked(value, 0) : value);
}

function formsOf(token: string): string[] {
  const encoded = UNCHANGED_IN_URLS.test(token)
    ? []
    : [encodeURIComponent(token), new URLSearchParams({ '': token }).toString().slice(1)];
  const lower = encoded.map((form) => form.replace(/%[0-9A-F]{2}/g, (each) => each.toLowerCase()));
  const bytes = Buffer.from(token);
  const base64 = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
  return [...new Set([token, ...encoded, ...lower, ...base64])].sort((a, b) => b.length - a.length);
}
