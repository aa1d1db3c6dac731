import type { MiddlewareFn } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import { parse } from 'tldts';
import { Composer } from '../composer.ts';
import { type Ctx, isPrivate } from '../context.ts';
import { handleAsNoted } from '../dialog/pending-request.ts';
import { onCommand } from './command.ts';

/** The characters that Telegram takes in a link (Bot API, "Deep linking"). A person can type anything behind /start. */
const FORM = /^[A-Za-z0-9_-]{1,64}$/;

/*
 * Every kind of /start payload. Their words and marks never change or return with another meaning: old messages keep old links. Anybody
 * can follow a link, so it does nothing by itself: it opens what asks or confirms.
 */

/**
 * Payloads that are one word: `connect` asks for a token, `buy` opens the form of a new server, `reseller` says what to do about the
 * service that domains need. `group` says what the bot is in a group; in a group itself it is what {@link toGroup} leads to. Telegram asks
 * for a payload also where a button above inline results only says something: `home`.
 */
const WORDS = ['home', 'connect', 'buy', 'reseller', 'group'] as const;
/** The rights that the bot asks for in a group (Bot API, "Deep linking"): to delete secrets, and to pin a team's emergency access. */
const RIGHTS = { alone: 'delete_messages', team: 'delete_messages+pin_messages' };

/** Payloads that carry a value behind a mark. */
const CARRYING = {
  /** Registers a domain, written with `_` for its points: no domain has an underscore in it. */
  register: { mark: 'r_', fits: isWrittenDomain },
  /** Goes on with a command of the same person, which a note holds for 15 minutes. */
  wish: { mark: 'w_', fits: (value: string) => /^[\w-]{8}$/.test(value) },
} as const;

/** Whether it is a domain under a suffix that exists. A token behind the mark must not pass for one. */
function isWrittenDomain(value: string): boolean {
  if (!/^[a-z\d-]+(?:_[a-z\d-]+)+$/.test(value)) return false;
  const name = value.replaceAll('_', '.');
  const { domain, isIcann } = parse(name);
  return isIcann === true && domain === name;
}

type Word = (typeof WORDS)[number];
type Carrying = keyof typeof CARRYING;
type LinkKind = Word | Carrying;
/** A payload of the table. */
export type Payload = Word | `${(typeof CARRYING)[Carrying]['mark']}${string}`;

/** A payload that carries `value`; `undefined` where it does not fit into one. */
export function payloadWith(kind: Carrying, value: string): Payload | undefined {
  const payload = `${CARRYING[kind].mark}${value}` as const;
  return FORM.test(payload) && CARRYING[kind].fits(value) ? payload : undefined;
}

/** The meaning of a payload; `undefined` for one that this bot makes no link with. */
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

/** The address that opens the private chat, where its Start button sends the payload. */
export function linkTo({ username }: UserFromGetMe, payload?: Payload): string {
  return `https://t.me/${username}${payload === undefined ? '' : `?start=${payload}`}`;
}

/**
 * The address by which a person chooses a group for the bot. There `/start` brings the payload `group`.
 * @param isTeam whether the group is, or may become, that of a team
 */
export function toGroup({ username }: UserFromGetMe, isTeam: boolean): string {
  return `https://t.me/${username}?startgroup=group&admin=${isTeam ? RIGHTS.team : RIGHTS.alone}`;
}

/** Handles /start with a payload of this kind in a private chat. */
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

/** Goes on with the command that a link from a group stands for, as if the person had sent it here. */
export function goOnByLink(handle: (update: Update) => Promise<void>): MiddlewareFn<Ctx> {
  const composer = new Composer<Ctx>();
  onLink(composer, 'wish', (ctx, wish) => handleAsNoted(ctx, wish, handle));
  return composer.middleware();
}
