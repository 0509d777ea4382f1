// SPDX-License-Identifier: MIT

import Foundation
import LifelintKit
import LifelintModel
import Testing

/// A report that was written before draws what the analysis drew, and what is damaged is told.
@Suite struct StoredReportTests {
    private static func rendered(_ report: any ReportContents, _ renderer: any ReportRenderer) throws -> [UInt8] {
        var sink: any ByteSink = MemorySink()
        try renderer.render(report, options: RenderOptions(), into: &sink)
        return (sink as? MemorySink)?.bytes ?? []
    }

    private static func analysis(_ scenario: String) throws -> Analysis {
        try BaselineTests.analysis(BaselineTests.sample(scenario))
    }

    @Test(arguments: SampleReportTests.scenarios) func `every format has the same bytes as from the analysis`(
        scenario: String
    ) throws {
        let analysis = try Self.analysis(scenario)
        let json = try Self.rendered(analysis, JSONRenderer())
        let stored = try StoredReport(bytes: json, named: "report.json")
        for renderer in ReportFormats.all {
            let expected = try Self.rendered(analysis, renderer)
            let found = try Self.rendered(stored, renderer)
            #expect(found == expected, "\(scenario): \(renderer.id)")
        }
        let redacted = try Self.rendered(RedactedReport(analysis), NDJSONRenderer())
        let again = try Self.rendered(RedactedReport(stored), NDJSONRenderer())
        #expect(again == redacted, "\(scenario), redacted")
    }

    /// Two apps, a baseline with what is no longer found, and files that are no logs, in a folder and named.
    @Test func `what a baseline says and what was left unread survive`() throws {
        let other = BaselineTests.log.replacing("upload draft", with: "sync all")
        var baseline = try Baseline(accepting: BaselineTests.analysis(other))
        baseline.add(
            BaselineEntry(
                rule: "main-thread-hang", app: "com.acme.notes", culprit: "parse", count: 1,
                fingerprint: "0123456789abcdef"))
        baseline.add(
            BaselineEntry(
                rule: "main-thread-hang", app: nil, process: "Bistro", culprit: "draw", count: 1,
                fingerprint: "0123456789abcdee"))
        // Tasks are ended in it, so that what is gone is fixed.
        let ended = BaselineTests.log.replacing(
            "10:00:07.000",
            with: "10:00:06.000 backgroundTask.begin task=6\n10:00:06.500 backgroundTask.end task=6\n10:00:07.000")
        let log = ended + ended.replacing("com.acme.notes", with: "com.acme.other")
        let folder = try ScratchFiles()
        try folder.write("logs/a.lifelog", Array(log.utf8))
        try folder.write("logs/README.md", Array("# Nothing\n".utf8))
        try folder.write("named.txt", Array("This is no log.\n".utf8))
        let analyzer = try BaselineTests.analyzer(baseline)
        // What is gone may be in the file that could not be read.
        let whole = try analyzer.analyze(paths: [folder("logs")])
        #expect(whole.header.mended.map(\.culprit) == ["sync all"])
        #expect(whole.header.notSeen.map(\.culprit) == ["draw", "parse"])
        let partly = try analyzer.analyze(paths: [folder("logs"), folder("named.txt")])
        #expect(partly.header.mended.isEmpty && partly.header.notSeen == whole.header.fixed)
        #expect(partly.header.inputs.map(\.isExpected) == [false, true, true])
        for analysis in [whole, partly] {
            #expect(analysis.header.appVerdicts.map(\.app) == ["com.acme.notes", "com.acme.other"])
            let json = try Self.rendered(analysis, JSONRenderer())
            let stored = try StoredReport(bytes: json, named: "report.json")
            #expect(stored.header == analysis.header)
            for renderer in ReportFormats.all {
                let expected = try Self.rendered(analysis, renderer)
                #expect(try Self.rendered(stored, renderer) == expected, "\(renderer.id)")
                let masked = try Self.rendered(RedactedReport(analysis), renderer)
                #expect(try Self.rendered(RedactedReport(stored), renderer) == masked, "\(renderer.id), redacted")
            }
        }
    }

    /// Verdicts over all apps are the sums of those of each.
    @Test func `verdicts of apps add up`() throws {
        let log = BaselineTests.log + BaselineTests.log.replacing("com.acme.notes", with: "com.acme.other")
        let header = try BaselineTests.analysis(log).header
        #expect(header.appVerdicts.count == 2)
        for (rule, counts) in header.verdicts {
            let parts = header.appVerdicts.map { $0.verdicts[rule] ?? VerdictCounts() }
            #expect(parts.reduce(0) { $0 + $1.violated } == counts.violated, "\(rule)")
            #expect(parts.reduce(0) { $0 + $1.satisfied } == counts.satisfied, "\(rule)")
            #expect(parts.reduce(0) { $0 + $1.inconclusive } == counts.inconclusive, "\(rule)")
            #expect(parts.reduce(0) { $0 + $1.notEvaluated } == counts.notEvaluated, "\(rule)")
            for (reason, count) in counts.reasons {
                #expect(parts.reduce(0) { $0 + ($1.reasons[reason] ?? 0) } == count, "\(rule): \(reason)")
            }
        }
    }

    @Test func `an older report has neither fixed mistakes nor verdicts of apps`() throws {
        let stored = try StoredReport(bytes: Array(Self.empty.utf8), named: "r")
        #expect(stored.header.fixed.isEmpty && stored.header.notSeen.isEmpty && stored.header.appVerdicts.isEmpty)
    }

    @Test func `a report that was laid out anew is the same report`() throws {
        let json = try Self.rendered(Self.analysis("leaked-background-task"), JSONRenderer())
        var pretty = "\u{FEFF}"
        var isInString = false
        var isEscaped = false
        for character in String(decoding: json, as: UTF8.self).unicodeScalars {
            pretty.unicodeScalars.append(character)
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = isInString
            } else if character == "\"" {
                isInString.toggle()
            } else if !isInString, ",:{[".unicodeScalars.contains(character) {
                pretty += "\r\n\t  "
            }
        }
        let stored = try StoredReport(bytes: Array(pretty.utf8), named: "r")
        let again = try Self.rendered(stored, JSONRenderer())
        #expect(again == json)
    }

    private static let empty =
        #"{"schema":"lifelint.report/1","tool":{"name":"lifelint","version":"9","rulesDigest":""},"config":{},"summary":{"#
        + #""endings":{}},"inputs":[],"runs":[],"exitCounts":[],"findings":[],"verdicts":{},"problems":[]}"#

    @Test func `the smallest report is one`() throws {
        #expect(try StoredReport(bytes: Array(Self.empty.utf8), named: "r").header.tool.version == "9")
    }

    @Test(
        arguments: [
            ("", "r.json: the file is empty"),
            ("10:00:00.000 app.didBecomeActive\n", "r.json: this is no report of lifelint: expected a JSON report"),
            ("{}", "r.json: this is no report of lifelint"), ("[]", "r.json: this is no report of lifelint"),
            (#"{"schema":7}"#, "r.json: this is no report of lifelint"),
            (
                empty.replacing("report/1", with: "report/2"),
                "r.json: a report of another version (lifelint.report/2, written by lifelint 9): this lifelint reads "
                    + "lifelint.report/1"
            ),
            (
                #"{"schema":"lifelint.baseline/1","findings":[]}"#,
                "r.json: a report of another version (lifelint.baseline/1)"
            ),
            (#"{"type":"header","schema":"lifelint.report/1"}"# + "\n{}", "r.json: an NDJSON report"),
            (empty.replacing(#""verdicts":{},"#, with: ""), "r.json: the report has no \"verdicts\""),
            (empty.replacing(#""runs":[],"#, with: ""), "r.json: the report has no \"runs\": another version of"),
            (empty.replacing(#""runs":[]"#, with: #""runs":7"#), "r.json:1: \"runs\" is no list"),
            (empty.replacing(#""runs":["#, with: "\"runs\":[\n{}"), "r.json:2: a run that cannot be read"),
            (
                empty.replacing(#""findings":["#, with: "\"findings\":[\n\n{}"),
                "r.json:3: a finding that cannot be read"
            ),
            (empty.replacing(#""problems":["#, with: #""problems":[{}"#), "r.json: problem 1 cannot be read"),
            (
                empty.replacing(#""problems":"#, with: #""fixed":[{}],"problems":"#),
                "r.json: entry of fixed 1 cannot be read"
            ),
            (
                empty.replacing(#""problems":"#, with: #""appVerdicts":[7],"problems":"#),
                "r.json: entry of appVerdicts 1 cannot be read"
            ),
            (empty.replacing(#""inputs":["#, with: #""inputs":[{},"#), "r.json: \"inputs\" is damaged"),
            (
                empty.replacing(#""endings":{"#, with: #""endings":{"eatenByABear":1"#),
                "r.json: the ending 'eatenByABear' is not known"
            ),
            (empty + "{}", "r.json:1: more stands behind the report"),
            (empty.replacing(#""runs":[]"#, with: #""runs":[,]"#), "r.json:1: expected a value"),
        ])
    func `what is no report is told`(text: String, message: String) {
        Self.expectError(text, message)
    }

    @Test func `a report that is cut off anywhere is told, and never crashes`() throws {
        let json = try Self.rendered(Self.analysis("two-windows"), JSONRenderer())
        for end in stride(from: 40, to: json.count - 2, by: 1_997) {
            do {
                _ = try StoredReport(bytes: Array(json[..<end]), named: "r.json")
                Issue.record("it was read up to \(end)")
            } catch {
                #expect(error.message.hasSuffix("the report is cut off here"), "\(end): \(error.message)")
            }
        }
    }

    @Test func `damage of any byte is told or harmless`() throws {
        let json = Array(Self.empty.utf8)
        for index in json.indices {
            for byte in [UInt8(0), 0x22, 0x7D, 0x5B, 0x5C, 0xFF] {
                var damaged = json
                damaged[index] = byte
                guard let report = try? StoredReport(bytes: damaged, named: "r") else { continue }
                for renderer in ReportFormats.all where renderer.id == "text" || renderer.id == "json" {
                    _ = try Self.rendered(report, renderer)
                }
            }
        }
    }

    /// Numbers that stand where counts do: whatever sums them up, nothing traps.
    @Test(
        arguments: [
            "9223372036854775807", "-9223372036854775808", "9223372036854775808", "9007199254740993", "-1", "1.5",
            "1e18",
        ])
    func `a count of any size is told or harmless`(number: String) throws {
        let sound = try Self.rendered(Self.analysis("leaked-background-task"), JSONRenderer())
        let text = String(decoding: sound, as: UTF8.self)
        let huge = text.replacing(#/":\d+(?=[,}])/#) { _ in "\":" + number }
        #expect(huge != text)
        let report = try StoredReport(bytes: Array(huge.utf8), named: "r")
        for renderer in ReportFormats.all { _ = try Self.rendered(report, renderer) }
        for (base, head) in try [(report, StoredReport(bytes: sound, named: "s")), (report, report)] {
            let difference = try ReportDifference(base: base, named: "r", head: head, named: "s")
            for renderer in DifferenceFormats.all {
                #expect(!renderer.render(difference, options: RenderOptions()).isEmpty)
            }
        }
    }

    private static func expectError(_ text: String, _ message: String) {
        do {
            _ = try StoredReport(bytes: Array(text.utf8), named: "r.json")
            Issue.record("it was read")
        } catch {
            #expect(error.message.hasPrefix(message), "\(error.message)")
        }
    }
}
