button-snapshots = 📸 Snapshots
button-backups = 🗄 Backups
button-restore = ⏮ Restore
button-delete = 🗑 Delete
button-all-snapshots = ‹ Snapshots
button-all-backups = ‹ Backups

snapshots =
    📸 <b>Snapshots</b> of { $server }

    { $count ->
        [0] No snapshots yet.
        [one] One snapshot.
       *[other] { $count } snapshots.
    }
snapshot = 📸 Snapshot { $copy } of { $server }
button-snapshot-new = ➕ New snapshot
snapshot-name-ask = Send a name for the new snapshot of { $server }, or use the date and time.
button-snapshot-name = 🕒 Use the date and time
snapshot-name-unfit = This can’t be used as a name. Send one line of at most 64 characters.
snapshot-name-taken = A snapshot with this name already exists. Send another name.
button-another-name = ✏️ Another name
snapshot-vanished = This snapshot is no longer on the list.
snapshot-create-question = ❓ Take the snapshot { $copy } of { $server }?
snapshot-create-what = Snapshot { $copy } of { $server }
snapshot-create-did = Snapshot { $copy } of { $server } taken
snapshot-create-means = The current state of the server is saved under this name.
snapshot-create-yes = Yes, take the snapshot
snapshot-created-as = The name of the snapshot on { -provider }’s list: { $copy }
snapshot-before-reinstall = You can now reinstall the server with { $os }.
snapshot-restore-question = ❓ Restore { $server } from the snapshot { $copy }?
snapshot-restore-what = Restore of { $server } from the snapshot { $copy }
snapshot-restore-did = { $server } restored from the snapshot { $copy }
snapshot-restore-means = ⚠️ <b>Everything changed on the server after this snapshot is lost.</b> The server is down during the restore. If you may need the current state, take a new snapshot first.
snapshot-delete-question = ❓ Delete the snapshot { $copy } of { $server }?
snapshot-delete-what = Deletion of the snapshot { $copy } of { $server }
snapshot-delete-did = Snapshot { $copy } of { $server } deleted
snapshot-delete-means = ⚠️ A deleted snapshot can’t be brought back. The server itself does not change.
snapshot-delete-yes = Yes, delete the snapshot

backups =
    🗄 <b>Backups</b> of { $server }

    { $count ->
        [0] No backups yet.
        [one] One backup.
       *[other] { $count } backups.
    }
backup =
    🗄 Backup { $copy } of { $server }

    Date: { $date }
    Size (from { -provider }): { $size }
button-backup-new = ➕ New backup
backup-vanished = This backup is no longer on the list.
backup-unstated = unknown
backup-create-question = ❓ Create a backup of { $server }?
backup-create-what = Backup of { $server }
backup-create-did = Backup of { $server } created
backup-create-means = The backup is created and gets a name automatically.
backup-create-yes = Yes, create the backup
backup-restore-question = ❓ Restore { $server } from the backup { $copy }?
backup-restore-what = Restore of { $server } from the backup { $copy }
backup-restore-did = { $server } restored from the backup { $copy }
backup-restore-means = ⚠️ <b>Everything changed on the server after this backup is lost.</b> The server is down during the restore. If you may need the current state, take a snapshot first.
backup-delete-question = ❓ Delete the backup { $copy } of { $server }?
backup-delete-what = Deletion of the backup { $copy } of { $server }
backup-delete-did = Backup { $copy } of { $server } deleted
backup-delete-means = ⚠️ A deleted backup can’t be brought back. The server itself does not change.
backup-delete-yes = Yes, delete the backup
backup-created-as = Its name: { $copy }

command-snapshot = Take a snapshot: /snapshot NAME
