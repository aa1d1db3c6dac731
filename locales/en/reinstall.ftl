button-reinstall = 💿 Reinstall

reinstall =
    💿 <b>Reinstall</b> { $server }

    Choose the new system. { $current ->
        [none] The current one is unknown.
       *[other] Current: { $current }.
    }
reinstall-offer =
    💿 Reinstall { $server } with { $os }

    ⚠️ Everything on the server’s disk will be erased. Only a snapshot or backup can bring it back.
button-snapshot-first = 📸 Take a snapshot first…
button-go-on = Continue without a snapshot…
button-reinstall-now = 💿 Reinstall with { $os }…
reinstall-question = ❓ Erase { $server } and install { $os }?
reinstall-what = Reinstall of { $server } with { $os }
reinstall-did = { $server } reinstalled with { $os }
reinstall-means = ⚠️ <b>Everything on the server’s disk is erased.</b> Only a snapshot or backup can bring it back. The server gets a new password, shown to you once.
reinstall-password-lost = ⚠️ The new password was lost with the answer. When the new system is running, set a new password.
