import type { MiddlewareFn } from 'grammy';
import type { User } from 'grammy/types';
import type { Store } from '../../store/index.ts';
import type { Ctx, Services } from '../context.ts';
import { questionKey } from '../dialog/ask.ts';
import { LOCALES, type Locale, type Texts } from '../i18n/index.ts';
import type { Taps } from '../updates/taps.ts';
import { arrivalOf, isAnonymous, isTypedTap } from '../updates/update.ts';

export async function localeOf(store: Store, texts: Texts, person: User): Promise<Locale> {
  const chosen = (await store.preferences.get(String(person.id)))?.locale;
  return chosen !== undefined && LOCALES.includes(chosen) ? chosen : texts.for(person.language_code);
}

/** Updates of anonymous admins, channels and bots go to `anonymous`. */
export function identifyUser(services: Services, taps: Taps, anonymous: MiddlewareFn<Ctx>): MiddlewareFn<Ctx> {
  return async (ctx, next) => {
    const from = ctx.from;
    const tap = ctx.callbackQuery;
    const isTyped = tap !== undefined && isTypedTap(tap.id);
    if (isTyped) ctx.keepsTapped = true;
    ctx.services = services;
    ctx.arrivedAt = arrivalOf(ctx.update);
    ctx.isTapLate = () => tap !== undefined && (isTyped || taps.isLate(tap.id));
    ctx.isNews = (words) => {
      const { chat, message_id: id } = tap?.message ?? {};
      return !chat || taps.isNews(`${chat.id}:${id}`, words, ctx.arrivedAt ?? services.operations.now());
    };
    ctx.answer = async (text, options) => (tap && !isTyped ? taps.answer(tap.id, text, options) : false);
    // A card of this bot that a person sent inline needs no answer.
    if (!from || (ctx.message ?? ctx.editedMessage)?.via_bot?.id === ctx.me.id) return;
    let locale = services.texts.for(from.language_code);
    ctx.t = services.texts.in(locale);
    ctx.person = { id: from.id, locale };
    if (isAnonymous(ctx.update, from)) return void (await anonymous(ctx, async () => undefined));
    const rows = { person: String(from.id), question: questionKey(ctx.chat?.id, from.id) };
    await services.store.readingAhead(rows, async () => {
      try {
        locale = await localeOf(services.store, services.texts, from);
      } catch (error) {
        // Only the language is lost: a handler that needs the store reports the outage.
        services.report(error, 'language');
      }
      ctx.t = services.texts.in(locale);
      ctx.person = { id: from.id, locale };
      await next();
    });
  };
}
