import { Api } from 'grammy';
import { onTestFinished } from 'vitest';
import { type SandboxTelegram, startTelegram, type TelegramOptions } from '../../../../src/sandbox/telegram/index.ts';

export const TOKEN = '5000000001:sandbox';

export interface Answer {
  ok: boolean;
  result?: unknown;
  error_code?: number;
  description?: string;
  parameters?: { retry_after?: number };
}

/** Makes one Bot API call over HTTP with a JSON body, without a library. */
export async function call(telegram: SandboxTelegram, method: string, parameters: object = {}): Promise<Answer> {
  const response = await fetch(`${telegram.url}/bot${TOKEN}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  });
  const answer: unknown = await response.json();
  if (!isAnswer(answer)) throw new Error(`not the Bot API's envelope: ${JSON.stringify(answer)}`);
  return answer;
}

/** `400 Bad Request: …` of a refused call; `ok` of one that worked. */
export async function outcome(telegram: SandboxTelegram, method: string, parameters: object = {}): Promise<string> {
  const answer = await call(telegram, method, parameters);
  return answer.ok ? 'ok' : `${answer.error_code} ${answer.description}`;
}

/** A strict Telegram, which closes at the end of the test. */
export async function openStrict(options: Partial<TelegramOptions> = {}): Promise<SandboxTelegram> {
  const telegram = await startTelegram({ token: TOKEN, strict: true, ...options });
  onTestFinished(() => telegram.close());
  return telegram;
}

/** A Telegram whose English person has started the bot; `me` is that person and `group` their group. */
export async function startChat(
  options: Partial<TelegramOptions> = {},
): Promise<{ telegram: SandboxTelegram; api: Api; me: number; group: number }> {
  const telegram = await startTelegram({ token: TOKEN, ...options });
  const { world } = telegram;
  const [me, group] = [world.english.id, world.group.id];
  world.say(me, me, '/start');
  return { telegram, api: new Api(TOKEN, { apiRoot: telegram.url }), me, group };
}

export function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}

/** A PNG with a valid header and no picture. */
export function png(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}
