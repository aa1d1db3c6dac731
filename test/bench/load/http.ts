import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

/** A request, whole. */
export interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** JSON as text, or the bytes of a file. */
export type Answer = string | Buffer;

/** Longer than any pause of a bench: a bot that finds its connection closed would connect anew. */
const KEEP_ALIVE_MS = 600_000;

/** Serves HTTP on a free port of 127.0.0.1 while the process has other work. @returns its origin */
export async function serve(answerTo: (asked: Asked) => Answer | Promise<Answer>): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { method = '', url: path = '', headers } = request;
      const answer = await answerTo({ method, path, headers, body: Buffer.concat(chunks) });
      const type = typeof answer === 'string' ? 'application/json' : 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(answer) }).end(answer);
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  return `http://127.0.0.1:${address.port}`;
}
