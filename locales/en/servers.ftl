button-servers = 🖥 Servers
button-all-servers = All servers
button-previous = ‹ Previous
button-next = Next ›
button-refresh = 🔄 Refresh
button-name = 🏷 Give it a name
button-unname = Remove the name
button-card = 🖥 Server card
button-reboot = 🔁 Restart
button-on = ▶️ Power on
button-off = ⏹ Power off

servers =
    🖥 <b>Servers</b> · { $account }

    { $count ->
        [one] One server
       *[other] { $count } servers
    }
servers-page = Page { $page } of { $pages }
servers-filter = Only: { $filter }
servers-many = Quicker than turning pages: /server with a name, an IP or its beginning.
servers-filter-long = { $filter } is no IP and no location: at most { $most } characters, please.
servers-none = There is no server in this account yet.
servers-none-match = No server matches { $filter }.
server-unknown = No server of your current account is called { $wanted }, or has an IP that begins so.
server-choose = Which one do you mean?
server-choose-more = { $count } servers fit, here are the first { $shown }. Type more of the name or IP, or choose:
server-gone = This server is not in the account’s list any more.

days-short =
    { $days ->
        [0] expires today
        [1] 1 day left
       *[other] { $days } days left
    }
days-left =
    { $days ->
        [0] today
        [1] tomorrow
       *[other] { $days } days left
    }

expired-short =
    { $days ->
        [one] expired yesterday
       *[other] expired { $days } days ago
    }
expired-since =
    { $days ->
        [one] expired since yesterday
       *[other] expired { $days } days ago
    }

card-title = 🖥 { $server }
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
card-cpu = Processors: { $value }
card-ram = Memory: { $value }
card-disk = Disk: { $value }
card-backup = Backups: { $value }
card-traffic = Traffic used: { $value }
card-expiry = Expires: { $date } ({ $days })
card-expiry-raw = Expires: { $value }
card-read = <i>Read at { $time } UTC</i>

status-on = 🟢 on
status-off = ⚫️ off
status-other = 🟡 { $status }

alias-ask = Send me a name for { $server }: up to { $most } characters. Then <code>/reboot NAME</code> and the other commands understand it.
alias-unfit = That does not fit as a name: something that can be read, { $most } characters at most, and nothing that looks like an IP or a command. Please send another one.
alias-taken = Another server in this account has that name already. Please send another one.
private-only = Please do this in the private chat with me.
