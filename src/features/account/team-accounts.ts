import { memberOf, SPENDING_MS } from '../../teams/rights.ts';
import type { Access } from '../../telegram/access/access.ts';
import { askerOf, mayHere } from '../../telegram/access/require-right.ts';
import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';
import { roleWords } from '../../telegram/failures/right-words.ts';
import { name, teamName } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { leftLines } from '../common/payment/limit-form.ts';
import { onAccount } from '../common/require.ts';

/** A team's account as a member sees it: without its token, its name and all else that is the owner's. */
export const teamAccounts = new Composer<Ctx>();

teamAccounts
  .chatType('private')
  .use(onAccount(buttons.teamAccount, async (ctx, access) => show(ctx, await teamAccount(ctx, access))));

async function teamAccount(ctx: Ctx, { account, team }: Access): Promise<Screen> {
  const { t, services, person } = ctx;
  const current = await services.accesses.of(askerOf(ctx), 'anyone');
  const isCurrent = current?.account.id === account.id;
  const member = team && memberOf(team, person.id);
  const head = t(isCurrent ? 'lent-account-current' : 'lent-account', {
    team: name(team ? teamName(team) : account.label),
    role: roleWords(t, member?.role ?? 'viewer'),
  });
  return {
    text: [head, ...(await spendingLines(ctx, team))].join('\n\n'),
    keyboard: [
      ...(isCurrent ? [] : [[buttons.useAccount.make(t.plain('button-use'), { account: account.id }, 'primary')]]),
      [buttons.servers.make(t.plain('button-servers'), { account: account.id, page: '0', filter: '' })],
      [buttons.orders.make(t.plain('button-orders'), { filter: 'paid', page: '0' })],
      ...(team ? [[buttons.team.make(t.plain('button-team-show'), { team: team.id })]] : []),
      ...(team && person.id !== team.ownerId
        ? [[buttons.teamLeave.make(t.plain('button-team-leave'), { team: team.id }, 'danger')]]
        : []),
      [buttons.accounts.make(t.plain('button-back'), {})],
    ],
  };
}

async function spendingLines(ctx: Ctx, team: Access['team']): Promise<string[]> {
  const { t, services, person } = ctx;
  // The owner's spending has only the limits of the account itself.
  if (!team || person.id === team.ownerId || !mayHere(ctx, team, 'spend')) return [];
  const limits = memberOf(team, person.id)?.limits ?? [];
  const now = services.operations.now();
  const sent = await services.store.ledger.sentByTeam(team.id, now - SPENDING_MS);
  const mine = sent.filter(({ userId }) => userId === person.id);
  const own = leftLines(t, limits, mine, now);
  const ofTeam = leftLines(t, team.limits, sent, now);
  return [
    [t('lent-own-limit'), ...(own.length > 0 ? own : [t('team-limit-member-none')])].join('\n'),
    ...(ofTeam.length > 0 ? [[t('team-limit-team'), ...ofTeam].join('\n')] : []),
  ];
}
