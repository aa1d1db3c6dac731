command-watch = Alerts when a server goes off or expires soon
command-alerts = Current problems
command-quiet = Hours with urgent alerts only

watch-title = 🔔 <b>Monitoring</b> · { $account }
watch-all = { $count ->
        [one] Your server is monitored: a message comes here when it goes off and when it is on again.
       *[other] All { $count } servers are monitored: a message comes here when one goes off and when it is on again.
    }
watch-all-but = All servers are monitored except { $count }: { $servers }
watch-some = { $count ->
        [one] One server is
       *[other] { $count } servers are
    } monitored: { $servers }
watch-none = No server is monitored in this chat.
watch-how = <blockquote expandable>Each server is checked about once a minute, less often if you have many. An alert comes after three equal results. A server that is off now is monitored from the next time the server is on. The bot sees only the power status from { -provider }, not whether a website answers.</blockquote>
watch-one = To change one server, use 🔔 or 🔕 on its page.
watch-no-team = In a group, alerts need a team, because only the team’s account may be seen by everyone. Create one with /team in the private chat with the bot, or send /watch there.
watch-invite = 🔔 The bot can notify you here when a server goes off.
watch-set-all = ✅ Saved.
watch-set-none = ✅ No server is monitored in this chat now.
watch-stop = 🔕 <b>What should stop?</b>
    This chat also watches: names { $names }, prices { $prices }, traffic { $traffic }. If you stop these watches, each has to be set again one by one.
button-stop-servers = 🔕 Servers only
button-stop-all = 🔕 Names, prices and traffic too
watch-set-on = 🔔 { $server } is now monitored in this chat.
watch-set-off = 🔕 { $server } is no longer monitored in this chat.
button-watch-all = 🔔 Monitor all servers
button-watch-none = 🔕 Stop all monitoring
button-watches = 🔔 Monitoring
button-watch-on = 🔔 Monitor
button-watch-off = 🔕 Stop monitoring
button-alerts = 🚨 Current problems
button-power-all = ▶️ Power on all
button-repeats-on = 🔁 Repeat alerts
button-repeats-off = 🔂 Don’t repeat alerts
repeats-set-on = ✅ An alert that nobody acknowledges is repeated after 15 minutes, and then every hour.
repeats-set-off = ✅ Each alert comes once.

outside-on = 🛰 Alerts about changes outside this bot: on.
outside-off = 🛰 Alerts about changes outside this bot: off.
outside-set-on = ✅ Alerts about changes outside this bot are on.
outside-set-off = ✅ Alerts about changes outside this bot are off.
button-outside-on = 🛰 Alert me to outside changes
button-outside-off = 🔕 Stop alerts about outside changes
alert-changed = 🛰 <b>Changed outside this bot</b>
alert-manyChanges = 🛰 <b>More than { $most } changes outside this bot today</b>
    No more of these alerts today, unless you turn them on again. They start again tomorrow.
alert-line-changed = 🛰 changes outside this bot · { $time }
alert-line-manyChanges = 🛰 many changes outside this bot · { $time }
change-appeared = ➕ { $server }: new
change-vanished = ➖ { $server }: no longer in the account
change-address = 🔀 { $server }: address { $to }, was { $from }
change-expiry = 📅 { $server }: expires { $to }, was { $from }
changes-how = No order, renewal, upgrade or reinstall in the bot explains these changes. If you did not make them, check the account.

button-wanted = 🌐 Names, prices, traffic
button-watch-name = 🔔 Message me when free
button-unwatch = 🔕 Stop this watch
button-check-under = 🔎 Check a name with { $suffix }
button-price-now = 💰 Price of { $suffix } now
button-register-now = 🛒 Register
button-domain-bell-on = 🔔 Warn me before expiry
button-domain-bell-off = 🔕 No warning before expiry
domain-bell-on = 🔔 In the daily digest 30, 14, 7, 3 and 1 days before it expires.
domain-bell-off = 🔕 Not in the daily digest.
domain-bell-silent = 🔕 Your daily digest is off: nothing warns you before it expires.
domain-bell-set-on = 🔔 The daily digest names { $domain } 30, 14, 7, 3 and 1 days before it expires.
domain-bell-set-off = 🔕 { $domain } is no longer in the daily digest. Nothing warns you before it expires.
domain-bell-set-silent = ⚠️ { $domain } is in your daily digest again, but the digest is off. Turn it on to be warned before it expires.
wanted = 🌐 <b>Watched names, prices and traffic</b> · { $account }
wanted-none = No name, price or traffic is watched in this chat. Start with /check for names or /price for prices.
wanted-how = Names are checked about every 10 minutes, prices every 6 hours, traffic every hour. A change counts when two checks agree. Traffic is “far above usual” when it is over { $times } times as much as usual; the bot needs a day to learn what is usual.
wanted-count = 🌐 Watched: names { $names }, prices { $prices }, traffic { $traffic }.
wanted-registered = taken · checked at { $time }
wanted-available = free · checked at { $time }
wanted-forbidden = can’t be registered · checked at { $time }
wanted-unread = not read yet
wanted-name = • { $domain } · { $state }
wanted-price = • { $suffix } · { $price } per year or less
wanted-set = 🔔 { $domain } is taken. This chat gets a message when it is free.
button-watch-names = 🔔 Message me when one is free
wanted-set-many = 🔔 { $count ->
    [one] One taken name is
   *[other] { $count } taken names are
  } watched. This chat gets a message when one is free.
wanted-left-out = ⚠️ A chat watches { $most } names at most. Left out: { $names }
wanted-is-available = ✅ { $domain } is free now.
wanted-is-forbidden = 🚫 { $domain } can’t be registered, so there is nothing to wait for.
wanted-full = This chat watches { $most } names already. Remove one in /watch.
button-watch-price = 🔔 When 10% cheaper
button-price-target = 🎯 At my price
wanted-price-set = 🔔 This chat gets a message when { $suffix } costs { $price } per year or less.
wanted-full-prices = This chat watches the prices of { $most } extensions already. Remove one in /watch.
price-target-ask = 🎯 { $suffix } costs { $price } per year now. Send the price at which you want a message, in the same currency.
price-target-unfit = ⚠️ This is not below today’s price: { $suffix } costs { $price } per year. Send a lower number, digits only.

button-traffic = 🔔 Alert above a traffic limit
button-traffic-usual = 📈 Traffic far above usual
wanted-usual = • { $server } · traffic far above usual
wanted-traffic = • { $server } · traffic above { $above }
traffic-ask = 📶 { $server } has used { $used } so far. Send the number above which you want an alert, in the same unit.
traffic-unfit = ⚠️ Send a whole number above { $used }, which { $server } has used already.
traffic-none = { -provider-start } sent no number for the traffic of { $server }.
traffic-full = This chat watches the traffic of { $most } servers already. Remove one in /watch.
alert-traffic = 📶 <b>{ $of }: traffic above { $before }</b>
  Now: { $status }{ $unit ->
    [named] .
   *[unnamed] , in { -provider }’s own unit.
  }
alert-line-traffic = 📶 { $of } · traffic above { $before } · since { $time }
alert-surge = 📈 <b>{ $of }: traffic far above usual</b>
  In the last hour: { $status }. Usual in an hour: { $before }{ $unit ->
    [named] .
   *[unnamed] , in { -provider }’s own unit.
  }
alert-line-surge = 📈 { $of } · traffic far above usual · since { $time }
alert-surge-over = ⏹ The traffic of { $of } is no longer far above usual.
alert-traffic-over = ⏹ The traffic of { $of } is no longer above { $before }.

alert-free = 🌐 <b>{ $of } is free</b>
    Two checks in a row agree. You see the price before anything is bought.
alert-cheap = 💰 <b>{ $of } costs { $price } per year</b>
    The price was { $before } when the watch was set.
alert-line-free = 🌐 { $of } is free · since { $time }
alert-line-cheap = 💰 { $of } costs { $price } per year · since { $time }
alert-registered = ✅ { $of } was registered with this bot. Its watch has ended.
alert-taken = ⏹ { $of } is taken again.
alert-dearer = ⏹ The price of { $of } went up again.
alert-offer-unwatched = ⏹ { $of } is no longer watched.

alerts-title = 🚨 <b>Current problems</b>
alerts-none = ✅ No current problems.
alerts-none-watched = No server is monitored in this chat.
alert-line-down = 🔴 { $server } · { $status } · since { $time }
alert-line-up = ✅ { $server } · on again since { $time }
alert-line-powered-off = ⏹ { $server } · powered off with this bot
alert-line-place = 🔴 { $count } servers in { $place } · since { $time }
alert-line-unstable = 🟠 { $server } · goes on and off · since { $time }
alert-line-unreachable = ⚠️ { $account }: no valid answer from { -provider } · since { $time }
alert-line-refused = 🔑 { $account }: { -provider } refuses the token · since { $time }
unread-line = ❔ { $server } · can’t be read · since { $time }

alert-down = 🔴 <b>{ $server } is no longer on</b>
  Status: { $status } · since about { $time }
alert-place = 🔴 <b>{ $off ->
    [one] One of { $count } servers in { $place } is
   *[other] { $off } of { $count } servers in { $place } are
  } no longer on</b>
  Since about { $time }
alert-place-all = 🔴 <b>{ $count } servers in { $place } are no longer on</b>
  Since about { $time }
alert-place-up = ✅ <b>All servers in { $place } that went off are on again</b>
  { $count } servers · { $from } to { $to }
alert-place-over = ⏹ <b>The alert about { $count } servers in { $place } is over</b>
  { $from } to { $to }
alert-place-end = ✅ All servers in { $place } that went off are on again.
alert-place-back = ✅ { $count ->
    [one] One of { $all } servers in { $place } is
   *[other] { $count } of { $all } servers in { $place } are
  } on again.
alert-place-rest = 🔴 Still not on: { $servers }
alert-turned-unstable = 🟠 Going off and on again and again: { $servers }
alert-unstable = 🟠 <b>{ $server } goes on and off</b>
  The server goes off and comes back again and again. Last status: { $status } · since about { $time }
alert-unreachable = ⚠️ <b>No valid answer from { -provider }</b> · { $account }
    Since about { $time }. It is not known whether your servers are on. Monitoring continues as soon as { -provider } answers.
alert-refused = 🔑 <b>{ -provider-start } refuses the token of { $account }</b>
    Since about { $time }. Its servers are not monitored until { $whose ->
        [own] you give the account a new token: press “🔑 New token”.
       *[lent] its owner gives the account a new token, in the private chat with the bot: /accounts
    }
alert-call-onCall = On call: { $people }
alert-call-next = Not acknowledged for { $minutes } minutes. Next on call: { $people }
alert-call-admins = Still not acknowledged. Team admins: { $people }
alert-seen = 👀 { $person } is on it until { $time }.
alert-seen-you = 👀 You are on it until { $time }.
alert-seen-all = 👀 You are on it for all { $count } alerts until { $time }.
alert-seen-already = 👀 { $person } is already on it, until { $time }.
alert-repeat = ⚠️ This may be a repeat: Telegram did not confirm the first message.
alert-not-watched = 🔕 No longer monitored here.
alert-account = Account: { $account }
alert-silent = 🔕 Muted until { $time } ({ $person })
alert-up = ✅ <b>{ $server } is on again</b>
  It was not on for about { $unit ->
    [minutes] { $count ->
        [one] one minute
       *[other] { $count } minutes
      }
    [hours] { $count } hours
   *[days] { $count } days
  }: { $from } to { $to }
alert-end = ✅ { $server } is on again.
alert-steady = ✅ <b>{ $server } is on and stays on</b>
  It went on and off from { $from } to { $to }.
alert-powered-off = ⏹ <b>{ $server } was powered off with this bot</b>
  This alert is over.
alert-answers = ✅ <b>{ -provider-start } answers again</b> · { $account }
    No valid answer from about { $from } to { $to }.
alert-accepted = ✅ <b>{ -provider-start } accepts the token of { $account } again</b>
    It was refused from about { $from } to { $to }. Monitoring continues.
alert-unwatched = 🔕 { $server } is no longer monitored.
alert-unwatched-all = 🔕 The account is no longer monitored.
alert-moved = { $what } – see the newer message
alert-over = This alert has already ended.
button-acknowledge = 👀 I’m on it
alert-handed-back = ↩️ Released. The team is being notified again.
alert-open-again = ↩️ Released. The alert is open again.
alert-handed-back-silent = ↩️ Released. Muted until { $time }.
button-acknowledge-all = 👀 I’m on it: all { $count }
button-hand-back = ↩️ Release the alert
button-take-over = 👀 Take over
button-silence = 🔕 Mute { $hours } h
button-loud = 🔔 Unmute

quiet-title = 🌙 <b>Quiet hours</b>
quiet-none = No quiet hours.
quiet-set = Quiet every day: { $hours }.
quiet-hours = { $from } to { $to }
quiet-how = In quiet hours you still hear that a server is no longer on, or on again, and that an account’s token is refused. Everything else waits until the quiet hours end.
quiet-type = For other hours, or another time zone, send them like this: <code>/quiet 22:30-06:45</code> or <code>/quiet 22:30-06:45 UTC+2</code>
quiet-saved = ✅ Saved.
quiet-ended = ✅ Quiet hours are off: messages come at any time.
quiet-unfit = ⚠️ These hours can’t be read. Send a start and an end: <code>/quiet 23:00-07:00</code>. With a time zone: <code>/quiet 23:00-07:00 Berlin</code> or <code>/quiet 23:00-07:00 +03:30</code>. To turn off: <code>/quiet off</code>
# What people type behind /quiet. These are read and never shown.
quiet-words-begin = from, between
quiet-words-end = to, until, till, and
quiet-words-am = am, a.m., a.m, in the morning
quiet-words-pm = pm, p.m., p.m, in the afternoon, in the evening
quiet-words-night = at night
quiet-words-midnight = midnight
quiet-words-off = off, turn off, turn it off, none, stop, no
zone-title = 🌍 <b>Time zone</b>
zone-now = It is { $time } now.
zone-how = The daily digest and quiet hours of this chat use this time.
zone-ask = 🌍 Which time zone? Type a city or the difference to UTC: <code>Berlin</code>, <code>UTC+2</code> or <code>+03:30</code>.
zone-unfit = ⚠️ Unknown time zone. Send a city or the difference to UTC: <code>Berlin</code>, <code>UTC+2</code> or <code>+03:30</code>.
zone-type = For another one, send a city or the difference to UTC: <code>/quiet Berlin</code> or <code>/quiet UTC+2</code>
button-zone = 🌍 Time zone
button-zone-type = ✏️ Another one
notices-no-team = In a group, automatic messages belong to its team. Create one with /team in the private chat with the bot, or send the command there.
button-quiet = 🌙 Quiet hours
button-quiet-off = 🔔 No quiet hours

digest = 📋 <b>Your daily digest</b>
digest-expiring = ⏳ Expiring within { $days } days
digest-expiring-of = ⏳ Expiring within { $days } days · { $account }
digest-column-date = Date
digest-silent = ⚠️ { $account }: no answer from { -provider }, so the account’s servers are missing in today’s digest.
digest-refused = 🔑 { $account }: { -provider } refuses the account’s token. Its servers can’t be read until { $whose ->
        [own] you give it a new one: press “🔑 New token”.
       *[lent] its owner gives it a new one, in the private chat with the bot: /accounts
    }
digest-unknown = ❔ Result unknown: { $count }. Check, and report what happened:
digest-spent = 💸 Spent in the last day: { $sums }
digest-of-team = 📋 <b>Daily digest</b> · { $team }
digest-settings = 📋 <b>Daily digest</b>
digest-settings-group = 📋 <b>Daily digest</b> · { $group }
digest-money-on = 💸 Everyone in this group sees what the team spent.
digest-money-off = 💸 What the team spent is not shown.
digest-is-on = 📋 Daily digest: on, about { $time }.
digest-quiet = 🌙 The chosen hour is within the quiet hours: the digest comes when they end, at { $time }.
digest-is-off = 📋 Daily digest: off.
digest-no-account = 📋 The daily digest covers your own accounts, and you have none connected.
digest-how = One message a day, only when there is news: servers that expire soon, operations with an unknown result, what was spent. Choose the hour:
button-digest = 📋 Daily digest
button-digest-on = 📋 Turn on
button-digest-off = 🔕 No digest
button-digest-money = 💸 Show spending
button-digest-money-off = 💸 Hide spending
button-digest-renew-private = ♻️ Renew { $what }…
button-digest-hour = 🕘 Change hour
button-digest-renew = ♻️ Renew { $what } · { $days }…
button-digest-later = ⏰ Later
digest-more = … and { $count } more{ $news ->
    [0] {""}
   *[other] , { $news } of them { $mark }
  }
digest-only-count = { $count }{ $news ->
    [0] {""}
   *[other] , { $news } of them { $mark }
  }
button-digest-servers = 📋 All servers by expiry
button-digest-domains = 🌐 All domains
digest-renew-all = all { $count } servers
digest-renew-soonest = the soonest { $count }
digest-renew-all-of = servers of { $account } ({ $count })
digest-marked = { $mark } since the last digest, the time left has come down to 30, 14, 7, 3 or 1 days
digest-renewed = ✅ Renewed since the last digest: { $names }
digest-later = ⏰ Anything not renewed comes again in the next digest, about { $time }.
digest-later-off = The daily digest is off. To be reminded, press “🕘 Change hour”, then “📋 Turn on”.
