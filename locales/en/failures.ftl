retry = 🔄 Try again
slow = ⏳ The last one is taking longer than usual. I am still on it; you can go on meanwhile.
unanswered = ⏳ Telegram had me keep quiet here for a while, so I could not answer this. Please try it again: what you confirmed is never done twice.
given-up = ⚠️ I began something you sent or tapped three times and broke off each time, so I let go of it; it was reported. /orders shows what became of orders. Please try it again if it is still needed.
too-fast = Not so fast, please: give me a few seconds.
anonymous = I can’t tell who you are: anonymous admins and channels share one identity. Please write as yourself.
button-old = This button is from an older message. /servers brings fresh ones.
command-unknown = I don’t know that command. /help lists what I can do.
message-unknown = I did not expect a message here. What would you like to do?

provider-words = The provider says:
failure-not-connected = 🔑 The provider does not accept this account’s token, or the account was disconnected. Connect it again with /connect; a replaced token too.
failure-fields = The provider could not use a value it was given. Nothing was done.
failure-invalid = That value can’t be used, so nothing was sent.
failure-insufficient-balance = The account’s balance is not sufficient. Nothing was done.
failure-reseller-service-missing = 🌐 Domains need the reseller service, which this account doesn’t have: buy it in the provider’s panel, then try again.
button-reseller = 🤝 Get the reseller service
failure-not-found = The provider does not know it (any more). /servers shows what the account has now.
failure-refused = The provider refused. Nothing was done.
failure-unavailable = 🔌 The provider does not answer at the moment. This says nothing about your servers or your account. Please try again in a moment.
failure-not-sent = 🔌 The provider could not be reached, so nothing was sent. You can confirm again.
failure-ambiguous = The provider’s answer was lost; whether it was carried out is not known.
failure-unreadable = The provider answered in a way I can’t read. Please try again; if it stays so, tell the provider’s support.
failure-line-fields = The provider could not use a value it was given.
failure-line-invalid = That value can’t be used.
failure-line-insufficient-balance = The account’s balance is not sufficient.
failure-line-refused = The provider refused.
failure-line-not-sent = 🔌 The provider could not be reached, so it was not sent.
failure-store = 🔌 My own memory does not answer at the moment, so this may not have gone through; your accounts are still connected. Please try again in a moment: what you confirmed is never done twice.
failure-unexpected = Something went wrong on my side, and it was reported. Please try again; if it stays so, tell the support this number: <code>{ $reference }</code>
failure-no-media = 🖼 This group takes no pictures or files from me. A group administrator can allow it; in our private chat you see it at once.
failure-inline-store = My own memory does not answer just now: try again
failure-inline = Something went wrong on my side: try again
failure-secret-deleted = 🔑 I deleted your message, because it may hold a token or password. If it is still needed, send it again later.
failure-secret-stays = ⚠️ Your message may hold a token or password, and it is still there. If it does, please delete it yourself now.
secret-late-deleted = 🔑 I was not waiting for it, but that looked like a token or password, so I deleted your message. Nothing was done with it.
secret-late = ⚠️ I was not waiting for it, but that looks like a token or password, and I could not delete your message. Please delete it yourself now. Nothing was done with it.

field-id = Identifier
field-ip = IP
field-geo = Location
field-os = Operating system
field-cpu = Processors
field-ram = Memory
field-disk = Disk
field-backup = Backups
field-traffic = Traffic
field-period = Period
field-action = Action
field-name = Name
field-volume-id = Backup
field-password = Password
field-ssh-key = SSH key
field-tld = Suffix
field-domain = Domain
field-nic-handle = Handle (nic-handle)
field-ns1 = First name server
field-ns2 = Second name server
field-ns3 = Third name server
field-ns4 = Fourth name server
field-problem = ⚠️ { $field }
field-problem-says = ⚠️ { $field } – the provider says:
field-more =
    { $count ->
        [one] … and one more value
       *[other] … and { $count } more values
    }
button-change-values = ✏️ Change the values
