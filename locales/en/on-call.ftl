glass-used = 🔓 Sent under break-glass, without a second person.
glass-needs-none = 🔓 Break-glass is on: no second person is needed.
