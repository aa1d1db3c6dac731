import type { SandboxProvider } from '../provider/index.ts';
import type { World } from '../telegram/index.ts';

/**
 * Notices who has connected an account: a person who sent its token, once the provider has answered a request with it. The chat
 * alone does not tell, since a token can come unasked for, or while the provider is down.
 * @param changed called with each person who becomes connected
 */
export function watchConnections(
  world: World,
  provider: SandboxProvider,
  tokens: readonly string[],
  changed: (connected: readonly number[]) => void,
): void {
  const connected = new Set<number>();
  const sent: { person: number; account: string; at: number }[] = [];

  world.onShown((person) => {
    const message = world.messages(person, person).at(-1);
    const token = message?.from?.id === person ? tokens.find((one) => message.text?.includes(one)) : undefined;
    if (token !== undefined) sent.push({ person, account: provider.account(token).label, at: Date.now() });
  });
  world.onChange(() => {
    for (const { person, account, at } of sent) {
      if (connected.has(person) || !hasAnswered(account, at)) continue;
      connected.add(person);
      changed([...connected]);
    }
  });

  function hasAnswered(account: string, since: number): boolean {
    return provider.requests.some((each) => each.account === account && each.answered === 200 && each.at >= since);
  }
}
