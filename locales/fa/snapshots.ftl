button-snapshots = 📸 اسنپ‌شات‌ها
button-backups = 🗄 نسخه‌های پشتیبان
button-restore = ♻️ بازگردانی
button-delete = 🗑 حذف
button-all-snapshots = ↩️ اسنپ‌شات‌ها
button-all-backups = ↩️ نسخه‌های پشتیبان

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
snapshot-created-as = نام اسنپ‌شات در فهرست: { $copy }
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

command-snapshot = گرفتن اسنپ‌شات: { "\u200E" }/snapshot نام
