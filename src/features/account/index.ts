import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';
import { accounts } from './accounts.ts';
import { connect } from './connect.ts';
import { keptToken } from './kept-token.ts';
import { language } from './language.ts';
import { notifications } from './notifications.ts';
import { accountSpendingLimits } from './set-limit.ts';
import { start } from './start.ts';
import { teamAccounts } from './team-accounts.ts';

export { anonymous } from './connect.ts';

export const account = new Composer<Ctx>(
  start,
  language,
  connect,
  keptToken,
  accounts,
  teamAccounts,
  accountSpendingLimits,
  notifications,
);
