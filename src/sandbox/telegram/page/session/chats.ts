/** What the page knows of one chat, and how events change it. */
import type { Chat, Message } from 'grammy/types';
import type { PageChat, PageEvent } from '../../page-server/page-api.ts';

export interface ChatView extends PageChat {
  /** What the bot is doing here right now ("typing"), as its chat action names it. */
  action: string | undefined;
  /** Messages above this number are new to the person. */
  readUpTo: number;
}

export function viewOf(
  page: PageChat,
  before: ChatView | undefined,
  firstReadUpTo: (messages: Message[]) => number,
): ChatView {
  const messages = [...page.messages].sort(byNumber);
  const action = before?.action;
  return { ...page, messages, action, readUpTo: before?.readUpTo ?? firstReadUpTo(messages) };
}

/** Applies one event of this chat; events can repeat what the state already said, and that changes nothing. */
export function applyTo(view: ChatView, event: PageEvent): void {
  if (event.type === 'message' || event.type === 'edit') {
    const rest = view.messages.filter((message) => message.message_id !== event.message.message_id);
    // An edit of a message that is already deleted must not bring it back.
    if (event.type === 'edit' && rest.length === view.messages.length) return;
    view.messages = [...rest, event.message].sort(byNumber);
    if (event.type === 'message' && event.message.from?.is_bot) view.action = undefined;
  } else if (event.type === 'delete') {
    const gone = new Set(event.message_ids);
    view.messages = view.messages.filter((message) => !gone.has(message.message_id));
  } else if (event.type === 'action') {
    view.action = event.action === 'cancel' ? undefined : event.action;
  } else if (event.type === 'commands') {
    view.commands = event.commands;
  }
}

/** How many messages of others the person has not seen. */
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

function byNumber(one: Message, other: Message): number {
  return one.message_id - other.message_id;
}
