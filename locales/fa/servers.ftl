button-servers = 🖥 سرورها
button-all-servers = همهٔ سرورها
button-previous = صفحهٔ قبل
button-next = صفحهٔ بعد
button-refresh = 🔄 به‌روزرسانی
button-name = 🏷 نام‌گذاری
button-unname = حذف نام
button-card = 🖥 مدیریت سرور
button-reboot = 🔁 ری‌استارت
button-on = ▶️ روشن کردن
button-off = ⏹ خاموش کردن
button-more = ⋯ بیشتر

servers =
    🖥 <b>سرورها</b> · { $account }

    { $count ->
        [0] سروری نیست
        [1] یک سرور
       *[other] { $count } سرور
    }
# The order of the list, behind the number of its servers.
servers-by-expiry = نزدیک‌ترین انقضا در بالا
servers-by-name = به ترتیب نام
servers-by-place = به ترتیب لوکیشن
servers-page = صفحهٔ { $page } از { $pages }
servers-filter = فیلتر: { $filter }
servers-many = برای پیدا کردن سریع: { "\u200E" }/server و بعد نام یا آی‌پی سرور، یا ابتدای آن.
servers-filter-long = فیلتر { $filter } طولانی است. آی‌پی یا لوکیشن را با حداکثر { $most } کاراکتر بفرستید.
servers-none = هنوز سروری در این حساب نیست.
servers-none-match = سروری با { $filter } پیدا نشد.
server-unknown = سروری با نام یا آی‌پی { $wanted } در حساب فعلی شما نیست. لیست سرورها: { "\u200E" }/servers
pick-server = کدام سرور؟
pick-reboot = 🔁 کدام سرور ری‌استارت شود؟
pick-on = ▶️ کدام سرور روشن شود؟
pick-off = ⏹ کدام سرور خاموش شود؟
pick-console = 🖥 کنسول کدام سرور؟
pick-rescue = 🛟 دیسک ریسکیو برای کدام سرور؟
pick-snapshot = 📸 اسنپ‌شات از کدام سرور؟
pick-graph = 📈 نمودار کدام سرور؟
pick-renew = ♻️ کدام سرور تمدید شود؟
pick-upgrade = ⬆️ کدام سرور ارتقا داده شود؟
server-choose-more = { $count } سرور پیدا شد و { $shown } تای اول اینجاست. برای دیدن بقیه، نام یا آی‌پی را کامل‌تر بنویسید.
server-gone = این سرور دیگر در حساب نیست. لیست فعلی: { "\u200E" }/servers

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
row-expired = منقضی شده
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
        [1] دیروز منقضی شد
       *[other] { $days } روز پیش منقضی شد
    }

states = 📊 <b>وضعیت سرورها</b> · { $account } · { $count } سرور
servers-column-name = سرور
servers-column-left = مانده
servers-column-place = لوکیشن
states-on = 🟢 { $count } روشن
states-off = ⚫️ { $count } خاموش
states-other = ⚪️ { $count } وضعیت دیگر
states-reading = ⏳ در حال خواندن وضعیت‌ها…
states-unread = ❔ وضعیت { $count } سرور خوانده نشد.
button-states = 📊 وضعیت همه
button-sort-expiry = ↕️ به ترتیب انقضا
button-sort-name = ↕️ به ترتیب نام
button-sort-place = ↕️ به ترتیب لوکیشن
command-status = وضعیت همهٔ سرورها

card-title = { "\u200F" }🖥 { $server }
card-state = { $status } · ساعت { $time }
capacity-cpu = { $value } هسته
capacity-ram = رم { $value }
capacity-disk = دیسک { $value }
details = ℹ️ <b>جزئیات</b> { $server }
button-details = ℹ️ جزئیات
card-id = شناسه: { $value }
card-status = وضعیت: { $status }
card-rescue = 🛟 <b>دیسک ریسکیو متصل است</b>
card-no-rescue = دیسک ریسکیو: متصل نیست
card-ip = آی‌پی: { $value }
card-ipv6 = IPv6: { $value }
card-geo = لوکیشن: { $value }
card-os = سیستم‌عامل: { $value }
card-user = نام کاربری: { $value }
card-port = پورت: { $value }
card-mac = MAC: { $value }
card-cpu = تعداد هسته: { $value }
card-ram = رم: { $value }
card-disk = دیسک: { $value }
card-backup = سهمیهٔ بکاپ: { $value }
card-traffic = ترافیک مصرف‌شده: { $value }
card-expiry = انقضا: { $date } ({ $days })
card-expiry-raw = انقضا: { $value }
card-read = <i>آخرین به‌روزرسانی: { $time }</i>

status-on = 🟢 روشن
status-off = ⚫️ خاموش
status-other = { "\u200F" }⚪️ { $status }
status-quoted = { "\u200F" }«{ $status }»

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

alias-ask = یک نام برای { $server } بفرستید (حداکثر { $most } کاراکتر). بعد می‌توانید در دستورها از این نام استفاده کنید، مثلاً { "\u200E" }<code>/reboot نام</code>
alias-unfit = این نام قابل استفاده نیست. متنی با حداکثر { $most } کاراکتر بفرستید که آی‌پی یا دستور نباشد.
alias-taken = سرور دیگری در این حساب همین نام را دارد. نام دیگری بفرستید.
private-only = این کار فقط در گفتگوی خصوصی با ربات انجام می‌شود.

more = ⋯ گزینه‌های بیشتر برای { $server }
more-group =
    ⋯ گزینه‌های بیشتر برای { $server }

    برای نصب مجدد، رمز عبور، کلید SSH و نام‌گذاری به گفتگوی خصوصی بروید.
