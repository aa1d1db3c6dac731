import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import type { Operation } from '../../../operations/index.ts';
import { upgradeKind as kind, type Resources, UPGRADABLE, type Upgradable } from '../../../operations/kinds/upgrade.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { formatNumber } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { awayOf } from '../../common/operation/away.ts';
import { moneyScreen } from '../../common/payment/screen.ts';
import type { PaymentContext } from '../../common/payment/view.ts';
import { targetWords } from '../../common/servers/find-server.ts';
import { amountWords, gigabytes } from '../../common/servers/server-words.ts';
import { writeChoice } from './choice.ts';

export function upgradeScreen(operation: Operation, t: Translate, payment: PaymentContext): Screen {
  const parameters = kind.parametersOf(operation);
  const progress = kind.progressOf(operation);
  const { seen, unclear, unreadable } = progress;
  const away = awayOf(t, operation, progress, parameters);
  const server = targetWords(parameters);
  const values = { account: operation.accountId, server: serverReference(parameters.serverId) };
  const { state } = operation;
  // After the upgrade the bought values already say what the server has.
  const followed = state !== 'ready' && state !== 'done';
  return moneyScreen(
    operation,
    t,
    {
      what: { html: t('upgrade-what', { server }) },
      ask: t('upgrade-ask', { server }),
      lines: upgradeLines(t, seen.had ?? {}, parameters.to),
      bought: changeLines(
        t,
        seen.had ?? {},
        parameters.to,
        state === 'done' ? 'upgrade-traffic-added' : 'upgrade-traffic',
      ),
      means: t('upgrade-means'),
      yes: (price) => t.plain('upgrade-yes', { price }),
      by: parameters.by,
      unclear,
      unreadable,
      done: t('upgrade-done', { server }),
      evidence: away?.words ?? (followed && seen.has ? nowLine(t, seen.has) : undefined),
      back: [...(away?.helps ?? []), [buttons.server.make(t.plain('button-card'), values)]],
      changes: [buttons.upgradeTo.make(t.plain('button-change-values'), { ...values, to: writeChoice(parameters.to) })],
      again: buttons.upgradeTo.make(t.plain('button-ask-again'), { ...values, to: writeChoice(parameters.to) }),
    },
    payment,
  );
}

/** The units of the order are stated, those of the status record are not, unless the operator names them. */
export function upgradeLines(t: Translate, from: Resources, to: Record<Upgradable | 'traffic', number>): string[] {
  const { cpu, ram, disk, backup } = to;
  const key = hasUnits(t) ? 'upgrade-sent' : 'upgrade-units';
  return [...changeLines(t, from, to, 'upgrade-traffic'), t(key, { cpu, ram, disk, backup })];
}

function changeLines(
  t: Translate,
  from: Resources,
  to: Record<Upgradable | 'traffic', number>,
  traffic: 'upgrade-traffic' | 'upgrade-traffic-added',
): string[] {
  const number = (value: number) => formatNumber(value, t.locale);
  const changes = UPGRADABLE.filter((each) => from[each] !== to[each]).map((each) =>
    t(`upgrade-${each}`, { from: shown(t, each, from[each]), to: wanted(t, each, to[each]) }),
  );
  return [...changes, ...(to.traffic > 0 ? [t(traffic, { to: number(to.traffic) })] : [])];
}

function hasUnits(t: Translate): boolean {
  return t.terms.unit('memory') !== undefined && t.terms.unit('disk') !== undefined;
}

/** Names the unit only if the present value has one too. */
function wanted(t: Translate, of: Upgradable, value: number): string {
  const units = { cpu: undefined, ram: t.terms.unit('memory'), disk: t.terms.unit('disk'), backup: undefined };
  return units[of] === undefined ? formatNumber(value, t.locale) : gigabytes(t, value);
}

function nowLine(t: Translate, { cpu, ram, disk, backup }: Resources): string {
  return t('upgrade-now', {
    cpu: shown(t, 'cpu', cpu),
    ram: shown(t, 'ram', ram),
    disk: shown(t, 'disk', disk),
    backup: shown(t, 'backup', backup),
  });
}

function shown(t: Translate, of: Upgradable, value: number | undefined): string | Html {
  return value === undefined ? '–' : amountWords(t, of, value);
}
