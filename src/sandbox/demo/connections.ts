import type { SandboxProvider } from '../provider/index.ts';
import type { World } from '../telegram/index.ts';
import type { Connection } from '../telegram/page-server/page-api.ts';

/**
 * A person has connected an account once they sent its token and the provider answered a request with it.
 * The chat alone does not show that: a token can come unasked, or while the provider is down.
 * @param changed gets all connections after each new one
 */
export function watchConnections(
  world: World,
  provider: SandboxProvider,
  tokens: readonly string[],
  changed: (connected: readonly Connection[]) => void,
): void {
  const connected: Connection[] = [];
  const sent: (Connection & { account: string; at: number })[] = [];

  world.onShown((person) => {
    const message = world.messages(person, person).at(-1);
    const token = message?.from?.id === person ? tokens.find((one) => message.text?.includes(one)) : undefined;
    if (token !== undefined) sent.push({ person, token, account: provider.account(token).label, at: Date.now() });
  });
  world.onChange(() => {
    for (const { person, token, account, at } of sent) {
      if (isConnected(person, token) || !hasAnswered(account, at)) continue;
      connected.push({ person, token });
      changed([...connected]);
    }
  });

  function isConnected(person: number, token: string): boolean {
    return connected.some((each) => each.person === person && each.token === token);
  }

  function hasAnswered(account: string, since: number): boolean {
    return provider.requests.some((each) => each.account === account && each.answered === 200 && each.at >= since);
  }
}
