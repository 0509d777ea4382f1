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
}
