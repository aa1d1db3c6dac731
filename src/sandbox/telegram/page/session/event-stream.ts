/** The stream of events of one person, opened again whenever it breaks. */
import type { PageEvent } from '../../page-server/page-api.ts';
import { eventsAddress } from './api.ts';

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 3000;

interface Listener {
  /** The stream runs; the state may have changed meanwhile and has to be read again. Rejecting counts as broken. */
  opened(): Promise<void>;
  event(event: PageEvent): void;
  /** The stream broke; it is being opened again. */
  broken(): void;
}

/** Listens until the returned function is called. EventSource's own retry gives up on an HTTP error, so it is not used. */
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
