import { type Conversation, conversations, createConversation } from '@grammyjs/conversations';
import type { Context, MiddlewareFn } from 'grammy';
import { type ZodType, z } from 'zod';
import type { Store } from '../../store/index.ts';
import { Composer } from '../composer.ts';
import { type Ctx, isInTopic, isPrivate, knownTopicOf, type Outside } from '../context.ts';
import { type ArgumentName, type Button, onButton } from '../ui/button.ts';
import { isCommand } from '../ui/command.ts';
import { edit, removeMessage, type Screen } from '../ui/screen.ts';
import { say, send } from '../ui/show.ts';
import { awaited, leaveElsewhere } from './ask.ts';

const FLOW_LIFE_MS = 60 * 60_000;

export interface Open<State> {
  messageId: number;
  state: State;
}

const keptPlace = z.object({
  messageId: z.number(),
  /** The topic of the private chat: 0 outside of topics, absent where Telegram did not tell it. */
  topicId: z.number().optional(),
  state: z.unknown(),
  updateId: z.number().optional(),
  /** Only the update that ended the flow is still known. */
  ended: z.boolean().optional(),
});

type Kept<State> = Omit<z.output<typeof keptPlace>, 'state'> & { state: State };

/** Reads and writes the stored flows of one kind, for work that no update starts. */
export interface FlowPlaces<State> {
  kept(store: Pick<Store, 'conversations'>, personId: number): Promise<Open<State> | undefined>;
  /** Call it in the person's turn. */
  keep(store: Pick<Store, 'conversations'>, personId: number, open: Open<State>): Promise<void>;
}

function flowPlaces<State>(id: string, state: ZodType<State>): FlowPlaces<State> {
  const place = z.tuple([keptPlace.extend({ state })]);

  async function find(store: Pick<Store, 'conversations'>, personId: number) {
    const stored = await store.conversations.get(String(personId));
    const [conversation] = new Map(Object.entries(stored?.state ?? {})).get(id) ?? [];
    const open = place.safeParse(JSON.parse(conversation?.args ?? '[]')).data?.[0];
    return stored && conversation && open && !open.ended ? { stored, conversation, open } : undefined;
  }

  return {
    kept: async (store, personId) => (await find(store, personId))?.open,
    async keep(store, personId, changed) {
      const found = await find(store, personId);
      if (!found) return;
      const { stored, conversation, open } = found;
      const after = [{ ...conversation, args: JSON.stringify([{ ...open, ...changed }]) }];
      await store.conversations.set(
        String(personId),
        { ...stored, state: { ...stored.state, [id]: after } },
        FLOW_LIFE_MS,
      );
    },
  };
}

export interface FlowRules<State> {
  name: string;
  /** Raise it with every change of the state's shape or meaning: flows of other versions are closed. */
  version: number;
  state: ZodType<State>;
  /** A command or message that the steps pass on leaves the flow; a tap on another message does not. */
  steps: Composer<Ctx>;
  closed(ctx: Ctx, why: 'left' | 'outdated'): Promise<Screen>;
}

export interface AnyFlow {
  readonly name: string;
  readonly id: string;
  readonly middleware: Composer<Ctx>;
  closed: FlowRules<unknown>['closed'];
}

/** A conversation with one person in their private chat, in the topic where they opened it. */
export interface Flow<State> extends AnyFlow, FlowPlaces<State> {
  at(ctx: Ctx): Open<State> | undefined;
  /** The next update finds this state, also where this update fails afterwards. */
  goOn(ctx: Ctx, open: Open<State>): void;
  end(ctx: Ctx): void;
}

const leaving = new WeakMap<Context, Promise<Screen>>();
const wentOn = new WeakMap<Context, Set<string>>();
/** Updates whose answer already shows that they left a flow. */
const saidInAnswer = new WeakSet<Context>();

/** The flow's own message is removed once the answer shows this screen. */
export async function takeLeftFlow(ctx: Ctx): Promise<Screen | undefined> {
  const screen = await leaving.get(ctx);
  if (screen) saidInAnswer.add(ctx);
  return screen;
}

/** A grammY conversation that waits for one update and then starts anew with the state: its log never grows. */
export function flow<State>(rules: FlowRules<State>): Flow<State> {
  const id = `${rules.name}@${rules.version}`;
  const resumed = new WeakMap<Context, unknown>();
  const places = new WeakMap<Context, Open<State> & { topicId?: number | undefined }>();
  const endings = new WeakMap<Context, Open<State>>();
  const kept = keptPlace.extend({ state: rules.state });

  async function waitOnce(conversation: Conversation<Outside, Context>, _: Context, from: unknown): Promise<void> {
    await conversation.wait();
    await conversation.external((ctx) => void resumed.set(ctx, from));
    await conversation.halt({ next: true });
  }

  async function leave(ctx: Ctx, open: Open<State>, next: () => Promise<void>): Promise<void> {
    places.delete(ctx);
    const screen = rules.closed(ctx, 'left');
    leaving.set(ctx, screen);
    const isOwnMessage = ctx.callbackQuery?.message?.message_id === open.messageId;
    const closed = screen.then((said) => (isOwnMessage ? undefined : tellClosed(ctx, open.messageId, said)));
    await next();
    await closed;
    // The flow was opened again below, or the answer shows its end: the old message would only repeat that.
    const again = places.get(ctx);
    const isSaid = saidInAnswer.has(ctx) || (again !== undefined && again.messageId !== open.messageId);
    if (isSaid) await removeMessage(ctx.api, ctx.person.id, open.messageId);
  }

  /** Leaves the flow only where the update opened another flow or a question: the next text would answer both. */
  async function stay(ctx: Ctx, open: Kept<State>, next: () => Promise<void>): Promise<void> {
    await next();
    const { messageId } = open;
    const opened = wentOn.get(ctx) ?? new Set();
    if (opened.has(id) && !isInTopic(ctx, open)) return removeMessage(ctx.api, ctx.person.id, messageId);
    const isAnother = [...opened].some((each) => each !== id);
    if (!isAnother && (await awaited(ctx)) === undefined) return;
    places.delete(ctx);
    await tellClosed(ctx, messageId, await rules.closed(ctx, 'left'));
  }

  const step: MiddlewareFn<Ctx> = async (ctx, next) => {
    const from = resumed.get(ctx);
    const open = from === undefined ? undefined : kept.parse(from);
    if (open) (open.ended ? endings : places).set(ctx, open);
    try {
      await handle(ctx, open, next);
    } finally {
      await keepPlace(ctx);
    }
  };

  async function handle(ctx: Ctx, open: Kept<State> | undefined, next: () => Promise<void>): Promise<void> {
    if (!open) return next();
    // The same update comes again after a crash: it does not answer the current question.
    if (open.updateId === ctx.update.update_id) return;
    endings.delete(ctx);
    if (open.ended) return next();
    if (!isInTopic(ctx, open)) return stay(ctx, open, next);
    const tapped = ctx.callbackQuery?.message?.message_id;
    const isElsewhere = tapped !== undefined && tapped !== open.messageId;
    await rules.steps.middleware()(ctx, () => (isElsewhere ? stay : leave)(ctx, open, next));
  }

  async function keepPlace(ctx: Ctx): Promise<void> {
    const [place, ending] = [places.get(ctx), endings.get(ctx)];
    const updateId = ctx.update.update_id;
    if (place) await ctx.conversation.enter(id, { ...place, updateId });
    else if (ending) await ctx.conversation.enter(id, { ...ending, updateId, ended: true });
    if (place && wentOn.get(ctx)?.has(id)) await leaveElsewhere(ctx);
  }

  function at(ctx: Ctx): Open<State> | undefined {
    const place = places.get(ctx);
    return place && isInTopic(ctx, place) ? place : undefined;
  }

  return {
    name: rules.name,
    id,
    closed: rules.closed,
    at,
    goOn(ctx, open) {
      places.set(ctx, { ...open, topicId: knownTopicOf(ctx) ?? places.get(ctx)?.topicId });
      wentOn.set(ctx, (wentOn.get(ctx) ?? new Set()).add(id));
    },
    end(ctx) {
      const place = at(ctx);
      if (place) places.delete(ctx);
      // A crash brings the message again: no other handler may take it.
      if (place && ctx.message && !isCommand(ctx.message.text ?? '')) endings.set(ctx, place);
    },
    ...flowPlaces(id, rules.state),
    middleware: new Composer<Ctx>(createConversation(waitOnce, { id }), step),
  };
}

export function runFlows(flows: readonly AnyFlow[]): Composer<Ctx> {
  const dropped = new WeakMap<Context, OpenFlow[]>();
  const ids = flows.map(({ id }) => id);
  const composer = new Composer<Ctx>();
  composer.use(
    conversations<Outside, Context>({
      storage: {
        type: 'context',
        adapter: {
          async read(ctx) {
            if (!isPrivate(ctx)) return undefined;
            const stored = await conversationsOf(ctx).get(keyOf(ctx));
            const strange = Object.entries(stored?.state ?? {}).filter(([id]) => !ids.includes(id));
            if (strange.length === 0) return stored;
            dropped.set(ctx, strange.flatMap(openIn));
            return conversationsOf(ctx)
              .delete(keyOf(ctx))
              .then(() => undefined);
          },
          write: (ctx, state) => conversationsOf(ctx).set(keyOf(ctx), state, FLOW_LIFE_MS),
          delete: (ctx) => conversationsOf(ctx).delete(keyOf(ctx)),
        },
      },
    }),
  );
  composer.use(async (ctx, next) => {
    const found = dropped.get(ctx) ?? [];
    const screens = await Promise.all(
      found.map(async ({ name, ...place }) => {
        const { messageId } = place;
        const screen = await flows.find((each) => each.name === name)?.closed(ctx, 'outdated');
        if (screen) await tellClosed(ctx, messageId, screen);
        return isInTopic(ctx, place) ? screen : undefined;
      }),
    );
    // The message was meant for the flow: this screen is its answer.
    const screen = screens.find((each) => each !== undefined);
    if (screen && ctx.message && !isCommand(ctx.message.text ?? '')) await send(ctx, screen);
    else await next();
  });
  composer.use(...flows.map(({ middleware }) => middleware));
  return composer;
}

interface OpenFlow {
  name: string;
  messageId: number;
  topicId: number | undefined;
}

export async function hasOpenFlow(ctx: Ctx): Promise<boolean> {
  const stored = await conversationsOf(ctx).get(keyOf(ctx));
  return Object.entries(stored?.state ?? {})
    .flatMap(openIn)
    .some((each) => isInTopic(ctx, each));
}

function openIn([id, states]: [string, { args?: string }[]]): OpenFlow[] {
  const name = id.split('@')[0] ?? id;
  return states.flatMap(({ args }) => {
    const open = z.tuple([keptPlace]).safeParse(JSON.parse(args ?? '[]')).data?.[0];
    return open && !open.ended ? [{ name, messageId: open.messageId, topicId: open.topicId }] : [];
  });
}

async function tellClosed(ctx: Ctx, messageId: number, screen: Screen): Promise<void> {
  await edit(ctx.api, ctx.person.id, messageId, screen).catch((error) => ctx.services.report(error, 'flow'));
}

function conversationsOf(ctx: Outside) {
  return ctx.services.store.conversations;
}

function keyOf(ctx: Outside): string {
  return String(ctx.person.id);
}

/** On any other message the button belongs to a closed flow. */
export function onFlowButton<State, const Names extends readonly ArgumentName[]>(
  flow: { at(ctx: Ctx): Open<State> | undefined },
  kind: Button<Names>,
  closed: (ctx: Ctx) => string,
  handle: (ctx: Ctx, open: Open<State>, values: Record<Names[number], string>) => Promise<unknown>,
): MiddlewareFn<Ctx> {
  return onButton(kind, async (ctx, values) => {
    const open = flow.at(ctx);
    if (!open || ctx.callbackQuery?.message?.message_id !== open.messageId) return say(ctx, closed(ctx));
    if (kind.answers === 'allowed') void ctx.answer();
    await handle(ctx, open, values);
  });
}
