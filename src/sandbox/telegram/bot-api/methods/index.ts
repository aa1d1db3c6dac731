import type { Backend } from '../../backend/backend.ts';
import { notSimulated, Refusal } from '../refusal.ts';
import { checkParameters, isArgs } from '../schema.ts';
import type { Args, Method, Raw } from '../types.ts';
import { answers } from './answers.ts';
import { botSettings } from './bot-settings.ts';
import { chats } from './chats.ts';
import { deletes } from './deletes.ts';
import { drafts } from './drafts.ts';
import { edits } from './edits.ts';
import { ephemeral } from './ephemeral.ts';
import type { Handler, Handlers } from './handlers.ts';
import { marks } from './marks.ts';
import { media } from './media.ts';
import { members } from './members.ts';
import { messages } from './messages.ts';
import { topics } from './topics.ts';
import { updates } from './webhook.ts';

const HANDLERS: Handlers = {
  ...answers,
  ...chats,
  ...botSettings,
  ...deletes,
  ...drafts,
  ...edits,
  ...ephemeral,
  ...marks,
  ...media,
  ...members,
  ...messages,
  ...topics,
  ...updates,
};

/**
 * Runs a method of `bot-api.json`. @param checked the result of {@link checkParameters} @returns the `result` of the answer
 * @throws Refusal as in Telegram; 501 for methods that are not simulated
 */
export function call(method: string, checked: Raw, backend: Backend): unknown {
  if (!isSimulated(method)) throw notSimulated(method);
  return run(method, checked, backend);
}

function isSimulated(method: string): method is Method {
  return Object.hasOwn(HANDLERS, method);
}

function run<M extends Method>(method: M, checked: Raw, backend: Backend): unknown {
  const handler: Handler<M> | undefined = HANDLERS[method];
  if (!handler || !isArgs(method, checked)) throw new Refusal(500, `Internal Server Error: sandbox: ${method}`);
  const args: Args<M> = checked;
  const result = handler(args, backend);
  // An edit by inline_message_id does not return the message.
  return 'inline_message_id' in checked && !('chat_id' in checked) ? true : result;
}

export { checkParameters };
