import type { InlineKeyboardButton } from 'grammy/types';
import type { Digest } from '../../store/jobs/digests.ts';
import type { Access } from '../../telegram/access.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { mayHere } from '../../telegram/rights.ts';
import { show } from '../../telegram/ui/show.ts';
import { isExpiryTold, MOST_WITHOUT } from '../../watches/digest.ts';
import { buttons } from '../buttons.ts';
import { domainReference, domainWords } from '../common/domain-words.ts';
import { placeOfWatches } from '../common/watching.ts';
import { onDomain } from './known-domains.ts';

/** The bell of a domain: whether the digest of this chat tells when it expires. By default it does. */
export const expiryBells = new Composer<Ctx>();

expiryBells.use(
  onDomain(buttons.domainBell, async (ctx, access, domain, { on }) => {
    const digest = await digestHere(ctx, access);
    if (!digest) throw new Refusal((t) => t('button-old'));
    const { chatId, topicId } = digest;
    const isOn = on === 'y';
    const changed = await ctx.services.store.digests.change(
      chatId,
      ({ without: before = [], ...others }) => {
        const rest = before.filter((each) => each !== domain);
        const without = isOn ? rest : [...rest, domain].slice(-MOST_WITHOUT);
        return without.length > 0 ? { ...others, without } : others;
      },
      topicId,
    );
    const { t } = ctx;
    const words = { domain: domainWords(domain) };
    const account = access.account.id;
    const card = buttons.domain.make(t.plain('button-domain-card'), { account, domain: domainReference(domain) });
    // In a group whose digest is off there is no bell.
    const isSilent = isOn && changed.off === true;
    const turnOn = buttons.digestSet.make(t.plain('button-digest-on'), { on: 'y' }, 'primary');
    await show(ctx, {
      text: t(isSilent ? 'domain-bell-set-silent' : `domain-bell-set-${isOn ? 'on' : 'off'}`, words),
      keyboard: [...(isSilent ? [[turnOn]] : []), [bellButton(ctx, access, domain, isOn)], [card]],
    });
  }),
);

/** What the card of a domain says of its expiry's watch, and the button that changes it; nothing where the person can't set that. */
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

/** The digest of this chat that tells of the account's domains; one that is off in a group tells nobody of a domain. */
async function digestHere(
  ctx: Ctx,
  access: Access,
): Promise<Pick<Digest, 'chatId' | 'topicId' | 'off' | 'without'> | undefined> {
  const place = placeOfWatches(ctx, access);
  if (!place) return undefined;
  const { chatId, topicId, team } = place;
  const digest = await ctx.services.store.digests.get(chatId, topicId);
  // A digest in private tells of the person's own accounts.
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
