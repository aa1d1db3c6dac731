/** The first steps of a new person, and their state. */
import type { Message } from 'grammy/types';
import type { App } from '../session/app.ts';
import { type ChatView, isNew, isPrivate } from '../session/chats.ts';
import { t } from '../texts.ts';

export type Step = 'start' | 'connect' | 'token';
export const STEPS: readonly Step[] = ['start', 'connect', 'token'];

const hiddenNote = (app: App) => `hidden/${app.me?.id}`;

/** Stored in this browser, for all its tabs. */
export function hideSteps(app: App): void {
  localStorage.setItem(hiddenNote(app), '');
  app.changed();
}

/** An empty private chat is a new run of the demo, so the note of an earlier run is removed. */
export function areStepsShown(app: App, view: ChatView): boolean {
  if (!app.hints) return false;
  if (isPrivate(view.chat) && isNew(view))
    for (const note of [hiddenNote, watchedNote, wentOffNote, nightNote]) localStorage.removeItem(note(app));
  return localStorage.getItem(hiddenNote(app)) === null;
}

/** The bot deletes the message with the token, so only the demo knows the connected account. */
export function isDone(app: App, step: Step): boolean {
  const me = app.me?.id ?? 0;
  if (app.demo?.connected.some(({ person }) => person === me)) return true;
  if (step === 'token') return false;
  const mine = app.privateChat?.messages.filter((message) => message.from?.id === me) ?? [];
  return mine.some((message) => message.text?.startsWith(`/${step}`));
}

export function nextStep(app: App): Step | undefined {
  return STEPS.find((step) => !isDone(app, step));
}

export interface NextStep {
  words: string;
  chip: { text: string; click: () => void };
}

const WATCH = '/watch';
/** A button that ends a watch shows that a watch has begun, by /watch or by a button. */
const ENDS_WATCH = /^w[ps]\|.*\|n$/;
const watchedNote = (app: App) => `watched/${app.me?.id}`;
const wentOffNote = (app: App) => `went-off/${app.me?.id}`;
const nightNote = (app: App) => `night/${app.me?.id}`;

/** Before the team's steps the bot sends alerts by itself: first of a server that goes off, then the daily digest. */
export function nextOfWatches(app: App): NextStep | undefined {
  const { me, demo, privateChat } = app;
  const isConnected = demo?.connected.some(({ person }) => person === me?.id);
  if (!demo?.team || !privateChat || !isConnected) return undefined;
  if (localStorage.getItem(wentOffNote(app)) !== null) return nextOfDigest(app);
  if (privateChat.messages.some((message) => tellsOfWatch(message, me?.id))) localStorage.setItem(watchedNote(app), '');
  if (localStorage.getItem(watchedNote(app)) === null)
    return { words: t('next_alert'), chip: { text: WATCH, click: () => void app.send(WATCH, privateChat.chat.id) } };
  if (demo.troubles.off) {
    localStorage.setItem(wentOffNote(app), '');
    return nextOfDigest(app);
  }
  const takeOff = () => {
    localStorage.setItem(wentOffNote(app), '');
    void app.disturb({ trouble: 'off', on: true });
    app.changed();
  };
  return { words: t('next_alert_off'), chip: { text: t('off_server'), click: takeOff } };
}

function tellsOfWatch({ from, text = '', reply_markup }: Message, person: number | undefined): boolean {
  if (from?.id === person) return /^\/watch\b/.test(text);
  const keys = reply_markup?.inline_keyboard.flat() ?? [];
  return keys.some((key) => 'callback_data' in key && ENDS_WATCH.test(key.callback_data));
}

function nextOfDigest(app: App): NextStep | undefined {
  if (localStorage.getItem(nightNote(app)) !== null) return undefined;
  return { words: t('next_digest'), chip: { text: t('night'), click: () => letNightPass(app) } };
}

/** Puts the bot's clock forward to the person's daily digest. */
export function letNightPass(app: App): void {
  const { me, privateChat } = app;
  if (!me || !privateChat) return;
  localStorage.setItem(nightNote(app), '');
  if (app.open !== privateChat) app.go(privateChat.chat.id);
  void app.disturb({ night: me.id });
  app.changed();
}

export async function perform(app: App, step: Step): Promise<void> {
  const chat = app.privateChat;
  if (!chat || !app.hints) return;
  if (app.open !== chat) app.go(chat.chat.id);
  await app.send(step === 'token' ? app.hints.token : `/${step}`, chat.chat.id);
}
