button-reinstall = 💿 Reinstall

reinstall =
    💿 <b>Reinstall</b> { $server }

    Choose the new system. { $current ->
        [none] The current one is not known.
       *[other] Current: { $current }.
    }
reinstall-offer =
    💿 Reinstall { $server } with { $os }

    ⚠️ Everything on its disk is erased. Only a snapshot or backup can bring it back.
button-snapshot-first = 📸 Take a snapshot first
button-go-on = Continue without a snapshot
button-reinstall-now = 💿 Now reinstall with { $os }
reinstall-question = ❓ Reinstall { $server } with { $os }?
reinstall-what = Reinstall of { $server } with { $os }
reinstall-did = { $server } reinstalled with { $os }
reinstall-means = ⚠️ <b>Everything on its disk is erased.</b> Only a snapshot or backup can bring it back. The server gets a new password, shown to you once.
reinstall-password-lost = ⚠️ The new password was in the answer that never came. Once the new system runs, set a password.
