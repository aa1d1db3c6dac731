command-oncall = الان چه کسی کشیک است و نوبت بعدی با کیست

on-call-until = 📟 کشیک: { $person } تا { $time }
on-call-person = 📟 کشیک: { $person }
on-call-nobody = 📟 الان کسی کشیک نیست.
on-call-instead = به‌جای { $person } که نوبتش است.
on-call-next = نوبت‌های بعدی:
on-call-turn = • { $person } – { $time }
on-call-rota-daily = برنامهٔ کشیک: { $people }، تحویل هر روز ساعت { $time } ({ $zone })
on-call-rota-weekly = برنامهٔ کشیک: { $people }، تحویل هر { $day } ساعت { $time } ({ $zone })
on-call-then = {" "}←{" "}
on-call-no-rota = برنامهٔ کشیک تنظیم نشده.
on-call-no-team = عضو هیچ تیمی نیستید. مالک تیم می‌تواند شما را اضافه کند.
on-call-no-team-here = این گروه تیم ندارد.

on-call-taken = ✅ تا وقتی پس بدهید شما کشیک هستید.
on-call-taken-until = ✅ تا { $time } شما کشیک هستید.
on-call-before = قبلی: { $person }
on-call-given = ✅ کشیک را پس دادید.
on-call-undone = ✅ به حالت قبل برگشت.
on-call-taken-meanwhile = حالا { $person } کشیک است. چیزی عوض نشد؛ دوباره { "\u200E" }/oncall را ببینید.
on-call-changed = در این فاصله عوض شده بود. الان چیزی تغییر نکرد؛ دوباره { "\u200E" }/oncall را ببینید.
on-call-not-yours = چیزی برای پس دادن نیست: حالا یک نفر دیگر کشیک است.
on-call-tag = کشیک

button-on-call-take = 🙋 تا تحویل بعدی با من
button-on-call-take-open = 🙋 کشیک با من
button-on-call-hours = { $hours } ساعت
button-on-call-give = ↩️ پس می‌دهم

hand-over = 📟 تحویل کشیک: { $from } ← { $to }
hand-over-taken = 📟 { $to } کشیک را از { $from } گرفت.
hand-over-first = 📟 { $to } کشیک است.
hand-over-nobody = 📟 کشیک { $from } تمام شد و الان کسی کشیک نیست.
hand-over-until = کشیک تا { $time }
hand-over-unknown = ❓ نتیجه نامشخص:
hand-over-waiting = ⏳ منتظر تأیید:
hand-over-glass = 🔓 حالت اضطراری تا { $time }: { $reason }
hand-over-line = • { $what } – { $person }
hand-over-more = … و { $count } مورد دیگر
hand-over-nothing = کار بازی نیست.

glass-used = 🔓 در حالت اضطراری و بدون تأیید نفر دوم فرستاده شد.
glass-needs-none = 🔓 حالت اضطراری روشن است: تأیید نفر دوم لازم نیست.
