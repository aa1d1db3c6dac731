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
button-register = { "\u200F" }🛒 { $domain }
button-favourites = ⭐ پسوندهای دلخواه
button-domains = 🌐 دامنه‌های من

check-ask = 🔎 کدام نام‌ها؟ در یک پیام یا فایل txt یا csv بفرستید: هر نام در یک خط، یا جداشده با فاصله یا ویرگول. نام‌های بدون پسوند با { $favourites } بررسی می‌شوند.
check-ask-group = نام‌ها را پس از دستور بنویسید، مثلاً { "\u200E" }/check example.com – یا فایل txt یا csv را با شرح { "\u200E" }/check بفرستید.
check-none = در پیامتان نام دامنه‌ای پیدا نشد.
check-found = 🔎 در پیام شما { $count } نام دامنه هست.
button-check-these =
    { $count ->
        [0] 🔎 بررسی نام‌ها
        [1] 🔎 بررسی این نام
       *[other] 🔎 بررسی این { $count } نام
    }
check-file-type = فقط فایل txt و csv بررسی می‌شود. فایل اکسل را با قالب CSV ذخیره کنید.
check-file-binary = متن این فایل خوانا نیست. فایل را به‌صورت متن ساده با UTF-8 ذخیره کنید (در اکسل: «CSV UTF-8») و دوباره بفرستید.
check-file-none = در { $file } نام دامنهٔ کاملی پیدا نشد. برای بررسی کلمه‌های بدون پسوند، اول { "\u200E" }/check و بعد فایل را بفرستید.
check-file-large = فایل خیلی بزرگ است: حداکثر { $most } مگابایت. لیست را در چند فایل بفرستید.
check-below = ⤵️ بررسی { $count } نام: پایین‌تر را ببینید
check-running =
    { $count ->
        [0] 🔎 نامی برای بررسی نیست.
        [1] 🔎 در حال بررسی یک نام…
       *[other] 🔎 در حال بررسی { $count } نام…
    }
check-so-far = بررسی‌شده: { $done } از { $count }
check-slow = 🐢 { -provider } کند شده است؛ بررسی آهسته‌تر ادامه دارد.
check-done =
    { $count ->
        [0] <b>نامی بررسی نشد</b>
        [1] <b>یک نام بررسی شد</b>
       *[other] <b>{ $count } نام بررسی شد</b>
    }
check-cancelled = ✋ <b>متوقف شد</b>: { $done } از { $count } نام بررسی شده است.
check-stopped = ⚠️ <b>بررسی نیمه‌تمام ماند</b>: { $done } از { $count } نام بررسی شده است.
check-not-allowed = 👥 دیگر نمی‌توانید از حساب تیم استفاده کنید؛ برای همین بقیهٔ نام‌ها بررسی نشدند.
check-count-available = ✅ آزاد: { $count }
check-count-registered = 🔒 ثبت‌شده: { $count }
check-count-forbidden = 🚫 غیرقابل ثبت: { $count }
check-count-failed = ⚠️ بررسی ناموفق: { $count }
check-count-left = ▫️ بررسی‌نشده: { $count }
check-group-available = ✅ <b>آزاد</b>
check-group-registered = 🔒 <b>ثبت‌شده</b>
check-group-forbidden = 🚫 <b>غیرقابل ثبت</b>
check-group-failed = ⚠️ <b>بررسی ناموفق؛ آزاد بودنشان معلوم نیست</b>
check-group-left = ▫️ <b>بررسی‌نشده</b>
check-why-unavailable = پاسخی نرسید
check-why-put-off = تعداد درخواست‌ها زیاد بود
check-why-refused = رد شد
check-why-unreadable = پاسخ نامعتبر بود
check-why-fields = پذیرفته نشد
check-duplicates =
    { $count ->
        [0] نام تکراری نبود.
        [1] یک نام تکراری بود.
       *[other] { $count } نام تکراری بود.
    }
check-junk =
    { $count ->
        [0] همه نام دامنه بود.
        [1] یک مورد نام دامنه نیست:
       *[other] { $count } مورد نام دامنه نیست:
    }
check-junk-more = … و { $count } مورد دیگر که در فایل هست.
check-junk-first = … و { $count } مورد دیگر؛ { $kept } مورد اول در فایل هست.
check-junk-unfit = نام معتبری نیست
check-junk-long = طولانی است: بین دو نقطه حداکثر ۶۳ کاراکتر
check-junk-ip = آدرس آی‌پی
check-junk-suffix = پسوند است، نه نام
check-junk-unknown-suffix = پسوند ناشناخته
check-more = … و { $count } مورد دیگر.
check-subdomains =
    { $count ->
        [0] زیردامنه‌ای نبود.
        [1] یک نام زیردامنه است و به‌جای آن دامنهٔ اصلی بررسی می‌شود:
       *[other] { $count } نام زیردامنه است و به‌جای آن‌ها دامنهٔ اصلی بررسی می‌شود:
    }
check-subdomain = { $name } ← { $domain }
check-junk-line = { $text }: { $reason }
check-bare = { $count } کلمهٔ بدون پسوند کنار گذاشته شد. برای بررسی با پسوندهای دلخواه، اول { "\u200E" }/check و بعد فایل را بفرستید.
check-cells =
    { $count ->
        [0] هیچ سلولی از جدول کنار گذاشته نشد.
        [1] یک سلول جدول نام دامنهٔ کاملی نداشت و کنار گذاشته شد.
       *[other] { $count } سلول جدول نام دامنهٔ کاملی نداشت و کنار گذاشته شد.
    }
check-cut = ✂️ لیست خیلی طولانی بود و بقیهٔ آن خوانده نشد. بقیه را جداگانه بفرستید.
check-brief = نام‌ها در فایل است؛ در پیام جا نمی‌شوند.
check-rest =
    { $count ->
        [0] نام دیگری نمانده است.
        [1] یک نام دیگر مانده است: هر بار { $most } نام بررسی می‌شود.
       *[other] { $count } نام دیگر مانده است: هر بار { $most } نام بررسی می‌شود.
    }
check-gone = این بررسی دیگر موجود نیست: نتیجه‌ها یک هفته نگه داشته می‌شوند.
check-not-yours = فقط درخواست‌کنندهٔ این بررسی می‌تواند از آن استفاده کند.
check-too-many = بررسی نشد: همین حالا { $most } لیست شما در حال بررسی است. صبر کنید تا یکی تمام شود یا یکی را متوقف کنید، بعد دوباره بفرستید.
check-over = این بررسی تمام شده است.
check-rest-begun = بررسی نام‌های بعدی شروع شده است: پیامش پایین‌تر است.
check-going = هنوز در حال بررسی است.
check-file-caption = همهٔ نتیجه‌ها
check-column-domain = دامنه
check-column-ascii = دامنه (ASCII)
check-column-state = وضعیت
check-column-total = قیمت
check-column-currency = واحد پول
check-column-years = سال
check-column-why = دلیل
check-state-available = آزاد
check-state-registered = ثبت‌شده
check-state-forbidden = غیرقابل ثبت
check-state-failed = نامشخص
check-state-left = بررسی‌نشده
check-state-junk = نام دامنه نیست

price =
    { $years ->
        [1] { $suffix }: <b>سالانه { $price }</b> با احتساب مالیات بر ارزش افزوده
       *[other] { $suffix } برای { $years } سال: <b>{ $price }</b> با احتساب مالیات بر ارزش افزوده
    }
price-unknown = پسوند { $suffix } وجود ندارد. قیمت پسوندهای دلخواه: { "\u200E" }/price
price-unknown-such-as = پسوند { $suffix } وجود ندارد. مثلاً بفرستید { "\u200E" }/price { $example }
price-other-years = تعداد سال دیگری را امتحان کنید، مثلاً { $years } سال: تعداد سال را بعد از { "\u200E" }/price { $suffix } بنویسید.
price-failed = { $suffix }: { $why }
price-per-year = سالانه { $price }
prices-per-year = قیمت سالانه
prices = <b>قیمت سالانه</b> با احتساب مالیات بر ارزش افزوده:
years-unfit =
    { $most ->
        [0] این تعداد سال پذیرفته نیست.
        [1] این پسوند هر بار فقط برای یک سال فروخته می‌شود.
       *[other] تعداد سال باید عددی از ۱ تا { $most } باشد.
    }
favourites-ask = ⭐ پسوندهای دلخواه شما: { $favourites }. نام‌های بدون پسوند با این پسوندها بررسی می‌شوند. برای تغییر، پسوندهایی را که می‌خواهید بفرستید، مثلاً: com ir shop. حداکثر { $most } پسوند.
favourites-unfit = پسوند { $suffix } وجود ندارد. پسوندها را با فاصله بفرستید، مثلاً: com ir shop

register-how = 🛒 کدام دامنه ثبت شود؟ نامش را بفرستید، مثلاً example.com
name-unfit = ⚠️ { $name } نام دامنه نیست: فقط حرف و رقم، و خط تیره بین آن‌ها.
name-long = ⚠️ { $name } خیلی طولانی است: بین دو نقطه حداکثر ۶۳ کاراکتر؛ هر حرف غیرلاتین بیش از یک کاراکتر حساب می‌شود.
name-ip = ⚠️ { $name } آدرس آی‌پی است، نه دامنه.
name-suffix = ⚠️ { $name } پسوند است. پیش از آن یک نام لازم است، مثلاً example.com
name-unknown-suffix = ⚠️ { $name }: چنین پسوندی وجود ندارد.
name-label = ⚠️ { $name } پسوند ندارد. پسوند را هم بنویسید، مثلاً { "\u200E" }.com
name-subdomain = ℹ️ { $name } زیردامنه است. فقط خود { $domain } ثبت می‌شود.
register-free = ✅ آزاد است: <b>سالانه { $price }</b> با احتساب مالیات بر ارزش افزوده
register-registered = 🔒 دامنهٔ { $domain } قبلاً ثبت شده است.
register-forbidden = 🚫 دامنهٔ { $domain } قابل ثبت نیست.
register-unpriced = قیمتی اعلام نشد، برای همین الان قابل خرید نیست. کمی بعد دوباره تلاش کنید.
register-over = این درخواست ثبت بسته شده است. با { "\u200E" }/register از نو شروع کنید.
register-title = 🛒 <b>ثبت { $domain }</b>
register-ask-period = 📅 برای چند سال؟
register-ask-nicHandle = 🪪 این پسوند ملی است و شناسهٔ ایرنیک مالک دامنه (nic-handle) را لازم دارد. شناسه را بفرستید، مثلاً <code>ab123-irnic</code>
register-ask-handle = 🪪 برای این پسوند شناسهٔ مالک دامنه (nic-handle) لازم است. شناسه را بفرستید، مثلاً <code>ab123-irnic</code>
register-ask-nameServers = 📡 نیم‌سرورها کدام باشند؟ دو تا چهار نیم‌سرور را با فاصله از هم بفرستید، مثلاً <code>ns1.example.com ns2.example.com</code>
register-handle-unfit = ⚠️ این شناسه معتبر نیست: فقط حرف لاتین، رقم و علامت.
register-servers-last = آخرین نیم‌سرورهایی که استفاده کردید:
register-servers-unfit = ⚠️ { $host } نام میزبان معتبری نیست.
register-servers-count = ⚠️ باید دو تا چهار نیم‌سرور متفاوت باشد.
register-text-only = ⚠️ به‌صورت متن بفرستید یا یکی از دکمه‌ها را بزنید.
register-left = 🛒 ثبت دامنه لغو شد. چیزی خریده نشد.
register-outdated = 🛒 ربات به‌روزرسانی شد و این ثبت نیمه‌تمام قابل ادامه نیست. چیزی خریده نشد. از نو شروع کنید: { "\u200E" }/register
button-register-price = 🔄 استعلام دوبارهٔ قیمت
button-change-period = ✏️ تغییر مدت
button-change-nicHandle = ✏️ تغییر شناسهٔ ایرنیک
button-change-nameServers = ✏️ تغییر نیم‌سرورها
registration-what = ثبت { $domain } برای { $years } سال
registration-ask = 🛒 <b>دامنهٔ { $domain } ثبت شود؟</b>
registration-years = مدت: { $years } سال
registration-handle = شناسه: { $handle }
registration-servers = نیم‌سرورها: { $hosts }
registration-means = ⚠️ ثبت دامنه قابل برگشت نیست. دامنه همان لحظه ثبت و مبلغ از موجودی حساب کسر می‌شود.
registration-yes = ثبت به مبلغ { $price }
registration-done = 🎉 دامنهٔ { $domain } ثبت شد و فعال است.
registration-now-registered = 🔒 چیزی خریده نشد: دامنهٔ { $domain } دیگر آزاد نیست و در این فاصله ثبت شده است.
registration-now-forbidden = 🚫 چیزی خریده نشد: دامنهٔ { $domain } دیگر قابل ثبت نیست.
registration-still-free = هنوز آزاد است؛ پس احتمالاً ثبت نشده است.
registration-taken-now = حالا ثبت‌شده نشان داده می‌شود، اما بین دامنه‌های فعال این حساب نیست. در پنل کاربری بررسی کنید.

domains =
    { $count ->
        [0] 🌐 هنوز دامنه‌ای از { $account } اینجا نیست. با { "\u200E" }/domain example.com یکی اضافه کنید. دامنه‌هایی که از ربات ثبت شوند خودکار اضافه می‌شوند.
        [1] 🌐 <b>یک دامنه از { $account }</b>. اینجا دامنه‌هایی است که از ربات ثبت یا با { "\u200E" }/domain دیده شده‌اند.
       *[other] 🌐 <b>{ $count } دامنه از { $account }</b>. اینجا دامنه‌هایی است که از ربات ثبت یا با { "\u200E" }/domain دیده شده‌اند.
    }
domain = { "\u200F" }🌐 <b>{ $domain }</b>
domain-open = { "\u200F" }⏳ { $domain }
domain-start = شروع: { $date }
domain-end = انقضا: { $date }
domain-end-unmoved = انقضا: { $date }؛ تغییری نکرده است.
domain-end-moved = انقضا: { $date }؛ قبلاً { $before } بود. این تمدید { $years } ساله است.
domain-left =
    { $days ->
        [0] ⚠️ امروز منقضی می‌شود.
        [1] یک روز مانده
       *[other] { $days } روز مانده
    }
domain-over =
    { $days ->
        [0] ⚠️ امروز منقضی شد.
        [1] ⚠️ دیروز منقضی شد.
       *[other] ⚠️ { $days } روز پیش منقضی شد.
    }
domain-how = مثلاً { "\u200E" }/domain example.com
domain-not-there = دامنهٔ { $domain } بین دامنه‌های فعال این حساب نیست.
domain-gone = این دامنه دیگر در لیست نیست. لیست: { "\u200E" }/domain
domain-renew-years = ♻️ دامنهٔ { $domain } برای چند سال تمدید شود؟
domain-renewal-what = تمدید { $domain } برای { $years } سال
domain-renewal-done = ✅ دامنهٔ { $domain } برای { $years } سال تمدید شد
domain-renewal-ask = ♻️ <b>دامنهٔ { $domain } برای { $years } سال تمدید شود؟</b>
domain-renewal-means = این مبلغ همان لحظه از موجودی حساب کسر می‌شود.
domain-renewal-yes = تمدید به مبلغ { $price }
button-domain-card = مشخصات دامنه
button-domain-renew = ♻️ تمدید
button-domain-forget = حذف از لیست من

inline-available = ✅ دامنهٔ { $domain } آزاد است.
inline-registered = 🔒 دامنهٔ { $domain } ثبت شده است.
inline-forbidden = 🚫 دامنهٔ { $domain } قابل ثبت نیست.
inline-price = سالانه { $price } با احتساب مالیات بر ارزش افزوده
button-inline-register = 🛒 ثبت دامنه
inline-no-service = این حساب سرویس نمایندگی ندارد
inline-unknown = ⚠️ { $domain }: نامشخص – { $why }
inline-unknown-why = نامشخص – { $why }
inline-short = حداقل { $least } حرف بنویسید، یا نام را با پسوند
inline-subdomain = دامنهٔ اصلی برای { $name }
inline-example = نامی بنویسید، مثلاً brand یا example.com
inline-example-what = آزاد بودن و قیمت دامنه را نشان می‌دهد
inline-example-how = 🔎 در هر گفتگویی بنویسید { $typed } تا آزاد بودن دامنه و قیمتش را ببینید.
inline-example-name = example.com
inline-left = { $count } پسوند دلخواه دیگر بررسی نشد: { "\u200E" }/check
