/** The components read the session and call these actions of the person. */
import type { InlineQueryResult, Message } from 'grammy/types';
import type {
  Candidates,
  DemoRequest,
  GroupRequest,
  PageTopic,
  Shared,
  SwitchRequest,
} from '../../page-server/page-api.ts';
import { isTextKey, t } from '../texts.ts';
import { confirmAction, openPagePanel, reportError, showAlert, toast } from '../ui/overlay.ts';
import * as api from './api.ts';
import { type ChatView, isPrivate } from './chats.ts';
import type { Outcome, Place } from './presses.ts';
import { hashOf, readRoute } from './route.ts';
import { Session } from './session.ts';

export class App extends Session {
  /** The unsent text by chat. */
  readonly drafts = new Map<number, string>();
  /** The payload of an opened `t.me/bot?start=…` link, which the Start button sends. */
  startPayload: string | undefined;
  replyTo: Message | undefined;
  /** The person's own message whose text stands in the field. */
  editing: Message | undefined;
  focusRequests = 0;

  /** The chat of the address, or else the private chat with the bot. */
  get open(): ChatView | undefined {
    return this.chats.get(readRoute(location.hash).chat ?? Number.NaN) ?? this.privateChat;
  }

  go(chat: number): void {
    if (!this.me) return;
    this.clearIntent();
    location.hash = hashOf(this.me.id, chat);
  }

  insert(text: string, chat = this.open?.chat.id): void {
    if (chat === undefined) return;
    this.drafts.set(chat, `${this.drafts.get(chat) ?? ''}${text}`);
    this.focus();
  }

  focus(): void {
    this.focusRequests += 1;
    this.changed();
  }

  reply(message: Message | undefined): void {
    this.clearIntent();
    this.replyTo = message;
    this.focus();
  }

  /** Puts a message's text into the field; `undefined` removes the text. */
  edit(message: Message | undefined): void {
    this.clearIntent();
    this.editing = message;
    if (message) this.drafts.set(message.chat.id, message.text ?? message.caption ?? '');
    this.focus();
  }

  submit(text: string): Promise<boolean> {
    const { me, editing } = this;
    if (!me || !editing) return this.send(text);
    this.clearIntent();
    this.changed();
    return this.#accepted(api.edit({ person: me.id, chat: editing.chat.id, message_id: editing.message_id, text }));
  }

  async forward({ chat, message_id }: Message, to: number): Promise<void> {
    const { me } = this;
    const place = this.#place(to);
    if (me && (await this.#accepted(api.forward({ person: me.id, chat: chat.id, message_id, to, ...place }))))
      this.go(to);
  }

  /** @returns whether the server accepted the text; the page shows an error otherwise */
  send(text: string, chat = this.open?.chat.id): Promise<boolean> {
    const { me, replyTo } = this;
    if (!me || chat === undefined) return Promise.resolve(false);
    const reply = replyTo?.chat.id === chat ? { reply_to: replyTo.message_id } : {};
    const as = this.chats.get(chat)?.as;
    const place = { ...reply, ...(replyTo ? {} : this.#place(chat)), ...(as ? { as } : {}) };
    this.clearIntent();
    this.changed();
    return this.#accepted(api.send({ person: me.id, chat, text, ...place }));
  }

  /** In a group the text is a reply, so that the bot gets the message. */
  sendFrom(keyboard: Message, text: string): Promise<boolean> {
    if (!isPrivate(keyboard.chat)) this.replyTo ??= keyboard;
    return this.send(text, keyboard.chat.id);
  }

  /** @returns whether the server accepted the result; the page shows an error otherwise */
  choose(result: InlineQueryResult, query: string): Promise<boolean> {
    const { me, open } = this;
    if (!me || !open) return Promise.resolve(false);
    this.clearIntent();
    const chat = open.chat.id;
    return this.#accepted(api.choose({ person: me.id, chat, result, query, ...this.#place(chat) }));
  }

  upload(file: File, caption: string, album?: string): Promise<boolean> {
    const { me, open } = this;
    if (!me || !open) return Promise.resolve(false);
    const place = { topic: this.#topicIn(open.chat.id), album };
    return this.#accepted(api.upload(me.id, open.chat.id, file, caption, place));
  }

  share(what: Shared): Promise<boolean> {
    const { me, open } = this;
    if (!me || !open) return Promise.resolve(false);
    const chat = open.chat.id;
    return this.#accepted(api.share({ person: me.id, chat, what, ...this.#place(chat) }));
  }

  /** @returns `undefined` after an error, which the page shows */
  async candidates({ chat, message_id }: Message, request_id: number): Promise<Candidates | undefined> {
    try {
      return this.me && (await api.candidates({ person: this.me.id, chat: chat.id, message_id, request_id }));
    } catch (error) {
      reportError(error);
      return undefined;
    }
  }

  shareRequested({ chat, message_id }: Message, request_id: number, ids: number[]): Promise<boolean> {
    if (!this.me) return Promise.resolve(false);
    const button = { message_id, request_id };
    return this.#accepted(api.share({ person: this.me.id, chat: chat.id, what: 'requested', ...button, ids }));
  }

  remove(message: Message): Promise<boolean> {
    const { me } = this;
    if (!me) return Promise.resolve(false);
    return this.#accepted(api.remove({ person: me.id, chat: message.chat.id, message_id: message.message_id }));
  }

  react(message: Message, emoji: string | undefined): Promise<boolean> {
    const { me } = this;
    if (!me) return Promise.resolve(false);
    const place = { chat: message.chat.id, message_id: message.message_id };
    return this.#accepted(api.react({ person: me.id, ...place, ...(emoji === undefined ? {} : { emoji }) }));
  }

  pin(message: Message, pinned: boolean): Promise<boolean> {
    const { me } = this;
    if (!me) return Promise.resolve(false);
    const place = { chat: message.chat.id, message_id: message.message_id };
    return this.#accepted(api.pin({ person: me.id, ...place, pinned }));
  }

  async block(blocked: boolean): Promise<void> {
    const { me, privateChat } = this;
    if (!me || !privateChat || !(await this.#accepted(api.block({ person: me.id, blocked })))) return;
    privateChat.blocked = blocked;
    this.changed();
  }

  /** `undefined` shows all topics. */
  showTopic(topic: number | undefined): void {
    if (this.open) this.open.topic = topic;
    this.clearIntent();
    this.focus();
  }

  writeAs(as: ChatView['as']): void {
    if (this.open) this.open.as = as;
    this.focus();
  }

  async openTopic(name: string): Promise<void> {
    const { me, open } = this;
    if (!me || !open) return;
    try {
      const { topic } = await api.topic({ person: me.id, chat: open.chat.id, name });
      this.showTopic(topic);
    } catch (error) {
      reportError(error);
    }
  }

  changeTopic(topic: PageTopic, action: 'close' | 'reopen' | 'delete'): Promise<boolean> {
    const { me, open } = this;
    if (!me || !open) return Promise.resolve(false);
    return this.#accepted(api.topic({ person: me.id, chat: open.chat.id, topic: topic.id, action }));
  }

  changeGroup(action: GroupRequest['action']): Promise<boolean> {
    const { me, open } = this;
    return me && open
      ? this.#accepted(api.group({ person: me.id, chat: open.chat.id, action }))
      : Promise.resolve(false);
  }

  switch(request: SwitchRequest): Promise<boolean> {
    return this.#accepted(api.flip(request));
  }

  disturb(request: DemoRequest): Promise<boolean> {
    return this.#accepted(api.demo(request));
  }

  async press(place: Place): Promise<void> {
    const { me } = this;
    if (!me || this.presses.isWaiting(place)) return;
    this.presses.start(place);
    this.changed();
    const { chat, message: message_id, ...button } = place;
    try {
      const { callback_query_id } = await api.press({ person: me.id, chat, message_id, ...button });
      const early = this.presses.identify(place, callback_query_id);
      if (early) this.showOutcome(early);
    } catch (error) {
      this.presses.cancel(place);
      reportError(error);
    }
    this.changed();
  }

  stop(): Promise<boolean> {
    return this.me ? this.#accepted(api.stop({ person: this.me.id })) : Promise.resolve(false);
  }

  /** A link to the bot opens in this sandbox, another one after a question. */
  follow(address: string): void {
    const absolute = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `http://${address}`;
    if (!URL.canParse(absolute)) {
      toast(t('link_unknown'), 'warning');
      return;
    }
    const url = new URL(absolute);
    const link = botLink(url);
    if (link && link.name.toLowerCase() === this.bot?.username?.toLowerCase()) {
      if (link.group) this.#bringIntoGroup(link.group);
      else this.openBot(link.start);
    } else if (this.demo?.pages.includes(url.hostname)) {
      openPagePanel(this.bot?.first_name ?? '', url.host, api.webAddress(absolute));
    } else if (url.protocol === 'tg:') {
      toast(t('link_telegram_only'), 'warning');
    } else {
      confirmAction(t('link_question'), absolute, t('open'), () =>
        window.open(absolute, '_blank', 'noopener,noreferrer'),
      );
    }
  }

  /** With a payload the Start button replaces the text field, as in Telegram. */
  openBot(payload?: string): void {
    const { privateChat } = this;
    if (!privateChat) return;
    this.go(privateChat.chat.id);
    this.startPayload = payload;
    this.changed();
  }

  /** This sandbox has one group to choose. */
  #bringIntoGroup(link: { payload: string; rights: string[] }): void {
    const group = [...this.chats.values()].find((view) => !isPrivate(view.chat) && !view.left);
    const { me } = this;
    if (!me || !group) {
      toast(t('group_none'), 'warning');
      return;
    }
    const { id, title = '' } = group.chat;
    const rights = link.rights.map(rightName).join(t('comma'));
    const asks = rights === '' ? '' : t('group_link_rights', { rights });
    confirmAction(t('group_link_question', { group: `\u2068${title}\u2069` }), asks, t('bot_add'), async () => {
      if (await this.#accepted(api.group({ person: me.id, chat: id, action: 'add_bot', link }))) this.go(id);
    });
  }

  protected showOutcome(outcome: Outcome): void {
    if (outcome.type === 'expired') toast(t('expired'), 'warning');
    else if (outcome.text && outcome.show_alert) showAlert(outcome.text);
    else if (outcome.text) toast(outcome.text);
    if (outcome.type === 'answer' && outcome.url) this.follow(outcome.url);
  }

  protected clearIntent(): void {
    if (this.editing) this.drafts.delete(this.editing.chat.id);
    this.editing = undefined;
    this.replyTo = undefined;
    this.startPayload = undefined;
  }

  /** `undefined` for the general topic. */
  #topicIn(chat: number): number | undefined {
    return this.chats.get(chat)?.topic || undefined;
  }

  #place(chat: number): { topic?: number } {
    const topic = this.#topicIn(chat);
    return topic === undefined ? {} : { topic };
  }

  /** Shows an error where the server refuses the request. */
  #accepted(request: Promise<unknown>): Promise<boolean> {
    return request.then(
      () => true,
      (error) => {
        reportError(error);
        return false;
      },
    );
  }
}

function rightName(right: string): string {
  const key: string = `right_${right}`;
  return isTextKey(key) ? t(key) : right;
}

interface BotLink {
  name: string;
  start: string | undefined;
  group: { payload: string; rights: string[] } | undefined;
}

/** `t.me/name?start=payload`, `t.me/name?startgroup=payload&admin=rights`, and the same as `tg://resolve?domain=name&…`. */
function botLink({ protocol, host, pathname, searchParams }: URL): BotLink | undefined {
  const start = searchParams.get('start') ?? undefined;
  const payload = searchParams.get('startgroup');
  // A plus sign in an address is read as a space.
  const rights = (searchParams.get('admin') ?? '').split(/[+ ]/).filter(Boolean);
  const group = payload === null ? undefined : { payload, rights };
  if (protocol === 'tg:' && host === 'resolve') return { name: searchParams.get('domain') ?? '', start, group };
  if (['t.me', 'telegram.me'].includes(host)) return { name: pathname.slice(1), start, group };
  return undefined;
}
