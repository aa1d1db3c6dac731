import { isOn } from '../../../hosting/index.ts';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import type { Operation } from '../../../operations/index.ts';
import type { StatusSeen, Target } from '../../../operations/kinds/target.ts';
import type { Progress } from '../../../operations/kinds/watched.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { formatTime } from '../../../telegram/ui/format.ts';
import { buttons } from '../../buttons.ts';
import { targetWords } from '../servers/find-server.ts';
import type { View } from './screen.ts';

export function awayOf(
  t: Translate,
  operation: Operation,
  { seen, unclear, unreadable, over }: Progress<StatusSeen>,
  target: Target,
): View['away'] {
  const { leftOnAt, last, disturbed } = seen;
  const isAway = leftOnAt !== undefined && last !== undefined && !isOn(last);
  if (!isAway || !unclear || unreadable || disturbed) return undefined;
  const values = { account: operation.accountId, server: serverReference(target.serverId) };
  return {
    words: t('operation-away', {
      server: targetWords(target),
      time: formatTime(leftOnAt, t),
      read: over ? 'ended' : 'on',
    }),
    helps: [
      [
        buttons.power.make(t.plain('button-on'), { ...values, action: 'on' }, 'success'),
        buttons.console.make(t.plain('button-console'), values),
      ],
    ],
  };
}
