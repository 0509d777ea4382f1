// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

@Suite struct RunStoreTests {
    /// Many short runs of a few devices, some of them at the same instant with the same pid.
    private static let log: [UInt8] = {
        var text = ""
        for number in 0..<3_000 {
            let time = Timestamp(nanoseconds: 1_772_445_605_000_000_000 + Int64(number / 3) * 40_000_000_000, digits: 3)
            for (event, offset) in [("process.launch", 0), ("app.didBecomeActive", 1), ("process.exit", 2)] {
                let at = Timestamp(nanoseconds: time.nanoseconds + Int64(offset) * 1_000_000_000, digits: 3)
                text +=
                    #"{"ts":"\#(at.rfc3339)","device":"d\#(number % 3)","app":"a","pid":\#(number % 3 == 2 ? 5 : number),"#
                text += #""event":"\#(event)"}"# + "\n"
            }
        }
        return Array(text.utf8)
    }()

    /// A report knows its input by its name: the same for all.
    private static let plain = Result { try Analysing.report(try Analysing.analysis([("a.jsonl", log)])) }

    @Test(arguments: [(1, 64 << 20), (1, 1 << 17), (2, 64 << 20), (2, 1 << 20), (2, 1), (5, 1 << 18)])
    func `neither cores nor memory change a byte of the report`(jobs: Int, memory: Int) throws {
        let other = try Analysing.analysis([("a.jsonl", Self.log)]) {
            $0.jobs = jobs
            $0.memoryBudget = memory
            $0.spoolDirectory = "/tmp"
        }
        let isEqual = try Analysing.report(other) == Self.plain.get()
        #expect(isEqual)
        #expect(other.header.summary.runs == 3_000)
    }
}
