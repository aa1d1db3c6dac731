command-audit = The team’s log: /audit NAME or DAY

audit-title = 📜 Log of { $team }
audit-filter-server = Server or domain: { $server }
audit-filter-person = Person: { $person }
audit-filter-day = Day: { $day }
audit-empty = The log has no entries yet.
audit-empty-filtered = No entry fits.
audit-column-time = Time
audit-column-person = Person
audit-column-what = What
audit-bot = Bot
audit-missing =
    { $count ->
        [one] ⚠️ One entry was removed here outside the bot.
       *[other] ⚠️ { $count } entries were removed here outside the bot.
    }
audit-changed = ⚠️ This entry was changed outside the bot, so it is not shown.
audit-reading = ⏳ Reading the log…
audit-private-only = This group takes no messages for one person alone, so the log is in the private chat.
audit-no-team = You are admin or owner of no team here. The log is for admins and the owner.
audit-which-team = Which team’s log?
audit-ended = { $team } (ended)
audit-unknown = “{ $wanted }” is not in the log. Send a server, a person or a day, such as /audit 2026-11-22
audit-which = Several fit “{ $wanted }”. Which one?
audit-pick-server = Which server or domain? Others: /audit NAME
audit-pick-person = Which person? Others: /audit NAME
audit-pick-day = Which day? Others: /audit 2026-11-22
audit-words-today = today
audit-words-yesterday = yesterday

button-audit-newer = ‹ Newer
button-audit-older = Older ›
button-audit-server = Server
button-audit-person = Person
button-audit-day = Day
button-audit-clear = All entries
button-audit-csv = CSV
button-audit-lines = JSON Lines
button-audit-back = ‹ Log

audit-file-coming = ⏳ Preparing the log of { $team }…
audit-file-caption =
    { $count ->
        [one] 📜 Log of { $team }: one entry
       *[other] 📜 Log of { $team }: { $count } entries
    }
audit-file-sent = The file is in your private chat.
audit-file-unreached = I can’t write to you yet. Start the private chat with me, then ask again.

audit-cell-number = number
audit-cell-time = time ({ $zone })
audit-cell-person = person
audit-cell-person-id = person id
audit-cell-what = what
audit-cell-server = server or domain
audit-cell-server-id = server id
audit-cell-reason = reason
audit-cell-total = price
audit-cell-currency = currency
audit-cell-operation = operation
audit-cell-event = event

audit-did = { $what }: { $state }
audit-state-ready = prepared
audit-state-waiting = waits for approval
audit-state-quoting = price asked
audit-state-sending = sent
audit-state-accepted = running
audit-state-done = done
audit-state-refused = not done
audit-state-unknown = outcome unknown
audit-state-expired = expired, not sent
audit-state-cancelled = cancelled, not sent

audit-kind-power = power of { $subject }
audit-kind-power-on = power on { $subject }
audit-kind-power-off = power off { $subject }
audit-kind-power-reboot = restart of { $subject }
audit-kind-rescue = rescue disk of { $subject }
audit-kind-snapshot = snapshot of { $subject }
audit-kind-snapshot-create = new snapshot of { $subject }
audit-kind-snapshot-restore = restore of a snapshot of { $subject }
audit-kind-snapshot-delete = deletion of a snapshot of { $subject }
audit-kind-backup = backup of { $subject }
audit-kind-backup-create = new backup of { $subject }
audit-kind-backup-restore = restore of a backup of { $subject }
audit-kind-backup-delete = deletion of a backup of { $subject }
audit-kind-reinstall = reinstall of { $subject }
audit-kind-password = new password of { $subject }
audit-kind-ssh-key = new SSH key of { $subject }
audit-kind-order = order of a new server
audit-kind-renewal = renewal of { $subject }
audit-kind-upgrade = upgrade of { $subject }
audit-kind-registration = registration of { $subject }
audit-kind-domain-renewal = renewal of { $subject }
audit-kind-other = operation

audit-approved = approved: { $what } (asked by { $member })
audit-declined = declined: { $what } (asked by { $member })
audit-refused = refused: { $what } – { $reason }
audit-refused-often = refused too often today: further refusals are not listed
audit-console-asked = asked for the console of { $subject }
audit-team-founded = team created
audit-team-ended = team ended
audit-team-paused = team paused
audit-team-resumed = team started again
audit-member-asked = asked to join
audit-member-added = added { $member } as { $after }
audit-member-removed = removed { $member }
audit-member-left = left the team
audit-role-changed = role of { $member }: { $before } → { $after }
audit-protected = protected { $subject }: { $after }
audit-unprotected = ended the protection of { $subject }
audit-limit-team = limit of the team: { $before } → { $after }
audit-limit-member = limit of { $member }: { $before } → { $after }
audit-glass-broken = broke the glass: { $reason }
audit-glass-used = without approval, as the glass is broken: { $what }
audit-glass-ended = break-glass ended
audit-rota-changed = changed the rota
audit-on-call-taken = took the on-call duty
audit-handed-over = handed over to { $member }
audit-exported = exported the log ({ $after })
audit-exported-part = exported the log of { $subject } ({ $after })

audit-action-read = read
audit-action-power-on = power on
audit-action-reboot = restart
audit-action-power-off = power off
audit-action-console = console
audit-action-create = snapshot or backup
audit-action-take-on-call = take the on-call duty
audit-action-restore = restore
audit-action-delete = delete
audit-action-reinstall = reinstall
audit-action-rescue = rescue disk
audit-action-password = password
audit-action-ssh-key = SSH key
audit-action-spend = buy
audit-action-approve = approve
audit-action-audit = read the log
audit-action-break-glass = break-glass
audit-action-rota = rota
audit-action-name = rename
audit-action-members = members
audit-action-protect = protection
audit-action-limits = limits
audit-action-account = account
audit-on = { $what } of { $subject }

audit-reason-not-member = not a member
audit-reason-role = the role is too low
audit-reason-role-needed = needs the role { $role }
audit-reason-paused = the team is paused
audit-reason-elsewhere = asked in another chat
audit-reason-no-approver = nobody else may approve
audit-reason-team-limit = above the team’s limit
audit-reason-limit-unclear = the limit is in another currency
audit-reason-ended = the team has ended
audit-reason-lent = the account was lent meanwhile
audit-reason-unsure = membership not confirmed by Telegram
audit-reason-left = left the group
audit-value-none = none
audit-value-changes = changes
audit-value-restarts = changes and restarts
