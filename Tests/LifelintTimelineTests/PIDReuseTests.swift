// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintTimeline

/// A process id is that of one process at a time.
@Suite struct PIDReuseTests {
    private static let first = """
        10:00:00 process.launch app=com.acme.verse pid=512
        10:00:01 app.didBecomeActive app=com.acme.verse pid=512
        10:10:00 app.willResignActive app=com.acme.verse pid=512
        10:10:01 app.didEnterBackground app=com.acme.verse pid=512
        10:10:03 process.suspend app=com.acme.verse pid=512

        """

    private static let verse = TimelineSettings(vocabulary: Shipped.vocabulary, apps: [Glob("com.acme.verse")])

    private static let second = """
        13:00:00 process.state class=frontboard task=running app=com.other.game pid=512
        13:00:01 app.didBecomeActive class=uikit process=Game pid=512
        13:10:00 process.exit class=kernel process=Game pid=512 namespace=JETSAM code=7
        """

    @Test func `the system gives it to another app, and the one that had it is no more`() {
        let runs = timeline(Self.first + Self.second, headers: "# device=A1")
        #expect(
            runs.map { "\($0.app ?? "-") \($0.ending.cause.rawValue)" } == [
                "com.acme.verse reclaimed", "com.other.game memoryLimit",
            ], "\(runs.summary)")
    }

    @Test func `what befalls another app is not told of the one that was asked for`() {
        let runs = timeline(Self.first + Self.second, headers: "# device=A1", settings: Self.verse)
        #expect(
            runs.map { "\($0.app ?? "-") \($0.ending.cause.rawValue)" } == ["com.acme.verse reclaimed"],
            "\(runs.summary)")
    }

    @Test func `an extension is called by its own name and by that of its app`() {
        let runs = timeline(
            """
            10:00:00 process.launch app=com.acme.verse.widget pid=600 host=extension
            10:00:05 process.state class=frontboard task=running app=com.acme.verse pid=600
            10:00:09 extension.complete app=com.acme.verse.widget pid=600 host=extension
            """)
        #expect(
            runs.contains { $0.app == "com.acme.verse.widget" && $0.ending.cause == .stillRunning }, "\(runs.summary)")
    }

    @Test(
        "An app is no more once its extension, or whoever a launch or an end tells of, has its process id",
        arguments: [
            ("process.launch app=com.acme.verse.share pid=512 host=extension", true),
            ("process.launch app=com.acme.verse.share pid=512", true),
            ("extension.begin app=com.acme.verse.share pid=512 host=extension", true),
            ("process.launch class=report app=com.other.game pid=512", true),
            ("process.exit class=kernel app=com.other.game pid=512 signal=11", true),
            // The system calls an extension by the name of its app, and the other way round.
            ("process.state class=frontboard task=running app=com.acme.verse.share pid=512", false),
            ("process.exit class=kernel app=com.acme.verse.share pid=512 signal=11", false),
            ("data.load app=com.acme.verse.share pid=512", false),
            // That a process is not there is no news.
            ("process.state class=frontboard task=notRunning app=com.other.game pid=512", false),
            ("report.hang class=report app=com.other.game pid=512", false),
        ]) func reuse(line: String, isOver: Bool)
    {
        let runs = timeline(
            """
            10:00:00 process.launch app=com.acme.verse pid=512
            10:00:01 app.didBecomeActive app=com.acme.verse pid=512
            10:00:06 app.didEnterBackground app=com.acme.verse pid=512
            10:20:00 \(line)
            """, headers: "# device=A1")
        #expect((runs.first?.ending.cause != .stillRunning) == isOver, "\(runs.summary)")
    }

    @Test func `the system tells the end of an extension, which has the process id of its app, by the name of that`() {
        let runs = timeline(
            """
            10:00:00 process.launch app=com.acme.verse pid=512 intent=foreground
            10:00:01 app.didBecomeActive app=com.acme.verse pid=512
            10:00:02 app.willResignActive app=com.acme.verse pid=512
            10:00:03 app.didEnterBackground app=com.acme.verse pid=512
            10:00:04 process.suspend app=com.acme.verse pid=512
            10:30:10 process.launch app=com.acme.verse.share pid=512 host=extension
            10:30:15 process.exit class=kernel app=com.acme.verse pid=512 signal=11
            """, headers: "# device=A1")
        #expect(
            runs.map { "\($0.app ?? "-") \($0.ending.cause.rawValue) \($0.anomalyCodes)" } == [
                "com.acme.verse reclaimed ", "com.acme.verse.share crash.signal ",
            ], "\(runs.summary)")
    }

    @Test func `an app whose extension states its process id by mistake goes on`() {
        let runs = timeline(
            """
            10:00:00 process.launch app=com.acme.verse pid=512 intent=foreground
            10:00:01 app.didBecomeActive app=com.acme.verse pid=512
            10:00:10 extension.begin app=com.acme.verse.share pid=512 host=extension
            10:00:15 data.load app=com.acme.verse pid=512
            10:00:20 extension.complete app=com.acme.verse.share pid=512 host=extension
            10:00:30 data.save app=com.acme.verse pid=512
            """, headers: "# device=A1")
        #expect(
            runs.map { "\($0.app ?? "-") \($0.ending.cause.rawValue) \($0.anomalyCodes)" } == [
                "com.acme.verse stillRunning identity-conflict", "com.acme.verse.share stillRunning ",
            ], "\(runs.summary)")
        #expect(runs.first?.stateAtEnd == .active, "\(runs.summary)")
    }

    @Test(
        "Who is killed at an age of ten minutes was not launched three days ago",
        arguments: [("2026-03-05", 2), ("2026-03-02", 1)])
    func age(day: String, count: Int) {
        let runs = timeline(
            "10:00:00 process.launch pid=7\n10:00:01 app.didBecomeActive\n"
                + "\(day)T10:10:00 report.jetsam class=report pid=7 reason=per-process-limit age=10m")
        #expect(runs.count == count && runs.last?.ending.cause == .memoryLimit, "\(runs.summary)")
    }

    @Test func `a report of a short life is of the process that a log tells by another clock`() {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7
            10:00:00.4 process.exit pid=7 namespace=SIGNAL code=6
            10:00:03 process.launch class=report pid=7
            10:00:03.4 report.crash class=report pid=7 namespace=SIGNAL code=6 signal=6 thrown=true
            """)
        #expect(runs.map(\.endingLine) == ["crash.exception certain"], "\(runs.summary)")
    }

    private static let notes = "app=com.acme.notes"
    private static let crashed = """
        10:00:00 process.launch class=frontboard intent=foreground \(notes)
        10:00:00.1 process.state class=runningboard task=running pid=7 \(notes)
        10:00:10 process.exit class=runningboard pid=7 namespace=2 code=11 \(notes)
        10:00:10.4 process.launch class=frontboard intent=foreground \(notes)
        10:00:10.5 process.state class=runningboard task=running pid=8 \(notes)

        """
    private static let gone = "process.state class=frontboard task=notRunning \(notes)"

    @Test func `what names no process tells the death of the one before, where that was not told yet`() {
        let late = timeline(Self.crashed + "10:00:10.7 \(Self.gone)\n", headers: "# device=A1")
        #expect(late.map(\.ending.cause) == [.crashSignal, .stillRunning], "\(late.summary)")
        // Who has told it once, or tells it much later, tells of the next one.
        for log in [
            Self.crashed + "10:00:10.7 \(Self.gone)\n10:00:10.9 \(Self.gone) role=x\n",
            Self.crashed + "10:00:40 \(Self.gone)\n",
        ] {
            let next = timeline(log, headers: "# device=A1")
            #expect(next.map(\.ending.cause) == [.crashSignal, .unknown], "\(next.summary)")
        }
    }

    /// Lines of the app without a process id, and what became of an older process: where none is left, it is over, too.
    @Test(arguments: [
        ("process.state class=runningboard task=notRunning app=com.acme.notes", EndingCause.unknown),
        ("process.exit class=frontboard app=com.acme.notes", .stillRunning),
    ])
    func `what names no process is not told of one that was silent when the one that just ended was heard of`(
        _ end: String, _ cause: EndingCause
    ) {
        let old = "10:00:00 process.state class=runningboard visibility=foreground pid=500 \(Self.notes)\n"
        let crash = "12:00:00.566 process.exit class=runningboard pid=700 namespace=2 code=11 \(Self.notes)\n"
        let runs = timeline(old + crash + "12:00:00.574 \(end)\n", headers: "# device=A1")
        #expect(runs.map(\.pid) == [500, 700], "\(runs.summary)")
        #expect(runs.map(\.ending.cause) == [cause, .crashSignal], "\(runs.summary)")
        #expect(
            runs.map(\.end.isKnown) == [false, true] && runs[0].end.time.clockTime == "10:00:00", "\(runs.summary)")
        // Whoever was heard of besides may have ended as well, and so may one of whom more is told later.
        let besides = old.replacing("10:00:00", with: "12:00:00.570")
        let both = timeline(old + crash + besides + "12:00:00.574 \(end)\n", headers: "# device=A1")
        #expect(both.first { $0.pid == 500 }?.end.isKnown == true, "\(both.summary)")
        let later = timeline(old + crash + "12:00:05 \(end)\n", headers: "# device=A1")
        #expect(later.first { $0.pid == 500 }?.end.isKnown == true, "\(later.summary)")
    }

    @Test func `an app that is being launched has no process yet`() {
        let none = "process.state class=runningboard task=notRunning \(Self.notes)"
        let begun = timeline(
            "10:00:00 process.launch class=frontboard intent=foreground \(Self.notes)\n10:00:00.01 \(none)\n"
                + "10:00:00.1 process.state class=runningboard task=running pid=7 \(Self.notes)\n",
            headers: "# device=A1")
        #expect(begun.map(\.ending.cause) == [.stillRunning], "\(begun.summary)")
        let ended = timeline(
            "10:00:00 process.state class=runningboard task=running visibility=foreground \(Self.notes)\n10:09:00 \(none)\n"
                + "12:00:00 process.state class=runningboard task=running visibility=foreground \(Self.notes)\n",
            headers: "# device=A1")
        #expect(ended.map(\.ending.cause) == [.unknown, .stillRunning], "\(ended.summary)")
        #expect(ended.first?.end.time.clockTime == "10:09:00", "\(ended.summary)")
    }

    @Test(arguments: ["Runner", "Notes"])
    func `a process of the same name and another id is no end of one that is told of later`(
        _ name: String
    ) {
        let runs = timeline(
            """
            10:00:00 process.deactivation class=uikit mask=0 pid=71 process=\(name)
            10:00:50 process.deactivation class=uikit mask=0 pid=72 process=\(name)
            10:09:30 process.exit class=report pid=71 process=\(name)
            """, headers: "# device=A1")
        #expect(
            runs.map(\.pid) == [71, 72] && runs.map(\.ending.cause) == [.unknown, .stillRunning], "\(runs.summary)")
        #expect(runs.first?.end.isKnown == true && runs.last?.launch.after == nil, "\(runs.summary)")
        // Nothing more is told of it: it was the same app.
        let next = timeline(
            """
            10:00:00 process.deactivation class=uikit mask=0 pid=71 process=\(name)
            10:00:50 process.deactivation class=uikit mask=0 pid=72 process=\(name)
            10:09:30 process.deactivation class=uikit mask=1 pid=72 process=\(name)
            """, headers: "# device=A1")
        #expect(next.map(\.ending.cause) == [.unknown, .stillRunning], "\(next.summary)")
        #expect(next.last?.launch.after == .unknown, "\(next.summary)")
    }

    /// An app and its extensions write into one log, each under the bundle id of the app.
    private static let sharing = """
        10:00:00.000 process.launch pid=610 intent=foreground
        10:00:00.300 app.didFinishLaunching pid=610
        10:00:00.500 app.didBecomeActive pid=610
        10:00:10.000 process.launch pid=620
        10:00:12.100 data.load pid=620
        10:00:15.000 data.change document=d pid=610
        10:00:30.000 data.load pid=620
        10:01:02.000 process.exit signal=9 pid=620
        10:02:00.000 process.launch pid=630
        10:02:01.000 data.load pid=630
        10:10:00.000 data.save document=d pid=610

        """

    @Test func `processes that speak in turn live side by side, though they have one bundle id`() {
        let runs = timeline(Self.sharing)
        #expect(runs.map(\.pid) == [610, 620, 630], "\(runs.summary)")
        #expect(runs.map(\.ending.cause) == [.stillRunning, .unknown, .stillRunning], "\(runs.summary)")
        #expect(runs.first?.stateAtEnd == .active, "\(runs.summary)")
        // The app itself is there once, whatever its extensions do.
        let next = timeline(
            Self.sharing
                + "11:00:00.000 process.launch pid=700 intent=foreground\n11:00:00.300 app.didFinishLaunching pid=700\n"
        )
        #expect(
            next.map { "\($0.pid ?? 0) \($0.ending.cause.rawValue)" } == [
                "610 unknown", "620 unknown", "630 unknown", "700 stillRunning",
            ], "\(next.summary)")
        #expect(next.last?.launch.after == .unknown, "\(next.summary)")
    }

    @Test(arguments: [
        // Who is launched into the foreground is the app itself, though it may die before it is called back.
        (" intent=foreground", ["610 unknown", "620 unknown", "630 unknown", "700 unknown", "710 stillRunning"]),
        // Else the app itself may go on beside its extensions, and whether they do nobody knows.
        ("", ["610 stillRunning", "620 unknown", "630 unknown", "700 unknown", "710 stillRunning"]),
    ])
    func `an app that is launched again and again beside its extensions is there once`(
        _ row: (intent: String, expected: [String])
    ) {
        let launches = ["10:20:00 process.launch pid=700", "10:20:10 process.launch pid=710"]
        let runs = timeline(Self.sharing + launches.map { "\($0)\(row.intent)\n" }.joined())
        #expect(runs.map { "\($0.pid ?? 0) \($0.ending.cause.rawValue)" } == row.expected, "\(runs.summary)")
    }

    @Test(
        "What began under its bundle id may be an extension of an app, as long as nothing shows that it is the app itself",
        arguments: [
            // It is not heard of any more, or within the step of the clock.
            ("10:00:11 data.load pid=620", ["610 unknown", "620 stillRunning"]),
            ("10:00:10 data.save pid=610\n10:00:12 data.load pid=620", ["610 unknown", "620 stillRunning"]),
            // It is, while the other one lives, or when that is gone.
            ("10:00:20 data.save pid=610", ["610 stillRunning", "620 stillRunning"]),
            (
                "10:00:11 process.exit status=0 pid=620\n10:20:00 data.save pid=610",
                ["610 stillRunning", "620 cleanExit"]
            ),
            // It is told what it is, though only later.
            ("10:00:11 extension.begin pid=620 host=extension", ["610 stillRunning", "620 stillRunning"]),
            // No two processes of an app are called back.
            ("10:00:11 app.didBecomeActive pid=620", ["610 unknown", "620 stillRunning"]),
        ])
    func sharing(_ rest: String, expected: [String]) {
        let runs = timeline(
            "10:00:00 process.launch pid=610\n10:00:01 app.didBecomeActive pid=610\n10:00:10 process.launch pid=620\n"
                + rest + "\n")
        #expect(runs.map { "\($0.pid ?? 0) \($0.ending.cause.rawValue)" } == expected, "\(runs.summary)")
    }

    @Test func `the kernel calls a process otherwise than the app that had its id`() {
        let own = """
            10:00:00 app.didFinishLaunching app=com.acme.notes process=Notes pid=7
            10:01:00 app.didEnterBackground app=com.acme.notes process=Notes pid=7
            12:00:00 process.exit class=kernel process=Mail pid=7 namespace=JETSAM reason=vm-pageshortage band=0

            """
        let unknown = timeline(own, headers: "# device=A1")
        #expect(unknown.map(\.endingLine) == ["reclaimed likely"], "\(unknown.summary)")
        #expect(unknown.first?.anomalyCodes == "identity-conflict", "\(unknown.summary)")
        // Whose it is another line has told.
        let mail = "09:00:00 process.state class=frontboard task=running app=com.example.post process=Mail pid=5\n"
        let known = timeline(mail + own, headers: "# device=A1")
        #expect(known.map(\.app) == ["com.example.post", "com.acme.notes", nil], "\(known.summary)")
        #expect(known.last?.ending.cause == .reclaimed, "\(known.summary)")
    }

    @Test func `what goes on under its own name and id did not end, though another app has that id`() {
        let runs = timeline(
            """
            10:00:00 process.launch class=runningboard app=com.acme.notes pid=400
            10:00:00.1 process.state class=frontboard visibility=foreground app=com.acme.notes pid=400
            10:01:00 process.launch class=runningboard app=com.acme.notes.watchkitapp pid=400
            10:02:00 process.exit class=kernel app=com.acme.notes.watchkitapp pid=400 namespace=JETSAM code=7
            10:10:00 process.state class=frontboard visibility=background app=com.acme.notes pid=400
            """, headers: "")
        #expect(
            runs.map { "\($0.app ?? "-") \($0.ending.cause.rawValue)" } == [
                "com.acme.notes stillRunning", "com.acme.notes.watchkitapp memoryLimit",
            ], "\(runs.summary)")
        #expect(runs.first?.stateAtEnd == .background, "\(runs.summary)")
    }
}
