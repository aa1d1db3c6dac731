import type { Fault, SandboxProvider } from '../../src/sandbox/provider/index.ts';
import type { World } from '../../src/sandbox/telegram/index.ts';

/** Holds back the provider's answers to an operation. Returns what lets them come. */
export function holdAnswers(
  provider: Pick<SandboxProvider, 'fault'>,
  fault: Pick<Fault, 'operation' | 'times'>,
): () => void {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  provider.fault({ ...fault, kind: 'delay', until });
  return resolve;
}

/** Holds back a call of the bot's, or Telegram's answer to it `afterHandling`. Returns what lets it go on. */
export function holdCalls(
  world: Pick<World, 'fail'>,
  fault: Pick<Parameters<World['fail']>[0], 'method' | 'chat' | 'text' | 'times' | 'afterHandling'>,
): () => void {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  world.fail({ ...fault, until });
  return resolve;
}
