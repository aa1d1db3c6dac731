import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { showChoice } from '../../telegram/dialog/ask.ts';
import { LOCALES, localeNamed } from '../../telegram/i18n/index.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { onCommand } from '../../telegram/ui/command.ts';
import { buttons } from '../buttons.ts';
import { normalise } from '../common/input/typed-input.ts';
import { home, sendToPrivate } from '../common/next-steps.ts';

export const language = new Composer<Ctx>();

onCommand(language, 'language', async (ctx) => {
  if (!isPrivate(ctx)) return sendToPrivate(ctx, 'private-only');
  const wanted = localeNamed(normalise(ctx.match));
  if (wanted !== undefined) await choose(ctx, wanted);
  await showLanguages(ctx);
});
language.use(onButton(buttons.languages, showLanguages));
language.use(
  onButton(buttons.language, async (ctx, { locale }) => {
    if (LOCALES.includes(locale)) await choose(ctx, locale);
    await showLanguages(ctx);
  }),
);

async function choose(ctx: Ctx, locale: string): Promise<void> {
  await ctx.services.store.preferences.change(
    String(ctx.person.id),
    () => ({}),
    (chosen) => {
      chosen.locale = locale;
    },
  );
  ctx.person.locale = locale;
  ctx.t = ctx.services.texts.in(locale);
}

async function showLanguages(ctx: Ctx): Promise<void> {
  const rows = LOCALES.map((locale) => {
    const own = ctx.services.texts.in(locale).plain('language-name');
    const label = locale === ctx.person.locale ? ctx.t.plain('chosen', { name: own }) : own;
    return [buttons.language.make(label, { locale })];
  });
  await showChoice(ctx, { text: ctx.t('language'), keyboard: [...rows, home(ctx)] }, rows.flat());
}
