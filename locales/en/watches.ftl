command-watch = Tell me when a server goes off or expires soon
command-alerts = What is wrong now
command-quiet = Hours in which only power alerts come

watch-title = 🔔 <b>Watches</b> · { $account }
watch-all = The power of all { $count } servers is watched: a message comes here when one goes off, and when it is on again.
watch-all-but = The power of all servers but { $count } is watched: { $servers }
watch-some = The power of { $count ->
  [one] one server
 *[other] { $count } servers
} is watched: { $servers }
watch-none = No server is watched in this chat.
watch-how = <blockquote expandable>Each server is read about once a minute, with many servers less often. Three readings have to agree. One that is off already counts once it was on. “On” is what the provider says of the power: whether a website answers, the bot can’t see.</blockquote>
watch-one = 🔔 or 🔕 on a server’s card changes that one.
watch-no-team = In a group, watches belong to a team: its account is the only one all may see. Set one up with /team in your private chat with me, or send /watch there.
watch-invite = 🔔 The bot can notify you here when a server goes off.
watch-set-all = ✅ Saved.
watch-set-none = ✅ Nothing is watched in this chat any more.
watch-stop = 🔕 <b>What should stop?</b>
  This chat also watches: names { $names }, prices { $prices }, traffic { $traffic }. They were set one by one.
button-stop-servers = 🔕 Servers only
button-stop-all = 🔕 Names, prices and traffic too
watch-set-on = 🔔 The power of { $server } is watched in this chat.
watch-set-off = 🔕 The power of { $server } is not watched in this chat any more.
button-watch-all = 🔔 Watch all servers
button-watch-none = 🔕 Stop all watches
button-watches = 🔔 All watches
button-watch-on = 🔔 Watch
button-watch-off = 🔕 Unwatch
button-alerts = 🚨 Alerts
button-power-all = ▶️ Power on all
button-repeats-on = 🔁 Repeat alerts
button-repeats-off = 🔂 Don’t repeat alerts
repeats-set-on = ✅ An alert that nobody looks after is repeated after 15 minutes, and then every hour.
repeats-set-off = ✅ Each alert comes once.

outside-on = 🛰 Changes outside this bot are told.
outside-off = 🛰 Changes outside this bot are not told.
outside-set-on = ✅ Changes outside this bot are told from now on.
outside-set-off = ✅ Changes outside this bot are not told any more.
button-outside-on = 🛰 Tell changes outside
button-outside-off = 🔕 Stop telling changes
alert-changed = 🛰 <b>Changed outside this bot</b>
alert-manyChanges = 🛰 <b>More than { $most } changes outside this bot today</b>
  The others of today are not told, unless you turn that on. Tomorrow’s are told again.
alert-line-changed = 🛰 changes outside this bot · { $time }
alert-line-manyChanges = 🛰 many changes outside this bot · { $time }
change-appeared = ➕ { $server }: new
change-vanished = ➖ { $server }: not in the account any more
change-address = 🔀 { $server }: address { $to }, was { $from }
change-expiry = 📅 { $server }: expires { $to }, was { $from }
changes-how = No order, renewal, upgrade or reinstall from this account in the bot explains that.

button-wanted = 🌐 Names, prices, traffic
button-watch-name = 🔔 Tell me when it is free
button-unwatch = 🔕 Stop this watch
button-check-under = 🔎 Check a name with { $suffix }
button-price-now = 💰 Price of { $suffix } now
button-register-now = 🛒 Register
button-domain-bell-on = 🔔 Tell me before it expires
button-domain-bell-off = 🔕 Don’t tell me before it expires
domain-bell-on = 🔔 The daily digest names it 30, 14, 7, 3 and 1 days before.
domain-bell-off = 🔕 The daily digest leaves it out.
domain-bell-silent = 🔕 Your daily digest is off: nothing tells when it expires.
domain-bell-set-on = 🔔 The daily digest names { $domain } 30, 14, 7, 3 and 1 days before it expires.
domain-bell-set-off = 🔕 The daily digest leaves { $domain } out. Nothing tells when it expires.
domain-bell-set-silent = ⚠️ { $domain } belongs to your daily digest again, but the digest is off. Turn it on to be told before it expires.
wanted = 🌐 <b>Watched names, prices and traffic</b> · { $account }
wanted-none = No name, price or traffic is watched in this chat. /check shows whether a name is taken, /price what a suffix costs.
wanted-how = A name is asked for about every 10 minutes, a price every 6 hours, traffic every hour. An answer counts when the next one is the same. What is usual is known after a day; far above is more than { $times } times as much.
wanted-count = 🌐 Watched: names { $names }, prices { $prices }, traffic { $traffic }.
wanted-registered = taken at { $time }
wanted-available = free at { $time }
wanted-forbidden = can’t be registered · { $time }
wanted-unread = not read yet
wanted-name = • { $domain } · { $state }
wanted-price = • { $suffix } · { $price } per year or less
wanted-set = 🔔 { $domain } is taken. This chat gets a message when it is free.
button-watch-names = 🔔 Tell me when one gets free
wanted-set-many = 🔔 { $count ->
    [one] One taken name is
   *[other] { $count } taken names are
  } watched. This chat gets a message when one is free.
wanted-left-out = ⚠️ A chat watches { $most } names at most. Left out: { $names }
wanted-is-available = ✅ { $domain } is free now.
wanted-is-forbidden = 🚫 { $domain } can’t be registered, so there is nothing to wait for.
wanted-full = This chat watches { $most } names already. End one with /watch.
button-watch-price = 🔔 At 10 % less
button-price-target = 🎯 At my price
wanted-price-set = 🔔 This chat gets a message when { $suffix } costs { $price } per year or less.
wanted-full-prices = This chat watches the prices of { $most } suffixes already. End one with /watch.
price-target-ask = 🎯 { $suffix } costs { $price } per year now. Tell you below which price? Type a number in the same currency.
price-target-unfit = ⚠️ That is no price below today’s: { $suffix } costs { $price } per year. Type a lower number, digits only.

button-traffic = 🔔 Traffic above a number
button-traffic-usual = 📈 Traffic far above usual
wanted-usual = • { $server } · traffic far above usual
wanted-traffic = • { $server } · traffic above { $above }
traffic-ask = 📶 { $server } has used { $used } so far, as the provider counts it. Above which number shall I tell you? Type it in the same unit.
traffic-unfit = ⚠️ It has to be a whole number above what { $server } has used: { $used }.
traffic-none = The provider sent no number for the traffic of { $server }.
traffic-full = This chat watches the traffic of { $most } servers already. End one with /watch.
alert-traffic = 📶 <b>{ $of }: traffic above { $before }</b>
  Now: { $status }{ $unit ->
    [named] .
   *[unnamed] , in the provider’s own unit.
  }
alert-line-traffic = 📶 { $of } · traffic above { $before } · since { $time }
alert-surge = 📈 <b>{ $of }: traffic far above usual</b>
  In the last hour: { $status }. Usual in an hour: { $before }{ $unit ->
    [named] .
   *[unnamed] , in the provider’s own unit.
  }
alert-line-surge = 📈 { $of } · traffic far above usual · since { $time }
alert-surge-over = ⏹ The traffic of { $of } is not far above usual any more.
alert-traffic-over = ⏹ The traffic of { $of } is not above { $before } any more.

alert-free = 🌐 <b>{ $of } is free</b>
  Two answers in a row said so. The price is shown before anything is bought.
alert-cheap = 💰 <b>{ $of } costs { $price } per year</b>
  It was { $before } when the watch was set.
alert-line-free = 🌐 { $of } is free · since { $time }
alert-line-cheap = 💰 { $of } costs { $price } per year · since { $time }
alert-registered = ✅ { $of } was registered with this bot. Its watch has ended.
alert-taken = ⏹ { $of } is taken again.
alert-dearer = ⏹ The price of { $of } went up again.
alert-offer-unwatched = ⏹ { $of } is not watched any more.

alerts-title = 🚨 <b>What is wrong now</b>
alerts-none = ✅ Nothing is wrong, as far as the watches tell.
alerts-none-watched = No server is watched in this chat.
alerts-more = … and { $count } more
alert-line-down = 🔴 { $server } · { $status } · since { $time }
alert-line-up = ✅ { $server } · on again since { $time }
alert-line-powered-off = ⏹ { $server } · powered off with this bot
alert-line-place = 🔴 { $count } servers in { $place } · since { $time }
alert-line-unstable = 🟠 { $server } · goes on and off · since { $time }
alert-line-unreachable = ⚠️ { $account }: the provider gives no usable answer · since { $time }
alert-line-refused = 🔑 { $account }: the provider refuses the token · since { $time }
unread-line = ❔ { $server } · can’t be read · since { $time }

alert-down = 🔴 <b>{ $server } is not on any more</b>
  Status: { $status } · since about { $time }
alert-place = 🔴 <b>{ $off ->
    [one] One of { $count } servers in { $place } is
   *[other] { $off } of { $count } servers in { $place } are
  } not on any more</b>
  Since about { $time }
alert-place-all = 🔴 <b>{ $count } servers in { $place } are not on any more</b>
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
alert-unreachable = ⚠️ <b>The provider gives no usable answer</b> · { $account }
  Since about { $time }. Whether its servers run is not known. Their watches go on as soon as it answers.
alert-refused = 🔑 <b>The provider refuses the token of { $account }</b>
  Since about { $time }. Its servers are not watched until { $whose ->
    [own] the account has a new token: press “🔑 New token”.
   *[lent] its owner gives the account a new token, in private with me: /accounts
  }
alert-call-onCall = On call: { $people }
alert-call-next = Nobody looked after it for { $minutes } minutes. Next in the rota: { $people }
alert-call-admins = Still nobody looks after it. Admins: { $people }
alert-seen = 👀 { $person } looks after it until { $time }.
alert-seen-you = 👀 You look after it until { $time }.
alert-seen-all = 👀 You look after all { $count } until { $time }.
alert-seen-already = 👀 { $person } looks after it already, until { $time }.
alert-repeat = ⚠️ This may be a repeat: Telegram did not confirm the first message.
alert-not-watched = ⏹ No longer watched here.
alert-account = Account: { $account }
alert-silent = 🔕 Quiet until { $time } ({ $person })
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
alert-answers = ✅ <b>The provider answers again</b> · { $account }
  It gave no usable answer from about { $from } to { $to }.
alert-accepted = ✅ <b>The provider accepts the token of { $account } again</b>
  It did not from about { $from } to { $to }. The watches go on.
alert-unwatched = ⏹ { $server } is not watched any more.
alert-unwatched-all = ⏹ The account is not watched any more.
alert-moved = { $what } – see the newer message
alert-over = This alert is over already.
button-acknowledge = 👀 I look after it
alert-handed-back = ↩️ Open again: people of the team are called.
alert-open-again = ↩️ Open again.
alert-handed-back-silent = ↩️ Handed back. Muted until { $time }.
button-acknowledge-all = 👀 I look after all { $count }
button-hand-back = ↩️ Hand back
button-take-over = 👀 Take over
button-silence = 🔕 Mute { $hours } h
button-loud = 🔔 Unmute

quiet-title = 🌙 <b>Quiet hours</b>
quiet-none = No quiet hours.
quiet-set = Quiet every day: { $hours }.
quiet-hours = { $from } to { $to }
quiet-how = In quiet hours only power alerts come, and that a watched account’s token is refused. Everything else waits until they end.
quiet-type = For other hours, or another time zone, send them like this: <code>/quiet 22:30-06:45</code> or <code>/quiet 22:30-06:45 UTC+2</code>
quiet-saved = ✅ Saved.
quiet-ended = ✅ No quiet hours any more: notices come at any hour.
quiet-unfit = ⚠️ I can’t read these hours. Send a beginning and an end, such as <code>/quiet 23:00-07:00</code>, with a city or the difference to UTC if you like: <code>/quiet 23:00-07:00 Berlin</code>, <code>/quiet 23:00-07:00 +03:30</code>. To end them: <code>/quiet off</code>.
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
zone-how = The daily digest and quiet hours of this chat go by this clock.
zone-ask = 🌍 Which time zone? Type a city or the difference to UTC: <code>Berlin</code>, <code>UTC+2</code> or <code>+03:30</code>.
zone-unfit = ⚠️ I know no such time zone. Type a city or the difference to UTC: <code>Berlin</code>, <code>UTC+2</code> or <code>+03:30</code>.
zone-type = For another one, send a city or the difference to UTC: <code>/quiet Berlin</code> or <code>/quiet UTC+2</code>
button-zone = 🌍 Time zone
button-zone-type = ✏️ Another one
notices-no-team = In a group, notices belong to its team. Set one up with /team in your private chat with me, or send the command there.
button-quiet = 🌙 Quiet hours
button-quiet-off = 🔔 No quiet hours

digest = 📋 <b>Your daily digest</b>
digest-expiring = ⏳ Expiring within { $days } days
digest-expiring-of = ⏳ Expiring within { $days } days · { $account }
digest-column-date = Date
digest-silent = ⚠️ { $account }: the provider did not answer. Nothing is known of its servers today.
digest-refused = 🔑 { $account }: the provider refuses the account’s token. Its servers can’t be read until { $whose ->
    [own] it has a new one: press “🔑 New token”.
   *[lent] its owner gives it a new one, in private with me: /accounts
  }
digest-unknown = ❔ Outcome unknown: { $count }. Check, and report what happened:
digest-spent = 💸 Spent in the last day: { $sums }
digest-of-team = 📋 <b>Daily digest</b> · { $team }
digest-settings = 📋 <b>Daily digest</b>
digest-settings-group = 📋 <b>Daily digest</b> · { $group }
digest-money-on = 💸 It shows all in this group what the team spent.
digest-money-off = 💸 It shows nothing of what the team spent.
digest-is-on = 📋 Daily digest: on, about { $time }.
digest-quiet = 🌙 That hour is quiet: it comes when the quiet hours end, at { $time }.
digest-is-off = 📋 Daily digest: off.
digest-no-account = 📋 The daily digest tells of your own accounts, and you have none connected.
digest-how = One message a day, only when there is news: servers that expire soon, operations with an unknown outcome, what was spent. Choose the hour:
button-digest = 📋 Daily digest
button-digest-on = 📋 Turn on
button-digest-off = 🔕 No digest
button-digest-money = 💸 Show spending
button-digest-money-off = 💸 Hide spending
button-digest-renew-private = ♻️ Renew { $what }…
button-digest-hour = 🕘 Change hour
button-digest-renew = ♻️ Renew { $what } · { $days }
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
digest-renew-all = all { $count }
digest-renew-soonest = the soonest { $count }
digest-renew-all-of = { $count } of { $account }
digest-marked = { $mark } reached 30, 14, 7, 3 or 1 days since the last digest
digest-renewed = ✅ Renewed since the last digest: { $names }
digest-later = ⏰ What is not renewed comes once more in the next digest, about { $time }.
digest-later-off = The daily digest is off. To be told once more, press “🕘 Change hour” and then “📋 Turn on”.
