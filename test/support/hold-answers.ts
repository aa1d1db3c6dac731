import type { Fault, SandboxProvider } from '../../src/sandbox/provider/index.ts';

/** Holds back the provider's answers to an operation. Returns what lets them come. */
export function holdAnswers(
  provider: Pick<SandboxProvider, 'fault'>,
  fault: Pick<Fault, 'operation' | 'times'>,
): () => void {
  const { promise: until, resolve } = Promise.withResolvers<void>();
  provider.fault({ ...fault, kind: 'delay', until });
  return resolve;
}
