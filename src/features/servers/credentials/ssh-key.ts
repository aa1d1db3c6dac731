import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import type { Operation } from '../../../operations/index.ts';
import { sshKeyKind as kind } from '../../../operations/kinds/credentials.ts';
import { Composer } from '../../../telegram/composer.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { ask, onAsked } from '../../../telegram/dialog/ask.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import type { TextKey } from '../../../telegram/i18n/texts.ts';
import { deleteSecretMessage } from '../../../telegram/secrets/deletion.ts';
import {
  isPrivateKey,
  joinPublicKey,
  LONGEST_KEY,
  mayBePrivateKey,
  readPublicKey,
} from '../../../telegram/secrets/public-key.ts';
import { readDocument } from '../../../telegram/ui/document.ts';
import { code, name, shorten } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { send } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { operationScreen } from '../../common/operation/screen.ts';
import { requirePrivate } from '../../common/require.ts';
import { onServer, requireOwnServer, targetWords } from '../../common/servers/find-server.ts';
import { openConfirm, readingLine, toCard } from '../open-confirm.ts';

const QUESTION = 'ssh-key';
/** A private key is longer than its public one, and must be recognised as such. */
const MAX_FILE_BYTES = 64 * 1024;
const MAX_COMMENT_LENGTH = 150;

/** Takes a public key, pasted or as a file. A private one is deleted at once and goes nowhere. */
export const sshKey = new Composer<Ctx>();

sshKey.use(
  onServer(
    buttons.sshKey,
    (ctx, _, { name: called }, { account, server }) =>
      askForKey(ctx, account, server, ctx.t('ssh-key-ask', { server: name(called) })),
    requirePrivate,
  ),
);
sshKey.use(
  onAsked(QUESTION, async (ctx, { text, about: [account = '', server = ''] }) => {
    const again = (key: TextKey & `ssh-key-${'private' | 'private-stays' | 'unfit' | 'broken' | 'large'}`) =>
      askForKey(ctx, account, server, ctx.t(key));
    const sent = text ?? (await readDocument(ctx, MAX_FILE_BYTES));
    if (sent === 'too-large') return again('ssh-key-large');
    if (mayBePrivateKey(sent ?? '') || isPrivateKey(ctx.message?.caption ?? '')) return again(await deletePrivate(ctx));
    const key = readPublicKey(sent ?? '') ?? joinPublicKey(sent ?? '');
    if (key === 'broken') return again('ssh-key-broken');
    if (!key) return again((sent ?? '').length > LONGEST_KEY ? 'ssh-key-large' : 'ssh-key-unfit');
    const { access, server: found } = await requireOwnServer(ctx, 'sshKey', account, server);
    await openConfirm(ctx, access, found, {
      kind: 'sshKey',
      parameters: { key: key.line, fingerprint: key.fingerprint },
      screen: sshKeyScreen,
    });
  }),
);
// A private key that no question asked for must not stay in the chat either.
sshKey.chatType('private').on('message:text', async (ctx, next) => {
  if (!isPrivateKey(ctx.message.text)) return next();
  await send(ctx, { text: ctx.t(await deletePrivate(ctx)) });
});

async function deletePrivate(ctx: Ctx): Promise<'ssh-key-private' | 'ssh-key-private-stays'> {
  return (await deleteSecretMessage(ctx)) ? 'ssh-key-private' : 'ssh-key-private-stays';
}

async function askForKey(ctx: Ctx, account: string, server: string, text: string): Promise<void> {
  await ask(ctx, QUESTION, [account, server], {
    text,
    keyboard: [[buttons.more.make(ctx.t.plain('button-cancel'), { account, server })]],
  });
}

export function sshKeyScreen(operation: Operation, t: Translate): Screen {
  const parameters = kind.parametersOf(operation);
  const values = { account: operation.accountId, server: serverReference(parameters.serverId) };
  const key = readPublicKey(parameters.key);
  const comment: string | Html = key?.comment
    ? code(shorten(key.comment, MAX_COMMENT_LENGTH))
    : t('ssh-key-no-comment');
  return operationScreen(operation, t, {
    what: { html: t('ssh-key-what', { server: targetWords(parameters) }) },
    question: t('ssh-key-question', { server: targetWords(parameters) }),
    did: t('ssh-key-did', { server: targetWords(parameters) }),
    means: t('ssh-key-means', {
      type: code(key?.type ?? ''),
      bits: key?.bits ?? 0,
      comment,
      fingerprint: code(parameters.fingerprint),
    }),
    reading: readingLine(t, operation, kind.progressOf(operation), false),
    yes: t.plain('ssh-key-yes'),
    untold: true,
    done: t('ssh-key-fingerprint', { fingerprint: code(parameters.fingerprint) }),
    again: buttons.sshKey.make(t.plain('button-ask-again'), values),
    back: [[toCard(operation, parameters, t)]],
  });
}
