command-watch = هشدار خاموشی و نزدیک شدن انقضای سرورها
command-alerts = مشکلات فعلی
command-quiet = ساعت سکوت: فقط هشدارهای فوری می‌آید

watch-title = 🔔 <b>پایش</b> · { $account }
watch-all = همهٔ سرورها ({ $count }) پایش می‌شوند: اگر یکی خاموش شود یا دوباره روشن شود، همین‌جا پیام می‌آید.
watch-all-but = همهٔ سرورها پایش می‌شوند، به‌جز { $count } سرور: { $servers }
watch-some = { $count } سرور پایش می‌شود: { $servers }
watch-none = در این گفتگو هیچ سروری پایش نمی‌شود.
watch-how = <blockquote expandable>هر سرور حدوداً دقیقه‌ای یک بار بررسی می‌شود؛ اگر سرورها زیاد باشند، کمتر. بعد از سه نتیجهٔ یکسان هشدار می‌آید. سروری که الان خاموش است، بعد از اولین روشن شدن پایش می‌شود. ربات فقط روشن یا خاموش بودن سرور را می‌بیند، نه باز شدن سایت را.</blockquote>
watch-one = پایش هر سرور را با 🔔 یا 🔕 در صفحهٔ همان سرور عوض کنید.
watch-no-team = در گروه، پایش برای تیم است، چون همه فقط حساب تیم را می‌بینند. در گفتگوی خصوصی با { "\u200E" }/team تیم بسازید یا همان‌جا { "\u200E" }/watch را بفرستید.
watch-invite = 🔔 اگر سروری خاموش شود، ربات می‌تواند همین‌جا خبر بدهد.
watch-set-all = ✅ ذخیره شد.
watch-set-none = ✅ دیگر چیزی در این گفتگو پایش نمی‌شود.
watch-stop = 🔕 <b>پایش چه چیزی متوقف شود؟</b>
    این گفتگو { $names } دامنه، { $prices } قیمت و { $traffic } ترافیک را هم زیر نظر دارد. اگر زیر نظر گرفتنشان را هم متوقف کنید، بعداً باید دوباره یکی‌یکی انتخابشان کنید.
button-stop-servers = 🔕 فقط سرورها
button-stop-all = 🔕 دامنه، قیمت و ترافیک هم
watch-set-on = 🔔 سرور { $server } در این گفتگو پایش می‌شود.
watch-set-off = 🔕 { $server } دیگر در این گفتگو پایش نمی‌شود.
button-watch-all = 🔔 پایش همهٔ سرورها
button-watch-none = 🔕 توقف پایش همه
button-watches = 🔔 پایش‌ها
button-watch-on = 🔔 پایش
button-watch-off = 🔕 لغو پایش
button-alerts = 🚨 مشکلات فعلی
button-power-all = ▶️ روشن کردن همه
button-repeats-on = 🔁 تکرار هشدارها
button-repeats-off = 🔂 هشدارها تکرار نشود
repeats-set-on = ✅ هشداری که کسی پیگیرش نشود بعد از ۱۵ دقیقه تکرار می‌شود و بعد هر ساعت.
repeats-set-off = ✅ هر هشدار فقط یک بار می‌آید.

outside-on = 🛰 هشدار تغییرات بیرون از ربات: روشن.
outside-off = 🛰 هشدار تغییرات بیرون از ربات: خاموش.
outside-set-on = ✅ هشدار تغییرات بیرون از ربات روشن شد.
outside-set-off = ✅ هشدار تغییرات بیرون از ربات خاموش شد.
button-outside-on = 🛰 هشدار تغییرات بیرون از ربات
button-outside-off = 🔕 توقف هشدار تغییرات بیرون از ربات
alert-changed = 🛰 <b>تغییر بیرون از ربات</b>
alert-manyChanges = 🛰 <b>امروز بیشتر از { $most } تغییر بیرون از ربات</b>
    امروز دیگر برای این تغییرات هشدار نمی‌آید، مگر خودتان هشدار را دوباره روشن کنید. هشدارها از فردا دوباره می‌آیند.
alert-line-changed = 🛰 تغییر بیرون از ربات · { $time }
alert-line-manyChanges = 🛰 تغییرات زیاد بیرون از ربات · { $time }
change-appeared = ➕ { $server }: جدید
change-vanished = ➖ { $server }: دیگر در حساب نیست
change-address = 🔀 { $server }: آدرس { $to }، قبلاً { $from }
change-expiry = 📅 { $server }: انقضا { $to }، قبلاً { $from }
changes-how = این تغییر نتیجهٔ سفارش، تمدید، ارتقا یا نصب مجدد در ربات نیست. اگر کار خودتان نبوده، حساب را بررسی کنید.

button-wanted = 🌐 دامنه، قیمت، ترافیک
button-watch-name = 🔔 آزاد شد خبر بده
button-unwatch = 🔕 دیگر خبر نده
button-check-under = 🔎 بررسی نام با { $suffix }
button-price-now = 💰 قیمت امروز { $suffix }
button-register-now = 🛒 ثبت دامنه
button-domain-bell-on = 🔔 قبل از انقضا خبر بده
button-domain-bell-off = 🔕 انقضا را خبر نده
domain-bell-on = 🔔 ۳۰، ۱۴، ۷، ۳ و ۱ روز قبل از انقضا در گزارش روزانه می‌آید.
domain-bell-off = 🔕 در گزارش روزانه نمی‌آید.
domain-bell-silent = 🔕 گزارش روزانه خاموش است؛ پیش از انقضای این دامنه هشداری نمی‌آید.
domain-bell-set-on = 🔔 دامنهٔ { $domain } ۳۰، ۱۴، ۷، ۳ و ۱ روز قبل از انقضا در گزارش روزانه می‌آید.
domain-bell-set-off = 🔕 دامنهٔ { $domain } دیگر در گزارش روزانه نمی‌آید و پیش از انقضایش هشداری نمی‌گیرید.
domain-bell-set-silent = ⚠️ دامنهٔ { $domain } به گزارش روزانه برگشت، اما گزارش روزانه خاموش است. برای باخبر شدن از انقضا روشنش کنید.
wanted = 🌐 <b>دامنه‌ها، قیمت‌ها و ترافیک زیر نظر</b> · { $account }
wanted-none = در این گفتگو هیچ دامنه، قیمت یا ترافیکی زیر نظر نیست. با { "\u200E" }/check ببینید دامنه آزاد است یا نه، و با { "\u200E" }/price قیمت پسوند را.
wanted-how = دامنه‌ها حدوداً هر ۱۰ دقیقه، قیمت‌ها هر ۶ ساعت و ترافیک هر ساعت بررسی می‌شود. هر تغییر با دو بررسیِ یکسان قطعی می‌شود. ترافیک معمول را ربات در یک روز می‌سنجد؛ «خیلی بیشتر» یعنی بیش از { $times } برابر.
wanted-count = 🌐 زیر نظر: { $names } دامنه، { $prices } قیمت، { $traffic } ترافیک.
wanted-registered = ثبت‌شده · { $time }
wanted-available = آزاد · { $time }
wanted-forbidden = قابل ثبت نیست · { $time }
wanted-unread = هنوز خوانده نشده
wanted-name = • { $domain } · { $state }
wanted-price = • { $suffix } · سالانه { $price } یا کمتر
wanted-set = 🔔 دامنهٔ { $domain } ثبت شده است. وقتی آزاد شد همین‌جا پیام می‌آید.
button-watch-names = 🔔 هر کدام آزاد شد خبر بده
wanted-set-many = 🔔 { $count } دامنهٔ ثبت‌شده زیر نظر است. هر کدام آزاد شد، همین‌جا پیام می‌آید.
wanted-left-out = ⚠️ این دامنه‌ها زیر نظر گرفته نشدند: { $names }. هر گفتگو حداکثر { $most } دامنه را زیر نظر می‌گیرد.
wanted-is-available = ✅ دامنهٔ { $domain } همین حالا آزاد است.
wanted-is-forbidden = 🚫 دامنهٔ { $domain } قابل ثبت نیست؛ زیر نظر گرفتنش فایده‌ای ندارد.
wanted-full = زیر نظر گرفته نشد: این گفتگو از قبل { $most } دامنه زیر نظر دارد. یکی را با { "\u200E" }/watch بردارید.
button-watch-price = 🔔 ۱۰٪ ارزان‌تر
button-price-target = 🎯 قیمت دلخواه
wanted-price-set = 🔔 وقتی { $suffix } سالانه { $price } یا کمتر شد، همین‌جا پیام می‌آید.
wanted-full-prices = زیر نظر گرفته نشد: این گفتگو از قبل قیمت { $most } پسوند را زیر نظر دارد. یکی را با { "\u200E" }/watch بردارید.
price-target-ask = 🎯 الان { $suffix } سالانه { $price } است. با چه قیمتی خبر داده شود؟ عدد کمتری با همین واحد پول بفرستید.
price-target-unfit = ⚠️ این عدد از قیمت امروز کمتر نیست: { $suffix } سالانه { $price } است. عدد کمتری بفرستید، فقط رقم.

button-traffic = 🔔 ترافیک بیشتر از حد دلخواه
button-traffic-usual = 📈 ترافیک خیلی بیشتر از معمول
wanted-usual = • { $server } · ترافیک خیلی بیشتر از معمول
wanted-traffic = • { $server } · ترافیک بیشتر از { $above }
traffic-ask = 📶 سرور { $server } تا حالا { $used } ترافیک مصرف کرده است. از چه عددی بیشتر شد هشدار بیاید؟ عدد را با همین واحد بفرستید.
traffic-unfit = ⚠️ باید عددی صحیح و بیشتر از مصرف { $server } باشد: { $used }.
traffic-none = { -provider } برای ترافیک { $server } عددی نفرستاد.
traffic-full = زیر نظر گرفته نشد: این گفتگو از قبل ترافیک { $most } سرور را زیر نظر دارد. یکی را با { "\u200E" }/watch بردارید.
alert-traffic = 📶 <b>{ $of }: ترافیک بیشتر از { $before }</b>
    الان: { $status }{ $unit ->
        [named] .
       *[unnamed] ، با واحد خود { -provider }.
    }
alert-line-traffic = 📶 { $of } · ترافیک بیشتر از { $before } · از { $time }
alert-surge = 📈 <b>{ $of }: ترافیک خیلی بیشتر از معمول</b>
    یک ساعت اخیر: { $status }. معمولاً در یک ساعت: { $before }{ $unit ->
        [named] .
       *[unnamed] ، با واحد خود { -provider }.
    }
alert-line-surge = 📈 { $of } · ترافیک خیلی بیشتر از معمول · از { $time }
alert-surge-over = ⏹ ترافیک { $of } دیگر خیلی بیشتر از معمول نیست.
alert-traffic-over = ⏹ ترافیک { $of } دیگر از { $before } بیشتر نیست.

alert-free = 🌐 <b>دامنهٔ { $of } آزاد است</b>
  دو بار پشت سر هم همین جواب آمد. قبل از خرید، قیمت نشان داده می‌شود.
alert-cheap = 💰 <b>{ $of } سالانه { $price } شد</b>
  وقتی زیر نظر گرفته شد { $before } بود.
alert-line-free = 🌐 { $of } آزاد است · از { $time }
alert-line-cheap = 💰 قیمت سالانهٔ { $of } به { $price } رسید · از { $time }
alert-registered = ✅ دامنهٔ { $of } با همین ربات ثبت شد. دیگر زیر نظر نیست.
alert-taken = ⏹ دامنهٔ { $of } دوباره ثبت شد.
alert-dearer = ⏹ قیمت { $of } دوباره بالا رفت.
alert-offer-unwatched = ⏹ { $of } دیگر زیر نظر نیست.

alerts-title = 🚨 <b>مشکلات فعلی</b>
alerts-none = ✅ مشکلی نیست.
alerts-none-watched = در این گفتگو هیچ سروری پایش نمی‌شود.
alert-line-down = 🔴 { $server } · { $status } · از { $time }
alert-line-up = ✅ { $server } · از { $time } دوباره روشن است
alert-line-powered-off = ⏹ { $server } · با همین ربات خاموش شد
alert-line-place = 🔴 { $count } سرور در { $place } · از { $time }
alert-line-unstable = 🟠 { $server } · مدام خاموش و روشن می‌شود · از { $time }
alert-line-unreachable = ⚠️ { $account }: { -provider } پاسخ معتبری نمی‌دهد · از { $time }
alert-line-refused = 🔑 { $account }: { -provider } توکن را نمی‌پذیرد · از { $time }
unread-line = ❔ { $server } · وضعیتش خوانده نمی‌شود · از { $time }

alert-down = 🔴 <b>{ $server } روشن نیست</b>
    وضعیت: { $status } · از حدود { $time }
alert-place = 🔴 <b>{ $off } سرور از { $count } سرور در { $place } روشن نیستند</b>
  از حدود { $time }
alert-place-all = 🔴 <b>{ $count } سرور در { $place } روشن نیستند</b>
  از حدود { $time }
alert-place-up = ✅ <b>همهٔ سرورهایی که در { $place } خاموش شده بودند دوباره روشن‌اند</b>
  { $count } سرور · { $from } تا { $to }
alert-place-over = ⏹ <b>هشدار { $count } سرور در { $place } تمام شد</b>
  { $from } تا { $to }
alert-place-end = ✅ همهٔ سرورهایی که در { $place } خاموش شده بودند دوباره روشن‌اند.
alert-place-back = ✅ از { $all } سرور در { $place }، { $count } سرور دوباره روشن شد.
alert-place-rest = 🔴 هنوز روشن نیست: { $servers }
alert-turned-unstable = 🟠 مدام خاموش و روشن می‌شود: { $servers }
alert-unstable = 🟠 <b>{ $server } مدام خاموش و روشن می‌شود</b>
  سرور پشت سر هم خاموش می‌شود و برمی‌گردد. آخرین وضعیت: { $status } · از حدود { $time }
alert-unreachable = ⚠️ <b>{ -provider } پاسخ معتبری نمی‌دهد</b> · { $account }
    از حدود { $time }. معلوم نیست سرورها روشن‌اند یا نه؛ به‌محض پاسخ دادن، پایش ادامه پیدا می‌کند.
alert-refused = 🔑 <b>{ -provider } توکن { $account } را نمی‌پذیرد</b>
    از حدود { $time }. { $whose ->
        [own] تا توکن جدید ندهید سرورهای این حساب پایش نمی‌شوند؛ «🔑 توکن جدید» را بزنید.
       *[lent] تا مالک حساب در گفتگوی خصوصی ربات توکن جدید ندهد سرورها پایش نمی‌شوند: { "\u200E" }/accounts
    }
alert-call-onCall = کشیک: { $people }
alert-call-next = { $minutes } دقیقه گذشت و کسی پیگیر نشد. نفر بعدی کشیک: { $people }
alert-call-admins = هنوز کسی پیگیر نشده است. ادمین‌ها: { $people }
alert-seen = 👀 { $person } تا { $time } پیگیر است.
alert-seen-you = 👀 تا { $time } پیگیری با شماست.
alert-seen-all = 👀 تا { $time } پیگیری هر { $count } مورد با شماست.
alert-seen-already = 👀 { $person } همین حالا پیگیر است، تا { $time }.
alert-repeat = ⚠️ شاید تکراری باشد: تلگرام رسیدن پیام اول را تأیید نکرد.
alert-not-watched = 🔕 دیگر اینجا پایش نمی‌شود.
alert-account = حساب: { $account }
alert-silent = 🔕 تا { $time } بی‌صدا ({ $person })
alert-up = ✅ <b>{ $server } دوباره روشن است</b>
  حدود { $count } { $unit ->
    [minutes] دقیقه
    [hours] ساعت
   *[days] روز
  } روشن نبود: { $from } تا { $to }
alert-end = ✅ { $server } دوباره روشن است.
alert-steady = ✅ <b>{ $server } روشن مانده است</b>
    از { $from } تا { $to } مدام خاموش و روشن می‌شد.
alert-powered-off = ⏹ <b>{ $server } با همین ربات خاموش شد</b>
  این هشدار تمام شد.
alert-answers = ✅ <b>{ -provider } دوباره پاسخ می‌دهد</b> · { $account }
    از حدود { $from } تا { $to } پاسخ معتبری نمی‌داد.
alert-accepted = ✅ <b>{ -provider } دوباره توکن { $account } را می‌پذیرد</b>
    از حدود { $from } تا { $to } نمی‌پذیرفت. پایش ادامه دارد.
alert-unwatched = 🔕 { $server } دیگر پایش نمی‌شود.
alert-unwatched-all = 🔕 این حساب دیگر پایش نمی‌شود.
alert-moved = { $what } – پیام جدیدتر را ببینید
alert-over = این هشدار دیگر تمام شده است.
button-acknowledge = 👀 پیگیری با من
alert-handed-back = ↩️ پیگیری دیگر با شما نیست. به افراد تیم خبر داده می‌شود.
alert-open-again = ↩️ پیگیری دیگر با شما نیست.
alert-handed-back-silent = ↩️ پیگیری دیگر با شما نیست. هشدار تا { $time } بی‌صداست.
button-acknowledge-all = 👀 پیگیری هر { $count } مورد با من
button-hand-back = ↩️ پیگیری نمی‌کنم
button-take-over = 👀 پیگیری را می‌گیرم
button-silence = 🔕 { $hours } ساعت بی‌صدا
button-loud = 🔔 باصدا شود

quiet-title = 🌙 <b>ساعت سکوت</b>
quiet-none = ساعت سکوت ندارید.
quiet-set = ساعت سکوت: هر روز { $hours }.
quiet-hours = { $from } تا { $to }
quiet-how = در ساعت سکوت فقط خاموش و دوباره روشن شدن سرورها و پذیرفته نشدن توکن حساب خبر داده می‌شود. بقیهٔ پیام‌ها بعد از ساعت سکوت می‌رسند.
quiet-type = ساعت دیگری می‌خواهید؟ بعد از { "\u200E" }/quiet بنویسید: <code>۲۲:۳۰ تا ۶:۴۵</code> یا، به وقت شهری دیگر، <code>۲۳ تا ۷ برلین</code>
quiet-saved = ✅ ذخیره شد.
quiet-ended = ✅ دیگر ساعت سکوت ندارید؛ پیام‌ها در هر ساعتی می‌آیند.
quiet-unfit = ⚠️ این ساعت خوانده نشد. بعد از { "\u200E" }/quiet شروع و پایان را بنویسید: <code>۲۳ تا ۷</code> یا، به وقت شهری دیگر، <code>۲۳ تا ۷ برلین</code>. برای خاموش کردن: { "\u200E" }<code>/quiet خاموش</code>
# آنچه جلوی quiet/ می‌نویسند. این‌ها فقط خوانده می‌شوند و هیچ‌وقت نمایش داده نمی‌شوند.
quiet-words-begin = از، از ساعت، ساعت
quiet-words-end = تا، الی، تا ساعت
quiet-words-am = صبح، بامداد
quiet-words-pm = بعد از ظهر، بعدازظهر، عصر
quiet-words-night = شب، نیمه‌شب
quiet-words-midnight = نیمه‌شب، نصف‌شب
quiet-words-off = خاموش، خاموش کن، خاموش کنید، خاموش شود، لغو، لغو کن، لغو شود، هیچ، نه
zone-title = 🌍 <b>منطقهٔ زمانی</b>
zone-now = الان ساعت { $time } است.
zone-how = گزارش روزانه و ساعت سکوت این گفتگو با همین ساعت تنظیم می‌شوند.
zone-ask = 🌍 کدام منطقهٔ زمانی؟ نام شهر یا اختلاف با ساعت جهانی را بفرستید: <code>برلین</code> یا { "\u200E" }<code>+۳:۳۰</code>
zone-unfit = ⚠️ این منطقهٔ زمانی شناخته نشد. نام شهر یا اختلاف با ساعت جهانی را بفرستید: <code>برلین</code> یا { "\u200E" }<code>+۳:۳۰</code>
zone-type = برای جای دیگر، نام شهر یا اختلاف با ساعت جهانی را بعد از { "\u200E" }/quiet بنویسید: <code>برلین</code> یا { "\u200E" }<code>+۳:۳۰</code>
button-zone = 🌍 منطقهٔ زمانی
button-zone-type = ✏️ منطقهٔ زمانی دیگر
notices-no-team = در گروه، پیام‌های خودکار برای تیم است. در گفتگوی خصوصی با ربات، با { "\u200E" }/team تیم بسازید یا دستور را همان‌جا بفرستید.
button-quiet = 🌙 ساعت سکوت
button-quiet-off = 🔔 بدون ساعت سکوت

digest = 📋 <b>گزارش روزانهٔ شما</b>
digest-expiring = ⏳ تا { $days } روز دیگر منقضی می‌شوند
digest-expiring-of = ⏳ تا { $days } روز دیگر منقضی می‌شوند · { $account }
digest-column-date = تاریخ
digest-silent = ⚠️ { $account }: { -provider } پاسخ نداد و امروز انقضای سرورهای این حساب معلوم نیست.
digest-refused = 🔑 { $account }: { -provider } توکن حساب را نمی‌پذیرد. { $whose ->
        [own] تا توکن جدید ندهید سرورهایش خوانده نمی‌شوند؛ «🔑 توکن جدید» را بزنید.
       *[lent] تا مالک حساب در گفتگوی خصوصی ربات توکن جدید ندهد سرورهایش خوانده نمی‌شوند: { "\u200E" }/accounts
    }
digest-unknown = ❔ نتیجهٔ نامشخص: { $count } مورد. بررسی کنید و نتیجه را ثبت کنید:
digest-spent = 💸 هزینهٔ یک روز گذشته: { $sums }
digest-of-team = 📋 <b>گزارش روزانه</b> · { $team }
digest-settings = 📋 <b>گزارش روزانه</b>
digest-settings-group = 📋 <b>گزارش روزانه</b> · { $group }
digest-money-on = 💸 هزینه‌های تیم را همهٔ گروه در گزارش می‌بینند.
digest-money-off = 💸 هزینه‌های تیم در گزارش نیست.
digest-is-on = 📋 گزارش روزانه: روشن، حدود ساعت { $time }.
digest-quiet = 🌙 گزارش در ساعت سکوت نمی‌آید؛ بعد از ساعت سکوت، ساعت { $time }، می‌رسد.
digest-is-off = 📋 گزارش روزانه: خاموش.
digest-no-account = 📋 گزارش روزانه دربارهٔ حساب‌های خودتان است و شما هنوز حسابی وصل نکرده‌اید.
digest-how = روزی یک پیام، فقط وقتی خبری باشد: سرورهایی که به‌زودی منقضی می‌شوند، عملیات با نتیجهٔ نامشخص و هزینه‌ها. ساعت را انتخاب کنید:
button-digest = 📋 گزارش روزانه
button-digest-on = 📋 روشن شود
button-digest-off = 🔕 بدون گزارش
button-digest-money = 💸 نمایش هزینه‌ها
button-digest-money-off = 💸 بدون هزینه‌ها
button-digest-renew-private = ♻️ تمدید { $what }…
button-digest-hour = 🕘 تغییر ساعت
button-digest-renew = ♻️ تمدید { $what } · { $days }…
button-digest-later = ⏰ بعداً
digest-more = … و { $count } مورد دیگر{ $news ->
    [0] {""}
   *[other] {""}، { $news } موردش { $mark }
  }
digest-only-count = { $count } مورد{ $news ->
    [0] {""}
   *[other] ، { $news } مورد { $mark }
  }
button-digest-servers = 📋 همهٔ سرورها به ترتیب انقضا
button-digest-domains = 🌐 همهٔ دامنه‌ها
digest-renew-all = هر { $count } سرور
digest-renew-soonest = { $count } سرور نزدیک‌تر به انقضا
digest-renew-all-of = { $count } سرور { $account }
digest-marked = { $mark } یعنی بعد از گزارش قبلی، زمان باقی‌مانده‌اش به ۳۰، ۱۴، ۷، ۳ یا ۱ روز رسیده است
digest-renewed = ✅ بعد از گزارش قبلی تمدید شد: { $names }
digest-later = ⏰ هر چه تمدید نشود، در گزارش بعدی حدود ساعت { $time } دوباره می‌آید.
digest-later-off = گزارش روزانه خاموش است. برای یادآوری دوباره، «🕘 تغییر ساعت» و بعد «📋 روشن شود» را بزنید.
