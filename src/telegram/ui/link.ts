import type { MiddlewareFn } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import { parse } from 'tldts';
import { Composer } from '../composer.ts';
import { type Ctx, isPrivate } from '../context.ts';
import { handleAsNoted } from '../dialog/pending-request.ts';
import { onCommand } from './command.ts';

/** The characters that Telegram takes in a link (Bot API, "Deep linking"). A person can type any text behind /start. */
const FORM = /^[A-Za-z0-9_-]{1,64}$/;

// Old messages keep old links: a payload never changes, or returns with another meaning.
// Anybody can follow a link: no link does more than open a screen that asks or confirms.

/** Telegram demands a payload for a button above inline results: `home`. `group` is that of {@link toGroup}. */
const WORDS = ['home', 'connect', 'buy', 'reseller', 'group'] as const;
const GROUP_RIGHTS = { alone: 'delete_messages', team: 'delete_messages+pin_messages' };

const CARRYING = {
  /** A domain with `_` for its dots: no domain has an underscore. */
  register: { mark: 'r_', fits: isWrittenDomain },
  /** The name of a note that holds a command of the same person for 15 minutes. */
  wish: { mark: 'w_', fits: (value: string) => /^[\w-]{8}$/.test(value) },
} as const;

/** A token behind the mark must not pass for a domain. */
function isWrittenDomain(value: string): boolean {
  if (!/^[a-z\d-]+(?:_[a-z\d-]+)+$/.test(value)) return false;
  const name = value.replaceAll('_', '.');
  const { domain, isIcann } = parse(name);
  return isIcann === true && domain === name;
}

type Word = (typeof WORDS)[number];
type Carrying = keyof typeof CARRYING;
type LinkKind = Word | Carrying;
export type Payload = Word | `${(typeof CARRYING)[Carrying]['mark']}${string}`;

export function payloadWith(kind: Carrying, value: string): Payload | undefined {
  const payload = `${CARRYING[kind].mark}${value}` as const;
  return FORM.test(payload) && CARRYING[kind].fits(value) ? payload : undefined;
}

export function readPayload(payload: string): { kind: LinkKind; value: string; payload: Payload } | undefined {
  if (!FORM.test(payload)) return undefined;
  const word = WORDS.find((each) => each === payload);
  if (word) return { kind: word, value: '', payload: word };
  for (const kind of ['register', 'wish'] as const) {
    const { mark } = CARRYING[kind];
    const value = payload.slice(mark.length);
    const made = payload.startsWith(mark) ? payloadWith(kind, value) : undefined;
    if (made) return { kind, value, payload: made };
  }
  return undefined;
}

export function linkTo({ username }: UserFromGetMe, payload?: Payload): string {
  return `https://t.me/${username}${payload === undefined ? '' : `?start=${payload}`}`;
}

/** @param isTeam whether the group is, or may become, a team's */
export function toGroup({ username }: UserFromGetMe, isTeam: boolean): string {
  return `https://t.me/${username}?startgroup=group&admin=${isTeam ? GROUP_RIGHTS.team : GROUP_RIGHTS.alone}`;
}

export function onLink(
  composer: Composer<Ctx>,
  kind: LinkKind,
  handle: (ctx: Ctx, value: string) => Promise<unknown>,
): void {
  onCommand(composer, 'start', (ctx, next) => {
    const link = isPrivate(ctx) ? readPayload(ctx.match) : undefined;
    return link?.kind === kind ? handle(ctx, link.value) : next();
  });
}

export function goOnByLink(handle: (update: Update) => Promise<void>): MiddlewareFn<Ctx> {
  const composer = new Composer<Ctx>();
  onLink(composer, 'wish', (ctx, wish) => handleAsNoted(ctx, wish, handle));
  return composer.middleware();
}
