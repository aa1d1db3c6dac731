button-graph = 📈 Graph
button-graph-data = 📄 Raw data
button-hour = Hour
button-day = Day
button-week = Week
button-month = Month
button-year = Year

command-graph = A server’s graph: /graph NAME day

graph-period-hour = last hour
graph-period-day = last day
graph-period-week = last week
graph-period-month = last month
graph-period-year = last year

# What a person may type after the name, besides the provider's own words (hour, day, week, month, year).
graph-words-hour = hours hourly
graph-words-day = today daily
graph-words-week = weekly
graph-words-month = monthly
graph-words-year = yearly

graph-server = 📈 { $server }
graph-period-unknown = Unknown period: { $period }. Choose from: { $periods }.
graph-caption = 📈 { $server } · { $period }
graph-left-out =
    { $count ->
        [one] One more line is not in the picture: { $names }
       *[other] { $count } more lines are not in the picture: { $names }
    }
graph-left-out-more =
    { $count ->
        [one] and one other
       *[other] and { $count } others
    }
graph-none =
    📈 { $server } · { $period }

    No data for this period.
graph-unreadable =
    📄 { $server } · { $period }

    This data can’t be drawn. The raw data is in the file.
graph-data = 📄 { $server } · { $period }: raw data

graph-title = { $server } · { $period }
graph-times = { $times } UTC
graph-readings = now { $latest } · min { $least } · max { $most }

graph-of-cpu = CPU usage
graph-of-memory = RAM
graph-of-disk = Disk
graph-of-net-in = Network in
graph-of-net-out = Network out
graph-of-value = Value
