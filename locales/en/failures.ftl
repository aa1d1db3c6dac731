retry = 🔄 Try again
slow = ⏳ Your last request takes longer than usual. You can go on in the meantime.
topic-closed = ℹ️ A topic in which I was asked something is closed. Its messages come here until it is open again.
topic-deleted = ℹ️ A topic in which I was asked something was deleted. Its messages come here.
told-silent = ℹ️ The bot can’t write in the group where you asked for this, so it tells you here.
told-role-ended = { $what }: you are no longer in the team, so its group is told what becomes of it.
told-team-ended = { $what }: the team has ended, so the account’s owner is told what becomes of it.
told-left = ℹ️ You are no longer in the group where you asked for this, so the bot tells you here.
unanswered = ⏳ Telegram did not let the bot answer here for a while. Try again: what you confirmed is never done twice.
given-up = ⚠️ Something you sent or tapped failed three times, so the bot stopped trying and reported it. /orders shows your orders. Try again if you still need it.
too-fast = Too fast: wait { $seconds } seconds.
too-many = ⏳ Too many messages at once: this one was skipped. Further ones get no answer, and a token or password in them is deleted. Send it again after a pause of { $seconds } seconds.
anonymous = Anonymous admins and channels share one identity, so the bot can’t tell who you are. Write as yourself.
button-old = This button is out of date. Send /servers for new ones.
message-not-yours = Only the person who asked can use this.
command-unknown = Unknown command. /help lists all commands.
near-command = There is no { $typed }. Did you mean { $command }?
near-commands = There is no { $typed }. Did you mean one of these?
answer-or-command = Nothing was done: this reads as a command. Is it the command, or your answer?
button-typed-answer = ✍️ My answer: { $text }
near-which = Which one do you mean?
message-mentions = I did not understand that, and nothing was done. What would you like to do?
button-card-of = 🖥 { $server }
message-unread = Not read: the bot reads text only, and lists of domains as .txt or .csv files. Type a command, a server’s name or IP, or names of domains.
message-unknown = I did not understand that. What would you like to do?

provider-slow = ⏳ The provider is slow. Still waiting for its answer…
answer-too-late = ⌛ This took too long to be shown to you alone. Ask for it again.
provider-words = The provider says:
failure-not-connected = 🔑 The provider does not accept this account’s token, or the account was disconnected. Connect it again with /connect; a replaced token too.
failure-fields = The provider did not accept one of the values. Nothing was done.
failure-invalid = That value can’t be used, so nothing was sent.
failure-insufficient-balance = Not enough balance. Nothing was done.
failure-reseller-service-missing = 🌐 Domains need the reseller service, which this account doesn’t have: buy it in the provider’s panel, then try again.
button-reseller = 🤝 Get the reseller service
failure-not-found = The provider can’t find this. /servers shows what the account has now.
failure-refused = The provider refused. Nothing was done.
failure-unavailable = 🔌 The provider does not answer. Your servers may well be running. Try again in a moment.
failure-wait = ⏳ The provider asks to wait a moment.
failure-wait-seconds =
    ⏳ The provider asks to wait { $seconds ->
        [one] one second
       *[other] { $seconds } seconds
    }.
failure-wait-minutes =
    ⏳ The provider asks to wait { $minutes ->
        [one] one minute
       *[other] { $minutes } minutes
    }.
failure-wait-then = Nothing was done. Try again after that.
failure-slow = 🐢 The provider is too slow right now, so it was not asked. Nothing was changed. Try again in a minute.
failure-silent = 🔌 The provider has not answered for a while, so it was not asked now. Nothing was changed. Try again in a minute.
failure-not-sent = 🔌 The provider could not be reached, so nothing was sent. You can confirm again.
failure-ambiguous = No answer from the provider: it may or may not have been done.
failure-unreadable = The provider’s answer is not readable. Try again; if it stays so, tell the provider’s support.
failure-line-fields = The provider did not accept one of the values.
failure-line-invalid = That value can’t be used.
failure-line-insufficient-balance = Not enough balance.
failure-line-refused = The provider refused.
failure-line-not-sent = 🔌 The provider could not be reached, so it was not sent.
failure-store = 🔌 The bot’s database is not reachable, so this may not have been done. Your accounts are still connected. Try again in a moment: what you confirmed is never done twice.
failure-changed = ⚠️ The bot’s record of this was changed from outside, so the bot does nothing more with it. Check what was done before you ask again, and tell the operator.
failure-unexpected = Something went wrong in the bot, and it was reported. Try again; if it stays so, tell the support this number: <code>{ $reference }</code>
failure-no-media = 🖼 The bot may not send pictures or files in this group. A group administrator can allow it; the private chat works at once.
failure-inline-store = The bot’s database is not reachable: try again
failure-inline = Something went wrong in the bot: try again
failure-secret-deleted = 🔑 Your message was deleted because it may hold a token or password. If it is still needed, send it again later.
failure-secret-stays = ⚠️ Your message may hold a token or password and is still here. If it does, delete it now.
secret-late-deleted = 🔑 That looked like a token or password, which was not expected here, so your message was deleted. It was not used.
secret-late = ⚠️ That looks like a token or password, which was not expected here, and the bot could not delete it. Delete your message now. It was not used.
secret-group-deleted = ⚠️ That looked like a token or password, so the message was deleted. Others may have seen it: replace it at your provider.
secret-group = ⚠️ That looks like a token or password, and the bot may not delete it. Delete it now and replace it at your provider.
secret-group-unsure = ⚠️ Nothing was done: your command came with what looks like a token or password. If it is one, delete your message and replace the token or password at your provider.

field-id = Identifier
field-ip = IP
field-geo = Location
field-os = Operating system
field-cpu = Processors
field-ram = Memory
field-disk = Disk
field-backup = Backups
field-traffic = Traffic
field-period = Period
field-action = Action
field-name = Name
field-volume-id = Backup
field-password = Password
field-ssh-key = SSH key
field-tld = Suffix
field-domain = Domain
field-nic-handle = Handle (nic-handle)
field-ns1 = First name server
field-ns2 = Second name server
field-ns3 = Third name server
field-ns4 = Fourth name server
field-limit = { $field } ({ $limit })
limit-refused = { $refused } was refused
limit-between = { $accepted } was accepted, { $refused } refused
limit-days = { $least } to { $most } days
limit-years =
    { $most ->
        [one] one year
       *[other] 1 to { $most } years
    }
limit-known = ℹ️ Earlier answers of the provider: { $limit }.
limit-earlier = ⚠️ { $field }: by an earlier answer of the provider, { $limit }.
field-problem = ⚠️ { $field }
field-problem-says = ⚠️ { $field } – the provider says:
field-more =
    { $count ->
        [one] … and one more value
       *[other] … and { $count } more values
    }
button-change-values = ✏️ Change the values
