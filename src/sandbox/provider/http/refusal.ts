import { ERROR_CODE, HTTP_STATUS } from '../assumptions.ts';
import messages from './messages.json' with { type: 'json' };

export type MessageName = keyof typeof messages;

export const messageText = (name: MessageName): string => messages[name];

/** An operation throws it to end the request with an error answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    super(`HTTP ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** An error in the contract's `{error, message}` shape. */
export function refusal(kind: Exclude<keyof typeof HTTP_STATUS, 'fields'>, name: MessageName, amount = 0): Refusal {
  const text = messageText(name).replace('{amount}', amount.toLocaleString('en-US'));
  return new Refusal(HTTP_STATUS[kind], { error: ERROR_CODE[kind], message: text });
}

export function fieldRefusal(fields: Record<string, MessageName>): Refusal {
  const errors = Object.fromEntries(Object.entries(fields).map(([field, name]) => [field, [messageText(name)]]));
  return new Refusal(HTTP_STATUS.fields, { errors });
}
