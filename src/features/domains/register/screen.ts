import type { InlineKeyboardButton } from 'grammy/types';
import { DOMAIN_YEARS } from '../../../hosting/index.ts';
import type { DomainPreferences } from '../../../store/key-value/domains.ts';
import type { Ctx } from '../../../telegram/context.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { code, formatNumber, isolate, shorten } from '../../../telegram/ui/format.ts';
import { inRows, type Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { domainWords } from '../../common/domain-words.ts';
import { home } from '../../common/next-steps.ts';
import { accountLines, type PaymentContext } from '../../common/payment/view.ts';
import { lastAnswered, missingIn, type RegistrationDraft } from './registration-draft.ts';

const YEARS_IN_A_ROW = 5;
const MAX_LABEL_LENGTH = 40;

export interface DraftView {
  national: boolean;
  preferences: DomainPreferences;
  payment: PaymentContext;
  ways?: InlineKeyboardButton[][];
  /** HTML. */
  trouble?: string | undefined;
}

/** After the last question, a button asks the price again. */
export function draftScreen(t: Translate, draft: RegistrationDraft, view: DraftView): Screen {
  const { national, preferences, payment, ways = [], trouble } = view;
  const question = missingIn(draft, national);
  const last = question === 'nameServers' && preferences.nameServers ? [lastServers(t, preferences.nameServers)] : [];
  const text = [
    [
      t('register-title', { domain: domainWords(draft.domain) }),
      ...accountLines(t, payment),
      ...answers(t, draft, national),
    ].join('\n'),
    ...(trouble === undefined ? [] : [trouble]),
    ...(question === undefined
      ? []
      : [t(question === 'nicHandle' && !national ? 'register-ask-handle' : `register-ask-${question}`), ...last]),
  ].join('\n\n');
  return { text, keyboard: [...ways, ...choices(t, question, preferences), back(t, draft, national)] };
}

function answers(t: Translate, { period, nicHandle, nameServers }: RegistrationDraft, national: boolean): string[] {
  const years = national ? 1 : period;
  const hosts: Html = { html: (nameServers ?? []).map((host) => domainWords(host).html).join(' · ') };
  return [
    ...(years === undefined ? [] : [t('registration-years', { years })]),
    ...(nicHandle === undefined ? [] : [t('registration-handle', { handle: code(nicHandle) })]),
    ...(nameServers === undefined ? [] : [t('registration-servers', { hosts })]),
  ];
}

function lastServers(t: Translate, nameServers: readonly string[]): string {
  return [t('register-servers-last'), ...nameServers.map((host) => domainWords(host).html)].join('\n');
}

function choices(
  t: Translate,
  question: ReturnType<typeof missingIn>,
  preferences: DomainPreferences,
): InlineKeyboardButton[][] {
  const { nicHandle, nameServers } = preferences;
  if (question === undefined) return [[buttons.registerPrice.make(t.plain('button-register-price'), {}, 'primary')]];
  if (question === 'nicHandle') return nicHandle === undefined ? [] : [[same('handle', nicHandle)]];
  if (question === 'nameServers') return nameServers === undefined ? [] : [[same('servers', nameServers.join(' '))]];
  const years = Array.from({ length: DOMAIN_YEARS.max }, (_, index) =>
    buttons.registerFor.make(formatNumber(index + 1, t.locale), { years: String(index + 1) }),
  );
  return inRows(years, YEARS_IN_A_ROW);
}

function same(what: 'handle' | 'servers', words: string): InlineKeyboardButton {
  return buttons.registerAsBefore.make(isolate(shorten(words, MAX_LABEL_LENGTH)), { what }, 'primary');
}

function back(t: Translate, draft: RegistrationDraft, national: boolean): InlineKeyboardButton[] {
  const changeable = lastAnswered(draft, national) !== undefined;
  return [
    ...(changeable ? [buttons.registerBack.make(t.plain('button-back'), {})] : []),
    buttons.registerLeave.make(t.plain('button-cancel'), {}),
  ];
}

export function closedScreen(ctx: Ctx, why: 'left' | 'outdated'): Screen {
  const check = buttons.checkAsk.make(ctx.t.plain('button-check'), {});
  return { text: ctx.t(`register-${why}`), keyboard: [[check, ...home(ctx)]] };
}
