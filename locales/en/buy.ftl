button-buy = 🛒 Buy a server
button-buy-private = 🛒 Buy in private
button-buy-price = 🔄 Get the price again
command-buy = Buy a new server

buy = 🛒 <b>A new server</b> · { $account }

buy-start-order = As last ordered
buy-start-server = Like { $server }
buy-start-double = Twice the size
buy-start-half = Half the size
buy-start-small = Small
buy-start-medium = Medium
buy-start-large = Large
buy-start-problem = ⚠️ no price: tap to see why
buy-start-partly = tap to add the missing values
buy-start-days =
    { $days ->
        [one] Prices for one day, VAT included.
       *[other] Prices for { $days } days, VAT included.
    }
buy-part-cpu =
    { $value ->
        [one] one CPU core
       *[other] { $value } CPU cores
    }
buy-part-ram = { $value } GB RAM
buy-part-disk = { $value } GB disk
buy-part-backup =
    { $value ->
        [0] no backups
        [one] one backup
       *[other] { $value } backups
    }
buy-part-traffic = + { $value } traffic
buy-part-period =
    { $value ->
        [one] one day
       *[other] { $value } days
    }
buy-pick = 🖥 Like another server
buy-pick-ask = 🖥 <b>Like which server?</b> Choose one, or type its name or IP.
buy-pick-more =
    { $count ->
        [one] One more server is not shown: type its name.
       *[other] { $count } more servers are not shown: type the name.
    }
buy-pick-unfit = No server has that name, or several do. Type the whole name or IP, or tap a button.
buy-like-units = ℹ️ Copied from { $server }. Its values have no units: check RAM and disk.
buy-like-named = ℹ️ Copied from { $server }, which has RAM in { $memory } and disk in { $disk }. The order counts both in gigabytes: check them.

buy-value-geo = 📍 { $value }
buy-value-os = 💿 { $value }
buy-value-cpu =
    { $value ->
        [one] ⚙️ one CPU core
       *[other] ⚙️ { $value } CPU cores
    }
buy-value-ram = 🧠 { $value } GB
buy-value-disk = 💽 { $value } GB
buy-value-backup =
    { $value ->
        [0] 🗂 no backups
        [one] 🗂 one backup
       *[other] 🗂 { $value } backups
    }
buy-value-traffic =
    { $value ->
        [0] 📶 no extra
       *[other] 📶 + { $value }
    }
buy-value-period =
    { $value ->
        [one] 📅 one day
       *[other] 📅 { $value } days
    }

buy-name-geo = Location
buy-name-os = Operating system
buy-name-cpu = CPU cores
buy-name-ram = RAM in gigabytes
buy-name-disk = Disk in gigabytes
buy-name-backup = Backups
buy-name-traffic = Additional traffic
buy-name-period = Days

buy-ask-start = Choose a starting point; you can change every value. Or choose everything yourself, location first:
buy-ask-geo = 📍 <b>Which location?</b> Choose one or type it.
buy-ask-os = 💿 <b>Which operating system?</b> Docker and WordPress are application images.
buy-ask-cpu = ⚙️ <b>How many CPU cores?</b> Choose or type a number.
buy-ask-ram = 🧠 <b>How much RAM, in gigabytes?</b> Choose or type a number.
buy-ask-disk = 💽 <b>How large a disk, in gigabytes?</b> Choose or type a number.
buy-ask-backup = 🗂 <b>How many backups?</b> Choose or type a number; 0 for none.
buy-ask-traffic = 📶 <b>How much additional traffic?</b> Choose or type a number; 0 for none. { -provider-start } does not state the unit.
buy-ask-traffic-unit = 📶 <b>How much additional traffic, in { $unit }?</b> Choose or type a number; 0 for none.
buy-ask-period = 📅 <b>For how many days?</b> Choose or type a number from 7 to 364.
buy-places-unread = The account’s list can’t be read right now, so the locations of your servers are missing here.
buy-places-more =
    { $count ->
        [one] One more location is not shown: type it.
       *[other] { $count } more locations are not shown: type one.
    }

buy-asking = ⏳ Asking { -provider } for the price…
buy-look-over = Tap a value to change it. Nothing is bought before you confirm in the next step.
buy-go-on = Continue: { $price }…

buy-unfit = { $name }: send a whole number, { $least } or more.
buy-unfit-between = { $name }: send a whole number from { $least } to { $most }.
buy-unfit-large = { $name }: that number is too large. Send a smaller one.
buy-unknown-place = Nothing was chosen: { -provider } sells no server in { $place }. Tap a location, or type another one.
buy-unfit-place = Send the location as a name of { $most } characters at most.
buy-unfit-system = Unknown system. Tap one of the buttons, or type its code.
buy-text-only = { $name }: send it as text, or tap a button.
buy-tap-first = Everything is filled in. Tap the value you want to change, then send the new one.

buy-left = 🛒 Order cancelled. Nothing was ordered.
buy-outdated = 🛒 Nothing was ordered: the bot was updated and can’t continue this order. Start again with /buy
buy-closed = This form is closed. Open a new one with /buy
buy-group = 🛒 Buy servers in the private chat, where others can’t see your prices and choices.
