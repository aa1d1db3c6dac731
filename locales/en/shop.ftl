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
button-did-not = ❌ I checked: it did not go through
button-said-wrong-yes = ✏️ Change to: did not go through
button-said-wrong-no = ✏️ Change to: went through

order-what = New server in { $geo }
order-ask = 🛒 <b>Order this server?</b>
order-item-geo = Location: { $value }
order-item-os = Operating system: { $value }
order-item-cpu = CPU cores: { $value }
order-item-ram = RAM: { $value } GB
order-item-disk = Disk: { $value } GB
order-item-backup = Backups: { $value }
order-item-traffic = Additional traffic: { $value }
order-item-period = Period: { $days ->
        [one] one day
       *[other] { $days } days
    }
order-item-shown = { $item } ({ -provider } shows { $value })
order-means = The price is taken from the account’s balance at once. The server is ready a little later: a message comes here.
order-yes = Order for { $price }
order-accepted = ⏳ { $what }: ordered. A message comes here when the server is ready.
order-unclear = 🟡 { $what }: ordered, but not in the account yet. The bot checks for one hour; the result comes here.
order-over = 🟡 { $what }: ordered, but the server never appeared in the account. The bot no longer checks by itself. Tap “🔎 Check again”, or give { -provider }’s support the order code.
order-shared =
    { $count ->
        [one] These servers may belong to another order with the same values.
       *[other] These servers may belong to { $count } other orders with the same values.
    }
order-evidence-unlooked =
    { $count ->
        [one] One new server in the account’s list has not been checked yet.
       *[other] { $count } new servers in the account’s list have not been checked yet.
    }
order-done = ✅ { $what }: ordered and ready:
order-done-several = ✅ { $what }: ordered. { $count } new servers match; yours is one of them:
order-found = 🎉 { $what }: the order went through. No answer came, but the server is in the account:
order-found-several = 🎉 { $what }: the order went through. No answer came, but { $count } new servers match; yours is one of them:
order-evidence-none = The account has no new server that matches.
order-evidence = New in the account, possibly from this order: { $servers }

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
renewal-means = The price is taken from the account’s balance at once.
renewal-yes = Renew for { $price }
renewal-expiry = Expires: { $date }
renewal-expiry-now = New expiry date: { $date }
renewal-expiry-unmoved = Expiry date: { $date } (unchanged).
renewal-expiry-moved = Expiry date: { $date } (was { $before }). This renewal is for { $days ->
        [one] one day
       *[other] { $days } days
    }.
renewal-expiry-unread = { -provider-start } sent no expiry date to compare.

upgrade-what = Upgrade of { $server }
upgrade-done = ✅ { $server } upgraded
upgrade-ask = ⬆️ <b>Upgrade { $server }?</b>
upgrade-cpu = CPU cores: { $from } → { $to }
upgrade-ram = RAM: { $from } → { $to }
upgrade-disk = Disk: { $from } → { $to }
upgrade-backup = Backups: { $from } → { $to }
upgrade-traffic = Traffic to add: { $to } GB
upgrade-traffic-added = Traffic added: { $to } GB
upgrade-units =
    New totals: { $cpu ->
        [one] one CPU core
       *[other] { $cpu } CPU cores
    }, { $ram } GB RAM, { $disk } GB disk and { $backup ->
        [0] no backups
        [one] one backup
       *[other] { $backup } backups
    }. Check the totals: { -provider } shows its values without units.
upgrade-sent =
    New totals: { $cpu ->
        [one] one CPU core
       *[other] { $cpu } CPU cores
    }, { $ram } GB RAM, { $disk } GB disk and { $backup ->
        [0] no backups
        [one] one backup
       *[other] { $backup } backups
    }.
upgrade-means = ⚠️ The server restarts: its services are down until it is back. The price is taken from the account’s balance at once.
upgrade-yes = Upgrade for { $price }
upgrade-now = Now: CPU cores { $cpu }, RAM { $ram }, disk { $disk }, backups { $backup }

money-total = 💰 Total: <b>{ $price }</b>, VAT included
money-total-days =
    { $days ->
        [one] 💰 Total for one day: <b>{ $price }</b>, VAT included
       *[other] 💰 Total for { $days } days: <b>{ $price }</b>, VAT included
    }
money-paid = Total: { $price }, VAT included
money-repriced = ⚠️ <b>Nothing was bought: the price has changed</b> from { $before } to { $now }. Check the new price before you confirm.
money-unpriced = ⚠️ Nothing was sent: the price could not be checked again.
money-short = 💳 <b>Nothing was bought: not enough balance.</b>
money-short-by = 💳 <b>Nothing was bought: not enough balance.</b> { $amount } more is needed.
money-short-then = Top up the account, then confirm again within one hour. The price is checked once more.
money-short-before = 💳 At { $time } the balance was { $amount } too low for this purchase. Top up first.
money-over-limit = ✋ Nothing was sent: this purchase would exceed your personal limit of { $limit } in 24 hours. Change the limit in /accounts, in the account’s settings.
money-limit-unclear = ✋ Nothing was sent: the price is in “{ $currency }”, and your personal limit can’t be compared with it. Set a limit in this currency too, or remove yours.
money-unlimited = ⚠️ Your personal limit ({ $limits }) is in another currency and does not limit this purchase.
money-account = 👤 Account: { $account }
money-account-gone = 👤 The account is no longer connected.
money-duplicate = ⚠️ You already placed the same order ({ $moment }). If you confirm, you order and pay a second time.
money-duplicate-again = ✋ Nothing was sent: <b>the same order was placed in the meantime.</b> Check before you confirm again.
money-changed-again = ✋ Nothing was sent: <b>the server changed in the meantime.</b> Check before you confirm again.
money-outgrown = Nothing was sent: the server changed in the meantime, and your choice would no longer be an upgrade. Choose again.
money-again = Confirm again for { $price }
money-quoting = ⏳ { $what }: checking the price once more…
money-sending = ⏳ { $what }: sending the order…
money-code = Order code: { $code }
money-accepted = ⏳ { $what }: accepted by { -provider }. Checking the result…
money-unclear = 🟡 { $what }: accepted by { -provider }, but not visible in the account yet.
money-lost = ⚠️ { $what }: no answer. It may or may not have gone through. It won’t be sent again; checking…
money-unknown = ⚠️ { $what }: result unknown. No answer came, and it was not sent again. Check in { -provider }’s panel before you order again.
money-unread = ⚠️ The account can’t be read right now.
money-said-yes = You checked on { $date }: it went through.
money-said-no = You checked on { $date }: it did not go through.
money-refused = ❌ { $what }: not bought.
money-expired = ⌛ { $what }: the time to confirm is over. Nothing was bought.
money-cancelled = ▫️ { $what }: cancelled. Nothing was bought.
money-no-price = ⚠️ Nothing was sent: without a price that the bot can show, nothing can be bought here.
money-outdated = Nothing was bought: this screen is out of date. Check the price again.

button-renew = ♻️ Renew
button-upgrade = ⬆️ Upgrade
button-other-days = ⌨️ Another number of days
button-renew-chosen =
    { $count ->
        [one] ♻️ Renew the one chosen…
       *[other] ♻️ Renew the { $count } chosen…
    }
button-price = 💰 Get the price
button-reset = Start over
button-limit = 👛 My personal limit
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
renew-days-unfit = Send a number of days from { $least } to { $most }.
renew-none-chosen = No server is chosen. Choose again.
renew-too-many = At most { $most } servers at once.

batch-ask = ♻️ <b>Renew { $count } servers for { $days ->
        [one] one day
       *[other] { $days } days
    }?</b>
batch = ♻️ <b>Renewal of { $count } servers for { $days ->
        [one] one day
       *[other] { $days } days
    }</b>
batch-all-done = ✅ <b>{ $count } servers renewed for { $days ->
        [one] one day
       *[other] { $days } days
    }</b>
batch-part = ♻️ <b>Renewal for { $days ->
        [one] one day
       *[other] { $days } days
    }: { $ordered } of { $count } renewals ordered</b>
batch-none = ▫️ <b>Nothing was ordered: renewal of { $count } servers for { $days ->
        [one] one day
       *[other] { $days } days
    }</b>
batch-total = 💰 Total: <b>{ $price }</b>, VAT included
batch-ordered = 💰 Ordered: { $price }, VAT included
batch-rest = 💰 Left to confirm: <b>{ $price }</b>, VAT included
batch-no-total = 💰 No total: the prices are in several currencies. VAT included.
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
batch-reasons = Why these renewals were not bought
batch-ready = ▫️ { $server } · { $price }
batch-waiting = 👥 { $server } · { $price } · waiting for approval
batch-sending = ⏳ { $server } · { $price } · being sent…
batch-accepted = ⏳ { $server } · { $price } · accepted, checking…
batch-unclear = 🟡 { $server } · { $price } · accepted, but not visible yet
batch-lost = ⚠️ { $server } · { $price } · no answer, checking…
batch-unknown = ⚠️ { $server } · { $price } · result unknown: no answer came. It was not sent again; check in { -provider }’s panel.
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
batch-withdrawn-word = closed because of newer requests, not bought
batch-interrupted = ⚠️ { $server } · { $price } · { batch-interrupted-word }
batch-interrupted-word = not handled in time, not bought
batch-cancelled = ▫️ { $server } · { $price } · { batch-cancelled-word }
batch-cancelled-word = cancelled, not bought
batch-declined = ✖️ { $server } · { $price } · { batch-declined-word }
batch-declined-word = declined, not bought
batch-again-unpriced = ⚠️ Not sent: the price could not be checked again.
batch-short = 💳 <b>Not bought: not enough balance.</b>
batch-short-by = 💳 <b>Not bought: not enough balance.</b> { $amount } more is needed.
batch-over-limit = ✋ Not sent: this renewal would exceed your personal limit of { $limit } in 24 hours. Change the limit in /accounts, in the account’s settings.
batch-limit-unclear = ✋ Not sent: the price is in “{ $currency }”, and your personal limit can’t be compared with this price.
batch-repriced = ⚠️ <b>Not bought: the price has changed</b> from { $before } to { $now }. Check the new price.
batch-interrupted-again = ⚠️ Not sent: the bot could not handle your confirmation in time. Confirm again.
batch-unpriced = ❔ { $server }: left out, { -provider } sent no price.
batch-went-through = ✅ Renewed: { $server }
batch-did-not = ❌ Not renewed: { $server }
batch-said-wrong-yes = ✏️ Change to: not renewed · { $server }
batch-said-wrong-no = ✏️ Change to: renewed · { $server }
batch-said-yes = you checked: it went through
batch-said-no = you checked: it did not go through

upgrade = ⬆️ <b>Upgrade { $server }</b>
upgrade-choose = Tap + to add resources, or a name to type a new total. Beside each name is what the server has now.
upgrade-unread = { -provider-start } does not show all values as numbers. Tap a missing one and type the total.
upgrade-nothing = Nothing is chosen. Tap what you want to increase.
upgrade-label-cpu = CPU cores { $value }
upgrade-label-ram = RAM { $value }
upgrade-label-disk = Disk { $value }
upgrade-label-backup = Backups { $value }
upgrade-label-traffic = Traffic { $value }
upgrade-step = +{ $step }
gigabytes = { $value } GB
upgrade-ask-cpu = Send the total number of CPU cores.
upgrade-ask-ram = Send the total RAM, in gigabytes.
upgrade-ask-disk = Send the total disk size, in gigabytes.
upgrade-ask-backup = Send the total number of backups.
upgrade-ask-traffic = Send how much traffic to add, in gigabytes.
upgrade-unfit = Send a whole number, { $least } or more.

orders-paid =
    🧾 <b>Orders</b>

    { $count ->
        [one] One order. Tap its number to open it.
       *[other] { $count } orders, the unfinished ones first. Tap a number to open one.
    }
orders-all =
    🧾 <b>All operations</b>

    { $count ->
        [one] One operation. Tap its number to open it.
       *[other] { $count } operations, the unfinished ones first. Tap a number to open one.
    }
orders-none-paid = 🧾 No orders yet.
orders-none-all = 🧾 No operations yet.
orders-row = <b>{ $number }.</b> { $what } – { $state }
orders-row-former = <b>{ $number }.</b> An operation of a team you have left
orders-when = <i>Requested on { $date }</i>
state-ready = ▫️ waiting for you to confirm
state-ready-of = ▫️ waiting for { $person } to confirm
state-ready-other = ▫️ not confirmed yet
state-waiting = 👥 waiting for approval
state-quoting = ⏳ checking the price
state-sending = ⏳ being sent
state-accepted = ⏳ accepted
state-done = ✅ done
state-refused = ❌ refused, nothing was done
state-unknown = ⚠️ result unknown
state-expired = ⌛ too late, nothing was sent
state-away = ⚠️ result unknown: the bot was down
state-restored = ⚠️ result unknown: the bot’s data was restored from a backup
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
what-power-on = Power-on of { $server }
what-power-all = Power-on of { $count } servers
what-power-off = Power-off of { $server }
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
    👛 <b>Your personal limit</b> · { $account }

    The most you can spend through the bot in 24 hours with this account. The limit protects you from mistakes.
limit-none = No limit is set.
limit-line = Limit: <b>{ $limit }</b> in 24 hours
limit-ask = To set a limit, send the amount with its currency, such as <code>5 million toman</code>.
limit-unfit = This is not an amount with a currency. Send it like <code>5 million toman</code>.
limit-foreign = Unknown currency “{ $currency }”: no price in this account has used it, so this limit would have no effect. Send the currency as { -provider } names it, such as <code>5 million toman</code>.
limit-full = At most { $count } limits, one for each currency. Remove one first.
limit-idle = ⚠️ No price in this account has used this currency yet. Purchases in other currencies are not limited.
limit-remove = Remove the limit of { $limit }
money-limit-reached = ✋ Nothing was sent: this purchase costs { $wanted }, you have spent { $spent }, and your personal limit is { $limit } in 24 hours. Change the limit in /accounts.

command-renew = Renew servers
command-upgrade = Upgrade a server: /upgrade NAME
command-orders = Your orders and their state
