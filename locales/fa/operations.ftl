button-look-again = 🔎 بررسی دوباره
looked = همین حالا بررسی شد: { $state }
looked-unread = الان بررسی نشد. یک دقیقهٔ دیگر دوباره تلاش کنید.
looked-accepted = 🟡 پذیرفته شده، هنوز نتیجه‌ای دیده نمی‌شود
looked-unknown = ⚠️ نتیجه هنوز معلوم نیست
button-ask-again = درخواست دوباره

operation-not-yours = فقط درخواست‌کننده می‌تواند این را تأیید یا لغو کند.
operation-cancel-not-yours = فقط درخواست‌کننده می‌تواند این را لغو کند.
operation-closed = این درخواست قبلاً بسته شده است؛ نتیجه در پیام خودش است.
operation-expired = چیزی فرستاده نشد: دکمهٔ تأیید فقط یک دقیقه کار می‌کند. دوباره درخواست بدهید.
operation-replaced = چیزی فرستاده نشد: درخواست جدیدتری جای این یکی را گرفته است. پیام درخواست جدیدتر را ببینید.
operation-interrupted = چیزی فرستاده نشد: ربات نتوانست به‌موقع رسیدگی کند. دوباره درخواست بدهید.
expired-other = ℹ️ درخواست دیگری ساعت { $time } انجام شد: { $what }.
expired-other-open = ℹ️ درخواست دیگری ساعت { $time } فرستاده شد و نتیجه‌اش هنوز معلوم نیست: { $what }.
confirm-interrupted = ⚠️ به‌موقع تأیید کردید، ولی ربات دیر رسیدگی کرد.
confirm-interrupted-again = ⚠️ چیزی فرستاده نشد: ربات نتوانست به‌موقع به تأیید شما رسیدگی کند. دوباره تأیید کنید.
confirm-away =
    ⚠️ { $what }: دیگر قابل تأیید نیست، چون ربات مدتی خاموش بود.
    اگر قبلاً تأیید کرده بودید، اول نتیجه را بررسی کنید؛ وگرنه دوباره درخواست بدهید.
confirm-restored =
    ⚠️ { $what }: دیگر قابل تأیید نیست، چون داده‌های ربات از بکاپ برگردانده شد.
    اگر قبلاً تأیید کرده بودید، اول نتیجه را بررسی کنید؛ وگرنه دوباره درخواست بدهید.
confirm-withdrawn = ⌛ { $what }: چیزی فرستاده نشد. چون ۲۰ درخواست جدیدتر شما منتظر تأیید بود، این یکی بسته شد.
operation-missing = چیزی فرستاده نشد: این درخواست دیگر در ربات نیست.
operation-by = درخواست‌کننده: { $person }
operation-by-ended = درخواست‌کننده: { $person } · پایان ساعت { $time }
operation-below = ⤵️ { $what }: پایین‌تر را ببینید
batch-below = ⤵️ تمدید { $count } سرور: پایین‌تر را ببینید
confirm-life = این دکمه { $life } و فقط برای شما کار می‌کند.
confirm-life-time = ۶۰ ثانیه

power-now = وضعیت سرور: { $status }
power-now-unreadable = وضعیت سرور الان خوانده نمی‌شود؛ با این حال می‌توانید ادامه دهید.
power-reboot-while-off = ⚫️ سرور { $server } خاموش است و ری‌استارت نمی‌شود. اول روشنش کنید.
power-off-while-off = ⚫️ سرور { $server } از قبل خاموش است.
power-on-while-on = 🟢 سرور { $server } از قبل روشن است.
power-now-unread = وضعیت سرور اعلام نشده است.
power-not-read = در حال خواندن وضعیت سرور…
power-unread = وضعیت سرور خوانده نشد.
power-unreadable = وضعیت سرور فعلاً خوانده نمی‌شود؛ در حال تلاش دوباره…

power-reboot-ask = 🔁 سرور { $server } ری‌استارت شود؟
power-reboot-means = ⚠️ همهٔ سرویس‌های سرور متوقف می‌شوند و تا بالا آمدن دوبارهٔ سرور در دسترس نیستند.
power-reboot-yes = بله، { $server } ری‌استارت شود
power-reboot-sending = ⏳ در حال ارسال درخواست ری‌استارت { $server }…
power-reboot-accepted = ⏳ در حال ری‌استارت { $server }…
power-reboot-unclear = 🟡 درخواست ری‌استارت { $server } پذیرفته شد، اما خاموش شدنش دیده نشد. شاید خیلی سریع بوده، شاید هم انجام نشده است. سرور را بررسی کنید.
power-reboot-lost = ⚠️ پاسخ ری‌استارت { $server } نرسید. شاید انجام شده باشد، شاید نه. دوباره فرستاده نمی‌شود؛ در حال بررسی وضعیت…
power-reboot-unknown = ⚠️ نتیجهٔ ری‌استارت { $server } معلوم نیست: پاسخی نرسید و وضعیت سرور هم چیزی نشان نمی‌دهد. دوباره فرستاده نشد. سرور را بررسی کنید؛ اگر ری‌استارت نشده، دوباره درخواست بدهید.
power-reboot-done = ✅ سرور { $server } ری‌استارت شد ({ $seconds } ثانیه)
power-reboot-refused = ❌ سرور { $server } ری‌استارت نشد.
power-reboot-expired = ⌛ سرور { $server } ری‌استارت نشد: مهلت تأیید گذشت.
power-reboot-cancelled = ▫️ لغو شد: { $server } ری‌استارت نشد.

power-on-ask = ▶️ سرور { $server } روشن شود؟
power-on-means = سرور با همهٔ سرویس‌هایی که خودکار اجرا می‌شوند بالا می‌آید.
power-on-yes = بله، { $server } روشن شود
power-on-sending = ⏳ در حال ارسال درخواست روشن کردن { $server }…
power-on-accepted = ⏳ در حال روشن شدن { $server }…
power-on-unclear = 🟡 درخواست روشن کردن { $server } پذیرفته شد، اما روشن شدنش هنوز دیده نشده است. سرور را بررسی کنید.
power-on-lost = ⚠️ پاسخ روشن کردن { $server } نرسید. شاید انجام شده باشد، شاید نه. دوباره فرستاده نمی‌شود؛ در حال بررسی وضعیت…
power-on-unknown = ⚠️ نتیجهٔ روشن کردن { $server } معلوم نیست: پاسخی نرسید و وضعیت سرور هم چیزی نشان نمی‌دهد. دوباره فرستاده نشد. سرور را بررسی کنید؛ اگر خاموش است، دوباره درخواست بدهید.
power-on-done = ✅ سرور { $server } روشن شد ({ $seconds } ثانیه)
power-on-refused = ❌ سرور { $server } روشن نشد.
power-on-expired = ⌛ سرور { $server } روشن نشد: مهلت تأیید گذشت.
power-on-cancelled = ▫️ لغو شد: { $server } روشن نشد.

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
power-all-rest = { $count } سرور دیگر هم خاموش است که در این لیست جا نشد. بعد از روشن شدن این سرورها، دوباره «روشن کردن همه» را بزنید.
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
power-off-means = ⚠️ همهٔ سرویس‌های سرور متوقف می‌شوند و تا روشنش نکنید خاموش می‌ماند.
power-off-yes = بله، { $server } خاموش شود
power-off-sending = ⏳ در حال ارسال درخواست خاموش کردن { $server }…
power-off-accepted = ⏳ در حال خاموش شدن { $server }…
power-off-unclear = 🟡 درخواست خاموش کردن { $server } پذیرفته شد، اما خاموش شدنش هنوز دیده نشده است. سرور را بررسی کنید.
power-off-lost = ⚠️ پاسخ خاموش کردن { $server } نرسید. شاید انجام شده باشد، شاید نه. دوباره فرستاده نمی‌شود؛ در حال بررسی وضعیت…
power-off-unknown = ⚠️ نتیجهٔ خاموش کردن { $server } معلوم نیست: پاسخی نرسید و وضعیت سرور هم چیزی نشان نمی‌دهد. دوباره فرستاده نشد. سرور را بررسی کنید؛ اگر روشن است، دوباره درخواست بدهید.
power-off-done = ✅ سرور { $server } خاموش شد ({ $seconds } ثانیه)
power-off-refused = ❌ سرور { $server } خاموش نشد.
power-off-expired = ⌛ سرور { $server } خاموش نشد: مهلت تأیید گذشت.
power-off-cancelled = ▫️ لغو شد: { $server } خاموش نشد.

operation-sending = ⏳ { $what }: در حال ارسال…
operation-accepted = ⏳ { $what }: پذیرفته شد، در حال انجام…
operation-unclear = 🟡 { $what }: پذیرفته شد، اما انجام شدنش دیده نشد. شاید خیلی سریع بوده، شاید هم هنوز انجام نشده است.
operation-away = 🔴 { $server } ساعت { $time } خاموش شد و { $read ->
    [ended] بالا آمدنش دیده نشد
   *[on] هنوز بالا نیامده است
  }. سرور را روشن کنید یا از کنسول ببینید چه شده.
operation-lost = ⚠️ { $what }: پاسخ نرسید. شاید انجام شده باشد، شاید نه. دوباره فرستاده نمی‌شود؛ در حال بررسی…
operation-unknown = ⚠️ { $what }: نتیجه معلوم نیست. پاسخی نرسید و دوباره فرستاده نشد. پیش از درخواست دوباره، سرور را بررسی کنید.
operation-untold = ⚠️ { $what }: نتیجه معلوم نیست. پاسخی نرسید و ربات راهی برای بررسی ندارد. دوباره فرستاده نشد. پیش از درخواست دوباره، روی خود سرور امتحان کنید.
operation-done = ✅ { $did } ({ $seconds } ثانیه)
operation-refused = ❌ { $what }: انجام نشد.
operation-late = ⌛ { $what }: مهلت تأیید گذشت. چیزی فرستاده نشد.
operation-cancelled = ▫️ { $what }: لغو شد. چیزی فرستاده نشد.

held-by-you = ⏳ { $what } هنوز در جریان است. خودتان ساعت { $time } درخواستش را داده‌اید.
held-by-person = ⏳ { $what } هنوز در جریان است. { $person } ساعت { $time } درخواستش را داده است.
held-by-other = ⏳ { $what } هنوز در جریان است. شخص دیگری ساعت { $time } درخواستش را داده است.
held-nothing-sent = چیزی فرستاده نشد.
held-wait = چیزی فرستاده نشد. صبر کنید تا تمام شود، بعد دوباره تأیید کنید.
anyway-ask = ⚠️ با این حال، { $what } انجام شود؟ { $risk }
anyway-power-reboot = با این حال ری‌استارت شود
anyway-power-on = با این حال روشن شود
anyway-power-off = با این حال خاموش شود
anyway-rescue-attach = با این حال متصل شود
anyway-rescue-eject = با این حال جدا شود
anyway-other = با این حال انجام شود
risk-power = ممکن است این کار انجام نشود.
risk-rescue = ممکن است تغییر دیسک ریسکیو انجام نشود.
risk-snapshot-create = ممکن است اسنپ‌شات گرفته نشود.
risk-snapshot-restore = ممکن است بازگردانی نیمه‌تمام بماند و اطلاعات دیسک خراب شود.
risk-snapshot-delete = ممکن است حذف انجام نشود.
risk-backup-create = ممکن است بکاپ گرفته نشود.
risk-backup-restore = ممکن است بازگردانی نیمه‌تمام بماند و اطلاعات دیسک خراب شود.
risk-backup-delete = ممکن است حذف انجام نشود.
risk-reinstall = ممکن است نصب نیمه‌تمام بماند و سرور بالا نیاید.
risk-upgrade = ممکن است ارتقا انجام نشود.
risk-other = ممکن است این کار انجام نشود.
status-disturbed = هم‌زمان عملیات دیگری هم در جریان بود؛ شاید این وضعیت نتیجهٔ آن باشد.

confirm-typed = ⌨️ برای ادامه، نام یا آی‌پی سرور را تایپ کنید و بفرستید. { $minutes } دقیقه فرصت دارید.
confirm-typed-wrong = چیزی فرستاده نشد: متنی که نوشتید نه نام سرور است و نه آی‌پی سرور. دوباره بنویسید یا { "\u200E" }/cancel را بزنید.
confirm-typed-late = چیزی فرستاده نشد: مهلت تأیید گذشت.
confirm-typed-sending = ⏳ تأیید شد. در حال ارسال…
