import { z } from 'zod';
import { age, type ControlRoute, get, post, remove, waitMs } from '../control.ts';
import type { Calls } from './bot-api/calls.ts';
import { methodNamed } from './bot-api/schema.ts';
import { isUpload } from './bot-api/values.ts';
import { PageRefusal } from './users/actions.ts';
import type { World } from './users/world.ts';

const fault = z.strictObject({
  method: z
    .string()
    .refine((name) => methodNamed(name) === name, 'No method of the Bot API has this name')
    .exactOptional(),
  chat: z.int().exactOptional(),
  text: z.string().exactOptional(),
  code: z.int().min(400).max(599).exactOptional(),
  description: z.string().exactOptional(),
  retryAfter: z.int().min(0).exactOptional(),
  times: z.int().min(1).exactOptional(),
  afterHandling: z.boolean().exactOptional(),
  cut: z.boolean().exactOptional(),
  delayMs: waitMs.exactOptional(),
});

const ageing = z.union([
  z.strictObject(age),
  z.strictObject({ ...age, person: z.int(), chat: z.int(), message_id: z.int() }),
]);

/** The actions of people have other routes, those of the page. */
export function telegramControls(world: World, calls: Calls): ControlRoute[] {
  return [
    get('requests', () => calls.all.map((call) => JSON.parse(JSON.stringify(call, withoutBytes)))),
    remove('requests', () => {
      calls.all.length = 0;
    }),
    post('faults', fault, (planned) => world.fail(planned)),
    remove('faults', () => world.clearFaults()),
    post('age', ageing, (asked) => {
      if ('message_id' in asked) found(() => world.age(asked.person, asked.chat, asked.message_id, asked.seconds));
      else world.passTime(asked.seconds);
    }),
    post('ephemeral', z.strictObject({ delivered: z.boolean() }), ({ delivered }) => world.deliverEphemeral(delivered)),
  ];
}

/** @throws ZodError where the message does not exist or the person does not see it */
function found(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!(error instanceof PageRefusal)) throw error;
    throw new z.ZodError([{ code: 'custom', path: [], message: error.code, input: undefined }]);
  }
}

/** Replaces a file by its size. */
function withoutBytes(_name: string, value: unknown): unknown {
  return isUpload(value) ? { name: value.name, type: value.type, size: value.bytes.length } : value;
}
