button-more = ⋯ More
button-console = 🖥 Console
button-snapshots = 📸 Snapshots
button-backups = 🗄 Backups
button-rescue = 🛟 Rescue
button-reinstall = 💿 Reinstall
button-password = 🔑 Password
button-ssh-key = 🗝 SSH key
button-eject = ⏏️ Eject the rescue disk
button-delete-now = 🗑 Delete this message now
button-restore = ♻️ Restore
button-delete = 🗑 Delete
button-all-snapshots = ‹ Snapshots
button-all-backups = ‹ Backups

more = ⋯ More for { $server }
more-group =
    ⋯ More for { $server }

    Reinstall, password, SSH key and name: in the private chat.

console =
    🖥 <b>Console</b> of { $server }

    Host: { $host }
    Port: { $port }
    Password: { $password }

    This message is deleted after 10 minutes.
console-open = 🌐 Open the console
console-open-here = 📱 Open inside Telegram
console-group = 🖥 The console holds a password, so it was sent to you in the private chat.
console-group-unreached = 🖥 The console holds a password, and the bot can’t write to you in private. Open the private chat, press Start, and ask again.
copy-address = 📋 Address
copy-host = 📋 Host
copy-port = 📋 Port
copy-password = 📋 Password

secret-coming = 🔒 The password follows in this message in a moment. It is deleted after 10 minutes.
secret =
    🔑 { $server }

    New password: { $password }

    Save it now: this message is deleted after 10 minutes, and the bot keeps no copy.
secret-uncertain =
    🔑 { $server }

    No answer from the provider, so this password may or may not be set: { $password }

    Try it, and save it if it works: this message is deleted after 10 minutes, and the bot keeps no copy.
secret-delete-yourself = ⚠️ The bot could not delete your message. Delete it now.
secret-sent = The new password is in a separate message, which is deleted after 10 minutes.
secret-sent-owner = The role of the person who asked has changed, so the new password went to the team’s owner.
secret-sent-uncertain = The password that may be set is in a separate message, which is deleted after 10 minutes.
secret-unsent = ⚠️ The new password could not be delivered to you. Set another one.

rescue =
    🛟 <b>Rescue</b> for { $server }

    A rescue disk starts the server from another system, so that you can repair its own. Attaching and ejecting both restart the server.
rescue-attached =
    🛟 <b>Rescue</b> for { $server }

    A rescue disk is attached. Ejecting it restarts the server from its own disk.
rescue-attach-question = ❓ Attach the rescue disk { $disk } to { $server }?
rescue-attach-what = Attaching the rescue disk { $disk } to { $server }
rescue-attach-did = Rescue disk { $disk } attached to { $server }
rescue-attach-means = ⚠️ The server restarts at once from the rescue disk. Its services are down until the disk is ejected.
rescue-attach-already = ℹ️ A rescue disk is already attached: the provider may refuse.
rescue-attach-yes = Yes, attach and restart
rescue-attach-done = It runs from the rescue disk. Eject the disk when you have finished.
rescue-eject-question = ❓ Eject the rescue disk from { $server }?
rescue-eject-what = Ejecting the rescue disk from { $server }
rescue-eject-did = Rescue disk ejected from { $server }
rescue-eject-means = ⚠️ The server restarts at once from its own disk.
rescue-eject-already = ℹ️ No rescue disk is attached: the provider may refuse.
rescue-eject-yes = Yes, eject and restart
rescue-eject-done = It runs from its own disk again.

reinstall =
    💿 <b>Reinstall</b> { $server }

    Choose the new system. { $current ->
        [none] The current one is not known.
       *[other] Current: { $current }.
    }
reinstall-offer =
    💿 Reinstall { $server } with { $os }

    ⚠️ Everything on its disk is erased. Only a snapshot or backup can bring it back.
button-snapshot-first = 📸 Take a snapshot first
button-go-on = Continue without a snapshot
button-reinstall-now = 💿 Now reinstall with { $os }
reinstall-question = ❓ Reinstall { $server } with { $os }?
reinstall-what = Reinstall of { $server } with { $os }
reinstall-did = { $server } reinstalled with { $os }
reinstall-means = ⚠️ <b>Everything on its disk is erased.</b> Only a snapshot or backup can bring it back. The server gets a new password, shown to you once.
reinstall-password-lost = ⚠️ The new password was in the answer that never came. Once the new system runs, set a password.

password-ask =
    🔑 <b>New password</b> for { $server }

    A strong one made by the bot, or your own?
button-password-make = 🎲 Make a strong one
button-password-own = ⌨️ Type my own
password-own-ask = Send the new password for { $server } as a message. It is deleted at once.
password-unfit = A password is one line of at most 200 characters, without spaces at its ends and without invisible characters. Send another one.
password-question = ❓ Change the password of { $server }?
password-what = Password change of { $server }
password-did = Password of { $server } changed
password-means-made = The bot made a strong password. It is shown to you once, after the provider has set it.
password-means-own = The password you sent is set and shown to you once more.
password-weak = ⚠️ This password is weak: { $why }. You can still use it.
password-weak-short = it is short
password-weak-plain = it uses only one kind of character
password-weak-common = it is among the first that are tried
password-yes = Yes, change it

ssh-key-ask =
    🗝 <b>SSH key</b> for { $server }

    Send the <b>public</b> key: paste its line, or send the .pub file.
ssh-key-private = ⚠️ <b>That was a private key.</b> The message was deleted and nothing of it kept. Treat the key as known to others and make a new one. Then send the public key: the line in the file that ends with .pub.
ssh-key-private-stays = ⚠️ <b>That was a private key, and the bot could not delete your message. Delete it now.</b> Nothing of it was kept. Treat the key as known to others and make a new one. Then send the public key.
ssh-key-unfit = Not a readable public key: it is one line that begins with a type such as ssh-ed25519 or ssh-rsa. Send it again.
ssh-key-large = Too large for a public key. Send the .pub file or its one line.
ssh-key-question = ❓ Set the SSH key of { $server }?
ssh-key-what = SSH key change of { $server }
ssh-key-did = SSH key of { $server } set
ssh-key-means =
    Type: { $type }, { $bits } bits
    Comment: { $comment }
    Fingerprint: { $fingerprint }

    Compare the fingerprint with yours first. The current key is replaced.
ssh-key-fingerprint = Fingerprint: { $fingerprint }
ssh-key-no-comment = none
ssh-key-yes = Yes, set this key

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
snapshot-name-unfit = Not usable as a name: one readable line of at most 64 characters. Send another one.
snapshot-name-taken = There is already a snapshot of that name. Send another one.
snapshot-vanished = This snapshot is no longer on the list.
snapshot-create-question = ❓ Take the snapshot { $copy } of { $server }?
snapshot-create-what = Snapshot { $copy } of { $server }
snapshot-create-did = Snapshot { $copy } of { $server } taken
snapshot-create-means = The current state of the server is saved under this name.
snapshot-create-yes = Yes, take it
snapshot-before-reinstall = The server can be reinstalled with { $os } now.
snapshot-restore-question = ❓ Restore { $server } from the snapshot { $copy }?
snapshot-restore-what = Restore of { $server } from the snapshot { $copy }
snapshot-restore-did = { $server } restored from the snapshot { $copy }
snapshot-restore-means = ⚠️ <b>Everything that changed since then is lost.</b> The server is down meanwhile.
snapshot-delete-question = ❓ Delete the snapshot { $copy } of { $server }?
snapshot-delete-what = Deletion of the snapshot { $copy } of { $server }
snapshot-delete-did = Snapshot { $copy } of { $server } deleted
snapshot-delete-means = ⚠️ It can’t be brought back. The server itself does not change.
snapshot-delete-yes = Yes, delete it

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
    Size, as the provider gives it: { $size }
button-backup-new = ➕ New backup
backup-vanished = This backup is no longer on the list.
backup-unstated = not stated
backup-create-question = ❓ Make a backup of { $server }?
backup-create-what = Backup of { $server }
backup-create-did = Backup of { $server } made
backup-create-means = The provider makes it and names it.
backup-create-yes = Yes, make it
backup-restore-question = ❓ Restore { $server } from the backup { $copy }?
backup-restore-what = Restore of { $server } from the backup { $copy }
backup-restore-did = { $server } restored from the backup { $copy }
backup-restore-means = ⚠️ <b>Everything that changed since then is lost.</b> The server is down meanwhile.
backup-delete-question = ❓ Delete the backup { $copy } of { $server }?
backup-delete-what = Deletion of the backup { $copy } of { $server }
backup-delete-did = Backup { $copy } of { $server } deleted
backup-delete-means = ⚠️ It can’t be brought back. The server itself does not change.
backup-delete-yes = Yes, delete it
backup-created-as = Its name: { $copy }

command-console = A server’s console: /console NAME
command-rescue = Rescue disk: /rescue NAME
command-snapshot = Take a snapshot: /snapshot NAME
