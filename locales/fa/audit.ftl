command-audit = گزارش کارهای تیم: ‎/audit نام یا روز

audit-title = 📜 گزارش کارهای { $team }
audit-filter-server = سرور یا دامنه: { $server }
audit-filter-person = شخص: { $person }
audit-filter-day = روز: { $day }
audit-empty = هنوز چیزی در گزارش نیست.
audit-empty-filtered = چیزی با این فیلتر پیدا نشد.
audit-column-time = زمان
audit-column-person = شخص
audit-column-what = کار
audit-bot = ربات
audit-missing =
    { $count ->
        [one] ⚠️ یک مورد از اینجا بیرون از ربات حذف شده است.
       *[other] ⚠️ { $count } مورد از اینجا بیرون از ربات حذف شده است.
    }
audit-changed = ⚠️ این مورد بیرون از ربات دستکاری شده و نمایش داده نمی‌شود.
audit-reading = ⏳ در حال خواندن گزارش…
audit-private-only = در این گروه نمی‌شود چیزی را فقط به یک نفر نشان داد؛ گزارش را در گفتگوی خصوصی ببینید.
audit-no-team = اینجا ادمین یا مالک هیچ تیمی نیستید. گزارش را فقط ادمین‌ها و مالک تیم می‌بینند.
audit-which-team = گزارش کدام تیم؟
audit-ended = { $team } (تمام‌شده)
audit-unknown = «{ $wanted }» در گزارش نیست. نام سرور، نام شخص یا روز را بفرستید، مثل ‎/audit ۱۴۰۵/۹/۱
audit-which = چند مورد با «{ $wanted }» جور است. کدام؟
audit-pick-server = کدام سرور یا دامنه؟ بقیه را با ‎/audit نام بفرستید.
audit-pick-person = کدام شخص؟ بقیه را با ‎/audit نام بفرستید.
audit-pick-day = کدام روز؟ بقیه را این‌طور بفرستید: ‎/audit ۱۴۰۵/۹/۱
audit-words-today = امروز
audit-words-yesterday = دیروز

button-audit-newer = جدیدترها
button-audit-older = قدیمی‌ترها
button-audit-server = سرور
button-audit-person = شخص
button-audit-day = روز
button-audit-clear = همهٔ موارد
button-audit-csv = فایل CSV
button-audit-lines = فایل jsonl
button-audit-back = ↩️ گزارش

audit-file-coming = ⏳ در حال آماده کردن گزارش { $team }…
audit-file-caption =
    { $count ->
        [one] 📜 گزارش { $team }: یک مورد
       *[other] 📜 گزارش { $team }: { $count } مورد
    }
audit-file-sent = فایل را در گفتگوی خصوصی فرستادم.
audit-file-unreached = هنوز نمی‌توانم به شما پیام بدهم. گفتگوی خصوصی با من را شروع کنید و دوباره بخواهید.

audit-cell-number = شماره
audit-cell-time = زمان ({ $zone })
audit-cell-person = شخص
audit-cell-person-id = شناسهٔ شخص
audit-cell-what = کار
audit-cell-server = سرور یا دامنه
audit-cell-server-id = شناسهٔ سرور
audit-cell-reason = دلیل
audit-cell-total = مبلغ
audit-cell-currency = واحد پول
audit-cell-operation = شناسهٔ عملیات
audit-cell-event = رویداد

audit-did = { $what }: { $state }
audit-state-ready = آماده شد
audit-state-waiting = منتظر تأیید
audit-state-quoting = استعلام قیمت
audit-state-sending = فرستاده شد
audit-state-accepted = در حال انجام
audit-state-done = انجام شد
audit-state-refused = انجام نشد
audit-state-unknown = نتیجه نامشخص
audit-state-expired = مهلتش گذشت، فرستاده نشد
audit-state-cancelled = لغو شد، فرستاده نشد

audit-kind-power = روشن و خاموش { $subject }
audit-kind-power-on = روشن کردن { $subject }
audit-kind-power-off = خاموش کردن { $subject }
audit-kind-power-reboot = راه‌اندازی مجدد { $subject }
audit-kind-rescue = دیسک نجات { $subject }
audit-kind-snapshot = اسنپ‌شات { $subject }
audit-kind-snapshot-create = اسنپ‌شات جدید از { $subject }
audit-kind-snapshot-restore = بازگردانی اسنپ‌شات { $subject }
audit-kind-snapshot-delete = حذف اسنپ‌شات { $subject }
audit-kind-backup = نسخهٔ پشتیبان { $subject }
audit-kind-backup-create = نسخهٔ پشتیبان جدید از { $subject }
audit-kind-backup-restore = بازگردانی نسخهٔ پشتیبان { $subject }
audit-kind-backup-delete = حذف نسخهٔ پشتیبان { $subject }
audit-kind-reinstall = نصب مجدد { $subject }
audit-kind-password = رمز عبور جدید { $subject }
audit-kind-ssh-key = کلید SSH جدید { $subject }
audit-kind-order = سفارش سرور جدید
audit-kind-renewal = تمدید { $subject }
audit-kind-upgrade = ارتقای { $subject }
audit-kind-registration = ثبت { $subject }
audit-kind-domain-renewal = تمدید { $subject }
audit-kind-other = عملیات

audit-approved = تأیید کرد: { $what } (درخواست { $member })
audit-declined = رد کرد: { $what } (درخواست { $member })
audit-refused = اجازه نداشت: { $what } – { $reason }
audit-refused-often = امروز بارها اجازه نداشت؛ موارد بعدی نوشته نمی‌شود
audit-console-asked = کنسول { $subject } را خواست
audit-team-founded = تیم را ساخت
audit-team-ended = تیم را تمام کرد
audit-team-paused = تیم متوقف شد
audit-team-resumed = تیم دوباره راه افتاد
audit-member-asked = درخواست عضویت داد
audit-member-added = { $member } را با نقش { $after } اضافه کرد
audit-member-removed = { $member } را حذف کرد
audit-member-left = از تیم رفت
audit-role-changed = نقش { $member }: از { $before } به { $after }
audit-protected = از { $subject } محافظت کرد: { $after }
audit-unprotected = محافظت { $subject } را برداشت
audit-limit-team = سقف تیم: از { $before } به { $after }
audit-limit-member = سقف { $member }: از { $before } به { $after }
audit-glass-broken = حالت اضطراری را روشن کرد: { $reason }
audit-glass-used = در حالت اضطراری و بدون تأیید: { $what }
audit-glass-ended = حالت اضطراری تمام شد
audit-rota-changed = برنامهٔ کشیک را عوض کرد
audit-on-call-taken = کشیک را برداشت
audit-handed-over = کشیک را به { $member } داد
audit-exported = از گزارش خروجی گرفت ({ $after })
audit-exported-part = از گزارش { $subject } خروجی گرفت ({ $after })

audit-action-read = دیدن
audit-action-power-on = روشن کردن
audit-action-reboot = راه‌اندازی مجدد
audit-action-power-off = خاموش کردن
audit-action-console = کنسول
audit-action-create = اسنپ‌شات یا نسخهٔ پشتیبان
audit-action-take-on-call = برداشتن کشیک
audit-action-restore = بازگردانی
audit-action-delete = حذف
audit-action-reinstall = نصب مجدد
audit-action-rescue = دیسک نجات
audit-action-password = رمز عبور
audit-action-ssh-key = کلید SSH
audit-action-spend = خرید
audit-action-approve = تأیید درخواست
audit-action-audit = دیدن گزارش
audit-action-break-glass = حالت اضطراری
audit-action-rota = برنامهٔ کشیک
audit-action-name = تغییر نام
audit-action-members = اعضا
audit-action-protect = محافظت
audit-action-limits = سقف هزینه
audit-action-account = حساب
audit-on = { $what }، { $subject }

audit-reason-not-member = عضو تیم نیست
audit-reason-role = نقشش کافی نیست
audit-reason-role-needed = نقش { $role } لازم است
audit-reason-paused = تیم متوقف است
audit-reason-elsewhere = در گفتگوی دیگری خواست
audit-reason-no-approver = کس دیگری حق تأیید ندارد
audit-reason-team-limit = از سقف تیم بیشتر بود
audit-reason-limit-unclear = سقف با ارز دیگری است
audit-reason-ended = تیم تمام شده
audit-reason-lent = حساب در این فاصله به تیم داده شد
audit-reason-unsure = تلگرام عضویتش را تأیید نکرد
audit-reason-left = از گروه رفته
audit-value-none = هیچ
audit-value-changes = تغییرها
audit-value-restarts = تغییرها و راه‌اندازی مجدد
