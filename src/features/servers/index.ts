import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';
import { pickers } from '../common/servers/choose-server.ts';
import { alias } from './alias.ts';
import { card, details, more } from './card.ts';
import { serverConsole } from './console.ts';
import { password } from './credentials/password.ts';
import { sshKey } from './credentials/ssh-key.ts';
import { graph } from './graph/index.ts';
import { list } from './list/index.ts';
import { confirmTyped } from './open-confirm.ts';
import { power } from './power.ts';
import { reinstall } from './reinstall.ts';
import { rescue } from './rescue.ts';
import { snapshotsAndBackups } from './snapshots/index.ts';
import { newSnapshot } from './snapshots/new-snapshot.ts';

export const servers = new Composer<Ctx>(
  list,
  pickers,
  card,
  details,
  power,
  graph,
  alias,
  more,
  serverConsole,
  rescue,
  snapshotsAndBackups,
  newSnapshot,
  reinstall,
  password,
  sshKey,
  confirmTyped,
);
