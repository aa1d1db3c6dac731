command-oncall = Who is on call, and who comes next

on-call-until = 📟 On call: { $person }, until { $time }
on-call-person = 📟 On call: { $person }
on-call-nobody = 📟 Nobody is on call.
on-call-instead = In place of { $person }, whose turn it is.
on-call-next = Next:
on-call-turn = • { $person } – { $time }
on-call-rota-daily = Rota: { $people }, every day at { $time } ({ $zone })
on-call-rota-weekly = Rota: { $people }, every { $day } at { $time } ({ $zone })
zone-of =
    { $id ->
       *[other] { $city } time
    }
on-call-then = {" "}→{" "}
on-call-no-rota = There is no rota.
on-call-no-team = You are in no team. A team’s owner can add you.

on-call-taken = ✅ You are on call until you give it back.
on-call-taken-until = ✅ You are on call until { $time }.
on-call-before = Before: { $person }
on-call-given = ✅ You gave it back.
on-call-given-own = ✅ You gave back what you took. Your own turn in the rota goes on.
on-call-undone = ✅ Undone.
on-call-taken-meanwhile = { $person } is on call by now. Nothing was changed: look at /oncall again.
on-call-changed = That has changed meanwhile. Nothing was changed now: look at /oncall again.
on-call-not-yours = You have nothing to give back: somebody else is on call by now.
on-call-tag = On call

button-on-call-take = 🙋 I take it until the hand-over
button-on-call-take-open = 🙋 I take it
button-on-call-hours = { $hours } h
button-on-call-give = 👋 Give it back

hand-over = 📟 Hand-over: { $from } → { $to }
hand-over-taken = 📟 { $to } takes over from { $from }.
hand-over-first = 📟 { $to } is on call.
hand-over-nobody = 📟 { $from } is not on call any more, and nobody is.
hand-over-until = On call until { $time }
hand-over-alerts = 🚨 Wrong now:
hand-over-unknown = ❓ Outcome unknown:
hand-over-waiting = ⏳ Waiting for approval:
hand-over-glass = 🔓 Break-glass until { $time }: { $reason }
hand-over-line = • { $what } – { $person }
hand-over-more = … and { $count } more
hand-over-nothing = Nothing is open.

glass-used = 🔓 Sent under break-glass, without a second person.
glass-needs-none = 🔓 Break-glass is on: no second person is needed.

command-breakglass = Emergency without a second person: /breakglass REASON
glass-reason = 🔓 Why is it needed? The reason is shown to the whole team (at most { $most } characters).
glass-reason-long = The reason is too long: at most { $most } characters.
glass-reason-nothing = 🔓 Say in a few words what happened: one short word or the name or IP of a server is no reason. The whole team reads it (at most { $most } characters).
glass-reason-how = Write it behind the command: /breakglass REASON
glass-confirm =
    🔓 Break the glass in { $team }?
    Reason: { $reason }

    For { $minutes } minutes protected servers need no second person. Spending limits and roles stay as they are. The whole team is told, and each use is written down.
glass-already = Break-glass is on already.
glass-cancelled = Cancelled. Nothing was changed.
glass-broken-now = 🔓 Break-glass is on until { $time }. The team is being told.
glass-is-broken =
    🔓 Break-glass by { $person } until { $time }.
    Reason: { $reason }
glass-broken =
    🔓 <b>Break-glass</b> by { $person }: { $minutes } min left, until { $time }
    Reason: { $reason }
glass-lifts = Protected servers need no second person. Spending limits and roles stay as they are.
glass-people = For your information: { $people }
glass-uses =
    { $count ->
        [one] Used once:
       *[other] Used { $count } times:
    }
glass-use = • { $what } – { $person }
glass-unused = It was not used.
glass-owner =
    🔓 { $person } broke the glass in your team { $team }: until { $time } protected servers need no second person.
    Reason: { $reason }
glass-member =
    🔓 { $person } broke the glass in the team { $team }: until { $time } protected servers need no second person.
    Reason: { $reason }
glass-was =
    By { $person }, reason: { $reason }
glass-over = 🔒 Break-glass has ended.
glass-ended-time = 🔒 Break-glass ended at { $time }: its time is over.
glass-ended-person = 🔒 Break-glass ended at { $time } by { $person }.
glass-ended-role = 🔒 Break-glass ended at { $time }: { $person } is no admin any more.
glass-ended-team = 🔒 Break-glass ended at { $time }: the team has ended.
glass-end-done = Break-glass ended
glass-end-already = It has ended already
button-glass-break = 🔓 Break the glass
button-glass-end = 🔒 End now

rota = 🗓 The rota
rota-not-saved = Nothing changes before you save. The first person is on call from then on.
rota-nobody = Nobody is chosen.
rota-saved = ✅ The rota is saved.
rota-removed = ✅ The rota is removed.
rota-daily = Every day
rota-place = { $place }. { $person }
rota-people = 🗓 Who takes turns? Tap in the order of the turns; tap again to take somebody out.
rota-days = 🗓 On which day is the hand-over?
rota-times = 🗓 At what time is the hand-over?
rota-zones = 🗓 Which time zone?
rota-zones-private = Another one can be typed in the private chat with me.
button-rota = 🗓 Set the rota
button-rota-people = 👥 People: { $count }
button-rota-day = 📅 { $day }
button-rota-time = 🕘 { $time }
button-rota-zone = 🌍 { $zone }
button-rota-save = ✅ Save
button-rota-off = 🗑 Remove the rota
