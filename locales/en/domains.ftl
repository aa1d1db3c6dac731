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
button-favourites = ⭐ Favourite extensions
button-domains = 🌐 My domains

check-ask = 🔎 Send the names in a message or in a .txt or .csv file: one per line, or separated by spaces or commas. Names without an extension are checked with { $favourites }.
check-ask-group = Write the names after the command: /check example.com. Or send a .txt or .csv file with /check as its caption.
check-none = No domain name found.
check-found =
    { $count ->
        [one] 🔎 One domain name in your message.
       *[other] 🔎 { $count } domain names in your message.
    }
button-check-these =
    { $count ->
        [one] 🔎 Check this name
       *[other] 🔎 Check these { $count } names
    }
check-file-type = Only .txt and .csv files can be checked. Save a spreadsheet as CSV.
check-file-binary = This file is not readable text. Save it as plain text in UTF-8 (in Excel: “CSV UTF-8”) and send it again.
check-file-none = No full domain name in { $file }. To check words without an extension, send /check first, then the file.
check-file-large = File too large: { $most } MB at most. Split the list and send the parts.
check-below =
    { $count ->
        [one] ⤵️ Check of one name: see below
       *[other] ⤵️ Check of { $count } names: see below
    }
check-running =
    { $count ->
        [one] 🔎 Checking one name…
       *[other] 🔎 Checking { $count } names…
    }
check-so-far = Done: { $done } of { $count }
check-slow = 🐢 { -provider-start } is slow. The check continues, more slowly.
check-done =
    { $count ->
        [one] <b>One name checked</b>
       *[other] <b>{ $count } names checked</b>
    }
check-cancelled =
    { $count ->
        [one] ✋ <b>Stopped</b> after { $done } of one name.
       *[other] ✋ <b>Stopped</b> after { $done } of { $count } names.
    }
check-stopped =
    { $count ->
        [one] ⚠️ <b>The check stopped</b> after { $done } of one name.
       *[other] ⚠️ <b>The check stopped</b> after { $done } of { $count } names.
    }
check-not-allowed = 👥 The other names were not checked: you can no longer use the team’s account.
check-count-available = ✅ Available: { $count }
check-count-registered = 🔒 Taken: { $count }
check-count-forbidden = 🚫 Can’t be registered: { $count }
check-count-failed = ⚠️ Check failed: { $count }
check-count-left = ▫️ Not checked: { $count }
check-group-available = ✅ <b>Available</b>
check-group-registered = 🔒 <b>Taken</b>
check-group-forbidden = 🚫 <b>Can’t be registered</b>
check-group-failed = ⚠️ <b>Check failed: they may be available or taken</b>
check-group-left = ▫️ <b>Not checked</b>
check-why-unavailable = no answer
check-why-put-off = too many requests
check-why-refused = refused
check-why-unreadable = unreadable answer
check-why-fields = not accepted by { -provider }
check-duplicates =
    { $count ->
        [one] One duplicate left out.
       *[other] { $count } duplicates left out.
    }
check-junk =
    { $count ->
        [one] One entry is not a domain name:
       *[other] { $count } entries are not domain names:
    }
check-junk-more = … and { $count } more, listed in the file.
check-junk-first = … and { $count } more. The file lists the first { $kept }.
check-junk-unfit = not a valid name
check-junk-long = too long: 63 characters at most between two dots
check-junk-ip = an IP address
check-junk-suffix = an extension without a name
check-junk-unknown-suffix = unknown extension
check-more = … and { $count } more.
check-subdomains =
    { $count ->
        [one] One name is a subdomain. Its domain is checked instead:
       *[other] { $count } names are subdomains. Their domains are checked instead:
    }
check-subdomain = { $name } → { $domain }
check-junk-line = { $text }: { $reason }
check-bare =
    { $count ->
        [one] One word without an extension was left out. To check it with your favourite extensions, send /check first, then the file.
       *[other] { $count } words without an extension were left out. To check them with your favourite extensions, send /check first, then the file.
    }
check-cells =
    { $count ->
        [0] No cell of the table was left out.
        [one] One cell without a full domain name was left out.
       *[other] { $count } cells without a full domain name were left out.
    }
check-cut = ✂️ The list is too long, so the rest was not read. Send the rest as another list.
check-brief = The names are in the file: they don’t fit into a message.
check-rest =
    { $count ->
        [one] One more name is waiting: at most { $most } are checked in one run.
       *[other] { $count } more names are waiting: at most { $most } are checked in one run.
    }
check-gone = This check is no longer stored: results are kept for a week.
check-not-yours = Only the person who asked can use this check.
check-too-many = Not checked: { $most } of your lists are already being checked. Wait until one ends, or stop one.
check-over = Already ended.
check-rest-begun = The next names are already being checked: see the message further down.
check-going = Still running.
check-file-caption = All results
check-column-domain = Domain
check-column-ascii = Domain (ASCII)
check-column-state = State
check-column-total = Price
check-column-currency = Currency
check-column-years = Years
check-column-why = Reason
check-state-available = available
check-state-registered = taken
check-state-forbidden = can’t be registered
check-state-failed = unknown
check-state-left = not checked
check-state-junk = no domain name

price =
    { $years ->
        [one] { $suffix }: <b>{ $price } per year</b>, VAT included
       *[other] { $suffix } for { $years } years: <b>{ $price }</b>, VAT included
    }
price-unknown = Unknown extension: { $suffix }. /price shows the prices of your favourite extensions.
price-unknown-such-as = Unknown extension: { $suffix }. Try /price { $example }, for example.
price-other-years = Try another number of years, such as /price { $suffix } { $years }.
price-failed = { $suffix }: { $why }
price-per-year = { $price } per year
prices = <b>Prices per year</b>, VAT included:
prices-per-year = prices per year
years-unfit =
    { $most ->
        [one] This extension is sold for one year at a time.
       *[other] The years must be a number from 1 to { $most }.
    }
favourites-ask = ⭐ Your favourite extensions: { $favourites }. Names without an extension are checked with them. To change them, send the ones you want, such as: com ir shop. Up to { $most }.
favourites-unfit = Unknown extension: { $suffix }. Send extensions separated by spaces, such as: com ir shop

register-how = 🛒 Which domain? Send its name, such as example.com
name-unfit = ⚠️ { $name } is not a valid domain: only letters, digits, and hyphens between them.
name-long = ⚠️ { $name } is too long: 63 characters at most between two dots. A non-Latin letter counts as more than one.
name-ip = ⚠️ { $name } is an IP address, not a domain.
name-suffix = ⚠️ { $name } is only an extension. Put a name before the extension, such as example.com
name-unknown-suffix = ⚠️ { $name }: unknown extension.
name-label = ⚠️ { $name } has no extension. Add one, such as .com
name-subdomain = ℹ️ { $name } is a subdomain. Only { $domain } itself is registered.
register-free = ✅ Available: <b>{ $price } per year</b>, VAT included
register-registered = 🔒 { $domain } is already taken.
register-forbidden = 🚫 { $domain } can’t be registered.
register-unpriced = The domain can’t be bought now: { -provider } sent no price. Try again in a moment.
register-over = This registration is closed. Start again with /register
register-title = 🛒 <b>Registering { $domain }</b>
register-ask-period = 📅 For how many years?
register-ask-nicHandle = 🪪 This extension needs the owner’s NIC handle. Send it, such as <code>ab123-irnic</code>
register-ask-handle = 🪪 { -provider-start } needs the owner’s NIC handle for this extension. Send it, such as <code>ab123-irnic</code>
register-ask-nameServers = 📡 Which name servers? Send two to four, separated by spaces, such as <code>ns1.example.com ns2.example.com</code>
register-handle-unfit = ⚠️ This is not a NIC handle: only Latin letters, digits and signs.
register-servers-last = The last ones you used:
register-servers-unfit = ⚠️ { $host } is not a valid host name.
register-servers-count = ⚠️ Send two to four different name servers.
register-text-only = ⚠️ Send your answer as text, or tap a button.
register-left = 🛒 Registration cancelled. Nothing was bought.
register-outdated = 🛒 Nothing was bought: the bot was updated and can’t continue this registration. Start again with /register
button-register-price = 🔄 Get the price again
button-change-period = ✏️ Change the years
button-change-nicHandle = ✏️ Change the handle
button-change-nameServers = ✏️ Change the name servers
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
registration-handle = NIC handle: { $handle }
registration-servers = Name servers: { $hosts }
registration-means = ⚠️ A registration can’t be undone. The domain is registered at once, and the price is taken from the account’s balance.
registration-yes = Register for { $price }
registration-done = 🎉 { $domain } is registered and active.
registration-now-registered = 🔒 { $domain } was taken in the meantime. Nothing was bought.
registration-now-forbidden = 🚫 { $domain } can no longer be registered. Nothing was bought.
registration-still-free = The domain still shows as available, so it was probably not registered.
registration-taken-now = The domain now shows as taken, but is not among this account’s active domains. Check in { -provider }’s panel.

domains =
    { $count ->
        [0] 🌐 No domains of { $account } are listed yet. To list one, send /domain example.com. Domains registered with the bot are listed automatically.
        [one] 🌐 <b>One domain of { $account }</b>. Domains registered with the bot or looked up with /domain are listed.
       *[other] 🌐 <b>{ $count } domains of { $account }</b>. Domains registered with the bot or looked up with /domain are listed.
    }
domain = 🌐 <b>{ $domain }</b>
domain-open = ⏳ { $domain }
domain-start = Start: { $date }
domain-end = Expires: { $date }
domain-end-unmoved = Expires: { $date } (unchanged).
domain-end-moved = Expires: { $date } (was { $before }). This renewal is for { $years ->
        [one] one year
       *[other] { $years } years
    }.
domain-left =
    { $days ->
        [0] ⚠️ Expires today.
        [one] One day left
       *[other] { $days } days left
    }
domain-over =
    { $days ->
        [one] ⚠️ Expired yesterday.
       *[other] ⚠️ Expired { $days } days ago.
    }
domain-how = Try /domain example.com
domain-not-there = { $domain } is not among this account’s active domains.
domain-gone = This domain is no longer on the list. /domain shows the list.
domain-renew-years = ♻️ Renew { $domain } for how many years?
domain-renewal-what =
    { $years ->
        [one] Renewal of { $domain } for one year
       *[other] Renewal of { $domain } for { $years } years
    }
domain-renewal-done =
    { $years ->
        [one] ✅ { $domain } renewed for one year
       *[other] ✅ { $domain } renewed for { $years } years
    }
domain-renewal-ask =
    { $years ->
        [one] ♻️ <b>Renew { $domain } for one year?</b>
       *[other] ♻️ <b>Renew { $domain } for { $years } years?</b>
    }
domain-renewal-means = The price is taken from the account’s balance at once.
domain-renewal-yes = Renew for { $price }
button-domain-card = Domain details
button-domain-renew = ♻️ Renew
button-domain-forget = Remove from my list

inline-available = ✅ { $domain } is available.
inline-registered = 🔒 { $domain } is taken.
inline-forbidden = 🚫 { $domain } can’t be registered.
inline-price = { $price } per year, VAT included
button-inline-register = 🛒 Register
inline-no-service = No reseller service in this account
inline-unknown = ⚠️ { $domain }: unknown – { $why }
inline-unknown-why = unknown – { $why }
inline-short = Type at least { $least } letters, or add the extension
inline-subdomain = { $name } is a subdomain of this domain
inline-example = Type a name, such as brand or example.com
inline-example-what = Shows whether the name is available, and the price
inline-example-how = 🔎 In any chat, type { $typed } to see whether a domain is available and its price.
inline-example-name = example.com
inline-left =
    { $count ->
        [one] One more favourite extension was not checked: use /check
       *[other] { $count } more favourite extensions were not checked: use /check
    }
