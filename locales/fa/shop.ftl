money-toman = { $amount } تومان
money-rial = { $amount } ریال
money-other = { $amount } { $currency }
# Words by which people shorten the amounts they type, with spaces between.
money-words-thousand = هزار
money-words-million = میلیون ملیون
money-words-billion = میلیارد

button-top-up = 💳 شارژ حساب
button-orders = 🧾 سفارش‌ها
button-set-password = 🔑 تعیین رمز عبور
button-went-through = ✅ بررسی کردم: انجام شده
button-did-not = ❌ بررسی کردم: انجام نشده
button-said-wrong-yes = ✏️ اصلاح: انجام نشده بود
button-said-wrong-no = ✏️ اصلاح: انجام شده بود

order-what = سرور جدید در { $geo }
order-ask = 🛒 <b>این سرور سفارش داده شود؟</b>
order-item-geo = لوکیشن: { $value }
order-item-os = سیستم‌عامل: { $value }
order-item-cpu = تعداد هسته: { $value }
order-item-ram = رم: { $value } گیگابایت
order-item-disk = دیسک: { $value } گیگابایت
order-item-backup = بکاپ: { $value }
order-item-traffic = ترافیک اضافه: { $value }
order-item-period = مدت: { $days } روز
order-item-shown = { $item } ({ -provider } نشان می‌دهد: { $value })
order-means = این مبلغ همان لحظه از موجودی حساب کسر می‌شود. سرور کمی بعد آماده می‌شود و همین‌جا خبر داده می‌شود.
order-yes = سفارش به مبلغ { $price }
order-accepted = ⏳ { $what } سفارش داده شد. وقتی آماده شود، همین‌جا پیام می‌آید.
order-unclear = 🟡 { $what } سفارش داده شد، اما هنوز در حساب دیده نمی‌شود. ربات تا یک ساعت بررسی می‌کند و همین‌جا خبر می‌دهد.
order-over = 🟡 { $what } سفارش داده شد، اما در حساب دیده نشد و بررسی خودکار تمام شد. دوباره بررسی کنید یا با کد سفارش از پشتیبانی پیگیری کنید.
order-shared = این سرورها شاید مربوط به { $count } سفارش دیگر با همین مشخصات باشند.
order-evidence-unlooked = { $count } سرور جدید حساب هنوز بررسی نشده است.
order-done = ✅ { $what } سفارش داده شد و آماده است:
order-done-several = ✅ { $what } سفارش داده شد. یکی از این { $count } سرور جدید است:
order-found = 🎉 { $what } سفارش داده شد. پاسخی نرسیده بود، اما سرور در حساب هست:
order-found-several = 🎉 { $what } سفارش داده شد. پاسخی نرسیده بود، اما یکی از این { $count } سرور جدید است:
order-evidence-none = سرور جدیدی مطابق این سفارش در حساب نیست.
order-evidence = سرور جدید در حساب، شاید از همین سفارش: { $servers }

renewal-what = تمدید { $server } برای { $days } روز
renewal-done = ✅ سرور { $server } برای { $days } روز تمدید شد
renewal-ask = ♻️ <b>سرور { $server } برای { $days } روز تمدید شود؟</b>
renewal-means = این مبلغ همان لحظه از موجودی حساب کسر می‌شود.
renewal-yes = تمدید به مبلغ { $price }
renewal-expiry = انقضا: { $date }
renewal-expiry-now = انقضای جدید: { $date }
renewal-expiry-unmoved = انقضا: { $date }؛ تغییری نکرده است.
renewal-expiry-moved = انقضا: { $date }؛ قبلاً { $before } بود. این تمدید { $days } روزه است.
renewal-expiry-unread = تاریخ انقضا اعلام نشده است و نمی‌شود مقایسه کرد.

upgrade-what = ارتقای { $server }
upgrade-done = ✅ سرور { $server } ارتقا داده شد
upgrade-ask = ⬆️ <b>سرور { $server } ارتقا داده شود؟</b>
upgrade-cpu = تعداد هسته: از { $from } به { $to }
upgrade-ram = رم: از { $from } به { $to }
upgrade-disk = دیسک: از { $from } به { $to }
upgrade-backup = بکاپ: از { $from } به { $to }
upgrade-traffic = ترافیکی که اضافه می‌شود: { $to } گیگابایت
upgrade-traffic-added = ترافیک اضافه‌شده: { $to } گیگابایت
upgrade-units =
    مقدارهای جدید: { $cpu } هسته، { $ram } گیگابایت رم، { $disk } گیگابایت دیسک و { $backup ->
        [0] بدون بکاپ
       *[other] { $backup } بکاپ
    }. این مقدارها را بررسی کنید: { -provider } مقدار فعلی را بدون واحد نشان می‌دهد.
upgrade-sent =
    مقدارهای جدید: { $cpu } هسته، { $ram } گیگابایت رم، { $disk } گیگابایت دیسک و { $backup ->
        [0] بدون بکاپ
       *[other] { $backup } بکاپ
    }.
upgrade-means = ⚠️ سرور ری‌استارت می‌شود و تا بالا آمدن دوباره، سرویس‌هایش در دسترس نیستند. این مبلغ همان لحظه از موجودی حساب کسر می‌شود.
upgrade-yes = ارتقا به مبلغ { $price }
upgrade-now = منابع فعلی: { $cpu } هسته، رم { $ram }، دیسک { $disk }، بکاپ { $backup }

money-total = 💰 جمع: <b>{ $price }</b> با احتساب مالیات بر ارزش افزوده
money-total-days = 💰 جمع برای { $days } روز: <b>{ $price }</b> با احتساب مالیات بر ارزش افزوده
money-paid = جمع: { $price } با احتساب مالیات بر ارزش افزوده
money-repriced = ⚠️ چیزی خریده نشد: <b>قیمت عوض شده است</b>، از { $before } به { $now }. قیمت جدید را ببینید و بعد تأیید کنید.
money-unpriced = ⚠️ چیزی فرستاده نشد: استعلام دوبارهٔ قیمت ممکن نشد.
money-short = 💳 چیزی خریده نشد: <b>موجودی حساب کافی نیست.</b>
money-short-by = 💳 چیزی خریده نشد: <b>موجودی حساب کافی نیست</b> و { $amount } کم دارد.
money-short-then = حساب را شارژ کنید و تا یک ساعت دیگر دوباره تأیید کنید. قیمت دوباره استعلام می‌شود.
money-short-before = 💳 ساعت { $time } موجودی حساب برای این خرید { $amount } کم داشت؛ اول حساب را شارژ کنید.
money-over-limit = ✋ چیزی فرستاده نشد: از سقف شخصی شما ({ $limit } در ۲۴ ساعت) بیشتر می‌شود. برای تغییر سقف، در { "\u200E" }/accounts همین حساب را باز کنید.
money-limit-unclear = ✋ چیزی فرستاده نشد: قیمت به «{ $currency }» است و با سقف شخصی شما قابل مقایسه نیست. سقفی با همین واحد پول بگذارید یا سقفتان را بردارید.
money-unlimited = ⚠️ سقف شخصی شما ({ $limits }) با واحد پول دیگری است و جلوی این خرید را نمی‌گیرد.
money-account = 👤 حساب: { $account }
money-account-gone = 👤 این حساب دیگر وصل نیست.
money-duplicate = ⚠️ همین سفارش را قبلاً ({ $moment }) داده‌اید. با تأیید، یک بار دیگر خریده می‌شود.
money-duplicate-again = ✋ چیزی فرستاده نشد: <b>در این فاصله همین سفارش داده شده است.</b> پیش از تأیید دوباره بررسی کنید.
money-changed-again = ✋ چیزی فرستاده نشد: <b>سرور در این فاصله تغییر کرده است.</b> پیش از تأیید دوباره بررسی کنید.
money-outgrown = چیزی فرستاده نشد: سرور در این فاصله تغییر کرده و مقدارهای انتخاب‌شده دیگر ارتقا نیستند. از نو انتخاب کنید.
money-again = تأیید دوباره به مبلغ { $price }
money-quoting = ⏳ { $what }: استعلام دوبارهٔ قیمت…
money-sending = ⏳ { $what }: در حال ارسال سفارش…
money-code = کد سفارش: { $code }
money-accepted = ⏳ { $what }: پذیرفته شد. در حال بررسی نتیجه…
money-unclear = 🟡 { $what }: پذیرفته شد، اما هنوز در حساب دیده نمی‌شود.
money-lost = ⚠️ { $what }: پاسخ نرسید. شاید انجام شده باشد، شاید نه. دوباره فرستاده نمی‌شود؛ در حال بررسی…
money-unknown = ⚠️ { $what }: نتیجه معلوم نیست. پاسخی نرسید و دوباره فرستاده نشد. پیش از سفارش دوباره، پنل کاربری را ببینید.
money-unread = ⚠️ اطلاعات حساب الان خوانده نمی‌شود.
money-said-yes = شما در { $date } بررسی کردید: انجام شده است.
money-said-no = شما در { $date } بررسی کردید: انجام نشده است.
money-refused = ❌ { $what }: خریده نشد.
money-expired = ⌛ { $what }: مهلت تأیید گذشت. چیزی خریده نشد.
money-cancelled = ▫️ { $what }: لغو شد. چیزی خریده نشد.
money-no-price = ⚠️ چیزی فرستاده نشد: قیمت قابل نمایش نیست و از اینجا نمی‌شود خرید.
money-outdated = چیزی خریده نشد: این پیام قدیمی است. قیمت را دوباره ببینید.

button-renew = ♻️ تمدید
button-upgrade = ⬆️ ارتقا
button-other-days = ⌨️ تعداد روز دیگر
button-renew-chosen =
    { $count ->
        [1] ♻️ تمدید یک سرور انتخاب‌شده…
       *[other] ♻️ تمدید { $count } سرور انتخاب‌شده…
    }
button-price = 💰 استعلام قیمت
button-reset = شروع دوباره
button-limit = 👛 سقف شخصی
button-orders-all = همهٔ عملیات
button-orders-paid = فقط سفارش‌ها
days =
    { $days ->
        [1] یک روز
       *[other] { $days } روز
    }

expiring =
    ♻️ <b>تمدید</b> · { $account }

    نزدیک‌ترین انقضا در بالا. سرورهای موردنظر را انتخاب کنید؛ چند سرور یک‌جا هم می‌شود.
renew = ♻️ سرور { $server } برای چه مدت تمدید شود؟
renew-several =
    { $count ->
        [1] ♻️ این سرور برای چه مدت تمدید شود؟
       *[other] ♻️ این { $count } سرور برای چه مدت تمدید شوند؟
    }
renew-days-ask = تعداد روزها را بفرستید، از { $least } تا { $most }.
renew-days-unfit = تعداد روز باید عددی از { $least } تا { $most } باشد. عدد دیگری بفرستید.
renew-none-chosen = سروری انتخاب نشده است. دوباره انتخاب کنید.
renew-too-many = حداکثر { $most } سرور یک‌جا.

batch-ask = ♻️ <b>{ $count } سرور برای { $days } روز تمدید شوند؟</b>
batch = ♻️ <b>تمدید { $count } سرور برای { $days } روز</b>
batch-all-done = ✅ <b>{ $count } سرور برای { $days } روز تمدید شد</b>
batch-part = ♻️ <b>تمدید { $days } روزهٔ { $ordered } سرور از { $count } سرور سفارش داده شد</b>
batch-none = ▫️ <b>چیزی سفارش داده نشد: تمدید { $count } سرور برای { $days } روز</b>
batch-total = 💰 جمع کل: <b>{ $price }</b> با احتساب مالیات بر ارزش افزوده
batch-ordered = 💰 سفارش داده شد: { $price } با احتساب مالیات بر ارزش افزوده
batch-rest = 💰 مانده برای تأیید: <b>{ $price }</b> با احتساب مالیات بر ارزش افزوده
batch-no-total = 💰 جمع کل قابل محاسبه نیست: قیمت‌ها با چند واحد پول است. هر قیمت با احتساب مالیات بر ارزش افزوده است.
batch-yes = تمدید { $count } سرور به مبلغ { $price }
batch-again =
    { $count ->
        [1] تأیید یک سرور باقی‌مانده به مبلغ { $price }
       *[other] تأیید { $count } سرور باقی‌مانده به مبلغ { $price }
    }
batch-yes-unsummed = تمدید { $count } سرور
batch-column-server = سرور
batch-column-price = قیمت
batch-column-expiry = انقضا
batch-column-result = نتیجه
batch-reasons = چرا خریده نشدند
batch-ready = ▫️ { $server } · { $price }
batch-waiting = 👥 { $server } · { $price } · منتظر تأیید تیم
batch-sending = ⏳ { $server } · { $price } · در حال ارسال…
batch-accepted = ⏳ { $server } · { $price } · پذیرفته شد، در حال بررسی…
batch-unclear = 🟡 { $server } · { $price } · پذیرفته شد، اما هنوز در حساب دیده نمی‌شود
batch-lost = ⚠️ { $server } · { $price } · پاسخ نرسید، در حال بررسی…
batch-unknown = ⚠️ { $server } · { $price } · نتیجه معلوم نیست: پاسخی نرسید. دوباره فرستاده نشد؛ پنل کاربری را ببینید.
batch-done = ✅ { $server } · { $price }
batch-refused = ❌ { $server } · { $price } · { batch-refused-word }
batch-refused-word = خریده نشد
batch-expired = ⌛ { $server } · { $price } · { batch-expired-word }
batch-expired-word = مهلت گذشت، خریده نشد
batch-away = ⚠️ { $server } · { $price } · { batch-away-word }
batch-away-word = نتیجه نامشخص: ربات خاموش بود؛ پیش از درخواست دوباره بررسی کنید
batch-restored = ⚠️ { $server } · { $price } · { batch-restored-word }
batch-restored-word = نتیجه نامشخص: داده‌های ربات از بکاپ برگردانده شد؛ پیش از درخواست دوباره بررسی کنید
batch-withdrawn = ⌛ { $server } · { $price } · { batch-withdrawn-word }
batch-withdrawn-word = خریده نشد: درخواست‌های جدیدتر جایش را گرفتند
batch-interrupted = ⚠️ { $server } · { $price } · { batch-interrupted-word }
batch-interrupted-word = خریده نشد: ربات به‌موقع رسیدگی نکرد
batch-cancelled = ▫️ { $server } · { $price } · { batch-cancelled-word }
batch-cancelled-word = لغو شد، خریده نشد
batch-declined = ✖️ { $server } · { $price } · { batch-declined-word }
batch-declined-word = رد شد، خریده نشد
batch-again-unpriced = ⚠️ این یکی فرستاده نشد: استعلام دوبارهٔ قیمت ممکن نشد.
batch-short = 💳 این یکی خریده نشد: <b>موجودی حساب کافی نیست.</b>
batch-short-by = 💳 این یکی خریده نشد: <b>موجودی حساب کافی نیست</b> و { $amount } کم دارد.
batch-over-limit = ✋ این یکی فرستاده نشد: از سقف شخصی شما ({ $limit } در ۲۴ ساعت) بیشتر می‌شود. برای تغییر سقف، در { "\u200E" }/accounts همین حساب را باز کنید.
batch-limit-unclear = ✋ این یکی فرستاده نشد: قیمتش به «{ $currency }» است و با سقف شخصی شما قابل مقایسه نیست.
batch-repriced = ⚠️ این یکی خریده نشد: <b>قیمت عوض شده است</b>، از { $before } به { $now }. قیمت جدید را ببینید.
batch-interrupted-again = ⚠️ این یکی فرستاده نشد: ربات نتوانست به‌موقع به تأیید شما رسیدگی کند. دوباره تأیید کنید.
batch-unpriced = ❔ { $server }: قیمتی اعلام نشد؛ کنار گذاشته شد.
batch-went-through = ✅ { $server } تمدید شده
batch-did-not = ❌ { $server } تمدید نشده
batch-said-wrong-yes = ✏️ اصلاح: { $server } تمدید نشده بود
batch-said-wrong-no = ✏️ اصلاح: { $server } تمدید شده بود
batch-said-yes = شما بررسی کردید: انجام شده
batch-said-no = شما بررسی کردید: انجام نشده

upgrade = ⬆️ <b>ارتقای { $server }</b>
upgrade-choose = برای افزایش، + را بزنید؛ برای نوشتن مقدار کل، روی نام بزنید. عدد کنار هر نام، مقدار فعلی است.
upgrade-unread = بعضی از مقدارهای فعلی عددی نیست. روی این مقدارها بزنید و مقدار کل را بنویسید.
upgrade-nothing = هنوز چیزی برای ارتقا انتخاب نشده است. مقداری را زیاد کنید.
upgrade-label-cpu = تعداد هسته: { $value }
upgrade-label-ram = رم: { $value }
upgrade-label-disk = دیسک: { $value }
upgrade-label-backup = بکاپ: { $value }
upgrade-label-traffic = ترافیک: { $value }
gigabytes = { $value } گیگابایت
upgrade-step = { "\u200E" }+{ $step }
upgrade-ask-cpu = تعداد کل هسته‌ها را بفرستید.
upgrade-ask-ram = مقدار کل رم را به گیگابایت بفرستید.
upgrade-ask-disk = اندازهٔ کل دیسک را به گیگابایت بفرستید.
upgrade-ask-backup = تعداد کل بکاپ‌ها را بفرستید.
upgrade-ask-traffic = چند گیگابایت به ترافیک فعلی اضافه شود؟ فقط همان مقداری را که اضافه می‌شود بفرستید.
upgrade-unfit = یک عدد صحیح بفرستید، { $least } یا بیشتر.

orders-paid =
    🧾 <b>سفارش‌ها</b>

    { $count ->
        [1] یک سفارش. برای باز کردنش شماره‌اش را بزنید.
       *[other] { $count } سفارش، سفارش‌های باز در بالا. برای باز کردن هر کدام شماره‌اش را بزنید.
    }
orders-all =
    🧾 <b>همهٔ عملیات</b>

    { $count ->
        [1] یک عملیات. برای باز کردنش شماره‌اش را بزنید.
       *[other] { $count } عملیات، بازها در بالا. برای باز کردن هر کدام شماره‌اش را بزنید.
    }
orders-none-paid = 🧾 هنوز سفارشی نیست.
orders-none-all = 🧾 هنوز عملیاتی نیست.
orders-row = <b>{ $number }.</b> { $what } – { $state }
orders-row-former = <b>{ $number }.</b> عملیاتی از تیمی که دیگر عضوش نیستید
orders-when = <i>درخواست در { $date }</i>
state-ready = ▫️ منتظر تأیید شما
state-ready-of = ▫️ منتظر تأیید { $person }
state-ready-other = ▫️ هنوز تأیید نشده
state-waiting = 👥 منتظر تأیید تیم
state-quoting = ⏳ در حال استعلام قیمت
state-sending = ⏳ در حال ارسال
state-accepted = ⏳ پذیرفته شده
state-done = ✅ انجام شد
state-refused = ❌ پذیرفته نشد، کاری انجام نشد
state-unknown = ⚠️ نتیجه نامشخص
state-expired = ⌛ مهلت گذشت، چیزی فرستاده نشد
state-away = ⚠️ نتیجه نامشخص: ربات خاموش بود
state-restored = ⚠️ نتیجه نامشخص: داده‌های ربات از بکاپ برگردانده شد
state-cancelled = ▫️ لغو شد، چیزی فرستاده نشد
state-declined = ✖️ رد شد، چیزی فرستاده نشد
state-said-yes = ☑️ شما بررسی کردید: انجام شده
state-said-no = ☑️ شما بررسی کردید: انجام نشده
state-said-yes-of = ☑️ { $person } بررسی کرد: انجام شده
state-said-yes-other = ☑️ بررسی شد: انجام شده
state-said-no-of = ☑️ { $person } بررسی کرد: انجام نشده
state-said-no-other = ☑️ بررسی شد: انجام نشده
what-several = تمدید { $count } سرور
what-power-on = روشن کردن { $server }
what-power-all = روشن کردن { $count } سرور
what-power-off = خاموش کردن { $server }
what-power-reboot = ری‌استارت { $server }
what-rescue-attach = اتصال دیسک ریسکیو به { $server }
what-rescue-eject = جدا کردن دیسک ریسکیو از { $server }
what-snapshot-create = اسنپ‌شات از { $server }
what-snapshot-restore = بازگردانی اسنپ‌شات { $server }
what-snapshot-delete = حذف اسنپ‌شات { $server }
what-backup-create = بکاپ از { $server }
what-backup-restore = بازگردانی بکاپ { $server }
what-backup-delete = حذف بکاپ { $server }
what-reinstall = نصب مجدد { $server }
what-password = تغییر رمز عبور { $server }
what-sshKey = تغییر کلید SSH { $server }

limit =
    👛 <b>سقف شخصی</b> · { $account }

    بیشترین مبلغی که می‌توانید در ۲۴ ساعت با این حساب از طریق ربات خرج کنید. خودتان تعیینش می‌کنید تا جلوی خرید اشتباه گرفته شود.
limit-none = سقفی تنظیم نشده است.
limit-line = سقف: <b>{ $limit }</b> در ۲۴ ساعت
limit-ask = برای تعیین سقف شخصی، مبلغ را همراه با واحد پول بفرستید؛ مثلاً <code>۵ میلیون تومان</code>.
limit-unfit = مبلغ را همراه با واحد پول بفرستید، مثلاً <code>۵ میلیون تومان</code>.
limit-foreign = سقفی تعیین نشد: هیچ قیمتی در این حساب با واحد پول «{ $currency }» نبوده و چنین سقفی جلوی هیچ خریدی را نمی‌گیرد. واحد پول را همان‌طور که در قیمت‌ها می‌بینید بفرستید؛ مثلاً <code>۵ میلیون تومان</code>.
limit-full = حداکثر { $count } سقف، برای هر واحد پول یکی. اول یکی را بردارید.
limit-idle = ⚠️ تا حالا قیمتی در این حساب با این واحد پول نبوده است. خرید با واحدهای پول دیگر محدود نمی‌شود.
limit-remove = حذف سقف { $limit }
money-limit-reached = ✋ چیزی فرستاده نشد: مبلغ این خرید { $wanted } است، { $spent } خرج شده و سقف شخصی شما { $limit } در ۲۴ ساعت است. تغییر سقف: { "\u200E" }/accounts

command-renew = تمدید سرورها
command-upgrade = ارتقای منابع: { "\u200E" }/upgrade نام
command-orders = سفارش‌ها و وضعیتشان
