import { z } from 'zod';

/** Stored rows hold these names: they never change. `acknowledged`: a person is on it, or silenced it. */
export const ALERT_STATES = ['open', 'acknowledged', 'resolved'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

const call = z.object({
  step: z.number(),
  level: z.enum(['onCall', 'next', 'admins']),
  people: z.array(z.number()),
  at: z.number(),
  called: z.array(z.number()).exactOptional(),
  replacedAt: z.number().exactOptional(),
});
export type AlertCall = z.infer<typeof call>;

/** `back`: at least half of a place's servers are on again. `unstable`: one that was off goes on and off. */
const turn = z.enum(['back', 'unstable']);
export type AlertTurn = z.infer<typeof turn>;

const whom = z.object({ id: z.number(), name: z.string() });

export const alertBody = z.object({
  ownerId: z.number(),
  accountId: z.string(),
  chatId: z.number(),
  topicId: z.number().exactOptional(),
  toldInTopic: z.number().exactOptional(),
  locale: z.string(),
  team: z.string().exactOptional(),
  /** `unreachable`: no server has a status. `refused`: the provider no longer takes the token. */
  what: z.enum([
    'down',
    'unstable',
    'unreachable',
    'refused',
    'changed',
    'manyChanges',
    'free',
    'cheap',
    'traffic',
    'surge',
  ]),
  server: z.object({ id: z.string(), name: z.string(), ip: z.string().exactOptional() }).exactOptional(),
  place: z.string().exactOptional(),
  /** Epoch ms of the last reading with the server on. */
  onAt: z.number().exactOptional(),
  group: z.string().exactOptional(),
  members: z.array(z.string()).exactOptional(),
  /** The chat watches power, and hears nothing of it until the token is replaced. */
  hidesPower: z.literal(true).exactOptional(),
  /** People were told of the refused token, though the provider may look unreachable since. */
  toldRefused: z.literal(true).exactOptional(),
  status: z.string().exactOptional(),
  changes: z
    .array(
      z.object({
        what: z.enum(['appeared', 'vanished', 'address', 'expiry']),
        server: z.string(),
        from: z.string().exactOptional(),
        to: z.string().exactOptional(),
      }),
    )
    .exactOptional(),
  count: z.number().exactOptional(),
  offer: z
    .object({
      of: z.string(),
      name: z.string().exactOptional(),
      price: z.object({ total: z.number(), currency: z.string() }).exactOptional(),
      before: z.number().exactOptional(),
    })
    .exactOptional(),
  since: z.number(),
  revision: z.number(),
  /** The revision that needs a new message: Telegram notifies of no edit. */
  toNotify: z.number().exactOptional(),
  shownRevision: z.number().exactOptional(),
  messageId: z.number().exactOptional(),
  /** A message was sent whose id may be unknown: its end has to be told too, and the next message may be a repeat. */
  mayBeTold: z.boolean().exactOptional(),
  tellsOnce: z.boolean().exactOptional(),
  repeats: z.number().exactOptional(),
  toldAt: z.number().exactOptional(),
  /** Replaced messages that still have to be reduced to one line. */
  formerMessages: z.array(z.number()).exactOptional(),
  isEndTold: z.boolean().exactOptional(),
  /** Each turn is told once. `at`: epoch ms from which the due ones may be told. */
  turns: z.object({ told: z.array(turn), due: z.array(turn), at: z.number() }).optional(),
  /** The message shows nothing: the team has ended, or its reader has left. */
  isVeiled: z.boolean().exactOptional(),
  call: call.optional(),
  acknowledged: z.object({ by: whom, at: z.number(), until: z.number().exactOptional() }).optional(),
  silenced: z.object({ by: whom, at: z.number(), until: z.number() }).optional(),
  /** `untold`: the chat took no message for the event. `registered`, `poweredOff`: by an operation of the account. */
  resolved: z
    .object({
      at: z.number(),
      why: z.enum(['up', 'answers', 'unwatched', 'told', 'untold', 'over', 'registered', 'poweredOff']),
    })
    .exactOptional(),
});

export interface Alert extends z.infer<typeof alertBody> {
  id: string;
  state: AlertState;
  createdAt: number;
  dueAt: number | null;
}
