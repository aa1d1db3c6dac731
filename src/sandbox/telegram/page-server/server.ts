import type { FastifyInstance, FastifyReply } from 'fastify';
import type { InlineQueryResult, User } from 'grammy/types';
import { asSeen, type Cloud } from '../backend/backend.ts';
import { readParameters } from '../bot-api/read-parameters.ts';
import { isRecord, isUpload } from '../bot-api/values.ts';
import { block, deleteMessage, PageRefusal, personNamed, roomOf, say, upload } from '../users/actions.ts';
import { buttonData, press } from '../users/callback-queries.ts';
import { askInline, chooseResult } from '../users/inline.ts';
import { servePageFiles } from './files.ts';
import type { PageState } from './page-api.ts';

/** The chat page and its `/app` calls, as `page-api.ts` says. */
export function servePage(server: FastifyInstance, cloud: Cloud, hints: PageState['hints']): void {
  servePageFiles(server);
  server.get<{ Querystring: { person?: string } }>('/app/state', (request, reply) =>
    guarded(reply, () => {
      // A newcomer's first visit names nobody.
      const person = request.query.person ?? cloud.people[0]?.id;
      return stateOf(cloud, personNamed(cloud, Number(person)), hints);
    }),
  );
  server.get<{ Querystring: { person?: string } }>('/app/events', (request, reply) =>
    guarded(reply, () => streamTo(reply, cloud, personNamed(cloud, Number(request.query.person)))),
  );
  for (const [name, act] of Object.entries(ACTS)) {
    server.post(`/app/${name}`, async (request, reply) => {
      const given = await readParameters(request);
      return guarded(reply, () => act(cloud, given));
    });
  }
  server.get<{ Querystring: { id?: string } }>('/app/file', (request, reply) => {
    const file = cloud.files.byId(request.query.id ?? '');
    if (!file) return reply.code(404).send({ error: 'unknown_message' });
    return reply
      .header('content-disposition', disposition(file.type, file.name))
      .header('content-security-policy', 'sandbox')
      .type(file.type)
      .send(file.bytes);
  });
}

type Given = Record<string, unknown>;

const ACTS: Record<string, (cloud: Cloud, given: Given) => unknown> = {
  send: (cloud, given) => {
    const replyTo = given.reply_to === undefined ? undefined : Number(given.reply_to);
    const message = say(cloud, Number(given.person), Number(given.chat), String(given.text ?? ''), replyTo);
    return { message_id: message.message_id };
  },
  upload: (cloud, given) => {
    if (!isUpload(given.file)) throw new PageRefusal('empty');
    const caption = given.caption === undefined ? undefined : String(given.caption);
    const message = upload(cloud, Number(given.person), Number(given.chat), given.file, caption);
    return { message_id: message.message_id };
  },
  press: (cloud, given) => {
    const [person, chat, messageId] = [Number(given.person), Number(given.chat), Number(given.message_id)];
    const place = { row: Number(given.row), column: Number(given.column) };
    const data = buttonData(roomOf(cloud, person, chat), messageId, place);
    return { callback_query_id: press(cloud, person, chat, messageId, data).id };
  },
  inline: (cloud, given) => askInline(cloud, Number(given.person), String(given.query ?? ''), Number(given.chat)).whole,
  choose: (cloud, given) => {
    if (!isCard(given.result)) throw new PageRefusal('empty');
    return { message_id: chooseResult(cloud, Number(given.person), Number(given.chat), given.result).message_id };
  },
  delete: (cloud, given) => {
    deleteMessage(cloud, Number(given.person), Number(given.chat), Number(given.message_id));
    return {};
  },
  block: (cloud, given) => {
    block(cloud, Number(given.person), given.blocked === true);
    return {};
  },
};

/** The page gives back what the bot's answer held, which was checked then. */
function isCard(value: unknown): value is InlineQueryResult {
  return isRecord(value) && value.type === 'article' && isRecord(value.input_message_content);
}

/** Only what a browser shows safely is shown; the rest is saved. */
function disposition(type: string, name: string): string {
  const kind = /^image\/(png|jpeg|gif|webp)$/.test(type) ? 'inline' : 'attachment';
  return `${kind}; filename*=UTF-8''${encodeURIComponent(name)}`;
}

async function guarded(reply: FastifyReply, work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PageRefusal)) throw error;
    return reply.code(400).send({ error: error.word });
  }
}

function stateOf(cloud: Cloud, me: User, hints: PageState['hints']): PageState {
  const rooms = [...cloud.rooms.values()].filter(({ people, movedTo }) => people.includes(me) && movedTo === undefined);
  return {
    people: [...cloud.people],
    me,
    bot: cloud.bot,
    chats: rooms.map((room) => ({
      chat: room.chat,
      messages: [...room.messages.values()].map((message) => asSeen(room, message)),
      commands: cloud.commandsFor(me, room),
      blocked: cloud.blocked.has(room.chat.id),
    })),
    ...(hints ? { hints } : {}),
  };
}

/** Server-sent events until the page goes away. */
function streamTo(reply: FastifyReply, cloud: Cloud, me: User): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  reply.raw.write(': hello\n\n');
  const stop = cloud.shown.on(({ person, event }) => {
    if (person === me.id) reply.raw.write(`data: ${JSON.stringify(event)}\n\n`);
  });
  reply.raw.on('close', stop);
  return reply;
}
