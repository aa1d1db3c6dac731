language-name = فارسی
# What JavaScript's Intl knows the language by, for numbers, dates and the calendar; without it, the name of this folder.
language-tag = fa-IR-u-ca-persian
# The clock its readers go by, as Intl names it. card-read, graph-times and orders-when name it to people.
time-zone = Asia/Tehran
chosen = ✓ { $name }

home-welcome =
    👋 <b>خوش آمدید.</b>

    اینجا سرورهایتان را از داخل گفت‌وگو اداره می‌کنید: آن‌ها را می‌بینید، راه‌اندازی مجدد می‌کنید، روشن و خاموش می‌کنید.

    برای شروع، حسابتان را با توکن API که در پنل ارائه‌دهنده هست وصل کنید.
home =
    🏠 <b>خانه</b>

    حساب فعلی: { $account }

    سریع‌ترین راه به یک سرور: { "\u200E" }<code>/reboot NAME</code>
help =
    <b>چه چیزهایی می‌توانید بنویسید</b>

    <b>سرورها</b>
    • { "\u200E" }/servers – سرورهای شما؛ همراه با یک IP یا موقعیت، فقط همان‌ها
    • { "\u200E" }/server NAME – کارت یک سرور
    • { "\u200E" }/reboot NAME – راه‌اندازی مجدد، پس از تأیید
    • { "\u200E" }/on NAME – روشن کردن، پس از تأیید
    • { "\u200E" }/off NAME – خاموش کردن، پس از تأیید
    • { "\u200E" }/console NAME – صفحهٔ نمایش سرور
    • { "\u200E" }/rescue NAME – دیسک نجات
    • { "\u200E" }/snapshot NAME – گرفتن اسنپ‌شات
    • { "\u200E" }/graph NAME – نمودار مصرف

    <b>سفارش‌ها</b>
    • { "\u200E" }/buy – خرید سرور تازه، گام‌به‌گام و با قیمت
    • { "\u200E" }/renew NAME – تمدید یک سرور؛ بدون NAME، چند سرور
    • { "\u200E" }/upgrade NAME – منابع بیشتر
    • { "\u200E" }/orders – سفارش‌های شما

    <b>دامنه‌ها</b>
    • { "\u200E" }/check NAMES – کدام دامنه‌ها آزادند، یکی یا هزارتا
    • { "\u200E" }/price TLD – قیمت یک پسوند
    • { "\u200E" }/register DOMAIN – ثبت یک دامنه
    • { "\u200E" }/domain – دامنه‌های شما، تاریخ‌ها و تمدید

    <b>حساب</b>
    • { "\u200E" }/connect – اتصال حساب
    • { "\u200E" }/accounts – تعویض، تغییر نام، قطع اتصال
    • { "\u200E" }/language – انتخاب زبان – Language
    • { "\u200E" }/cancel – بیرون آمدن از هر کاری که در میانهٔ آن هستید

    به‌جای NAME نامی که خودتان گذاشته‌اید، یک IP یا ابتدای آن را بنویسید.

    در گروه همین فرمان‌ها روی حساب فعلی خودتان کار می‌کنند. دکمه‌های تأیید شما را فقط خودتان می‌توانید بزنید.

home-group =
    👋 از اینجا هم سرورها را اداره می‌کنم: { "\u200E" }/servers · { "\u200E" }/reboot NAME

    هر کس روی حساب فعلی خودش کار می‌کند. حساب‌ها در گفت‌وگوی خصوصی با من وصل می‌شوند.

button-home = 🏠 خانه
button-help = ❔ راهنما
button-language = 🌐 زبان
button-connect = 🔑 اتصال حساب
button-wish-unnamed = ▶️ ادامه
button-wish = ▶️ ادامه: { $what }
button-connect-private = 🔑 اتصال در گفت‌وگوی خصوصی
button-private = 💬 گفت‌وگوی خصوصی
button-accounts = 👤 حساب‌ها
button-cancel = انصراف
button-back = ↩️ بازگشت
button-use = استفاده از این حساب
button-rename = ✏️ تغییر نام
button-disconnect = قطع اتصال
button-disconnect-now = بله، قطع شود

language = به چه زبانی صحبت کنم؟

connect-ask =
    🔑 <b>اتصال حساب</b>

    توکن API را از پنل ارائه‌دهنده کپی کنید و همین‌جا به‌صورت پیام بفرستید.

    پیامی را که توکن در آن است پاک می‌کنم، توکن را نزد ارائه‌دهنده بررسی و به‌صورت رمزشده نگه‌داری می‌کنم. فقط فرمان‌های خودتان از آن استفاده می‌کنند.
connect-text-only = این پیام متنی نبود. لطفاً خود توکن را به‌صورت پیام متنی بفرستید.
connect-no-token = این نمی‌تواند توکن باشد: توکن یک کلمه از حروف لاتین، رقم و نشانه است. لطفاً دوباره از پنل ارائه‌دهنده کپی کنید و همین‌جا بفرستید.
connect-delete-yourself = ⚠️ نتوانستم پیام حاوی توکن را پاک کنم. لطفاً همین حالا خودتان پاکش کنید.
connect-wrong = 🔑 ارائه‌دهنده این توکن را نمی‌پذیرد. لطفاً دوباره از پنل ارائه‌دهنده کپی کنید و همین‌جا بفرستید.
connect-not-kept = چیزی ذخیره نشد. پیام بعدی شما را توکن می‌گیرم؛ برای انصراف { "\u200E" }/cancel را بزنید.
connect-too-many = { $most } حساب وصل کرده‌اید و بیشتر از این ممکن نیست. ابتدا یکی را در { "\u200E" }/accounts قطع کنید.
connect-done =
    ✅ حساب با نام { $account } <b>وصل شد</b>.

    { $count ->
        [0] هنوز سروری در آن نیست.
        [one] یک سرور در آن هست.
       *[other] { $count } سرور در آن هست.
    }
connect-known =
    ✅ این حساب از قبل با نام { $account } وصل است. از این پس حساب فعلی شماست.

    { $count ->
        [0] هنوز سروری در آن نیست.
        [one] یک سرور در آن هست.
       *[other] { $count } سرور در آن هست.
    }
connect-group = 🔑 حساب‌ها فقط در گفت‌وگوی خصوصی وصل می‌شوند؛ جایی که کس دیگری نتواند توکن شما را بخواند.
connect-group-token-deleted = ⚠️ توکن را هرگز نباید در گروه نوشت. پیام را پاک کردم، اما شاید دیگران آن را دیده باشند: توکن را در پنل ارائه‌دهنده عوض کنید و سپس توکن تازه را در گفت‌وگوی خصوصی وصل کنید.
connect-group-token = ⚠️ توکن را هرگز نباید در گروه نوشت و من اجازهٔ پاک کردن آن پیام را ندارم. همین حالا پاکش کنید، توکن را در پنل ارائه‌دهنده عوض کنید و سپس توکن تازه را در گفت‌وگوی خصوصی وصل کنید.

account-label = حساب { $number }
accounts =
    👤 <b>حساب‌ها</b>

    { $count ->
        [one] یک حساب وصل است.
       *[other] { $count } حساب وصل است. فرمان‌ها روی حسابی که تیک دارد کار می‌کنند.
    }
accounts-none =
    👤 <b>حساب‌ها</b>

    هیچ حسابی وصل نیست.
accounts-group = 👤 لطفاً حساب‌هایتان را در گفت‌وگوی خصوصی با من مدیریت کنید.
account =
    👤 { $account }

    با این حساب چه کنم؟
account-current =
    👤 { $account }

    ✓ فرمان‌ها روی این حساب کار می‌کنند.
account-none = حسابی از شما وصل نیست. در گفت‌وگوی خصوصی با { "\u200E" }/connect یک حساب وصل کنید.
account-not-yours = این مربوط به حسابی است که به شما وصل نیست.
account-gone = این حساب دیگر وصل نیست.
account-rename-ask = نام تازه برای { $account } را بفرستید؛ حداکثر { $most } نویسه.
account-rename-unfit = این نام مناسب نیست: باید خواندنی باشد و حداکثر { $most } نویسه. لطفاً نام دیگری بفرستید.
account-rename-taken = حساب دیگری از شما همین نام را دارد. لطفاً نام دیگری بفرستید.
account-disconnect-ask =
    اتصال { $account } قطع شود؟

    توکن آن و نام‌هایی را که به سرورهایش داده‌اید فراموش می‌کنم. نزد ارائه‌دهنده چیزی تغییر نمی‌کند و سرورها به کار خود ادامه می‌دهند.
account-disconnected = اتصال { $account } قطع شد.

ask-left = کنار گذاشته شد. چیزی تغییر نکرد.
cancel-left = کنار گذاشته شد. حالا چه کنیم؟ { "\u200E" }/servers · { "\u200E" }/help
cancel-withdrawn = لغو شد: { $what }.
cancel-under-way = ⏳ { $what }: پیش‌تر تأیید شده و دیگر لغو نمی‌شود. نتیجه در پیام خودش می‌آید.
cancel-nothing = کاری در جریان نیست. { "\u200E" }/servers · { "\u200E" }/help

command-servers = سرورهای شما
command-server = کارت یک سرور: { "\u200E" }/server NAME
command-reboot = راه‌اندازی مجدد: { "\u200E" }/reboot NAME
command-on = روشن کردن: { "\u200E" }/on NAME
command-off = خاموش کردن: { "\u200E" }/off NAME
command-accounts = تعویض، تغییر نام و قطع اتصال حساب‌ها
command-connect = اتصال حساب
command-language = زبان – Language
command-help = چه کارهایی از من برمی‌آید
command-cancel = بیرون آمدن از کار جاری
