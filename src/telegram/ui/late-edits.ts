import type { Api } from 'grammy';
import { edit, type Screen } from './screen.ts';

const MAX_LATE_WORK_MS = 10_000;

interface ShownFor {
  api: Api;
  person: { id: number };
  update: { update_id: number };
  chat?: { id: number } | undefined;
}

export interface LateEdits {
  /** @param work its signal aborts at a tap on the message and at the time limit */
  schedule(of: ShownFor, messageId: number, work: (signal: AbortSignal) => Promise<Screen>): void;
  giveUp(chatId: number, messageId: number): void;
  start(): void;
  stop(): Promise<void>;
  idle(): Promise<void>;
}

export interface LateEditDependencies {
  inTurn(person: number, work: () => Promise<void>): Promise<boolean>;
  /** `undefined` where this process handles all updates. */
  handledLast(): number | undefined;
  report(error: unknown): void;
}

export function createLateEdits({ inTurn, handledLast, report }: LateEditDependencies): LateEdits {
  const open = new Map<string, AbortController>();
  const running = new Set<Promise<void>>();
  const keyOf = (chatId: number, messageId: number) => `${chatId}:${messageId}`;

  function giveUp(chatId: number, messageId: number): void {
    open.get(keyOf(chatId, messageId))?.abort();
  }

  return {
    schedule({ api, person, update, chat }, messageId, work) {
      const chatId = chat?.id ?? person.id;
      giveUp(chatId, messageId);
      const given = new AbortController();
      open.set(keyOf(chatId, messageId), given);
      const complete = async () => {
        const screen = await work(AbortSignal.any([given.signal, AbortSignal.timeout(MAX_LATE_WORK_MS)]));
        await inTurn(person.id, async () => {
          const last = handledLast();
          // Another process handled an update of the person meanwhile: it may have been a tap on this message.
          const isOvertaken = last !== undefined && last !== update.update_id;
          if (!given.signal.aborted && !isOvertaken) await edit(api, chatId, messageId, screen, person.id);
        });
      };
      const task = complete()
        .catch(report)
        .finally(() => {
          running.delete(task);
          if (open.get(keyOf(chatId, messageId)) === given) open.delete(keyOf(chatId, messageId));
        });
      running.add(task);
    },
    giveUp,
    start: () => undefined,
    async stop() {
      for (const given of open.values()) given.abort();
      await Promise.all(running);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
