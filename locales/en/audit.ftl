command-audit = The team’s log: /audit NAME or DAY

audit-title = 📜 Log of { $team }
audit-filter-server = Server or domain: { $server }
audit-filter-person = Person: { $person }
audit-filter-day = Day: { $day }
audit-empty = The log has no entries yet.
audit-empty-filtered = No matching entries.
audit-column-time = Time
audit-column-person = Person
audit-column-what = What
audit-bot = Bot
audit-missing =
    { $count ->
        [one] ⚠️ One entry was deleted here, from outside the bot.
       *[other] ⚠️ { $count } entries were deleted here, from outside the bot.
    }
audit-changed = ⚠️ This entry was changed outside the bot, so it is not shown.
audit-reading = ⏳ Reading the log…
audit-private-only = The log is in the private chat: this group can’t show a message to one person only.
audit-no-team = Not shown: only a team’s admins and its owner can read its log, and you are neither.
audit-which-team = Which team’s log?
audit-ended = { $team } (ended { $day })
audit-unknown = “{ $wanted }” is not in the log. Send a server, a person or a day, such as /audit 2026-11-22
audit-which = Several entries match “{ $wanted }”. Which one?
audit-pick-server = Which server or domain? Others: /audit NAME
audit-pick-person = Which person? Others: /audit NAME
audit-pick-day = Which day of { $month }? Others: /audit 2026-11-22
audit-words-today = today
audit-words-yesterday = yesterday

button-audit-newer = ‹ Newer
button-audit = 📜 Log
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
audit-file-unreached = Not sent: the bot can’t write to you yet. Open the private chat, press Start, then ask again.

audit-cell-number = number
audit-cell-time = time ({ $zone })
audit-cell-person = person
audit-cell-person-id = person id
audit-cell-what = what
audit-cell-member = member
audit-cell-member-id = member id
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
audit-state-quoting = checking the price
audit-state-sending = sent
audit-state-accepted = running
audit-state-done = done
audit-state-refused = not done
audit-state-unknown = result unknown
audit-state-expired = expired, not sent
audit-state-cancelled = cancelled, not sent

audit-kind-power = power of { $subject }
audit-kind-power-on = power-on of { $subject }
audit-kind-power-off = power-off of { $subject }
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
audit-kind-sshKey = new SSH key of { $subject }
audit-kind-order = order of a new server
audit-kind-renewal = renewal of { $subject }
audit-kind-upgrade = upgrade of { $subject }
audit-kind-registration = registration of { $subject }
audit-kind-domainRenewal = renewal of { $subject }
audit-kind-other = operation

audit-approved = approved: { $what } (asked by { $member })
audit-answered-yes = reported as done: { $what }
audit-answered-no = reported as not done: { $what }
audit-declined = declined: { $what } (asked by { $member })
audit-refused = refused: { $what } – { $reason }
audit-refused-often = refused too often today: further refusals are not listed
audit-refused-more = { $count ->
        [one] refused once more, not listed
       *[other] refused { $count } more times, not listed one by one
    }
audit-refused-with-more = { $what } ({ $count ->
        [one] one more refusal before it, not listed
       *[other] { $count } more refusals before it, not listed one by one
    })
audit-console-asked = asked for the console of { $subject }
audit-team-created = team created
audit-alert-acknowledged = acknowledged the alert about { $subject }
audit-alerts-acknowledged = acknowledged { $count } alerts
audit-alert-handed-back = released the alert about { $subject }
audit-alert-silenced = muted the alert about { $subject }
audit-alert-loud = unmuted the alert about { $subject }
audit-watched = turned on alerts about { $what }
audit-unwatched = turned off alerts about { $what }
audit-watch-servers = all servers
audit-watch-server = { $subject }
audit-watch-outside = changes outside the bot
audit-watch-name = the name { $subject }
audit-watch-price = the price of { $subject } at { $price } or less
audit-watch-traffic = the traffic of { $subject } above { $above }
audit-watch-surge = unusual traffic of { $subject }
audit-watch-expiry = the expiry of { $subject }
audit-in-private = { $what }, in private
audit-quiet-changed = quiet hours: { $before } → { $after }
audit-digest-changed = daily digest: { $before } → { $after }
audit-digest-off = off
audit-digest-money = { $when }, with spending
audit-zone-changed = time zone of quiet hours and digest: { $before } → { $after }
audit-team-ended = team ended
audit-team-restored = undid the end of the team
audit-team-paused = team paused
audit-team-paused-owner = team paused: its owner { $member } left the group
audit-because = { $what }: { $reason }
audit-team-resumed = team resumed
audit-member-asked = asked to join
audit-request-declined = declined the request of { $member } to join
audit-request-restored = undid declining { $member }
audit-member-added = added { $member } as { $after }
audit-member-removed = removed { $member }
audit-member-left = { $member } left the team
audit-request-withdrawn = { $member } left the group before the request was answered
audit-member-expelled = removed { $member } from the group
audit-role-changed = role of { $member }: { $before } → { $after }
audit-protected = set the protection of { $subject }: { $after }
audit-unprotected = ended the protection of { $subject }
audit-limit-team = limit of the team: { $before } → { $after }
audit-limit-member = limit of { $member } in the team: { $before } → { $after }
audit-glass-broken = turned on emergency access: { $reason }
audit-glass-used = in emergency access, without approval: { $what }
audit-glass-ended = emergency access ended (reason for turning it on: { $reason })
audit-glass-ended-role = emergency access ended, because { $member } is no longer an admin (reason for turning it on: { $reason })
audit-rota-changed = changed the on-call schedule: { $before } ⇒ { $after }
audit-rota-daily = { $people }, every day at { $time } ({ $zone })
audit-rota-weekly = { $people }, every { $day } at { $time } ({ $zone })
audit-on-call-taken = went on call
audit-handed-over = handed over to { $member }
audit-handed-over-nobody = nobody is on call now
audit-token-replaced = replaced the token of the account
audit-exported = exported the log ({ $after })
audit-exported-part = exported the log of { $subject } ({ $after })

audit-action-read = read
audit-action-power-on = power on
audit-action-reboot = restart
audit-action-power-off = power off
audit-action-console = console
audit-action-watch = set monitoring
audit-action-mute = mute alerts
audit-action-acknowledge = acknowledge alerts
audit-action-create = snapshot or backup
audit-action-take-on-call = go on call
audit-action-restore = restore
audit-action-delete = delete
audit-action-reinstall = reinstall
audit-action-rescue = rescue disk
audit-action-password = password
audit-action-ssh-key = SSH key
audit-action-spend = buy
audit-action-approve = approve
audit-action-audit = read the log
audit-action-break-glass = emergency access
audit-action-rota = on-call schedule
audit-action-notices = quiet hours or digest
audit-action-name = rename
audit-action-members = members
audit-action-protect = protection
audit-action-limits = limits
audit-action-account = account
audit-on = { $what } ({ $subject })

audit-reason-not-member = not a member
audit-reason-role = the role is too low
audit-reason-role-needed = needs the role { $role }
audit-reason-paused = the team is paused
audit-reason-elsewhere = asked in another chat
audit-reason-too-many-requests = three requests were already waiting for approval
audit-reason-paused-alone = no second person: the team is paused
audit-reason-no-approver = no second person in the team
audit-reason-team-limit = above the team’s limit
audit-reason-limit-unclear = the team’s limit is in another currency
audit-reason-ended = the team has ended
audit-reason-lent = the account was shared with a team in the meantime
audit-reason-unsure = membership not confirmed by Telegram
audit-reason-left = left the group
audit-reason-own-request = own request
audit-reason-owner-left = the owner left the group
audit-reason-bot-left = the bot is not in the group
audit-reason-disconnected = the account was disconnected
audit-reason-not-approved = not approved in time
audit-reason-withdrawn = request withdrawn
audit-reason-away = closed, as the bot was down
audit-reason-restored = closed: the data was restored from a backup
audit-reason-duplicate = the same order was placed just before
audit-reason-not-connected = { -provider } does not accept the token
audit-reason-invalid = { -provider } did not accept a value
audit-reason-insufficient-balance = not enough balance
audit-reason-reseller = the reseller service is missing
audit-reason-not-found = not found at { -provider }
audit-reason-refused = { -provider } refused
audit-reason-unavailable = { -provider } did not answer
audit-reason-ambiguous = { -provider }’s answer was lost
audit-reason-unreadable = { -provider }’s answer could not be read
audit-value-none = none
audit-value-changes = changes, without restarts
audit-value-restarts = changes and restarts
