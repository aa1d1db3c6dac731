import type { Dispatcher } from 'undici';

/** The whole answer to one request. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Uint8Array;
  /** The bytes as UTF-8, read each time it is asked for. */
  readonly text: string;
}

/** The request was given up before its answer was there. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
  /** Whether any of it may have left; `false` is certain: it waited for a connection, and will not be sent. */
  readonly left: boolean;
  constructor(left: boolean) {
    super('given up');
    this.left = left;
  }
}

/** An abort signal, the web's own or another's. */
interface Signal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface Patience {
  /** From the request to the last byte of its answer; undici's own limits begin anew with every piece of it. */
  readonly answerMs: number;
  readonly signal?: Signal | undefined;
}

const decoder = new TextDecoder();

export function utf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/**
 * One exchange, gathered as it comes: two thirds of the processor time of undici's `request`, which makes a stream of
 * every answer and an abort signal of every limit. Repeats nothing, follows no redirect.
 * @throws GivenUp when `patience` ended; otherwise what undici says
 */
export function gather(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { answerMs, signal }: Patience,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let begun: Dispatcher.DispatchController | undefined;
    let reason: Error | undefined;
    let status = 0;
    let headers: Answer['headers'] = {};
    const pieces: Buffer[] = [];

    const giveUp = () => {
      reason = new GivenUp(begun !== undefined);
      end();
      reject(reason);
      begun?.abort(reason);
    };
    const timer = setTimeout(giveUp, answerMs);
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted) return giveUp();

    dispatcher.dispatch(request, {
      onRequestStart(controller) {
        begun = controller;
        // It waited for a connection when it was given up.
        if (reason) controller.abort(reason);
      },
      onResponseStart(_, code, received) {
        status = code;
        headers = received;
      },
      onResponseData: (_, piece) => void pieces.push(piece),
      onResponseEnd() {
        end();
        const [first = Buffer.alloc(0), ...others] = pieces;
        // A view of their own memory: so they can be handed over to another thread.
        const bytes = others.length === 0 ? first : bytesOf(Buffer.concat(pieces));
        resolve({
          status,
          headers,
          bytes,
          get text() {
            return utf8(bytes);
          },
        });
      },
      onResponseError(_, error) {
        end();
        reject(error);
      },
    });
  });
}

function bytesOf({ buffer, byteOffset, byteLength }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
