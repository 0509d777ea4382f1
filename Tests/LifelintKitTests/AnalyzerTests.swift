// SPDX-License-Identifier: MIT

import LifelintKit
import Testing

@Suite struct AnalyzerTests {
    private let log = """
        # app=com.example.app device=D1 date=2026-03-02
        10:00:00.000 process.launch pid=71 intent=foreground
        10:00:00.400 app.didBecomeActive
        10:05:00.000 app.willResignActive
        10:05:00.500 app.didEnterBackground
        10:05:05.000 process.suspend
        10:30:00.000 process.exit namespace=JETSAM code=4

        """

    @Test func `bytes become runs with states and an ending`() throws {
        let runs = try Analyzer().analyze(bytes: Array(log.utf8)).runs()
        let run = try #require(runs.first)
        #expect(runs.count == 1)
        #expect(run.states.map(\.state) == [.launching, .active, .inactive, .background, .suspended])
        #expect(run.ending.cause == .reclaimed)
        #expect(run.ending.confidence == .certain)
        #expect(run.ending.because.first?.at.line == 7)
        #expect(run.id == "com.example.app/D1/71@2026-03-02T10:00:00.000Z")
    }

    @Test func `inputs that are no logs are told and do not stop the rest`() throws {
        let analysis = try Analysing.analysis([
            ("a.lifelog", Array(log.utf8)), ("empty", []), ("notes.md", Array("# Notes\n\nhello\n".utf8)),
            ("report.json", Array(#"{"schema":"lifelint.report/1","runs":[]}"#.utf8)),
        ])
        let statuses = analysis.header.inputs.map { "\($0.path) \($0.format) \($0.status.rawValue)" }
        #expect(
            statuses == [
                "a.lifelog lifecycle-text read", "empty unknown unread", "notes.md unknown unread",
                "report.json lifelint-report unread",
            ])
        #expect(analysis.header.problems.map(\.code) == [.empty, .notALog, .ownReport])
        #expect(analysis.header.summary.runs == 1)
    }

    @Test func `lines that cannot be read are counted and the rest is read`() throws {
        let damaged = log + "what is this\n10:31:00.000\n"
        let analysis = try Analysing.analysis([("a.lifelog", Array(damaged.utf8))])
        let input = try #require(analysis.header.inputs.first)
        #expect(input.status == .partly)
        #expect(input.problems == 2)
        #expect(input.events == 6)
        #expect(analysis.header.problems.map(\.line) == [8, 9])
    }

    @Test func `equal ids are told apart in order`() throws {
        let lines = """
            {"time":"2026-03-02T10:00:00Z","event":"process.launch","app":"com.example.app","host":"app","run":"a"}
            {"time":"2026-03-02T10:00:00Z","event":"process.launch","app":"com.example.app","host":"app","run":"b"}

            """
        let ids = try Analyzer().analyze(bytes: Array(lines.utf8)).runs().map(\.id)
        #expect(
            ids == ["com.example.app/-/-@2026-03-02T10:00:00Z", "com.example.app/-/-@2026-03-02T10:00:00Z#2"])
    }

    @Test func `only the runs asked for are reported`() throws {
        let other = log.replacing("com.example.app", with: "com.example.other").replacing("pid=71", with: "pid=80")
        let inputs = [("a.lifelog", Array(log.utf8)), ("b.lifelog", Array(other.utf8))]
        #expect(try Analysing.runs(inputs).count == 2)
        #expect(try Analysing.runs(inputs) { $0.apps = ["com.example.a*"] }.map(\.app) == ["com.example.app"])
        #expect(try Analysing.runs(inputs) { $0.device = "D2" }.isEmpty)
        let later = Timestamp(nanoseconds: 1_772_499_999_000_000_000)
        #expect(try Analysing.runs(inputs) { $0.since = later }.isEmpty)
        #expect(try Analysing.runs(inputs) { $0.until = later }.count == 2)
    }

    @Test(arguments: ["D1", "D2"]) func `which device is meant is not in doubt where it is said`(device: String) throws
    {
        let nameless = log.replacing("device=D1 ", with: "").replacing("pid=71", with: "pid=90")
            .replacing("com.example.app", with: "com.example.other")
        var options = AnalyzerOptions()
        options.device = device
        let inputs = [("a.lifelog", Array(log.utf8)), ("b.lifelog", Array(nameless.utf8))]
        let analysis = try Analyzer(options).analyze(inputs: inputs.map { (name: $0.0, bytes: $0.1) })
        #expect(!analysis.header.problems.contains { $0.code == .deviceAmbiguous })
    }

    @Test func `a nameless log is of the one device that others name`() throws {
        let nameless = log.replacing("device=D1 ", with: "").replacing("pid=71", with: "pid=90")
            .replacing("com.example.app", with: "com.example.other")
        let runs = try Analysing.runs([("a.lifelog", Array(log.utf8)), ("b.lifelog", Array(nameless.utf8))])
        #expect(runs.map(\.device) == ["D1", "D1"])
    }

    @Test func `a disordered file is sorted and not called disordered`() throws {
        let lines = (0..<4_000).map { second in
            let time = Timestamp(nanoseconds: (1_772_445_600 + Int64(second) * 7) * 1_000_000_000, digits: 0).rfc3339
            return
                #"{"time":"\#(time)","event":"step","app":"com.example.app","pid":7,"note":"\#(String(repeating: "x", count: 60))"}"#
        }
        let newestFirst = RandomTrace.bytes(lines.reversed())
        let sorted = try Analysing.analysis([("a.jsonl", newestFirst)]) { $0.spoolDirectory = "/tmp" }
        #expect(sorted.header.problems.isEmpty)
        #expect(try sorted.runs().count == 1)
        let streamed = try Analysing.analysis([("a.jsonl", newestFirst)])
        #expect(streamed.header.problems.map(\.code) == [.outOfOrder])
        #expect(streamed.header.inputs.first?.status == .partly)
    }

    @Test func `a disordered file is read as it stands where nothing can be sorted`() throws {
        let lines = (0..<4_000).map { second in
            let time = Timestamp(nanoseconds: (1_772_445_600 + Int64(second) * 7) * 1_000_000_000, digits: 0).rfc3339
            return
                #"{"time":"\#(time)","event":"step","app":"com.example.app","pid":7,"note":"\#(String(repeating: "x", count: 60))"}"#
        }
        let analysis = try Analysing.analysis([("a.jsonl", RandomTrace.bytes(lines.reversed()))]) {
            $0.spoolDirectory = "/nosuch/folder"
        }
        #expect(analysis.header.inputs.map(\.status) == [.partly])
        #expect(analysis.header.inputs.first?.events == 4_000)
        #expect(analysis.header.problems.map(\.file) == ["/nosuch/folder", "a.jsonl"])
        let message = analysis.header.problems.first?.message ?? ""
        #expect(message.hasPrefix("no place in temporary files: No such file or directory"))
    }

    @Test func `what was named and has no row of its log is unread, and in a folder it is read in part`() throws {
        let rows = #"{"log":"Mar  2 09:58:41 Jane Notes(UIKitCore)[71] <Notice>: applicationDidBecomeActive:"}"# + "\n"
        let named = try Analysing.analysis([("a.json", Array(rows.utf8))])
        #expect(named.header.inputs.map(\.status) == [.unread])
        #expect(named.header.inputs.map(\.isExpected) == [true])
        #expect(named.header.problems.map(\.file) == ["a.json"])
    }

    @Test func `problems of a disordered file stand on their lines`() throws {
        let lines = (0..<6_000).map { second in
            let time = Timestamp(nanoseconds: (1_772_445_600 + Int64(second) * 7) * 1_000_000_000, digits: 0).rfc3339
            return second == 10
                ? "broken"
                : #"{"time":"\#(time)","event":"step","app":"com.example.app","pid":7,"note":"\#(String(repeating: "x", count: 60))"}"#
        }
        let analysis = try Analysing.analysis([("a.jsonl", RandomTrace.bytes(lines.reversed()))]) {
            $0.spoolDirectory = "/tmp"
        }
        #expect(analysis.header.problems.map(\.line) == [5_990])
        #expect(analysis.header.inputs.first?.problems == 1)
    }

    @Test func `no problem is listed where none is wanted, and all are counted`() throws {
        let analysis = try Analysing.analysis([("a.lifelog", Array((log + "junk\n").utf8))]) { $0.keptProblems = 0 }
        #expect(analysis.header.problems.isEmpty)
        #expect(analysis.header.inputs.first?.problems == 1)
    }
}
