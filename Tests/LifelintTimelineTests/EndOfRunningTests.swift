// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline
import TestSupport
import Testing

/// What says more of an end than the state that was inferred before it.
@Suite struct EndOfRunningTests {
    private static let background = """
        10:00:00 process.launch intent=foreground pid=7
        10:00:01 app.didBecomeActive
        10:00:05 app.willResignActive
        10:00:06 app.didEnterBackground

        """

    struct Row: Sendable {
        var log: String
        var ending: String
        var state: AppState?
    }

    @Test(
        "an end that befalls only what runs is no end of a suspended process",
        arguments: [
            Row(
                log: "10:00:46 process.exit pid=7 namespace=RUNNINGBOARD code=0x2182bad2",
                ending: "backgroundTask certain kind=expired", state: .background),
            Row(
                log: "10:05:00 process.exit pid=7 namespace=FRONTBOARD code=0x8badf00d ",
                ending: "watchdog.other likely", state: .background),
            Row(
                log: "10:05:00 process.exit pid=7 namespace=JETSAM code=4", ending: "reclaimed likely",
                state: .suspended),
        ])
    func running(row: Row) {
        let runs = timeline(Self.background + row.log)
        #expect(runs.first?.endingLine == row.ending, "\(runs.summary)")
        #expect(runs.first?.stateAtEnd == row.state, "\(runs.summary)")
    }

    @Test(
        "what uses too much of something runs, however silent its log is",
        arguments: [
            ("10:05:00 report.resource pid=7 kind=cpu fatal=true", "cpuLimit certain", AppState.background),
            ("10:05:00 report.resource pid=7 kind=wakeups fatal=true", "wakeupsLimit certain", .background),
            ("10:05:00 report.resource pid=7 kind=diskWrites fatal=true", "diskWritesLimit certain", .background),
            ("10:05:00 process.exit pid=7 namespace=JETSAM code=100 status=9", "cpuLimit certain", .background),
            (
                "10:05:00 process.exit pid=7 class=kernel namespace=JETSAM reason=cpulimit", "cpuLimit certain",
                .background
            ),
            (
                "10:05:00 cpu.violation pid=7 fatal=true\n10:05:00.1 process.exit pid=7 signal=9", "cpuLimit certain",
                .background
            ),
            // Of a time somewhere in a day nothing is known.
            (
                "10:05:00 report.resource pid=7 kind=cpu windowed=true\n10:05:01 process.exit pid=7 namespace=JETSAM code=4",
                "reclaimed likely", .suspended
            ),
            (
                "10:05:00 report.resource pid=7 kind=cpu fatal=false\n10:05:01 process.exit pid=7 namespace=JETSAM code=4",
                "systemPressure likely kind=vm-pageshortage", .background
            ),
            // Who dies of it after its suspension was told was resumed, however late that is told; where suspensions
            // are told to the end, they are believed.
            (
                "10:00:08 process.suspend pid=7\n10:05:00 report.resource pid=7 kind=cpu fatal=true appState=background",
                "cpuLimit certain", .background
            ),
            (
                "10:00:08 process.suspend pid=7\n10:05:00 process.exit pid=7 class=kernel namespace=JETSAM reason=cpulimit",
                "cpuLimit certain", .suspended
            ),
        ])
    func greedy(log: String, ending: String, state: AppState) {
        let runs = timeline(Self.background + log)
        #expect(runs.first?.endingLine == ending, "\(runs.summary)")
        #expect(runs.first?.stateAtEnd == state, "\(runs.summary)")
    }

    private static let crash = "process.exit pid=7 namespace=SIGNAL code=11 class=runningboard"

    @Test(
        "what the app tells within a second after the system told its end came before it",
        arguments: [
            (
                "10:05:00.100 app.willResignActive pid=7\n10:05:00.300 app.didEnterBackground pid=7",
                "active 10:00:01 · inactive 10:05:00.100 · background 10:05:00.300", "10:05:00.300"
            ),
            ("10:05:00.900 data.change pid=7 document=d", "active 10:00:01", "10:05:00.900"),
            ("10:05:01.001 app.willResignActive pid=7", "active 10:00:01", "10:05:00"),
        ])
    func lag(_ own: String, _ states: String, _ end: String) {
        crashed(own, "10:05:00 " + Self.crash, states, end)
    }

    @Test(
        "what the app tells in the second in which a report tells its end came before it",
        arguments: [
            (
                "10:05:00.100 app.willResignActive pid=7\n10:05:00.900 app.didEnterBackground pid=7", "10:05:00",
                "active 10:00:01 · inactive 10:05:00.100 · background 10:05:00.900", "10:05:00.900"
            ),
            ("10:05:00.900 data.change pid=7 document=d", "10:05:00", "active 10:00:01", "10:05:00.900"),
            ("10:05:01.001 app.willResignActive pid=7", "10:05:00", "active 10:00:01", "10:05:00"),
            // A clock that goes on within the second knows when it was.
            ("10:05:00.100 app.willResignActive pid=7", "10:05:00.0", "active 10:00:01", "10:05:00.0"),
            // A better clock beside it, too.
            (
                "10:05:00.100 app.willResignActive pid=7",
                "10:05:00.631 report.crash pid=7 signal=11\n10:05:00",
                "active 10:00:01 · inactive 10:05:00.100", "10:05:00.631"
            ),
        ])
    func step(_ own: String, _ report: String, _ states: String, _ end: String) {
        crashed(own, report + " report.crash pid=7 signal=11", states, end)
    }

    /// What one log tells of an app, and another of its crash, makes these states and this end.
    private func crashed(_ own: String, _ crash: String, _ states: String, _ end: String) {
        let header = "# app=com.acme.notes device=A1\n"
        let start = "10:00:00 process.launch intent=foreground pid=7\n10:00:01 app.didBecomeActive pid=7\n"
        let runs = timeline(files: [header + start + own, header + crash])
        #expect(runs.map(\.endingLine) == ["crash.signal certain"], "\(runs.summary)")
        #expect(runs.first?.stateLine == "launching 10:00:00 · " + states, "\(runs.summary)")
        #expect(runs.first?.end.time.clockTime == end, "\(runs.summary)")
        #expect(runs.first?.story.contains("Unsaved") == own.contains("data.change"), "\(runs.summary)")
    }

    private static let own = "10:00:00.300 app.didFinishLaunching\n10:00:00.400 app.didBecomeActive\n"
    private static let left = "10:04:57.300 app.willResignActive\n10:04:57.500 app.didEnterBackground\n"
    private static let late = "10:05:00.300 app.willResignActive\n10:05:00.500 app.didEnterBackground\n"
    private static let boot = "10:05:00.500 data.change document=d\n10:05:00.700 app.didFinishLaunching"
    private static let next = "10:05:00.201 process.launch intent=foreground pid=8\n"

    @Test(
        "what a log without process ids tells behind the end is the next process's where that is told, or may be",
        arguments: [
            ("it comes to the front", "\(own)\(left)10:05:00.600 app.willEnterForeground", next, "10:04:59.999"),
            (
                "it works before its callback",
                "\(own)\(left)\(boot)", next, "10:04:59.999"
            ),
            (
                "nothing but its callback tells it",
                "\(own)\(left)\(boot)", "", "10:04:59.999"
            ),
            (
                "it connects a scene before its callback",
                "\(own)\(left)10:05:00.600 scene.willEnterForeground\n10:05:00.700 app.didFinishLaunching", "",
                "10:04:59.999"
            ),
            (
                "the log tells no launches",
                "10:00:00.400 app.didBecomeActive\n\(left)10:05:00.600 app.didBecomeActive",
                "", "10:04:59.999"
            ),
            (
                "there is none so soon", "\(own)\(late)10:06:00 app.didFinishLaunching", "", "10:05:00.500"
            ),
        ])
    func following(_ name: String, _ own: String, _ next: String, _ end: String) {
        let header = "# app=com.acme.notes device=A1\n"
        let system = """
            10:00:00.100 process.launch intent=foreground pid=7
            10:04:59.999 \(Self.crash)

            """
        let runs = timeline(files: [header + own, header + system + next])
        #expect(runs.first?.endingLine == "crash.signal certain", "\(name)\n\(runs.summary)")
        #expect(runs.first?.stateAtEnd == .background, "\(name)\n\(runs.summary)")
        #expect(runs.first?.end.time.clockTime == end, "\(name)\n\(runs.summary)")
        #expect(runs.first?.story.contains("Unsaved") == false, "\(name)\n\(runs.summary)")
    }

    @Test func `who comes to the front in the second of an end and of a launch is the one that was launched`() {
        let header = "# app=com.acme.notes device=A1\n"
        let system = "10:00:00 process.launch pid=7\n10:05:00 \(Self.crash)\n10:05:00 process.launch pid=8\n"
        let own = Self.own + Self.left + "10:05:00.600 app.willEnterForeground\n10:05:00.800 app.didBecomeActive"
        let runs = timeline(files: [header + own, header + system])
        #expect(runs.map(\.pid) == [7, 8], "\(runs.summary)")
        #expect(runs.map(\.stateAtEnd) == [.background, .active], "\(runs.summary)")
    }

    @Test func `a log without process ids tells what the dead still did, though the next process is there`() {
        let header = "# app=com.acme.notes device=A1\n"
        let own = """
            10:00:00.300 app.didFinishLaunching
            10:00:00.400 app.didBecomeActive
            10:05:00.100 data.change document=d
            10:05:00.700 app.didFinishLaunching
            10:05:00.800 app.didBecomeActive
            """
        let system = """
            10:00:00 process.launch pid=7 class=runningboard
            10:05:00 \(Self.crash)
            10:05:00 process.launch pid=8 class=runningboard
            """
        let runs = timeline(files: [header + own, header + system])
        #expect(runs.map(\.pid) == [7, 8], "\(runs.summary)")
        #expect(runs.map { $0.story.contains("Unsaved") } == [true, false], "\(runs.summary)")
    }

    @Test(
        "a kill for memory of an app that was told to run behind the front, and whose suspensions are told",
        arguments: [
            ("10:05:20", "systemPressure certain kind=vm-pageshortage", ""),
            ("10:30:00", "systemPressure likely kind=vm-pageshortage", "reclaimed possible"),
        ])
    func behind(_ time: String, _ ending: String, _ candidates: String) {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7 class=runningboard
            10:00:00.1 process.state visibility=foreground task=running pid=7 class=runningboard
            10:01:00 process.state visibility=background task=running pid=7 class=runningboard
            10:01:02 process.suspend pid=7 class=runningboard
            10:03:00 process.resume pid=7 class=runningboard
            10:03:00.1 process.state visibility=foreground task=running pid=7 class=runningboard
            10:05:00 process.state visibility=background task=running pid=7 class=runningboard
            \(time) process.exit namespace=JETSAM code=4 pid=7 class=runningboard
            """)
        #expect(runs.map(\.endingLine) == [ending], "\(runs.summary)")
        #expect(runs.first?.candidateLine == candidates, "\(runs.summary)")
    }

    @Test(
        "who is ended by the watchdog of its launch was launching, however long it was visible",
        arguments: ["process-launch", "scene-create"])
    func inLaunch(_ watchdog: String) {
        let runs = timeline(
            """
            10:00:00 process.launch intent=foreground pid=7 class=frontboard
            10:00:00.1 process.state visibility=foreground pid=7 class=frontboard
            10:00:20 process.exit namespace=10 code=0x8badf00d pid=7 class=runningboard explanation="\(watchdog) watchdog transgression"
            """)
        #expect(runs.first?.ending.cause.rawValue.hasPrefix("watchdog.") == true, "\(runs.summary)")
        #expect(runs.first?.stateAtEnd == .launching, "\(runs.summary)")
        #expect(runs.first?.stateNames == "launching", "\(runs.summary)")
    }

    @Test(
        "who held the process, and where it ran, may be told by who tells of its end later",
        arguments: ["class=app exception=NSRangeException", "class=runningboard namespace=2 code=5 status=5"])
    func surroundings(first: String) {
        let log = "10:00:00 process.launch pid=7\n10:00:20 process.exit pid=7 \(first)\n10:00:20.1 process.exit pid=7"
        for flag in ["", "simulator", "debugger", "harness"] {
            let runs = timeline(log + (flag.isEmpty ? "" : " \(flag)=true"))
            #expect(runs.map(\.isSimulated) == [flag == "simulator"], "\(runs.summary)")
            #expect(runs.map(\.isDebugged) == [flag == "debugger"], "\(runs.summary)")
            #expect(runs.map(\.isHarnessed) == [flag == "harness"], "\(runs.summary)")
        }
    }

    /// The report alone tells the end: the log had ended with the suspension.
    @Test(
        "what only a process does that runs shows that it was resumed",
        arguments: [
            ("namespace=GUARD code=0x4000000100000009 exceptionType=EXC_GUARD signal=9", AppState.background),
            ("namespace=SIGNAL code=9 exceptionType=EXC_GUARD signal=9", .background),
            ("exceptionType=EXC_RESOURCE kind=cpu signal=9", .background),
            ("exceptionType=EXC_RESOURCE kind=memory signal=9", .suspended),
            ("namespace=PORT_SPACE code=0xc400000000030d40 exceptionType=EXC_RESOURCE signal=9", .background),
            ("namespace=CODESIGNING code=2 exceptionType=EXC_BAD_ACCESS signal=9", .background),
            ("namespace=LIBXPC code=7 exceptionType=EXC_CRASH signal=9", .background),
            ("namespace=OBJC code=1 exceptionType=EXC_CRASH signal=6", .background),
            ("namespace=OBJC code=1 exceptionType=EXC_CRASH signal=9", .background),
            ("namespace=LIBSYSTEM code=1 exceptionType=EXC_CRASH signal=9", .background),
            ("namespace=RUNNINGBOARD code=0xc51bad01 exceptionType=EXC_CRASH signal=9", .background),
            ("namespace=TCC code=0 exceptionType=EXC_CRASH signal=6", .background),
            // These befall who sleeps, too.
            ("namespace=TCC code=0 exceptionType=EXC_CRASH signal=9", .suspended),
            ("namespace=RUNNINGBOARD code=0xdead10cc exceptionType=EXC_CRASH signal=9", .suspended),
            ("namespace=RUNNINGBOARD code=0xc00010ff exceptionType=EXC_CRASH signal=9", .suspended),
            ("namespace=LIBSYSTEM code=3 exceptionType=EXC_CRASH signal=9", .suspended),
            ("namespace=SIGNAL code=9 exceptionType=EXC_CRASH signal=9", .suspended),
        ])
    func awake(fields: String, state: AppState) {
        let runs = timeline(
            Self.background + "10:00:08 process.suspend pid=7\n10:44:00 report.crash pid=7 appState=background "
                + fields)
        #expect(runs.map(\.stateAtEnd) == [state], "\(fields)\n\(runs.summary)")
    }

    @Test(
        "who crashes was not suspended, however shortly before that is told",
        arguments: [
            ("10:00:08 process.exit pid=7 namespace=SIGNAL code=11 class=runningboard", AppState.background),
            ("10:00:08.400 process.exit pid=7 namespace=SIGNAL code=11 class=runningboard", .background),
            ("10:00:09.500 process.exit pid=7 namespace=SIGNAL code=11 class=runningboard", .background),
            ("10:00:08.400 process.exit pid=7 namespace=JETSAM code=4 class=runningboard", .suspended),
        ])
    func crashed(end: String, state: AppState) {
        let runs = timeline(Self.background + "10:00:08 process.suspend pid=7 class=runningboard\n" + end)
        #expect(runs.map(\.stateAtEnd) == [state], "\(end)\n\(runs.summary)")
    }

    @Test func `a process that was asked to terminate is not suspended`() {
        let runs = timeline(
            Self.background
                + "10:00:06.500 app.willTerminate\n12:00:00 process.launch pid=9\n12:00:01 app.didBecomeActive")
        #expect(runs.first?.stateNames == "launching active inactive background", "\(runs.summary)")
    }

    @Test(
        "the kernel's band tells whether the process ran",
        arguments: [
            (30, "systemPressure certain kind=vm-pageshortage"), (100, "systemPressure certain kind=vm-pageshortage"),
            (3, "systemPressure likely kind=vm-pageshortage"), (40, "systemPressure likely kind=vm-pageshortage"),
            (0, "reclaimed certain"), (10, "reclaimed likely"),
        ])
    func band(band: Int, ending: String) {
        let kill = "10:05:00 process.exit class=kernel pid=7 namespace=JETSAM reason=vm-pageshortage band=\(band)\n"
        let runs = timeline(Self.background + kill + "10:05:00.1 process.exit pid=7 namespace=JETSAM code=4")
        #expect(runs.first?.endingLine == ending, "\(runs.summary)")
    }

    @Test func `where nothing tells the state, the band does`() {
        let runs = timeline("10:05:00 process.exit class=kernel pid=7 namespace=JETSAM reason=vm-pageshortage band=100")
        #expect(runs.first?.endingLine == "systemPressure certain kind=vm-pageshortage", "\(runs.summary)")
    }

    /// Other bands tell that it ran, and not where; an extension is in front of nobody.
    @Test(arguments: [
        ("data.save pid=7", 100, AppState.active), ("data.save pid=7", 90, nil), ("data.save pid=7", 120, nil),
        ("data.save pid=7 host=extension", 100, nil),
    ]) func `the band of the front tells the state where nothing else does`(
        before: String, band: Int, state: AppState?
    ) {
        let run = timeline(
            "10:00:00 \(before)\n10:00:20 process.exit class=kernel pid=7 namespace=JETSAM reason=vm-pageshortage "
                + "band=\(band)"
        ).first
        #expect(run?.stateAtEnd == state && run?.isVisible == (state != nil), "\(run?.summary ?? "")")
        #expect(run?.ending.cause == .systemPressure, "\(run?.summary ?? "")")
    }

    /// Nobody saw it in the background, whatever told last that it is visible.
    @Test(arguments: [
        (30, false, "systemPressure certain kind=vm-pageshortage"), (20, false, "unknown possible"),
        (3, false, "systemPressure likely kind=vm-pageshortage"),
        (100, true, "systemPressure certain kind=vm-pageshortage"),
    ]) func `the kernel's band tells whether it was seen`(band: Int, isVisible: Bool, ending: String) {
        let kill = "10:00:20 process.exit class=kernel pid=7 namespace=JETSAM reason=vm-pageshortage band=\(band)"
        let front = SeenEndingTests.active.replacing("app.didBecomeActive", with: "process.state visibility=foreground")
        for before in [front, SeenEndingTests.inFront] {
            let run = timeline(before + kill).first
            #expect(run?.endingLine == ending && run?.isVisible == isVisible, "\(run?.summary ?? "")")
            #expect((run?.stateAtEnd == .active) == isVisible, "\(run?.summary ?? "")")
        }
        let launching = timeline("10:00:00 process.launch pid=7\n" + kill).first
        #expect(launching?.isVisible == isVisible, "\(launching?.summary ?? "")")
    }

    @Test func `nobody who is suspended stands in the band of the front`() {
        let kill = "process.exit class=kernel pid=7 namespace=JETSAM reason=vm-pageshortage band=100"
        let suspended = Self.background + "10:00:10 process.suspend pid=7\n"
        let later = timeline(suspended + "11:30:00 " + kill).first
        #expect(later?.endingLine == "systemPressure certain kind=vm-pageshortage", "\(later?.summary ?? "")")
        #expect(later?.stateNames == "launching active inactive background suspended ~background")
        // What other lines told first is told by the kernel all the same.
        let told = timeline(suspended + "10:00:10.5 process.exit pid=7 namespace=1 code=4 status=9\n10:00:10.6 " + kill)
            .first
        #expect(told?.endingLine == "systemPressure likely kind=vm-pageshortage", "\(told?.summary ?? "")")
        #expect(told?.candidateLine == "reclaimed possible", "\(told?.summary ?? "")")
    }

    /// What only silence tells, what the report of the kill says takes back, as its line does; other bands leave it
    /// open.
    @Test(arguments: [
        (100, AppState.background, ""), (80, .background, ""), (40, .suspended, "reclaimed possible"),
        (30, .suspended, "reclaimed possible"),
    ]) func `the band in a report tells that a process was not suspended`(
        band: Int, state: AppState, candidates: String
    ) {
        let kill = "10:00:40 report.jetsam class=report pid=7 reason=vm-pageshortage band=\(band)"
        let run = timeline(Self.background + kill).first
        #expect(run?.endingLine == "systemPressure likely kind=vm-pageshortage", "\(run?.summary ?? "")")
        #expect(run?.stateAtEnd == state && run?.candidateLine == candidates, "\(run?.summary ?? "")")
    }

    @Test func `a band in which suspended processes are kept, too, is no proof that one ran`() {
        let kill = "10:05:00 process.exit class=kernel pid=7 namespace=JETSAM reason=vm-pageshortage band="
        #expect(timeline(Self.background + kill + "40").first?.candidateLine == "reclaimed possible")
        #expect(timeline(Self.background + kill + "100").first?.candidateLine == "")
    }

    @Test func `an exact suspension says more than the band`() {
        let runs = timeline(
            Self.background + "10:00:10 process.suspend pid=7\n"
                + "10:05:00 process.exit class=kernel pid=7 namespace=JETSAM reason=vm-pageshortage band=40")
        #expect(runs.first?.endingLine == "reclaimed certain", "\(runs.summary)")
    }

    @Test(
        "a report of a process that was seen to end is about that end",
        arguments: [
            ("10:00:09", "watchdog.other likely", 1),
            // Later, it is of another process that got the id.
            ("10:01:30", "unknown possible", 2),
        ])
    func report(time: String, ending: String, count: Int) {
        let runs = timeline(
            Self.background + "10:00:06 process.exit pid=7\n"
                + "\(time) report.crash class=report pid=7 namespace=FRONTBOARD code=0x8badf00d ")
        #expect(runs.first?.endingLine.hasPrefix(ending) == true, "\(runs.summary)")
        #expect(runs.count == count, "\(runs.summary)")
    }

    @Test(
        "a label that nobody knows",
        arguments: [
            ("exceptionType=EXC_BAD_ACCESS namespace=MTE_FAIL code=262 signal=9", "crash.signal certain"),
            ("namespace=FOO code=7 signal=9", "systemOther likely"), ("namespace=FOO signal=9", "unknown possible"),
        ])
    func label(fields: String, ending: String) {
        let runs = timeline(Self.background + "10:00:07 report.crash class=report pid=7 \(fields)")
        #expect(runs.first?.endingLine.hasPrefix(ending) == true, "\(runs.summary)")
    }

    @Test func `no crash ends with signal 15`() {
        let runs = timeline(Self.background + "10:00:07 report.crash class=report pid=7 signal=15")
        let causes = runs.first?.ending.candidates.map(\.cause) ?? []
        #expect(!causes.contains(.crashSignal) && !causes.contains(.crashException), "\(runs.summary)")
    }

    @Test func `a report that tells a beginning and a death tells one run`() {
        let runs = timeline(
            "10:00:00 process.launch class=report\n10:00:01 app.willEnterForeground\n"
                + "10:45:00 process.exit class=report windowed=true")
        #expect(runs.map(\.ending.cause) == [.unknown], "\(runs.summary)")
    }

    @Test(
        "that a process exited by itself is certain where the app would have told that it was asked to",
        arguments: [
            ("app.didBecomeActive", "cleanExit certain"), ("process.state class=frontboard", "cleanExit possible"),
        ])
    func cleanExit(event: String, ending: String) {
        let runs = timeline(
            "10:00:00 process.launch pid=7 intent=foreground\n10:00:01 \(event) pid=7\n"
                + "10:05:00 process.exit pid=7 reason=voluntary")
        #expect(runs.first?.endingLine == ending, "\(runs.summary)")
    }

    @Test func `nor is it where the app's own log had ended, so that it would not have told`() {
        let runs = timeline(
            """
            10:00:00 process.launch pid=7 intent=foreground
            10:00:01 app.didBecomeActive pid=7
            10:00:57 process.suspend class=runningboard pid=7
            10:30:00 process.resume class=runningboard pid=7
            10:30:00.030 process.state class=runningboard pid=7 task=running visibility=foreground
            10:30:54 process.exit class=runningboard pid=7 reason=voluntary
            """)
        #expect(runs.map(\.endingLine) == ["cleanExit possible"], "\(runs.summary)")
        #expect(runs.map(\.candidateLine) == ["userQuit likely"])
    }
}
