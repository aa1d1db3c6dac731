import { type Api, GrammyError } from 'grammy';
import { LONGEST_WAIT_MS, NotNow, OutOfReach, type Shown } from '../../operations/dependencies.ts';
import type { Operation } from '../../operations/index.ts';
import { commonOutcomeOf, isToldBy, lastTapOf, lostOutcomeOf } from '../../operations/outcome.ts';
import { SLOW_AFTER_MS } from '../../operations/send.ts';
import type { OutcomeNews, Store } from '../../store/index.ts';
import { isEphemeral, OPERATION_STATES } from '../../store/operations/index.ts';
import type { ChatLimits } from '../api/chat-limits.ts';
import { isOutOfReach } from '../api/errors.ts';
import type { Reach } from '../api/reach.ts';
import type { Translate } from '../i18n/index.ts';
import { type LiveMessage, put as putMessage, reduce, replaced } from '../ui/live-message.ts';
import { edit, post, privatePlace, type Screen } from '../ui/screen.ts';
import { asksAnew, noteAsked, postedNow } from './ask-approval.ts';

/** An outcome this soon after the tap is its answer, not news: it only waits for a pause that Telegram asked for. */
const ANSWER_MS = 5_000;
/** A person who tapped within this time is still looking at the message: an edit reaches them. */
const LOOKING_MS = 10_000;

/** Why a person does not see in a group what they asked for there: the bot may not write, or they are no member any more. */
export type Unseen = 'silent' | 'left';

/** How an operation, or several that share a message, is shown. */
export interface OutcomeScreens {
  screen: Screen;
  /** One line for the message that showed it until the outcome got a message of its own. */
  brief: string;
  /** Whether its outcome is not important enough for a sound. */
  isMinor: boolean;
}

/** The states before the provider's answer: in a group only the person who asked sees them, where the chat takes ephemeral messages. */
const UNANSWERED: ReadonlySet<Operation['state']> = new Set(['ready', 'quoting', 'sending', 'expired', 'cancelled']);

/** The news of an operation, and how to tell it. */
interface News extends OutcomeScreens {
  together: readonly Operation[];
  outcome?: string;
  isNew: boolean;
}

interface Dependencies {
  api: Api;
  limits: ChatLimits;
  reach: Reach;
  ledger: Pick<Store['ledger'], 'move'>;
  isNews: NewsRule;
  /** The operations that share the message of this one, including it. */
  together(operation: Operation): Promise<readonly Operation[]>;
  /** @param isSlow whether the provider has kept the person waiting for its answer */
  screens(operation: Operation, together: readonly Operation[], isSlow: boolean): Promise<OutcomeScreens>;
  /** Whether its person may be told in private: a person who is no member of its team any more may not. */
  mayBeTold(operation: Operation): Promise<boolean>;
  /** The screen for the private chat of its person, who does not see it in the group, in their language. */
  privately(operation: Operation, why: Unseen): Promise<Screen>;
  now(): number;
}

/** Whether the outcome of what a person last tapped for at that time (epoch ms) gets a new message. */
export type NewsRule = (userId: number, lastTapAt: number) => Promise<boolean>;

/** The rule for a process that starts now, by each person's own setting. */
export function createNewsRule(preferences: Store['preferences'], now: () => number): NewsRule {
  const startedAt = now();
  return async (userId, lastTapAt) => {
    const { news } = (await preferences.get(String(userId))) ?? {};
    return isNewMessage(news, lastTapAt, now(), startedAt);
  };
}

/** Decides whether news gets a new message, which notifies, or edits the one that is there, which never does. */
export function isNewMessage(
  news: OutcomeNews | undefined,
  lastTapAt: number,
  now: number,
  startedAt: number,
): boolean {
  if (news === 'always' || news === 'edits') return news === 'always';
  // The bot does not know how long it was away before a restart. A tap in the future means that the clock was set back.
  return lastTapAt < startedAt || now - lastTapAt >= LOOKING_MS || lastTapAt - now >= LOOKING_MS;
}

/**
 * Shows the states of operations: in their messages, or in new ones where those are gone. An outcome that its person may not be
 * looking at any more gets a new message, because Telegram never notifies of an edit; it answers the old message, which is reduced to
 * a line. A confirm that only its person saw in a group goes; an operation that is sent is told to all there. Nothing is sent into a
 * chat where the bot may not write. Any error means that it has to be tried again. The function throws `OutOfReach` where the bot
 * can't write to the person or group, and `NotNow` where Telegram asked for a pause in this chat, or the group's messages of this
 * minute are used up.
 */
export function createTeller(dependencies: Dependencies): (operation: Operation) => Promise<Shown> {
  const { api, limits, reach, ledger, isNews, now } = dependencies;

  function isSlow({ state, claimedAt = now() }: Operation): boolean {
    return (state === 'quoting' || state === 'sending') && now() - claimedAt >= SLOW_AFTER_MS;
  }

  async function newsOf(operation: Operation): Promise<News> {
    const together = await dependencies.together(operation);
    const screens = await dependencies.screens(operation, together, together.some(isSlow));
    const outcome = commonOutcomeOf(together);
    if (outcome === undefined) {
      const asks = operation.chatId !== operation.userId && asksAnew(together);
      return { ...screens, together, isNew: asks, isMinor: !asks };
    }
    const told = { ...screens, together, outcome };
    // Told again, because something else was drawn over it, or the old message could not be reduced.
    if (together.some(({ toldOutcome }) => isToldBy(toldOutcome, outcome)))
      return { ...told, isNew: false, isMinor: true };
    return { ...told, isNew: await isNews(operation.userId, Math.max(...together.map(lastTapOf))) };
  }

  /** @param calls how many the news has, in a chat that limits them */
  async function waitForTurn(
    { chatId, sentAt, createdAt }: Operation,
    { outcome, isNew }: News,
    calls: 1 | 2,
  ): Promise<void> {
    const asked = now() - (sentAt ?? createdAt) < ANSWER_MS;
    const unended = isNew ? 'approval' : 'other';
    const kind = outcome === undefined ? unended : 'outcome';
    const waitMs = await limits.admit(chatId, asked ? 'answer' : kind, calls);
    if (waitMs > 0) throw new NotNow(waitMs);
  }

  /** Shows it in its message, or in a new one, which answers the old one. Resolves to what changed. */
  async function put(operation: Operation, { screen, isMinor, outcome }: News, isNew: boolean): Promise<Shown> {
    // An ephemeral confirm that is gone, and that nothing became of, is no news for all.
    const isGoneForGood = isEphemeral(operation.messageId ?? 0) && outcome === undefined;
    const sent = await putMessage(api, messageOf(operation), screen, { isNew, isQuiet: isMinor, isGoneForGood });
    if (sent === undefined || sent === operation.messageId) return {};
    return isNew && operation.messageId !== undefined ? replaced(operation, sent) : { messageId: sent };
  }

  /**
   * Written before the old messages are reduced: after a crash they are reduced, and nothing is told once more. The write that follows is
   * synchronised with the disk, and this one with it.
   */
  async function noteShown(together: readonly Operation[], shown: Shown): Promise<void> {
    const noted = { from: OPERATION_STATES, edit: () => shown, durability: 'relaxed' } as const;
    for (const { id } of together) await ledger.move(id, noted);
    const isAsked = shown.messageId !== undefined && together.some(({ state }) => state === 'waiting');
    if (isAsked) await noteAsked(ledger, together, () => postedNow(together));
  }

  /** Whether its person sees now what the bot writes in the chat; `waitMs` where that begins by itself. */
  async function unseenIn({ chatId, userId }: Operation): Promise<{ why: Unseen; waitMs?: number } | undefined> {
    const { silence, left } = await reach.standing(chatId);
    // A silence after a refusal, or one that a person can end, may end earlier.
    if (silence)
      return { why: 'silent', ...(silence.why === 'slowed' ? { waitMs: (silence.until ?? 0) - now() } : {}) };
    const waitMs = limits.pauseMs(chatId);
    if (waitMs > LONGEST_WAIT_MS) return { why: 'silent', waitMs };
    return left?.includes(userId) ? { why: 'left' } : undefined;
  }

  /**
   * Tells an outcome in the private chat, once, and that the answer was lost as soon as it is: nothing else shows that to its person.
   * Noted before anything else: the message in the group is only brought up to date from then on. Resolves to whether its person knows
   * the outcome.
   */
  async function tellPrivately(operation: Operation, news: News, why: Unseen): Promise<boolean> {
    const found = toTellPrivately(operation, news);
    if (!found || !(await dependencies.mayBeTold(operation))) return false;
    const { isTold, isMore } = found;
    if (!isMore || (await reach.standing(operation.userId)).silence) return isTold;
    try {
      await putPrivately(operation, news, found, await dependencies.privately(operation, why));
      return true;
    } catch (error) {
      if (isOutOfReach(error)) return isTold;
      throw error;
    }
  }

  async function putPrivately(
    operation: Operation,
    news: News,
    { outcome, isTold }: Untold,
    screen: Screen,
  ): Promise<void> {
    if (!isTold) await postPrivately(operation, news, outcome, screen);
    if (news.outcome !== undefined) await endLost(operation, news, isTold ? screen : { text: news.brief });
  }

  async function postPrivately(
    operation: Operation,
    { outcome, together, isMinor }: News,
    toldOutcome: string,
    screen: Screen,
  ): Promise<void> {
    const { userId: id, locale, lostToldIn } = operation;
    const place = privatePlace({ id, locale }, operation);
    const posted = await post(api, place, screen, { isQuiet: isMinor, replyTo: lostToldIn });
    await noteShown(together, { toldOutcome, ...(outcome === undefined ? { lostToldIn: posted } : {}) });
  }

  /** Brings the private message up to date that says that the answer was lost: it must not go on saying that the bot looks. */
  async function endLost({ userId, lostToldIn }: Operation, { together }: News, screen: Screen): Promise<void> {
    if (lostToldIn === undefined) return;
    await edit(api, userId, lostToldIn, screen);
    await noteShown(together, { lostToldIn: undefined });
  }

  async function tell(operation: Operation): Promise<Shown> {
    const news = await newsOf(operation);
    const unseen = await unseenIn(operation);
    const isTold = unseen !== undefined && (await tellPrivately(operation, news, unseen.why));
    if (!unseen && news.outcome !== undefined) await endLost(operation, news, { text: news.brief });
    if (unseen?.why === 'silent') throw unseen.waitMs === undefined ? new OutOfReach() : new NotNow(unseen.waitMs);
    return showThere(operation, isTold ? { ...news, isNew: false } : news);
  }

  async function showThere(operation: Operation, news: News): Promise<Shown> {
    const { messageId = 0 } = operation;
    await waitForTurn(operation, news, news.isNew && messageId > 0 ? 2 : 1);
    const isNew = news.isNew || (isEphemeral(messageId) && news.together.some(({ state }) => !UNANSWERED.has(state)));
    const changed = await put(operation, news, isNew);
    const shown: Shown = news.outcome === undefined ? changed : { ...changed, toldOutcome: news.outcome };
    if (shown.messageId !== undefined) await noteShown(news.together, shown);
    const left = shown.formerMessages ?? operation.formerMessages;
    if (!left) return shown;
    for (const former of left) await reduce(api, messageOf(operation), former, news.brief);
    return { ...shown, formerMessages: undefined };
  }

  /** {@link tell}; once more where Telegram has just told that the group takes no message now: then its person is told in private. */
  async function tellAnyway(operation: Operation): Promise<Shown> {
    try {
      return await tell(operation);
    } catch (error) {
      const isSilent = isOutOfReach(error) || (error instanceof GrammyError && error.error_code === 429);
      if (!isSilent || !(await unseenIn(operation))) throw error;
      return tell(operation);
    }
  }

  return async (operation) => {
    const { chatId } = operation;
    try {
      return await tellAnyway(operation);
    } catch (error) {
      if (isOutOfReach(error)) throw new OutOfReach(undefined, { cause: error });
      const pauseMs = limits.pauseMs(chatId);
      throw pauseMs > 0 && !(error instanceof NotNow) ? new NotNow(pauseMs, { cause: error }) : error;
    }
  };
}

/** An outcome for the private chat of its person. `isMore`: not all of it was told there. */
interface Untold {
  outcome: string;
  isTold: boolean;
  isMore: boolean;
}

function toTellPrivately(
  { chatId, userId, lostToldIn }: Operation,
  { together, outcome: ended }: News,
): Untold | undefined {
  const outcome = ended ?? lostOutcomeOf(together);
  if (chatId === userId || outcome === undefined) return undefined;
  const isTold = together.some(({ toldOutcome }) => isToldBy(toldOutcome, outcome));
  return { outcome, isTold, isMore: !isTold || (ended !== undefined && lostToldIn !== undefined) };
}

function messageOf({ chatId, topicId, locale, messageId, userId: receiver }: Operation): LiveMessage {
  return { place: { chatId, topicId, locale }, messageId, receiver };
}

/** The screen of an operation of a group in the private chat of its person. */
export function privateScreen(screen: Screen, why: Unseen, t: Translate): Screen {
  return { ...screen, text: `${screen.text}\n\n${t(why === 'left' ? 'told-left' : 'told-silent')}` };
}
