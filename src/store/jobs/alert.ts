import { z } from 'zod';

/** The names stand in stored rows and never change. `acknowledged`: a person looks after it, or made it quiet for some hours. */
export const ALERT_STATES = ['open', 'acknowledged', 'resolved'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

const call = z.object({
  /** Counts the calls about an alert from 0. */
  step: z.number(),
  level: z.enum(['onCall', 'next', 'admins']),
  /** User ids. */
  people: z.array(z.number()),
  /** When its level was called first, epoch ms. */
  at: z.number(),
  /** All people who were called about the alert so far, these among them; absent in older rows. */
  called: z.array(z.number()).exactOptional(),
  /** When these people took the place of others of the level, who had left, epoch ms. */
  replacedAt: z.number().exactOptional(),
});
/** The bot has called people of a team to look after an alert. */
export type AlertCall = z.infer<typeof call>;

/** `back`: at least half of the servers of a place are on again, and the rest stays off. `unstable`: one that was off goes on and off. */
const turn = z.enum(['back', 'unstable']);
export type AlertTurn = z.infer<typeof turn>;

const whom = z.object({ id: z.number(), name: z.string() });

export const alertBody = z.object({
  /** The account that is watched: its owner's user id, and the id of their binding. */
  ownerId: z.number(),
  accountId: z.string(),
  chatId: z.number(),
  topicId: z.number().exactOptional(),
  /** The topic of a private chat that asked for it: it is told there. 0 outside of topics. */
  toldInTopic: z.number().exactOptional(),
  locale: z.string(),
  /** The team of the chat. */
  team: z.string().exactOptional(),
  /**
   * `down`: not on any more. `unstable`: it changes all the time. `unreachable`: the provider tells no status of any server. `refused`: it does not
   * take the account's token any more. `changed`: servers were changed outside the bot. `manyChanges`: so often that it is not told any more.
   * `free`: a name can be registered. `cheap`: the price of a suffix came down. `traffic`: that of a server is above a number. `surge`: it
   * grows far faster than usual.
   */
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
  /** The server's name is the one that it had when the alert was opened. */
  server: z.object({ id: z.string(), name: z.string(), ip: z.string().exactOptional() }).exactOptional(),
  /** The place of its server, as the provider gives it. */
  place: z.string().exactOptional(),
  /** When its server was on last, as far as readings tell, epoch ms. */
  onAt: z.number().exactOptional(),
  /** The id of the alert whose message tells of it: that of its place. */
  group: z.string().exactOptional(),
  /** The ids of the alerts that its message lists: of servers of one place. */
  members: z.array(z.string()).exactOptional(),
  /** The chat watches the power of servers, and nothing tells of it until its people have done something. */
  hidesPower: z.literal(true).exactOptional(),
  /** Its people were told that the token is refused, though it may look unreachable since. */
  toldRefused: z.literal(true).exactOptional(),
  /** As the provider gave it last. */
  status: z.string().exactOptional(),
  /** The changes outside the bot: some of them, and how many in all. Servers by their names at that time. */
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
  /**
   * The name or the suffix, in ASCII; of a suffix the price of a year, and the one when its watch was set. Of traffic its watch, the
   * server's name, and the number that it is above, or its usual growth.
   */
  offer: z
    .object({
      of: z.string(),
      name: z.string().exactOptional(),
      price: z.object({ total: z.number(), currency: z.string() }).exactOptional(),
      before: z.number().exactOptional(),
    })
    .exactOptional(),
  /** When it began, as far as readings tell, epoch ms. */
  since: z.number(),
  /** Grows with every change that has to be shown. */
  revision: z.number(),
  /** The revision that a new message has to tell, because Telegram notifies of no edit. */
  toNotify: z.number().exactOptional(),
  shownRevision: z.number().exactOptional(),
  messageId: z.number().exactOptional(),
  /**
   * A message was sent whose id may be unknown, because the process died or Telegram did not answer: its end has to be told as well, and the
   * next message may be a repeat.
   */
  mayBeTold: z.boolean().exactOptional(),
  /** Its chat does not want it told again. */
  tellsOnce: z.boolean().exactOptional(),
  /** How many times it was told again, because no person looked after it. */
  repeats: z.number().exactOptional(),
  /** When the last message was sent that notifies, epoch ms. */
  toldAt: z.number().exactOptional(),
  /** Earlier messages that a newer one replaced, and that were not reduced to one line yet. */
  formerMessages: z.array(z.number()).exactOptional(),
  /** A message of its own has told the end, or may have. */
  isEndTold: z.boolean().exactOptional(),
  /** The turns of an open alert: each is told once, by a short message. `at` is when the due ones may be told, epoch ms. */
  turns: z.object({ told: z.array(turn), due: z.array(turn), at: z.number() }).optional(),
  /** Its message tells nothing any more: its team has ended, or its reader has left. */
  isVeiled: z.boolean().exactOptional(),
  /** The last call. */
  call: call.optional(),
  /** The person who looks after it until then, epoch ms: before it had an end, {@link LOOKED_AFTER_MS} long. */
  acknowledged: z.object({ by: whom, at: z.number(), until: z.number().exactOptional() }).optional(),
  /** The person who wants no message until then. */
  silenced: z.object({ by: whom, at: z.number(), until: z.number() }).optional(),
  /**
   * `up`: on again. `answers`: the provider answers again. `unwatched`: it is not watched any more. `told`: it was an event. `untold`: it was
   * one, and the chat took no message for so long. `over`: the name is taken again, the price went up, or servers of a place ended differently. `registered`: the name was, by an
   * operation of the account. `poweredOff`: the server that was down, or went on and off, was powered off by one.
   */
  resolved: z
    .object({
      at: z.number(),
      why: z.enum(['up', 'answers', 'unwatched', 'told', 'untold', 'over', 'registered', 'poweredOff']),
    })
    .exactOptional(),
});

/** An alert that a watch opened. A chat has one open alert of a server, and one of a provider that does not answer. */
export interface Alert extends z.infer<typeof alertBody> {
  id: string;
  state: AlertState;
  createdAt: number;
  /** When something has to be shown, or done: epoch ms. */
  dueAt: number | null;
}
