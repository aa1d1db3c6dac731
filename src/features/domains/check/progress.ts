import type { Api } from 'grammy';
import type { Check, Checks, Found } from '../../../store/checks.ts';
import type { ChatLimits } from '../../../telegram/api/limits.ts';
import type { Texts } from '../../../telegram/i18n/index.ts';
import { edit } from '../../../telegram/ui/screen.ts';
import { progressScreen } from './screen.ts';

const PROGRESS_MS = 3_000;
/** A group has 20 messages a minute for everything: it sees every fourth step. */
const GROUP_STEPS = 4;

interface Dependencies {
  api: Api;
  limits: ChatLimits;
  checks: Pick<Checks, 'hold'>;
  texts: Texts;
  report(error: unknown, where: string): void;
  /** How often it is shown and held. */
  everyMs?: number | undefined;
}

interface Running {
  check: Check;
  found: ReadonlyMap<number, Found>;
  control: AbortController;
  /** Whether the provider holds it up just now. */
  slow(): boolean;
  /** Until when it is in hand, from now on. */
  held(): number;
}

/**
 * Shows how far a check is every few seconds, and holds it meanwhile; ends it where somebody else did, or has it in hand.
 * Returns what stops that, and resolves to the check as it was last held when the last of it is shown.
 */
export function showProgress(
  { api, limits, checks, texts, report, everyMs = PROGRESS_MS }: Dependencies,
  { check, found, control, slow, held }: Running,
) {
  let showing: Promise<unknown> = Promise.resolve();
  let busy = false;
  let step = 0;
  let mine = check;
  const fits = async () => !limits.away(check.chatId) && (await limits.admit(check.chatId)) === 0;
  const turn = () => check.chatId > 0 || step++ % GROUP_STEPS === 0;
  const tick = async () => {
    const until = held();
    // Ended by somebody, or taken over by another process while this one stood still.
    if (!(await checks.hold(mine, until))) return control.abort();
    mine = { ...mine, heldUntil: until };
    if (check.messageId !== undefined && turn() && (await fits()))
      await edit(api, check.chatId, check.messageId, progressScreen(check, found, texts.in(check.locale), slow()));
  };
  const showNow = () => {
    if (busy) return;
    busy = true;
    showing = tick()
      .catch((error) => report(error, 'check'))
      .finally(() => {
        busy = false;
      });
  };
  // Its message shows how it ended before, or how far it was.
  if (check.round > 0 || found.size > 0) showNow();
  const timer = setInterval(showNow, everyMs);
  return async (): Promise<Check> => {
    clearInterval(timer);
    await showing;
    return mine;
  };
}
