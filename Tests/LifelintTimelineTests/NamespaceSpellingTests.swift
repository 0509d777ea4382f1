// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// What ended a process is told by its name, an older name or its number.
@Suite struct NamespaceSpellingTests {
    static let signal = ["SIGNAL", "signal", "OS_REASON_SIGNAL", "2", "0x2", "<0x2>"]
    static let part = ["RUNNINGBOARD", "ASSERTIOND", "15", "0xF", "<0xF>"]
    static let none = ["INVALID", "NONE", "0", "<0x0>"]

    /// Logs with `%` where a namespace stands.
    static let logs: [String] = [
        SeenEndingTests.suspended + "10:00:20 process.exit pid=7 namespace=% code=11",
        SeenEndingTests.suspended + "10:00:20 process.exit pid=7 namespace=% code=9",
        SeenEndingTests.suspended + "10:00:20 process.exit pid=7 namespace=%",
        SeenEndingTests.inBackground + "10:00:20 process.exit pid=7 namespace=% code=0",
        SeenEndingTests.inBackground + "10:00:20 process.exit pid=7 namespace=% code=0x8badf00d",
        SeenEndingTests.inBackground + """
            10:00:20 process.exit class=runningboard pid=7 namespace=% signal=9
            10:00:20.4 process.exit class=launchd pid=7 namespace=RUNNINGBOARD code=3 signal=9
            """,
        SeenEndingTests.inFront + """
            10:00:20 process.exit class=runningboard pid=7 namespace=% code=9
            10:00:20.2 process.exit class=kernel pid=7 signal=9
            """,
    ]

    @Test(arguments: [signal, part, none], logs)
    func `a namespace means the same however it is written`(_ spellings: [String], _ log: String) {
        let told = spellings.map { timeline(log.replacing("%", with: $0)).summary }
        for (spelling, summary) in zip(spellings, told) { #expect(summary == told[0], "\(spelling) in\n\(log)") }
    }

    @Test(arguments: signal)
    func `a suspended process that a signal of its own fault ended was resumed before`(_ namespace: String) {
        let runs = timeline(SeenEndingTests.suspended + "10:00:20 process.exit pid=7 namespace=\(namespace) code=11")
        #expect(runs.map(\.stateAtEnd) == [.background], "\(runs.summary)")
    }

    @Test func `the vocabulary calls by their names what is asked for by numbers`() {
        let table = Shipped.vocabulary.terminations
        #expect(table.name(ofNamespace: TerminationNamespace.jetsam) == TerminationNamespace.jetsamName)
        #expect(table.name(ofNamespace: TerminationNamespace.signal) == TerminationNamespace.signalName)
        #expect(table.name(ofNamespace: TerminationNamespace.none) != nil)
    }

    @Test func `numbers of namespaces are read in every notation`() {
        #expect(
            ["15", "0xF", "0Xf", "<0xF>", "<15>"].map { TerminationNamespace.number($0) }
                == Array(repeating: 15, count: 5))
        #expect(["", "<>", "0x", "SIGNAL", "-1"].allSatisfy { TerminationNamespace.number($0) == nil })
    }

    @Test(arguments: [("SIGNAL", true), ("<0x2>", true), ("2", true), ("<0xF>", false), ("JETSAM", false)])
    func `a report says that nothing but a signal ended the process`(_ namespace: String, _ isSignal: Bool) {
        #expect(TerminationNamespace.isSignal(namespace) == isSignal)
    }
}
