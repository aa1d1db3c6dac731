# The host, within a sentence and at its start. The name in PROVIDER_NAME takes the place of both.
-provider = the provider
-provider-start = The provider

# What people type instead of a command: for each command its verbs, separated by commas. Spaces, half-spaces, capital letters and signs
# around them make no difference. They are read and never shown.

words-start = hi, hello, hey, menu, main menu, home
words-help = help, help me, commands, what can you do
words-servers = servers, server list, list, list servers, list of servers, show servers, all servers, vms, machines
words-status = states, all states, statuses, all statuses, status of all, status of all servers, overview, status, state, is everything up, is all up
words-server = server, card, status, status of, state, info, details, show, show me, is up, is down, is on, is off, up, down, how is, is not working, not working, is not responding, not responding
words-reboot = restart, reboot, re-start, re-boot, reset, cycle, power cycle, bounce
words-on = on, power on, start, start up, boot, boot up, power up
words-off = off, power off, stop, shut down, halt
words-console = console, vnc, terminal, screen, kvm
words-rescue = rescue, rescue disk, rescue mode, recovery, recovery mode
words-snapshot = snapshot, snap, take a snapshot, take snapshot
words-graph = graph, graphs, chart, load, usage, stats, statistics
words-watch = watch, watches, watching, monitor, monitoring, watch settings, notify me, notifications
words-alerts = alerts, alert, alarms, alarm, problems, outages, incidents, what is wrong, what is down, anything wrong, anything down
words-quiet = quiet, quiet hours, silence, mute, do not disturb
words-team = team, my team, teams, my teams
words-members = members, team members, who is in the team
words-oncall = on call, on-call, who is on call, rota, on-call schedule
words-audit = audit, audit log, log, logs, activity, who did what
words-protect = protect, protected servers, protection
words-renew = renew, extend, prolong
words-upgrade = upgrade, resize, scale up
words-buy = buy, order, new server, buy a server, order a server, add a server
words-orders = orders, my orders, receipts, invoices, purchases, history
words-check = check, check names, check domains, domain check
words-price = price, prices, domain price, domain prices, price list
words-register = register, register a domain, buy a domain, new domain
words-domain = domains, my domains, domain
words-accounts = accounts, account, my accounts, switch account
words-connect = connect, log in, sign in
words-group = group, groups, add to group, add to a group
words-language = language, change language
words-cancel = cancel, never mind, forget it, abort

# Words that may stand beside a verb and a name, and mean nothing of their own.
words-filler = the, a, an, my, our, this, that, please, pls, plz, kindly, can, could, would, you, i, we, want, need, to, of, for, on, at, it, now, again, quickly, asap, just, me, server, vps, vm, machine, box, host, turn, switch, power, put, do, go, open, show, take, make, give, get, hey, hi, bot, thanks, thank

unit-words-minutes = minute, minutes, min, mins
unit-words-hours = hour, hours, hr, hrs, h
unit-words-days = day, days, d
unit-words-weeks = week, weeks, wk
unit-words-months = month, months, mo
unit-words-years = year, years, yr, yrs, y
unit-words-megabytes = megabyte, megabytes, meg, mb, mib
unit-words-gigabytes = gigabyte, gigabytes, gig, gigs, gb, gib, g, gb ram, gb disk
unit-words-terabytes = terabyte, terabytes, tb, tib
unit-words-percent = percent, per cent, %
unit-words-cores = core, cores, cpu, cpus, vcpu, vcpus, cpu core, cpu cores
unit-words-backups = backup, backups
unit-other = ⚠️ { $typed } is in another unit.
