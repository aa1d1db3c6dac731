button-reinstall = 💿 نصب مجدد

reinstall =
    💿 <b>نصب مجدد</b> { $server }

    سیستم‌عامل جدید را انتخاب کنید. { $current ->
        [none] سیستم‌عامل فعلی معلوم نیست.
       *[other] سیستم‌عامل فعلی { $current } است.
    }
reinstall-offer =
    💿 نصب مجدد { $server } با { $os }

    ⚠️ همهٔ اطلاعات دیسک آن پاک می‌شود و فقط با اسنپ‌شات یا نسخهٔ پشتیبان برمی‌گردد.
button-snapshot-first = 📸 اول اسنپ‌شات بگیر
button-go-on = ادامه بدون اسنپ‌شات
button-reinstall-now = 💿 حالا نصب مجدد با { $os }
reinstall-question = ❓ سرور { $server } با { $os } نصب مجدد شود؟
reinstall-what = نصب مجدد { $server } با { $os }
reinstall-did = { $server } با { $os } نصب مجدد شد
reinstall-means = ⚠️ <b>همهٔ اطلاعات دیسک آن پاک می‌شود</b> و فقط با اسنپ‌شات یا نسخهٔ پشتیبان برمی‌گردد. سرور رمز عبور جدیدی می‌گیرد که فقط یک بار نشان داده می‌شود.
reinstall-password-lost = ⚠️ رمز عبور جدید در همان پاسخی بود که نرسید. وقتی سیستم‌عامل جدید بالا آمد، رمزی برایش تعیین کنید.
