/** The page's requests to the sandbox server (see `page-api.ts`). */
import type {
  BlockRequest,
  Candidates,
  CandidatesRequest,
  ChooseRequest,
  DeleteRequest,
  DemoRequest,
  EditRequest,
  ForwardRequest,
  GroupRequest,
  InlineAnswer,
  InlineRequest,
  PageState,
  PinRequest,
  PressRequest,
  ReactRequest,
  SendRequest,
  ShareRequest,
  StopRequest,
  SwitchRequest,
  TopicRequest,
} from '../../page-server/page-api.ts';

/** `code` is one of `PageError`, or the HTTP status where the answer has none. */
export class RequestRefused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`the sandbox refused: ${code}`);
    this.code = code;
  }
}

/** @throws RequestRefused, or the TypeError of fetch where the server is unreachable */
async function exchange<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`/app/${path}`, init);
  const answer = await response.json();
  if (!response.ok)
    throw new RequestRefused(typeof answer?.error === 'string' ? answer.error : String(response.status));
  return answer;
}

function post<Request, Answer>(path: string): (request: Request, signal?: AbortSignal) => Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return (request, signal) =>
    exchange(path, { method: 'POST', headers, body: JSON.stringify(request), ...(signal ? { signal } : {}) });
}

/** Without a person, the state of the server's first one. */
export function state(person: number | undefined): Promise<PageState> {
  return exchange(person === undefined ? 'state' : `state?person=${person}`);
}

interface SentMessage {
  message_id: number;
}

export const send = post<SendRequest, SentMessage>('send');
export const edit = post<EditRequest, object>('edit');
export const forward = post<ForwardRequest, SentMessage>('forward');
export const share = post<ShareRequest, SentMessage>('share');
export const candidates = post<CandidatesRequest, Candidates>('candidates');
export const press = post<PressRequest, { callback_query_id: string }>('press');
export const choose = post<ChooseRequest, SentMessage>('choose');
export const remove = post<DeleteRequest, object>('delete');
export const react = post<ReactRequest, object>('react');
export const pin = post<PinRequest, object>('pin');
export const stop = post<StopRequest, object>('stop');
export const block = post<BlockRequest, object>('block');
export const topic = post<TopicRequest, { topic: number }>('topic');
export const group = post<GroupRequest, object>('group');
export const flip = post<SwitchRequest, object>('switch');
export const demo = post<DemoRequest, object>('demo');

/** @param signal aborts the request when the person types on */
export const inline: (request: InlineRequest, signal: AbortSignal) => Promise<InlineAnswer> = post('inline');

export function upload(
  person: number,
  chat: number,
  file: File,
  caption: string,
  place: { topic?: number | undefined; album?: string | undefined },
): Promise<SentMessage> {
  const form = new FormData();
  form.set('person', String(person));
  form.set('chat', String(chat));
  if (caption !== '') form.set('caption', caption);
  if (place.topic !== undefined) form.set('topic', String(place.topic));
  if (place.album !== undefined) form.set('album', place.album);
  // The fields come before the file, so that a streaming reader knows them when the bytes arrive.
  form.set('file', file, file.name);
  return exchange('upload', { method: 'POST', body: form });
}

export function fileAddress(fileId: string): string {
  return `/app/file?id=${encodeURIComponent(fileId)}`;
}

export function webAddress(address: string): string {
  return `/app/web?url=${encodeURIComponent(address)}`;
}

export function eventsAddress(person: number): string {
  return `/app/events?person=${person}`;
}
