/** A chat on the page, and how events change it. */
import type { Chat, Message, User } from 'grammy/types';
import type { PageChat, PageDraft, PageEvent, SendRequest } from '../../page-server/page-api.ts';

export interface ChatView extends Omit<PageChat, 'draft'> {
  draft: PageDraft | undefined;
  action: string | undefined;
  /** Messages with greater numbers are unread. */
  readUpTo: number;
  /** `undefined` shows all topics. */
  topic: number | undefined;
  /** `undefined` writes as the person. */
  as: SendRequest['as'];
}

export const GENERAL = 0;

export function allIn({ messages, draft }: ChatView): Message[] {
  return draft ? [...messages, draft.message] : messages;
}

export function shownIn(view: ChatView): Message[] {
  const { topic } = view;
  return topic === undefined
    ? allIn(view)
    : allIn(view).filter((message) => (message.message_thread_id ?? GENERAL) === topic);
}

export function isNew({ messages }: ChatView): boolean {
  return messages.every((message) => message.forum_topic_created !== undefined);
}

/** Oldest first, without unseen topics. */
export function pinnedIn(view: ChatView): Message[] {
  const { pinned } = view;
  return shownIn(view).filter(({ message_id }) => pinned.includes(message_id));
}

export function viewOf(
  page: PageChat,
  before: ChatView | undefined,
  firstReadUpTo: (messages: Message[]) => number,
): ChatView {
  const messages = [...page.messages].sort(byNumber);
  const action = before?.action;
  return {
    ...page,
    messages,
    action,
    draft: page.draft,
    topic: before?.topic,
    as: before?.as,
    readUpTo: before?.readUpTo ?? firstReadUpTo(messages),
  };
}

/** An event can repeat a part of the state, which changes nothing. */
export function applyTo(view: ChatView, event: PageEvent): void {
  switch (event.type) {
    case 'message':
    case 'edit':
      applyMessage(view, event);
      return;
    case 'delete': {
      const gone = new Set(event.message_ids);
      view.messages = view.messages.filter((message) => !gone.has(message.message_id));
      return;
    }
    case 'action':
      view.action = event.action === 'cancel' ? undefined : event.action;
      return;
    case 'commands':
      view.commands = event.commands;
      return;
    case 'membership':
      Object.assign(view, { bot: event.bot, members: event.members, slow: event.slow, left: event.left });
      return;
    case 'draft':
      view.draft = event.draft;
      return;
    case 'reactions':
      view.reactions = { ...view.reactions, [event.message_id]: event.reactions };
      return;
    case 'pins':
      view.pinned = event.pinned;
      return;
    case 'topics':
      view.topics = event.topics;
      if (view.chat.type === 'supergroup') view.chat = { ...view.chat, is_forum: true };
      if (view.topic !== GENERAL && !view.topics.some(({ id }) => id === view.topic)) view.topic = undefined;
  }
}

function applyMessage(view: ChatView, { type, message }: Extract<PageEvent, { type: 'message' | 'edit' }>): void {
  const rest = view.messages.filter((one) => one.message_id !== message.message_id);
  // An edit of a message that is already deleted must not bring it back.
  if (type === 'edit' && rest.length === view.messages.length) return;
  view.messages = [...rest, message].sort(byNumber);
  if (type === 'message' && message.from?.is_bot) view.action = undefined;
}

export function unread(view: ChatView, me: number): number {
  return view.messages.filter((message) => message.message_id > view.readUpTo && message.from?.id !== me).length;
}

export function lastOf(view: ChatView): Message | undefined {
  return view.messages.at(-1);
}

export function isPrivate(chat: Chat): boolean {
  return chat.type === 'private';
}

export function fullName(person: { first_name: string; last_name?: string }): string {
  return [person.first_name, person.last_name].filter(Boolean).join(' ');
}

export function senderName({ from, sender_chat }: Message): string {
  if (sender_chat) return sender_chat.title ?? '';
  return from ? fullName(from) : '';
}

export function originName(origin: NonNullable<Message['forward_origin']>): string {
  if (origin.type === 'user') return fullName(origin.sender_user);
  if (origin.type === 'hidden_user') return origin.sender_user_name;
  const { title = '' } = origin.type === 'chat' ? origin.sender_chat : origin.chat;
  return title;
}

function byNumber(one: Message, other: Message): number {
  return one.message_id - other.message_id;
}

/** Kept while the page is open. */
export class ReadMarks {
  readonly #marks = new Map<string, number>();
  readonly #openedAt = Date.now() / 1000;

  /** Saves the marks when the page changes to another person. */
  save(person: User, chats: ReadonlyMap<number, ChatView>): void {
    for (const [id, view] of chats) this.#marks.set(`${person.id}/${id}`, view.readUpTo);
  }

  /** Messages from before the page was opened count as read. */
  readUpTo(person: User, chat: number, messages: readonly Message[]): number {
    const earlier = messages.findLast((message) => message.date < this.#openedAt);
    return this.#marks.get(`${person.id}/${chat}`) ?? earlier?.message_id ?? 0;
  }
}
