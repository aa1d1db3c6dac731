button-more = ⋯ بیشتر
button-console = 🖥 کنسول
button-snapshots = 📸 اسنپ‌شات‌ها
button-backups = 🗄 نسخه‌های پشتیبان
button-rescue = 🛟 دیسک نجات
button-reinstall = 💿 نصب مجدد
button-password = 🔑 رمز عبور
button-ssh-key = 🗝 کلید SSH
button-eject = ⏏️ جدا کردن دیسک نجات
button-delete-now = 🗑 همین حالا پاک شود
button-restore = ♻️ بازگردانی
button-delete = 🗑 حذف
button-all-snapshots = ↩️ اسنپ‌شات‌ها
button-all-backups = ↩️ نسخه‌های پشتیبان

more = ⋯ گزینه‌های بیشتر { $server }
more-group =
    ⋯ گزینه‌های بیشتر { $server }

    نصب مجدد، رمز عبور، کلید SSH و نام‌گذاری: در گفتگوی خصوصی.

console =
    🖥 <b>کنسول</b> { $server }

    میزبان: { $host }
    پورت: { $port }
    رمز عبور: { $password }

    این پیام بعد از ۱۰ دقیقه پاک می‌شود.
console-open = 🌐 باز کردن کنسول
console-open-here = 📱 باز کردن در تلگرام
console-group = 🖥 کنسول رمز عبور دارد؛ در گفتگوی خصوصی برایتان فرستاده شد.
console-group-unreached = 🖥 کنسول رمز عبور دارد و ربات نمی‌تواند به شما پیام خصوصی بدهد. گفتگوی خصوصی با ربات را باز کنید، دکمهٔ «شروع» را بزنید و دوباره درخواست کنید.
copy-address = 📋 آدرس
copy-host = 📋 میزبان
copy-port = 📋 پورت
copy-password = 📋 رمز عبور

secret-coming = 🔒 رمز عبور تا چند لحظهٔ دیگر در همین پیام می‌آید. این پیام بعد از ۱۰ دقیقه پاک می‌شود.
secret =
    { "\u200F" }🔑 { $server }

    رمز عبور جدید: { $password }

    همین حالا ذخیره‌اش کنید: این پیام بعد از ۱۰ دقیقه پاک می‌شود و نسخه‌ای از آن نمی‌ماند.
secret-uncertain =
    { "\u200F" }🔑 { $server }

    پاسخ ارائه‌دهنده نرسید و معلوم نیست این رمز عبور اعمال شده باشد: { $password }

    امتحانش کنید و اگر کار کرد ذخیره‌اش کنید: این پیام بعد از ۱۰ دقیقه پاک می‌شود و نسخه‌ای از آن نمی‌ماند.
secret-delete-yourself = ⚠️ ربات نتوانست پیامتان را پاک کند. همین حالا خودتان پاکش کنید.
secret-sent = رمز عبور جدید در پیام جداگانه‌ای است که بعد از ۱۰ دقیقه پاک می‌شود.
secret-sent-owner = نقش درخواست‌کننده در تیم تغییر کرده است؛ رمز عبور جدید برای مالک تیم فرستاده شد.
secret-sent-uncertain = رمز عبوری که شاید اعمال شده باشد در پیام جداگانه‌ای است که بعد از ۱۰ دقیقه پاک می‌شود.
secret-unsent = ⚠️ رمز عبور جدید به دستتان نرسید. رمز دیگری تعیین کنید.

rescue =
    🛟 <b>دیسک نجات</b> برای { $server }

    دیسک نجات سرور را با سیستم دیگری بالا می‌آورد تا بتوانید سیستم خودش را تعمیر کنید. سرور هم با اتصال و هم با جدا کردن آن راه‌اندازی مجدد می‌شود.
rescue-attached =
    🛟 <b>دیسک نجات</b> برای { $server }

    دیسک نجات متصل است. با جدا کردن آن، سرور از دیسک خودش راه‌اندازی مجدد می‌شود.
rescue-attach-question = ❓ دیسک نجات { $disk } به { $server } متصل شود؟
rescue-attach-what = اتصال دیسک نجات { $disk } به { $server }
rescue-attach-did = دیسک نجات { $disk } به { $server } متصل شد
rescue-attach-means = ⚠️ سرور فوراً از دیسک نجات راه‌اندازی مجدد می‌شود. تا دیسک را جدا نکنید، سرویس‌هایش در دسترس نیستند.
rescue-attach-already = ℹ️ دیسک نجات از قبل متصل است؛ شاید ارائه‌دهنده نپذیرد.
rescue-attach-yes = بله، متصل و راه‌اندازی مجدد شود
rescue-attach-done = سرور حالا از دیسک نجات اجرا می‌شود. کارتان که تمام شد، دیسک را جدا کنید.
rescue-eject-question = ❓ دیسک نجات از { $server } جدا شود؟
rescue-eject-what = جدا کردن دیسک نجات از { $server }
rescue-eject-did = دیسک نجات از { $server } جدا شد
rescue-eject-means = ⚠️ سرور فوراً از دیسک خودش راه‌اندازی مجدد می‌شود.
rescue-eject-already = ℹ️ دیسک نجاتی متصل نیست؛ شاید ارائه‌دهنده نپذیرد.
rescue-eject-yes = بله، جدا شود و راه‌اندازی مجدد شود
rescue-eject-done = سرور دوباره از دیسک خودش اجرا می‌شود.

reinstall =
    💿 <b>نصب مجدد</b> { $server }

    سیستم‌عامل جدید را انتخاب کنید. { $current ->
        [none] سیستم‌عامل فعلی معلوم نیست.
       *[other] سیستم‌عامل فعلی { $current } است.
    }
reinstall-offer =
    💿 نصب مجدد { $server } با { $os }

    ⚠️ همهٔ اطلاعات دیسک آن پاک می‌شود و فقط با اسنپ‌شات یا نسخهٔ پشتیبان برمی‌گردد.
button-snapshot-first = 📸 اول اسنپ‌شات بگیر
button-go-on = ادامه بدون اسنپ‌شات
button-reinstall-now = 💿 حالا نصب مجدد با { $os }
reinstall-question = ❓ سرور { $server } با { $os } نصب مجدد شود؟
reinstall-what = نصب مجدد { $server } با { $os }
reinstall-did = { $server } با { $os } نصب مجدد شد
reinstall-means = ⚠️ <b>همهٔ اطلاعات دیسک آن پاک می‌شود</b> و فقط با اسنپ‌شات یا نسخهٔ پشتیبان برمی‌گردد. سرور رمز عبور جدیدی می‌گیرد که فقط یک بار نشان داده می‌شود.
reinstall-password-lost = ⚠️ رمز عبور جدید در همان پاسخی بود که نرسید. وقتی سیستم‌عامل جدید بالا آمد، رمزی برایش تعیین کنید.

password-ask =
    🔑 <b>رمز عبور جدید</b> برای { $server }

    ربات یک رمز قوی بسازد یا خودتان می‌نویسید؟
button-password-make = 🎲 یک رمز قوی بساز
button-password-own = ⌨️ خودم می‌نویسم
password-own-ask = رمز عبور جدید { $server } را به‌صورت پیام بفرستید. پیامتان فوراً پاک می‌شود.
password-unfit = رمز عبور باید یک خط و حداکثر ۲۰۰ کاراکتر باشد، بدون فاصله در ابتدا و انتها و بدون کاراکتر نامرئی (مثل نیم‌فاصله). رمز دیگری بفرستید.
password-question = ❓ رمز عبور { $server } تغییر کند؟
password-what = تغییر رمز عبور { $server }
password-did = رمز عبور { $server } تغییر کرد
password-means-made = ربات یک رمز قوی ساخت. وقتی ارائه‌دهنده آن را تنظیم کرد، یک بار نشان داده می‌شود.
password-means-own = رمزی که فرستادید تنظیم می‌شود و یک بار دیگر نشان داده می‌شود.
password-weak = ⚠️ این رمز ضعیف است: { $why }. با این حال می‌توانید از آن استفاده کنید.
password-weak-short = کوتاه است
password-weak-plain = فقط یک نوع کاراکتر دارد
password-weak-common = از اولین رمزهایی است که امتحان می‌شوند
password-yes = بله، تغییر کند

ssh-key-ask =
    🗝 <b>کلید SSH</b> برای { $server }

    کلید <b>عمومی</b> را بفرستید: متن آن را بچسبانید یا فایل ‎.pub را بفرستید.
ssh-key-private = ⚠️ <b>این کلید خصوصی بود.</b> پیام پاک شد و چیزی از آن نگه داشته نشد. آن کلید را لورفته بدانید و کلید جدیدی بسازید. بعد کلید عمومی را بفرستید؛ همان خطی که در فایل ‎.pub است.
ssh-key-private-stays = ⚠️ <b>این کلید خصوصی بود و ربات نتوانست پیامتان را پاک کند. همین حالا پاکش کنید.</b> چیزی از آن نگه داشته نشد. آن کلید را لورفته بدانید و کلید جدیدی بسازید. بعد کلید عمومی را بفرستید.
ssh-key-unfit = این کلید عمومی نیست یا خوانده نمی‌شود. کلید عمومی یک خط است که با نوعی مثل ssh-ed25519 یا ssh-rsa شروع می‌شود. دوباره بفرستید.
ssh-key-large = این برای کلید عمومی خیلی بزرگ است. فایل ‎.pub یا همان یک خط را بفرستید.
ssh-key-question = ❓ کلید SSH برای { $server } تنظیم شود؟
ssh-key-what = تنظیم کلید SSH برای { $server }
ssh-key-did = کلید SSH برای { $server } تنظیم شد
ssh-key-means =
    نوع: { $type }، { $bits } بیت
    توضیح: { $comment }
    اثر انگشت: { $fingerprint }

    اول اثر انگشت را با کلید خودتان مقایسه کنید. این کلید جای کلید فعلی را می‌گیرد.
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
button-snapshot-new = ➕ اسنپ‌شات جدید
snapshot-name-ask = نام اسنپ‌شات جدید { $server } را بفرستید یا از تاریخ و ساعت استفاده کنید.
button-snapshot-name = 🕒 با تاریخ و ساعت
snapshot-name-unfit = این نام قابل قبول نیست: یک خط قابل خواندن و حداکثر ۶۴ کاراکتر. نام دیگری بفرستید.
snapshot-name-taken = اسنپ‌شاتی با همین نام هست. نام دیگری بفرستید.
snapshot-vanished = این اسنپ‌شات دیگر در فهرست نیست.
snapshot-create-question = ❓ اسنپ‌شات { $copy } از { $server } گرفته شود؟
snapshot-create-what = گرفتن اسنپ‌شات { $copy } از { $server }
snapshot-create-did = اسنپ‌شات { $copy } از { $server } گرفته شد
snapshot-create-means = وضعیت فعلی سرور با این نام ذخیره می‌شود.
snapshot-create-yes = بله، گرفته شود
snapshot-before-reinstall = حالا می‌توانید سرور را با { $os } نصب مجدد کنید.
snapshot-restore-question = ❓ سرور { $server } به اسنپ‌شات { $copy } بازگردانده شود؟
snapshot-restore-what = بازگرداندن { $server } به اسنپ‌شات { $copy }
snapshot-restore-did = { $server } به اسنپ‌شات { $copy } بازگشت
snapshot-restore-means = ⚠️ <b>همهٔ تغییرات بعد از آن از دست می‌رود.</b> در این مدت سرور در دسترس نیست.
snapshot-delete-question = ❓ اسنپ‌شات { $copy } از { $server } حذف شود؟
snapshot-delete-what = حذف اسنپ‌شات { $copy } از { $server }
snapshot-delete-did = اسنپ‌شات { $copy } از { $server } حذف شد
snapshot-delete-means = ⚠️ قابل بازگشت نیست. خود سرور تغییری نمی‌کند.
snapshot-delete-yes = بله، حذف شود

backups =
    🗄 <b>نسخه‌های پشتیبان</b> { $server }

    { $count ->
        [0] هنوز نسخهٔ پشتیبانی نیست.
        [one] یک نسخهٔ پشتیبان.
       *[other] { $count } نسخهٔ پشتیبان.
    }
backup =
    🗄 نسخهٔ پشتیبان { $copy } از { $server }

    تاریخ: { $date }
    حجم، طبق اعلام ارائه‌دهنده: { $size }
button-backup-new = ➕ نسخهٔ پشتیبان جدید
backup-vanished = این نسخهٔ پشتیبان دیگر در فهرست نیست.
backup-unstated = اعلام نشده
backup-create-question = ❓ از { $server } نسخهٔ پشتیبان تهیه شود؟
backup-create-what = تهیهٔ نسخهٔ پشتیبان از { $server }
backup-create-did = نسخهٔ پشتیبان { $server } تهیه شد
backup-create-means = ارائه‌دهنده آن را می‌سازد و نامش را تعیین می‌کند.
backup-create-yes = بله، تهیه شود
backup-restore-question = ❓ سرور { $server } به نسخهٔ پشتیبان { $copy } بازگردانده شود؟
backup-restore-what = بازگرداندن { $server } به نسخهٔ پشتیبان { $copy }
backup-restore-did = { $server } به نسخهٔ پشتیبان { $copy } بازگشت
backup-restore-means = ⚠️ <b>همهٔ تغییرات بعد از آن از دست می‌رود.</b> در این مدت سرور در دسترس نیست.
backup-delete-question = ❓ نسخهٔ پشتیبان { $copy } از { $server } حذف شود؟
backup-delete-what = حذف نسخهٔ پشتیبان { $copy } از { $server }
backup-delete-did = نسخهٔ پشتیبان { $copy } از { $server } حذف شد
backup-delete-means = ⚠️ قابل بازگشت نیست. خود سرور تغییری نمی‌کند.
backup-delete-yes = بله، حذف شود
backup-created-as = نامش: { $copy }

command-console = کنسول سرور: { "\u200E" }/console نام
command-rescue = دیسک نجات: { "\u200E" }/rescue نام
command-snapshot = گرفتن اسنپ‌شات: { "\u200E" }/snapshot نام
