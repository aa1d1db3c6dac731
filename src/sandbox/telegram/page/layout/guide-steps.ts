/** The first steps of a new person, and which of them are done. */
import type { App } from '../session/app.ts';
import type { ChatView } from '../session/chats.ts';

export type Step = 'start' | 'connect' | 'token';
export const STEPS: readonly Step[] = ['start', 'connect', 'token'];

const noteOf = (app: App, what: string) => `${what}/${app.me?.id}`;
const isNoted = (app: App, what: string) => localStorage.getItem(noteOf(app, what)) !== null;

/** Saves in this browser that a step is done: the bot deletes the message with the token, so the chat doesn't show it. */
function note(app: App, what: string): void {
  localStorage.setItem(noteOf(app, what), '');
}

export function hideSteps(app: App): void {
  note(app, 'hidden');
  app.changed();
}

/** An empty chat is a new run of the demo, so the notes of an earlier run are removed. */
export function areStepsShown(app: App, view: ChatView): boolean {
  if (!app.hints) return false;
  if (view.messages.length === 0) for (const what of ['token', 'hidden']) localStorage.removeItem(noteOf(app, what));
  return !isNoted(app, 'hidden') && !isDone(app, 'token');
}

export function isDone(app: App, step: Step): boolean {
  if (step === 'token') return isNoted(app, 'token');
  const mine = app.privateChat?.messages.filter((message) => message.from?.id === app.me?.id) ?? [];
  return mine.some((message) => message.text?.startsWith(`/${step}`));
}

/** The first step that is not done. */
export function nextStep(app: App): Step | undefined {
  return STEPS.find((step) => !isDone(app, step));
}

/** Notes that a sent text did the step of the token: one that answers /connect, or stands behind the command. */
export function noteToken(app: App, text: string): void {
  const token = app.hints?.token;
  if (token === undefined || !text.includes(token)) return;
  if (!isDone(app, 'connect') && !text.startsWith('/connect')) return;
  note(app, 'token');
  app.changed();
}

/** Performs a step in the private chat, which it opens first. */
export async function perform(app: App, step: Step): Promise<void> {
  const chat = app.privateChat;
  if (!chat || !app.hints) return;
  if (app.open !== chat) app.go(chat.chat.id);
  const sent = await app.send(step === 'token' ? app.hints.token : `/${step}`, chat.chat.id);
  if (sent && step === 'token') note(app, 'token');
  app.changed();
}
