command-check = بررسی آزاد بودن دامنه‌ها
command-price = قیمت دامنه
command-register = ثبت دامنه
command-domain = دامنه‌های شما

button-check = 🔎 بررسی نام‌ها
button-check-cancel = ✋ توقف
button-check-again = 🔄 بررسی دوبارهٔ ناموفق‌ها
button-check-left = ▶️ بررسی باقی‌مانده‌ها
button-check-file = 📄 همه در یک فایل
button-check-rest = بررسی { $count } نام بعدی
button-check-results = بازگشت به نتیجه‌ها
button-check-to-available = ✅ { $count }
button-check-to-registered = 🔒 { $count }
button-check-to-forbidden = 🚫 { $count }
button-check-to-failed = ⚠️ { $count }
button-check-to-left = ▫️ { $count }
button-register = 🛒 { $domain }
button-favourites = ⭐ پسوندهای دلخواه
button-domains = 🌐 دامنه‌های من

check-ask = 🔎 کدام نام‌ها بررسی شود؟ آن‌ها را در یک پیام یا فایل txt یا csv بفرستید: هر نام در یک خط، یا جداشده با فاصله یا ویرگول. نام‌های بدون پسوند با { $favourites } بررسی می‌شوند.
check-ask-group = نام‌ها را پس از دستور بنویسید، مثلاً { "\u200E" }/check example.com – یا فایل txt یا csv را با شرح { "\u200E" }/check بفرستید.
check-none = نامی برای بررسی در آن پیدا نکردم.
check-found = 🔎 در پیام شما { $count } نام دامنه هست.
button-check-these =
    { $count ->
        [0] 🔎 بررسی نام‌ها
        [one] 🔎 بررسی این نام
       *[other] 🔎 بررسی این { $count } نام
    }
check-file-type = فقط فایل‌های txt و csv را می‌توانم بخوانم. فایل اکسل را می‌توان به شکل CSV ذخیره کرد.
check-file-binary = در این فایل متنی نیست که بتوانم بخوانم. لطفاً آن را به شکل متن ساده با کدگذاری UTF-8 ذخیره کنید (در اکسل: «CSV UTF-8»).
check-file-none = در { $file } هیچ نام دامنهٔ کاملی پیدا نکردم. برای بررسی واژه‌های بدون پسوند، اول { "\u200E" }/check و سپس فایل را بفرستید.
check-file-large = این فایل بیش از اندازه بزرگ است: فهرست تا { $most } مگابایت پذیرفته می‌شود.
check-running =
    { $count ->
        [0] 🔎 نامی برای بررسی نیست.
        [one] 🔎 در حال بررسی یک نام…
       *[other] 🔎 در حال بررسی { $count } نام…
    }
check-so-far = بررسی‌شده: { $done } از { $count }
check-slow = 🐢 ارائه‌دهنده کند پاسخ می‌دهد یا می‌خواهد صبر کنم: هر بار نام‌های کمتری می‌پرسم و ادامه می‌دهم.
check-done =
    { $count ->
        [0] <b>نامی بررسی نشد</b>
        [one] <b>یک نام بررسی شد</b>
       *[other] <b>{ $count } نام بررسی شد</b>
    }
check-cancelled = ✋ <b>متوقف شد</b>: { $done } از { $count } نام بررسی شده است.
check-stopped = ⚠️ <b>بررسی ناتمام ماند</b>: { $done } از { $count } نام بررسی شده است.
check-count-available = ✅ آزاد: { $count }
check-count-registered = 🔒 ثبت‌شده: { $count }
check-count-forbidden = 🚫 ممنوع: { $count }
check-count-failed = ⚠️ نامعلوم (بررسی ناموفق): { $count }
check-count-left = ▫️ بررسی‌نشده: { $count }
check-group-available = ✅ <b>آزاد</b>
check-group-registered = 🔒 <b>ثبت‌شده</b>
check-group-forbidden = 🚫 <b>ممنوع</b>
check-group-failed = ⚠️ <b>نامعلوم (بررسی ناموفق)</b>
check-group-left = ▫️ <b>بررسی‌نشده</b>
check-failed-why = { $domain }: { $why }
check-price = { $domain }: { $price }
check-why-unavailable = پاسخی نیامد
check-why-put-off = ارائه‌دهنده خواست صبر کنم
check-why-refused = رد شد
check-why-unreadable = پاسخ خوانا نبود
check-why-fields = ارائه‌دهنده آن را نمی‌پذیرد
check-duplicates =
    { $count ->
        [0] نام تکراری نبود.
        [one] یک نام تکراری بود.
       *[other] { $count } نام تکراری بود.
    }
check-junk =
    { $count ->
        [0] همه نام دامنه بود.
        [one] یک مورد نام دامنه نیست:
       *[other] { $count } مورد نام دامنه نیست:
    }
check-junk-more = … و { $count } تای دیگر که در فایل هست.
check-junk-first = … و { $count } تای دیگر؛ در فایل { $kept } تای نخستِ همه هست.
check-junk-unfit = نام معتبری نیست
check-junk-long = بلند است: حداکثر ۶۳ نویسه میان دو نقطه
check-junk-ip = نشانی آی‌پی
check-junk-suffix = پسوند است، نه نام
check-junk-unknown-suffix = پسوند ناشناخته
check-more = … و { $count } مورد دیگر.
check-subdomains =
    { $count ->
        [0] زیردامنه‌ای نبود.
        [one] یک نام زیردامنه است و به‌جای آن دامنهٔ اصلی بررسی می‌شود:
       *[other] { $count } نام زیردامنه است و به‌جای آن‌ها دامنهٔ اصلی بررسی می‌شود:
    }
check-subdomain = { $name } ← { $domain }
check-junk-line = { $text }: { $reason }
check-bare = { $count } واژهٔ بدون پسوند کنار گذاشته شد. برای بررسی آن با پسوندهای دلخواه، اول { "\u200E" }/check و سپس فایل را بفرستید.
check-cells =
    { $count ->
        [0] هیچ خانه‌ای از جدول کنار گذاشته نشد.
        [one] یک خانهٔ جدول نام دامنهٔ کاملی نداشت و کنار گذاشته شد.
       *[other] { $count } خانهٔ جدول نام دامنهٔ کاملی نداشت و کنار گذاشته شد.
    }
check-cut = ✂️ فهرست از اندازه‌ای که یک‌جا می‌خوانم بلندتر بود: باقی آن کنار گذاشته شد.
check-rest =
    { $count ->
        [0] نام دیگری نمانده است.
        [one] یک نام دیگر مانده است: در هر بار { $most } نام بررسی می‌شود.
       *[other] { $count } نام دیگر مانده است: در هر بار { $most } نام بررسی می‌شود.
    }
check-gone = این بررسی دیگر نزد من نیست: هر بررسی یک هفته نگه داشته می‌شود.
check-not-yours = این بررسی از آنِ کس دیگری است.
check-over = این بررسی پایان یافته است.
check-rest-begun = بررسی نام‌های بعدی پیش‌تر آغاز شده است و پیام خودش را پایین‌تر دارد.
check-going = این بررسی هنوز ادامه دارد.
check-file-caption = همهٔ نتیجه‌های بررسی.
check-column-domain = دامنه
check-column-ascii = دامنه (ASCII)
check-column-state = وضعیت
check-column-total = قیمت
check-column-currency = واحد پول
check-column-years = سال
check-column-why = دلیل
check-state-available = آزاد
check-state-registered = ثبت‌شده
check-state-forbidden = ممنوع
check-state-failed = نامعلوم
check-state-left = بررسی‌نشده
check-state-junk = نام دامنه نیست

price = { $suffix } برای { $years } سال: <b>{ $price }</b> با مالیات بر ارزش افزوده
price-unknown = پسوند { $suffix } را نمی‌شناسم. مثلاً { "\u200E" }/price com یا برای دو سال { "\u200E" }/price co.uk ۲
price-other-years = تعداد سال دیگری را امتحان کنید، مثلاً { "\u200E" }/price { $suffix } { $years }
price-failed = { $suffix }: { $why }
prices = <b>قیمت یک سال</b> با مالیات بر ارزش افزوده:
years-unfit =
    { $most ->
        [0] تعداد سال پذیرفته نیست.
        [one] این پسوند هر بار دقیقاً برای یک سال فروخته می‌شود.
       *[other] تعداد سال باید عددی از ۱ تا { $most } باشد.
    }
favourites-ask = ⭐ پسوندهای دلخواه شما: { $favourites }. نام‌های بدون پسوند با این‌ها بررسی می‌شوند. آن‌هایی را که می‌خواهید بفرستید، مثلاً: com ir shop. حداکثر { $most } پسوند.
favourites-unfit = پسوند { $suffix } را نمی‌شناسم. پسوندها را با فاصله از هم بفرستید، مثلاً: com ir shop

register-how = 🛒 کدام دامنه ثبت شود؟ نامش را بفرستید، مثلاً example.com
name-unfit = ⚠️ { $name } نمی‌تواند دامنه باشد: فقط حرف، رقم و خط تیره در میان آن‌ها.
name-long = ⚠️ { $name } بیش از اندازه بلند است: میان دو نقطه حداکثر ۶۳ نویسه جا می‌گیرد و هر حرف غیرلاتین بیش از یک نویسه حساب می‌شود.
name-ip = ⚠️ { $name } نشانی آی‌پی است، نه دامنه.
name-suffix = ⚠️ { $name } پسوند است. پیش از آن یک نام لازم است، مثلاً example.com
name-unknown-suffix = ⚠️ { $name }: چنین پسوندی وجود ندارد.
name-label = ⚠️ { $name } پسوند ندارد. پسوند را هم بنویسید، مثلاً { "\u200E" }.com
name-subdomain = ℹ️ { $name } زیردامنه است. فقط خود { $domain } ثبت می‌شود.
register-registered = 🔒 دامنهٔ { $domain } پیش‌تر ثبت شده است.
register-forbidden = 🚫 دامنهٔ { $domain } قابل ثبت نیست.
register-unpriced = ارائه‌دهنده قیمتی برای آن نگفت؛ پس نمی‌توانم پیشنهادش کنم. لطفاً کمی بعد دوباره امتحان کنید.
register-over = این ثبت بسته شده است. با { "\u200E" }/register از نو آغاز می‌شود.
register-title = 🛒 <b>ثبت { $domain }</b>
register-ask-period = 📅 برای چند سال؟
register-ask-nicHandle = 🪪 پسوند دامنه ملی است و شناسهٔ ایرنیک دارنده (nic-handle) لازم است. لطفاً آن را بفرستید، مثلاً <code>ab123-irnic</code>
register-ask-handle = 🪪 ارائه‌دهنده برای این پسوند شناسهٔ دارندهٔ دامنه (nic-handle) را می‌خواهد. لطفاً آن را بفرستید، مثلاً <code>ab123-irnic</code>
register-ask-nameServers = 📡 نام‌سرورها کدام باشند؟ دو تا چهار نام‌سرور را با فاصله از هم بفرستید، مثلاً <code>ns1.example.com ns2.example.com</code>
register-handle-unfit = ⚠️ این شناسه نیست: شناسه فقط حرف لاتین، رقم و نشانه دارد.
register-servers-last = آخرین نام‌سرورهای شما:
register-servers-unfit = ⚠️ { $host } نام میزبان نیست.
register-servers-count = ⚠️ باید دو تا چهار نام‌سرور متفاوت باشد.
register-text-only = ⚠️ لطفاً به‌صورت پیام متنی بفرستید یا دکمه‌ای را بزنید.
register-left = 🛒 ثبت دامنه کنار گذاشته شد. چیزی خریده نشد.
register-outdated = 🛒 در این میان به‌روزرسانی شدم و ثبتِ نیمه‌کارهٔ دامنه دیگر به کار نمی‌آید. چیزی خریده نشد. لطفاً از نو آغاز کنید.
button-register-price = 🔄 پرسیدن دوبارهٔ قیمت
registration-what = ثبت { $domain } برای { $years } سال
registration-ask = 🛒 <b>دامنهٔ { $domain } ثبت شود؟</b>
registration-years = مدت: { $years } سال
registration-handle = شناسه: { $handle }
registration-servers = نام‌سرورها: { $hosts }
registration-means = دامنه همان لحظه ثبت می‌شود و ارائه‌دهنده مبلغ را از موجودی حساب برمی‌دارد. ثبت دامنه برگشت‌پذیر نیست.
registration-yes = ثبت به مبلغ { $price }
registration-done = 🎉 دامنهٔ { $domain } ثبت شد و فعال است.
registration-now-registered = 🔒 دامنهٔ { $domain } در این میان ثبت شده است. چیزی خریده نشد.
registration-now-forbidden = 🚫 دامنهٔ { $domain } دیگر قابل ثبت نیست. چیزی خریده نشد.
registration-still-free = هنوز آزاد نشان داده می‌شود؛ پس به نظر می‌رسد ثبت نشده باشد.
registration-taken-now = اکنون ثبت‌شده نشان داده می‌شود، اما در میان دامنه‌های فعال این حساب نیست.

domains =
    { $count ->
        [0] 🌐 هنوز دامنه‌ای از { $account } نمی‌شناسم. با { "\u200E" }/domain example.com یکی اضافه کنید؛ دامنه‌هایی که اینجا ثبت شوند خودشان می‌آیند.
        [one] 🌐 <b>یک دامنه از { $account }</b> می‌شناسم: آنچه اینجا ثبت شده یا با { "\u200E" }/domain دیده شده است.
       *[other] 🌐 <b>{ $count } دامنه از { $account }</b> می‌شناسم: آنچه اینجا ثبت شده یا با { "\u200E" }/domain دیده شده است.
    }
domain = 🌐 <b>{ $domain }</b>
domain-open = ⏳ { $domain }
domain-start = آغاز: { $date }
domain-end = پایان: { $date }
domain-end-unmoved = پایان: { $date } که جابه‌جا نشده است.
domain-end-moved = پایان: { $date }؛ پیش‌تر { $before } بود. این تمدید { $years } ساله است.
domain-left =
    { $days ->
        [0] ⚠️ امروز پایان می‌یابد.
        [one] یک روز مانده
       *[other] { $days } روز مانده
    }
domain-over =
    { $days ->
        [0] ⚠️ امروز پایان یافت.
        [one] ⚠️ دیروز پایان یافت.
       *[other] ⚠️ { $days } روز پیش پایان یافت.
    }
domain-how = مثلاً { "\u200E" }/domain example.com
domain-not-there = دامنهٔ { $domain } در میان دامنه‌های فعال این حساب نیست.
domain-gone = این دامنه دیگر در فهرست نیست. { "\u200E" }/domain آنچه هست را نشان می‌دهد.
domain-renew-years = ♻️ دامنهٔ { $domain } برای چند سال تمدید شود؟
domain-renewal-what = تمدید { $domain } برای { $years } سال
domain-renewal-ask = ♻️ <b>دامنهٔ { $domain } برای { $years } سال تمدید شود؟</b>
domain-renewal-means = ارائه‌دهنده این مبلغ را همان لحظه از موجودی حساب برمی‌دارد.
domain-renewal-yes = تمدید به مبلغ { $price }
button-domain-card = کارت دامنه
button-domain-renew = ♻️ تمدید
button-domain-forget = برداشتن از فهرست من

inline-available = ✅ دامنهٔ { $domain } آزاد است.
inline-registered = 🔒 دامنهٔ { $domain } ثبت شده است.
inline-forbidden = 🚫 دامنهٔ { $domain } قابل ثبت نیست.
inline-price = { $price } برای یک سال، با مالیات بر ارزش افزوده
button-inline-register = 🛒 ثبت دامنه
inline-no-service = این حساب سرویس نمایندگی ندارد
inline-unknown = ⚠️ { $domain }: نامعلوم – { $why }
inline-unknown-why = نامعلوم – { $why }
inline-short = دست‌کم { $least } حرف یا نام با پسوند بنویسید
inline-subdomain = { $name } زیردامنهٔ آن است
inline-example = نامی بنویسید، مثلاً brand یا example.com
inline-example-what = آزاد بودن و قیمتش را نشان می‌دهم
inline-example-how = 🔎 در هر گفتگویی بنویسید { $typed } تا آزاد بودن دامنه و قیمتش را ببینید.
inline-example-name = example.com
inline-left = { $count } پسوند دلخواه دیگر پرسیده نشد: { "\u200E" }/check
