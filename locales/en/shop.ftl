money-toman = { $amount } toman
money-rial = { $amount } rial
money-other = { $amount } { $currency }
# Words by which people shorten the amounts they type, with spaces between.
money-words-thousand = k thousand
money-words-million = m mn million
money-words-billion = bn billion

button-top-up = 💳 Top up the account
button-orders = 🧾 Orders
button-set-password = 🔑 Set a password
button-went-through = ✅ I checked: it went through
button-did-not = ❌ I checked: it did not
button-said-wrong-yes = ✏️ Mistake: it did not go through
button-said-wrong-no = ✏️ Mistake: it went through

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
order-item-shown = { $item } (the provider shows { $value })
order-means = The provider takes this from the account’s balance at once. The server is ready some time later; you will be told here.
order-yes = Order for { $price }
order-accepted = ⏳ { $what } ordered. You will be told here as soon as it is in the account’s list.
order-unclear = 🟡 { $what } ordered, but it is not in the account’s list yet. The bot checks for an hour and tells you here.
order-over = 🟡 { $what } ordered, but it has not appeared in the account’s list. The bot no longer checks. Tap to check again, or ask the provider with the order code.
order-shared =
    { $count ->
        [one] These servers may belong to another order for the same.
       *[other] These servers may belong to { $count } other orders for the same.
    }
order-evidence-unlooked =
    { $count ->
        [one] One new server in the account’s list has not been checked yet.
       *[other] { $count } new servers in the account’s list have not been checked yet.
    }
order-done = ✅ { $what } ordered, and it is there:
order-done-several =
    ✅ { $what } ordered. { $count } new servers match; which one it is can’t be told:
order-found = 🎉 { $what }: no answer came, but the server is there, so the order went through:
order-found-several = 🎉 { $what }: no answer came, but new servers are there, so the order went through. These { $count } match:
order-evidence-none = The account’s list has no new server that matches.
order-evidence = New in the account’s list, maybe this order: { $servers }

renewal-what =
    { $days ->
        [one] Renewal of { $server } for one day
       *[other] Renewal of { $server } for { $days } days
    }
renewal-done =
    { $days ->
        [one] ✅ { $server } renewed for one day
       *[other] ✅ { $server } renewed for { $days } days
    }
renewal-ask =
    { $days ->
        [one] ♻️ <b>Renew { $server } for one day?</b>
       *[other] ♻️ <b>Renew { $server } for { $days } days?</b>
    }
renewal-means = The provider takes this from the account’s balance at once.
renewal-yes = Renew for { $price }
renewal-expiry = Expires: { $date }
renewal-expiry-now = New expiry date: { $date }
renewal-expiry-unmoved = Expiry date: { $date } (unchanged).
renewal-expiry-moved = Expiry date: { $date } (was { $before }). This renewal is for { $days ->
        [one] one day
       *[other] { $days } days
    }.
renewal-expiry-unread = The provider sent no expiry date to compare.

upgrade-what = Upgrade of { $server }
upgrade-done = ✅ { $server } upgraded
upgrade-ask = ⬆️ <b>Upgrade { $server }?</b>
upgrade-cpu = Processors: { $from } → { $to }
upgrade-ram = Memory: { $from } → { $to }
upgrade-disk = Disk: { $from } → { $to }
upgrade-backup = Backups: { $from } → { $to }
upgrade-traffic = Traffic to add: { $to } GB
upgrade-traffic-added = Traffic added: { $to } GB
upgrade-units =
    This is sent as { $cpu ->
        [one] one core
       *[other] { $cpu } cores
    }, { $ram } GB of memory, { $disk } GB of disk and { $backup ->
        [0] no backups
        [one] one backup
       *[other] { $backup } backups
    }; the provider does not state the units of what it shows.
upgrade-sent =
    This is sent as { $cpu ->
        [one] one core
       *[other] { $cpu } cores
    }, { $ram } GB of memory, { $disk } GB of disk and { $backup ->
        [0] no backups
        [one] one backup
       *[other] { $backup } backups
    }.
upgrade-means = ⚠️ The server reboots: everything on it stops and starts again. The provider takes the price from the account’s balance at once.
upgrade-yes = Upgrade for { $price }
upgrade-now = It has now: cores { $cpu }, memory { $ram }, disk { $disk }, backups { $backup }

money-total = 💰 Total: <b>{ $price }</b>, VAT included
money-total-days =
    { $days ->
        [one] 💰 Total for one day: <b>{ $price }</b>, VAT included
       *[other] 💰 Total for { $days } days: <b>{ $price }</b>, VAT included
    }
money-paid = Total: { $price }, VAT included
money-repriced = ⚠️ <b>The price has changed</b> from { $before } to { $now }. Nothing was bought. Check the new price before you confirm.
money-unpriced = ⚠️ The price could not be checked again, so nothing was sent.
money-short = 💳 <b>Not enough balance.</b> Nothing was bought.
money-short-by = 💳 <b>Not enough balance</b>: { $amount } more is needed. Nothing was bought.
money-short-then = Top up the account, then confirm again: the price is checked anew. This stays open for an hour.
money-short-before = 💳 At { $time } the balance was { $amount } short of this: top up first.
money-over-limit = ✋ This would exceed your own limit of { $limit } in 24 hours. Nothing was sent. Change the limit in /accounts, in the account’s settings.
money-limit-unclear = ✋ Nothing was sent: the price is in “{ $currency }”, and your spending limit can’t be compared with it. Set a limit in this currency too, or remove yours.
money-unlimited = ⚠️ Your spending limit ({ $limits }) is in another currency and does not apply to this.
money-account = 👤 Account: { $account }
money-account-gone = 👤 The account is no longer connected.
money-duplicate = ⚠️ You already placed the same order ({ $moment }). This would be one more.
money-duplicate-again = ✋ Nothing was sent: <b>the same order was placed in the meantime.</b> Check before you confirm again.
money-changed-again = ✋ Nothing was sent: <b>the server changed in the meantime.</b> Check before you confirm again.
money-outgrown = The server changed in the meantime, so this is no longer an upgrade. Nothing was sent. Choose again.
money-again = Confirm again for { $price }
money-quoting = ⏳ { $what }: checking the price once more…
money-sending = ⏳ { $what }: sending the order to the provider…
money-code = Order code: { $code }
money-accepted = ⏳ { $what }: accepted by the provider. Checking until it shows…
money-unclear = 🟡 { $what }: accepted by the provider, but it does not show yet.
money-lost = ⚠️ { $what }: no answer. It may or may not have gone through. I won’t send it again; checking…
money-unknown = ⚠️ { $what }: no answer, and nothing shows whether it went through. It was not sent again. Check in the provider’s panel before you order again.
money-said-yes = You checked on { $date }: it went through.
money-said-no = You checked on { $date }: it did not go through.
money-refused = ❌ { $what }: not bought.
money-expired = ⌛ { $what }: the time to confirm is over. Nothing was bought.
money-cancelled = { $what }: cancelled. Nothing was bought.
money-no-price = ⚠️ The price can’t be shown, so it can’t be bought here. Nothing was sent.
money-outdated = This screen is out of date: nothing was bought. Check the price again.

button-renew = ♻️ Renew
button-upgrade = ⬆️ Upgrade
button-other-days = ⌨️ Another number of days
button-renew-chosen =
    { $count ->
        [one] ♻️ Renew the one chosen
       *[other] ♻️ Renew the { $count } chosen
    }
button-price = 💰 Get the price
button-reset = Start over
button-limit = 👛 My own limit
button-orders-all = All operations
button-orders-paid = Orders only
days =
    { $days ->
        [one] One day
       *[other] { $days } days
    }

expiring =
    ♻️ <b>Renew</b> · { $account }

    Soonest expiry first. Tap the servers to renew; several can be renewed at once.
renew = ♻️ Renew { $server } for how long?
renew-several =
    { $count ->
        [one] ♻️ Renew this server for how long?
       *[other] ♻️ Renew these { $count } servers for how long?
    }
renew-days-ask = Send the number of days, { $least } to { $most }.
renew-days-unfit = Not a number of days from { $least } to { $most }. Send another one.
renew-none-chosen = No server is chosen. Choose again.
renew-too-many = At most { $most } servers at once.

batch-ask = ♻️ <b>Renew { $count } servers for { $days } days?</b>
batch = ♻️ <b>Renewal of { $count } servers for { $days } days</b>
batch-all-done = ✅ <b>{ $count } servers renewed for { $days } days</b>
batch-part = ♻️ <b>Renewal for { $days } days: { $ordered } of { $count } servers ordered</b>
batch-total = 💰 Sum: <b>{ $price }</b>, VAT included
batch-ordered = 💰 Ordered: { $price }, VAT included
batch-rest = 💰 Left to confirm: <b>{ $price }</b>, VAT included
batch-no-total = 💰 No sum: the prices are in several currencies. VAT included.
batch-yes = Renew { $count } for { $price }
batch-again =
    { $count ->
        [one] Confirm the remaining one for { $price }
       *[other] Confirm the remaining { $count } for { $price }
    }
batch-yes-unsummed = Renew { $count }
batch-column-server = Server
batch-column-price = Price
batch-column-expiry = Expires
batch-column-result = Result
batch-reasons = Why they were not bought
batch-ready = ▫️ { $server } · { $price }
batch-waiting = 👥 { $server } · { $price } · waiting for approval
batch-sending = ⏳ { $server } · { $price } · being sent…
batch-accepted = ⏳ { $server } · { $price } · accepted, checking…
batch-unclear = 🟡 { $server } · { $price } · accepted, but it does not show yet
batch-lost = ⚠️ { $server } · { $price } · no answer, checking…
batch-unknown = ⚠️ { $server } · { $price } · no answer, and nothing shows whether it went through. It was not sent again; check in the provider’s panel.
batch-done = ✅ { $server } · { $price }
batch-refused = ❌ { $server } · { $price } · { batch-refused-word }
batch-refused-word = not bought
batch-expired = ⌛ { $server } · { $price } · { batch-expired-word }
batch-expired-word = too late, not bought
batch-away = ⚠️ { $server } · { $price } · { batch-away-word }
batch-away-word = the bot was down: check before you ask again
batch-restored = ⚠️ { $server } · { $price } · { batch-restored-word }
batch-restored-word = the bot’s data was restored from a backup: check before you ask again
batch-withdrawn = ⌛ { $server } · { $price } · { batch-withdrawn-word }
batch-withdrawn-word = replaced by newer questions, not bought
batch-interrupted = ⚠️ { $server } · { $price } · { batch-interrupted-word }
batch-interrupted-word = the bot was interrupted, not bought
batch-cancelled = ▫️ { $server } · { $price } · { batch-cancelled-word }
batch-cancelled-word = cancelled, not bought
batch-declined = ✖️ { $server } · { $price } · { batch-declined-word }
batch-declined-word = declined, not bought
batch-again-unpriced = ⚠️ The price could not be checked again, so it was not sent.
batch-short = 💳 <b>Not enough balance.</b> Not bought.
batch-short-by = 💳 <b>Not enough balance</b>: { $amount } more is needed. Not bought.
batch-over-limit = ✋ Not sent: it would exceed your own limit of { $limit } in 24 hours. Change it in /accounts, in the account’s settings.
batch-limit-unclear = ✋ Not sent: its price is in “{ $currency }”, and your spending limit can’t be compared with it.
batch-repriced = ⚠️ <b>The price has changed</b> from { $before } to { $now }. Not bought; check the new price.
batch-interrupted-again = ⚠️ Not sent: the bot was interrupted after you confirmed. Confirm again.
batch-unpriced = ❔ { $server }: left out, the provider sent no price.
batch-went-through = ✅ { $server } went through
batch-did-not = ❌ { $server } did not
batch-said-wrong-yes = ✏️ Mistake: { $server } did not go through
batch-said-wrong-no = ✏️ Mistake: { $server } went through
batch-said-yes = you checked: it went through
batch-said-no = you checked: it did not go through

upgrade = ⬆️ <b>Upgrade { $server }</b>
upgrade-choose = Tap what to increase. Beside each name: what the server has now, as the provider shows it; tap a name to type a total.
upgrade-unread = The provider does not show all values as numbers. Tap a missing one and type the total.
upgrade-nothing = Nothing is chosen to upgrade. Choose again.
upgrade-label-cpu = CPU { $value }
upgrade-label-ram = RAM { $value }
upgrade-label-disk = Disk { $value }
upgrade-label-backup = Backups { $value }
upgrade-label-traffic = Traffic { $value }
upgrade-step = +{ $step }
gigabytes = { $value } GB
upgrade-ask-cpu = Send the total number of processor cores.
upgrade-ask-ram = Send the total memory, in gigabytes.
upgrade-ask-disk = Send the total disk size, in gigabytes.
upgrade-ask-backup = Send the total number of backups.
upgrade-ask-traffic = Send how much traffic to add, in gigabytes.
upgrade-unfit = Send a whole number, { $least } or more.

orders-paid =
    🧾 <b>Orders</b>

    { $count ->
        [one] One order. Tap its number to open it.
       *[other] { $count } orders, the open ones first. Tap a number to open one.
    }
orders-all =
    🧾 <b>All operations</b>

    { $count ->
        [one] One operation. Tap its number to open it.
       *[other] { $count } operations, the open ones first. Tap a number to open one.
    }
orders-none-paid = 🧾 No orders yet.
orders-none-all = 🧾 No operations yet.
orders-row = <b>{ $number }.</b> { $what } – { $state }
orders-row-former = <b>{ $number }.</b> Done for a team that you are no longer in
orders-when = <i>Asked for on { $date }</i>
state-ready = ▫️ waiting for you to confirm
state-ready-of = ▫️ waiting for { $person } to confirm
state-ready-other = ▫️ not confirmed yet
state-waiting = 👥 waiting for approval
state-quoting = ⏳ asking the price
state-sending = ⏳ being sent
state-accepted = ⏳ accepted
state-done = ✅ done
state-refused = ❌ refused, nothing was done
state-unknown = ⚠️ not known
state-expired = ⌛ too late, nothing was sent
state-away = ⚠️ not known: the bot was down
state-restored = ⚠️ not known: the bot’s data was restored from a backup
state-cancelled = ▫️ cancelled, nothing was sent
state-declined = ✖️ declined, nothing was sent
state-said-yes = ☑️ you checked: it went through
state-said-no = ☑️ you checked: it did not go through
state-said-yes-of = ☑️ { $person } checked: it went through
state-said-yes-other = ☑️ checked: it went through
state-said-no-of = ☑️ { $person } checked: it did not go through
state-said-no-other = ☑️ checked: it did not go through
what-several =
    { $count ->
        [one] Renewal of one server
       *[other] Renewal of { $count } servers
    }
what-power-on = Power on of { $server }
what-power-all = Power on of { $count } servers
what-power-off = Power off of { $server }
what-power-reboot = Restart of { $server }
what-rescue-attach = Attaching a rescue disk to { $server }
what-rescue-eject = Ejecting the rescue disk from { $server }
what-snapshot-create = Snapshot of { $server }
what-snapshot-restore = Restoring a snapshot of { $server }
what-snapshot-delete = Deleting a snapshot of { $server }
what-backup-create = Backup of { $server }
what-backup-restore = Restoring a backup of { $server }
what-backup-delete = Deleting a backup of { $server }
what-reinstall = Reinstall of { $server }
what-password = Password change of { $server }
what-sshKey = SSH key change of { $server }

limit =
    👛 <b>My own limit</b> · { $account }

    The most you can spend here within 24 hours with this account. Your own limit, against mistakes.
limit-none = No limit is set.
limit-line = Limit: <b>{ $limit }</b> in 24 hours
limit-ask = To set one, send the amount, such as <code>5000000</code> or <code>5 million toman</code>.
limit-unfit = Not an amount with a currency. Send it like <code>5000000 toman</code>.
limit-foreign = Unknown currency “{ $currency }”: no price of this account came in it, so such a limit would stop nothing. Send the currency as the provider names it, such as <code>5000000 toman</code>.
limit-full = At most { $count } limits, one for each currency. Remove one first.
limit-idle = ⚠️ No price of this account has come in this currency yet. It stops no purchase in another currency.
limit-remove = Remove { $limit }
money-limit-reached = ✋ Your own limit is { $limit } in 24 hours. { $spent } is spent, and this is { $wanted } more. Nothing was sent. Change the limit in /accounts.

command-renew = Renew servers
command-upgrade = More resources: /upgrade NAME
command-orders = Your orders and their state
