import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Account } from '../accounts/account.ts';
import { FAULT_KINDS, type Faults } from './faults.ts';
import type { LoggedRequest } from './server.ts';

const fault = z.strictObject({
  operation: z.string().exactOptional(),
  kind: z.enum(FAULT_KINDS),
  ms: z.number().exactOptional(),
  status: z.int().min(200).max(599).exactOptional(),
  body: z.unknown().exactOptional(),
  times: z.int().min(1).exactOptional(),
  afterHandling: z.boolean().exactOptional(),
});

export interface ControlDependencies {
  readonly key: string;
  readonly faults: Faults;
  readonly requests: LoggedRequest[];
  readonly accounts: readonly Account[];
}

/**
 * Routes for a test in another process, which sends the key in the header `x-sandbox-control`:
 * `GET` and `DELETE /_sandbox/requests`, `POST` (a fault) and `DELETE /_sandbox/faults`, `GET /_sandbox/accounts`.
 */
export function addControlRoutes(app: FastifyInstance, dependencies: ControlDependencies): void {
  app.register(
    async (control) => {
      control.addHook('onRequest', async (request, reply) => {
        if (request.headers['x-sandbox-control'] !== dependencies.key) return reply.callNotFound();
      });
      const config = { control: true };
      control.get('/requests', { config }, async () => dependencies.requests);
      control.delete('/requests', { config }, async (_, reply) => {
        dependencies.requests.length = 0;
        return reply.code(204).send();
      });
      control.post('/faults', { config }, async (request, reply) => {
        const parsed = fault.safeParse(request.body);
        if (!parsed.success) return reply.code(400).send({ issues: parsed.error.issues });
        dependencies.faults.add(parsed.data);
        return reply.code(204).send();
      });
      control.delete('/faults', { config }, async (_, reply) => {
        dependencies.faults.clear();
        return reply.code(204).send();
      });
      control.get('/accounts', { config }, async () =>
        dependencies.accounts.map(({ servers, ...account }) => ({ ...account, servers: [...servers.values()] })),
      );
    },
    { prefix: '/_sandbox' },
  );
}
