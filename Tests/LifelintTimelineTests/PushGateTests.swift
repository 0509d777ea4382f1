// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// The scheduler lets a push through for an app, of which there may be no process.
@Suite struct PushGateTests {
    private static let notes = "app=com.acme.notes"
    private static func gate(_ time: String, _ app: String = notes) -> String {
        "\(time) push.receive class=system \(app)\n"
    }
    private static let quit =
        "10:00:00 process.launch intent=foreground pid=7 \(notes)\n10:00:01 app.didBecomeActive pid=7 \(notes)\n"
        + "10:00:40 process.exit class=runningboard pid=7 \(notes) namespace=FRONTBOARD code=0xdeadfa11\n"
    private static let terminated =
        "10:00:00 app.didFinishLaunching pid=7 process=Notes\n10:00:01 app.didBecomeActive pid=7 process=Notes\n"
        + "10:00:09 app.willResignActive pid=7 process=Notes\n10:00:10 app.didEnterBackground pid=7 process=Notes\n"
        + "10:00:11 app.willTerminate pid=7 process=Notes\n"
    private static let again =
        "10:16:40 app.didFinishLaunching pid=8 process=Notes\n10:16:41 app.didBecomeActive pid=8 process=Notes\n"
    private static let launch =
        "10:03:21 process.launch class=runningboard \(notes)\n10:03:21.1 process.state pid=9 "
        + "task=running class=runningboard \(notes)\n"

    private static func runs(_ log: String) -> [AppRun] { timeline(log, headers: "# device=A1") }

    @Test func `it opens no run`() {
        #expect(Self.runs(Self.gate("10:00:00") + Self.gate("10:00:20")).isEmpty)
        let runs = Self.runs(Self.quit + Self.gate("10:03:20") + Self.gate("10:03:50", "app=com.other.game"))
        #expect(runs.map(\.ending.cause) == [.userQuit], "\(runs.summary)")
    }

    @Test func `it moves no end`() {
        let runs = Self.runs(Self.terminated + Self.gate("10:03:20") + Self.again)
        #expect(runs.map(\.ending.cause) == [.userQuit, .stillRunning], "\(runs.summary)")
        #expect(runs.first?.end.time.clockTime == "10:00:11", "\(runs.summary)")
        let last = Self.runs(Self.terminated + Self.gate("10:03:20"))
        #expect(last.first?.end.time.clockTime == "10:00:11", "\(last.summary)")
    }

    @Test(arguments: [quit, "", "10:03:15 push.receive class=system app=com.other.game\n"])
    func `it is the reason of the launch that follows at once`(before: String) throws {
        let runs = Self.runs(before + Self.gate("10:03:20") + Self.launch)
        #expect(runs.last?.launch.reason == .push && runs.last?.pid == 9, "\(runs.summary)")
        #expect(runs.count == (before == Self.quit ? 2 : 1), "\(runs.summary)")
        let late = Self.runs(before + Self.gate("10:02:00") + Self.launch)
        #expect(late.last?.launch.reason == nil && late.last?.start.time.clockTime == "10:03:21", "\(late.summary)")
    }

    @Test(arguments: [quit, ""]) func `several of them make no run of their own`(before: String) {
        let runs = Self.runs(
            before + Self.gate("10:03:15") + Self.gate("10:03:20") + Self.gate("10:03:20.5") + Self.launch)
        let before = before.isEmpty ? 0 : 1
        #expect(runs.dropFirst(before).map(\.pid) == [9], "\(runs.summary)")
        #expect(runs.last?.launch.reason == .push, "\(runs.summary)")
        #expect(runs.last?.start.time.clockTime == "10:03:20", "\(runs.summary)")
        #expect(runs.last?.launch.after == (before == 0 ? nil : .userQuit), "\(runs.summary)")
        // So long before it nothing of a process is told.
        let early = Self.runs(Self.gate("10:03:11") + Self.launch)
        #expect(early.map(\.pid) == [9] && early.first?.launch.reason == nil, "\(early.summary)")
    }

    @Test(arguments: [quit, ""]) func `taps on notifications are of the launch that they lead to`(before: String) {
        let tap = "notification.tapped class=frontboard reason=notification \(Self.notes)\n"
        let shown =
            "10:03:21.2 process.state visibility=foreground class=frontboard pid=9 \(Self.notes)\n"
            + "10:03:21.5 app.didBecomeActive process=Notes pid=9\n"
        let runs = Self.runs(before + "10:03:17 \(tap)10:03:17.4 \(tap)" + Self.launch + shown)
        let before = before.isEmpty ? 0 : 1
        #expect(runs.dropFirst(before).map(\.pid) == [9], "\(runs.summary)")
        #expect(runs.last?.launch.reason == .notification, "\(runs.summary)")
        #expect(runs.last?.start.time.clockTime == "10:03:21", "\(runs.summary)")
        #expect(runs.last?.launch.after == (before == 0 ? nil : .userQuit), "\(runs.summary)")
        // Nothing else need be told of where it led.
        #expect(Self.runs("10:03:17 \(tap)").map(\.ending.cause) == [.stillRunning])
    }

    @Test func `a run that goes on is told of it`() {
        let runs = Self.runs(
            Self.terminated.replacing("10:00:11 app.willTerminate pid=7 process=Notes\n", with: "")
                + Self.gate("10:03:20") + "10:03:22 data.save pid=7 process=Notes\n")
        #expect(runs.count == 1, "\(runs.summary)")
        #expect(runs.first?.launch.reason == nil && runs.first?.end.time.clockTime == "10:03:22", "\(runs.summary)")
    }

    @Test func `a request that wakes the process which was there makes no second run`() {
        let runs = Self.runs(
            "10:00:00 process.launch intent=foreground pid=7 \(Self.notes)\n"
                + "10:00:05 process.suspend class=runningboard pid=7 \(Self.notes)\n" + Self.gate("10:03:20")
                + "10:03:20.3 process.launch class=runningboard \(Self.notes)\n"
                + "10:03:20.4 process.resume class=runningboard pid=7 \(Self.notes)\n")
        #expect(runs.map(\.pid) == [7], "\(runs.summary)")
    }
}
