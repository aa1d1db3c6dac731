/** The share by which two bots may differ in how often they made a call, before their comparison is worthless. */
export const TOLERANCE = 0.01;
/** Calls that a bot makes by itself, or to say that it is busy. */
const OWN = new Set([
  'sendChatAction',
  'deleteWebhook',
  'getMyCommands',
  'getMyDescription',
  'getMyShortDescription',
  'setMyCommands',
  'setMyDescription',
  'setMyShortDescription',
  'setWebhook',
  'getWebhookInfo',
  'deleteMessage',
]);

/** The number of calls, by name. */
type Counts = Readonly<Record<string, number>>;

/**
 * @param calls the blocks of each bot; the first one's calls are the measure
 * @throws Error where a bot made a call more or less often than the first
 */
export function requireSameWork(calls: ReadonlyMap<string, readonly Counts[]>, tolerance = TOLERANCE): void {
  const totals = [...calls].map(([bot, blocks]) => ({ bot, counts: total(blocks) }));
  const [first, ...others] = totals;
  for (const { bot, counts } of others)
    for (const name of new Set([...Object.keys(first?.counts ?? {}), ...Object.keys(counts)])) {
      const [a = 0, b = 0] = [first?.counts[name], counts[name]];
      if (Math.abs(a - b) > tolerance * Math.max(a, b))
        throw new Error(`not the same work: ${name} ${a} times by ${first?.bot}, ${b} times by ${bot}`);
    }
}

function total(blocks: readonly Counts[]): Counts {
  const sums: Record<string, number> = {};
  for (const [name, times] of blocks.flatMap((block) => Object.entries(block)))
    if (!OWN.has(name)) sums[name] = (sums[name] ?? 0) + times;
  return sums;
}
