money-toman = { $amount } toman
money-rial = { $amount } rial
money-other = { $amount } { $currency }

button-top-up = 💳 Top up the account
button-orders = 🧾 Orders
button-went-through = ✅ I checked: it went through
button-did-not = ❌ I checked: it did not

order-what = A new server in { $geo }
order-ask = 🛒 <b>Order this server?</b>
order-item-geo = Location: { $value }
order-item-os = Operating system: { $value }
order-item-cpu = Processors: { $value }
order-item-ram = Memory: { $value } GB
order-item-disk = Disk: { $value } GB
order-item-backup = Backups: { $value }
order-item-traffic = Additional traffic: { $value }
order-item-period = Period: { $days ->
        [one] one day
       *[other] { $days } days
    }
order-means = The provider takes this from the account’s balance at once. The server appears in the list some time later, and I offer you its card then.
order-yes = Order for { $price }
order-accepted = ⏳ { $what } is ordered. I am looking for it in the account’s list and offer its card here as soon as it is there.
order-unclear = 🟡 { $what } is ordered, but it is not in the account’s list yet. I go on looking for an hour and tell you here.
order-done = ✅ { $what } is ordered, and it is there:
order-done-several =
    ✅ { $what } is ordered. { $count } new servers fit what was ordered; I can’t tell which of them it is:
order-found = 🎉 { $what }: the answer was lost, but the server is there, so the order went through:
order-found-several = 🎉 { $what }: the answer was lost, but new servers are there, so the order went through. These { $count } fit:
order-evidence-none = In the account’s list there is no new server that fits.
order-evidence = New in the account’s list, and it may be the one: { $servers }

renewal-what =
    { $days ->
        [one] { $server }: renewal for one day
       *[other] { $server }: renewal for { $days } days
    }
renewal-ask =
    { $days ->
        [one] ♻️ <b>Renew { $server } for one day?</b>
       *[other] ♻️ <b>Renew { $server } for { $days } days?</b>
    }
renewal-means = The provider takes this from the account’s balance at once.
renewal-yes = Renew for { $price }
renewal-expiry = Expires: { $date }
renewal-expiry-now = Expires now: { $date }
renewal-expiry-unmoved = The expiry date reads { $date } and has not moved.
renewal-expiry-unread = The provider tells no expiry date I could compare.

upgrade-what = Upgrade of { $server }
upgrade-ask = ⬆️ <b>Upgrade { $server }?</b>
upgrade-cpu = Processors: { $from } → { $to }
upgrade-ram = Memory: { $from } → { $to }
upgrade-disk = Disk: { $from } → { $to }
upgrade-backup = Backups: { $from } → { $to }
upgrade-traffic = Traffic to add: { $to } GB
upgrade-units = This is sent as { $cpu } cores, { $ram } GB of memory, { $disk } GB of disk and { $backup } backups; the provider does not state the units of what it shows.
upgrade-means = ⚠️ The server reboots: everything on it stops and starts again. The provider takes the price from the account’s balance at once.
upgrade-yes = Upgrade for { $price }
upgrade-now = It has now: { $cpu } cores, memory { $ram }, disk { $disk }, backups { $backup }

money-total = 💰 Total: <b>{ $price }</b>, VAT included
money-total-days =
    { $days ->
        [one] 💰 Total for one day: <b>{ $price }</b>, VAT included
       *[other] 💰 Total for { $days } days: <b>{ $price }</b>, VAT included
    }
money-paid = Total: { $price }, VAT included
money-repriced = ⚠️ <b>The price has changed</b> from { $before } to { $now }. Nothing was bought. Please look again before you confirm.
money-unpriced = ⚠️ The price could not be asked once more, so nothing was sent.
money-short = 💳 <b>The account’s balance is not sufficient.</b> Nothing was bought.
money-short-by = 💳 <b>The account’s balance is not sufficient</b>: it lacks { $amount }. Nothing was bought.
money-short-then = Top up the account, then confirm again: the price is asked anew. This stays open for an hour.
money-over-limit = ✋ Your own limit of { $limit } in 24 hours would be exceeded. Nothing was sent. The limit is set in /accounts, in the account’s screen.
money-twin = ⚠️ You placed the same order less than ten minutes ago. This would be one more.
money-again = Confirm again for { $price }
money-quoting = ⏳ { $what }: asking the price once more before anything is sent…
money-sending = ⏳ { $what }: sending the order to the provider…
money-code = Order code: { $code }
money-accepted = ⏳ { $what }: the provider accepted. I am watching until it shows.
money-unclear = 🟡 { $what }: the provider accepted, but what I can read does not show it yet.
money-done = ✅ { $what }: done.
money-lost = ⚠️ { $what }: the answer was lost. I don’t know yet whether it went through, and I will not send it again. I am looking.
money-unknown = ⚠️ { $what }: the answer was lost, and what I can read does not tell whether it went through. I did not send it again. Please check in the provider’s panel before you order anew.
money-said-yes = You checked on { $date }: it went through.
money-said-no = You checked on { $date }: it did not go through.
money-refused = ❌ { $what }: not bought.
money-expired = ⌛ { $what }: the confirm has expired. Nothing was sent, nothing was bought.
money-cancelled = { $what }: cancelled. Nothing was bought.
money-outdated = This screen is not the newest: nothing was bought. Please look at the price again.
