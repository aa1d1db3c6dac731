button-look-again = 🔎 Look again
looked = Looked just now: { $state }
looked-accepted = 🟡 nothing to see of it yet
looked-unknown = ⚠️ it still can’t be told
button-ask-again = Ask again

operation-not-yours = This is not yours to press: only the person who asked for it can confirm or cancel it.
operation-closed = That is settled already.
operation-expired = Too late: the confirm works for a minute.
operation-replaced = This tap sent nothing: another request has taken the place of this confirm. See what is shown now.
operation-interrupted = Nothing was sent: the bot was interrupted before it could act on your tap. Please ask again.
confirm-interrupted = ⚠️ You confirmed in time, but the bot was interrupted before it could act on it.
confirm-interrupted-again = ⚠️ Nothing was sent: the bot was interrupted after you confirmed. Please confirm again.
confirm-restored =
    ⚠️ { $what }: this confirm no longer works: the bot was down, or restored from a backup.
    Did you confirm it before? Then check the outcome first. Otherwise ask again.
confirm-withdrawn = ⌛ { $what }: withdrawn, because 20 newer confirms of yours were open. Nothing was sent.
operation-missing = This operation is not kept any more. This tap sent nothing.
operation-by = Asked by { $person }
operation-below = ⤵️ { $what }: see below
batch-below = ⤵️ Renewal of { $count } servers: see below
confirm-life = The button works for 60 seconds, and only for you.

power-now = Its status reads: { $status }
power-now-unreadable = Its status can’t be read right now. You can go ahead all the same.
power-reboot-while-off = ⚫️ { $server } is off, so it can’t restart. Power it on instead.
power-off-while-off = ⚫️ { $server } is off already.
power-on-while-on = 🟢 { $server } is on already.
power-now-unread = The provider told no status for it.
power-not-read = I am reading its status…
power-unreadable = The provider does not answer my readings at the moment; I go on trying.

power-reboot-ask = 🔁 Restart { $server }?
power-reboot-means = ⚠️ Everything that runs on it stops and starts again. Its services are out of reach until it is back.
power-reboot-yes = Yes, restart { $server }
power-reboot-sending = ⏳ Asking the provider to restart { $server }…
power-reboot-accepted = ⏳ The provider accepted the restart of { $server }. I am watching until it is back.
power-reboot-unclear = 🟡 The provider accepted the restart of { $server }, but I did not see it go and come back. It may have been too quick to see, or it has not happened.
power-reboot-lost = ⚠️ The answer to the restart of { $server } was lost. I don’t know yet whether it was carried out, and I will not send it again. I am watching its status.
power-reboot-unknown = ⚠️ The answer to the restart of { $server } was lost, and its status does not tell whether it took place. I did not send it again. Please check the server; if it did not restart, ask for a new one.
power-reboot-done =
    ✅ { $server } has restarted, { $seconds ->
        [one] one second
       *[other] { $seconds } seconds
    } after the request.
power-reboot-refused = ❌ { $server } was not restarted.
power-reboot-expired = ⌛ The confirm to restart { $server } has expired. Nothing was sent.
power-reboot-cancelled = Cancelled: { $server } is not restarted. Nothing was sent.

power-on-ask = ▶️ Power on { $server }?
power-on-means = It starts up with everything that is set to start by itself.
power-on-yes = Yes, power on { $server }
power-on-sending = ⏳ Asking the provider to power on { $server }…
power-on-accepted = ⏳ The provider accepted to power on { $server }. I am watching until it is on.
power-on-unclear = 🟡 The provider accepted to power on { $server }, but its status does not show that it went from another status to on.
power-on-lost = ⚠️ The answer to powering on { $server } was lost. I don’t know yet whether it was carried out, and I will not send it again. I am watching its status.
power-on-unknown = ⚠️ The answer to powering on { $server } was lost, and its status does not tell whether it took place. I did not send it again. Please check the server.
power-on-done =
    ✅ { $server } is on, { $seconds ->
        [one] one second
       *[other] { $seconds } seconds
    } after the request.
power-on-refused = ❌ { $server } was not powered on.
power-on-expired = ⌛ The confirm to power on { $server } has expired. Nothing was sent.
power-on-cancelled = Cancelled: { $server } is not powered on. Nothing was sent.

power-off-ask = ⏹ Power off { $server }?
power-off-means = ⚠️ Everything that runs on it stops, and it stays off until it is powered on again.
power-off-yes = Yes, power off { $server }
power-off-sending = ⏳ Asking the provider to power off { $server }…
power-off-accepted = ⏳ The provider accepted to power off { $server }. I am watching until it is off.
power-off-unclear = 🟡 The provider accepted to power off { $server }, but its status does not show that it went from on to off.
power-off-lost = ⚠️ The answer to powering off { $server } was lost. I don’t know yet whether it was carried out, and I will not send it again. I am watching its status.
power-off-unknown = ⚠️ The answer to powering off { $server } was lost, and its status does not tell whether it took place. I did not send it again. Please check the server.
power-off-done =
    ✅ { $server } is off, { $seconds ->
        [one] one second
       *[other] { $seconds } seconds
    } after the request.
power-off-refused = ❌ { $server } was not powered off.
power-off-expired = ⌛ The confirm to power off { $server } has expired. Nothing was sent.
power-off-cancelled = Cancelled: { $server } is not powered off. Nothing was sent.

operation-ask = ❓ { $what }?
operation-sending = ⏳ { $what }: asking the provider…
operation-accepted = ⏳ { $what }: the provider accepted. I am watching until it is done.
operation-unclear = 🟡 { $what }: the provider accepted, but I could not see that it has happened. It may have been too quick to see, or it has not happened yet.
operation-lost = ⚠️ { $what }: the answer was lost. I don’t know yet whether it was carried out, and I will not send it again. I am looking.
operation-unknown = ⚠️ { $what }: the answer was lost, and what I can read does not tell whether it took place. I did not send it again. Please check the server before you ask for it anew.
operation-untold = ⚠️ { $what }: the answer was lost, and nothing I can read tells whether it took place. I did not send it again. Please try it on the server before you ask for it anew.
operation-done =
    ✅ { $what }: done, { $seconds ->
        [one] one second
       *[other] { $seconds } seconds
    } after the request.
operation-refused = ❌ { $what }: not done.
operation-late = ⌛ { $what }: the confirm has expired. Nothing was sent.
operation-cancelled = { $what }: cancelled. Nothing was sent.

held-by-you = ⏳ { $what } is still running. You asked for it at { $time } UTC.
held-by-person = ⏳ { $what } is still running. { $person } asked for it at { $time } UTC.
held-by-other = ⏳ { $what } is still running. Someone else asked for it at { $time } UTC.
held-nothing-sent = Nothing was sent.
held-wait = Nothing was sent. Wait until it has ended, then confirm again.
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
status-disturbed = Another operation ran at the same time, so the server’s status does not tell which of them it shows.

confirm-typed =
    ⌨️ To go ahead, type the server’s name or IP as a message. You have { $minutes ->
        [one] one minute
       *[other] { $minutes } minutes
    }.
confirm-typed-wrong = That is neither the name nor the IP of the server. Nothing was sent. Type it again, or /cancel.
confirm-typed-late = Too late: the time to confirm is over. Nothing was sent.
confirm-typed-sending = ⏳ Confirmed. Asking the provider…
