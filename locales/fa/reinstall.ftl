button-reinstall = 💿 نصب مجدد

reinstall =
    💿 <b>نصب مجدد</b> { $server }

    سیستم‌عامل جدید را انتخاب کنید. { $current ->
        [none] سیستم‌عامل فعلی معلوم نیست.
       *[other] سیستم‌عامل فعلی { $current } است.
    }
reinstall-offer =
    💿 نصب مجدد { $server } با { $os }

    ⚠️ همهٔ اطلاعات دیسک سرور پاک می‌شود و فقط با اسنپ‌شات یا بکاپ برمی‌گردد.
button-snapshot-first = 📸 اول اسنپ‌شات بگیر…
button-go-on = ادامه بدون اسنپ‌شات…
button-reinstall-now = 💿 نصب مجدد با { $os }…
reinstall-question = ❓ همهٔ اطلاعات { $server } پاک و { $os } نصب شود؟
reinstall-what = نصب مجدد { $server } با { $os }
reinstall-did = { $os } روی { $server } نصب شد
reinstall-means = ⚠️ <b>همهٔ اطلاعات دیسک سرور پاک می‌شود</b> و فقط با اسنپ‌شات یا بکاپ برمی‌گردد. سرور رمز عبور جدیدی می‌گیرد که فقط یک بار نشان داده می‌شود.
reinstall-password-lost = ⚠️ رمز عبور جدید به ربات نرسید، چون پاسخ نیامد. وقتی سیستم‌عامل جدید بالا آمد، رمز جدیدی تعیین کنید.
