button-rescue = 🛟 دیسک نجات
button-eject = ⏏️ جدا کردن دیسک نجات

rescue =
    🛟 <b>دیسک نجات</b> برای { $server }

    دیسک نجات سرور را با سیستم دیگری بالا می‌آورد تا بتوانید سیستم خودش را تعمیر کنید. سرور هم با اتصال و هم با جدا کردن آن راه‌اندازی مجدد می‌شود.
rescue-attached =
    🛟 <b>دیسک نجات</b> برای { $server }

    دیسک نجات متصل است. با جدا کردن آن، سرور از دیسک خودش راه‌اندازی مجدد می‌شود.
rescue-attach-question = ❓ دیسک نجات { $disk } به { $server } متصل شود؟
rescue-attach-what = اتصال دیسک نجات { $disk } به { $server }
rescue-attach-did = دیسک نجات { $disk } به { $server } متصل شد
rescue-attach-means = ⚠️ سرور فوراً از دیسک نجات راه‌اندازی مجدد می‌شود. تا دیسک را جدا نکنید، سرویس‌هایش در دسترس نیستند.
rescue-attach-already = ℹ️ دیسک نجات از قبل متصل است؛ شاید ارائه‌دهنده نپذیرد.
rescue-attach-yes = بله، متصل و راه‌اندازی مجدد شود
rescue-attach-done = سرور حالا از دیسک نجات اجرا می‌شود. کارتان که تمام شد، دیسک را جدا کنید.
rescue-eject-question = ❓ دیسک نجات از { $server } جدا شود؟
rescue-eject-what = جدا کردن دیسک نجات از { $server }
rescue-eject-did = دیسک نجات از { $server } جدا شد
rescue-eject-means = ⚠️ سرور فوراً از دیسک خودش راه‌اندازی مجدد می‌شود.
rescue-eject-already = ℹ️ دیسک نجاتی متصل نیست؛ شاید ارائه‌دهنده نپذیرد.
rescue-eject-yes = بله، جدا شود و راه‌اندازی مجدد شود
rescue-eject-done = سرور دوباره از دیسک خودش اجرا می‌شود.

command-rescue = دیسک نجات: { "\u200E" }/rescue نام
