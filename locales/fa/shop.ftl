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
button-said-wrong-yes = ✏️ اشتباه شد: انجام نشده بود
button-said-wrong-no = ✏️ اشتباه شد: انجام شده بود

order-what = سرور تازه در { $geo }
order-ask = 🛒 <b>این سرور سفارش داده شود؟</b>
order-item-geo = موقعیت: { $value }
order-item-os = سیستم‌عامل: { $value }
order-item-cpu = پردازنده: { $value } هسته
order-item-ram = حافظه: { $value } گیگابایت
order-item-disk = دیسک: { $value } گیگابایت
order-item-backup = نسخه‌های پشتیبان: { $value }
order-item-traffic = ترافیک اضافه: { $value }
order-item-period = مدت: { $days } روز
order-item-shown = { $item } (ارائه‌دهنده نشان می‌دهد: { $value })
order-means = ارائه‌دهنده این مبلغ را همان لحظه از موجودی حساب برمی‌دارد. سرور کمی بعد در فهرست پیدا می‌شود و آن‌وقت کارتش را همین‌جا می‌آورم.
order-yes = سفارش به مبلغ { $price }
order-accepted = ⏳ { $what } سفارش داده شد. در فهرست حساب دنبالش می‌گردم و همین‌که پیدا شد کارتش را همین‌جا می‌آورم.
order-unclear = 🟡 { $what } سفارش داده شده، اما هنوز در فهرست حساب نیست. تا یک ساعت دنبالش می‌گردم و همین‌جا خبر می‌دهم.
order-over = 🟡 { $what } سفارش داده شده، اما در فهرست حساب پیدا نشد و دیگر دنبالش نمی‌گردم. با یک دکمه دوباره نگاه می‌کنم؛ لطفاً با کد سفارش از ارائه‌دهنده بپرسید.
order-shared = شاید از { $count } سفارش دیگر با همین مشخصات هم باشند.
order-evidence-unlooked = { $count } سرور تازه در فهرست حساب هست که هنوز نگاهشان نکرده‌ام.
order-done = ✅ { $what } سفارش داده شد و آماده است:
order-done-several = ✅ { $what } سفارش داده شد. { $count } سرور تازه با سفارش جور درمی‌آید و نمی‌توانم بگویم کدام‌یک است:
order-found = 🎉 { $what }: پاسخ گم شده بود، اما سرور هست؛ پس سفارش انجام شده است:
order-found-several = 🎉 { $what }: پاسخ گم شده بود، اما سرورهای تازه هست؛ پس سفارش انجام شده است. این { $count } سرور جور درمی‌آید:
order-evidence-none = در فهرست حساب سرور تازه‌ای که جور دربیاید نیست.
order-evidence = این در فهرست حساب تازه است و شاید همان باشد: { $servers }

renewal-what = تمدید { $server } برای { $days } روز
renewal-ask = ♻️ <b>سرور { $server } برای { $days } روز تمدید شود؟</b>
renewal-means = ارائه‌دهنده این مبلغ را همان لحظه از موجودی حساب برمی‌دارد.
renewal-yes = تمدید به مبلغ { $price }
renewal-expiry = انقضا: { $date }
renewal-expiry-now = انقضای تازه: { $date }
renewal-expiry-unmoved = تاریخ انقضا { $date } است و جابه‌جا نشده.
renewal-expiry-moved = تاریخ انقضا از { $before } به { $date } جابه‌جا شده است؛ این تمدید { $days } روزه است.
renewal-expiry-unread = ارائه‌دهنده تاریخ انقضایی نمی‌گوید که بتوانم مقایسه کنم.

upgrade-what = ارتقای { $server }
upgrade-ask = ⬆️ <b>سرور { $server } ارتقا داده شود؟</b>
upgrade-cpu = پردازنده: از { $from } به { $to }
upgrade-ram = حافظه: از { $from } به { $to }
upgrade-disk = دیسک: از { $from } به { $to }
upgrade-backup = نسخه‌های پشتیبان: از { $from } به { $to }
upgrade-traffic = ترافیک اضافه: { $to } گیگابایت
upgrade-traffic-added = ترافیک اضافه‌شده: { $to } گیگابایت
upgrade-units = این مقدارها فرستاده می‌شود: { $cpu } هسته، { $ram } گیگابایت حافظه، { $disk } گیگابایت دیسک و { $backup } نسخهٔ پشتیبان؛ ارائه‌دهنده واحد مقدارهایی را که نشان می‌دهد نمی‌گوید.
upgrade-means = ⚠️ سرور راه‌اندازی مجدد می‌شود: هرچه روی آن است متوقف و دوباره آغاز می‌شود. ارائه‌دهنده این مبلغ را همان لحظه از موجودی حساب برمی‌دارد.
upgrade-yes = ارتقا به مبلغ { $price }
upgrade-now = اکنون دارد: { $cpu } هسته، حافظه { $ram }، دیسک { $disk }، نسخه‌های پشتیبان { $backup }

money-total = 💰 جمع: <b>{ $price }</b> با مالیات بر ارزش افزوده
money-total-days = 💰 جمع برای { $days } روز: <b>{ $price }</b> با مالیات بر ارزش افزوده
money-paid = جمع: { $price } با مالیات بر ارزش افزوده
money-repriced = ⚠️ <b>قیمت عوض شده است</b>: از { $before } به { $now }. چیزی خریده نشد. لطفاً پیش از تأیید دوباره نگاه کنید.
money-unpriced = ⚠️ نتوانستم قیمت را دوباره بپرسم؛ بنابراین چیزی فرستاده نشد.
money-short = 💳 <b>موجودی حساب کافی نیست.</b> چیزی خریده نشد.
money-short-by = 💳 <b>موجودی حساب کافی نیست</b>: { $amount } کم دارد. چیزی خریده نشد.
money-short-then = حساب را شارژ کنید و دوباره تأیید کنید: قیمت از نو پرسیده می‌شود. این سفارش یک ساعت باز می‌ماند.
money-over-limit = ✋ از سقف خودتان، { $limit } در ۲۴ ساعت، بیشتر می‌شود. چیزی فرستاده نشد. سقف در { "\u200E" }/accounts و در صفحهٔ حساب تنظیم می‌شود.
money-unlimited = ⚠️ سقف خریدتان ({ $limits }) با واحد پول دیگری است و شامل این خرید نمی‌شود.
money-account = 👤 حساب: { $account }
money-account-gone = 👤 این حساب دیگر متصل نیست.
money-twin = ⚠️ همین سفارش را پیش‌تر ({ $moment }) داده‌اید. این یکی اضافه بر آن است.
money-twin-again = ✋ چیزی فرستاده نشد: <b>در این فاصله همین سفارش داده شده است.</b> لطفاً پیش از تأیید دوباره نگاه کنید.
money-changed-again = ✋ چیزی فرستاده نشد: <b>سرور در این فاصله تغییر کرده است.</b> لطفاً پیش از تأیید دوباره نگاه کنید.
money-outgrown = سرور در این فاصله تغییر کرده و این دیگر افزایشی نیست. چیزی فرستاده نشد. لطفاً از نو انتخاب کنید.
money-again = تأیید دوباره به مبلغ { $price }
money-quoting = ⏳ { $what }: پیش از فرستادن، قیمت را یک بار دیگر می‌پرسم…
money-sending = ⏳ { $what }: در حال فرستادن سفارش به ارائه‌دهنده…
money-code = کد سفارش: { $code }
money-accepted = ⏳ { $what }: ارائه‌دهنده پذیرفت. تا دیده شدنش آن را زیر نظر دارم.
money-unclear = 🟡 { $what }: ارائه‌دهنده پذیرفت، اما در آنچه می‌خوانم هنوز دیده نمی‌شود.
money-done = ✅ { $what }: انجام شد.
money-lost = ⚠️ { $what }: پاسخ گم شد. هنوز نمی‌دانم انجام شده یا نه و دوباره نمی‌فرستمش. در حال بررسی هستم.
money-unknown = ⚠️ { $what }: پاسخ گم شد و از آنچه می‌خوانم معلوم نیست انجام شده یا نه. دوباره نفرستادمش. لطفاً پیش از سفارش دوباره، در پنل ارائه‌دهنده بررسی کنید.
money-said-yes = شما در { $date } بررسی کردید: انجام شده است.
money-said-no = شما در { $date } بررسی کردید: انجام نشده است.
money-refused = ❌ { $what }: خریده نشد.
money-expired = ⌛ { $what }: مهلت تأیید گذشت. چیزی فرستاده و خریده نشد.
money-cancelled = { $what }: لغو شد. چیزی خریده نشد.
money-outdated = این صفحه تازه‌ترین نیست و با زدن این دکمه چیزی خریده نشد. لطفاً دوباره به قیمت نگاه کنید.

button-renew = ♻️ تمدید
button-upgrade = ⬆️ ارتقا
button-other-days = ⌨️ تعداد روز دیگر
button-renew-chosen =
    { $count ->
        [1] ♻️ تمدید یک سرور انتخاب‌شده
       *[other] ♻️ تمدید { $count } سرور انتخاب‌شده
    }
button-price = 💰 پرسیدن قیمت
button-reset = از نو
button-limit = 🛡 سقف خرید
button-orders-all = همهٔ عملیات‌ها
button-orders-paid = فقط سفارش‌ها
days =
    { $days ->
        [1] یک روز
       *[other] { $days } روز
    }

expiring =
    ♻️ <b>تمدید</b> · { $account }

    سرورها به ترتیب انقضا، نزدیک‌ترین در بالا. روی هرکدام که باید تمدید شود بزنید؛ چند سرور را می‌شود یک‌جا تمدید کرد.
renew = ♻️ سرور { $server } برای چه مدت تمدید شود؟
renew-several =
    { $count ->
        [1] ♻️ این سرور برای چه مدت تمدید شود؟
       *[other] ♻️ این { $count } سرور برای چه مدت تمدید شوند؟
    }
renew-days-ask = تعداد روزها را بفرستید، از { $least } تا { $most }.
renew-days-unfit = این تعداد روزی بین { $least } و { $most } نیست. لطفاً عدد دیگری بفرستید.
renew-none-chosen = دیگر سروری انتخاب نشده است. لطفاً دوباره انتخاب کنید.
renew-too-many = لطفاً حداکثر { $most } سرور یک‌جا.

batch-ask = ♻️ <b>{ $count } سرور برای { $days } روز تمدید شوند؟</b>
batch = ♻️ <b>تمدید { $count } سرور برای { $days } روز</b>
batch-part = ♻️ <b>تمدید { $days } روزه: { $ordered } سرور از { $count } سرور سفارش داده شد</b>
batch-total = 💰 جمع کل: <b>{ $price }</b> با مالیات بر ارزش افزوده
batch-ordered = 💰 سفارش داده شد: { $price } با مالیات بر ارزش افزوده
batch-rest = 💰 مانده برای تأیید: <b>{ $price }</b> با مالیات بر ارزش افزوده
batch-no-total = 💰 قیمت‌ها به چند واحد پول است و جمعی ندارد. با مالیات بر ارزش افزوده.
batch-yes = تمدید { $count } سرور به مبلغ { $price }
batch-again =
    { $count ->
        [1] تأیید یک سرور باقی‌مانده به مبلغ { $price }
       *[other] تأیید { $count } سرور باقی‌مانده به مبلغ { $price }
    }
batch-yes-unsummed = تمدید { $count } سرور
batch-ready = ▫️ { $server } · { $price }
batch-sending = ⏳ { $server } · { $price } · در حال فرستادن…
batch-accepted = ⏳ { $server } · { $price } · پذیرفته شد، زیر نظر دارم
batch-unclear = 🟡 { $server } · { $price } · پذیرفته شد، اما هنوز دیده نمی‌شود
batch-lost = ⚠️ { $server } · { $price } · پاسخ گم شد، در حال بررسی هستم
batch-unknown = ⚠️ { $server } · { $price } · پاسخ گم شد و معلوم نیست انجام شده یا نه. دوباره نفرستادمش؛ لطفاً در پنل ارائه‌دهنده بررسی کنید.
batch-done = ✅ { $server } · { $price }
batch-refused = ❌ { $server } · { $price } · خریده نشد
batch-expired = ⌛ { $server } · { $price } · مهلت گذشت، خریده نشد
batch-interrupted = ⚠️ { $server } · { $price } · ربات قطع شد، خریده نشد
batch-cancelled = ▫️ { $server } · { $price } · لغو شد، خریده نشد
batch-again-unpriced = ⚠️ نتوانستم قیمت را دوباره بپرسم؛ این یکی فرستاده نشد.
batch-short = 💳 <b>موجودی حساب کافی نیست.</b> این یکی خریده نشد.
batch-short-by = 💳 <b>موجودی حساب کافی نیست</b>: { $amount } کم دارد. این یکی خریده نشد.
batch-over-limit = ✋ این یکی فرستاده نشد: از سقف خودتان، { $limit } در ۲۴ ساعت، بیشتر می‌شود. سقف در { "\u200E" }/accounts و در صفحهٔ حساب تنظیم می‌شود.
batch-repriced = ⚠️ <b>قیمت عوض شده است</b>: از { $before } به { $now }. این یکی خریده نشد؛ لطفاً دوباره نگاه کنید.
batch-interrupted-again = ⚠️ این یکی فرستاده نشد: بعد از تأیید شما ربات قطع شد. لطفاً دوباره تأیید کنید.
batch-unpriced = ❔ { $server }: ارائه‌دهنده قیمتی نگفت؛ کنار گذاشته شد.
batch-went-through = ✅ { $server } انجام شده
batch-did-not = ❌ { $server } انجام نشده
batch-said-wrong-yes = ✏️ اشتباه شد: { $server } انجام نشده بود
batch-said-wrong-no = ✏️ اشتباه شد: { $server } انجام شده بود
batch-said-yes = شما بررسی کردید: انجام شده
batch-said-no = شما بررسی کردید: انجام نشده

upgrade = ⬆️ <b>ارتقای { $server }</b>
upgrade-choose = روی هرچه باید بیشتر شود بزنید. عددهای کنار نام‌ها چیزی است که سرور اکنون دارد، همان‌طور که ارائه‌دهنده نشان می‌دهد؛ روی نام بزنید تا مقدار کل را بنویسید.
upgrade-unread = ارائه‌دهنده همهٔ داشته‌های سرور را به‌صورت عدد نمی‌گوید. روی آنچه کم است بزنید و بنویسید چقدر باشد.
upgrade-nothing = دیگر چیزی برای ارتقا نیست: لطفاً دوباره انتخاب کنید.
upgrade-label-cpu = هسته: { $value }
upgrade-label-ram = حافظه: { $value }
upgrade-label-disk = دیسک: { $value }
upgrade-label-backup = نسخهٔ پشتیبان: { $value }
upgrade-label-traffic = ترافیک: { $value }
upgrade-step = { "\u200E" }+{ $step }
upgrade-ask-cpu = بفرستید سرور در مجموع چند هستهٔ پردازنده داشته باشد.
upgrade-ask-ram = بفرستید سرور در مجموع چند گیگابایت حافظه داشته باشد.
upgrade-ask-disk = بفرستید دیسک در مجموع چند گیگابایت باشد.
upgrade-ask-backup = بفرستید سرور در مجموع چند نسخهٔ پشتیبان داشته باشد.
upgrade-ask-traffic = بفرستید چند گیگابایت ترافیک اضافه شود.
upgrade-unfit = این نمی‌شود: لطفاً یک عدد صحیح، { $least } یا بیشتر.

orders-paid =
    🧾 <b>سفارش‌ها</b>

    { $count ->
        [1] یک سفارش. برای باز کردنش شماره‌اش را بزنید.
       *[other] { $count } سفارش، بازها در بالا. برای باز کردن هرکدام شماره‌اش را بزنید.
    }
orders-all =
    🧾 <b>همهٔ عملیات‌ها</b>

    { $count ->
        [1] یک عملیات. برای باز کردنش شماره‌اش را بزنید.
       *[other] { $count } عملیات، بازها در بالا. برای باز کردن هرکدام شماره‌اش را بزنید.
    }
orders-none-paid = 🧾 هنوز سفارشی نیست.
orders-none-all = 🧾 هنوز عملیاتی نیست.
orders-row = <b>{ $number }.</b> { $what } – { $state }
orders-when = <i>درخواست در { $date } به وقت تهران</i>
state-ready = ▫️ منتظر تأیید شما
state-quoting = ⏳ در حال پرسیدن قیمت
state-sending = ⏳ در حال فرستادن
state-accepted = ⏳ پذیرفته شده
state-done = ✅ انجام شد
state-refused = ❌ رد شد، کاری انجام نشد
state-unknown = ⚠️ نامعلوم
state-expired = ⌛ مهلت گذشت، چیزی فرستاده نشد
state-cancelled = ▫️ لغو شد، چیزی فرستاده نشد
state-said-yes = ☑️ شما بررسی کردید: انجام شده
state-said-no = ☑️ شما بررسی کردید: انجام نشده
what-several = تمدید { $count } سرور
what-power-on = روشن کردن { $server }
what-power-off = خاموش کردن { $server }
what-power-reboot = راه‌اندازی مجدد { $server }
what-rescue-attach = اتصال دیسک نجات به { $server }
what-rescue-eject = جدا کردن دیسک نجات از { $server }
what-snapshot-create = اسنپ‌شات از { $server }
what-snapshot-restore = بازگردانی اسنپ‌شات { $server }
what-snapshot-delete = حذف اسنپ‌شات { $server }
what-backup-create = نسخهٔ پشتیبان از { $server }
what-backup-restore = بازگردانی نسخهٔ پشتیبان { $server }
what-backup-delete = حذف نسخهٔ پشتیبان { $server }
what-reinstall = نصب مجدد { $server }
what-password = تغییر رمز { $server }
what-sshKey = تغییر کلید SSH { $server }

limit =
    🛡 <b>سقف خرید</b> · { $account }

    بیشترین مبلغی که می‌گذارم در ۲۴ ساعت با این حساب و برای همهٔ خریدهای اینجا خرج کنید. سقف خودتان است و جلوی لغزش را می‌گیرد.
limit-none = سقفی تنظیم نشده است.
limit-line = سقف: <b>{ $limit }</b> در ۲۴ ساعت
limit-ask = برای تنظیم، مبلغ و واحد پول را همان‌طور که ارائه‌دهنده می‌گوید بفرستید؛ مثلاً <code>۵۰۰۰۰۰۰ تومان</code>.
limit-unfit = این مبلغ همراه با واحد پول نیست. لطفاً این‌طور بفرستید: <code>۵۰۰۰۰۰۰ تومان</code>.
limit-foreign = واحد پول «{ $currency }» را نمی‌شناسم و هیچ قیمتی در این حساب با آن نیامده است: چنین سقفی جلوی چیزی را نمی‌گیرد. لطفاً واحد پول را همان‌طور که ارائه‌دهنده می‌گوید بفرستید؛ مثلاً <code>۵۰۰۰۰۰۰ تومان</code>.
limit-full = بیشتر از { $count } سقف نمی‌شود، برای هر واحد پول یکی. لطفاً اول یکی را بردارید.
limit-idle = ⚠️ هیچ قیمتی در این حساب تاکنون با این واحد پول نیامده است: جلوی خریدی با واحد پول دیگر را نمی‌گیرد.
limit-remove = برداشتن { $limit }
money-limit-reached = ✋ سقف خودتان { $limit } در ۲۴ ساعت است. { $spent } از آن خرج شده و این { $wanted } دیگر می‌خواهد. چیزی فرستاده نشد. سقف را در { "\u200E" }/accounts می‌شود عوض کرد.

command-renew = تمدید سرورها
command-upgrade = منابع بیشتر: { "\u200E" }/upgrade نام
command-orders = سفارش‌هایتان و وضعیتشان
