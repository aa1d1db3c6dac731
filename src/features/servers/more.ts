import { Composer } from 'grammy';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { name } from '../../telegram/ui/format.ts';
import { show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { onServer } from '../common/find-server.ts';

/** The buttons that the card has no room for. */
export const more = new Composer<Ctx>();

more.use(
  onServer(buttons.more, async (ctx, access, server, values) => {
    const { t } = ctx;
    const first = { ...values, page: '0' };
    const alias = access.account.aliases.has(server.id);
    const naming = [
      buttons.nameServer.make(t.plain(alias ? 'button-rename' : 'button-name'), values),
      ...(alias ? [buttons.unnameServer.make(t.plain('button-unname'), values)] : []),
    ];
    const secret = [
      [
        buttons.reinstall.make(t.plain('button-reinstall'), values),
        buttons.password.make(t.plain('button-password'), values),
      ],
      [buttons.sshKey.make(t.plain('button-ssh-key'), values)],
      naming,
    ];
    await show(ctx, {
      text: t(isPrivate(ctx) ? 'more' : 'more-group', { server: name(server.name) }),
      keyboard: [
        [
          buttons.snapshots.make(t.plain('button-snapshots'), first),
          buttons.backups.make(t.plain('button-backups'), first),
        ],
        [buttons.rescue.make(t.plain('button-rescue'), values)],
        // Typed answers and secrets belong into the private chat.
        ...(isPrivate(ctx) ? secret : []),
        [buttons.server.make(t.plain('button-card'), values)],
      ],
    });
  }),
);
