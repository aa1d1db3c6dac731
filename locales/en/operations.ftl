button-look-again = 🔎 Check again
looked = Checked just now: { $state }
looked-unread = Could not check just now. Try again in a minute.
looked-accepted = 🟡 accepted, no result yet
looked-unknown = ⚠️ result still unknown
button-ask-again = Ask again

operation-not-yours = Only the person who asked can confirm or cancel this request.
operation-cancel-not-yours = Only the person who asked can cancel this request.
operation-closed = This request is already closed. Its message shows how it ended.
operation-expired = Nothing was sent: the button works for one minute only. Ask again.
operation-replaced = Nothing was sent: a newer request replaced this one. See the current message.
operation-interrupted = Nothing was sent: the bot could not handle your request in time. Ask again.
expired-other = ℹ️ Another request went through at { $time }: { $what }.
expired-other-open = ℹ️ Another request was sent at { $time }, and the result of that request is not known yet: { $what }.
confirm-interrupted = ⚠️ You confirmed in time, but the bot handled your confirmation too late.
confirm-interrupted-again = ⚠️ Nothing was sent: the bot could not handle your confirmation in time. Confirm again.
confirm-away =
    ⚠️ { $what }: this request can no longer be confirmed, because the bot was down in the meantime.
    If you had already confirmed the request, check the result first. Otherwise ask again.
confirm-restored =
    ⚠️ { $what }: this can no longer be confirmed, because the bot’s data was restored from a backup.
    If you confirmed it before, check the result first. Otherwise ask again.
confirm-withdrawn = ⌛ { $what }: nothing was sent. It was closed because 20 newer requests of yours were waiting for your confirmation.
operation-missing = Nothing was sent: this request is no longer stored.
operation-by = Requested by { $person }
operation-by-ended = Requested by { $person } · ended at { $time }
operation-below = ⤵️ { $what }: see below
batch-below = ⤵️ Renewal of { $count } servers: see below
confirm-life = The button works for { $life }, and only for you.
confirm-life-time = 60 seconds

power-now = Status: { $status }
power-now-unreadable = Its status can’t be read right now. You can still continue.
power-reboot-while-off = ⚫️ { $server } is off, so it can’t restart. Power it on instead.
power-off-while-off = ⚫️ { $server } is already off.
power-on-while-on = 🟢 { $server } is already on.
power-now-unread = { -provider-start } sent no status.
power-not-read = Reading its status…
power-unread = Its status could not be read.
power-unreadable = Its status can’t be read right now. Trying again…

power-reboot-ask = 🔁 Restart { $server }?
power-reboot-means = ⚠️ Everything on the server stops and starts again. Its services are down until the server is back.
power-reboot-yes = Yes, restart { $server }
power-reboot-sending = ⏳ Sending the restart of { $server }…
power-reboot-accepted = ⏳ Restarting { $server }…
power-reboot-unclear = 🟡 { $server }: restart accepted, but not confirmed. The server was never seen off: the restart was too quick to see, or nothing happened. Check the server.
power-reboot-lost = ⚠️ Restart of { $server }: no answer. It may or may not have run, and won’t be sent again. Checking the server’s status…
power-reboot-unknown = ⚠️ Restart of { $server }: result unknown. No answer came, and the server’s status does not show whether it restarted. The request was not sent again. Check the server; if it did not restart, ask again.
power-reboot-done = ✅ { $server } restarted ({ $seconds } s)
power-reboot-refused = ❌ { $server } was not restarted.
power-reboot-expired = ⌛ { $server } was not restarted: the time to confirm is over.
power-reboot-cancelled = ▫️ Cancelled: { $server } was not restarted.

power-on-ask = ▶️ Power on { $server }?
power-on-means = The server starts, with every service that is set to start at boot.
power-on-yes = Yes, power on { $server }
power-on-sending = ⏳ Sending the power-on request for { $server }…
power-on-accepted = ⏳ Powering on { $server }…
power-on-unclear = 🟡 { $server }: power-on accepted, but the server was not seen on yet. Check the server.
power-on-lost = ⚠️ Power-on of { $server }: no answer. It may or may not have run, and won’t be sent again. Checking the server’s status…
power-on-unknown = ⚠️ Power-on of { $server }: result unknown. No answer came, and the server’s status does not show whether it was powered on. The request was not sent again. Check the server; if it is still off, ask again.
power-on-done = ✅ { $server } is on ({ $seconds } s)
power-on-refused = ❌ { $server } was not powered on.
power-on-expired = ⌛ { $server } was not powered on: the time to confirm is over.
power-on-cancelled = ▫️ Cancelled: { $server } was not powered on.

power-all-ask = ▶️ <b>Power on { $count } servers?</b>
power-all-means = The servers start, with every service that is set to start at boot.
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
power-off-means = ⚠️ Everything on the server stops. The server stays off until you power it on.
power-off-yes = Yes, power off { $server }
power-off-sending = ⏳ Sending the power-off request for { $server }…
power-off-accepted = ⏳ Powering off { $server }…
power-off-unclear = 🟡 { $server }: power-off accepted, but the server was not seen off yet. Check the server.
power-off-lost = ⚠️ Power-off of { $server }: no answer. It may or may not have run, and won’t be sent again. Checking the server’s status…
power-off-unknown = ⚠️ Power-off of { $server }: result unknown. No answer came, and the server’s status does not show whether it was powered off. The request was not sent again. Check the server; if it is still on, ask again.
power-off-done = ✅ { $server } is off ({ $seconds } s)
power-off-refused = ❌ { $server } was not powered off.
power-off-expired = ⌛ { $server } was not powered off: the time to confirm is over.
power-off-cancelled = ▫️ Cancelled: { $server } was not powered off.

operation-sending = ⏳ { $what }: sending…
operation-accepted = ⏳ { $what }: accepted by { -provider }, running…
operation-unclear = 🟡 { $what }: accepted, but not confirmed. It was too quick to see, or has not happened yet.
operation-away = 🔴 { $server } went off at { $time } and { $read ->
    [ended] was not seen on again
   *[on] has not come back
  }. Power the server on, or look at its console.
operation-lost = ⚠️ { $what }: no answer. It may or may not have run. It won’t be sent again; checking…
operation-unknown = ⚠️ { $what }: result unknown. No answer came, and it was not sent again. Check the server before you ask again.
operation-untold = ⚠️ { $what }: result unknown. No answer came, and the bot can’t check the result. The request was not sent again. Try on the server whether the change is there before you ask again.
operation-done = ✅ { $did } ({ $seconds } s)
operation-refused = ❌ { $what }: not done.
operation-late = ⌛ { $what }: the time to confirm is over. Nothing was sent.
operation-cancelled = ▫️ { $what }: cancelled. Nothing was sent.

held-by-you = ⏳ { $what } is still running. You asked for it at { $time }.
held-by-person = ⏳ { $what } is still running. { $person } asked for it at { $time }.
held-by-other = ⏳ { $what } is still running. Someone else asked for it at { $time }.
held-nothing-sent = Nothing was sent.
held-wait = Nothing was sent. Wait until the running operation ends, then confirm again.
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
risk-other = The operation may fail.
status-disturbed = Another operation ran at the same time, so this status may be the result of that one.

confirm-typed =
    ⌨️ To go ahead, type the server’s name or IP as a message. You have { $minutes ->
        [one] one minute
       *[other] { $minutes } minutes
    }.
confirm-typed-wrong = Nothing was sent: that is neither the name nor the IP of the server. Type the name or IP again, or /cancel.
confirm-typed-late = Nothing was sent: it is too late to confirm.
confirm-typed-sending = ⏳ Confirmed. Sending…
