button-servers = 🖥 Servers
button-all-servers = All servers
button-previous = ‹ Previous
button-next = Next ›
button-refresh = 🔄 Refresh
button-name = 🏷 Set a name
button-unname = Remove the name
button-card = 🖥 Open server
button-reboot = 🔁 Restart
button-on = ▶️ Power on
button-off = ⏹ Power off
button-more = ⋯ More

servers =
    🖥 <b>Servers</b> · { $account }

    { $count ->
        [one] One server
       *[other] { $count } servers
    }
# The order of the list, behind the number of its servers.
servers-by-expiry = soonest expiry first
servers-by-name = by name
servers-by-place = by location
servers-page = Page { $page } of { $pages }
servers-filter = Filter: { $filter }
servers-many = To find one fast: /server with its name or IP, or the start of it.
servers-filter-long = The filter { $filter } is too long. Send an IP or a location of at most { $most } characters.
servers-none = No servers in this account yet.
servers-none-match = No server matches { $filter }.
server-unknown = No server with this name or IP in your current account: { $wanted }. /servers lists them.
pick-server = Which server?
pick-reboot = 🔁 Restart which server?
pick-on = ▶️ Power on which server?
pick-off = ⏹ Power off which server?
pick-console = 🖥 Open the console of which server?
pick-rescue = 🛟 Rescue disk for which server?
pick-snapshot = 📸 Snapshot of which server?
pick-graph = 📈 Graph of which server?
pick-renew = ♻️ Renew which server?
pick-upgrade = ⬆️ Upgrade which server?
server-choose-more = { $count } servers match; here are the first { $shown }. Type more of the name or IP.
server-gone = This server is no longer in the account. /servers lists the current ones.

days-short =
    { $days ->
        [0] expires today
        [one] 1 day left
       *[other] { $days } days left
    }
# On a button or a line, where words are short.
row-days =
    { $days ->
        [0] today
        [one] 1 day
       *[other] { $days } days
    }
row-expired = expired
days-left =
    { $days ->
        [0] today
        [one] tomorrow
       *[other] { $days } days left
    }

expired-short =
    { $days ->
        [one] expired yesterday
       *[other] expired { $days } days ago
    }
expired-since =
    { $days ->
        [one] expired yesterday
       *[other] expired { $days } days ago
    }

states = 📊 <b>Status of all</b> · { $account } · { $count ->
            [one] one server
           *[other] { $count } servers
        }
servers-column-name = Server
servers-column-left = Time left
servers-column-place = Location
states-on = 🟢 { $count } on
states-off = ⚫️ { $count } off
states-other = ⚪️ { $count } other
states-reading = ⏳ Reading the status of every server…
states-unread =
    { $count ->
        [one] ❔ The status of one server could not be read.
       *[other] ❔ The status of { $count } servers could not be read.
    }
button-states = 📊 Status of all
button-sort-expiry = ↕️ By expiry
button-sort-name = ↕️ By name
button-sort-place = ↕️ By location
command-status = The status of every server

card-title = 🖥 { $server }
card-state = { $status } · { $time }
capacity-cpu = CPU cores { $value }
capacity-ram = RAM { $value }
capacity-disk = Disk { $value }
details = ℹ️ <b>Details</b> of { $server }
button-details = ℹ️ Details
card-id = ID: { $value }
card-status = Status: { $status }
card-rescue = 🛟 <b>A rescue disk is attached</b>
card-no-rescue = Rescue disk: not attached
card-ip = IP: { $value }
card-ipv6 = IPv6: { $value }
card-geo = Location: { $value }
card-os = Operating system: { $value }
card-user = User: { $value }
card-port = Port: { $value }
card-mac = MAC: { $value }
card-cpu = CPU cores: { $value }
card-ram = RAM: { $value }
card-disk = Disk: { $value }
card-backup = Backups allowed: { $value }
card-traffic = Traffic used: { $value }
card-expiry = Expires: { $date } ({ $days })
card-expiry-raw = Expires: { $value }
card-read = <i>Updated at { $time }</i>

status-on = 🟢 on
status-off = ⚫️ off
status-other = ⚪️ { $status }
status-quoted = “{ $status }”

# The contract's codes of systems.
system-debian13 = Debian 13
system-debian12 = Debian 12
system-debian11 = Debian 11
system-debian10 = Debian 10
system-ubuntu24 = Ubuntu 24
system-ubuntu22 = Ubuntu 22
system-ubuntu20 = Ubuntu 20
system-alma9 = AlmaLinux 9
system-alma8 = AlmaLinux 8
system-rocky9 = Rocky Linux 9
system-rocky8 = Rocky Linux 8
system-docker = Docker
system-wordpress = WordPress
system-win2022 = Windows Server 2022

alias-ask = Send a name for { $server }, at most { $most } characters. You can then use it in commands: <code>/reboot NAME</code>
alias-unfit = This can’t be used as a name. Send text of at most { $most } characters that is not an IP or a command.
alias-taken = Another server in this account already has this name. Send another one.
private-only = Nothing was done: the private chat with the bot is needed for this step.

more = ⋯ More actions for { $server }
more-group =
    ⋯ More actions for { $server }

    For reinstall, password, SSH key and name, use the private chat.
