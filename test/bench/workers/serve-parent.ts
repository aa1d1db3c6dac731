import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The bot's side of {@link import('./worker.ts').Worker}: reports that it is ready, and its processor time; ends with its parent. */
export function serveParent(stop: () => Promise<void>): void {
  let delay: ReturnType<typeof watchDelay> | undefined;
  let endProfile = async () => {};
  const end = async () => {
    await endProfile();
    // Left alone, it finds Telegram gone.
    await stop().catch(() => undefined);
    process.exit(0);
  };
  process.on('message', async (message) => {
    if (message === 'stop') return end();
    if (message === 'delay') {
      delay ??= watchDelay();
      process.send?.({ kind: 'delay', ms: delay.max / 1e6 });
      return delay.reset();
    }
    const [, path] = /^profile (.+)$/.exec(String(message)) ?? [];
    if (path !== undefined) endProfile = await beginProfile(path);
    const { user, system } = process.cpuUsage();
    if (message === 'memory') globalThis.gc?.();
    process.send?.({ kind: 'cpu', micros: user + system, residentBytes: process.memoryUsage.rss() });
  });
  process.once('disconnect', end);
  process.send?.({ kind: 'ready', pid: process.pid });
}

function watchDelay() {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  return delay;
}

/** @returns ends the profile and writes it */
async function beginProfile(path: string): Promise<() => Promise<void>> {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  return async () => writeFileSync(path, JSON.stringify((await session.post('Profiler.stop')).profile));
}
