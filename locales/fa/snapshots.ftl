button-snapshots = 📸 اسنپ‌شات‌ها
button-backups = 🗄 بکاپ‌ها
button-restore = ⏮ بازگردانی
button-delete = 🗑 حذف
button-all-snapshots = ↩️ اسنپ‌شات‌ها
button-all-backups = ↩️ بکاپ‌ها

snapshots =
    📸 <b>اسنپ‌شات‌های</b> { $server }

    { $count ->
        [0] هنوز اسنپ‌شاتی گرفته نشده.
        [1] یک اسنپ‌شات.
       *[other] { $count } اسنپ‌شات.
    }
snapshot = 📸 اسنپ‌شات { $copy } از { $server }
button-snapshot-new = ➕ اسنپ‌شات جدید
snapshot-name-ask = نام اسنپ‌شات جدید { $server } را بفرستید یا از تاریخ و ساعت استفاده کنید.
button-snapshot-name = 🕒 با تاریخ و ساعت
snapshot-name-unfit = این نام قابل استفاده نیست. یک خط با حداکثر ۶۴ کاراکتر بفرستید.
snapshot-name-taken = اسنپ‌شاتی با همین نام هست. نام دیگری بفرستید.
button-another-name = ✏️ نام دیگر
snapshot-vanished = این اسنپ‌شات دیگر در لیست نیست.
snapshot-create-question = ❓ اسنپ‌شات { $copy } از { $server } گرفته شود؟
snapshot-create-what = گرفتن اسنپ‌شات { $copy } از { $server }
snapshot-create-did = اسنپ‌شات { $copy } از { $server } گرفته شد
snapshot-create-means = وضعیت فعلی سرور با این نام ذخیره می‌شود.
snapshot-create-yes = بله، گرفته شود
snapshot-created-as = نام اسنپ‌شات در لیست: { $copy }
snapshot-before-reinstall = حالا می‌توانید { $os } را روی سرور نصب کنید.
snapshot-restore-question = ❓ سرور { $server } به اسنپ‌شات { $copy } بازگردانده شود؟
snapshot-restore-what = بازگرداندن { $server } به اسنپ‌شات { $copy }
snapshot-restore-did = { $server } به اسنپ‌شات { $copy } بازگردانده شد
snapshot-restore-means = ⚠️ <b>هر تغییری که بعد از این اسنپ‌شات روی سرور انجام شده از بین می‌رود.</b> تا پایان بازگردانی، سرور در دسترس نیست. اگر وضعیت فعلی را لازم دارید، اول اسنپ‌شات جدید بگیرید.
snapshot-delete-question = ❓ اسنپ‌شات { $copy } از { $server } حذف شود؟
snapshot-delete-what = حذف اسنپ‌شات { $copy } از { $server }
snapshot-delete-did = اسنپ‌شات { $copy } از { $server } حذف شد
snapshot-delete-means = ⚠️ اسنپ‌شات حذف‌شده برنمی‌گردد. خود سرور تغییری نمی‌کند.
snapshot-delete-yes = بله، حذف شود

backups =
    🗄 <b>بکاپ‌های</b> { $server }

    { $count ->
        [0] هنوز بکاپی گرفته نشده.
        [1] یک بکاپ.
       *[other] { $count } بکاپ.
    }
backup =
    🗄 بکاپ { $copy } از { $server }

    تاریخ: { $date }
    حجم (اعلام { -provider }): { $size }
button-backup-new = ➕ بکاپ جدید
backup-vanished = این بکاپ دیگر در لیست نیست.
backup-unstated = اعلام نشده
backup-create-question = ❓ از { $server } بکاپ گرفته شود؟
backup-create-what = گرفتن بکاپ از { $server }
backup-create-did = بکاپ { $server } گرفته شد
backup-create-means = بکاپ را { -provider } می‌گیرد و نامش را هم خودش تعیین می‌کند.
backup-create-yes = بله، گرفته شود
backup-restore-question = ❓ سرور { $server } به بکاپ { $copy } بازگردانده شود؟
backup-restore-what = بازگرداندن { $server } به بکاپ { $copy }
backup-restore-did = { $server } به بکاپ { $copy } بازگردانده شد
backup-restore-means = ⚠️ <b>هر تغییری که بعد از این بکاپ روی سرور انجام شده از بین می‌رود.</b> تا پایان بازگردانی، سرور در دسترس نیست. اگر وضعیت فعلی را لازم دارید، اول اسنپ‌شات بگیرید.
backup-delete-question = ❓ بکاپ { $copy } از { $server } حذف شود؟
backup-delete-what = حذف بکاپ { $copy } از { $server }
backup-delete-did = بکاپ { $copy } از { $server } حذف شد
backup-delete-means = ⚠️ بکاپ حذف‌شده برنمی‌گردد. خود سرور تغییری نمی‌کند.
backup-delete-yes = بله، حذف شود
backup-created-as = نام بکاپ: { $copy }

command-snapshot = گرفتن اسنپ‌شات: { "\u200E" }/snapshot نام
