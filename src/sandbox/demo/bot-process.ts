import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { DemoState } from '../telegram/page-server/page-api.ts';

const MAIN = fileURLToPath(new URL('./bot.ts', import.meta.url));
const END_WITH_PARENT = new URL('./end-with-parent.ts', import.meta.url).href;
const WARNING_LEVEL = 40;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export interface BotProcessOptions {
  /** The complete environment: the settings of the person who runs the demo stay out. */
  env: Record<string, string>;
  flags: readonly string[];
  watchRoundMs: number;
  /** Gets the log's lines from warnings on, and all other output of the process. */
  log(line: string): void;
  changed(): void;
}

/** A process of its own can be killed, and started again on what it stored. */
export class BotProcess {
  readonly #options: BotProcessOptions;
  readonly #failed = Promise.withResolvers<void>();
  #child: Child | undefined;
  #state: DemoState['bot'] = 'killed';
  #aheadMs = 0;

  constructor(options: BotProcessOptions) {
    this.#options = options;
    // A failure that no caller awaits must not end the demo.
    this.#failed.promise.catch(() => undefined);
  }

  get state(): DemoState['bot'] {
    return this.#state;
  }

  get failed(): Promise<void> {
    return this.#failed.promise;
  }

  /** The bot's clock, epoch ms. */
  get now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** The bot reads its clock at its next start. */
  letPass(ms: number): void {
    this.#aheadMs += Math.max(0, ms);
  }

  /** Resolves when the bot takes updates, or has ended again. */
  async start(): Promise<void> {
    if (this.#child) return;
    const { env, flags, watchRoundMs } = this.#options;
    const program = [MAIN, `${watchRoundMs}`, `${this.#aheadMs}`];
    const child = spawn(process.execPath, ['--disable-sigusr1', ...flags, '--import', END_WITH_PARENT, ...program], {
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#show('starting');
    child.once('exit', (code) => this.#ended(child, code));
    createInterface(child.stderr).on('line', this.#options.log);
    const ready = new Promise<void>((resolve) => {
      createInterface(child.stdout).on('line', (line) => {
        if (this.#read(line)) resolve();
      });
    });
    await Promise.race([ready, once(child, 'exit')]);
    if (this.#child === child) this.#show('running');
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    child.kill(signal);
    await once(child, 'exit');
    this.#show('killed');
  }

  #ended(child: Child, code: number | null): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#show('killed');
    // Ctrl-C in a terminal reaches the bot too, which then ends with 0.
    if (code !== 0) this.#failed.reject(new Error(`the bot ended with code ${code}`));
  }

  #read(line: string): boolean {
    const entry: unknown = line.startsWith('{') ? JSON.parse(line) : undefined;
    if (typeof entry !== 'object' || entry === null || !('level' in entry)) this.#options.log(line);
    else if (Number(entry.level) >= WARNING_LEVEL) this.#options.log(line);
    else return 'msg' in entry && entry.msg === 'ready';
    return false;
  }

  #show(state: DemoState['bot']): void {
    this.#state = state;
    this.#options.changed();
  }
}
