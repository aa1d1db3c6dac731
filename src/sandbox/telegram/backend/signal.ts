export class Signal<T = void> {
  readonly #listeners = new Set<(value: T) => void>();

  /** @returns stops listening */
  on(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
}
