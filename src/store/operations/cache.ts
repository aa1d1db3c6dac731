import type { Seal } from '../encryption/seal.ts';
import { putNewest } from '../newest.ts';
import { type OperationBody, operationBody } from './operation.ts';

/** How many operations' contents are remembered. */
const MOST_REMEMBERED = 500;

/** What stands sealed in the rows of operations. */
export interface OperationCache {
  /** The bytes for the row of the operation of that id. */
  seal(operation: OperationBody & { id: string }): Uint8Array;
  /** What the row of the operation of that id holds. */
  open(bytes: unknown, id: string): OperationBody;
}

/** Bytes that this process sealed last are known without being opened; a row with any others is read from the row alone. */
export function createOperationCache(seal: Seal): OperationCache {
  const place = (id: string) => `operation:${id}`;
  /** As text: whoever gets a content may change it, and what was read from the row would be new each time too. */
  const sealed = new Map<string, { bytes: Uint8Array; text: string }>();
  return {
    seal(operation) {
      const { id } = operation;
      const body = operationBody.parse(operation);
      const bytes = seal.seal(body, place(id));
      putNewest(sealed, id, { bytes, text: JSON.stringify(body) }, MOST_REMEMBERED);
      return bytes;
    },
    open(bytes, id) {
      const last = sealed.get(id);
      if (!last || !(bytes instanceof Uint8Array) || Buffer.compare(last.bytes, bytes) !== 0)
        return operationBody.parse(seal.open(bytes, place(id)));
      const body: OperationBody = JSON.parse(last.text);
      return body;
    },
  };
}
