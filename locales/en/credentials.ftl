button-password = 🔑 Password
button-ssh-key = 🗝 SSH key
button-delete-now = 🗑 Delete this message now

secret-coming = 🔒 The password will appear in this message in a moment. The message is deleted after 10 minutes.
secret =
    🔑 { $server }

    New password: { $password }

    Save it now: this message is deleted after 10 minutes, and the bot keeps no copy.
secret-uncertain =
    🔑 { $server }

    No answer from { -provider }, so this password may or may not be set: { $password }

    Try it, and save it if it works: this message is deleted after 10 minutes, and the bot keeps no copy.
secret-delete-yourself = ⚠️ Delete your message now: the bot could not delete it.
secret-sent = The new password is in a separate message, which is deleted after 10 minutes.
secret-sent-owner = The new password went to the team’s owner, because the role of the person who asked has changed.
secret-sent-uncertain = The new password may or may not be set. The password is in a separate message, which is deleted after 10 minutes.
secret-unsent = ⚠️ The new password could not be delivered to you, and the old one may no longer work. Set another password.

password-ask =
    🔑 <b>New password</b> for { $server }

    Should the bot make a strong one, or do you type your own?
button-password-make = 🎲 Make a strong one
button-password-own = ⌨️ Type my own
button-password-another = ⌨️ Type another one
password-own-ask = Send the new password for { $server } as a message. Your message is deleted at once.
password-unfit = Nothing was changed: this password can’t be used. Send another one: one line of at most 200 characters, with no space at the start or end.
password-doubtful = Nothing was changed: the password has characters that can’t be seen or that keyboards insert by themselves: { $characters }. The server might get a password that you can’t type. Send the password again without these characters.
password-formatted = Nothing was changed: Telegram took signs in the password, such as ** or __, for formatting and removed the signs. Send the password again without formatting, or send another password.
password-foreign = ⚠️ Many consoles and keyboards cannot type { $characters }. You can still use this password.
password-question = ❓ Change the password of { $server }?
password-what = Password change of { $server }
password-did = Password of { $server } changed
password-means-made = The bot has made a strong password. After you confirm, the password is set, then shown to you once.
password-means-own = After you confirm, the password you sent is set, and shown to you once more.
password-weak = ⚠️ This password is weak: { $why }. You can still use it.
password-weak-short = it is short
password-weak-plain = it uses only one kind of character
password-weak-common = it is one of the first that attackers try
password-yes = Yes, change the password

ssh-key-ask =
    🗝 <b>SSH key</b> for { $server }

    Send the <b>public</b> key: paste its line, or send the .pub file.
ssh-key-private = ⚠️ <b>That was a private key.</b> Your message was deleted and nothing of it was stored. That key is no longer safe: create a new pair, then send the public key, the line in the .pub file.
ssh-key-private-stays = ⚠️ <b>That was a private key, and the bot could not delete your message. Delete it now.</b> Nothing of it was stored. That key is no longer safe: create a new pair, then send the public key.
ssh-key-unfit = This is not a public key. Send one line that begins with a type such as ssh-ed25519 or ssh-rsa.
ssh-key-broken = This is one key on several lines, and the lines do not fit together: some part is missing or was changed. Send the .pub file, or the key as one line.
ssh-key-large = Too large for a public key. Send the .pub file or its one line.
ssh-key-question = ❓ Replace the SSH key of { $server }?
ssh-key-what = SSH key change of { $server }
ssh-key-did = SSH key of { $server } set
ssh-key-means =
    ⚠️ The current key is replaced.

    Type: { $type }, { $bits } bits
    Comment: { $comment }
    Fingerprint: { $fingerprint }

    Compare the fingerprint with yours before you confirm.
ssh-key-fingerprint = Fingerprint: { $fingerprint }
ssh-key-no-comment = none
ssh-key-yes = Yes, set this key
