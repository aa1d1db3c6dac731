import { Composer } from 'grammy';
import sshpk from 'sshpk';
import { sshKey as kind } from '../../operations/credentials.ts';
import type { Operation } from '../../operations/index.ts';
import { requireAccess } from '../../telegram/access.ts';
import { ask, onAsked } from '../../telegram/ask.ts';
import { onButton } from '../../telegram/button.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { deleteSecretMessage } from '../../telegram/delete-message.ts';
import { readDocument } from '../../telegram/document.ts';
import { code, name } from '../../telegram/format.ts';
import type { Html, Translate } from '../../telegram/i18n.ts';
import { Refusal } from '../../telegram/refusal.ts';
import type { Screen } from '../../telegram/screen.ts';
import type { TextKey } from '../../telegram/texts.ts';
import { buttons } from '../buttons.ts';
import { operationScreen } from '../operation-screen.ts';
import { reference, requireServer } from './find.ts';
import { prepare, targetWords, toCard } from './prepare.ts';

const QUESTION = 'ssh-key';
/** An RSA key of 16,384 bits has less. */
const LONGEST = 8 * 1024;
const PRIVATE = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----|PuTTY-User-Key-File/;
const TYPES =
  /^(ssh-(rsa|ed25519|dss)|ecdsa-sha2-nistp(256|384|521)|sk-(ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)$/;

/** Sets a server's SSH key: a public one, pasted or sent as a file. A private one is deleted at once and goes nowhere. */
export const sshKey = new Composer<Ctx>();

sshKey.use(
  onButton(buttons.sshKey, async (ctx, { account, server }) => {
    if (!isPrivate(ctx)) throw new Refusal((t) => t('private-only'));
    const access = await requireAccess(ctx, account);
    const found = await requireServer(ctx, access, server);
    await askForKey(ctx, account, server, ctx.t('ssh-key-ask', { server: name(found.name) }));
  }),
);
sshKey.use(
  onAsked(QUESTION, async (ctx, { text, about: [account = '', server = ''] }) => {
    const again = (key: TextKey & `ssh-key-${'private' | 'private-stays' | 'unfit' | 'large'}`) =>
      askForKey(ctx, account, server, ctx.t(key));
    const sent = text ?? (await readDocument(ctx, LONGEST));
    if (sent === 'too-large') return again('ssh-key-large');
    if (sent === undefined) return again('ssh-key-unfit');
    if (PRIVATE.test(sent)) {
      return again((await deleteSecretMessage(ctx)) ? 'ssh-key-private' : 'ssh-key-private-stays');
    }
    const key = readKey(sent);
    if (!key) return again(sent.length > LONGEST ? 'ssh-key-large' : 'ssh-key-unfit');
    const access = await requireAccess(ctx, account);
    await prepare(ctx, access, await requireServer(ctx, access, server), {
      kind: 'sshKey',
      parameters: { key: key.line, fingerprint: key.fingerprint },
      screen: sshKeyScreen,
    });
  }),
);

async function askForKey(ctx: Ctx, account: string, server: string, text: string): Promise<void> {
  await ask(ctx, QUESTION, [account, server], {
    text,
    keyboard: [[buttons.more.make(ctx.t.plain('button-cancel'), { account, server })]],
  });
}

interface PublicKey {
  /** The one line that is sent. */
  line: string;
  type: string;
  bits: number;
  comment: string;
  /** SHA256, as ssh-keygen shows it. */
  fingerprint: string;
}

/** Reads one line in the authorized-key format; undefined where it is none. */
function readKey(sent: string): PublicKey | undefined {
  const line = sent.trim().replace(/[ \t]+/g, ' ');
  const [type = '', body = '', ...rest] = line.split(' ');
  if (/[\r\n]/.test(line) || line.length > LONGEST || !TYPES.test(type) || !/^[A-Za-z0-9+/]+=*$/.test(body))
    return undefined;
  try {
    const key = sshpk.parseKey(`${type} ${body}`, 'ssh');
    return { line, type, bits: key.size, comment: rest.join(' '), fingerprint: key.fingerprint('sha256').toString() };
  } catch {
    // sshpk names what is wrong inside the key; for the person it is the same: not a key.
    return undefined;
  }
}

export function sshKeyScreen(operation: Operation, t: Translate): Screen {
  const parameters = kind.parametersOf(operation);
  const { unclear } = kind.progressOf(operation);
  const values = { account: operation.accountId, server: reference(parameters.serverId) };
  const key = readKey(parameters.key);
  const comment: string | Html = key?.comment ? code(key.comment) : t('ssh-key-no-comment');
  return operationScreen(operation, t, {
    what: { html: t('ssh-key-what', { server: targetWords(parameters) }) },
    means: t('ssh-key-means', {
      type: code(key?.type ?? ''),
      bits: key?.bits ?? 0,
      comment,
      fingerprint: code(parameters.fingerprint),
    }),
    yes: t.plain('ssh-key-yes'),
    unclear,
    done: t('ssh-key-fingerprint', { fingerprint: code(parameters.fingerprint) }),
    again: buttons.sshKey.make(t.plain('button-ask-again'), values),
    back: [[toCard(operation, parameters, t)]],
  });
}
