button-console = 🖥 کنسول

console =
    🖥 <b>کنسول</b> { $server }

    میزبان: { $host }
    پورت: { $port }
    رمز عبور: { $password }

    این پیام بعد از ۱۰ دقیقه پاک می‌شود.
console-open = 🌐 باز کردن کنسول
console-open-here = 📱 باز کردن در تلگرام
console-group = 🖥 در گفتگوی خصوصی برایتان فرستاده شد، چون کنسول رمز عبور دارد.
console-group-unreached = 🖥 فرستاده نشد: کنسول رمز عبور دارد و ربات هنوز نمی‌تواند به شما پیام خصوصی بدهد. گفتگوی خصوصی با ربات را باز کنید، «شروع» را بزنید و دوباره درخواست بدهید.
copy-address = 📋 آدرس
copy-host = 📋 میزبان
copy-port = 📋 پورت
copy-password = 📋 رمز عبور

command-console = کنسول سرور: { "\u200E" }/console نام
