import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Beside the dependencies, whose owner could change the program anyway. In the folder for temporary files, Node's own choice,
 * another user of the machine could leave code for the bot to run.
 */
const DIRECTORY = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

/**
 * Keeps what Node makes of every module imported from here on: TypeScript without its types, and V8's code. Node writes it when the
 * process ends. Where the folder can't be written, a start only takes longer. `NODE_COMPILE_CACHE` names another folder.
 */
export function useCompileCache(): void {
  enableCompileCache(DIRECTORY);
}
