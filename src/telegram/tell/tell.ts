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

/** An outcome this soon after the tap is its answer, not news: it only waits for Telegram's pauses. */
const OUTCOME_IS_ANSWER_MS = 5_000;
/** A person who tapped within this time still sees the message: an edit reaches them. */
const LOOKING_MS = 10_000;

/** `silent`: the bot may not write in the group. `left`: the person is no member any more. */
export type Unseen = 'silent' | 'left';

export interface OutcomeScreens {
  screen: Screen;
  brief: string;
  isMinor: boolean;
}

/** In a group only the asker sees these states, where the chat takes ephemeral messages. */
const UNANSWERED: ReadonlySet<Operation['state']> = new Set(['ready', 'quoting', 'sending', 'expired', 'cancelled']);

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
  together(operation: Operation): Promise<readonly Operation[]>;
  screens(operation: Operation, together: readonly Operation[], isSlow: boolean): Promise<OutcomeScreens>;
  mayBeTold(operation: Operation): Promise<boolean>;
  privately(operation: Operation, why: Unseen): Promise<Screen>;
  now(): number;
}

/** @param lastTapAt epoch ms */
export type NewsRule = (userId: number, lastTapAt: number) => Promise<boolean>;

export function createNewsRule(preferences: Store['preferences'], now: () => number): NewsRule {
  const startedAt = now();
  return async (userId, lastTapAt) => {
    const { news } = (await preferences.get(String(userId))) ?? {};
    return isNewMessage(news, lastTapAt, now(), startedAt);
  };
}

export function isNewMessage(
  news: OutcomeNews | undefined,
  lastTapAt: number,
  now: number,
  startedAt: number,
): boolean {
  if (news === 'always' || news === 'edits') return news === 'always';
  // The bot does not know how long it was away before a restart. A future tap means that the clock was set back.
  return lastTapAt < startedAt || now - lastTapAt >= LOOKING_MS || lastTapAt - now >= LOOKING_MS;
}

/** An outcome may get a new message, since Telegram never notifies of an edit. @throws OutOfReach, NotNow */
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
    // Something else was drawn over the outcome, or the old message could not be reduced.
    if (together.some(({ toldOutcome }) => isToldBy(toldOutcome, outcome)))
      return { ...told, isNew: false, isMinor: true };
    return { ...told, isNew: await isNews(operation.userId, Math.max(...together.map(lastTapOf))) };
  }

  async function waitForTurn(
    { chatId, sentAt, createdAt }: Operation,
    { outcome, isNew }: News,
    calls: 1 | 2,
  ): Promise<void> {
    const asked = now() - (sentAt ?? createdAt) < OUTCOME_IS_ANSWER_MS;
    const unended = isNew ? 'approval' : 'other';
    const kind = outcome === undefined ? unended : 'outcome';
    const waitMs = await limits.admit(chatId, asked ? 'answer' : kind, calls);
    if (waitMs > 0) throw new NotNow(waitMs);
  }

  async function put(operation: Operation, { screen, isMinor, outcome }: News, isNew: boolean): Promise<Shown> {
    // An ephemeral confirm that is gone, and had no effect, is no news for all.
    const isGoneForGood = isEphemeral(operation.messageId ?? 0) && outcome === undefined;
    const sent = await putMessage(api, messageOf(operation), screen, { isNew, isQuiet: isMinor, isGoneForGood });
    if (sent === undefined || sent === operation.messageId) return {};
    return isNew && operation.messageId !== undefined ? replaced(operation, sent) : { messageId: sent };
  }

  /** Stored before the old messages are reduced: after a crash they are reduced, and the outcome is not sent again. */
  async function noteShown(together: readonly Operation[], shown: Shown): Promise<void> {
    const noted = { from: OPERATION_STATES, edit: () => shown, durability: 'relaxed' } as const;
    for (const { id } of together) await ledger.move(id, noted);
    const isAsked = shown.messageId !== undefined && together.some(({ state }) => state === 'waiting');
    if (isAsked) await noteAsked(ledger, together, () => postedNow(together));
  }

  /** `waitMs` where the silence ends by itself. */
  async function unseenIn({ chatId, userId }: Operation): Promise<{ why: Unseen; waitMs?: number } | undefined> {
    const { silence, left } = await reach.standing(chatId);
    // A silence after a refusal, or one that a person can end, may end earlier.
    if (silence)
      return { why: 'silent', ...(silence.why === 'slowed' ? { waitMs: (silence.until ?? 0) - now() } : {}) };
    const waitMs = limits.pauseMs(chatId);
    if (waitMs > LONGEST_WAIT_MS) return { why: 'silent', waitMs };
    return left?.includes(userId) ? { why: 'left' } : undefined;
  }

  /** Also shows that the answer was lost, which nothing else does. Resolves to whether the person knows the outcome. */
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

  /** The private message must not go on saying that the bot looks for the lost answer. */
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

  /** A refusal during {@link tell} reveals that the group takes no message: the second try writes in private. */
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

/** `isMore`: the private chat does not show all of the outcome. */
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

export function privateScreen(screen: Screen, why: Unseen, t: Translate): Screen {
  return { ...screen, text: `${screen.text}\n\n${t(why === 'left' ? 'told-left' : 'told-silent')}` };
}
