import type { InlineKeyboardButton } from 'grammy/types';
import type { Failure } from '../../../hosting/index.ts';
import { serverReference } from '../../../hosting/kept-lists.ts';
import { MOST, resourcesOf } from '../../../operations/kinds/upgrade.ts';
import type { Access } from '../../../telegram/access.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/refusal.ts';
import { failureWords } from '../../../telegram/report-failure.ts';
import { formatNumber, name } from '../../../telegram/ui/format.ts';
import { show } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import type { Named } from '../../common/find-server.ts';
import { CHOOSABLE, type Choice, type Choosable, isIncrease, readChoice, startFrom, writeChoice } from './choice.ts';
import { upgradeLines } from './screen.ts';

/** What one tap adds; with more than two in a row a phone cuts the label off. */
const STEPS: Record<Choosable, readonly number[]> = {
  cpu: [1, 2],
  ram: [1, 4],
  disk: [10, 50],
  backup: [1, 3],
  traffic: [50, 200],
};
/** What a phone shows of a label in a third of its width; the rest, the number at its end, would be cut off. */
const ROOM = 14;

/**
 * Shows what the server has and what is wanted so far, to be changed by steps or by typing.
 * @param to the choice as a button carries it; what the server has where it is left out
 * @param problem what the provider said against it
 */
export async function choose(ctx: Ctx, access: Access, server: Named, to?: string, problem?: Failure): Promise<void> {
  const status = await access.hosting.servers.status(server.id);
  const has = resourcesOf(status);
  const choice = to === undefined ? startFrom(has) : readChoice(to, has);
  if (!choice) throw new Refusal((t) => t('button-old'));
  const { t } = ctx;
  const values = { account: access.account.id, server: serverReference(server.id) };
  const unknown = CHOOSABLE.some((each) => choice[each] === undefined);
  const ready = isIncrease(choice, has);
  const lines = ready ? upgradeLines(t, has, choice) : [t(unknown ? 'upgrade-unread' : 'upgrade-choose')];
  const said = problem ? [failureWords(t, problem), ''] : [];
  const go = buttons.upgradeAsk.make(t.plain('button-price'), { ...values, to: writeChoice(choice) }, 'primary');
  const reset = buttons.upgrade.make(t.plain('button-reset'), values);
  await show(ctx, {
    text: [...said, t('upgrade', { server: name(server.name) }), '', ...lines].join('\n'),
    keyboard: [
      ...CHOOSABLE.flatMap((each) => rows(ctx, values, choice, each, problem?.fields?.[each] !== undefined)),
      ...(ready ? [[go, reset]] : []),
      [buttons.server.make(t.plain('button-card'), values)],
    ],
  });
}

/** A resource as it is chosen now, to be typed, and the steps by which it grows; below it where its label is long. */
function rows(
  { t }: Ctx,
  values: { account: string; server: string },
  choice: Choice,
  resource: Choosable,
  wrong: boolean,
): InlineKeyboardButton[][] {
  const now = choice[resource];
  const value = now === undefined ? '?' : formatNumber(now, t.locale);
  const to = writeChoice(choice);
  const amount = t.plain(`upgrade-label-${resource}`, { value });
  const label = wrong ? t.plain('field-problem', { field: amount }) : amount;
  const typed = buttons.upgradeType.make(label, { ...values, to, resource });
  const offered = now === undefined ? [] : STEPS[resource].filter((step) => now + step <= MOST);
  const steps = offered.map((step) =>
    buttons.upgradeTo.make(t.plain('upgrade-step', { step: formatNumber(step, t.locale) }), {
      ...values,
      to: writeChoice({ ...choice, [resource]: (now ?? 0) + step }),
    }),
  );
  return [...label].length > ROOM && steps.length > 0 ? [[typed], steps] : [[typed, ...steps]];
}
