command-protect = Servers that need a second person

protect =
    🛡 <b>Protected servers</b> · { $team }

    { $count ->
        [0] No server is protected.
        [one] One server is protected.
       *[other] { $count } servers are protected.
    }
protect-how = Tap a server to protect it, or to end that. Protected means: to power it off, reinstall, restore, delete or rescue it takes a second person.
protect-row-gone = { $server } · not in the list
protect-set-changes = ✅ { $server } is protected.
protect-set-restarts = ✅ { $server } is protected, restarts too: an operator who is not on call needs a second person to restart it.
protect-set-none = ✅ { $server } is not protected any more.
protect-which = 🛡 Which server do you mean?
protect-too-many = A team can protect { $most } servers at most.
protect-no-team = You own no team. Only the owner of a team can protect servers.
team-which = 👥 Which team?

card-protected-changes = 🛡 Protected: to power it off or change its data takes a second person.
card-protected-restarts = 🛡 Protected, restarts too: an operator who is not on call needs a second person.

button-undo = ↩️ Undo
button-protected = 🛡 Protected servers
button-protect-restarts = 🔁 Restarts too
button-protect-changes = 🔁 Not for restarts
