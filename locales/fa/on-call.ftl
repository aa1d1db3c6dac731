command-oncall = الان چه کسی کشیک است و نوبت بعدی با کیست

on-call-until = 📟 کشیک: { $person } تا { $time }
on-call-person = 📟 کشیک: { $person }
on-call-nobody = 📟 الان کسی کشیک نیست.
on-call-instead = به‌جای { $person } که نوبتش است.
on-call-next = نوبت‌های بعدی:
on-call-turn = • { $person } – { $time }
on-call-rota-daily = برنامهٔ کشیک: { $people }، تحویل هر روز ساعت { $time } ({ $zone })
on-call-rota-weekly = برنامهٔ کشیک: { $people }، تحویل هر { $day } ساعت { $time } ({ $zone })
zone-of =
    { $id ->
        [Tehran] به وقت تهران
        [Dubai] به وقت دبی
        [Istanbul] به وقت استانبول
        [Baghdad] به وقت بغداد
        [Kabul] به وقت کابل
        [Berlin] به وقت برلین
        [Amsterdam] به وقت آمستردام
        [Paris] به وقت پاریس
        [London] به وقت لندن
        [Moscow] به وقت مسکو
        [Toronto] به وقت تورنتو
        [New_York] به وقت نیویورک
        [Los_Angeles] به وقت لس‌آنجلس
       *[other] به وقت { $city }
    }
on-call-then = {" "}←{" "}
on-call-no-rota = برنامهٔ کشیک تنظیم نشده.
on-call-no-team = عضو هیچ تیمی نیستید. مالک تیم می‌تواند شما را اضافه کند.

on-call-taken = ✅ شما کشیک هستید، تا وقتی کشیک را تحویل بدهید.
on-call-taken-until = ✅ تا { $time } شما کشیک هستید.
on-call-before = قبلی: { $person }
on-call-given = ✅ کشیک را تحویل دادید.
on-call-given-own = ✅ شیفت اضافه تمام شد. هنوز کشیک هستید: نوبت خودتان در برنامه است.
on-call-undone = ✅ به حالت قبل برگشت.
on-call-taken-meanwhile = چیزی تغییر نکرد: حالا { $person } کشیک است. دوباره { "\u200E" }/oncall را ببینید.
on-call-changed = چیزی تغییر نکرد: کشیک در این فاصله عوض شده است. دوباره { "\u200E" }/oncall را ببینید.
on-call-not-yours = چیزی تغییر نکرد: حالا یک نفر دیگر کشیک است.
on-call-tag = کشیک

button-on-call-take = 🙋 کشیک تا تحویل بعدی با من
button-on-call-take-open = 🙋 کشیک با من
button-on-call-hours = { $hours } ساعت
button-on-call-give = 👋 تحویل کشیک

hand-over = 📟 تحویل کشیک: { $from } ← { $to }
hand-over-taken = 📟 { $to } کشیک را از { $from } گرفت.
hand-over-first = 📟 { $to } کشیک است.
hand-over-nobody = 📟 کشیک { $from } تمام شد و الان کسی کشیک نیست.
hand-over-until = کشیک تا { $time }
hand-over-alerts = 🚨 مشکلات فعلی:
hand-over-unknown = ❓ نتیجهٔ نامشخص:
hand-over-waiting = ⏳ منتظر تأیید:
hand-over-glass = 🔓 حالت اضطراری تا { $time }: { $reason }
hand-over-line = • { $what } – { $person }
hand-over-more = … و { $count } مورد دیگر
hand-over-nothing = کار نیمه‌تمامی نمانده.

glass-used = 🔓 در حالت اضطراری و بدون تأیید نفر دوم فرستاده شد.
glass-needs-none = 🔓 حالت اضطراری روشن است: تأیید نفر دوم لازم نیست.

command-breakglass = حالت اضطراری برای سرورهای محافظت‌شده: { "\u200E" }/breakglass دلیل
glass-reason = 🔓 حالت اضطراری به چه دلیلی روشن شود؟ همهٔ تیم دلیل را می‌بینند (حداکثر { $most } کاراکتر).
glass-reason-long = دلیل خیلی بلند است: حداکثر { $most } کاراکتر.
glass-reason-nothing = 🔓 در چند کلمه بنویسید چه شده: یک کلمهٔ کوتاه یا فقط نام یا آی‌پی سرور کافی نیست. همهٔ تیم دلیل را می‌بینند (حداکثر { $most } کاراکتر).
glass-reason-how = دلیل را بعد از دستور بنویسید: { "\u200E" }/breakglass دلیل
glass-confirm =
    🔓 حالت اضطراری در { $team } روشن شود؟
    دلیل: { $reason }

    تا { $minutes } دقیقه سرورهای محافظت‌شده تأیید نفر دوم نمی‌خواهند. سقف خرید و نقش‌ها سر جایشان می‌مانند. همهٔ تیم خبردار می‌شوند و هر استفاده ثبت می‌شود.
glass-already = حالت اضطراری از قبل روشن است.
glass-cancelled = لغو شد. چیزی تغییر نکرد.
glass-broken-now = 🔓 حالت اضطراری تا { $time } روشن است. به تیم خبر داده می‌شود.
glass-is-broken =
    🔓 { $person } حالت اضطراری را روشن کرد: تا { $time }
    دلیل: { $reason }
glass-broken =
    🔓 { $person } <b>حالت اضطراری</b> را روشن کرد: { $minutes } دقیقه مانده، تا { $time }
    دلیل: { $reason }
glass-lifts = سرورهای محافظت‌شده تأیید نفر دوم نمی‌خواهند. سقف خرید و نقش‌ها سر جایشان هستند.
glass-people = جهت اطلاع: { $people }
glass-uses = { $count } بار استفاده شد:
glass-use = • { $what } – { $person }
glass-unused = از حالت اضطراری استفاده نشد.
glass-owner =
    🔓 { $person } در تیم { $team } حالت اضطراری را روشن کرد: تا { $time } سرورهای محافظت‌شده تأیید نفر دوم نمی‌خواهند.
    دلیل: { $reason }
glass-member =
    🔓 { $person } در تیم { $team } حالت اضطراری را روشن کرد: تا { $time } سرورهای محافظت‌شده تأیید نفر دوم نمی‌خواهند.
    دلیل: { $reason }
glass-was = روشن‌کننده: { $person }، دلیل: { $reason }
glass-over = 🔒 حالت اضطراری تمام شد.
glass-ended-time = 🔒 مهلت حالت اضطراری { $time } تمام شد.
glass-ended-person = 🔒 حالت اضطراری را { $person } در { $time } تمام کرد.
glass-ended-role = 🔒 حالت اضطراری { $time } تمام شد: { $person } دیگر ادمین نیست.
glass-ended-team = 🔒 حالت اضطراری { $time } تمام شد: تیم حذف شده است.
glass-end-done = حالت اضطراری تمام شد
glass-end-already = قبلاً تمام شده بود
button-glass-break = 🔓 روشن کردن حالت اضطراری
button-glass-end = 🔒 پایان حالت اضطراری

rota = 🗓 برنامهٔ کشیک
rota-not-saved = تا ذخیره نکنید چیزی تغییر نمی‌کند. نفر اول از همان لحظهٔ ذخیره کشیک است.
rota-nobody = کسی انتخاب نشده.
rota-saved = ✅ برنامهٔ کشیک ذخیره شد.
rota-removed = ✅ برنامهٔ کشیک حذف شد.
rota-daily = هر روز
rota-place = { $place }. { $person }
rota-people = 🗓 نوبت با چه کسانی است؟ به ترتیب نوبت بزنید؛ برای حذف، دوباره بزنید.
rota-days = 🗓 کشیک چه روزی تحویل داده می‌شود؟
rota-times = 🗓 کشیک چه ساعتی تحویل داده می‌شود؟
rota-zones = 🗓 به وقت کجا؟
rota-zones-private = منطقهٔ زمانی دیگری را در گفتگوی خصوصی با ربات بنویسید.
button-rota = 🗓 تنظیم برنامهٔ کشیک
button-rota-people = 👥 افراد: { $count }
button-rota-day = 📅 روز: { $day }
button-rota-time = 🕘 ساعت: { $time }
button-rota-zone = { "\u200F" }🌍 { $zone }
button-rota-save = ✅ ذخیره
button-rota-off = 🗑 حذف برنامه
