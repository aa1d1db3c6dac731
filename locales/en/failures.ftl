retry = 🔄 Try again
slow = ⏳ Your last request is taking longer than usual. You can do other things in the meantime.
topic-closed = ℹ️ A topic that uses this bot is closed. Its messages come here until it is open again.
topic-deleted = ℹ️ A topic that uses this bot was deleted. Its messages come here.
told-silent = ℹ️ The bot can’t write in the group where you asked for this, so the message comes here.
told-role-ended = { $what }: you are no longer in the team. The result goes to the team’s group.
told-team-ended = { $what }: the team has ended. The result goes to the account’s owner.
told-left = ℹ️ You are no longer in the group where you asked for this, so the message comes here.
unanswered = ⏳ Telegram blocked the bot’s replies here for a while. If you confirmed something, check its result in /orders first: a new request does not replace the first one, and both are carried out. Otherwise try again.
given-up = ⚠️ Your last message or tap failed three times, so the bot gave up. The error was reported. Check /orders first, then try again if you still need it.
too-fast = Too fast: wait { $seconds } seconds.
too-many = ⏳ Your message was not read: too many came at once. Send the message again after { $seconds } seconds. Until then further messages are ignored, and deleted if they hold a token or password.
anonymous = Nothing was done: the bot can’t see who you are, because anonymous group administrators and channels share one identity. Write as yourself.
button-old = This button is out of date. Send /servers for new ones.
message-not-yours = Only the person who asked can use these buttons.
command-unknown = Unknown command. /help lists all commands.
near-command = There is no { $typed }. Did you mean { $command }?
near-commands = There is no { $typed }. Did you mean one of these?
answer-or-command = Nothing was done: your message reads like a command. Is your message the command, or your answer?
button-typed-answer = ✍️ My answer: { $text }
near-which = Which one do you mean?
message-mentions = Nothing was done: the bot did not understand your message. What would you like to do?
button-card-of = 🖥 { $server }
message-edited = Nothing was done: edited messages are not read. Send the text as a new message.
message-unread = Not read: the bot reads text only, and lists of domains as .txt or .csv files. Type a command, a server’s name or IP, or names of domains.
message-unknown = The bot did not understand your message. What would you like to do?

provider-slow = ⏳ { -provider-start } is slow. Still waiting for its answer…
answer-too-late = ⌛ The answer took too long and can no longer be shown to you alone. Ask again.
provider-words = { -provider-start } says:
failure-not-connected = 🔑 This account is not connected: its token is no longer accepted, or the account was disconnected. Send /connect in the private chat, and give the new token there.
failure-fields = Nothing was done: { -provider } did not accept one of the values.
failure-invalid = Nothing was sent: this value can’t be used.
failure-insufficient-balance = Nothing was done: the balance is too low.
failure-reseller-service-missing = 🌐 Domains need the reseller service, which this account doesn’t have: buy it in { -provider }’s panel, then try again.
button-reseller = 🤝 Get the reseller service
failure-not-found = Not found: it may have been deleted. /servers lists what the account has now.
failure-refused = Nothing was done: { -provider } refused.
failure-unavailable = 🔌 { -provider-start } is not answering. A missing answer does not mean that your servers are down. Try again in a moment.
failure-wait = ⏳ Too many requests. Wait a moment.
failure-wait-seconds =
    ⏳ Too many requests. Wait { $seconds ->
        [one] one second
       *[other] { $seconds } seconds
    }.
failure-wait-minutes =
    ⏳ Too many requests. Wait { $minutes ->
        [one] one minute
       *[other] { $minutes } minutes
    }.
failure-wait-then = Nothing was done. Try again after the wait.
failure-slow = 🐢 Nothing was changed: { -provider } is too slow right now. Try again in a minute.
failure-silent = 🔌 Nothing was changed: { -provider } has not answered for a while. Try again in a minute.
failure-not-sent = 🔌 Nothing was sent: { -provider } could not be reached. You can confirm again.
failure-ambiguous = Result unknown: no answer from { -provider }. Your request may or may not have been done: check before you ask again.
failure-unreadable = { -provider-start }’s answer could not be read. If you confirmed something, check its result in /orders first; otherwise try again. If answers stay unreadable, contact support.
failure-line-fields = { -provider-start } did not accept one of the values.
failure-line-invalid = That value can’t be used.
failure-line-insufficient-balance = Not enough balance.
failure-line-refused = { -provider-start } refused.
failure-line-not-sent = 🔌 Not sent: { -provider } could not be reached.
failure-store = 🔌 Result unknown: the bot’s database can’t be reached. Your accounts stay connected. If you confirmed something, check its result in /orders in a moment; otherwise try again.
failure-changed = ⚠️ Stopped: the record of this request was changed outside the bot. Check what was done before you ask again, and contact support.
failure-unexpected = Something went wrong in the bot, and the error was reported. If you confirmed something, check its result in /orders first; otherwise try again. If the error keeps coming, give support this number: <code>{ $reference }</code>
failure-no-media = 🖼 Not sent: the bot is not allowed to send pictures or files in this group. Use the private chat, or ask a group administrator to allow pictures and files.
failure-inline-store = The bot’s database can’t be reached: try again
failure-inline = Something went wrong in the bot: try again
failure-secret-deleted = 🔑 Your message was deleted because it may hold a token or password. If it is still needed, send it again later.
failure-secret-stays = ⚠️ Your message may hold a token or password and is still here. If it does, delete it now.
secret-late-deleted = 🔑 Your message was deleted and not used: it looked like a token or password, and none was expected here.
secret-late = ⚠️ Delete your message now: it looks like a token or password, and the bot could not delete it. It was not used.
secret-group-deleted = ⚠️ { $person }: your message was deleted because it looked like a token or password. Others may have seen the token or password, so replace it in { -provider }’s panel now.
secret-group = ⚠️ Delete that message now: it looks like a token or password, and the bot is not allowed to delete messages here. Replace the token or password in { -provider }’s panel too.
secret-group-unsure = ⚠️ Nothing was done: your command came with what looks like a token or password. If it is one, delete your message and replace the token or password in { -provider }’s panel.

field-id = ID
field-ip = IP
field-geo = Location
field-os = Operating system
field-cpu = CPU cores
field-ram = RAM
field-disk = Disk
field-backup = Backups
field-traffic = Traffic
field-period = Period
field-action = Action
field-name = Name
field-volume-id = Backup
field-password = Password
field-ssh-key = SSH key
field-tld = Extension
field-domain = Domain
field-nic-handle = NIC handle (nic-handle)
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
limit-known = ℹ️ Earlier answers of { -provider }: { $limit }.
limit-earlier = ⚠️ { $field }: { -provider }’s earlier answer: { $limit }.
field-problem = ⚠️ { $field }
field-problem-says = ⚠️ { $field } – { -provider } says:
field-more =
    { $count ->
        [one] … and one more value
       *[other] … and { $count } more values
    }
button-change-values = ✏️ Change the values
