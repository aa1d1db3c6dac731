import type { ServerState } from '../../../src/sandbox/provider/index.ts';
import type { TestApp, TestAppOptions } from '../../support/app.ts';
import type { Person } from '../../support/person.ts';
import { enterBothConnected, OTHER_TOKEN, TOKEN } from '../support.ts';

export { TOKEN };
export const SERVER = 'srv-10001';

/** An app in which every server action takes effect within half a second. */
export function enterCare(options: TestAppOptions = {}): Promise<TestApp & AsyncDisposable> {
  const timings = { rebootMs: 400, reinstallMs: 400, copyMs: 400, restoreMs: 400, ...options.timings };
  return enterBothConnected({ ...options, timings });
}

/** {@link enterCare}, with snapshots and backups on the first server, all made long ago. */
export function enterWithCopies(
  snapshots: string[],
  backups: string[] = [],
  timings: TestAppOptions['timings'] = {},
  telegram: TestAppOptions['telegram'] = {},
): Promise<TestApp & AsyncDisposable> {
  const servers = [
    {
      backup: 30,
      snapshots: snapshots.map((name) => ({ name, readyAt: 0 })),
      backups: backups.map((volumeId) => ({ volumeId, size: '9.2', readyAt: 0 })),
    },
    {},
    {},
  ];
  return enterCare({ accounts: [{ token: TOKEN, servers }, { token: OTHER_TOKEN }], timings, telegram });
}

/** The first server as the provider has it. */
export function server({ provider }: TestApp): ServerState {
  return provider.account(TOKEN).server(SERVER);
}

/** Opens the first server's card and presses what leads on from there, one after another. */
export async function go(person: Person, ...labels: (string | RegExp)[]): Promise<string> {
  await person.say('/server 10.0.0.0');
  for (const label of labels) await person.press(label);
  return person.screen();
}
