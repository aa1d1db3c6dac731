language-name = English
# What JavaScript's Intl knows the language by, for numbers, dates and the calendar; without it, the name of this folder.
language-tag = en-GB
# The clock its readers go by, as Intl names it. time-zoned and graph-times name it to people.
time-zone = UTC
time-zoned = { $time } UTC
time-in-zone = { $time } { $zone }
times-zoned = 🕒 Times are in UTC.
times-own = 🕒 Times without a zone are in your local time.
chosen = ✓ { $name }

home-welcome =
    👋 <b>Welcome.</b>

    Manage your servers from this chat: status, restart, power on and off.

    To begin, connect your account with the API token from { -provider }’s panel.
home =
    🏠 <b>Home</b>

    Current account: { $account }

    Quick restart: <code>/reboot NAME</code>
help =
    <b>What you can type</b>

    <b>Servers</b>
    /servers – your servers; with an IP or a location, only those
    /status – the status of every server
    /server NAME – one server and its actions
    /reboot NAME – restart, after you confirm
    /on NAME – power on, after you confirm
    /off NAME – power off, after you confirm
    /console NAME – console
    /rescue NAME – rescue disk
    /snapshot NAME – take a snapshot
    /graph NAME – load over time
    /watch – alerts when a server goes off or expires soon
    /alerts – current problems
    /quiet – hours with urgent alerts only

    <b>Orders</b>
    /buy – buy a server, step by step, price first
    /renew NAME – renew one server; without NAME, several
    /upgrade NAME – more resources
    /orders – your orders

    <b>Domains</b>
    /check NAMES – which names are free, one or a thousand
    /price EXTENSION – what an extension costs
    /register DOMAIN – register a domain
    /domain – your domains, their dates, renewal

    <b>Account</b>
    /connect – connect an account
    /accounts – switch, rename, disconnect
    /language – choose the language – زبان
    /cancel – cancel the current step

    <b>Team</b>
    /team – share an account with a group, with roles
    /members – members and their roles
    /role ROLE – as a reply: add a member or change a role
    /protect NAME – servers that need a second person’s approval
    /oncall – who is on call; take over
    /breakglass REASON – emergency access: for one hour, protected servers need no approval
    /audit – who did what

    NAME is a name you gave, an IP, or the start of one. Plain words work too: <code>web1</code>, <code>restart web1</code>, <code>servers</code>.

    In a group with a team, commands use the team’s account; in any other group, your own current account. To add the bot to a group: /group. Only you can press your confirm buttons.

home-group =
    👋 You can manage servers here too: /servers · /reboot

    Everyone uses their own current account. Connect accounts in the private chat.

group =
    👥 <b>In a group</b>

    Add the bot to your team’s group. Everyone uses their own account, or the team’s if one is shared there, and everyone sees the results. Tokens, passwords and purchases stay in the private chat.
group-asks = The bot asks for one right: to delete messages. With this right, the bot checks every message and deletes those with a token at once. Everything else works without this right.
group-asks-of-team = The bot asks for two rights: to delete messages, so that tokens are deleted at once, and to pin messages, so that everyone sees while emergency access is on. Everything else works without these rights.
group-here =
    👋 <b>Servers in this group</b>

    /servers · /status · /reboot

    Everyone uses their own account. Everyone sees the results.
group-may-delete = 🛡 The bot checks every message and deletes those with a token at once.
group-may-not-delete = 🛡 Group administrators: let the bot delete messages, to remove tokens at once.
group-may-pin = 📌 The bot pins its message while the team’s emergency access is on.
group-may-not-pin = 📌 Group administrators: let the bot pin messages, so that all see emergency access.

button-home = 🏠 Home
button-group = 👥 Add to a group
button-group-rights = 🛡 Give the bot these rights
button-help = ❔ Help
button-language = 🌐 Language
button-connect = 🔑 Connect an account
button-wish-unnamed = ➡️ Continue
button-wish = ➡️ Continue: { $what }
button-connect-private = 🔑 Connect in private
button-private = 💬 Private chat
button-accounts = 👤 Accounts
button-cancel = Cancel
button-back = ‹ Back
button-use = Use this account
button-rename = ✏️ Rename
button-disconnect = Disconnect
button-disconnect-now = Yes, disconnect
button-news = 🔔 Notifications

news =
    🔔 <b>Notifications</b>

    Telegram makes a sound only for new messages, not for edited ones. When should a result come as a new message? Your choice applies to all your accounts.
news-always = Always
news-late = If it took over 10 seconds
news-edits = Never, only edit the message

language = Which language?

connect-ask =
    🔑 <b>Connect an account</b>

    Send the API token from { -provider }’s panel as a message.

    The message is deleted at once. The token is checked, kept encrypted, and shown to nobody. Only you use the account, unless you share it with a team.
connect-text-only = That was not text. Send the token itself as a text message.
connect-no-token = This is not a token: a token is one word of Latin letters, digits and signs. Copy the token again from { -provider }’s panel and send it here.
connect-delete-yourself = ⚠️ Delete your message with the token now: the bot could not delete it.
connect-wrong = 🔑 { -provider-start } does not accept this token. Copy the token again from { -provider }’s panel and send it here.
connect-not-kept = Nothing was stored. Send the token again, or /cancel to stop.
connect-paused =
    🔑 This token was not tried, because too many were refused before. Try again in { $minutes ->
        [one] one minute
       *[other] { $minutes } minutes
    }.
connect-busy =
    🔑 This token was not tried: too many people are connecting right now. Your place in the queue is kept, the token is not: send the token again in { $minutes ->
        [one] one minute
       *[other] { $minutes } minutes
    }.
connect-unanswered =
    ⏳ Not tried yet: { -provider } is not answering right now.
    The token is kept encrypted for up to { $minutes } minutes and tried until { -provider } answers; the result comes here.
connect-forgotten = Nothing was connected: the token is deleted.
connect-gave-up = 🔑 Not connected: { -provider } did not answer for half an hour, and the token was deleted. Connect again later.
connect-too-many = You already have { $most } accounts, the maximum. Disconnect one in /accounts first.
connect-done =
    ✅ <b>Connected</b> as { $account }.

    { $count ->
        [0] The account has no servers yet.
        [one] The account has one server.
       *[other] The account has { $count } servers.
    }
connect-known =
    ✅ Already connected, as { $account }, which is now your current account.

    { $count ->
        [0] The account has no servers yet.
        [one] The account has one server.
       *[other] The account has { $count } servers.
    }
connect-group = 🔑 Connect accounts in the private chat, where others can’t read your token.
connect-group-token-deleted = ⚠️ { $person }: your message was deleted, but others may have seen the token: replace the token in { -provider }’s panel now, then connect the new one in the private chat. Never write a token in a group.
connect-group-token = ⚠️ Your token was not deleted, because the bot is not allowed to delete messages here: delete your message now, replace the token in { -provider }’s panel, then connect the new one in the private chat. Never write a token in a group.

account-label = Account { $number }
accounts =
    👤 <b>Accounts</b>

    { $count ->
        [one] One account is connected.
       *[other] { $count } accounts are connected. Commands use the one with ✓.
    }
accounts-none =
    👤 <b>Accounts</b>

    No account is connected.
accounts-group = 👤 Manage your accounts in the private chat.
account =
    👤 { $account }

    Not the current account.
account-current =
    👤 { $account }

    ✓ Commands use this account.
account-none = No account is connected. Connect one with /connect
account-none-group = No account is connected. Connect one with /connect in the private chat.
account-not-yours = Nothing was done: the account of this message is not connected to you.
account-gone = This account is no longer connected.
account-rename-ask = Send the new name for { $account }, { $most } characters at most.
account-rename-unfit = This can’t be used as a name. Send readable text of at most { $most } characters.
account-rename-taken = Another account of yours has that name. Send another one.
account-disconnect-ask =
    Disconnect { $account }?

    The bot deletes the account’s token and the names you gave to its servers, and the account’s alerts stop. The servers themselves keep running.
account-disconnected = { $account } is disconnected.

link-unknown = 🔗 Nothing was done: this link is incomplete or not from this bot. All commands: /help
link-expired = 🔗 Nothing was done: this link has expired or is another person’s. Send your command here; all commands: /help

ask-left = Cancelled. Nothing was changed.
ask-keys-left = Closed. Nothing was chosen.
cancel-left = Cancelled. What next? /servers · /help
cancel-withdrawn = Cancelled: { $what }.
cancel-under-way = ⏳ { $what }: already confirmed, so it can’t be cancelled. Its message shows the result.
cancel-nothing = Nothing to cancel. /servers · /help

# Telegram shows the first in the empty chat before Start (512 characters at most), the second in the profile and where the bot is shared (120).
bot-description =
    Your servers, in a chat: status, restart, console, snapshots, load.

    Buy, renew and upgrade with the price first; find and register domains. You see the real result, not just “request accepted”.

    Works in your team’s group too. To begin, you need the API token from { -provider }’s panel.
bot-about = Your servers and domains in a chat: status, restart, console, orders. For private chats and groups.

command-servers = Your servers
command-server = Open a server: /server NAME
command-reboot = Restart a server: /reboot NAME
command-on = Power on: /on NAME
command-off = Power off: /off NAME
command-group = Add the bot to a group
command-accounts = Switch, rename, disconnect accounts
command-connect = Connect an account
command-language = Language – زبان
command-help = All commands
command-cancel = Cancel what you are doing
