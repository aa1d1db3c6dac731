import type { Account, AuditNote, Binding } from '../../store/key-value/accounts.ts';
import type { Team } from '../../store/key-value/teams.ts';
import { askerOf } from '../../telegram/access/require-right.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { ask, onAsked } from '../../telegram/dialog/ask.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { roleWords } from '../../telegram/failures/right-words.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { onCommand } from '../../telegram/ui/command.ts';
import { isolate, name, teamName, tidyName } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { buttons, FROM_ACCOUNT } from '../buttons.ts';
import { normalise } from '../common/input/typed-input.ts';
import { home, sendToPrivate } from '../common/next-steps.ts';
import { endTeam } from '../common/teams/end-team.ts';

const QUESTION = 'label';
const MAX_LABEL_LENGTH = 32;

/** In private chats only: others in a group must not see a person's accounts. */
export const accounts = new Composer<Ctx>();

onCommand(accounts, 'accounts', async (ctx) => {
  if (!isPrivate(ctx)) return sendToPrivate(ctx, 'accounts-group');
  await send(ctx, await list(ctx));
});
const screens = accounts.chatType('private');
screens.use(onButton(buttons.accounts, async (ctx) => show(ctx, await list(ctx))));
screens.use(
  onButton(buttons.account, async (ctx, { account }) => {
    await show(ctx, one(ctx, await requireOwn(ctx, account), await teamWith(ctx, account)));
  }),
);
screens.use(
  onButton(buttons.useAccount, async (ctx, { account }) => {
    // A personal account, or the account of one of the person's teams.
    const found = await ctx.services.accesses.of(askerOf(ctx), 'anyone', account);
    if (!found) throw new Refusal((t) => t('account-gone'));
    void ctx.answer();
    await ctx.services.store.accounts.change(ctx.person.id, (binding) => {
      binding.current = found.account.id;
    });
    await show(ctx, await list(ctx));
  }),
);
screens.use(
  onButton(buttons.renameAccount, async (ctx, { account }) => {
    const { account: found } = await requireOwn(ctx, account);
    await askForLabel(
      ctx,
      account,
      ctx.t('account-rename-ask', { account: name(found.label), most: MAX_LABEL_LENGTH }),
    );
  }),
);
screens.use(onAsked(QUESTION, (ctx, { text, about: [account = ''] }) => rename(ctx, account, text)));
screens.use(
  onButton(buttons.disconnectAccount, async (ctx, { account }) => {
    const { account: found } = await requireOwn(ctx, account);
    const team = await teamWith(ctx, account);
    const lent = team ? [ctx.t('account-disconnect-lent', { team: name(teamName(team)) })] : [];
    await show(ctx, {
      text: [ctx.t('account-disconnect-ask', { account: name(found.label) }), ...lent].join('\n\n'),
      keyboard: [
        [buttons.disconnectNow.make(ctx.t.plain('button-disconnect-now'), { account }, 'danger')],
        [buttons.account.make(ctx.t.plain('button-back'), { account })],
      ],
    });
  }),
);
screens.use(
  onButton(buttons.disconnectNow, async (ctx, { account }) => {
    const team = await teamWith(ctx, account);
    // First, so that no member is left with an account that is gone.
    if (team) await endTeam(ctx, team, 'disconnected');
    const gone = await ctx.services.store.accounts.change(ctx.person.id, (binding) => {
      const found = binding.accounts.find(({ id }) => id === account);
      binding.accounts = binding.accounts.filter((other) => other !== found);
      if (binding.current === account) binding.current = binding.accounts[0]?.id;
      return found;
    });
    void ctx.answer();
    ctx.services.accesses.lists.forget(`${ctx.person.id}:${account}`);
    // A repeated tap after a crash finds the account gone.
    const words = gone ? ctx.t('account-disconnected', { account: name(gone.label) }) : ctx.t('account-gone');
    const ended = team ? [ctx.t('account-team-ended', { team: name(teamName(team)) })] : [];
    await show(ctx, await list(ctx, [words, ...ended].join('\n')));
  }),
);

async function teamWith({ services, person }: Ctx, account: string): Promise<Team | undefined> {
  const teams = await services.store.teams.ofPerson(person.id);
  return teams.find(({ ownerId, accountId }) => ownerId === person.id && accountId === account);
}

async function askForLabel(ctx: Ctx, account: string, text: string): Promise<void> {
  const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
  await ask(ctx, QUESTION, [account], { text, keyboard: [[cancel]] });
}

async function rename(ctx: Ctx, id: string, typed: string | undefined): Promise<void> {
  const label = tidyName(typed ?? '');
  if (label === '' || [...label].length > MAX_LABEL_LENGTH) {
    return askForLabel(ctx, id, ctx.t('account-rename-unfit', { most: MAX_LABEL_LENGTH }));
  }
  const found = await change(ctx, id, (account, binding) => {
    if (binding.accounts.some((other) => other !== account && normalise(other.label) === normalise(label)))
      return undefined;
    account.label = label;
    return { account, current: binding.current };
  });
  if (!found) return askForLabel(ctx, id, ctx.t('account-rename-taken'));
  await send(ctx, one(ctx, found, await teamWith(ctx, id)));
}

async function list(ctx: Ctx, notice?: string): Promise<Screen> {
  const { t, services, person } = ctx;
  const [{ accounts: own }, teams, current] = await Promise.all([
    services.store.accounts.get(person.id),
    services.store.teams.ofPerson(person.id),
    services.accesses.of(askerOf(ctx), 'anyone'),
  ]);
  const marked = (id: string, label: string) =>
    id === current?.account.id ? t.plain('chosen', { name: label }) : label;
  const rows = own.map(({ id, label }) => [buttons.account.make(marked(id, isolate(label)), { account: id })]);
  const lent = teams.filter(({ ownerId }) => ownerId !== person.id);
  const ofTeams = lent.map((each) => {
    const { accountId, members } = each;
    const role = members.find(({ userId }) => userId === person.id)?.role ?? 'viewer';
    const team = isolate(teamName(each, MAX_LABEL_LENGTH));
    const label = t.plain('account-of-team', { team, role: roleWords(t, role) });
    return [buttons.teamAccount.make(marked(accountId, label), { account: accountId })];
  });
  const text = own.length === 0 ? t('accounts-none') : t('accounts', { count: own.length });
  const marks = lent.length === 0 ? [] : [t('accounts-teams', { count: lent.length })];
  return {
    text: [...(notice ? [notice] : []), text, ...marks].join('\n\n'),
    keyboard: [
      ...rows,
      ...ofTeams,
      [buttons.connect.make(t.plain('button-connect'), {})],
      ...(isPrivate(ctx) ? [home(ctx)] : []),
    ],
  };
}

/** @param team the team that uses the account */
function one(ctx: Ctx, { account, current }: Own, team: Team | undefined): Screen {
  const { t } = ctx;
  const id = account.id;
  const isCurrent = id === current;
  const ofTeam = { account: id, page: '0', via: FROM_ACCOUNT };
  return {
    text: [
      t(isCurrent ? 'account-current' : 'account', { account: name(account.label) }),
      ...(team ? [t('account-lent', { team: name(teamName(team)), count: team.members.length })] : []),
    ].join('\n\n'),
    keyboard: [
      ...(isCurrent ? [] : [[buttons.useAccount.make(t.plain('button-use'), { account: id }, 'primary')]]),
      [buttons.servers.make(t.plain('button-servers'), { account: id, page: '0', filter: '' })],
      ...(team
        ? [
            [buttons.team.make(t.plain('button-team-show'), { team: team.id })],
            [
              buttons.protectedServers.make(t.plain('button-protected'), ofTeam),
              buttons.teamLimits.make(t.plain('button-team-limits'), ofTeam),
            ],
          ]
        : []),
      [
        buttons.limit.make(t.plain('button-limit'), { account: id }),
        buttons.news.make(t.plain('button-news'), { via: id }),
      ],
      [
        buttons.renameAccount.make(t.plain('button-rename'), { account: id }),
        buttons.replaceToken.make(t.plain('button-replace-token'), { account: id }),
      ],
      [buttons.disconnectAccount.make(t.plain('button-disconnect'), { account: id }, 'danger')],
      [buttons.accounts.make(t.plain('button-back'), {})],
    ],
  };
}

export interface Own {
  account: Account;
  current: string | undefined;
}

/** Also answers the tap. @throws Refusal for an account that is not the person's own */
export async function requireOwn(ctx: Ctx, id: string): Promise<Own> {
  const { accounts: connected, current } = await ctx.services.store.accounts.get(ctx.person.id);
  const account = connected.find((candidate) => candidate.id === id);
  if (!account) throw new Refusal((t) => t('account-gone'));
  void ctx.answer();
  return { account, current };
}

export async function change<T>(
  ctx: Pick<Ctx, 'services' | 'person' | 'answer'>,
  id: string,
  edit: (account: Account, binding: Binding, note: AuditNote) => T,
): Promise<T> {
  const changed = await ctx.services.store.accounts.change(ctx.person.id, (binding, note) => {
    const found = binding.accounts.find((account) => account.id === id);
    if (!found) throw new Refusal((t) => t('account-gone'));
    return edit(found, binding, note);
  });
  void ctx.answer();
  return changed;
}
