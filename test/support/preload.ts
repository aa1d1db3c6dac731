/**
 * Loads the bot and the sandboxes before Vitest hooks into Node's loader: it reports every import of a module to its main process, which
 * only a watching Vitest needs.
 */
import '../../src/run.ts';
import '../../src/sandbox/provider/index.ts';
import '../../src/sandbox/telegram/index.ts';
