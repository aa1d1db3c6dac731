team-choose-account = 👥 کدام حسابتان را در اختیار تیم می‌گذارید؟
team-all-lent = 👥 همهٔ حساب‌هایتان از قبل در اختیار یک تیم است:
team-lent-to = { $account } ← { $group }
team-choose-group = 👥 حساب { $account }: گروه تیم را با دکمهٔ پایین انتخاب کنید. اگر آنجا نباشم، اضافه می‌شوم.
team-group-chosen = گروه: { $group }
team-go-on-private = 👥 بقیه‌اش در گفتگوی خصوصی: حساب‌هایتان را فقط خودتان باید ببینید.
team-only-account = شما
team-confirm =
    👥 حساب { $account } در اختیار گروه { $group } قرار بگیرد؟

    • همهٔ سرورهایش، با همان اسم‌هایی که گذاشته‌اید، و هر چه با این حساب سفارش داده شود.
    • هر عضو فقط کارهایی را می‌کند که نقشش اجازه می‌دهد. نقش‌ها را شما تعیین می‌کنید.
    • توکن شما را هیچ‌کس نمی‌بیند و نمی‌گیرد.
    • از این به بعد این گروه فقط با همین حساب کار می‌کند.
team-confirm-topic =
    👥 حساب { $account } در اختیار تاپیک { $group } قرار بگیرد؟

    • همهٔ سرورهایش، با همان اسم‌هایی که گذاشته‌اید، و هر چه با این حساب سفارش داده شود.
    • هر عضو فقط کارهایی را می‌کند که نقشش اجازه می‌دهد. نقش‌ها را شما تعیین می‌کنید.
    • توکن شما را هیچ‌کس نمی‌بیند و نمی‌گیرد.
    • از این به بعد این تاپیک فقط با همین حساب کار می‌کند.
team-confirm-forum = این برای کل گروه است. برای تیمِ یک تاپیک، در همان تاپیک { "\u200E" }/team بفرستید.
team-account-lent = این حساب از قبل در اختیار یک تیم است. تیم‌های شما: { "\u200E" }/team
team-chat-taken = این گروه خودش تیم دارد. تیم دیگر، گروه یا تاپیک جدا می‌خواهد.
team-no-administrator = فقط مدیر گروه می‌تواند آنجا تیم بسازد. از یکی از مدیرهای گروه بخواهید شما را هم مدیر کند و دوباره { "\u200E" }/team بفرستید.
team-too-often = در ۲۴ ساعت گذشته { $most } تیم ساخته‌اید. فردا دوباره امتحان کنید.
team-confirm-ends = تیم { $owner } که از گروه رفته، با این کار حذف می‌شود.
team-replaced = 👥 { $person } در گروه { $group } که از آن رفته بودید تیم دیگری ساخت. تیم شما آنجا حذف شد و اعضایش دیگر به حسابتان دسترسی ندارند.
team-bot-absent = من در آن گروه نیستم. اضافه‌ام کنید و دوباره با { "\u200E" }/team انتخابش کنید.
team-owner-absent = شما در آن گروه نیستید. اول عضوش شوید و دوباره با { "\u200E" }/team انتخابش کنید.
team-owner-unclear = تلگرام به من نمی‌گوید شما در آن گروه هستید یا نه. مرا آنجا مدیر کنید و دوباره { "\u200E" }/team بفرستید.
team-no-group = تیم به گروه نیاز دارد؛ کانال نمی‌شود.
team-here = 👥 { $owner } تیم ساخت: از این به بعد اینجا با یک حساب مشترک کار می‌شود. برای استفاده، نقش بگیرید:
team-created = ✅ تیم { $group } ساخته شد.
team-ready = ✅ تیم { $group } آماده است.
team-next =
    قدم بعدی، داخل گروه:
    • { "\u200E" }/protect – سرورهایی که تأیید نفر دوم می‌خواهند
    • { "\u200E" }/members – نقش‌ها و سقف‌ها
    • { "\u200E" }/oncall – کشیک
    • { "\u200E" }/team – وضعیت تیم

members-choose = 👤 حداکثر { $most } نفر از { $group } را انتخاب کنید. اول «بیننده» می‌شوند؛ با یک لمس نقششان را عوض می‌کنید.
members-chosen = { $count } نفر انتخاب شد.
members-added = ✅ به‌عنوان بیننده اضافه شد: { $people }
members-known = از قبل عضو: { $people }
members-outside = در گروه نیست و اضافه نشد: { $people }. اول به گروه اضافه‌اش کنید.
members-unclear = تلگرام نمی‌گوید در گروه هست یا نه، برای همین اضافه نشد: { $people }. مرا آنجا مدیر کنید و دوباره امتحان کنید.
members-welcome = 👥 عضو جدید تیم، با نقش بیننده: { $people }
members-roles = 👥 نقش‌ها:
members-add-private = اعضای جدید را در گفتگوی خصوصی انتخاب کنید. یا همین‌جا در پاسخ به پیام طرف بنویسید: { "\u200E" }/role operator
members-add-expired = خیلی طول کشید. { "\u200E" }/members را بفرستید و از نو شروع کنید.
member-line = { $name } · { $role }
member-added = ✅ { $name } عضو تیم شد: { $role }
member-changed = ✅ { $name }: { $before } ← { $after }
member-off-rota = 📟 در برنامهٔ کشیک هم دیگر نیست.
member-removed = ✅ { $name } دیگر عضو تیم نیست.
member-you-removed = 👥 دیگر عضو تیم { $group } نیستید و به حساب و سرورهایش دسترسی ندارید.
member-refused-owner = نقش مالک نه عوض می‌شود و نه به کسی منتقل می‌شود. مالک دیگر باید با حساب خودش تیم بسازد.
member-refused-full = ظرفیت تیم پر است: حداکثر ۲۰۰ عضو.
member-refused-absent = این شخص دیگر عضو تیم نیست.
member-refused-outdated = بعد از آن چیزی عوض شده. ببینید: { "\u200E" }/members
member-refused-bot = ربات نمی‌تواند عضو تیم باشد.
member-refused-outside = این شخص در گروه تیم نیست. اول به گروه اضافه‌اش کنید.
member-refused-unclear = تلگرام به من نمی‌گوید این شخص در گروه هست یا نه. مرا آنجا مدیر کنید و دوباره امتحان کنید.
join-asked = درخواستتان به مالک تیم رسید. وقتی عضو شدید همین‌جا می‌بینید.
join-waits = قبلاً درخواست داده‌اید. مالک تیم باید تصمیم بگیرد.
join-member = شما از قبل عضو تیم هستید.
join-full = درخواست‌های بی‌جواب زیاد شده. از مالک تیم بخواهید اول به آن‌ها جواب بدهد.
join-request = 🙋 { $name } می‌خواهد عضو تیم { $group } شود. با چه نقشی؟
join-request-gone = به این درخواست قبلاً جواب داده شده.
join-declined = ✖️ درخواست { $name } رد شد.

button-team-group = 👥 انتخاب گروه
button-team-lend = ✅ بله، در اختیار تیم باشد
button-team-join = 🙋 عضویت در تیم
button-team-show = 👥 وضعیت تیم
button-members-choose = 👤 انتخاب افراد
button-members-more = ➕ افزودن عضو
button-done = ✔️ تمام

team = 👥 تیم { $group }
teams = 👥 تیم‌های شما:
team-account = حساب: { $account } · مالک: { $owner }
team-account-of = صاحب حساب: { $owner }
team-members = اعضا: { $members }
team-count = { $role } { $count }
team-protected = سرورهای محافظت‌شده: { $count }
team-on-call = کشیک: { $name }
team-requests = 🙋 منتظر جواب شما: { $count }
team-paused-ownerLeft = ⏸ تیم متوقف است: مالک از گروه رفته.
team-paused-botLeft = ⏸ تیم متوقف است: من در گروه نیستم.
team-owner-left = ⏸ مالک تیم از گروه رفت: تا برنگردد کسی نمی‌تواند از حساب تیم استفاده کند.
team-you-left = ⏸ شما از گروه { $group } رفتید؛ تیم متوقف شد و کسی آنجا به حسابتان دسترسی ندارد. دوباره عضو گروه شوید و دکمه را بزنید.
team-bot-left = ⏸ مرا از گروه { $group } حذف کردند؛ تیم متوقف شد. دوباره اضافه‌ام کنید تا ببینم چه کسانی مانده‌اند و ادامه بدهم.
team-not-paused = تیم متوقف نیست.
team-resumed = ▶️ تیم { $group } به کارش ادامه می‌دهد.
team-resumed-here = ▶️ تیم به کارش ادامه می‌دهد. هر کس دیگر در این گروه نیست، دیگر نقشی هم ندارد.
team-resume-away = شما در گروه تیم نیستید. اول عضو شوید و دوباره بزنید.
team-resume-unclear = تلگرام نمی‌گوید چه کسانی در گروه هستند؛ پس تیم متوقف می‌ماند. مرا به گروه اضافه کنید، بهتر است مدیر هم باشم، و دوباره بزنید.
teams-none = شما عضو تیمی نیستید. برای ساختن تیم: { "\u200E" }/team
team-none-here = این گروه تیم ندارد. صاحب حساب با { "\u200E" }/team تیم می‌سازد.
teams-which = کدام تیم؟
team-end-ask =
    تیم { $group } حذف شود؟

    • دسترسی اعضا همان لحظه قطع می‌شود.
    • هر چه منتظر تأیید است فرستاده نمی‌شود. کارهای در حال انجام تا آخر می‌روند.
    • حساب و سرورهایتان همان‌طور که هستند می‌مانند.
    • تا ۲۴ ساعت می‌توانید برگردانید: نقش‌ها، سقف‌ها، برنامهٔ کشیک و سرورهای محافظت‌شده برمی‌گردند؛ تأییدهای نیمه‌کاره و درخواست‌های عضویت نه.
team-ended = تیم { $group } حذف شد. اعضایش دیگر دسترسی ندارند. تا ۲۴ ساعت می‌توانید برگردانید.
team-restored =
    { $gone ->
        [0] ✅ تیم { $group } با هر { $count } عضو و نقش‌هایشان برگشت.
       *[other] ✅ تیم { $group } با { $count } عضو و نقش‌هایشان برگشت. { $gone } نفر دیگر در گروه نبودند.
    }
team-restored-here = 👥 { $owner } حذف تیم را برگرداند: هر کس هنوز در این گروه است، نقش قبلی‌اش را دارد.
team-ended-here = 👥 { $owner } تیم را حذف کرد. از این به بعد اینجا هر کس با حساب خودش کار می‌کند.
members = 👥 { $group }: { $count } عضو
member-asks = { "\u200F" }🙋 { $name }
member-button = { $name } · { $role }
member-refused-anonymous = معلوم نیست آن پیام را چه کسی نوشته. پیامی را انتخاب کنید که طرف با نام خودش فرستاده باشد.
role-by-reply = یا در پاسخ به پیام طرف بنویسید { "\u200E" }/role viewer یا { "\u200E" }/role operator یا { "\u200E" }/role admin. با { "\u200E" }/role none از تیم حذف می‌شود.
role-nobody = عضوی با نام { $wanted } پیدا نکردم؛ نام کوچک اعضا را می‌شناسم، نه نام کاربری‌شان را. از لیست زیر انتخابش کنید، یا در پاسخ به پیامش بنویسید { "\u200E" }/role operator
role-several = چند عضو { $wanted } نام دارند. کدام؟
role-unknown = کدام نقش؟ { "\u200E" }/role viewer یا { "\u200E" }/role operator یا { "\u200E" }/role admin. برای حذف از تیم: { "\u200E" }/role none

# What an owner types behind /role and /members, separated by commas. They are read and never shown.
role-words-viewer = بیننده، ناظر، مشاهده
role-words-operator = اپراتور، کاربر
role-words-admin = ادمین، مدیر
role-words-owner = مالک، صاحب
role-words-none = حذف، هیچ، اخراج، برکنار
role-words-add = اضافه، افزودن، عضو، جدید

button-teams = 👥 تیم‌های شما
button-team-new = ➕ تیم جدید
button-team-end = حذف تیم
button-team-end-now = بله، تیم حذف شود
button-team-resume = ▶️ ادامهٔ کار تیم
button-members = 👥 اعضا
button-member-remove = حذف از تیم

command-team = تیم شما: ساختن و دیدن
command-members = اعضای تیم و نقش‌هایشان
command-role = نقش دادن به یک عضو
