import type { Alert } from '../../store/jobs/alerts.ts';
import type { Html, Translate } from '../../telegram/i18n/index.ts';
import { formatListed, name } from '../../telegram/ui/format.ts';
import { statusWords } from './server-rows.ts';

/** An alert as one line of a list. */
export function alertLine(alert: Alert, t: Translate): string {
  return t(`alert-line-${alert.what}`, { ...wordsOf(alert, t), time: formatListed(alert.since, t) });
}

/** The server of an alert, and its status as the provider gave it last, as texts name them. */
export function wordsOf({ server, status }: Alert, t: Translate): { server: Html; status: Html } {
  return { server: name(server?.name ?? ''), status: statusWords(t, status ?? '') };
}
