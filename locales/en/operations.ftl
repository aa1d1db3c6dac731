button-look-again = 🔎 Check again
looked = Checked just now: { $state }
looked-accepted = 🟡 it does not show yet
looked-unknown = ⚠️ still not known
button-ask-again = Ask again

operation-not-yours = Only the person who asked can confirm or cancel this.
operation-cancel-not-yours = Only the person who asked can cancel this.
operation-closed = Already done.
operation-expired = Too late: the button works for one minute. Ask again.
operation-replaced = Nothing was sent: another request has replaced this question. See what is shown now.
operation-interrupted = Nothing was sent: the bot was interrupted. Ask again.
expired-other = ℹ️ { $what }: another request for it went through at { $time }.
expired-other-open = ℹ️ { $what }: another request for it was sent at { $time }, and its outcome is not known yet.
confirm-interrupted = ⚠️ You confirmed in time, but the bot was interrupted.
confirm-interrupted-again = ⚠️ Nothing was sent: the bot was interrupted after you confirmed. Confirm again.
confirm-away =
    ⚠️ { $what }: this question can no longer be confirmed, because the bot was down meanwhile.
    If you confirmed it before, check the outcome first. Otherwise ask again.
confirm-restored =
    ⚠️ { $what }: this question can no longer be confirmed, because the bot’s data was restored from a backup.
    If you confirmed it before, check the outcome first. Otherwise ask again.
confirm-withdrawn = ⌛ { $what }: replaced, because 20 newer questions of yours were open. Nothing was sent.
operation-missing = This operation is no longer stored. Nothing was sent.
operation-by = Asked by { $person }
operation-by-ended = Asked by { $person } · ended at { $time }
operation-below = ⤵️ { $what }: see below
batch-below = ⤵️ Renewal of { $count } servers: see below
confirm-life = The button works for { $life }, and only for you.
confirm-life-time = 60 seconds

power-now = Status: { $status }
power-now-unreadable = Its status can’t be read right now. You can go ahead all the same.
power-reboot-while-off = ⚫️ { $server } is off, so it can’t restart. Power it on instead.
power-off-while-off = ⚫️ { $server } is off already.
power-on-while-on = 🟢 { $server } is on already.
power-now-unread = The provider sent no status.
power-not-read = Reading its status…
power-unread = Its status could not be read.
power-unreadable = Its status can’t be read right now. Trying again…

power-reboot-ask = 🔁 Restart { $server }?
power-reboot-means = ⚠️ Everything on it stops and starts again. Its services are down until it is back.
power-reboot-yes = Yes, restart { $server }
power-reboot-sending = ⏳ Sending the restart of { $server }…
power-reboot-accepted = ⏳ Restarting { $server }…
power-reboot-unclear = 🟡 { $server }: the provider accepted the restart, but the server was not seen going down. It may have been too quick to see, or it has not happened.
power-reboot-lost = ⚠️ No answer to the restart of { $server }. It may or may not have run. I won’t send it again; checking its status…
power-reboot-unknown = ⚠️ No answer to the restart of { $server }, and its status does not show whether it ran. It was not sent again. Check the server; if it did not restart, ask again.
power-reboot-done = ✅ { $server } restarted ({ $seconds } s)
power-reboot-refused = ❌ { $server } was not restarted.
power-reboot-expired = ⌛ Restart of { $server }: the time to confirm is over. Nothing was sent.
power-reboot-cancelled = Cancelled: { $server } is not restarted.

power-on-ask = ▶️ Power on { $server }?
power-on-means = It starts with everything that is set to start by itself.
power-on-yes = Yes, power on { $server }
power-on-sending = ⏳ Sending the power on of { $server }…
power-on-accepted = ⏳ Powering on { $server }…
power-on-unclear = 🟡 { $server }: the provider accepted the power on, but its status was not seen changing to on.
power-on-lost = ⚠️ No answer to the power on of { $server }. It may or may not have run. I won’t send it again; checking its status…
power-on-unknown = ⚠️ No answer to the power on of { $server }, and its status does not show whether it ran. It was not sent again. Check the server.
power-on-done = ✅ { $server } is on ({ $seconds } s)
power-on-refused = ❌ { $server } was not powered on.
power-on-expired = ⌛ Power on of { $server }: the time to confirm is over. Nothing was sent.
power-on-cancelled = Cancelled: { $server } is not powered on.

power-all-ask = ▶️ <b>Power on { $count } servers?</b>
power-all-means = They start with everything that is set to start by itself.
power-all-yes =
    { $count ->
        [one] Yes, power on { $count } server
       *[other] Yes, power on { $count } servers
    }
power-all-under-way = ⏳ <b>Powering on: { $done } of { $count } servers are on</b>
power-all-done = ✅ <b>All { $count } servers are on</b>
power-all-part = ⚠️ <b>{ $done } of { $count } servers are on</b>
power-all-failed = Not powered on ({ $count }): { $servers }
power-all-unknown = Result unknown ({ $count }): { $servers }
power-all-rest =
    { $count ->
        [one] { $count } more server is off and not in this list. Press “Power on all” again afterwards.
       *[other] { $count } more servers are off and not in this list. Press “Power on all” again afterwards.
    }
power-all-none = 🟢 All servers of this alert are on already. Nothing was sent.
power-line-ready = ▫️ { $server } · { $status }
power-line-waiting = 👥 { $server } · { $status } · waiting for approval
power-line-sending = ⏳ { $server } · being sent…
power-line-accepted = ⏳ { $server } · powering on…
power-line-unclear = 🟡 { $server } · accepted, but not seen on yet
power-line-lost = ⚠️ { $server } · no answer, checking…
power-line-unknown = ⚠️ { $server } · no answer, result unknown. It was not sent again. Check the server.
power-line-done = ✅ { $server } · on
power-line-refused = ❌ { $server } · not powered on
power-line-expired = ⌛ { $server } · too late, nothing was sent
power-line-gap = ⚠️ { $server } · the bot was down: check the server before you ask again
power-line-cancelled = ▫️ { $server } · cancelled, nothing was sent

power-off-ask = ⏹ Power off { $server }?
power-off-means = ⚠️ Everything on it stops. It stays off until you power it on.
power-off-yes = Yes, power off { $server }
power-off-sending = ⏳ Sending the power off of { $server }…
power-off-accepted = ⏳ Powering off { $server }…
power-off-unclear = 🟡 { $server }: the provider accepted the power off, but its status was not seen changing to off.
power-off-lost = ⚠️ No answer to the power off of { $server }. It may or may not have run. I won’t send it again; checking its status…
power-off-unknown = ⚠️ No answer to the power off of { $server }, and its status does not show whether it ran. It was not sent again. Check the server.
power-off-done = ✅ { $server } is off ({ $seconds } s)
power-off-refused = ❌ { $server } was not powered off.
power-off-expired = ⌛ Power off of { $server }: the time to confirm is over. Nothing was sent.
power-off-cancelled = Cancelled: { $server } is not powered off.

operation-sending = ⏳ { $what }: sending…
operation-accepted = ⏳ { $what }: accepted by the provider, running…
operation-unclear = 🟡 { $what }: accepted by the provider, but it was not seen happening. It may have been too quick to see, or it has not happened yet.
operation-away = 🔴 { $server } went off at { $time } and { $read ->
    [ended] was not seen on again
   *[on] has not come back
  }. Power the server on, or look at its console.
operation-lost = ⚠️ { $what }: no answer. It may or may not have run. I won’t send it again; checking…
operation-unknown = ⚠️ { $what }: no answer, and nothing shows whether it ran. It was not sent again. Check the server before you ask again.
operation-untold = ⚠️ { $what }: no answer, and nothing can show whether it ran. It was not sent again. Try it on the server before you ask again.
operation-done = ✅ { $did } ({ $seconds } s)
operation-refused = ❌ { $what }: not done.
operation-late = ⌛ { $what }: the time to confirm is over. Nothing was sent.
operation-cancelled = { $what }: cancelled. Nothing was sent.

held-by-you = ⏳ { $what } is still running. You asked for it at { $time }.
held-by-person = ⏳ { $what } is still running. { $person } asked for it at { $time }.
held-by-other = ⏳ { $what } is still running. Someone else asked for it at { $time }.
held-nothing-sent = Nothing was sent.
held-wait = Nothing was sent. Wait until it ends, then confirm again.
anyway-ask = ⚠️ { $what } anyway? { $risk }
anyway-power-reboot = Restart anyway
anyway-power-on = Power on anyway
anyway-power-off = Power off anyway
anyway-rescue-attach = Attach anyway
anyway-rescue-eject = Eject anyway
anyway-other = Go ahead anyway
risk-power = The power action may fail.
risk-rescue = The change of the rescue disk may fail.
risk-snapshot-create = The snapshot may fail.
risk-snapshot-restore = The restore may fail and leave the disk damaged.
risk-snapshot-delete = The deletion may fail.
risk-backup-create = The backup may fail.
risk-backup-restore = The restore may fail and leave the disk damaged.
risk-backup-delete = The deletion may fail.
risk-reinstall = The reinstall may fail and leave the server without a working system.
risk-upgrade = The upgrade may fail.
risk-other = It may fail.
status-disturbed = Another operation ran at the same time, so the status may show either of them.

confirm-typed =
    ⌨️ To go ahead, type the server’s name or IP as a message. You have { $minutes ->
        [one] one minute
       *[other] { $minutes } minutes
    }.
confirm-typed-wrong = That is neither the name nor the IP of the server. Nothing was sent. Type it again, or /cancel.
confirm-typed-late = Too late to confirm. Nothing was sent.
confirm-typed-sending = ⏳ Confirmed. Sending…
