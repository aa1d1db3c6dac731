command-protect = Servers that need a second person

protect =
    🛡 <b>Protected servers</b> · { $team }

    { $count ->
        [0] No server is protected.
        [one] One server is protected.
       *[other] { $count } servers are protected.
    }
protect-how =
    Tap a server to protect it, or to end that. Power off, reinstall, restore, delete and rescue of a protected server need a second person.

    🔁 Restarts need one too, for an operator who is not on call.
protect-row-gone = { $server } · not in the list
protect-set-changes = ✅ { $server } is protected.
protect-set-restarts = ✅ { $server } is protected, restarts too: an operator who is not on call needs a second person to restart it.
protect-set-none = ✅ { $server } is not protected any more.
protect-already = { $server } is protected already.
protect-outdated = The protection of this server has changed since. Look at /protect
protect-which = 🛡 Which server do you mean?
protect-too-many = A team can protect { $most } servers at most.
protect-no-team = You own no team. Only the owner of a team can protect servers.
team-which = 👥 Which team?

card-protected-changes = 🛡 Protected: power off and changes of its data need a second person.
card-protected-restarts = 🛡 Protected, restarts too: an operator who is not on call needs a second person.

button-undo = ↩️ Undo
button-protected = 🛡 Protected servers
button-protect-restarts = 🔁 Restarts too · { $server }
button-protect-changes = 🔁 Not for restarts · { $server }

money-account-team = 👥 Account of the team { $team }
money-team-limit-reached = ✋ The team’s limit is { $limit } in 24 hours. { $spent } is spent, and this is { $wanted } more. Nothing was sent. Only the owner of the team can change it.

team-limits =
    💰 <b>Limits of the team</b> · { $team }

    Counts the last 24 hours, with purchases whose outcome is unknown.
team-limits-how = Above their own limit an admin needs a second person. Nothing goes past the team’s limit.
team-limit-team = <b>The whole team</b>
team-limit-member = { $member }
team-limit-line = { $limit }: { $spent } spent, { $left } left
team-limit-none = No limit
team-limit-member-none = No limit of their own: a second person approves every purchase
button-team-limits = 💰 Limits of the team
button-team-limit = 👥 The whole team

accounts-teams =
    { $count ->
        [one] 👥 One more is the account of a team: you use it with your role there.
       *[other] 👥 { $count } more are accounts of teams: you use each with your role there.
    }
account-of-team = 👥 { $team } · { $role }
account-lent =
    👥 Lent to the team { $team }, with { $count ->
        [one] one member
       *[other] { $count } members
    }.
account-disconnect-lent = 👥 The team { $team } ends with it: its members lose access at once, and the outcome of what is under way can’t be read any more.
team-token-replaced = 🔑 { $owner } replaced the token of the account of the team { $team }. Its servers, roles and limits stay as they are.
account-team-ended = 👥 The team { $team } has ended.
account-instead = 👥 The team’s account that you had chosen is not available to you any more. Commands work on { $account } now.
account-of-group = 👥 Continuing with the account of the group: { $account }
account-none-left = 👥 The team’s account that you had chosen is not available to you any more. To go on, connect your own with /connect
lent-account =
    👥 { $team }

    The account of this team. Your role: { $role }.

    Not the current account.
lent-account-current =
    👥 { $team }

    The account of this team. Your role: { $role }.

    ✓ Commands work on this account.
lent-own-limit = <b>Your own limit in 24 hours</b>
team-ended-disconnected = 👥 This team has ended: its owner disconnected the account. Nobody can use it here any more. What is under way goes on at the provider, but I can’t read how it ends.
home-team =
    🏠 <b>Home</b>

    Account of the team { $team }. Your role: { $role }.

    The quickest way to a server: <code>/reboot NAME</code>
home-team-read =
    🏠 <b>Home</b>

    Account of the team { $team }. Your role: { $role }.

    The quickest way to a server: <code>/server NAME</code>
home-group-team =
    👋 The account of the team { $team } is used here: /servers · /reboot

    Each member may do what their role allows.
home-group-team-read =
    👋 The account of the team { $team } is used here: /servers · /status

    Each member may do what their role allows.

button-replace-token = 🔑 New token
connect-replace-ask =
    🔑 <b>New token</b> for { $account }

    Send the new API token of the same account. Its names, limits and team stay.
connect-replace-other = This is the token of another account. Send the new token of the same account, or connect the other one with /connect

orders-team = 👥 <b>{ $team }</b>
orders-team-paid =
    { $count ->
        [one] 🧾 One order of the team. Tap its number to open it.
       *[other] 🧾 { $count } orders of the team, the open ones first. Tap a number to open one.
    }
orders-team-all =
    { $count ->
        [one] 🧾 One operation of the team. Tap its number to open it.
       *[other] 🧾 { $count } operations of the team, the open ones first. Tap a number to open one.
    }
orders-by = 👤 { $person }
orders-by-former = 👤 a former member
button-orders-own = My own orders
button-orders-team = 👥 The team’s operations

operation-account-gone = 🔌 Its account was disconnected, so I can’t read how it ends. Check at the provider.
