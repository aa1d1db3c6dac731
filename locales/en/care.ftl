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

more = ⋯ What shall we do with { $server }?
more-group =
    ⋯ What shall we do with { $server }?

    Reinstalling, password, SSH key and name: in the private chat with me.

console =
    🖥 <b>Console</b> of { $server }

    Host: { $host }
    Port: { $port }
    Password: { $password }

    This message is deleted after 10 minutes.
console-open = 🌐 Open the console
console-open-here = 📱 Open inside Telegram
console-group = 🖥 The console holds a password, so I sent it to you in the private chat.
console-group-unreached = 🖥 The console holds a password, and I can’t write to you in private. Open the private chat with me, press Start, and ask again.
copy-address = 📋 Address
copy-host = 📋 Host
copy-port = 📋 Port
copy-password = 📋 Password

secret-coming = 🔒 Something secret is coming into this message. It is deleted after 10 minutes.
secret =
    🔑 { $server }

    New password: { $password }

    Note it now: this message is deleted after 10 minutes, and I keep no copy.
secret-uncertain =
    🔑 { $server }

    The provider’s answer was lost, so it is not known whether this password is in force: { $password }

    Try it, and note it if it works: this message is deleted after 10 minutes, and I keep no copy.
secret-delete-yourself = ⚠️ I could not delete your message. Please delete it yourself now.
secret-sent = The new password is in a message of its own, which is deleted after 10 minutes.
secret-sent-uncertain = The password that may be in force is in a message of its own, which is deleted after 10 minutes.
secret-unsent = ⚠️ The new password could not be delivered to you. Set another one.

rescue =
    🛟 <b>Rescue</b> for { $server }

    A rescue disk starts the server from another system, so that its own can be repaired. Attaching and ejecting it both restart the server.
rescue-attached =
    🛟 <b>Rescue</b> for { $server }

    A rescue disk is attached. Ejecting it restarts the server from its own disk.
rescue-attach-what = Attach the rescue disk { $disk } to { $server }
rescue-attach-means = ⚠️ The server restarts at once, from the rescue disk instead of its own. Its services stay out of reach until the disk is ejected.
rescue-attach-already = ℹ️ A rescue disk is attached already: the provider may refuse.
rescue-attach-yes = Yes, attach and restart
rescue-attach-done = It runs from the rescue disk now. Eject the disk when you are through.
rescue-eject-what = Eject the rescue disk from { $server }
rescue-eject-means = ⚠️ The server restarts at once, from its own disk.
rescue-eject-already = ℹ️ No rescue disk is attached: the provider may refuse.
rescue-eject-yes = Yes, eject and restart
rescue-eject-done = It runs from its own disk again.

reinstall =
    💿 <b>Reinstall</b> { $server }

    Choose the new system. { $current ->
        [none] The present one is not known.
       *[other] The present one is { $current }.
    }
reinstall-offer =
    💿 Reinstall { $server } with { $os }

    ⚠️ Everything on its disk is erased and can’t be brought back, unless there is a snapshot or backup of it.
button-snapshot-first = 📸 Take a snapshot first
button-go-on = Go on without
button-reinstall-now = 💿 Now reinstall with { $os }
reinstall-what = Reinstall { $server } with { $os }
reinstall-means = ⚠️ <b>Everything on its disk is erased</b> and can’t be brought back, unless there is a snapshot or backup of it. The server gets a new password, which I show you once.
reinstall-password-lost = ⚠️ The new password was in the answer that was lost. Once the new system runs, set a password.

password-ask =
    🔑 <b>New password</b> for { $server }

    Shall I make a strong one, or do you want to type your own?
button-password-make = 🎲 Make a strong one
button-password-own = ⌨️ Type my own
password-own-ask = Send me the new password for { $server } as a message. I delete the message at once.
password-unfit = A password is one line, 200 characters at most, without blanks at its ends and without invisible characters. Please send another one.
password-what = Change the password of { $server }
password-means-made = I made a strong password. It is shown to you once, after the provider has set it.
password-means-own = The password you sent is set, and shown to you once more.
password-weak = ⚠️ It is a weak one: { $why }. You can use it all the same.
password-weak-short = it is short
password-weak-plain = it uses only one kind of character
password-weak-common = it is among the first that are tried
password-yes = Yes, change it

ssh-key-ask =
    🗝 <b>SSH key</b> for { $server }

    Send me the <b>public</b> key: paste its line, or send the .pub file.
ssh-key-private = ⚠️ <b>That was a private key.</b> It must never leave your computer. I deleted the message and kept nothing of it; treat the key as known to others and make a new one. Then send the public key, the line in the file that ends with .pub.
ssh-key-private-stays = ⚠️ <b>That was a private key, and I could not delete your message. Delete it yourself now.</b> I kept nothing of it; treat the key as known to others and make a new one. Then send the public key.
ssh-key-unfit = That is no public key I can read. It is one line that begins with a type such as ssh-ed25519 or ssh-rsa. Please send it again.
ssh-key-large = That is too large for a public key. Please send the .pub file or its one line.
ssh-key-what = Set the SSH key of { $server }
ssh-key-means =
    Type: { $type }, { $bits } bits
    Comment: { $comment }
    Fingerprint: { $fingerprint }

    Compare the fingerprint with yours before you go ahead. The key that is set now is replaced.
ssh-key-fingerprint = Fingerprint: { $fingerprint }
ssh-key-no-comment = none
ssh-key-yes = Yes, set this key

snapshots =
    📸 <b>Snapshots</b> of { $server }

    { $count ->
        [0] There is none yet.
        [one] One snapshot.
       *[other] { $count } snapshots.
    }
snapshot = 📸 Snapshot { $copy } of { $server }
button-snapshot-new = ➕ New snapshot
snapshot-name-ask = Send me a name for the new snapshot of { $server }, or let me name it by date and time.
button-snapshot-name = 🕒 Name it by date and time
snapshot-name-unfit = That does not fit as a name: one line that can be read, 64 characters at most. Please send another one.
snapshot-name-taken = There is a snapshot of that name already. Please send another one.
snapshot-vanished = This snapshot is not on the list any more.
snapshot-create-what = Take the snapshot { $copy } of { $server }
snapshot-create-means = The server’s present state is kept under this name. The server goes on running as far as the provider allows.
snapshot-create-yes = Yes, take it
snapshot-before-reinstall = The server can be reinstalled with { $os } now.
snapshot-restore-what = Put { $server } back to the snapshot { $copy }
snapshot-restore-means = ⚠️ <b>Everything that changed since then is lost.</b> The server is out of reach meanwhile.
snapshot-delete-what = Delete the snapshot { $copy } of { $server }
snapshot-delete-means = ⚠️ It can’t be brought back. The server itself is not touched.
snapshot-delete-yes = Yes, delete it

backups =
    🗄 <b>Backups</b> of { $server }

    { $count ->
        [0] There is none yet.
        [one] One backup.
       *[other] { $count } backups.
    }
backup =
    🗄 Backup { $copy } of { $server }

    Date: { $date }
    Size, as the provider gives it: { $size }
button-backup-new = ➕ New backup
backup-vanished = This backup is not on the list any more.
backup-unstated = not stated
backup-create-what = Make a backup of { $server }
backup-create-means = The provider makes it and gives it its name.
backup-create-yes = Yes, make it
backup-restore-what = Put { $server } back to the backup { $copy }
backup-restore-means = ⚠️ <b>Everything that changed since then is lost.</b> The server is out of reach meanwhile.
backup-delete-what = Delete the backup { $copy } of { $server }
backup-delete-means = ⚠️ It can’t be brought back. The server itself is not touched.
backup-delete-yes = Yes, delete it
backup-created-as = Its name: { $copy }

command-console = A server’s screen: /console NAME
command-rescue = Rescue disk: /rescue NAME
command-snapshot = Take a snapshot: /snapshot NAME
