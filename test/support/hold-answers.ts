import type { Fault, SandboxProvider } from '../../src/sandbox/provider/index.ts';
import type { World } from '../../src/sandbox/telegram/index.ts';

/** Holds back the provider's answers to an operation until the returned function is called. */
export function holdAnswers(
  provider: Pick<SandboxProvider, 'fault'>,
  fault: Pick<Fault, 'operation' | 'times'>,
): () => void {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  provider.fault({ ...fault, kind: 'delay', until });
  return resolve;
}

/** Holds back a call of the bot, or with `afterHandling` Telegram's answer, until the returned function is called. */
export function holdCalls(
  world: Pick<World, 'fail'>,
  fault: Pick<Parameters<World['fail']>[0], 'method' | 'chat' | 'text' | 'times' | 'afterHandling'>,
): () => void {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  world.fail({ ...fault, until });
  return resolve;
}
