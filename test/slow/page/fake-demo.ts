import type { DemoControls, WebPage } from '../../../src/sandbox/telegram/page-server/demo.ts';
import type { DemoRequest, DemoState } from '../../../src/sandbox/telegram/page-server/page-api.ts';

/** A demo that does what its test says, and notes what the panel asked for. */
export class FakeDemo implements DemoControls {
  readonly requests: DemoRequest[] = [];
  /** The pages of the console's host, by their address. */
  readonly pages = new Map<string, WebPage>();
  readonly #listeners = new Set<() => void>();
  #state: DemoState = {
    connected: [],
    troubles: {
      off: false,
      place: false,
      lost: false,
      down: false,
      slow: false,
      wait: false,
      price: false,
      fall: false,
      balance: false,
      free: false,
    },
    bot: 'running',
    night: false,
    pages: ['console.test'],
  };

  state(): DemoState {
    return this.#state;
  }

  set(change: Partial<DemoState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  connect(person: number, token: string): void {
    this.set({ connected: [...this.#state.connected, { person, token }] });
  }

  async change(request: DemoRequest): Promise<void> {
    this.requests.push(request);
    if ('bot' in request) this.set({ bot: request.bot === 'kill' ? 'killed' : 'running' });
    else if ('trouble' in request) this.set({ troubles: { ...this.#state.troubles, [request.trouble]: request.on } });
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async page(address: string): Promise<WebPage | undefined> {
    return this.pages.get(address);
  }
}
