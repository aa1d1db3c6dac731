import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** In Node's own choice, a shared temporary folder, other users could leave code for the bot to run. */
const DIRECTORY = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

/** For all later imports. A folder that can't be written only makes the start slower. */
export function useCompileCache(): void {
  enableCompileCache(DIRECTORY);
}
