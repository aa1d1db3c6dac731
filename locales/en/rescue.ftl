button-rescue = 🛟 Rescue
button-eject = ⏏️ Eject the rescue disk

rescue =
    🛟 <b>Rescue</b> for { $server }

    A rescue disk starts the server in a repair system. Attaching and ejecting it both restart the server.
rescue-attached =
    🛟 <b>Rescue</b> for { $server }

    A rescue disk is attached. Ejecting it restarts the server from its own disk.
rescue-attach-question = ❓ Attach the rescue disk { $disk } to { $server }?
rescue-attach-what = Attaching the rescue disk { $disk } to { $server }
rescue-attach-did = Rescue disk { $disk } attached to { $server }
rescue-attach-means = ⚠️ The server restarts at once from the rescue disk. Its services are down until you eject the disk.
rescue-attach-already = ℹ️ A rescue disk is already attached: { -provider } may refuse.
rescue-attach-yes = Yes, attach and restart
rescue-attach-done = The server runs from the rescue disk. When you are done, eject it to start the server normally.
rescue-eject-question = ❓ Eject the rescue disk from { $server }?
rescue-eject-what = Ejecting the rescue disk from { $server }
rescue-eject-did = Rescue disk ejected from { $server }
rescue-eject-means = ⚠️ The server restarts at once from its own disk.
rescue-eject-already = ℹ️ No rescue disk is attached: { -provider } may refuse.
rescue-eject-yes = Yes, eject and restart
rescue-eject-done = The server runs from its own disk again.

command-rescue = Rescue disk: /rescue NAME
