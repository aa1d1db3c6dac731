button-look-again = 🔎 بررسی دوباره
looked = همین حالا بررسی شد: { $state }
looked-accepted = 🟡 هنوز دیده نمی‌شود
looked-unknown = ⚠️ هنوز معلوم نیست
button-ask-again = درخواست دوباره

operation-not-yours = فقط درخواست‌کننده می‌تواند این را تأیید یا لغو کند.
operation-cancel-not-yours = فقط درخواست‌کننده می‌تواند این را لغو کند.
operation-closed = قبلاً انجام شده است.
operation-expired = دیر شد: دکمهٔ تأیید یک دقیقه کار می‌کند. دوباره درخواست دهید.
operation-replaced = چیزی فرستاده نشد: درخواست دیگری جای این تأیید را گرفته است. پیام را دوباره ببینید.
operation-interrupted = چیزی فرستاده نشد: ربات قطع شد. دوباره درخواست دهید.
expired-other = ℹ️ { $what }: درخواست دیگری برای همین، ساعت { $time } انجام شد.
expired-other-open = ℹ️ { $what }: درخواست دیگری برای همین، ساعت { $time } فرستاده شد و نتیجه‌اش هنوز معلوم نیست.
confirm-interrupted = ⚠️ به‌موقع تأیید کردید، ولی ربات قطع شد.
confirm-interrupted-again = ⚠️ چیزی فرستاده نشد: بعد از تأیید شما ربات قطع شد. دوباره تأیید کنید.
confirm-away =
    ⚠️ { $what }: این تأیید دیگر کار نمی‌کند، چون ربات مدتی خاموش بود.
    اگر قبلاً تأییدش کرده بودید، اول نتیجه را ببینید؛ وگرنه دوباره درخواست دهید.
confirm-restored =
    ⚠️ { $what }: این تأیید دیگر کار نمی‌کند، چون داده‌های ربات از نسخهٔ پشتیبان برگردانده شد.
    اگر قبلاً تأییدش کرده بودید، اول نتیجه را ببینید؛ وگرنه دوباره درخواست دهید.
confirm-withdrawn = ⌛ { $what }: این تأیید کنار گذاشته شد، چون ۲۰ تأیید جدیدتر شما باز بود. چیزی فرستاده نشد.
operation-missing = این عملیات دیگر موجود نیست. چیزی فرستاده نشد.
operation-by = درخواست از { $person }
operation-by-ended = درخواست از { $person } · پایان ساعت { $time }
operation-below = ⤵️ { $what }: پایین‌تر را ببینید
batch-below = ⤵️ تمدید { $count } سرور: پایین‌تر را ببینید
confirm-life = این دکمه { $life } و فقط برای شما کار می‌کند.
confirm-life-time = ۶۰ ثانیه

power-now = وضعیت سرور: { $status }
power-now-unreadable = وضعیت سرور الان خوانده نمی‌شود؛ با این حال می‌توانید ادامه دهید.
power-reboot-while-off = ⚫️ سرور { $server } خاموش است و راه‌اندازی مجدد نمی‌شود. به‌جایش روشنش کنید.
power-off-while-off = ⚫️ سرور { $server } از قبل خاموش است.
power-on-while-on = 🟢 سرور { $server } از قبل روشن است.
power-now-unread = ارائه‌دهنده وضعیتی برای سرور اعلام نکرد.
power-not-read = در حال خواندن وضعیت سرور…
power-unread = وضعیت سرور خوانده نشد.
power-unreadable = وضعیت سرور فعلاً خوانده نمی‌شود؛ در حال تلاش دوباره…

power-reboot-ask = 🔁 سرور { $server } راه‌اندازی مجدد شود؟
power-reboot-means = ⚠️ هرچه روی آن است متوقف و دوباره شروع می‌شود. تا بالا آمدنش سرویس‌هایش در دسترس نیستند.
power-reboot-yes = بله، { $server } راه‌اندازی مجدد شود
power-reboot-sending = ⏳ در حال ارسال درخواست راه‌اندازی مجدد { $server }…
power-reboot-accepted = ⏳ در حال راه‌اندازی مجدد { $server }…
power-reboot-unclear = 🟡 ارائه‌دهنده راه‌اندازی مجدد { $server } را پذیرفت، اما قطع و وصل شدنش دیده نشد. شاید خیلی سریع بوده، شاید هم انجام نشده است.
power-reboot-lost = ⚠️ پاسخ راه‌اندازی مجدد { $server } نرسید. شاید انجام شده باشد، شاید نه. دوباره فرستاده نمی‌شود؛ در حال بررسی وضعیت…
power-reboot-unknown = ⚠️ پاسخ راه‌اندازی مجدد { $server } نرسید و از وضعیتش معلوم نیست انجام شده یا نه. دوباره فرستاده نشد. سرور را بررسی کنید؛ اگر راه‌اندازی مجدد نشده، دوباره درخواست دهید.
power-reboot-done = ✅ سرور { $server } راه‌اندازی مجدد شد ({ $seconds } ثانیه)
power-reboot-refused = ❌ سرور { $server } راه‌اندازی مجدد نشد.
power-reboot-expired = ⌛ مهلت تأیید راه‌اندازی مجدد { $server } گذشت. چیزی فرستاده نشد.
power-reboot-cancelled = لغو شد: { $server } راه‌اندازی مجدد نمی‌شود.

power-on-ask = ▶️ سرور { $server } روشن شود؟
power-on-means = سرور با همهٔ سرویس‌هایی که خودکار اجرا می‌شوند بالا می‌آید.
power-on-yes = بله، { $server } روشن شود
power-on-sending = ⏳ در حال ارسال درخواست روشن کردن { $server }…
power-on-accepted = ⏳ در حال روشن شدن { $server }…
power-on-unclear = 🟡 ارائه‌دهنده روشن کردن { $server } را پذیرفت، اما روشن شدنش دیده نشد.
power-on-lost = ⚠️ پاسخ روشن کردن { $server } نرسید. شاید انجام شده باشد، شاید نه. دوباره فرستاده نمی‌شود؛ در حال بررسی وضعیت…
power-on-unknown = ⚠️ پاسخ روشن کردن { $server } نرسید و از وضعیتش معلوم نیست انجام شده یا نه. دوباره فرستاده نشد. سرور را بررسی کنید.
power-on-done = ✅ سرور { $server } روشن شد ({ $seconds } ثانیه)
power-on-refused = ❌ سرور { $server } روشن نشد.
power-on-expired = ⌛ مهلت تأیید روشن کردن { $server } گذشت. چیزی فرستاده نشد.
power-on-cancelled = لغو شد: { $server } روشن نمی‌شود.

power-all-ask = ▶️ <b>{ $count } سرور روشن شوند؟</b>
power-all-means = سرورها با همهٔ سرویس‌هایی که خودکار اجرا می‌شوند بالا می‌آیند.
power-all-yes =
    { $count ->
        [1] بله، یک سرور روشن شود
       *[other] بله، { $count } سرور روشن شوند
    }
power-all-under-way = ⏳ <b>در حال روشن شدن: { $done } از { $count } سرور روشن است</b>
power-all-done = ✅ <b>هر { $count } سرور روشن شدند</b>
power-all-part = ⚠️ <b>{ $done } از { $count } سرور روشن است</b>
power-all-failed = روشن نشد ({ $count }): { $servers }
power-all-unknown = نتیجه معلوم نیست ({ $count }): { $servers }
power-all-rest = { $count } سرور دیگر هم خاموش است که در این لیست جا نشد. بعد از این‌ها دوباره «روشن کردن همه» را بزنید.
power-all-none = 🟢 همهٔ سرورهای این هشدار از قبل روشن‌اند. چیزی فرستاده نشد.
power-line-ready = ▫️ { $server } · { $status }
power-line-waiting = 👥 { $server } · { $status } · منتظر تأیید تیم
power-line-sending = ⏳ { $server } · در حال ارسال…
power-line-accepted = ⏳ { $server } · در حال روشن شدن…
power-line-unclear = 🟡 { $server } · پذیرفته شد، اما روشن شدنش هنوز دیده نشده
power-line-lost = ⚠️ { $server } · پاسخ نرسید، در حال بررسی…
power-line-unknown = ⚠️ { $server } · پاسخ نرسید و نتیجه معلوم نیست. دوباره فرستاده نشد؛ سرور را بررسی کنید.
power-line-done = ✅ { $server } · روشن
power-line-refused = ❌ { $server } · روشن نشد
power-line-expired = ⌛ { $server } · مهلت گذشت، چیزی فرستاده نشد
power-line-gap = ⚠️ { $server } · ربات قطع بود: پیش از درخواست دوباره سرور را بررسی کنید
power-line-cancelled = ▫️ { $server } · لغو شد، چیزی فرستاده نشد

power-off-ask = ⏹ سرور { $server } خاموش شود؟
power-off-means = ⚠️ هرچه روی آن است متوقف می‌شود و تا دوباره روشنش نکنید خاموش می‌ماند.
power-off-yes = بله، { $server } خاموش شود
power-off-sending = ⏳ در حال ارسال درخواست خاموش کردن { $server }…
power-off-accepted = ⏳ در حال خاموش شدن { $server }…
power-off-unclear = 🟡 ارائه‌دهنده خاموش کردن { $server } را پذیرفت، اما خاموش شدنش دیده نشد.
power-off-lost = ⚠️ پاسخ خاموش کردن { $server } نرسید. شاید انجام شده باشد، شاید نه. دوباره فرستاده نمی‌شود؛ در حال بررسی وضعیت…
power-off-unknown = ⚠️ پاسخ خاموش کردن { $server } نرسید و از وضعیتش معلوم نیست انجام شده یا نه. دوباره فرستاده نشد. سرور را بررسی کنید.
power-off-done = ✅ سرور { $server } خاموش شد ({ $seconds } ثانیه)
power-off-refused = ❌ سرور { $server } خاموش نشد.
power-off-expired = ⌛ مهلت تأیید خاموش کردن { $server } گذشت. چیزی فرستاده نشد.
power-off-cancelled = لغو شد: { $server } خاموش نمی‌شود.

operation-sending = ⏳ { $what }: در حال ارسال…
operation-accepted = ⏳ { $what }: ارائه‌دهنده پذیرفت، در حال انجام…
operation-unclear = 🟡 { $what }: ارائه‌دهنده پذیرفت، اما انجام شدنش دیده نشد. شاید خیلی سریع بوده، شاید هم هنوز انجام نشده است.
operation-away = 🔴 { $server } ساعت { $time } خاموش شد و { $read ->
    [ended] بالا آمدنش دیده نشد
   *[on] هنوز بالا نیامده است
  }. سرور را روشن کنید یا از کنسول ببینید چه شده.
operation-lost = ⚠️ { $what }: پاسخ نرسید. شاید انجام شده باشد، شاید نه. دوباره فرستاده نمی‌شود؛ در حال بررسی…
operation-unknown = ⚠️ { $what }: پاسخ نرسید و معلوم نشد انجام شده یا نه. دوباره فرستاده نشد. پیش از درخواست دوباره، سرور را بررسی کنید.
operation-untold = ⚠️ { $what }: پاسخ نرسید و راهی نیست که معلوم شود انجام شده یا نه. دوباره فرستاده نشد. پیش از درخواست دوباره، روی خود سرور امتحان کنید.
operation-done = ✅ { $did } ({ $seconds } ثانیه)
operation-refused = ❌ { $what }: انجام نشد.
operation-late = ⌛ { $what }: مهلت تأیید گذشت. چیزی فرستاده نشد.
operation-cancelled = { $what }: لغو شد. چیزی فرستاده نشد.

held-by-you = ⏳ { $what } هنوز در جریان است. خودتان ساعت { $time } درخواستش را داده‌اید.
held-by-person = ⏳ { $what } هنوز در جریان است. { $person } ساعت { $time } درخواستش را داده است.
held-by-other = ⏳ { $what } هنوز در جریان است. شخص دیگری ساعت { $time } درخواستش را داده است.
held-nothing-sent = چیزی فرستاده نشد.
held-wait = چیزی فرستاده نشد. صبر کنید تا تمام شود، بعد دوباره تأیید کنید.
anyway-ask = ⚠️ با این حال، { $what } انجام شود؟ { $risk }
anyway-power-reboot = با این حال راه‌اندازی مجدد شود
anyway-power-on = با این حال روشن شود
anyway-power-off = با این حال خاموش شود
anyway-rescue-attach = با این حال متصل شود
anyway-rescue-eject = با این حال جدا شود
anyway-other = با این حال انجام شود
risk-power = ممکن است آن کار نیمه‌تمام بماند.
risk-rescue = ممکن است تغییر دیسک نجات ناتمام بماند.
risk-snapshot-create = ممکن است اسنپ‌شات ناقص بماند.
risk-snapshot-restore = ممکن است بازگردانی ناتمام بماند و دیسک آسیب ببیند.
risk-snapshot-delete = ممکن است حذف انجام نشود.
risk-backup-create = ممکن است نسخهٔ پشتیبان ناقص بماند.
risk-backup-restore = ممکن است بازگردانی ناتمام بماند و دیسک آسیب ببیند.
risk-backup-delete = ممکن است حذف انجام نشود.
risk-reinstall = ممکن است نصب ناتمام بماند و سرور بدون سیستم‌عامل سالم بماند.
risk-upgrade = ممکن است ارتقا انجام نشود.
risk-other = ممکن است آن کار انجام نشود.
status-disturbed = هم‌زمان کار دیگری هم در جریان بود؛ از وضعیت سرور معلوم نیست نتیجهٔ کدام است.

confirm-typed = ⌨️ برای ادامه، نام یا آی‌پی سرور را به‌صورت پیام بنویسید. { $minutes } دقیقه فرصت دارید.
confirm-typed-wrong = این نه نام سرور است و نه آی‌پی آن. چیزی فرستاده نشد. دوباره بنویسید یا { "\u200E" }/cancel را بزنید.
confirm-typed-late = دیر شد: مهلت تأیید گذشت. چیزی فرستاده نشد.
confirm-typed-sending = ⏳ تأیید شد. در حال ارسال…
