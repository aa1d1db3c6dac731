import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { DemoState } from '../telegram/page-server/page-api.ts';

const MAIN = fileURLToPath(new URL('./bot.ts', import.meta.url));
const END_WITH_PARENT = new URL('./end-with-parent.ts', import.meta.url).href;
/** The level of a warning in the bot's log. */
const WARNING = 40;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export interface BotProcessOptions {
  /** The bot's whole environment: settings of the person who runs the demo must not reach it. */
  env: Record<string, string>;
  /** Further words of Node. */
  flags: readonly string[];
  /** The time between two readings of what is watched. */
  watchRoundMs: number;
  /** Takes the lines of the bot's log from warnings on, and all that the process writes beside its log. */
  log(line: string): void;
  changed(): void;
}

/** The bot as a process of its own: only a process can be killed, and started again over what it left in its store. */
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

  /** Rejects when the bot ended by itself. */
  get failed(): Promise<void> {
    return this.#failed.promise;
  }

  /** The time by its clock, epoch ms. */
  get now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** Lets its clock go on, which it reads from its next start on. */
  letPass(ms: number): void {
    this.#aheadMs += Math.max(0, ms);
  }

  /** Starts it where it does not run. Resolves when it takes updates, or has ended again. */
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

  /** SIGKILL: the process has no time to tidy up. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** SIGTERM: the process finishes what runs. */
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

  /** @returns whether the line says that the bot takes updates */
  #read(line: string): boolean {
    const entry: unknown = line.startsWith('{') ? JSON.parse(line) : undefined;
    if (typeof entry !== 'object' || entry === null || !('level' in entry)) this.#options.log(line);
    else if (Number(entry.level) >= WARNING) this.#options.log(line);
    else return 'msg' in entry && entry.msg === 'ready';
    return false;
  }

  #show(state: DemoState['bot']): void {
    this.#state = state;
    this.#options.changed();
  }
}
