/** The page's address: `#person/chat`, or `#person/chat/topic`. Without a chat a phone shows the list of chats. */

interface Route {
  person?: number;
  chat?: number;
  topic?: number;
}

export function readRoute(hash: string): Route {
  const [, person, chat, topic] = /^#(\d+)(?:\/(-?\d+)(?:\/(\d+))?)?$/.exec(hash) ?? [];
  return {
    ...(person === undefined ? {} : { person: Number(person) }),
    ...(chat === undefined ? {} : { chat: Number(chat) }),
    ...(topic === undefined ? {} : { topic: Number(topic) }),
  };
}

export function hashOf(person: number, ...place: [] | [chat: number, topic?: number]): string {
  return `#${[person, ...place].filter((part) => part !== undefined).join('/')}`;
}
