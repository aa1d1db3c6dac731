import type { SandboxProvider } from '../../../src/sandbox/provider/index.ts';
import { asked } from '../support.ts';

/** The requests of exactly this operation, each as its body. */
export function bodies(app: { provider: SandboxProvider }, operation: string): string[] {
  return asked(app, operation)
    .filter((line) => line.startsWith(`${operation} `))
    .map((line) => line.slice(operation.length + 1));
}
