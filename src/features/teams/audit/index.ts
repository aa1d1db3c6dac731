import { InputFile } from 'grammy';
import { isEphemeral } from '../../../store/operations/index.ts';
import { findAccess, noteInTeam } from '../../../telegram/access/require-right.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { onButton } from '../../../telegram/ui/button.ts';
import { onCommand } from '../../../telegram/ui/command.ts';
import { name, teamName } from '../../../telegram/ui/format.ts';
import { edit, removeMessage, type Screen } from '../../../telegram/ui/screen.ts';
import { sendHarmless, sendPrivately, show } from '../../../telegram/ui/show.ts';
import { changeableMessage, messageIdOf } from '../../../telegram/ui/tapped-message.ts';
import { buttons } from '../../buttons.ts';
import { toPrivate, toPrivateWithCommand } from '../../common/next-steps.ts';
import { requireAccess } from '../../common/require.ts';
import { mayIn } from '../own-team.ts';
import { DAY_MS } from './days.ts';
import { type Format, logFiles } from './file.ts';
import {
  type Chosen,
  filterOf,
  keepChosen,
  keptChosen,
  knownIn,
  type Log,
  logOfEnded,
  placeIn,
  readFilter,
  requireLog,
  serverBy,
} from './filter.ts';
import { logScreen, logsScreen, pickDayScreen, pickScreen, type ShownLog, whichScreen } from './screen.ts';

const PAGE_SIZE = 10;

/** /audit [NAME] [DAY]: what was done in a team, by whom and when, for its admins and owner. */
export const audit = new Composer<Ctx>();

onCommand(audit, 'audit', async (ctx) => {
  const found = await logsHere(ctx);
  const [log] = found;
  if (!log || found.length > 1) return showAlone(ctx, logsScreen(ctx, found));
  const { by, rest, meant } = await readFilter(ctx, log, ctx.match);
  const [only, ...more] = meant;
  const shown = { log, by, filter: await keepChosen(ctx, log, by) };
  if (rest === '') return showLog(ctx, shown);
  if (!only) throw new Refusal((t) => t('audit-unknown', { wanted: name(rest) }));
  if (more.length > 0) return showAlone(ctx, whichScreen(ctx, shown, rest, meant));
  await showLog(ctx, await chosenToo(ctx, shown, only));
});

audit.use(
  onButton(buttons.audit, async (ctx, { team, filter, from }) => {
    await showLog(ctx, await shownOf(ctx, team, filter), from);
  }),
);
audit.use(
  onButton(buttons.auditLogs, async (ctx, { page }) => {
    ctx.pendingCommand = '/audit';
    await showAlone(ctx, logsScreen(ctx, await logsHere(ctx), page));
  }),
);
audit.use(
  onButton(buttons.auditPick, async (ctx, { team, filter, by, page }) => {
    const shown = await shownOf(ctx, team, filter);
    if (by === 'd') return showAlone(ctx, pickDayScreen(ctx, shown, page));
    if (by !== 's' && by !== 'p') throw new Refusal((t) => t('button-old'));
    await showAlone(ctx, pickScreen(ctx, shown, by, await knownIn(ctx, shown.log), page));
  }),
);
audit.use(
  onButton(buttons.auditChoose, async (ctx, { team, filter, by, value }) => {
    const shown = await shownOf(ctx, team, filter);
    await showLog(ctx, await chosenToo(ctx, shown, await valueIn(ctx, shown.log, by, value)));
  }),
);
audit.use(
  onButton(buttons.auditFile, async (ctx, { team, filter, format }) => {
    const shown = await shownOf(ctx, team, filter);
    if (format !== 'csv' && format !== 'jsonl') throw new Refusal((t) => t('button-old'));
    void ctx.answer();
    await sendFiles(ctx, shown, format);
  }),
);

/** In private the team in use, or else all logs that the person may read. @throws NotAllowed, Refusal */
async function logsHere(ctx: Ctx): Promise<Log[]> {
  const { store } = ctx.services;
  const none = new Refusal((t) => t('audit-no-team'));
  const found = await findAccess(ctx, 'anyone');
  const here = 'denied' in found ? undefined : found.team;
  if (here && (!isPrivate(ctx) || mayIn(ctx, here, 'audit'))) return [await requireLog(ctx, here.id)];
  // Throws with the reason for a person who is not in the group's team.
  if ('denied' in found && found.team !== undefined) await requireAccess(ctx, 'audit');
  if (!isPrivate(ctx)) throw none;
  const [teams, ended] = await Promise.all([store.teams.ofPerson(ctx.person.id), store.teams.endedOf(ctx.person.id)]);
  const readable = teams.filter((team) => mayIn(ctx, team, 'audit'));
  const all = [...readable.map((team) => ({ id: team.id, title: teamName(team), team })), ...ended.map(logOfEnded)];
  if (all.length > 0) return all;
  if (!here) throw none;
  return [await requireLog(ctx, here.id)];
}

/** @throws NotAllowed, Refusal */
async function shownOf(ctx: Ctx, team: string, filter: string): Promise<ShownLog> {
  ctx.pendingCommand = '/audit';
  const log = await requireLog(ctx, team);
  return { log, by: await keptChosen(ctx, log, filter), filter };
}

async function chosenToo(ctx: Ctx, { log, by }: ShownLog, more: Chosen): Promise<ShownLog> {
  const both = { ...by, ...more };
  return { log, by: both, filter: await keepChosen(ctx, log, both) };
}

/** @throws Refusal where the value is no longer known */
async function valueIn(ctx: Ctx, log: Log, by: string, value: string): Promise<Chosen> {
  if (by === 'd' && /^\d{1,6}$/.test(value)) return { day: Number(value) * DAY_MS };
  const { people, servers } = await knownIn(ctx, log);
  const person = by === 'p' ? people.find(({ id }) => String(id) === value) : undefined;
  if (person) return { person };
  const server = by === 's' ? await serverBy(ctx, log, servers, value) : undefined;
  if (!server) throw new Refusal((t) => t('button-old'));
  return { server };
}

async function showLog(ctx: Ctx, shown: ShownLog, from = ''): Promise<void> {
  const { log, by } = shown;
  const page = await ctx.services.store.audit.page(log.id, filterOf(ctx, by), PAGE_SIZE, placeIn(from));
  await showAlone(ctx, logScreen(ctx, shown, page));
}

/**
 * Shows a screen to the person alone. In a group an empty message goes first: where Telegram made it ephemeral, it
 * becomes
 * the screen, else a link to the private chat. The group never sees the content.
 */
async function showAlone(ctx: Ctx, screen: Screen): Promise<void> {
  if (isPrivate(ctx)) {
    await show(ctx, screen);
    return;
  }
  const chat = ctx.chat?.id ?? ctx.person.id;
  const pressed = changeableMessage(ctx);
  const tapped = pressed && messageIdOf(pressed);
  if (tapped !== undefined && isEphemeral(tapped) && (await edit(ctx.api, chat, tapped, screen, ctx.person.id))) return;
  const id = await sendHarmless(ctx, { text: ctx.t('audit-reading') });
  if (isEphemeral(id) && (await edit(ctx.api, chat, id, screen, ctx.person.id))) return;
  const instead = { text: ctx.t('audit-private-only'), keyboard: [await toPrivateWithCommand(ctx)] };
  if (!(await edit(ctx.api, chat, id, instead, ctx.person.id))) await sendHarmless(ctx, instead);
}

async function sendFiles(ctx: Ctx, { log, by }: ShownLog, format: Format): Promise<void> {
  const { t, person, services } = ctx;
  const { store } = services;
  const team = name(log.title);
  const coming = await sendPrivately(ctx, { text: t('audit-file-coming', { team }) });
  if (coming === undefined) {
    const text = t('audit-file-unreached');
    await sendHarmless(ctx, { text, keyboard: [toPrivate(ctx)] });
    return;
  }
  await noteInTeam(ctx, log.id, {
    event: 'exported',
    after: format,
    ...(by.server ? { server: by.server } : {}),
    ...(by.person ? { member: by.person } : {}),
    ...(by.day === undefined ? {} : { before: new Date(by.day).toISOString().slice(0, 10) }),
  });
  for await (const { name: file, bytes, count } of logFiles(store.audit.all(log.id, filterOf(ctx, by)), format, t)) {
    const caption = t('audit-file-caption', { team, count });
    await sendPrivately(ctx, { type: 'document', file: new InputFile(bytes, file), caption });
  }
  await removeMessage(ctx.api, person.id, coming);
  if (!isPrivate(ctx)) await sendHarmless(ctx, { text: t('audit-file-sent'), keyboard: [toPrivate(ctx)] });
}
