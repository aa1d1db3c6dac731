button-more = ⋯ بیشتر
button-console = 🖥 کنسول
button-snapshots = 📸 اسنپ‌شات‌ها
button-backups = 🗄 پشتیبان‌ها
button-rescue = 🛟 نجات
button-reinstall = 💿 نصب مجدد
button-password = 🔑 رمز عبور
button-ssh-key = 🗝 کلید SSH
button-eject = ⏏️ بیرون آوردن دیسک نجات
button-delete-now = 🗑 همین حالا این پیام پاک شود
button-restore = ♻️ بازگردانی
button-delete = 🗑 حذف
button-all-snapshots = ↩️ اسنپ‌شات‌ها
button-all-backups = ↩️ پشتیبان‌ها

more = ⋯ با { $server } چه کنیم؟
more-group =
    ⋯ با { $server } چه کنیم؟

    نصب مجدد، رمز عبور، کلید SSH و نام‌گذاری: در گفت‌وگوی خصوصی با من.

console =
    🖥 <b>کنسول</b> { $server }

    میزبان: { $host }
    پورت: { $port }
    رمز عبور: { $password }

    این پیام پس از ۱۰ دقیقه پاک می‌شود.
console-open = 🌐 باز کردن کنسول
console-open-here = 📱 باز کردن درون تلگرام
console-group = 🖥 کنسول رمز عبور دارد؛ آن را در گفت‌وگوی خصوصی برایتان فرستادم.
console-group-unreached = 🖥 کنسول رمز عبور دارد و نمی‌توانم خصوصی به شما پیام بدهم. گفت‌وگوی خصوصی با من را باز کنید، دکمهٔ شروع را بزنید و دوباره درخواست کنید.
copy-address = 📋 نشانی
copy-host = 📋 میزبان
copy-port = 📋 پورت
copy-password = 📋 رمز عبور

secret-coming = 🔒 محتوای محرمانه تا لحظه‌ای دیگر در همین پیام می‌آید. این پیام پس از ۱۰ دقیقه پاک می‌شود.
secret =
    🔑 { $server }

    رمز عبور تازه: { $password }

    همین حالا یادداشتش کنید: این پیام پس از ۱۰ دقیقه پاک می‌شود و نسخه‌ای نگه نمی‌دارم.
secret-uncertain =
    🔑 { $server }

    پاسخ ارائه‌دهنده گم شد و معلوم نیست این رمز عبور برقرار شده باشد: { $password }

    امتحانش کنید و اگر کار کرد یادداشتش کنید: این پیام پس از ۱۰ دقیقه پاک می‌شود و نسخه‌ای نگه نمی‌دارم.
secret-delete-yourself = ⚠️ نتوانستم پیامتان را پاک کنم. لطفاً همین حالا خودتان پاکش کنید.
secret-sent = رمز عبور تازه در پیام جداگانه‌ای است که پس از ۱۰ دقیقه پاک می‌شود.
secret-sent-uncertain = رمزی که شاید برقرار شده باشد در پیام جداگانه‌ای است که پس از ۱۰ دقیقه پاک می‌شود.
secret-unsent = ⚠️ رمز عبور تازه به دست شما نرسید. رمز دیگری تعیین کنید.

rescue =
    🛟 <b>نجات</b> برای { $server }

    دیسک نجات سرور را با سیستم دیگری بالا می‌آورد تا بتوان سیستم خودش را تعمیر کرد. اتصال و بیرون آوردن آن هر دو سرور را راه‌اندازی مجدد می‌کنند.
rescue-attached =
    🛟 <b>نجات</b> برای { $server }

    دیسک نجات متصل است. با بیرون آوردنش سرور از دیسک خودش راه‌اندازی مجدد می‌شود.
rescue-attach-what = اتصال دیسک نجات { $disk } به { $server }
rescue-attach-means = ⚠️ سرور بی‌درنگ راه‌اندازی مجدد می‌شود، آن هم از دیسک نجات به‌جای دیسک خودش. تا بیرون آوردن دیسک، سرویس‌هایش در دسترس نیستند.
rescue-attach-already = ℹ️ دیسک نجات از قبل متصل است؛ شاید ارائه‌دهنده نپذیرد.
rescue-attach-yes = بله، متصل و راه‌اندازی مجدد شود
rescue-attach-done = اکنون سرور از دیسک نجات اجرا می‌شود. کارتان که تمام شد، دیسک را بیرون بیاورید.
rescue-eject-what = بیرون آوردن دیسک نجات از { $server }
rescue-eject-means = ⚠️ سرور بی‌درنگ از دیسک خودش راه‌اندازی مجدد می‌شود.
rescue-eject-already = ℹ️ دیسک نجاتی متصل نیست؛ شاید ارائه‌دهنده نپذیرد.
rescue-eject-yes = بله، بیرون بیاید و راه‌اندازی مجدد شود
rescue-eject-done = سرور دوباره از دیسک خودش اجرا می‌شود.

reinstall =
    💿 <b>نصب مجدد</b> { $server }

    سیستم تازه را انتخاب کنید. { $current ->
        [none] سیستم فعلی معلوم نیست.
       *[other] سیستم فعلی { $current } است.
    }
reinstall-group-linux = لینوکس
reinstall-group-image = ایمیج‌های کاربردی
reinstall-group-windows = ویندوز
reinstall-offer =
    💿 نصب مجدد { $server } با { $os }

    ⚠️ همهٔ محتوای دیسک آن پاک می‌شود و برنمی‌گردد، مگر آن‌که اسنپ‌شات یا پشتیبانی از آن باشد.
button-snapshot-first = 📸 اول اسنپ‌شات بگیر
button-go-on = ادامه بدون آن
button-reinstall-now = 💿 حالا نصب مجدد با { $os }
reinstall-what = نصب مجدد { $server } با { $os }
reinstall-means = ⚠️ <b>همهٔ محتوای دیسک آن پاک می‌شود</b> و برنمی‌گردد، مگر آن‌که اسنپ‌شات یا پشتیبانی از آن باشد. سرور رمز عبور تازه‌ای می‌گیرد که یک بار نشانتان می‌دهم.
reinstall-password-lost = ⚠️ رمز عبور تازه در همان پاسخی بود که گم شد. وقتی سیستم تازه بالا آمد، رمزی برایش تعیین کنید.

password-ask =
    🔑 <b>رمز عبور تازه</b> برای { $server }

    یک رمز قوی بسازم یا خودتان می‌نویسید؟
button-password-make = 🎲 یک رمز قوی بساز
button-password-own = ⌨️ خودم می‌نویسم
password-own-ask = رمز عبور تازهٔ { $server } را به‌صورت پیام بفرستید. پیام را بی‌درنگ پاک می‌کنم.
password-unfit = رمز عبور یک خط است و حداکثر ۲۰۰ نویسه، بدون فاصله در ابتدا و انتها و بدون نویسهٔ نامرئی (مانند نیم‌فاصله). لطفاً رمز دیگری بفرستید.
password-what = تغییر رمز عبور { $server }
password-means-made = یک رمز قوی ساختم. پس از آن‌که ارائه‌دهنده آن را تنظیم کرد، یک بار نشانتان می‌دهم.
password-means-own = رمزی که فرستادید تنظیم می‌شود و یک بار دیگر نشانتان می‌دهم.
password-weak = ⚠️ این رمز ضعیف است: { $why }. با این حال می‌توانید از آن استفاده کنید.
password-weak-short = کوتاه است
password-weak-plain = فقط یک نوع نویسه دارد
password-weak-common = جزو نخستین رمزهایی است که امتحان می‌کنند
password-yes = بله، تغییر کند

ssh-key-ask =
    🗝 <b>کلید SSH</b> برای { $server }

    کلید <b>عمومی</b> را بفرستید: خط آن را بچسبانید یا پروندهٔ ‎.pub را بفرستید.
ssh-key-private = ⚠️ <b>این کلید خصوصی بود.</b> کلید خصوصی هرگز نباید از رایانهٔ شما بیرون برود. پیام را پاک کردم و چیزی از آن نگه نداشتم؛ آن کلید را لورفته بدانید و کلید تازه‌ای بسازید. سپس کلید عمومی را بفرستید؛ همان خطی که در پروندهٔ ‎.pub است.
ssh-key-private-stays = ⚠️ <b>این کلید خصوصی بود و نتوانستم پیامتان را پاک کنم. همین حالا خودتان پاکش کنید.</b> چیزی از آن نگه نداشتم؛ آن کلید را لورفته بدانید و کلید تازه‌ای بسازید. سپس کلید عمومی را بفرستید.
ssh-key-unfit = این کلید عمومی خوانایی نیست. کلید عمومی یک خط است که با نوعی مثل ssh-ed25519 یا ssh-rsa شروع می‌شود. لطفاً دوباره بفرستید.
ssh-key-large = این برای کلید عمومی بیش از حد بزرگ است. لطفاً پروندهٔ ‎.pub یا همان یک خط را بفرستید.
ssh-key-what = تنظیم کلید SSH برای { $server }
ssh-key-means =
    نوع: { $type }، { $bits } بیت
    توضیح: { $comment }
    اثر انگشت: { $fingerprint }

    پیش از ادامه، اثر انگشت را با کلید خودتان مقایسه کنید. کلیدی که اکنون تنظیم است جایگزین می‌شود.
ssh-key-fingerprint = اثر انگشت: { $fingerprint }
ssh-key-no-comment = ندارد
ssh-key-yes = بله، این کلید تنظیم شود

snapshots =
    📸 <b>اسنپ‌شات‌های</b> { $server }

    { $count ->
        [0] هنوز اسنپ‌شاتی نیست.
        [one] یک اسنپ‌شات.
       *[other] { $count } اسنپ‌شات.
    }
snapshot = 📸 اسنپ‌شات { $copy } از { $server }
button-snapshot-new = ➕ اسنپ‌شات تازه
snapshot-name-ask = نامی برای اسنپ‌شات تازهٔ { $server } بفرستید یا بگذارید با تاریخ و ساعت نام‌گذاری‌اش کنم.
button-snapshot-name = 🕒 نام‌گذاری با تاریخ و ساعت
snapshot-name-unfit = این به‌عنوان نام مناسب نیست: یک خط خواندنی و حداکثر ۶۴ نویسه. لطفاً نام دیگری بفرستید.
snapshot-name-taken = اسنپ‌شاتی با همین نام هست. لطفاً نام دیگری بفرستید.
snapshot-vanished = این اسنپ‌شات دیگر در فهرست نیست.
snapshot-create-what = گرفتن اسنپ‌شات { $copy } از { $server }
snapshot-create-means = وضعیت فعلی سرور با این نام نگه داشته می‌شود. سرور تا جایی که ارائه‌دهنده اجازه دهد به کارش ادامه می‌دهد.
snapshot-create-yes = بله، گرفته شود
snapshot-before-reinstall = حالا می‌توان سرور را با { $os } نصب مجدد کرد.
snapshot-restore-what = بازگرداندن { $server } به اسنپ‌شات { $copy }
snapshot-restore-means = ⚠️ <b>هرچه از آن زمان تغییر کرده از دست می‌رود.</b> در این مدت سرور در دسترس نیست.
snapshot-delete-what = حذف اسنپ‌شات { $copy } از { $server }
snapshot-delete-means = ⚠️ قابل بازگشت نیست. به خود سرور دست نمی‌خورد.
snapshot-delete-yes = بله، حذف شود

backups =
    🗄 <b>پشتیبان‌های</b> { $server }

    { $count ->
        [0] هنوز پشتیبانی نیست.
        [one] یک پشتیبان.
       *[other] { $count } پشتیبان.
    }
backup =
    🗄 پشتیبان { $copy } از { $server }

    تاریخ: { $date }
    حجم، همان‌طور که ارائه‌دهنده گفته: { $size }
button-backup-new = ➕ پشتیبان تازه
backup-vanished = این پشتیبان دیگر در فهرست نیست.
backup-unstated = گفته نشده
backup-create-what = تهیهٔ پشتیبان از { $server }
backup-create-means = ارائه‌دهنده آن را می‌سازد و نامش را تعیین می‌کند.
backup-create-yes = بله، تهیه شود
backup-restore-what = بازگرداندن { $server } به پشتیبان { $copy }
backup-restore-means = ⚠️ <b>هرچه از آن زمان تغییر کرده از دست می‌رود.</b> در این مدت سرور در دسترس نیست.
backup-delete-what = حذف پشتیبان { $copy } از { $server }
backup-delete-means = ⚠️ قابل بازگشت نیست. به خود سرور دست نمی‌خورد.
backup-delete-yes = بله، حذف شود
backup-created-as = نامش: { $copy }

command-console = صفحهٔ نمایش سرور: { "\u200E" }/console NAME
command-rescue = دیسک نجات: { "\u200E" }/rescue NAME
command-snapshot = گرفتن اسنپ‌شات: { "\u200E" }/snapshot NAME
