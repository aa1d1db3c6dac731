/** The page's address: `#person/chat`. Without a chat a phone shows the list of chats. */

interface Route {
  person?: number;
  chat?: number;
}

export function readRoute(hash: string): Route {
  const [, person, chat] = /^#(\d+)(?:\/(-?\d+))?$/.exec(hash) ?? [];
  return {
    ...(person === undefined ? {} : { person: Number(person) }),
    ...(chat === undefined ? {} : { chat: Number(chat) }),
  };
}

export function hashOf(person: number, chat?: number): string {
  return chat === undefined ? `#${person}` : `#${person}/${chat}`;
}
