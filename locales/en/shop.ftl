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
button-said-wrong-yes = ✏️ A slip: it did not go through
button-said-wrong-no = ✏️ A slip: it did go through

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
order-means = The provider takes this from the account’s balance at once. The server appears in the list some time later, and I offer you its card then.
order-yes = Order for { $price }
order-accepted = ⏳ { $what } is ordered. I am looking for it in the account’s list and offer its card here as soon as it is there.
order-unclear = 🟡 { $what } is ordered, but it is not in the account’s list yet. I go on looking for an hour and tell you here.
order-over = 🟡 { $what } is ordered, but it has not appeared in the account’s list, and I have stopped looking. A tap looks again; please ask the provider with the order code.
order-shared =
    { $count ->
        [one] They may also be of another order that asked for the same.
       *[other] They may also be of { $count } other orders that asked for the same.
    }
order-evidence-unlooked =
    { $count ->
        [one] One new server in the account’s list has not been looked at yet.
       *[other] { $count } new servers in the account’s list have not been looked at yet.
    }
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
renewal-expiry-moved = The expiry date moved from { $before } to { $date }; this renewal is for { $days ->
        [one] one day
       *[other] { $days } days
    }.
renewal-expiry-unread = The provider tells no expiry date I could compare.

upgrade-what = Upgrade of { $server }
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
money-repriced = ⚠️ <b>The price has changed</b> from { $before } to { $now }. Nothing was bought. Please look again before you confirm.
money-unpriced = ⚠️ The price could not be asked once more, so nothing was sent.
money-short = 💳 <b>The account’s balance is not sufficient.</b> Nothing was bought.
money-short-by = 💳 <b>The account’s balance is not sufficient</b>: it lacks { $amount }. Nothing was bought.
money-short-then = Top up the account, then confirm again: the price is asked anew. This stays open for an hour.
money-over-limit = ✋ Your own limit of { $limit } in 24 hours would be exceeded. Nothing was sent. The limit is set in /accounts, in the account’s screen.
money-limit-unclear = ✋ Nothing was sent: the price is in “{ $currency }”, and I can’t tell what your spending limit allows in it. Set a limit in this currency too, or remove yours.
money-unlimited = ⚠️ Your spending limit ({ $limits }) is in another currency and does not apply to this.
money-account = 👤 Account: { $account }
money-account-gone = 👤 The account is not connected any more.
money-duplicate = ⚠️ You placed the same order already ({ $moment }). This would be one more.
money-duplicate-again = ✋ Nothing was sent: <b>the same order was placed since this was asked.</b> Please look again before you confirm.
money-changed-again = ✋ Nothing was sent: <b>the server has changed meanwhile.</b> Please look again before you confirm.
money-outgrown = The server has changed meanwhile, and this would be no increase any more. Nothing was sent. Please choose anew.
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
money-no-price = ⚠️ I can’t show what this costs, so it can’t be bought here. Nothing was sent.
money-outdated = This screen is not the newest, so this tap bought nothing. Please look at the price again.

button-renew = ♻️ Renew
button-upgrade = ⬆️ Upgrade
button-other-days = ⌨️ Another number of days
button-renew-chosen =
    { $count ->
        [one] ♻️ Renew the one chosen
       *[other] ♻️ Renew the { $count } chosen
    }
button-price = 💰 Ask the price
button-reset = Start over
button-limit = 🛡 Spending limit
button-orders-all = All operations
button-orders-paid = Orders only
days =
    { $days ->
        [one] One day
       *[other] { $days } days
    }

expiring =
    ♻️ <b>Renew</b> · { $account }

    The servers by their expiry, the soonest first. Tap the ones to renew; several can be renewed in one go.
renew = ♻️ For how long shall { $server } be renewed?
renew-several =
    { $count ->
        [one] ♻️ For how long shall this server be renewed?
       *[other] ♻️ For how long shall these { $count } servers be renewed?
    }
renew-days-ask = Send me the number of days, { $least } to { $most }.
renew-days-unfit = That is no number of days between { $least } and { $most }. Please send another one.
renew-none-chosen = No server is chosen any more. Please choose again.
renew-too-many = At most { $most } servers in one go, please.

batch-ask = ♻️ <b>Renew { $count } servers for { $days } days?</b>
batch = ♻️ <b>Renewal of { $count } servers for { $days } days</b>
batch-part = ♻️ <b>Renewal for { $days } days: { $ordered } of { $count } servers ordered</b>
batch-total = 💰 Sum: <b>{ $price }</b>, VAT included
batch-ordered = 💰 Ordered: { $price }, VAT included
batch-rest = 💰 Left to confirm: <b>{ $price }</b>, VAT included
batch-no-total = 💰 The prices are in several currencies, so there is no sum. VAT included.
batch-yes = Renew { $count } for { $price }
batch-again =
    { $count ->
        [one] Confirm the remaining one for { $price }
       *[other] Confirm the remaining { $count } for { $price }
    }
batch-yes-unsummed = Renew { $count }
batch-ready = ▫️ { $server } · { $price }
batch-sending = ⏳ { $server } · { $price } · being sent…
batch-accepted = ⏳ { $server } · { $price } · accepted, I am watching
batch-unclear = 🟡 { $server } · { $price } · accepted, but it does not show yet
batch-lost = ⚠️ { $server } · { $price } · the answer was lost, I am looking
batch-unknown = ⚠️ { $server } · { $price } · the answer was lost, and nothing tells whether it went through. I did not send it again; please check in the provider’s panel.
batch-done = ✅ { $server } · { $price }
batch-refused = ❌ { $server } · { $price } · not bought
batch-expired = ⌛ { $server } · { $price } · expired, not bought
batch-restored = ⚠️ { $server } · { $price } · the bot was down or restored: check before you ask again
batch-withdrawn = ⌛ { $server } · { $price } · withdrawn for newer confirms, not bought
batch-interrupted = ⚠️ { $server } · { $price } · the bot was interrupted, not bought
batch-cancelled = ▫️ { $server } · { $price } · cancelled, not bought
batch-again-unpriced = ⚠️ The price could not be asked once more, so it was not sent.
batch-short = 💳 <b>The account’s balance is not sufficient.</b> Not bought.
batch-short-by = 💳 <b>The account’s balance is not sufficient</b>: it lacks { $amount }. Not bought.
batch-over-limit = ✋ Not sent: your own limit of { $limit } in 24 hours would be exceeded. It is set in /accounts, in the account’s screen.
batch-limit-unclear = ✋ Not sent: its price is in “{ $currency }”, and I can’t tell what your spending limit allows in it.
batch-repriced = ⚠️ <b>The price has changed</b> from { $before } to { $now }. Not bought; please look again.
batch-interrupted-again = ⚠️ Not sent: the bot was interrupted after you confirmed. Please confirm again.
batch-unpriced = ❔ { $server }: the provider named no price, so it is left out.
batch-went-through = ✅ { $server } went through
batch-did-not = ❌ { $server } did not
batch-said-wrong-yes = ✏️ A slip: { $server } did not go through
batch-said-wrong-no = ✏️ A slip: { $server } did go through
batch-said-yes = you checked: it went through
batch-said-no = you checked: it did not go through

upgrade = ⬆️ <b>Upgrade { $server }</b>
upgrade-choose = Tap what shall grow. The numbers on the left are what the server has now, as the provider shows them; tap one to type a total.
upgrade-unread = The provider does not tell all of what the server has as numbers. Tap what is missing and type what it shall have.
upgrade-nothing = There is nothing to upgrade any more: please choose again.
upgrade-label-cpu = Cores: { $value }
upgrade-label-ram = Memory: { $value }
upgrade-label-disk = Disk: { $value }
upgrade-label-backup = Backups: { $value }
upgrade-label-traffic = Traffic: { $value }
upgrade-step = +{ $step }
upgrade-ask-cpu = Send me how many processor cores the server shall have in total.
upgrade-ask-ram = Send me how much memory the server shall have in total, in gigabytes.
upgrade-ask-disk = Send me how large the disk shall be in total, in gigabytes.
upgrade-ask-backup = Send me how many backups the server shall have in total.
upgrade-ask-traffic = Send me how much traffic to add, in gigabytes.
upgrade-unfit = That does not fit: a whole number, { $least } or more, please.

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
orders-none-paid = 🧾 There is no order yet.
orders-none-all = 🧾 There is no operation yet.
orders-row = <b>{ $number }.</b> { $what } – { $state }
orders-when = <i>Asked for on { $date } UTC</i>
state-ready = ▫️ waiting for your confirm
state-quoting = ⏳ asking the price
state-sending = ⏳ being sent
state-accepted = ⏳ accepted
state-done = ✅ done
state-refused = ❌ refused, nothing was done
state-unknown = ⚠️ not known
state-expired = ⌛ expired, nothing was sent
state-restored = ⚠️ not known: the bot was down or restored from a backup
state-cancelled = ▫️ cancelled, nothing was sent
state-said-yes = ☑️ you checked: it went through
state-said-no = ☑️ you checked: it did not go through
what-several =
    { $count ->
        [one] Renewal of one server
       *[other] Renewal of { $count } servers
    }
what-power-on = Power on of { $server }
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
    🛡 <b>Spending limit</b> · { $account }

    The most I let you spend within 24 hours with this account, on all that is bought here. It is your own and protects from slips.
limit-none = No limit is set.
limit-line = Limit: <b>{ $limit }</b> in 24 hours
limit-ask = To set one, send me the amount and the currency as the provider names it, such as <code>5000000 toman</code>.
limit-unfit = That is no amount with a currency. Please send it like <code>5000000 toman</code>.
limit-foreign = I know no currency “{ $currency }”, and no price of this account came in it: such a limit would stop nothing. Please name the currency as the provider does, such as <code>5000000 toman</code>.
limit-full = There can be { $count } limits, one for each currency. Please remove one first.
limit-idle = ⚠️ No price of this account came in this currency so far: it stops nothing that is priced in another one.
limit-remove = Remove { $limit }
money-limit-reached = ✋ Your own limit is { $limit } in 24 hours. { $spent } of it is spent, and this would be { $wanted } more. Nothing was sent. You can change the limit in /accounts.

command-renew = Renew servers
command-upgrade = More resources: /upgrade NAME
command-orders = Your orders and how they stand
