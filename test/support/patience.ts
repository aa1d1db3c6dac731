/** How long a test waits for something that happens soon: on a busy machine its turn may come late. */
export const PATIENCE_MS = 60_000;
