button-console = 🖥 Console

console =
    🖥 <b>Console</b> of { $server }

    Host: { $host }
    Port: { $port }
    Password: { $password }

    This message is deleted after 10 minutes.
console-open = 🌐 Open the console
console-open-here = 📱 Open inside Telegram
console-group = 🖥 Sent to you in the private chat, because the console has a password.
console-group-unreached = 🖥 Not sent: the console has a password, and the bot can’t write to you in private yet. Open the private chat, press Start, and ask again.
copy-address = 📋 Address
copy-host = 📋 Host
copy-port = 📋 Port
copy-password = 📋 Password

command-console = A server’s console: /console NAME
