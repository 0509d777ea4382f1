// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// What a message says of things that have no name.
@Suite struct MessageNameTests {
    @Test func `a task without a name is not called by the name of an event`() throws {
        let log = """
            # app=com.acme.notes pid=71 date=2026-03-01
            10:00:00 process.launch intent=foreground
            10:00:01 app.didBecomeActive
            10:00:04 app.didEnterBackground
            10:00:31 backgroundTask.stillOpenAfterExpiry task=7 class=uikit
            """
        let analysis = try Analysing.analysis([("a.lifelog", Array(log.utf8))]) { options in
            try? options.useRules(select: ["background-task-not-ended-at-expiration"])
        }
        let messages = try analysis.allFindings().map(\.message)
        #expect(
            messages == [
                "UIKit says that background task 7 was still open after its expiration handler had run. Whose task it is the "
                    + "log does not tell."
            ])
    }

    @Test(
        arguments: [
            ("2026-03-04", "10:30:00.000"), ("2026-03-01", "2026-03-01 10:30:00.000"),
        ])
    func `a time of another day is told with its day`(day: String, told: String) throws {
        let log = """
            # app=com.acme.notes pid=71
            \(day)T10:00:00Z process.launch intent=foreground
            \(day)T10:00:01Z app.didBecomeActive
            \(day)T10:30:00Z memory.warning
            \(day)T10:31:00Z cache.purge
            2026-03-04T11:05:00Z process.exit namespace=JETSAM code=0x7
            """
        let analysis = try Analysing.analysis([("a.lifelog", Array(log.utf8))]) { options in
            try? options.useRules(select: ["memory-limit-kill"])
        }
        let messages = try analysis.allFindings().map(\.message)
        #expect(messages.count == 1)
        #expect(messages.first?.contains("A memory warning had come at \(told).") == true, "\(messages)")
    }
}
