import type { Operation } from '../../../operations/index.ts';
import { passwordKind } from '../../../operations/kinds/credentials.ts';
import { reinstallKind } from '../../../operations/kinds/reinstall.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { spoiler } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { targetWords } from '../../common/servers/find-server.ts';

const MAX_COPY_LENGTH = 256;

export function secretScreen(operation: Operation, secret: string, t: Translate): Screen {
  const kind = operation.kind === 'reinstall' ? reinstallKind : passwordKind;
  // After a lost answer the password may be in force: the person has to try it.
  const words = operation.state === 'unknown' ? 'secret-uncertain' : 'secret';
  const copy =
    secret.length <= MAX_COPY_LENGTH ? [[{ text: t.plain('copy-password'), copy_text: { text: secret } }]] : [];
  return {
    text: t(words, { server: targetWords(kind.parametersOf(operation)), password: spoiler(secret) }),
    keyboard: [...copy, [buttons.deleteNow.make(t.plain('button-delete-now'), {})]],
  };
}

export function secretNote(operation: Operation, t: Translate): string | undefined {
  if (operation.delivered === undefined) return undefined;
  if (operation.delivered === 'unsent') return t('secret-unsent');
  if (operation.secretTo !== undefined) return t('secret-sent-owner');
  if (operation.state === 'unknown') return t('secret-sent-uncertain');
  return t('secret-sent');
}
