// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// What findings say of how runs ended, and of whom.
@Suite struct FindingsOfEndingsTests {
    private static func findings(_ text: String) throws -> [Finding] {
        let analysis = try Analysing.analysis([("a.lifelog", Array(text.utf8))]) { try? $0.useRules() }
        return try analysis.allFindings()
    }

    @Test func `what was said long before the end is not called the end`() throws {
        let all = try Self.findings(
            """
            # app=com.acme.notes device=D1 date=2026-03-02
            10:00:00 process.launch pid=7 intent=foreground
            10:00:01 app.didBecomeActive
            10:04:35 memory.warning
            10:05:00 process.exit pid=7 namespace=JETSAM code=7 reason=per-process-limit limit=2098MB
            """)
        let finding = try #require(all.first { $0.rule == "memory-limit-kill" })
        let notes = finding.evidence.map { "\($0.line.at.line) \($0.note)" }
        #expect(notes.contains("5 the end"), "\(notes)")
        #expect(!notes.contains("4 the end"), "\(notes)")
    }

    @Test func `the launch that shows that a run was over is not called its end`() throws {
        let all = try Self.findings(
            """
            # app=com.acme.notes device=D1 date=2026-03-02
            10:00:00 process.launch pid=7 intent=foreground
            10:00:01 app.didBecomeActive
            10:00:05 app.willResignActive
            10:00:06 app.didEnterBackground
            10:00:06.1 backgroundTask.begin task=1 name=upload
            10:00:33 backgroundTask.expire task=1
            10:00:34 backgroundTask.end task=2
            10:03:00 process.launch pid=8 intent=foreground
            """)
        let finding = try #require(all.first { $0.rule == "background-task-never-ended" })
        #expect(finding.evidence.allSatisfy { $0.line.at.line != 9 || $0.note != "the end" }, "\(finding.evidence)")
    }

    @Test func `what the system noted just before the end does not say that the app went on`() throws {
        let all = try Self.findings(
            """
            # app=com.acme.notes device=D1 date=2026-03-02
            10:00:00 process.launch pid=7 intent=foreground
            10:00:01 app.didBecomeActive
            10:05:00 cpu.violation pid=7
            10:05:00.3 process.exit pid=7 namespace=SIGNAL code=9
            """)
        let finding = try #require(all.first { $0.rule == "cpu-limit-exceeded" })
        #expect(!finding.message.contains("not ended for it"))
    }

    @Test func `processes without a bundle id are two apps`() throws {
        func print(of process: String) throws -> String {
            let all = try Self.findings(
                """
                # process=\(process) device=D1 date=2026-03-02
                10:00:00 process.launch pid=7 intent=foreground
                10:00:01 app.didBecomeActive
                10:05:00 process.exit pid=7 namespace=SIGNAL code=11
                """)
            return try #require(all.first { $0.rule == "crashed" }).fingerprint
        }
        #expect(try print(of: "Alpha") != print(of: "Beta"))
        #expect(try print(of: "Alpha") == print(of: "Alpha"))
    }
}
