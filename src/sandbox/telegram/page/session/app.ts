/** What a person can do on the page; the parts on the screen read the session and call this. */
import type { InlineQueryResult, Message } from 'grammy/types';
import { t } from '../texts.ts';
import { alertWith, reportError, toast } from '../ui/overlay.ts';
import * as api from './api.ts';
import type { ChatView } from './chats.ts';
import { follow } from './links.ts';
import type { Outcome, Place } from './presses.ts';
import { hashOf, readRoute } from './route.ts';
import { Session } from './session.ts';

export class App extends Session {
  /** What stands in each chat's field, unsent. */
  readonly drafts = new Map<number, string>();
  /** The payload of a followed `t.me/bot?start=…` link, waiting for the Start button. */
  startPayload: string | undefined;
  replyTo: Message | undefined;
  /** Goes up whenever the text field should take the focus. */
  focusWanted = 0;

  /** The chat in front: the address's, or else the private chat with the bot. */
  get open(): ChatView | undefined {
    return this.chats.get(readRoute(location.hash).chat ?? Number.NaN) ?? this.privateChat;
  }

  go(chat: number): void {
    if (!this.me) return;
    this.left();
    location.hash = hashOf(this.me.id, chat);
  }

  /** Puts a text into a chat's field, for the person to complete and send. */
  insert(text: string, chat = this.open?.chat.id): void {
    if (chat === undefined) return;
    this.drafts.set(chat, `${this.drafts.get(chat) ?? ''}${text}`);
    this.focus();
  }

  focus(): void {
    this.focusWanted += 1;
    this.changed();
  }

  reply(message: Message | undefined): void {
    this.replyTo = message;
    this.focus();
  }

  /** @returns whether the server took the text; if not, the person has been told. */
  send(text: string, chat = this.open?.chat.id): Promise<boolean> {
    const { me, replyTo } = this;
    if (!me || chat === undefined) return Promise.resolve(false);
    const reply = replyTo?.chat.id === chat ? { reply_to: replyTo.message_id } : {};
    this.left();
    this.changed();
    return this.#taken(api.send({ person: me.id, chat, text, ...reply }));
  }

  /** Sends an inline card. @returns whether the server took it; if not, the person has been told. */
  choose(result: InlineQueryResult): Promise<boolean> {
    const { me, open } = this;
    if (!me || !open) return Promise.resolve(false);
    this.left();
    return this.#taken(api.choose({ person: me.id, chat: open.chat.id, result }));
  }

  upload(file: File, caption: string): Promise<boolean> {
    const { me, open } = this;
    return me && open ? this.#taken(api.upload(me.id, open.chat.id, file, caption)) : Promise.resolve(false);
  }

  remove(message: Message): Promise<boolean> {
    const { me } = this;
    if (!me) return Promise.resolve(false);
    return this.#taken(api.remove({ person: me.id, chat: message.chat.id, message_id: message.message_id }));
  }

  async block(blocked: boolean): Promise<void> {
    const { me, privateChat } = this;
    if (!me || !privateChat || !(await this.#taken(api.block({ person: me.id, blocked })))) return;
    privateChat.blocked = blocked;
    this.changed();
  }

  async press(place: Place): Promise<void> {
    const { me } = this;
    if (!me || this.presses.isWaiting(place)) return;
    this.presses.begin(place);
    this.changed();
    const { chat, message: message_id, row, column } = place;
    try {
      const { callback_query_id } = await api.press({ person: me.id, chat, message_id, row, column });
      const early = this.presses.named(place, callback_query_id);
      if (early) this.told(early);
    } catch (error) {
      this.presses.failed(place);
      reportError(error);
    }
    this.changed();
  }

  protected told(outcome: Outcome): void {
    if (outcome.type === 'expired') toast(t('expired'), 'warning');
    else if (outcome.text && outcome.show_alert) alertWith(outcome.text);
    else if (outcome.text) toast(outcome.text);
    if (outcome.type === 'answer' && outcome.url) follow(this, outcome.url);
  }

  protected left(): void {
    this.replyTo = undefined;
    this.startPayload = undefined;
  }

  #taken(request: Promise<unknown>): Promise<boolean> {
    return request.then(
      () => true,
      (error) => {
        reportError(error);
        return false;
      },
    );
  }
}
