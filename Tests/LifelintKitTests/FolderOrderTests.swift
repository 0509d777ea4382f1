// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

/// Files are looked at side by side; what is told of them is told in their order.
struct FolderOrderTests {
    @Test func `A folder of everything tells the same with one core and with four`() throws {
        let scratch = try ScratchFiles()
        for number in 0..<150 {
            let name = "in/\(number + 1_000)"
            switch number % 5 {
            case 0: try scratch.write("\(name).lifelog", FolderOrderTests.log)
            case 1: try scratch.write("\(name).txt", [])
            case 2: try scratch.write("\(name).txt", Array("no log at all\n".utf8))
            case 3: try scratch.write("\(name).json", Array(#"{"schema":"x"}"#.utf8))
            default: try scratch.write("\(name).ips", Array(FolderOrderTests.crash(number).utf8))
            }
        }
        let reports = try [1, 4].map { jobs in
            var options = AnalyzerOptions()
            options.jobs = jobs
            return try Analysing.report(try Analyzer(options).analyze(paths: [scratch("in"), scratch("missing")]))
        }
        let isEqual = reports[0] == reports[1]
        #expect(isEqual)
        #expect(reports[0].contains("report.crash") && reports[0].contains("not-a-log"))
    }

    private static let log = Array(
        "# app=com.acme.notes device=D1\n2026-03-01T10:00:00Z app.didFinishLaunching\n".utf8)

    private static func crash(_ number: Int) -> String {
        let second = number % 60
        let time = "2026-03-01 10:00:\(second / 10)\(second % 10).00 +0000"
        let header = #"{"app_name":"Notes","timestamp":"\#(time)","bug_type":"309","incident_id":"I\#(number)"}"#
        return header + "\n" + #"""
            {
              "procName" : "Notes", "pid" : \#(number + 100), "captureTime" : "\#(time)",
              "exception" : {"type":"EXC_CRASH","signal":"SIGABRT"}, "faultingThread" : 0,
              "threads" : [{"frames":[{"imageOffset":1,"symbol":"abort","imageIndex":0}],
                "threadState":{"x":[{"value":1}]}}],
              "usedImages" : [{"name":"Notes","base":4096,"size":4096}]
            }
            """#
    }
}
