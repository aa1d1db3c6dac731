language-name = English
# What JavaScript's Intl knows the language by, for numbers, dates and the calendar; without it, the name of this folder.
language-tag = en-GB
# The clock its readers go by, as Intl names it. card-read, graph-times and orders-when name it to people.
time-zone = UTC
chosen = ✓ { $name }

home-welcome =
    👋 <b>Welcome.</b>

    Here you run your servers from the chat: see them, restart them, switch them on and off.

    To begin, connect your account with the API token from your provider’s panel.
home =
    🏠 <b>Home</b>

    Current account: { $account }

    The quickest way to a server: <code>/reboot NAME</code>
help =
    <b>What you can type</b>

    <b>Servers</b>
    /servers – your servers; with an IP or a location only those
    /server NAME – one server’s card
    /reboot NAME – restart it, after a confirm
    /on NAME – switch it on, after a confirm
    /off NAME – switch it off, after a confirm
    /console NAME – its screen
    /rescue NAME – rescue disk
    /snapshot NAME – take a snapshot
    /graph NAME – its use over time

    <b>Orders</b>
    /buy – a new server, step by step, with its price
    /renew NAME – renew one server; without NAME, several
    /upgrade NAME – more resources
    /orders – what you ordered

    <b>Domains</b>
    /check NAMES – which names are free, one or a thousand
    /price TLD – what a suffix costs
    /register DOMAIN – register one
    /domain – your domains, their dates, renewal

    <b>Account</b>
    /connect – connect an account
    /accounts – switch, rename, disconnect
    /language – choose the language – زبان
    /cancel – leave whatever you are in the middle of

    NAME is a name you gave, an IP, or the beginning of one. Plain words do too: <code>web1</code>, <code>restart web1</code>, <code>servers</code>.

    In a group the same commands work on your own current account. Only you can press your confirm buttons.

home-group =
    👋 I run servers from here too: /servers · /reboot NAME

    Everybody works on their own current account. Accounts are connected in the private chat with me.

button-home = 🏠 Home
button-help = ❔ Help
button-language = 🌐 Language
button-connect = 🔑 Connect an account
button-wish-unnamed = ▶️ Go on
button-wish = ▶️ Go on: { $what }
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

    Telegram makes a sound for a new message, not for a changed one. When should an outcome come as a new message? This holds for all your accounts.
news-always = Always
news-late = If it took over 10 seconds
news-edits = Never, change the message only

language = Which language shall I speak?

connect-ask =
    🔑 <b>Connect an account</b>

    Send me the API token from your provider’s panel, as a message.

    I delete the message that holds it, check the token with the provider and keep it encrypted. Only your own commands use it.
connect-text-only = Not a text. Send the token itself as a text message.
connect-no-token = That can’t be a token: a token is one word of Latin letters, digits and signs. Please copy it again from the provider’s panel and send it here.
connect-delete-yourself = ⚠️ I could not delete your message with the token. Please delete it yourself now.
connect-wrong = 🔑 The provider does not accept this token. Please copy it again from the provider’s panel and send it here.
connect-not-kept = Nothing was stored. Your next message is taken for the token; /cancel leaves.
connect-paused =
    🔑 Too many tokens were not accepted, so this one was not tried. Please try again in { $minutes ->
        [one] one minute
       *[other] { $minutes } minutes
    }.
connect-busy =
    🔑 Too many people are connecting right now, so this token was not tried. Please send it again in { $minutes ->
        [one] one minute
       *[other] { $minutes } minutes
    }; then it is your turn.
connect-too-many = You have { $most } accounts connected, and more can’t be. Disconnect one in /accounts first.
connect-done =
    ✅ <b>Connected</b> as { $account }.

    { $count ->
        [0] There is no server in it yet.
        [one] There is one server in it.
       *[other] There are { $count } servers in it.
    }
connect-known =
    ✅ This account is connected already, as { $account }. It is your current one now.

    { $count ->
        [0] There is no server in it yet.
        [one] There is one server in it.
       *[other] There are { $count } servers in it.
    }
connect-group = 🔑 Accounts are connected in the private chat only, where nobody else can read your token.
connect-group-token-deleted = ⚠️ A token must never be written in a group. I deleted the message, but others may have seen it: replace the token in your provider’s panel, then connect the new one in the private chat.
connect-group-token = ⚠️ A token must never be written in a group, and I am not allowed to delete the message. Delete it now, replace the token in your provider’s panel, then connect the new one in the private chat.

account-label = Account { $number }
accounts =
    👤 <b>Accounts</b>

    { $count ->
        [one] One account is connected.
       *[other] { $count } accounts are connected. Commands work on the one with the tick.
    }
accounts-none =
    👤 <b>Accounts</b>

    No account is connected.
accounts-group = 👤 Please manage your accounts in the private chat with me.
account =
    👤 { $account }

    What shall I do with this account?
account-current =
    👤 { $account }

    ✓ Commands work on this account.
account-none = No account of yours is connected. Connect one with /connect in the private chat.
account-not-yours = This belongs to an account that is not connected to you.
account-gone = This account is not connected any more.
account-rename-ask = Send me the new name for { $account }, { $most } characters at most.
account-rename-unfit = That name does not fit: something that can be read, { $most } characters at most. Please send another one.
account-rename-taken = Another account of yours has that name already. Please send another one.
account-disconnect-ask =
    Disconnect { $account }?

    I forget its token and the names you gave to its servers. Nothing changes at the provider: the servers go on running.
account-disconnected = { $account } is disconnected.

ask-left = Left. Nothing was changed.
cancel-left = Left. What shall we do next? /servers · /help
cancel-withdrawn = Cancelled: { $what }.
cancel-under-way = ⏳ { $what }: confirmed already, so it can’t be cancelled. Its own message shows how it ends.
cancel-nothing = There is nothing to leave. /servers · /help

command-servers = Your servers
command-server = One server’s card: /server NAME
command-reboot = Restart a server: /reboot NAME
command-on = Power on: /on NAME
command-off = Power off: /off NAME
command-accounts = Switch, rename, disconnect accounts
command-connect = Connect an account
command-language = Language – زبان
command-help = What I can do
command-cancel = Leave what you are in the middle of
