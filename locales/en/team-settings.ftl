command-protect = Servers that need a second person’s approval

protect =
    🛡 <b>Protected servers</b> · { $team }

    { $count ->
        [0] No server is protected.
        [one] One server is protected.
       *[other] { $count } servers are protected.
    }
protect-how =
    Tap a server to turn its protection on or off. With protection, power-off, reinstall, restore, rescue, and deleting snapshots or backups need a second person’s approval.

    🔁: restarts by operators who are not on call need approval too.
protect-row-gone = { $server } · not in { -provider }’s list
protect-set-changes = ✅ { $server } is protected.
protect-set-restarts = ✅ { $server } is protected, restarts too: an operator who is not on call needs a second person’s approval.
protect-set-none = ✅ { $server } is no longer protected.
protect-already = { $server } is already protected.
protect-outdated = Nothing was changed: the protection of this server has changed in the meantime. See /protect
protect-which = 🛡 Which server do you mean?
protect-too-many = A team can protect { $most } servers at most.
protect-no-team = You own no team. Only the owner of a team can protect servers.
team-which = 👥 Which team?

card-protected-changes = 🛡 Protected: power-off, reinstall, restore, rescue, and deleting snapshots or backups need a second person’s approval.
card-protected-restarts = 🛡 Protected, restarts too: an operator who is not on call needs a second person’s approval.

button-undo = ↩️ Undo
button-protected = 🛡 Protected servers
button-protect-restarts = 🔁 Restarts too · { $server }
button-protect-changes = 🔁 Restarts without approval · { $server }

money-account-team = 👥 Account of the team { $team }
money-team-limit-reached = ✋ Nothing was sent: this purchase costs { $wanted }, the team has spent { $spent }, and the team’s limit is { $limit } in 24 hours. Only the owner of the team can change the limit.

team-limits =
    💰 <b>Limits of the team</b> · { $team }

    Each limit counts the last 24 hours, including purchases whose result is unknown.
team-limits-how = Above their limit in the team, a team admin needs a second person’s approval. Nobody can exceed the team’s limit.
team-limit-team = <b>The whole team</b>
team-limit-member = { $member }
team-limit-line = { $limit }: { $spent } spent, { $left } left
team-limit-none = Unlimited
team-limit-member-none = Not set: every purchase needs a second person’s approval
button-team-limits = 💰 Limits of the team
button-team-limit = 👥 The whole team

accounts-teams =
    { $count ->
        [one] 👥 One more account belongs to a team. Your role there decides what you can do.
       *[other] 👥 { $count } more accounts belong to teams. Your role in each decides what you can do.
    }
account-of-team = 👥 { $team } · { $role }
account-lent =
    👥 Shared with the team { $team }, with { $count ->
        [one] one member
       *[other] { $count } members
    }.
account-disconnect-lent = 👥 Disconnecting also ends the team { $team }: its members lose access at once, and results of running operations can no longer be read.
team-token-replaced = 🔑 { $owner } replaced the token of the account of the team { $team }. Its servers, roles and limits stay as they are.
account-team-ended = 👥 The team { $team } has ended.
account-instead = ⚠️ You can no longer use the team’s account you had chosen. Commands now use { $account }.
account-of-group = 👥 Continuing with the account of the group: { $account }
account-none-left = ⚠️ You can no longer use the team’s account you had chosen. To continue, connect your own with /connect
lent-account =
    👥 { $team }

    The account of this team. Your role: { $role }.

    Not the current account.
lent-account-current =
    👥 { $team }

    The account of this team. Your role: { $role }.

    ✓ Commands work on this account.
lent-own-limit = <b>Your limit in the team, in 24 hours</b>
team-ended-disconnected = 👥 This team has ended: its owner disconnected the account, and nobody can use it here now. Running operations continue, but their results can’t be shown.
home-team =
    🏠 <b>Home</b>

    Account of the team { $team }. Your role: { $role }.

    Quick restart: <code>/reboot NAME</code>
home-team-read =
    🏠 <b>Home</b>

    Account of the team { $team }. Your role: { $role }.

    Open a server: <code>/server NAME</code>
home-group-team =
    👋 This group uses the account of the team { $team }: /servers · /reboot

    What you can do depends on your role.
home-group-team-read =
    👋 This group uses the account of the team { $team }: /servers · /status

    What you can do depends on your role.

button-replace-token = 🔑 New token
connect-replace-ask =
    🔑 <b>New token</b> for { $account }

    Send the new API token of the same account. Its names, limits and team stay.
connect-replace-other = Nothing was replaced: this is the token of another account. Send the new token of the same account, or connect the other one with /connect

orders-team = 👥 <b>{ $team }</b>
orders-team-paid =
    { $count ->
        [one] 🧾 One order of the team. Tap its number to open it.
       *[other] 🧾 { $count } orders of the team, the unfinished ones first. Tap a number to open one.
    }
orders-team-all =
    { $count ->
        [one] 🧾 One operation of the team. Tap its number to open it.
       *[other] 🧾 { $count } operations of the team, the unfinished ones first. Tap a number to open one.
    }
orders-by = 👤 { $person }
orders-by-former = 👤 a former member
button-orders-own = My own orders
button-orders-team = 👥 The team’s operations

operation-account-gone = 🔌 Result unknown: the account was disconnected, so the bot can’t read the result. Check in { -provider }’s panel.
