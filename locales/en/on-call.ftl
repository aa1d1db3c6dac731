command-oncall = Who is on call, and who comes next

on-call-until = 📟 On call: { $person }, until { $time }
on-call-person = 📟 On call: { $person }
on-call-nobody = 📟 Nobody is on call.
on-call-instead = In place of { $person }, whose turn it is.
on-call-next = Next:
on-call-turn = • { $person } – { $time }
on-call-rota-daily = On-call schedule: { $people }, every day at { $time } ({ $zone })
on-call-rota-weekly = On-call schedule: { $people }, every { $day } at { $time } ({ $zone })
zone-of =
    { $id ->
       *[other] { $city } time
    }
on-call-then = {" "}→{" "}
on-call-no-rota = There is no on-call schedule.
on-call-no-team = You are in no team. A team’s owner can add you.

on-call-taken = ✅ You are on call until you end your shift.
on-call-taken-until = ✅ You are on call until { $time }.
on-call-before = Until now on call: { $person }
on-call-given = ✅ Your shift has ended.
on-call-given-own = ✅ The extra shift has ended. You are still on call: it is your turn in the schedule.
on-call-undone = ✅ Undone.
on-call-taken-meanwhile = Nothing was changed: { $person } is on call now. See /oncall again.
on-call-changed = Nothing was changed: the shift has changed in the meantime. See /oncall again.
on-call-not-yours = Nothing was changed: someone else is on call now.
on-call-tag = On call

button-on-call-take = 🙋 Take over until the next hand-over
button-on-call-take-open = 🙋 Take over
button-on-call-hours = { $hours } h
button-on-call-give = 👋 End my shift

hand-over = 📟 Hand-over: { $from } → { $to }
hand-over-taken = 📟 { $to } takes over from { $from }.
hand-over-first = 📟 { $to } is on call.
hand-over-nobody = 📟 Nobody is on call now: the shift of { $from } has ended.
hand-over-until = On call until { $time }
hand-over-alerts = 🚨 Current problems:
hand-over-unknown = ❓ Result unknown:
hand-over-waiting = ⏳ Waiting for approval:
hand-over-glass = 🔓 Emergency access until { $time }: { $reason }
hand-over-line = • { $what } – { $person }
hand-over-more = … and { $count } more
hand-over-nothing = Nothing is open.

glass-used = 🔓 Sent in emergency access, without a second person’s approval.
glass-needs-none = 🔓 Emergency access is on: no approval is needed.

command-breakglass = Emergency access to protected servers: /breakglass REASON
glass-reason = 🔓 Why do you need emergency access? The whole team sees the reason (at most { $most } characters).
glass-reason-long = The reason is too long: at most { $most } characters.
glass-reason-nothing = 🔓 Write in a few words what happened (at most { $most } characters). One short word, or only a server’s name or IP, is not enough. The whole team sees the reason.
glass-reason-how = Write the reason after the command: /breakglass REASON
glass-confirm =
    🔓 Turn on emergency access in { $team }?
    Reason: { $reason }

    For { $minutes } minutes protected servers need no second person’s approval. Spending limits and roles still apply. The whole team is notified, and each use is logged.
glass-already = Emergency access is already on.
glass-cancelled = Cancelled. Nothing was changed.
glass-broken-now = 🔓 Emergency access is on until { $time }. The team is being notified.
glass-is-broken =
    🔓 Emergency access by { $person } until { $time }.
    Reason: { $reason }
glass-broken =
    🔓 <b>Emergency access</b> by { $person }: { $minutes } min left, until { $time }
    Reason: { $reason }
glass-lifts = Protected servers need no second person’s approval. Spending limits and roles still apply.
glass-people = For your information: { $people }
glass-uses =
    { $count ->
        [one] Used once:
       *[other] Used { $count } times:
    }
glass-use = • { $what } – { $person }
glass-unused = Emergency access was not used.
glass-owner =
    🔓 { $person } turned on emergency access in your team { $team }: until { $time } protected servers need no second person’s approval.
    Reason: { $reason }
glass-member =
    🔓 { $person } turned on emergency access in the team { $team }: until { $time } protected servers need no second person’s approval.
    Reason: { $reason }
glass-was =
    By { $person }, reason: { $reason }
glass-over = 🔒 Emergency access has ended.
glass-ended-time = 🔒 Emergency access ended at { $time }: its time is over.
glass-ended-person = 🔒 Emergency access ended at { $time } by { $person }.
glass-ended-role = 🔒 Emergency access ended at { $time }: { $person } is no longer a team admin.
glass-ended-team = 🔒 Emergency access ended at { $time }: the team has ended.
glass-end-done = Emergency access ended
glass-end-already = Emergency access has already ended
button-glass-break = 🔓 Turn on emergency access
button-glass-end = 🔒 End emergency access

rota = 🗓 On-call schedule
rota-not-saved = Nothing changes until you save. The first person is on call from that moment.
rota-nobody = Nobody is chosen.
rota-saved = ✅ The schedule is saved.
rota-removed = ✅ The schedule is removed.
rota-daily = Every day
rota-place = { $place }. { $person }
rota-people = 🗓 Who takes turns? Tap people in order; tap again to remove one.
rota-days = 🗓 On which day is the hand-over?
rota-times = 🗓 At what time is the hand-over?
rota-zones = 🗓 Which time zone?
rota-zones-private = Another one can be typed in the private chat with the bot.
button-rota = 🗓 Set the schedule
button-rota-people = 👥 People: { $count }
button-rota-day = 📅 { $day }
button-rota-time = 🕘 { $time }
button-rota-zone = 🌍 { $zone }
button-rota-save = ✅ Save
button-rota-off = 🗑 Remove the schedule
