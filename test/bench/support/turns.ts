/** Resolves to the most processor time of the main thread in one turn of the event loop while this work goes on, in milliseconds. */
export async function heldBy(work: () => Promise<void>): Promise<number> {
  let most = 0;
  let isOver = false;
  let since = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(since);
    since = process.threadCpuUsage();
    most = Math.max(most, (user + system) / 1_000);
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return most;
}
