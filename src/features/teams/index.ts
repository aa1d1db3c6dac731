import type { Bot } from 'grammy';
import { Composer } from '../../telegram/composer.ts';
import type { Ctx, Services } from '../../telegram/context.ts';
import { audit } from './audit/index.ts';
import { creating } from './lifecycle/creating.ts';
import { restoring } from './lifecycle/restoring.ts';
import { adding } from './members/adding.ts';
import { ownLeaving, resuming } from './members/leaving.ts';
import { members } from './members/members.ts';
import { tellNews } from './news.ts';
import { followOnCall } from './on-call/hand-over.ts';
import { onCall } from './on-call/index.ts';
import { createMemberTags } from './on-call/member-tag.ts';
import { rota } from './on-call/rota.ts';
import { overview } from './overview.ts';
import { breakGlass } from './protection/break-glass.ts';
import { followBreakGlass } from './protection/break-glass-message.ts';
import { protect } from './protection/protect.ts';
import { teamSpendingLimits } from './protection/spending-limits.ts';

export { leavings } from './members/leaving.ts';
export { topicNames } from './topic-name.ts';

/** A team is a group that uses an owner's account, with roles, protected servers, approvals and an audit log. */
export const teams = new Composer<Ctx>(
  creating,
  adding,
  members,
  overview,
  resuming,
  ownLeaving,
  restoring,
  protect,
  teamSpendingLimits,
  onCall,
  rota,
  breakGlass,
  audit,
);

export function startTeamWork(bot: Bot<Ctx>, services: Services): void {
  const tags = createMemberTags(bot, services);
  services.reminders.onTeam('onCall', (team) => followOnCall(bot.api, services, tags, team));
  services.reminders.onTeamNews((team, news) => tellNews(bot.api, services, team, news));
  services.reminders.onTeam('breakGlass', (team) => followBreakGlass(bot, services, team));
}
