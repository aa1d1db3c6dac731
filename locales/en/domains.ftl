command-check = Check whether domains are free
command-price = What a domain costs
command-register = Register a domain
command-domain = Your domains

button-check = 🔎 Check names
button-check-cancel = ✋ Stop
button-check-again = 🔄 Check the failed ones again
button-check-left = ▶️ Check the ones left
button-check-file = 📄 All as a file
button-check-rest = Check the next { $count }
button-check-results = Back to the results
button-check-to-available = ✅ { $count }
button-check-to-registered = 🔒 { $count }
button-check-to-forbidden = 🚫 { $count }
button-check-to-failed = ⚠️ { $count }
button-check-to-left = ▫️ { $count }
button-register = 🛒 { $domain }
button-favourites = ⭐ Favourite suffixes
button-domains = 🌐 My domains

check-ask = 🔎 Which names shall I check? Send them as a message, or as a .txt or .csv file: a name a line, or separated by spaces or commas. Names without a suffix are tried under { $favourites }.
check-ask-group = Write the names behind the command, such as /check example.com – or send a .txt or .csv file with /check as its caption.
check-none = I found no name to check in it.
check-found =
    { $count ->
        [one] 🔎 There is one domain name in your message.
       *[other] 🔎 There are { $count } domain names in your message.
    }
button-check-these =
    { $count ->
        [one] 🔎 Check this name
       *[other] 🔎 Check these { $count } names
    }
check-file-type = I can read .txt and .csv files only. A spreadsheet can be saved as CSV.
check-file-binary = This file holds no text I could read. Please save it as plain text in UTF-8 (in Excel: “CSV UTF-8”).
check-file-none = I found no whole domain name in { $file }. To check words without a suffix, send /check first, and then the file.
check-file-large = This file is too large: lists of up to { $most } MB can be sent.
check-running =
    { $count ->
        [one] 🔎 Checking one name…
       *[other] 🔎 Checking { $count } names…
    }
check-so-far = Done: { $done } of { $count }
check-slow = 🐢 The provider answers slowly or asks me to wait: I ask for fewer at a time and go on.
check-done =
    { $count ->
        [one] <b>One name checked</b>
       *[other] <b>{ $count } names checked</b>
    }
check-cancelled = ✋ <b>Stopped</b> after { $done } of { $count } names.
check-stopped = ⚠️ <b>The check stopped</b> after { $done } of { $count } names.
check-count-available = ✅ Available: { $count }
check-count-registered = 🔒 Taken: { $count }
check-count-forbidden = 🚫 Forbidden: { $count }
check-count-failed = ⚠️ Not known, the check failed: { $count }
check-count-left = ▫️ Not checked: { $count }
check-group-available = ✅ <b>Available</b>
check-group-registered = 🔒 <b>Taken</b>
check-group-forbidden = 🚫 <b>Forbidden</b>
check-group-failed = ⚠️ <b>Not known, the check failed</b>
check-group-left = ▫️ <b>Not checked</b>
check-failed-why = { $domain }: { $why }
check-price = { $domain }: { $price }
check-why-unavailable = no answer
check-why-put-off = the provider asked to wait
check-why-refused = refused
check-why-unreadable = unreadable answer
check-why-fields = the provider does not take it
check-duplicates =
    { $count ->
        [one] One name stood there twice.
       *[other] { $count } names stood there more than once.
    }
check-junk =
    { $count ->
        [one] One piece is no domain name:
       *[other] { $count } pieces are no domain names:
    }
check-junk-more = … and { $count } more; the file has them.
check-junk-first = … and { $count } more; the file has the first { $kept } of all.
check-junk-unfit = not a valid name
check-junk-long = too long: 63 characters at most between two dots
check-junk-ip = an IP address
check-junk-suffix = a suffix, no name
check-junk-unknown-suffix = a suffix nobody knows
check-more = … and { $count } more.
check-subdomains =
    { $count ->
        [one] One name is a subdomain. Its domain stands for it:
       *[other] { $count } names are subdomains. Their domains stand for them:
    }
check-subdomain = { $name } → { $domain }
check-junk-line = { $text }: { $reason }
check-bare =
    { $count ->
        [one] One word without a suffix was left out. Send /check first, and then the file, to try it under your favourite suffixes.
       *[other] { $count } words without a suffix were left out. Send /check first, and then the file, to try them under your favourite suffixes.
    }
check-cells =
    { $count ->
        [0] No cell of the table was left out.
        [one] One cell of the table holds no whole domain name, and was left out.
       *[other] { $count } cells of the table hold no whole domain name, and were left out.
    }
check-cut = ✂️ The list goes on beyond what I read at a time: the rest of it was left out.
check-brief = The names are in the file: a message can’t show them.
check-rest =
    { $count ->
        [one] One more name is waiting: I check { $most } in one run.
       *[other] { $count } more names are waiting: I check { $most } in one run.
    }
check-gone = I don’t have this check any more: they are kept for a week.
check-not-yours = This check is somebody else’s.
check-too-many = { $most } lists of yours are being checked already. Wait until one has ended, or stop it.
check-over = It has ended already.
check-rest-begun = The next names are in a check of their own already: it has a message further down.
check-going = It is still running.
check-file-caption = All results of the check.
check-column-domain = Domain
check-column-ascii = Domain (ASCII)
check-column-state = State
check-column-total = Price
check-column-currency = Currency
check-column-years = Years
check-column-why = Reason
check-state-available = available
check-state-registered = taken
check-state-forbidden = forbidden
check-state-failed = not known
check-state-left = not checked
check-state-junk = no domain name

price =
    { $years ->
        [one] { $suffix } for one year: <b>{ $price }</b>, VAT included
       *[other] { $suffix } for { $years } years: <b>{ $price }</b>, VAT included
    }
price-unknown = I know no suffix { $suffix }. Try /price com, or /price co.uk 2 for two years.
price-other-years = Try another number of years, such as /price { $suffix } { $years }.
price-failed = { $suffix }: { $why }
prices = <b>What a year costs</b>, VAT included:
years-unfit =
    { $most ->
        [one] This suffix is sold for exactly one year at a time.
       *[other] The years must be a number from 1 to { $most }.
    }
favourites-ask = ⭐ Your favourite suffixes: { $favourites }. Names without a suffix are tried under them. Send the ones you want instead, such as: com ir shop. Up to { $most }.
favourites-unfit = I know no suffix { $suffix }. Send suffixes separated by spaces, such as: com ir shop

register-how = 🛒 Which domain shall I register? Send me its name, such as example.com
name-unfit = ⚠️ { $name } can’t be a domain: only letters, digits and hyphens between them.
name-long = ⚠️ { $name } is too long: 63 characters at most between two dots, and a letter that is not Latin takes more than one.
name-ip = ⚠️ { $name } is an IP address, not a domain.
name-suffix = ⚠️ { $name } is a suffix. A name goes before it, such as example.com
name-unknown-suffix = ⚠️ { $name }: there is no such suffix.
name-label = ⚠️ { $name } has no suffix, such as .com
name-subdomain = ℹ️ { $name } is a subdomain. Only { $domain } itself is registered.
register-registered = 🔒 { $domain } is taken already.
register-forbidden = 🚫 { $domain } may not be registered.
register-unpriced = The provider told no price for it, so I can’t offer it. Please try again in a moment.
register-over = This registration is closed. /register begins one.
register-title = 🛒 <b>Registering { $domain }</b>
register-ask-period = 📅 For how many years?
register-ask-nicHandle = 🪪 The suffix is a national one and needs the registry’s handle of the holder (nic-handle). Please send it, such as <code>ab123-irnic</code>
register-ask-handle = 🪪 For this suffix the provider wants the registry’s handle of the holder (nic-handle). Please send it, such as <code>ab123-irnic</code>
register-ask-nameServers = 📡 Which name servers? Send two to four, separated by spaces, such as <code>ns1.example.com ns2.example.com</code>
register-handle-unfit = ⚠️ That can’t be a handle: it has Latin letters, digits and signs only.
register-servers-last = The last ones you used:
register-servers-unfit = ⚠️ { $host } is no host name.
register-servers-count = ⚠️ It must be two to four different name servers.
register-text-only = ⚠️ Please send it as a text message, or tap a button.
register-left = 🛒 The registration was left. Nothing was bought.
register-outdated = 🛒 I was updated meanwhile, and the open registration does not fit any more. Nothing was bought. Please begin anew.
button-register-price = 🔄 Ask the price again
registration-what =
    { $years ->
        [one] Registration of { $domain } for one year
       *[other] Registration of { $domain } for { $years } years
    }
registration-ask = 🛒 <b>Register { $domain }?</b>
registration-years =
    { $years ->
        [one] Period: one year
       *[other] Period: { $years } years
    }
registration-handle = Handle: { $handle }
registration-servers = Name servers: { $hosts }
registration-means = The domain is registered at once, and the provider takes the price from the account’s balance. A registration can’t be undone.
registration-yes = Register for { $price }
registration-done = 🎉 { $domain } is registered and active.
registration-now-registered = 🔒 { $domain } has been registered meanwhile. Nothing was bought.
registration-now-forbidden = 🚫 { $domain } may not be registered any more. Nothing was bought.
registration-still-free = It still shows as available, so it looks as if it was not registered.
registration-taken-now = It shows as registered now, but not among this account’s active domains.

domains =
    { $count ->
        [0] 🌐 I know no domain of { $account } yet. Add one with /domain example.com; those registered here come by themselves.
        [one] 🌐 <b>One domain of { $account }</b>, as far as I know: the ones registered here, and the ones looked up with /domain.
       *[other] 🌐 <b>{ $count } domains of { $account }</b>, as far as I know: the ones registered here, and the ones looked up with /domain.
    }
domain = 🌐 <b>{ $domain }</b>
domain-open = ⏳ { $domain }
domain-start = Since: { $date }
domain-end = Until: { $date }
domain-end-unmoved = Until: { $date }, which has not moved.
domain-end-moved = Until: { $date }; before, it was { $before }. This renewal is for { $years ->
        [one] one year
       *[other] { $years } years
    }.
domain-left =
    { $days ->
        [0] ⚠️ It ends today.
        [one] One day left
       *[other] { $days } days left
    }
domain-over =
    { $days ->
        [one] ⚠️ It ended yesterday.
       *[other] ⚠️ It ended { $days } days ago.
    }
domain-how = Try /domain example.com
domain-not-there = { $domain } is not among this account’s active domains.
domain-gone = This domain is not on the list any more. /domain shows what is.
domain-renew-years = ♻️ For how many years shall { $domain } be renewed?
domain-renewal-what =
    { $years ->
        [one] Renewal of { $domain } for one year
       *[other] Renewal of { $domain } for { $years } years
    }
domain-renewal-ask =
    { $years ->
        [one] ♻️ <b>Renew { $domain } for one year?</b>
       *[other] ♻️ <b>Renew { $domain } for { $years } years?</b>
    }
domain-renewal-means = The provider takes this from the account’s balance at once.
domain-renewal-yes = Renew for { $price }
button-domain-card = Domain’s card
button-domain-renew = ♻️ Renew
button-domain-forget = Take off my list

inline-available = ✅ { $domain } is available.
inline-registered = 🔒 { $domain } is taken.
inline-forbidden = 🚫 { $domain } may not be registered.
inline-price = { $price } for one year, VAT included
button-inline-register = 🛒 Register
inline-no-service = No reseller service in this account
inline-unknown = ⚠️ { $domain }: not known – { $why }
inline-unknown-why = not known – { $why }
inline-short = Type at least { $least } letters, or the suffix too
inline-subdomain = { $name } is a subdomain of it
inline-example = Type a name, such as brand or example.com
inline-example-what = I show whether it is free, and its price
inline-example-how = 🔎 In any chat, type { $typed } to see whether a domain is free, and its price.
inline-example-name = example.com
inline-left =
    { $count ->
        [one] One more favourite suffix was not asked: use /check
       *[other] { $count } more favourite suffixes were not asked: use /check
    }
