button-buy = 🛒 خرید سرور
button-buy-private = 🛒 خرید در گفتگوی خصوصی
button-buy-price = 🔄 استعلام دوبارهٔ قیمت
command-buy = خرید سرور جدید

buy = 🛒 <b>سرور جدید</b> · { $account }

buy-start-order = مثل آخرین سفارش
buy-start-server = مثل { $server }
buy-start-double = دو برابر
buy-start-half = نصف
buy-start-small = کوچک
buy-start-medium = متوسط
buy-start-large = بزرگ
buy-start-problem = ⚠️ بدون قیمت؛ برای دیدن دلیل بزنید
buy-start-partly = برای تکمیل مقدارها بزنید
buy-start-days = قیمت‌ها برای { $days } روز و با احتساب مالیات است.
buy-part-cpu = { $value } هسته
buy-part-ram = { $value } گیگابایت رم
buy-part-disk = { $value } گیگابایت دیسک
buy-part-backup =
    { $value ->
        [0] بدون بکاپ
       *[other] { $value } بکاپ
    }
buy-part-traffic = { $value } ترافیک اضافه
buy-part-period = { $value } روز
buy-pick = 🖥 مثل یک سرور دیگر
buy-pick-ask = 🖥 <b>مثل کدام سرور؟</b> یکی را انتخاب کنید یا نام یا آی‌پی‌اش را بنویسید.
buy-pick-more = { $count } سرور دیگر دکمه ندارد؛ می‌توانید نامش را بنویسید.
buy-pick-unfit = سروری با این نام نیست یا چند سرور این نام را دارند. نام یا آی‌پی کامل را بنویسید یا دکمه‌ای را بزنید.
buy-like-units = ℹ️ مقدارها از مشخصات { $server } است و واحد ندارد؛ رم و دیسک را بررسی کنید.
buy-like-named = ℹ️ مقدارها از مشخصات { $server } است. آنجا رم به { $memory } و دیسک به { $disk } است، ولی در سفارش هر دو به گیگابایت حساب می‌شود: رم و دیسک را بررسی کنید.

buy-value-geo = { "\u200F" }📍 { $value }
buy-value-os = { "\u200F" }💿 { $value }
buy-value-cpu = ⚙️ { $value } هسته
buy-value-ram = 🧠 { $value } گیگابایت
buy-value-disk = 💽 { $value } گیگابایت
buy-value-backup =
    { $value ->
        [0] 🗂 بدون بکاپ
       *[other] 🗂 { $value } بکاپ
    }
buy-value-traffic =
    { $value ->
        [0] 📶 بدون ترافیک اضافه
       *[other] { "\u200F" }📶 + { $value }
    }
buy-value-period = 📅 { $value } روز

buy-name-geo = لوکیشن
buy-name-os = سیستم‌عامل
buy-name-cpu = تعداد هسته
buy-name-ram = رم به گیگابایت
buy-name-disk = دیسک به گیگابایت
buy-name-backup = بکاپ‌ها
buy-name-traffic = ترافیک اضافه
buy-name-period = تعداد روز

buy-ask-start = یکی را انتخاب کنید؛ همهٔ مقدارها را بعداً می‌شود تغییر داد. یا از لوکیشن شروع کنید و همه را خودتان انتخاب کنید:
buy-ask-geo = 📍 <b>کدام لوکیشن؟</b> یکی را انتخاب کنید یا بنویسید.
buy-ask-os = 💿 <b>کدام سیستم‌عامل؟</b> Docker و WordPress ایمیج‌های آماده هستند.
buy-ask-cpu = ⚙️ <b>چند هسته؟</b> انتخاب کنید یا عدد بنویسید.
buy-ask-ram = 🧠 <b>چند گیگابایت رم؟</b> انتخاب کنید یا عدد بنویسید.
buy-ask-disk = 💽 <b>چند گیگابایت دیسک؟</b> انتخاب کنید یا عدد بنویسید.
buy-ask-backup = 🗂 <b>چند بکاپ؟</b> انتخاب کنید یا عدد بنویسید؛ ۰ یعنی هیچ.
buy-ask-traffic = 📶 <b>چقدر ترافیک اضافه؟</b> انتخاب کنید یا عدد بنویسید؛ ۰ یعنی هیچ. واحد ترافیک اعلام نشده است.
buy-ask-traffic-unit = 📶 <b>چند { $unit } ترافیک اضافه؟</b> انتخاب کنید یا عدد بنویسید؛ ۰ یعنی هیچ.
buy-ask-period = 📅 <b>برای چند روز؟</b> انتخاب کنید یا عددی از ۷ تا ۳۶۴ بنویسید.
buy-places-unread = لیست سرورهای حساب الان خوانده نمی‌شود؛ برای همین لوکیشن سرورهای خودتان اینجا نیست.
buy-places-more = { $count } لوکیشن دیگر دکمه ندارد؛ می‌توانید نامش را بنویسید.

buy-asking = ⏳ در حال استعلام قیمت…
buy-look-over = برای تغییر هر مقدار روی آن بزنید. تا سفارش را در مرحلهٔ بعد تأیید نکنید چیزی خریده نمی‌شود.
buy-go-on = ادامه: { $price }…

buy-unfit = { $name }: یک عدد صحیح، { $least } یا بیشتر، بفرستید.
buy-unfit-between = { $name }: یک عدد صحیح از { $least } تا { $most } بفرستید.
buy-unfit-large = { $name }: این عدد خیلی بزرگ است. عدد کوچک‌تری بفرستید.
buy-unknown-place = چیزی انتخاب نشد: در { $place } سروری فروخته نمی‌شود. یک لوکیشن را انتخاب کنید یا نام دیگری بنویسید.
buy-unfit-place = نام لوکیشن را با حداکثر { $most } کاراکتر بفرستید.
buy-unfit-system = چنین سیستم‌عاملی نیست. یکی از دکمه‌ها را بزنید یا کد سیستم‌عامل را بنویسید.
buy-text-only = { $name }: لطفاً به‌صورت متن بفرستید یا دکمه‌ای را بزنید.
buy-tap-first = همهٔ مقدارها انتخاب شده است. روی مقداری که می‌خواهید عوض شود بزنید و بعد مقدار جدید را بفرستید.

buy-left = 🛒 سفارش لغو شد. چیزی خریده نشد.
buy-outdated = 🛒 ربات به‌روزرسانی شد و این فرم قابل ادامه نیست. چیزی سفارش داده نشد. از نو شروع کنید: { "\u200E" }/buy
buy-closed = این فرم بسته شده است. سفارش جدید: { "\u200E" }/buy
buy-group = 🛒 خرید سرور در گفتگوی خصوصی انجام می‌شود تا دیگران قیمت‌ها و انتخاب‌هایتان را نبینند.
