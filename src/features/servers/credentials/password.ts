import { randomInt } from 'node:crypto';
import type { InlineKeyboardButton } from 'grammy/types';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import type { Operation } from '../../../operations/index.ts';
import { passwordKind as kind } from '../../../operations/kinds/credentials.ts';
import type { Access } from '../../../telegram/access/access.ts';
import { Composer } from '../../../telegram/composer.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { ask, onAsked } from '../../../telegram/dialog/ask.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { deleteSecretMessage } from '../../../telegram/secrets/deletion.ts';
import { code, name } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { send, show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { operationScreen } from '../../common/operation/screen.ts';
import { requirePrivate } from '../../common/require.ts';
import { type Named, onServer, requireOwnServer, targetWords } from '../../common/servers/find-server.ts';
import { openConfirm, readingLine, toCard } from '../open-confirm.ts';
import { secretNote } from './secret-screen.ts';

const QUESTION = 'password';
const MAX_LENGTH = 200;
const GENERATED_LENGTH = 20;
const MIN_STRONG_LENGTH = 12;
/** One line, no blanks at its ends. */
const TYPEABLE = /^(?! )[^\p{Cc}\p{Zl}\p{Zp}]+(?<! )$/u;
/** Keyboards insert these unnoticed, or can't show them: they would lock the person out. */
const DOUBTFUL = /(?!\p{ASCII})[\p{C}\p{Z}\p{P}\p{N}\p{Default_Ignorable_Code_Point}\uff00-\uffef\u2212]/gu;
/** A console may have no keys for them. */
const FOREIGN = /\P{ASCII}/gu;
const MAX_NAMED = 8;
/** Telegram makes this formatting of signs and takes them away: `**`, `__`, `~~`, `||` and backticks. */
const MADE_OF_SIGNS: ReadonlySet<string> = new Set([
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'spoiler',
  'code',
  'pre',
]);
/** Without look-alikes, and without signs that shells and consoles treat specially. */
const ALPHABETS = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '-_.:+='] as const;
const COMMON = /pass(word)?|qwerty|12345|admin|root|letmein|welcome|abc123/i;

/** Private chats only. */
export const password = new Composer<Ctx>();

password.use(
  onServer(
    buttons.password,
    async (ctx, _, server, values) => {
      const { t } = ctx;
      await show(ctx, {
        text: t('password-ask', { server: name(server.name) }),
        keyboard: [
          [makeStrong(t, values)],
          [buttons.passwordOwn.make(t.plain('button-password-own'), values)],
          [buttons.server.make(t.plain('button-card'), values)],
        ],
      });
    },
    requirePrivate,
  ),
);
password.use(
  onServer(
    buttons.passwordMake,
    (ctx, access, server) => change(ctx, access, server, makePassword(), false),
    requirePrivate,
  ),
);
password.use(
  onServer(
    buttons.passwordOwn,
    (ctx, _, { name: called }, { account, server }) =>
      ask(ctx, QUESTION, [account, server], askOwn(ctx, called, account, server), 'secret'),
    requirePrivate,
  ),
);
password.use(
  onAsked(QUESTION, async (ctx, { text, about: [account = '', server = ''] }) => {
    const deleted = await deleteSecretMessage(ctx);
    if (!deleted) await send(ctx, { text: ctx.t('secret-delete-yourself') });
    const { access, server: found } = await requireOwnServer(ctx, 'password', account, server);
    const problem = problemOf(ctx, text);
    if (text !== undefined && problem === undefined) return change(ctx, access, found, text, true);
    const screen = askOwn(ctx, found.name, account, server);
    await ask(ctx, QUESTION, [account, server], { ...screen, text: problem ?? '' }, 'secret');
  }),
);

function problemOf({ t, message }: Ctx, text: string | undefined): string | undefined {
  if (text === undefined || [...text].length > MAX_LENGTH || !TYPEABLE.test(text)) return t('password-unfit');
  if (message?.entities?.some(({ type }) => MADE_OF_SIGNS.has(type))) return t('password-formatted');
  const characters = namedIn(text, DOUBTFUL);
  return characters && t('password-doubtful', { characters });
}

function namedIn(text: string, kind: RegExp): Html | undefined {
  const found = [...new Set(text.match(kind))];
  const shown = found.slice(0, MAX_NAMED).map((each) => code(nameOf(each)).html);
  return found.length > 0 ? { html: shown.join(' ') + (found.length > MAX_NAMED ? ' …' : '') } : undefined;
}

function nameOf(character: string): string {
  const point = `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(character) ? point : `${character} ${point}`;
}

function askOwn(ctx: Ctx, server: string, account: string, found: string): Screen {
  const values = { account, server: found };
  return {
    text: ctx.t('password-own-ask', { server: name(server) }),
    keyboard: [[makeStrong(ctx.t, values)], [buttons.password.make(ctx.t.plain('button-cancel'), values)]],
  };
}

function makeStrong(t: Translate, values: { account: string; server: string }): InlineKeyboardButton {
  return buttons.passwordMake.make(t.plain('button-password-make'), values, 'primary');
}

async function change(ctx: Ctx, access: Access, server: Named, wanted: string, own: boolean): Promise<void> {
  await openConfirm(ctx, access, server, {
    kind: 'password',
    parameters: { password: wanted, own },
    screen: passwordScreen,
  });
}

/** Every alphabet is in it; the system's random source draws each character. */
function makePassword(): string {
  const all = ALPHABETS.join('');
  const pick = (letters: string) => letters[randomInt(letters.length)] ?? '';
  for (;;) {
    const made = Array.from({ length: GENERATED_LENGTH }, () => pick(all)).join('');
    const complete = ALPHABETS.every((letters) => [...made].some((character) => letters.includes(character)));
    // A program on the server could take a sign in front for an option.
    if (complete && /^[A-Za-z]/.test(made)) return made;
  }
}

/** By what attackers try first. */
function weakness(wanted: string): 'short' | 'plain' | 'common' | undefined {
  if (COMMON.test(wanted)) return 'common';
  if (wanted.length < MIN_STRONG_LENGTH) return 'short';
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((one) => one.test(wanted));
  return kinds.length < 2 ? 'plain' : undefined;
}

export function passwordScreen(operation: Operation, t: Translate): Screen {
  const parameters = kind.parametersOf(operation);
  const values = { account: operation.accountId, server: serverReference(parameters.serverId) };
  const weak = parameters.own ? weakness(parameters.password ?? '') : undefined;
  const means = t(parameters.own ? 'password-means-own' : 'password-means-made');
  const foreign = parameters.own ? namedIn(parameters.password ?? '', FOREIGN) : undefined;
  const warnings = [
    ...(foreign ? [t('password-foreign', { characters: foreign })] : []),
    ...(weak ? [t('password-weak', { why: t(`password-weak-${weak}`) })] : []),
  ];
  const typeAnother = buttons.passwordOwn.make(t.plain('button-password-another'), values);
  return operationScreen(operation, t, {
    what: { html: t('password-what', { server: targetWords(parameters) }) },
    question: t('password-question', { server: targetWords(parameters) }),
    did: t('password-did', { server: targetWords(parameters) }),
    means: [means, ...warnings].join('\n\n'),
    reading: readingLine(t, operation, kind.progressOf(operation), false),
    yes: t.plain('password-yes'),
    others: warnings.length === 0 ? [] : [[makeStrong(t, values)], [typeAnother]],
    untold: true,
    note: secretNote(operation, t),
    again: buttons.password.make(t.plain('button-ask-again'), values),
    back: [[toCard(operation, parameters, t)]],
  });
}
