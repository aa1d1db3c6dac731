button-servers = 🖥 سرورها
button-all-servers = همهٔ سرورها
button-previous = صفحهٔ قبل
button-next = صفحهٔ بعد
button-refresh = 🔄 به‌روزرسانی
button-name = 🏷 نام‌گذاری
button-unname = حذف نام
button-card = 🖥 کارت سرور
button-reboot = 🔁 راه‌اندازی مجدد
button-on = ▶️ روشن کردن
button-off = ⏹ خاموش کردن
button-more = ⋯ بیشتر

servers =
    🖥 <b>سرورها</b> · { $account }

    { $count ->
        [0] سروری نیست
        [one] یک سرور
       *[other] { $count } سرور
    }
# The order of the list, behind the number of its servers.
servers-by-expiry = نزدیک‌ترین انقضا در بالا
servers-by-name = به ترتیب نام
servers-by-place = به ترتیب موقعیت
servers-page = صفحهٔ { $page } از { $pages }
servers-filter = فقط: { $filter }
servers-many = سریع‌تر از ورق زدن: { "\u200E" }/server با نام، آی‌پی یا ابتدای آن.
servers-filter-long = { $filter } نه آی‌پی است و نه موقعیت: حداکثر { $most } کاراکتر.
servers-none = هنوز سروری در این حساب نیست.
servers-none-match = سروری با { $filter } پیدا نشد.
server-unknown = سروری با نام یا ابتدای آی‌پی { $wanted } در حساب فعلی شما پیدا نشد.
pick-server = کدام سرور؟
pick-reboot = 🔁 کدام سرور راه‌اندازی مجدد شود؟
pick-on = ▶️ کدام سرور روشن شود؟
pick-off = ⏹ کدام سرور خاموش شود؟
pick-console = 🖥 کنسول کدام سرور؟
pick-rescue = 🛟 دیسک نجات برای کدام سرور؟
pick-snapshot = 📸 اسنپ‌شات از کدام سرور؟
pick-graph = 📈 نمودار کدام سرور؟
pick-renew = ♻️ کدام سرور تمدید شود؟
pick-upgrade = ⬆️ کدام سرور ارتقا داده شود؟
server-choose-more = { $count } سرور پیدا شد؛ این‌ها { $shown } تای اول است. برای دیدن بقیه، نام یا آی‌پی را کامل‌تر بنویسید.
server-gone = این سرور دیگر در فهرست حساب نیست.

days-short =
    { $days ->
        [0] امروز منقضی می‌شود
        [1] یک روز مانده
       *[other] { $days } روز مانده
    }
# On a button or a line, where words are short.
row-days =
    { $days ->
        [0] امروز
       *[other] { $days } روز
    }
row-expired = منقضی
days-left =
    { $days ->
        [0] امروز
        [1] فردا
       *[other] { $days } روز مانده
    }

expired-short =
    { $days ->
        [1] دیروز منقضی شد
       *[other] { $days } روز پیش منقضی شد
    }
expired-since =
    { $days ->
        [1] از دیروز منقضی است
       *[other] { $days } روز پیش منقضی شده
    }

states = 📊 <b>وضعیت سرورها</b> · { $account } · { $count } سرور
servers-column-name = سرور
servers-column-left = مانده
servers-column-place = موقعیت
states-on = 🟢 { $count } روشن
states-off = ⚫️ { $count } خاموش
states-other = ⚪️ { $count } وضعیت دیگر
states-reading = ⏳ در حال خواندن وضعیت‌ها…
states-unread = ❔ وضعیت { $count } سرور خوانده نشد.
button-states = 📊 وضعیت همه
button-sort-expiry = ↕️ به ترتیب انقضا
button-sort-name = ↕️ به ترتیب نام
button-sort-place = ↕️ به ترتیب موقعیت
command-status = وضعیت همهٔ سرورها

card-title = { "\u200F" }🖥 { $server }
card-state = { $status } · ساعت { $time }
capacity-cpu = پردازنده { $value }
capacity-ram = رم { $value }
capacity-disk = دیسک { $value }
details = ℹ️ <b>جزئیات</b> { $server }
button-details = ℹ️ جزئیات
card-id = شناسه: { $value }
card-status = وضعیت: { $status }
card-rescue = 🛟 <b>دیسک نجات متصل است</b>
card-no-rescue = دیسک نجات: متصل نیست
card-ip = آی‌پی: { $value }
card-ipv6 = IPv6: { $value }
card-geo = موقعیت: { $value }
card-os = سیستم‌عامل: { $value }
card-user = کاربر: { $value }
card-port = پورت: { $value }
card-mac = MAC: { $value }
card-cpu = پردازنده: { $value }
card-ram = رم: { $value }
card-disk = دیسک: { $value }
card-backup = سهمیهٔ نسخهٔ پشتیبان: { $value }
card-traffic = ترافیک مصرف‌شده: { $value }
card-expiry = انقضا: { $date } ({ $days })
card-expiry-raw = انقضا: { $value }
card-read = <i>خوانده‌شده در { $time }</i>

status-on = 🟢 روشن
status-off = ⚫️ خاموش
status-other = { "\u200F" }⚪️ { $status }
status-quoted = { "\u200F" }«{ $status }»

# The contract's codes of systems.
system-debian13 = دبیان ۱۳
system-debian12 = دبیان ۱۲
system-debian11 = دبیان ۱۱
system-debian10 = دبیان ۱۰
system-ubuntu24 = اوبونتو ۲۴
system-ubuntu22 = اوبونتو ۲۲
system-ubuntu20 = اوبونتو ۲۰
system-alma9 = آلمالینوکس ۹
system-alma8 = آلمالینوکس ۸
system-rocky9 = راکی لینوکس ۹
system-rocky8 = راکی لینوکس ۸
system-docker = داکر
system-wordpress = وردپرس
system-win2022 = ویندوز سرور ۲۰۲۲

alias-ask = نامی برای { $server } بفرستید؛ حداکثر { $most } کاراکتر. بعد از آن { "\u200E" }<code>/reboot نام</code> و دستورهای دیگر آن را می‌شناسند.
alias-unfit = این نام قابل قبول نیست: متن قابل خواندن، حداکثر { $most } کاراکتر، نه آی‌پی و نه دستور. نام دیگری بفرستید.
alias-taken = سرور دیگری در این حساب همین نام را دارد. نام دیگری بفرستید.
private-only = فقط در گفتگوی خصوصی.

more = ⋯ گزینه‌های بیشتر { $server }
more-group =
    ⋯ گزینه‌های بیشتر { $server }

    نصب مجدد، رمز عبور، کلید SSH و نام‌گذاری: در گفتگوی خصوصی.
