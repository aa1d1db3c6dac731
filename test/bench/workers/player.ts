import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import type { Script, Shown } from './script.ts';

/** Whose update it is; grammY and Telegraf have types of their own for them. */
interface Sender {
  id: number;
  language_code?: string | undefined;
}

/** Repeats what the real bot did. */
export interface Player {
  /** Repeats the real bot's calls for this text or button. @param outside runs an exchange with the provider, or a pause */
  play(
    sender: Sender,
    on: string,
    show: (shown: Shown) => Promise<unknown>,
    outside?: (work: () => Promise<void>) => Promise<void>,
  ): Promise<void>;
}

/** The environment names the script's file and the provider. */
export function openPlayer(): Player {
  const { HOSTING_API_URL = '', SCRIPT = '' } = process.env;
  // It was checked when it was recorded; checking it here would count as a peer's own time.
  const parts: Script = JSON.parse(readFileSync(SCRIPT, 'utf8'));
  return {
    async play({ id, language_code = '' }, on, show, outside = (work) => work()) {
      const known = parts[language_code];
      if (!known) throw new RangeError(`no part for ${language_code}`);
      for (const each of known.on[on] ?? []) {
        if (each.pauseMs > 0) await outside(() => wait(each.pauseMs));
        if (each.kind === 'show') await show(each);
        else await outside(() => ask(id, each, each.body?.replaceAll(String(known.person), String(id)) ?? null));
      }
    },
  };

  async function ask(
    person: number,
    { method, path }: { method: 'GET' | 'POST'; path: string },
    body: string | null,
  ): Promise<void> {
    const answer = await request(HOSTING_API_URL + path, {
      method,
      headers: {
        authorization: `Bearer provider-token-${person}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body,
    });
    await answer.body.json();
  }
}
