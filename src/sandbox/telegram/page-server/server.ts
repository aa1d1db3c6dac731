import type { FastifyInstance, FastifyReply } from 'fastify';
import type { InlineQueryResult, User } from 'grammy/types';
import { mayUsePage } from '../../control.ts';
import type { StateOf } from '../../serving.ts';
import { type Backend, type Room, reactionsTo } from '../backend/backend.ts';
import { isIn, membershipOf } from '../backend/members.ts';
import { topicsOf } from '../backend/topics.ts';
import { readParameters } from '../bot-api/read-parameters.ts';
import type { Raw } from '../bot-api/types.ts';
import { isRecord, isUpload } from '../bot-api/values.ts';
import {
  block,
  deleteMessage,
  edit,
  forward,
  isShared,
  PageRefusal,
  personById,
  pinMessage,
  react,
  type SenderChat,
  say,
  share,
  upload,
} from '../users/actions.ts';
import { buttonData, press } from '../users/callback-queries.ts';
import { draftFor, stopDraft } from '../users/drafts.ts';
import { askInline, chooseResult } from '../users/inline.ts';
import {
  addBot,
  bringBot,
  EVERYTHING,
  joinGroup,
  leaveGroup,
  promoteBot,
  removeBot,
  restrictBot,
  slowDown,
  upgradeGroup,
} from '../users/membership.ts';
import { candidatesFor, type RequestButton, shareRequested } from '../users/requested.ts';
import { closeTopic, deleteTopic, openTopic } from '../users/topics.ts';
import { type DemoControls, readDemoRequest } from './demo.ts';
import { servePageFiles } from './files.ts';
import type { GroupRequest, PageEvent, PageState, Switch } from './page-api.ts';

export interface PageOptions {
  hints: PageState['hints'];
  demo: DemoControls | undefined;
  control: string | undefined;
  page: boolean;
}

interface PageServerState extends PageOptions {
  backend: Backend;
}

export function servePage(server: FastifyInstance, stateOf: StateOf<PageServerState>): void {
  servePageFiles(server, stateOf);
  server.register(async (routes) => {
    routes.addHook('onRequest', async (request, reply) => {
      if (!mayUsePage(request, stateOf(request).control)) return reply.callNotFound();
    });
    addPageRoutes(routes, stateOf);
  });
}

function addPageRoutes(server: FastifyInstance, stateOf: StateOf<PageServerState>): void {
  server.get<{ Querystring: { person?: string } }>('/app/state', (request, reply) =>
    guarded(reply, () => {
      const { backend, ...options } = stateOf(request);
      // The address of a first visit contains no person.
      const person = request.query.person ?? backend.people[0]?.id;
      return pageState(backend, personById(backend, Number(person)), options);
    }),
  );
  server.get<{ Querystring: { person?: string } }>('/app/events', (request, reply) =>
    guarded(reply, () => {
      const { backend, demo } = stateOf(request);
      return streamTo(reply, backend, personById(backend, Number(request.query.person)), demo);
    }),
  );
  server.post('/app/demo', (request, reply) =>
    guarded(reply, async () => {
      await stateOf(request).demo?.change(readDemoRequest(request.body));
      return {};
    }),
  );
  server.get<{ Querystring: { url?: string } }>('/app/web', async (request, reply) => {
    const page = await stateOf(request).demo?.page(request.query.url ?? '');
    if (!page) return reply.code(404).send({ error: 'unknown_page' });
    return reply
      .code(page.status)
      .header('content-security-policy', FOREIGN_PAGE)
      .header('cache-control', 'no-store')
      .type(`${page.type}; charset=utf-8`)
      .send(page.text);
  });
  server.post<{ Params: { action: string } }>('/app/:action', async (request, reply) => {
    const action = Object.hasOwn(ACTIONS, request.params.action) ? ACTIONS[request.params.action] : undefined;
    if (!action) return reply.callNotFound();
    const parameters = await readParameters(request);
    return guarded(reply, () => action(stateOf(request).backend, parameters));
  });
  server.get<{ Querystring: { id?: string } }>('/app/file', (request, reply) => {
    const file = stateOf(request).backend.files.byId(request.query.id ?? '');
    if (!file) return reply.code(404).send({ error: 'unknown_message' });
    return reply
      .header('content-disposition', disposition(file.type, file.name))
      .header('content-security-policy', 'sandbox')
      .type(file.type)
      .send(file.bytes);
  });
}

/** A page of the provider gets neither scripts nor the origin of the chat page, and loads nothing from elsewhere. */
const FOREIGN_PAGE = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

const ACTIONS: Record<string, (backend: Backend, parameters: Raw) => unknown> = {
  send: (backend, parameters) => {
    const place = {
      replyTo: optional(parameters.reply_to),
      topic: optional(parameters.topic),
      as: senderChat(parameters.as),
    };
    const { person, chat, text } = parameters;
    const message = say(backend, Number(person), Number(chat), String(text ?? ''), place);
    return { message_id: message.message_id };
  },
  edit: (backend, parameters) => {
    const { person, chat, message_id, text } = parameters;
    edit(backend, Number(person), Number(chat), Number(message_id), String(text ?? ''));
    return {};
  },
  forward: (backend, parameters) => {
    const { person, chat, message_id, to } = parameters;
    const place = { topic: optional(parameters.topic) };
    const from = { chat: Number(chat), messageId: Number(message_id) };
    return { message_id: forward(backend, Number(person), from, Number(to), place).message_id };
  },
  upload: (backend, parameters) => {
    if (!isUpload(parameters.file)) throw new PageRefusal('empty');
    const caption = parameters.caption === undefined ? undefined : String(parameters.caption);
    const { person, chat, file } = parameters;
    const message = upload(backend, Number(person), Number(chat), file, caption, {
      topic: optional(parameters.topic),
      album: parameters.album === undefined ? undefined : String(parameters.album),
    });
    return { message_id: message.message_id };
  },
  share: (backend, parameters) => {
    const { person, chat, what, ids } = parameters;
    if (what === 'requested') {
      const chosen = Array.isArray(ids) ? ids.map(Number) : [];
      return { message_id: shareRequested(backend, requestButton(parameters), chosen).message_id };
    }
    if (!isShared(what)) throw new PageRefusal('unknown_switch');
    const message = share(backend, Number(person), Number(chat), what, { topic: optional(parameters.topic) });
    return { message_id: message.message_id };
  },
  candidates: (backend, parameters) => candidatesFor(backend, requestButton(parameters)),
  press: (backend, parameters) => {
    const [person, chat, messageId] = [
      Number(parameters.person),
      Number(parameters.chat),
      Number(parameters.message_id),
    ];
    const place = { row: Number(parameters.row), column: Number(parameters.column) };
    const button = parameters.data === undefined ? place : String(parameters.data);
    const data = buttonData(backend, { person, chat, messageId }, button);
    return { callback_query_id: press(backend, person, chat, messageId, data).id };
  },
  inline: (backend, parameters) =>
    askInline(backend, Number(parameters.person), String(parameters.query ?? ''), Number(parameters.chat)).whole,
  choose: (backend, parameters) => {
    const { person, chat, result } = parameters;
    if (!isResult(result)) throw new PageRefusal('empty');
    const options = { query: String(parameters.query ?? ''), topic: optional(parameters.topic) };
    const message = chooseResult(backend, Number(person), Number(chat), result, options);
    return { message_id: message.message_id };
  },
  delete: (backend, parameters) => {
    deleteMessage(backend, Number(parameters.person), Number(parameters.chat), Number(parameters.message_id));
    return {};
  },
  react: (backend, parameters) => {
    const emoji = parameters.emoji === undefined ? undefined : String(parameters.emoji);
    const { person, chat, message_id } = parameters;
    react(backend, Number(person), Number(chat), Number(message_id), emoji);
    return {};
  },
  pin: (backend, parameters) => {
    const { person, chat, message_id, pinned } = parameters;
    pinMessage(backend, Number(person), Number(chat), Number(message_id), pinned === true);
    return {};
  },
  block: (backend, parameters) => {
    block(backend, Number(parameters.person), parameters.blocked === true);
    return {};
  },
  stop: (backend, parameters) => {
    stopDraft(backend, Number(parameters.person));
    return {};
  },
  topic: (backend, parameters) => {
    const [person, chat, topic] = [Number(parameters.person), Number(parameters.chat), Number(parameters.topic)];
    if (parameters.name !== undefined)
      return { topic: openTopic(backend, person, chat, String(parameters.name)).message_id };
    const { action } = parameters;
    if (action === 'delete') deleteTopic(backend, person, chat, topic);
    else if (action === 'close' || action === 'reopen') closeTopic(backend, person, chat, topic, action === 'close');
    else throw new PageRefusal('unknown_switch');
    return { topic };
  },
  switch: (backend, { name, on }) => {
    if (!isSwitch(backend, name)) throw new PageRefusal('unknown_switch');
    backend.switch(name, on === true);
    return {};
  },
  group: (backend, parameters) => {
    const { action } = parameters;
    if (!isGroupAction(action)) throw new PageRefusal('unknown_switch');
    const [person, chat, link] = [Number(parameters.person), Number(parameters.chat), linkIn(parameters.link)];
    if (action === 'add_bot' && link) bringBot(backend, person, chat, link);
    else GROUP_ACTIONS[action](backend, person, chat);
    return {};
  },
};

function linkIn(link: unknown): { payload: string; rights: string[] } | undefined {
  if (!isRecord(link)) return undefined;
  const { payload, rights } = link;
  return { payload: String(payload ?? ''), rights: Array.isArray(rights) ? rights.map(String) : [] };
}

function requestButton({ person, chat, message_id, request_id }: Raw): RequestButton {
  return { person: Number(person), chat: Number(chat), messageId: Number(message_id), requestId: Number(request_id) };
}

function senderChat(as: unknown): SenderChat | undefined {
  return as === 'group' || as === 'channel' ? as : undefined;
}

function optional(value: unknown): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/** Telegram's apps offer this delay. */
const SLOW_MODE_S = 30;

const GROUP_ACTIONS: Record<GroupRequest['action'], (backend: Backend, person: number, chat: number) => void> = {
  leave: leaveGroup,
  join: joinGroup,
  remove_bot: removeBot,
  add_bot: addBot,
  promote_bot: (backend, person, chat) => promoteBot(backend, person, chat),
  demote_bot: (backend, person, chat) => promoteBot(backend, person, chat, {}),
  mute_bot: (backend, person, chat) => restrictBot(backend, person, chat, EVERYTHING),
  unmute_bot: (backend, person, chat) => restrictBot(backend, person, chat, []),
  slow: (backend, person, chat) => slowDown(backend, person, chat, SLOW_MODE_S),
  fast: (backend, person, chat) => slowDown(backend, person, chat, 0),
  upgrade: upgradeGroup,
};

function isSwitch({ switches }: Backend, name: unknown): name is Switch {
  return typeof name === 'string' && Object.hasOwn(switches, name);
}

function isGroupAction(name: unknown): name is GroupRequest['action'] {
  return typeof name === 'string' && Object.hasOwn(GROUP_ACTIONS, name);
}

/** The page returns a result that answerInlineQuery has checked. */
function isResult(value: unknown): value is InlineQueryResult {
  if (!isRecord(value) || value.type !== 'article' || !isRecord(value.input_message_content)) return false;
  const { message_text, rich_message } = value.input_message_content;
  return typeof message_text === 'string' || (message_text === undefined && isRecord(rich_message));
}

/** The browser shows pictures and saves all other files. */
function disposition(type: string, name: string): string {
  const kind = /^image\/(png|jpeg|gif|webp)$/.test(type) ? 'inline' : 'attachment';
  return `${kind}; filename*=UTF-8''${encodeURIComponent(name)}`;
}

async function guarded(reply: FastifyReply, work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PageRefusal)) throw error;
    return reply.code(400).send({ error: error.code });
  }
}

function pageState(backend: Backend, me: User, { hints, demo }: PageOptions): PageState {
  const rooms = [...backend.rooms.values()].filter(
    (room) => (isIn(room, me.id) || room.chat.type !== 'private') && room.movedTo === undefined,
  );
  return {
    people: [...backend.people],
    me,
    bot: backend.bot,
    profile: backend.profile.shownTo(me.language_code),
    chats: rooms.map((room) => ({
      chat: room.chat,
      messages: isIn(room, me.id) ? backend.seenBy(room, me.id) : [],
      commands: backend.commandsFor(me, room),
      blocked: backend.blocked.has(room.chat.id),
      ...membershipOf(backend, room, me.id),
      reactions: isIn(room, me.id) ? allReactions(room) : {},
      pinned: isIn(room, me.id) ? room.pinned : [],
      topics: topicsOf(room),
      ...(room.chat.type === 'private' ? draftOf(backend, me.id) : {}),
    })),
    switches: backend.switches,
    ...(hints ? { hints } : {}),
    ...(demo ? { demo: demo.state() } : {}),
  };
}

function draftOf(backend: Backend, person: number): Pick<PageState['chats'][number], 'draft'> {
  const draft = draftFor(backend, person);
  return draft ? { draft } : {};
}

function allReactions(room: Room): PageState['chats'][number]['reactions'] {
  return Object.fromEntries([...room.reactions.keys()].map((message) => [message, reactionsTo(room, message)]));
}

function streamTo(reply: FastifyReply, backend: Backend, me: User, demo: DemoControls | undefined): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  reply.raw.write(': hello\n\n');
  const write = (event: PageEvent) => reply.raw.write(`data: ${JSON.stringify(event)}\n\n`);
  const stop = backend.shown.on(({ person, event }) => person === me.id && write(event));
  const stopDemo = demo?.onChange(() => write({ type: 'demo', demo: demo.state() }));
  reply.raw.on('close', () => {
    stop();
    stopDemo?.();
  });
  return reply;
}
