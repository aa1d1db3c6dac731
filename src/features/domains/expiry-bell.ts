import type { InlineKeyboardButton } from 'grammy/types';
import type { Digest } from '../../store/jobs/digests.ts';
import type { Access } from '../../telegram/access/access.ts';
import { mayHere } from '../../telegram/access/require-right.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate, toldHere } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { show } from '../../telegram/ui/show.ts';
import type { WatchTarget } from '../../watches/audited.ts';
import { isExpiryTold, MOST_WITHOUT } from '../../watches/digest.ts';
import { buttons } from '../buttons.ts';
import { domainReference, domainWords } from '../common/domain-words.ts';
import { changeInTeam, placeOfWatches } from '../common/watches/watching.ts';
import { onDomain } from './names/known-domains.ts';

/** Whether this chat's digest warns before a domain expires; on by default. */
export const expiryBells = new Composer<Ctx>();

expiryBells.use(
  onDomain(buttons.domainBell, async (ctx, access, domain, { on }) => {
    const digest = await digestHere(ctx, access);
    if (!digest) throw new Refusal((t) => t('button-old'));
    const isOn = on === 'y';
    const changed = await setExpiryTold(ctx, access, digest, domain, isOn);
    const { t } = ctx;
    const words = { domain: domainWords(domain) };
    const account = access.account.id;
    const card = buttons.domain.make(t.plain('button-domain-card'), { account, domain: domainReference(domain) });
    // A group with the digest off has no bell.
    const isSilent = isOn && changed.off === true;
    const turnOn = buttons.digestSet.make(t.plain('button-digest-on'), { on: 'y' }, 'primary');
    await show(ctx, {
      text: t(isSilent ? 'domain-bell-set-silent' : `domain-bell-set-${isOn ? 'on' : 'off'}`, words),
      keyboard: [...(isSilent ? [[turnOn]] : []), [bellButton(ctx, access, domain, isOn)], [card]],
    });
  }),
);

/** The team's audit log names who changed it. @throws NotAllowed, Refusal if the digest is no longer the team's */
async function setExpiryTold(
  ctx: Ctx,
  { team }: Access,
  { chatId, topicId }: Pick<Digest, 'chatId' | 'topicId'>,
  domain: string,
  isOn: boolean,
): Promise<Digest> {
  const { store } = ctx.services;
  if (isPrivate(ctx) || !team)
    return store.digests.change(
      chatId,
      (digest) => ({ ...withExpiryTold(digest, domain, isOn), ...toldHere(ctx) }),
      topicId,
    );
  return changeInTeam(ctx, team, 'notices', ({ digests }, note) =>
    digests.change(
      chatId,
      (digest) => {
        if (digest.team !== team.id || digest.off) throw new Refusal((t) => t('button-old'));
        if (isExpiryTold(digest, domain) !== isOn)
          note({ event: isOn ? 'watched' : 'unwatched', action: 'expiry' satisfies WatchTarget, domain });
        return withExpiryTold(digest, domain, isOn);
      },
      topicId,
    ),
  );
}

function withExpiryTold({ without: before = [], ...others }: Digest, domain: string, isOn: boolean): Digest {
  const rest = before.filter((each) => each !== domain);
  const without = isOn ? rest : [...rest, domain].slice(-MOST_WITHOUT);
  return without.length > 0 ? { ...others, without } : others;
}

/** Nothing if the person can't change the warning. */
export async function expiryBell(
  ctx: Ctx,
  access: Access,
  domain: string,
): Promise<{ lines: string[]; row: InlineKeyboardButton[] }> {
  const digest = await digestHere(ctx, access);
  if (!digest) return { lines: [], row: [] };
  const isOn = isExpiryTold(digest, domain);
  return { lines: [ctx.t(wordsOf(isOn, digest))], row: [bellButton(ctx, access, domain, isOn)] };
}

async function digestHere(
  ctx: Ctx,
  access: Access,
): Promise<Pick<Digest, 'chatId' | 'topicId' | 'off' | 'without'> | undefined> {
  const place = placeOfWatches(ctx, access);
  if (!place) return undefined;
  const { chatId, topicId, team } = place;
  const digest = await ctx.services.store.digests.get(chatId, topicId);
  // A digest in private covers the person's own accounts.
  if (isPrivate(ctx)) return team === undefined ? (digest ?? { chatId, topicId }) : undefined;
  return digest?.team === team && !digest?.off && mayHere(ctx, access.team, 'notices') ? digest : undefined;
}

function wordsOf(isOn: boolean, { off }: Pick<Digest, 'off'>) {
  if (!isOn) return 'domain-bell-off';
  return off ? 'domain-bell-silent' : 'domain-bell-on';
}

function bellButton({ t }: Ctx, { account }: Access, domain: string, isOn: boolean): InlineKeyboardButton {
  const values = { account: account.id, domain: domainReference(domain), on: isOn ? 'n' : 'y' };
  return buttons.domainBell.make(t.plain(isOn ? 'button-domain-bell-off' : 'button-domain-bell-on'), values);
}
