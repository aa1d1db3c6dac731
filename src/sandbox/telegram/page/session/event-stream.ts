import type { PageEvent } from '../../page-server/page-api.ts';
import { eventsAddress } from './api.ts';

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 3000;

interface Listener {
  /** Reads the state when the stream opens. A rejection counts as a broken stream. */
  opened(): Promise<void>;
  event(event: PageEvent): void;
  /** Runs before the stream reconnects. */
  broken(): void;
}

/** EventSource's own retry stops at an HTTP error. @returns stops listening */
export function listen(person: number, listener: Listener): () => void {
  let source: EventSource | undefined;
  let timer: number | undefined;
  let wait = FIRST_WAIT_MS;
  let ended = false;

  const retry = () => {
    source?.close();
    if (ended) return;
    listener.broken();
    window.clearTimeout(timer);
    timer = window.setTimeout(open, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  };

  const open = () => {
    const opening = new EventSource(eventsAddress(person));
    source = opening;
    opening.onopen = () => {
      listener.opened().then(
        () => {
          wait = FIRST_WAIT_MS;
        },
        () => source === opening && retry(),
      );
    };
    opening.onmessage = (message) => listener.event(JSON.parse(message.data));
    opening.onerror = retry;
  };

  open();
  return () => {
    ended = true;
    window.clearTimeout(timer);
    source?.close();
  };
}
