button-graph = 📈 نمودار
button-graph-data = 📄 دادهٔ خام
button-hour = ساعت
button-day = روز
button-week = هفته
button-month = ماه
button-year = سال

command-graph = نمودار سرور: { "\u200E" }/graph نام (روز، هفته، ماه…)

graph-period-hour = ساعت گذشته
graph-period-day = روز گذشته
graph-period-week = هفتهٔ گذشته
graph-period-month = ماه گذشته
graph-period-year = سال گذشته

# What a person may type after the name, besides the provider's own words (hour, day, week, month, year).
graph-words-hour = ساعت ساعتی
graph-words-day = روز روزانه امروز
graph-words-week = هفته هفتگی
graph-words-month = ماه ماهانه
graph-words-year = سال سالانه

graph-server = { "\u200F" }📈 { $server }
graph-period-unknown = بازهٔ { $period } وجود ندارد. بازه‌ها: { $periods }.
graph-caption = 📈 { $server } · { $period }
graph-left-out = { $count } مورد دیگر در نمودار نیست: { $names }
graph-left-out-more = و { $count } مورد دیگر
graph-none =
    📈 { $server } · { $period }

    برای این بازه داده‌ای نیست.
graph-unreadable =
    📄 { $server } · { $period }

    این داده‌ها قابل رسم نیست؛ دادهٔ خام در همین فایل است.
graph-data = 📄 { $server } · { $period }: دادهٔ خام

graph-title = { $server } · { $period }
graph-times = { $times } به وقت تهران
graph-readings = اکنون { $latest } · کمترین { $least } · بیشترین { $most }

graph-of-cpu = مصرف CPU
graph-of-memory = رم
graph-of-disk = دیسک
graph-of-net-in = ورودی شبکه
graph-of-net-out = خروجی شبکه
graph-of-value = مقدار
