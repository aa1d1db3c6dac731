command-oncall = Who is on call, and who comes next

on-call-until = 📟 On call: { $person }, until { $time }
on-call-person = 📟 On call: { $person }
on-call-nobody = 📟 Nobody is on call.
on-call-instead = In place of { $person }, whose turn it is.
on-call-next = Next:
on-call-turn = • { $person } – { $time }
on-call-rota-daily = Rota: { $people }, every day at { $time } ({ $zone })
on-call-rota-weekly = Rota: { $people }, every { $day } at { $time } ({ $zone })
on-call-then = {" "}→{" "}
on-call-no-rota = There is no rota.
on-call-no-team = You are in no team. A team’s owner can add you.
on-call-no-team-here = This group has no team.

on-call-taken = ✅ You are on call until you give it back.
on-call-taken-until = ✅ You are on call until { $time }.
on-call-before = Before: { $person }
on-call-given = ✅ You gave it back.
on-call-undone = ✅ Undone.
on-call-taken-meanwhile = { $person } is on call by now. Nothing was changed: look at /oncall again.
on-call-changed = That has changed meanwhile. Nothing was changed now: look at /oncall again.
on-call-not-yours = You have nothing to give back: somebody else is on call by now.
on-call-tag = On call

button-on-call-take = 🙋 I take it until the hand-over
button-on-call-take-open = 🙋 I take it
button-on-call-hours = { $hours } h
button-on-call-give = ↩️ Give it back

hand-over = 📟 Hand-over: { $from } → { $to }
hand-over-taken = 📟 { $to } takes over from { $from }.
hand-over-first = 📟 { $to } is on call.
hand-over-nobody = 📟 { $from } is not on call any more, and nobody is.
hand-over-until = On call until { $time }
hand-over-unknown = ❓ Outcome unknown:
hand-over-waiting = ⏳ Waiting for approval:
hand-over-glass = 🔓 Break-glass until { $time }: { $reason }
hand-over-line = • { $what } – { $person }
hand-over-more = … and { $count } more
hand-over-nothing = Nothing is open.

glass-used = 🔓 Sent under break-glass, without a second person.
glass-needs-none = 🔓 Break-glass is on: no second person is needed.
