// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline
import Testing

/// Spans: what opens and closes them, and what becomes of the rest.
@Suite struct SpanTests {
    static let start = "10:00:00 process.launch pid=7\n"

    static let shipped: [(name: String, span: String, log: String, expected: String)] = [
        (
            "a pair", "backgroundTask", "10:00:01 backgroundTask.begin task=7\n10:00:03 backgroundTask.end task=7",
            "7 10:00:01–10:00:03"
        ),
        (
            "the app and RunningBoard tell of one", "backgroundTask",
            """
            10:00:01 backgroundTask.begin task=7 name=upload
            10:00:01.02 backgroundTask.begin task=34-7-1 name=pool shared=true class=runningboard
            10:00:03 backgroundTask.end task=7
            10:00:03.01 backgroundTask.end task=34-7-1 class=runningboard
            """, "7 10:00:01–10:00:03"
        ),
        (
            "RunningBoard first, and the app's end is missing", "backgroundTask",
            """
            10:00:01 backgroundTask.begin task=34-7-1 name=pool shared=true class=runningboard
            10:00:01.02 backgroundTask.begin task=7 name=upload
            10:00:03 backgroundTask.end task=34-7-1 class=runningboard
            """, "7 10:00:01–10:00:03"
        ),
        (
            "two tasks at once, of which either may be meant", "backgroundTask",
            """
            10:00:01 backgroundTask.begin task=7
            10:00:01.01 backgroundTask.begin task=8
            10:00:01.02 backgroundTask.begin task=34-7-1 shared=true class=runningboard
            10:00:03 backgroundTask.end task=34-7-1 class=runningboard
            """, "7 10:00:01–…, 8 10:00:01.01–…, 34-7-1 10:00:01.02–10:00:03"
        ),
        (
            "a pool that is of another time", "backgroundTask",
            """
            10:00:01 backgroundTask.begin task=7
            10:00:03 backgroundTask.begin task=34-7-1 shared=true class=runningboard
            10:00:04 backgroundTask.end task=7
            10:00:05 backgroundTask.end task=34-7-1 class=runningboard
            """, "7 10:00:01–10:00:04, 34-7-1 10:00:03–10:00:05"
        ),
        (
            "one witness does not tell of one task twice", "backgroundTask",
            """
            10:00:01 backgroundTask.begin task=7 class=runningboard
            10:00:01.02 backgroundTask.begin task=34-7-1 shared=true class=runningboard
            10:00:03 backgroundTask.end task=7
            """, "7 10:00:01–10:00:03, 34-7-1 10:00:01.02–…"
        ),
        (
            "the app and UIKit tell of one by its own number", "backgroundTask",
            """
            10:00:01 backgroundTask.begin task=7 name=upload
            10:00:01.001 backgroundTask.begin task=7 name=upload class=uikit
            10:00:03 backgroundTask.end task=7
            10:00:03.001 backgroundTask.end task=7 class=uikit
            """, "7 10:00:01–10:00:03"
        ),
        (
            "the system and the app it launched for that tell of one wake for a session", "urlSession",
            """
            10:00:01 urlSession.wake session=s class=system
            10:00:02.4 urlSession.wake session=s
            10:00:05 urlSession.complete session=s
            """, "10:00:01–10:00:05"
        ),
        (
            "two wakes, each told by both", "urlSession",
            """
            10:00:01 urlSession.wake session=s class=system
            10:00:01.1 urlSession.wake session=t class=system
            10:00:01.4 urlSession.wake session=t
            10:00:01.5 urlSession.wake session=s
            10:00:05 urlSession.complete session=s
            """, "10:00:01–10:00:05, 10:00:01.1–…"
        ),
        (
            "the app tells of the next wake of a session, of which the system did not tell", "urlSession",
            """
            10:00:01 urlSession.wake session=s class=system
            10:00:01.2 urlSession.wake session=s
            10:00:03 urlSession.wake session=s
            """, "10:00:01–…, 10:00:03–…"
        ),
        (
            "of a session that only one of them names both tell within a second", "push",
            """
            10:00:01 push.receive silent=true class=system
            10:00:01.6 push.receive silent=true
            10:00:03 push.complete
            10:00:10 push.receive silent=true class=system
            10:00:12 push.receive silent=true
            """, "10:00:01–10:00:03, 10:00:10–…, 10:00:12–…"
        ),
        (
            "two witnesses a second apart tell of two", "scheduledTask",
            """
            10:00:01 scheduledTask.start task=r
            10:00:02.001 scheduledTask.start task=r class=uikit
            10:00:03 scheduledTask.complete task=r
            """, "r 10:00:01–10:00:02.001 replaced, r 10:00:02.001–10:00:03"
        ),
        (
            "one witness that begins a name anew tells of two", "scheduledTask",
            """
            10:00:01 scheduledTask.start task=r
            10:00:01.5 scheduledTask.start task=r
            10:00:03 scheduledTask.complete task=r
            """, "r 10:00:01–10:00:01.5 replaced, r 10:00:01.5–10:00:03"
        ),
        (
            "what is done in the last second was done before the end", "unsaved",
            """
            10:00:01 data.change document=a
            10:00:03 process.exit namespace=SIGNAL code=11 class=kernel
            10:00:03.350 data.save document=a
            """, "a 10:00:01–10:00:03.350"
        ),
        (
            "a second after the end nothing is done", "unsaved",
            """
            10:00:01 data.change document=a
            10:00:03 process.exit namespace=SIGNAL code=11 class=kernel
            10:00:04.001 data.save document=a
            """, "a 10:00:01–10:00:03"
        ),
        ("still open", "backgroundTask", "10:00:01 backgroundTask.begin task=7", "7 10:00:01–…"),
        (
            "begun again while open", "backgroundTask",
            "10:00:01 backgroundTask.begin task=7\n10:00:02 backgroundTask.begin task=7\n10:00:03 backgroundTask.end task=7",
            "7 10:00:01–10:00:02 replaced, 7 10:00:02–10:00:03"
        ),
        (
            "keys tell instances apart", "backgroundTask",
            "10:00:01 backgroundTask.begin task=7\n10:00:02 backgroundTask.begin task=8\n10:00:03 backgroundTask.end task=7",
            "7 10:00:01–10:00:03, 8 10:00:02–…"
        ),
        (
            "numbers are one key however they are written", "backgroundTask",
            "10:00:01 backgroundTask.begin task=7\n10:00:03 backgroundTask.end task=\"7\"", "7 10:00:01–10:00:03"
        ),
        (
            "an end without the key closes every open instance", "backgroundTask",
            "10:00:01 backgroundTask.begin task=7\n10:00:02 backgroundTask.begin task=8\n10:00:03 backgroundTask.end",
            "7 10:00:01–10:00:03, 8 10:00:02–10:00:03"
        ),
        (
            "ignored while open, closed by what counts only", "unsaved",
            """
            10:00:01 data.change document=d
            10:00:02 data.change document=d
            10:00:03 data.save document=d ok=false
            10:00:04 data.save document=d
            """, "d 10:00:01–10:00:04"
        ),
        (
            "a save does not cover what was changed while it ran", "unsaved",
            """
            10:00:01 data.change document=d
            10:00:05 data.save document=d phase=begin
            10:00:07 data.change document=d
            10:00:08 data.change document=d
            10:00:09 data.save document=d phase=end
            """, "d 10:00:01–10:00:09, d 10:00:07–…"
        ),
        (
            "changed for the first time while a save runs", "unsaved",
            """
            10:00:05 data.save document=d phase=begin
            10:00:07 data.change document=d
            10:00:09 data.save document=d phase=end
            """, "d 10:00:07–…"
        ),
        (
            "the next save covers it", "unsaved",
            """
            10:00:05 data.save document=d phase=begin
            10:00:07 data.change document=d
            10:00:09 data.save document=d phase=end
            10:00:11 data.save document=d phase=begin
            10:00:13 data.save document=d phase=end
            """, "d 10:00:07–10:00:13"
        ),
        (
            "a save of which no end was told covers nothing, and keeps no other from it", "unsaved",
            """
            10:00:05 data.save document=d phase=begin
            10:00:07 data.change document=d
            10:00:09 data.save document=d phase=begin
            10:00:11 data.save document=d phase=end
            """, "d 10:00:07–10:00:11"
        ),
        (
            "changed in the instant in which a save began, or another document, or saved without a beginning",
            "unsaved",
            """
            10:00:04 data.change document=e
            10:00:05 data.save document=d phase=begin
            10:00:05 data.change document=d
            10:00:07 data.change document=f
            10:00:08 data.save document=f
            10:00:09 data.save document=d phase=end
            10:00:10 data.save document=e
            """, "e 10:00:04–10:00:10, d 10:00:05–10:00:09, f 10:00:07–10:00:08"
        ),
        (
            "nested, ends in order", "fileLock",
            """
            10:00:01 file.lock path=/a
            10:00:02 file.lock path=/a
            10:00:03 file.unlock path=/a
            """, "/a 10:00:01–10:00:03, /a 10:00:02–…"
        ),
        (
            "a stated duration", "fetch", "10:00:01 fetch.begin duration=1500ms\n10:00:09 data.save",
            "10:00:01–10:00:02.500"
        ),
        (
            "both halves told", "saving", "10:00:01 data.save phase=begin\n10:00:02 data.save phase=end",
            "10:00:01–10:00:02"
        ),
        (
            "only the end told, with its length", "saving", "10:00:02 data.save phase=end duration=500ms",
            "10:00:01.500–10:00:02"
        ),
        (
            "a report of a hang tells its end, with its length", "hang",
            "10:00:03 report.hang phase=end duration=2s", "10:00:01–10:00:03"
        ),
        (
            "a hang whose begin states how long it took", "hang",
            "10:00:01 hang phase=begin duration=600ms\n10:00:05 data.load", "10:00:01–10:00:01.600"
        ),
        (
            "a stall within a hang", "hang",
            "10:00:01 hang phase=begin\n10:00:02 runloop.stall duration=1s\n10:00:05 hang phase=end",
            "10:00:01–10:00:05"
        ),
        (
            "the end of a stall within a hang, with its length", "hang",
            "10:00:01 hang phase=begin\n10:00:03.300 runloop.stall phase=end duration=300ms\n10:00:05 hang phase=end",
            "10:00:01–10:00:05"
        ),
        (
            "both ends of a hang within a stall", "hang",
            """
            10:00:01 runloop.stall phase=begin
            10:00:02 hang phase=begin
            10:00:03 hang phase=end
            10:00:05 runloop.stall phase=end
            """, "10:00:01–10:00:05"
        ),
        (
            "the same hang as another watchdog measures it", "hang",
            """
            10:00:01 hang phase=begin
            10:00:01.100 runloop.stall phase=begin
            10:00:05 runloop.stall phase=end
            10:00:05.100 hang phase=end
            """, "10:00:01–10:00:05"
        ),
        (
            "a stall that began before the hang was noticed", "hang",
            "10:00:03 hang phase=begin\n10:00:05 runloop.stall phase=end duration=3s\n10:00:09 data.load",
            "10:00:03–10:00:05"
        ),
        (
            "a hang whose own end is not told was over with the stall in it", "hang",
            "10:00:01 hang phase=begin\n10:00:05 runloop.stall phase=end duration=2s\n10:00:30 data.load",
            "10:00:01–10:00:05"
        ),
        (
            "a hang whose own end is not told, and the next one", "hang",
            """
            10:00:01 hang phase=begin
            10:00:03 runloop.stall phase=begin
            10:00:05 runloop.stall phase=end
            10:00:30 hang phase=begin
            10:00:31 hang phase=end duration=1s
            """, "10:00:01–10:00:05, 10:00:30–10:00:31"
        ),
        (
            "a stall that is over ends a hang whose own end is not told, and the next one goes on", "hang",
            """
            10:00:01 hang phase=begin
            10:00:03 runloop.stall phase=begin
            10:00:05 runloop.stall phase=end
            10:00:06 runloop.stall phase=begin
            """, "10:00:01–10:00:05, 10:00:06–…"
        ),
        (
            "two stalls within a hang whose own end is told after all", "hang",
            """
            10:00:01 hang phase=begin
            10:00:03 runloop.stall phase=begin
            10:00:05 runloop.stall phase=end
            10:00:06 runloop.stall phase=begin
            10:00:07 runloop.stall phase=end
            10:00:09 hang phase=end
            """, "10:00:01–10:00:09"
        ),
        (
            "a hang whose end is not told, and one that is told when it is over", "hang",
            """
            10:00:01 hang phase=begin
            10:00:03 runloop.stall phase=begin
            10:00:05 runloop.stall phase=end
            10:00:06 runloop.stall phase=begin
            10:00:07 runloop.stall phase=end
            10:00:31 hang phase=end duration=1s
            """, "10:00:01–10:00:05, 10:00:06–10:00:07, 10:00:30–10:00:31"
        ),
        (
            "the main thread goes on in a hang whose end is not told", "hang",
            "10:00:01 hang phase=begin\n10:00:05 app.willResignActive\n10:00:30 data.load", "10:00:01–10:00:05"
        ),
        (
            "the main thread goes on in a hang whose end is told", "hang",
            "10:00:01 hang phase=begin\n10:00:05 app.willResignActive\n10:00:30 hang phase=end", "10:00:01–10:00:30"
        ),
        (
            "what tells nothing of the main thread in a hang", "hang",
            """
            10:00:01 hang phase=begin
            10:00:01.250 app.willResignActive
            10:00:02 app.didEnterBackground main=false
            10:00:03 app.didBecomeActive class=uikit
            10:00:04 ui.refresh
            """, "10:00:01–…"
        ),
        ("a report that does not say how long", "hang", "10:00:03 report.hang", ""),
        ("a report that a tool made up", "hang", "10:00:03 report.hang phase=end duration=2s simulated=true", ""),
        (
            "a report of a hang that the log tells, too", "hang",
            "10:00:01 hang duration=1900ms\n10:00:03 report.hang phase=end duration=2s", "10:00:01–10:00:02.900"
        ),
        (
            "the log tells a hang after its report", "hang",
            "10:00:03 report.hang phase=end duration=2s\n10:00:03.200 hang phase=end duration=2100ms",
            "10:00:01–10:00:03"
        ),
        (
            "two lines about one hang, and one about the next", "hang",
            "10:00:03 hang phase=end duration=2s\n10:00:03.100 hang phase=end duration=2s\n"
                + "10:00:03.400 hang phase=end duration=250ms", "10:00:01–10:00:03, 10:00:03.150–10:00:03.400"
        ),
        (
            "a report ends the hang that the log saw begin", "hang",
            """
            10:00:01 hang phase=begin
            10:00:03 report.hang phase=end duration=2s
            10:00:03.200 hang phase=end duration=2200ms
            """, "10:00:01–10:00:03"
        ),
        (
            "reports of two hangs", "hang",
            "10:00:03 report.hang phase=end duration=1s\n10:00:06 report.hang phase=end duration=2s",
            "10:00:02–10:00:03, 10:00:04–10:00:06"
        ),
        ("a plain record opens nothing", "saving", "10:00:02 data.save", ""),
        ("an end without a beginning", "database", "10:00:02 database.end name=x", ""),
        (
            "a union is open while any of its members is", "mode",
            "10:00:01 audio.play\n10:00:02 call.begin\n10:00:03 audio.pause\n10:00:04 call.end", "10:00:01–10:00:04"
        ),
        (
            "a union has only members of which its condition holds", "mode",
            "10:00:01 activity.start name=x kind=game\n10:00:02 activity.start name=y kind=workout\n10:00:03 activity.stop name=y",
            "10:00:02–10:00:03"
        ),
        (
            "a union goes on while one member takes the place of another", "mode",
            """
            10:00:01 activity.start name=y kind=workout
            10:00:02 activity.resume name=y
            10:00:03 activity.stop name=y
            """, "10:00:01–10:00:03"
        ),
        (
            "attributes are inherited from earlier instances of the key", "mode",
            """
            10:00:01 activity.start name=y kind=workout
            10:00:02 activity.pause name=y
            10:00:03 activity.resume name=y
            """, "10:00:01–10:00:02, 10:00:03–…"
        ),
        (
            "a request tells the kind of a task", "mode",
            """
            10:00:01 scheduledTask.submit task=c kind=continued
            10:00:02 scheduledTask.start task=c
            10:00:05 scheduledTask.complete task=c
            """, "10:00:02–10:00:05"
        ),
        (
            "so does a registration, and each of its own task", "mode",
            """
            10:00:00 scheduledTask.register task=c kind=continued
            10:00:00 scheduledTask.register task=d kind=refresh
            10:00:02 scheduledTask.start task=d
            10:00:03 scheduledTask.complete task=d
            10:00:04 scheduledTask.start task=c
            10:00:05 scheduledTask.complete task=c
            """, "10:00:04–10:00:05"
        ),
        (
            "a request while the task runs is about the next one", "mode",
            """
            10:00:01 scheduledTask.start task=c
            10:00:02 scheduledTask.submit task=c kind=continued
            10:00:03 scheduledTask.complete task=c
            10:00:04 scheduledTask.start task=c
            10:00:05 scheduledTask.complete task=c
            """, "10:00:04–10:00:05"
        ),
        (
            "a request that names no task", "mode",
            """
            10:00:01 scheduledTask.submit kind=continued
            10:00:02 scheduledTask.start
            10:00:05 scheduledTask.complete
            """, ""
        ),
    ]

    @Test(arguments: shipped) func `spans begin and end as they are declared`(
        _ row: (name: String, span: String, log: String, expected: String)
    ) {
        let runs = timeline(SpanTests.start + row.log)
        #expect(runs.first?.spanLine(row.span) == row.expected, "\(row.name)\n\(runs.summary)")
    }

    @Test(arguments: [
        (
            "while another is open",
            """
            10:00:01 file.lock path=/a name=first
            10:00:02 file.lock path=/a
            10:00:03 file.unlock path=/a
            10:00:04 file.unlock path=/a
            """, ["first", "first"]
        ),
        (
            "what was said last",
            """
            10:00:01 file.lock path=/a name=first
            10:00:02 file.lock path=/a name=second
            10:00:03 file.unlock path=/a
            10:00:04 file.unlock path=/a
            10:00:05 file.lock path=/a
            10:00:06 file.unlock path=/a
            """, ["first", "second", "second"]
        ),
        (
            "by an end, too",
            """
            10:00:01 file.lock path=/a
            10:00:02 file.lock path=/a
            10:00:03 file.unlock path=/a name=first
            10:00:04 file.lock path=/a
            10:00:05 file.unlock path=/a
            10:00:06 file.unlock path=/a
            """, ["first", "-", "first"]
        ),
        (
            "of the same key, which must be told",
            """
            10:00:01 file.lock path=/a name=first
            10:00:02 file.lock path=/b
            10:00:03 file.lock name=second
            10:00:04 file.lock
            10:00:05 file.unlock path=/a
            10:00:06 file.unlock path=/b
            10:00:07 file.unlock
            10:00:08 file.unlock
            """, ["first", "-", "second", "-"]
        ),
    ]) func `what is nested inherits the attributes of its key`(_ row: (name: String, log: String, names: [String])) {
        let runs = timeline(SpanTests.start + row.log)
        let names = runs.first?.spans.filter { $0.kind == "fileLock" }.map { $0.name ?? "-" }
        #expect(names == row.names, "\(row.name)\n\(runs.summary)")
    }

    @Test func `spans are named by their events`() {
        let runs = timeline(
            SpanTests.start
                + "10:00:01 backgroundTask.begin task=7 name=\"upload draft\"\n10:00:03 backgroundTask.end task=7")
        #expect(runs.first?.spans.first { $0.kind == "backgroundTask" }?.name == "upload draft")
    }

    @Test func `custom events make spans, too, and one end may close all`() {
        var sync = SpanDeclaration(
            name: "sync", begins: [EventPattern(event: nil, name: "syncStarted")],
            ends: [EventPattern(event: nil, name: "syncDone")], key: "account")
        sync.whileOpen = .nest
        sync.pairs = .all
        var vocabulary = Shipped.vocabulary
        vocabulary.spans = [sync]
        let settings = TimelineSettings(vocabulary: vocabulary)
        let runs = timeline(
            """
            10:00:01 syncStarted account=a
            10:00:02 syncStarted account=a
            10:00:03 syncStarted account=b
            10:00:04 syncDone account=a
            """, settings: settings)
        #expect(
            runs.first?.spanLine("sync") == "a 10:00:01–10:00:04, a 10:00:02–10:00:04, b 10:00:03–…", "\(runs.summary)")
    }

    @Test func `what is open ends with the run`() {
        let runs = timeline(SpanTests.start + "10:00:01 network.begin url=u\n10:00:05 process.exit pid=7 signal=9")
        #expect(runs.first?.spanLine("network") == "u 10:00:01–10:00:05", "\(runs.summary)")
    }

    @Test func `memory warnings within a second are one`() {
        let runs = timeline(
            SpanTests.start
                + """
                10:00:01.00 memory.warning
                10:00:01.02 memory.warning
                10:00:01.12 memory.warning
                10:00:03.00 memory.warning
                """)
        #expect(runs.first?.events.filter { $0.event == "memory.warning" }.count == 2, "\(runs.summary)")
        #expect(runs.first?.eventsOmitted == 0)
    }

    @Test func `footprints are a counter`() {
        let log = (0..<2_000).map {
            "10:00:\($0 / 100 + 10).\(String(1_000 + $0 % 100 * 10).dropFirst()) memory.footprint bytes=\(($0 == 777 ? 9_000 : $0) + 1)MB"
        }
        let runs = timeline(SpanTests.start + log.joined(separator: "\n"))
        let counter = runs.first?.counters.first
        #expect(counter?.samples.count ?? 0 <= RunLimits.counterSamples)
        #expect(counter?.samples.first?.value == 1_000_000)
        #expect(counter?.samples.map(\.value).max() == 9_001_000_000)
        #expect(counter?.samples.map(\.time) == counter?.samples.map(\.time).sorted())
    }
}
