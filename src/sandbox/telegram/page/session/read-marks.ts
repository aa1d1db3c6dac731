/** How far each person has read each chat, kept while the page is open. */
import type { Message, User } from 'grammy/types';
import type { ChatView } from './chats.ts';

export class ReadMarks {
  readonly #marks = new Map<string, number>();
  readonly #openedAt = Date.now() / 1000;

  /** Remembers a person's chats when they leave the seat. */
  keep(person: User, chats: ReadonlyMap<number, ChatView>): void {
    for (const [id, view] of chats) this.#marks.set(`${person.id}/${id}`, view.readUpTo);
  }

  /** Where a person goes on reading; what was there before the page was opened counts as read. */
  of(person: User, chat: number, messages: readonly Message[]): number {
    const earlier = messages.findLast((message) => message.date < this.#openedAt);
    return this.#marks.get(`${person.id}/${chat}`) ?? earlier?.message_id ?? 0;
  }
}
