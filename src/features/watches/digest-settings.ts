import type { InlineKeyboardButton } from 'grammy/types';
import type { Digest } from '../../store/jobs/digests.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { formatClock } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { alert, show } from '../../telegram/ui/show.ts';
import { DEFAULT_HOUR, nextDigestAt } from '../../watches/digest.ts';
import { quietIn } from '../../watches/quiet.ts';
import { buttons } from '../buttons.ts';
import { home } from '../common/next-steps.ts';
import { timetableOf } from './digests.ts';

const HOURS_A_DAY = 24;
const HOURS_A_ROW = 6;

/** Whether a person gets the daily digest, and at what hour; private chats only. */
export const digestSettings = new Composer<Ctx>();

const screens = digestSettings.chatType('private');
screens.use(
  onButton(buttons.digest, async (ctx) =>
    show(ctx, screenOf(ctx, await ctx.services.store.digests.get(ctx.person.id))),
  ),
);
screens.use(onButton(buttons.digestOff, (ctx) => turn(ctx, false)));
screens.use(
  onButton(buttons.digestLater, async (ctx) => {
    const { hour = DEFAULT_HOUR } = await change(ctx, (digest) => ({ ...digest, later: true }));
    const { t } = ctx;
    await alert(ctx, t.plain('digest-later', { time: t.plain('time-zoned', { time: clockOf(hour, t.locale) }) }));
  }),
);
screens.use(onButton(buttons.digestSet, (ctx, { on }) => turn(ctx, on === 'y')));
screens.use(
  onButton(buttons.digestHour, async (ctx, { hour: text }) => {
    const hour = /^\d{1,2}$/.test(text) ? Number(text) : HOURS_A_DAY;
    if (hour >= HOURS_A_DAY) throw new Refusal((t) => t('button-old'));
    // Who chooses an hour wants it.
    await show(ctx, screenOf(ctx, await change(ctx, ({ off: _, ...digest }) => ({ ...digest, hour }))));
  }),
);

/** What /watch says of the digest. */
export async function digestLine(ctx: Ctx): Promise<string[]> {
  return isPrivate(ctx) ? [stateWords(ctx, await ctx.services.store.digests.get(ctx.person.id))] : [];
}

export function digestButton(ctx: Ctx): InlineKeyboardButton[] {
  return isPrivate(ctx) ? [buttons.digest.make(ctx.t.plain('button-digest'), {})] : [];
}

async function turn(ctx: Ctx, isOn: boolean): Promise<void> {
  const changed = await change(ctx, ({ off: _, ...digest }) => (isOn ? digest : { ...digest, off: true }));
  await show(ctx, screenOf(ctx, changed));
}

/** Changes the person's digest, and when it is due. */
async function change({ services, person }: Ctx, edit: (digest: Digest) => Digest): Promise<Digest> {
  const { store, operations } = services;
  const quiet = await quietIn(store.chats, person.id, undefined);
  return store.digests.change(person.id, (before) => {
    const digest = { ...edit(before), locale: person.locale };
    const dueAt = digest.off ? null : nextDigestAt(timetableOf(digest, person.locale, quiet), operations.now());
    return { ...digest, dueAt };
  });
}

function stateWords({ t }: Ctx, digest: Digest | undefined): string {
  if (digest?.off) return t('digest-is-off');
  return t('digest-is-on', { time: t.plain('time-zoned', { time: clockOf(digest?.hour ?? DEFAULT_HOUR, t.locale) }) });
}

function screenOf(ctx: Ctx, digest: Digest | undefined): Screen {
  const { t } = ctx;
  const hours = Array.from({ length: HOURS_A_DAY }, (_, hour) => {
    const name = clockOf(hour, t.locale);
    const isChosen = !digest?.off && hour === (digest?.hour ?? DEFAULT_HOUR);
    return buttons.digestHour.make(isChosen ? t.plain('chosen', { name }) : name, { hour: String(hour) });
  });
  const rows = Array.from({ length: HOURS_A_DAY / HOURS_A_ROW }, (_, row) =>
    hours.slice(row * HOURS_A_ROW, (row + 1) * HOURS_A_ROW),
  );
  const isOff = digest?.off === true;
  const toggle = buttons.digestSet.make(t.plain(isOff ? 'button-digest-on' : 'button-digest-off'), {
    on: isOff ? 'y' : 'n',
  });
  return {
    text: [t('digest-settings'), stateWords(ctx, digest), t('digest-how')].join('\n\n'),
    keyboard: [...rows, [toggle, ...home(ctx)]],
  };
}

function clockOf(hour: number, locale: string): string {
  return formatClock(`${String(hour).padStart(2, '0')}:00`, locale);
}
