import { isObject } from './error-body.ts';

/** Shorter ones keep nobody out, and masking them would garble texts that hold them by chance. */
const SHORTEST_SECRET = 8;
const MASK = '•••';
/** Deeper data is dropped where a token may be in it: it could not be walked through safely. */
const MAX_DEPTH = 200;
const UNCHANGED_IN_URLS = /^[A-Za-z0-9*._-]+$/;
/** A person needs these exactly as they came, and they are shown as the secrets they are. */
const EXACT = ['password', 'new_password'];

/** The JSON value of an answer, which was `written` so, without a secret in it. */
export type Mask = (value: unknown, written: string) => unknown;

/**
 * Takes an account's token out of every text of an answer, names of fields included: a provider may echo what it was
 * sent, plain, URL-encoded or in base64.
 */
export function maskFor(token: string): Mask {
  if (token.length < SHORTEST_SECRET) return (value) => value;
  const forms = formsOf(token);
  const escapable = forms.some((form) => /["\\/]/.test(form));
  const hide = (text: string) => forms.reduce((kept, form) => kept.replaceAll(form, MASK), text);
  // JSON may write any character as \u00xx and some behind a backslash: only then is a token in it not to be seen.
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
        EXACT.includes(name) && typeof each === 'string' ? each : masked(each, depth + 1),
      ]),
    );
  }

  return (value, written) => (mayHold(written) ? masked(value, 0) : value);
}

/** How a token may be written, longest first, so that none is left in part. */
function formsOf(token: string): string[] {
  const encoded = UNCHANGED_IN_URLS.test(token)
    ? []
    : [encodeURIComponent(token), new URLSearchParams({ '': token }).toString().slice(1)];
  const lower = encoded.map((form) => form.replace(/%[0-9A-F]{2}/g, (each) => each.toLowerCase()));
  const bytes = Buffer.from(token);
  const base64 = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
  return [...new Set([token, ...encoded, ...lower, ...base64])].sort((a, b) => b.length - a.length);
}
