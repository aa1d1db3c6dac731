import type { Dispatcher } from 'undici';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Never joined: many long answers are known by their digest. */
  readonly pieces: readonly Uint8Array[];
  readonly text: string;
}

export class GivenUp extends Error {
  override readonly name = 'GivenUp';
  /** `false` is certain: the request waited for a connection. */
  readonly left: boolean;
  constructor(left: boolean) {
    super('given up');
    this.left = left;
  }
}

interface Signal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface Patience {
  /** From the request to the last byte of its answer; undici's own limits start anew with every piece. */
  readonly answerMs: number;
  readonly signal?: Signal | undefined;
}

const decoder = new TextDecoder();

export function utf8(pieces: readonly Uint8Array[]): string {
  return decoder.decode(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
}

/**
 * Takes two thirds of the processor time of undici's `request`, which makes a stream of every answer.
 * @throws GivenUp when `patience` ended; otherwise undici's errors
 */
export function gather(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { answerMs, signal }: Patience,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    let begun: Dispatcher.DispatchController | undefined;
    let reason: Error | undefined;
    let status = 0;
    let headers: HttpResponse['headers'] = {};
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
        // The request was given up while it waited for a connection.
        if (reason) controller.abort(reason);
      },
      onResponseStart(_, code, received) {
        status = code;
        headers = received;
      },
      onResponseData: (_, piece) => void pieces.push(piece),
      onResponseEnd() {
        end();
        resolve({
          status,
          headers,
          pieces,
          get text() {
            return utf8(pieces);
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
