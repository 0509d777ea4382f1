// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// One death, one headline: of one run's end.
@Suite struct HeadlineTests {
    private static let log = """
        # app=com.acme.play device=A1 date=2026-03-01
        10:50:00 process.launch intent=foreground pid=8
        10:50:01 app.didBecomeActive pid=8
        10:50:10 app.willResignActive pid=8
        10:50:12 app.didBecomeActive pid=8
        10:57:30 process.exit pid=8
        10:58:00 process.launch intent=foreground pid=9
        10:58:01 app.didBecomeActive pid=9
        10:58:30 process.exit pid=9

        """

    private static func related(_ last: String) throws -> [String: Bool] {
        let log = log.replacing("10:58:30 process.exit pid=9", with: last)
        let findings = try BaselineTests.analysis([("a.lifelog", Array(log.utf8))]).allFindings()
        return Dictionary(findings.map { ($0.rule, $0.relatedTo != nil) }, uniquingKeysWith: { $0 && $1 })
    }

    @Test func `what ended the next run does not tell what ended this one`() throws {
        let found = try Self.related("10:58:30 process.exit pid=9 signal=11")
        #expect(found["crashed"] == false)
        #expect(found["foreground-disappearance"] == false)
    }

    @Test func `what a run did long before it ended is not told to have ended it`() throws {
        let log = """
            # app=com.acme.play device=A1 date=2026-03-01
            08:00:00 process.launch intent=background reason=fetch pid=8
            08:00:01 fetch.begin pid=8
            08:00:09 fetch.complete pid=8
            08:00:12 process.suspend pid=8
            08:30:00 process.exit pid=8 namespace=JETSAM code=4 status=9 reason=vm-pageshortage
            10:00:00 process.launch intent=background reason=fetch pid=9
            10:00:01 fetch.begin pid=9
            10:00:50 network.end pid=9
            10:00:52 process.suspend pid=9
            11:00:00 process.resume pid=9
            11:00:01 app.willEnterForeground pid=9
            11:00:02 app.didBecomeActive pid=9
            11:20:00 hang duration=3s pid=9
            11:40:00 process.exit pid=9 signal=11

            """
        let findings = try BaselineTests.analysis([("a.lifelog", Array(log.utf8))]).allFindings()
        #expect(Set(findings.map(\.rule)) == ["fetch-handler-never-completed", "main-thread-hang", "crashed"])
        #expect(findings.allSatisfy { $0.relatedTo == nil })
    }

    /// Between a hang and the memory limit stands a watchdog's kill: there is none.
    @Test func `what is not violated relates nothing`() throws {
        let log = """
            # app=com.acme.play device=A1 date=2026-03-01 pid=8
            10:00:00 process.launch intent=foreground
            10:00:01 app.didBecomeActive
            10:20:00 hang duration=3s
            11:40:00 process.exit namespace=JETSAM code=7 status=9 reason=per-process-limit

            """
        let findings = try BaselineTests.analysis([("a.lifelog", Array(log.utf8))]).allFindings()
        #expect(Set(findings.map(\.rule)) == ["main-thread-hang", "memory-limit-kill"])
        #expect(findings.allSatisfy { $0.relatedTo == nil })
    }
}
