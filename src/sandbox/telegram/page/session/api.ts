/** The page's requests to the sandbox server, one function each (see ../page-api.ts). */
import type {
  BlockRequest,
  ChooseRequest,
  DeleteRequest,
  InlineAnswer,
  InlineRequest,
  PageState,
  PressRequest,
  SendRequest,
} from '../../page-server/page-api.ts';

/** The server answered, and said no: `word` is one of `PageError`, or the bare status where it gave no word. */
export class Refused extends Error {
  readonly word: string;

  constructor(word: string) {
    super(`the sandbox refused: ${word}`);
    this.word = word;
  }
}

/** Throws {@link Refused} for a refusal, and fetch's own TypeError where the server can't be reached. */
async function exchange<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`/app/${path}`, init);
  const answer = await response.json();
  if (!response.ok) throw new Refused(typeof answer?.error === 'string' ? answer.error : String(response.status));
  return answer;
}

function post<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return exchange(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Without a person the server chooses its first one. */
export function state(person: number | undefined): Promise<PageState> {
  return exchange(person === undefined ? 'state' : `state?person=${person}`);
}

export function send(request: SendRequest): Promise<{ message_id: number }> {
  return post('send', request);
}

export function press(request: PressRequest): Promise<{ callback_query_id: string }> {
  return post('press', request);
}

export function inline(request: InlineRequest): Promise<InlineAnswer> {
  return post('inline', request);
}

export function choose(request: ChooseRequest): Promise<{ message_id: number }> {
  return post('choose', request);
}

export function remove(request: DeleteRequest): Promise<object> {
  return post('delete', request);
}

export function block(request: BlockRequest): Promise<object> {
  return post('block', request);
}

export function upload(person: number, chat: number, file: File, caption: string): Promise<{ message_id: number }> {
  const form = new FormData();
  form.set('person', String(person));
  form.set('chat', String(chat));
  if (caption !== '') form.set('caption', caption);
  // Fields go before the file: a streaming reader knows them when the bytes arrive.
  form.set('file', file, file.name);
  return exchange('upload', { method: 'POST', body: form });
}

export function fileAddress(fileId: string): string {
  return `/app/file?id=${encodeURIComponent(fileId)}`;
}

export function eventsAddress(person: number): string {
  return `/app/events?person=${person}`;
}
