// SPDX-License-Identifier: MIT

import LifelintModel
import TestSupport
import Testing

@testable import LifelintIngest

/// Inputs that hold several reports, and what stands around them.
struct IncidentCutterTests {
    private static func documents(_ bytes: [UInt8]) -> [String] {
        IncidentCutter.documents(of: IncidentSource(bytes)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private static func documents(_ text: String) -> [String] { documents(Array(text.utf8)) }

    @Test func `Reports behind each other are told apart`() {
        let crash = IncidentSample.crash
        let text = IncidentSample.text
        let header = IncidentSample.header
        #expect(Self.documents(crash + crash).count == 2)
        #expect(Self.documents(text + text).count == 2)
        #expect(Self.documents(crash + text + crash).count == 3)
        #expect(Self.documents(text + IncidentSample.mac).count == 2)
        #expect(Self.documents(header + "\n" + text + header + "\n" + text).count == 2)
        #expect(Self.documents(header + "\n" + header + "\n" + IncidentSample.body).count == 2)
        #expect(Self.documents(IncidentSample.body + "\n" + IncidentSample.body).count == 2)
        #expect(Self.documents(String(crash.prefix(2_000)) + "\n" + crash).count == 2)
        #expect(
            IncidentReadout.of(crash + text + crash).reports.map(\.format) == ["crash-ips", "crash-text", "crash-ips"])
    }

    private static let kscrash =
        #"{"report":{"id":"a","type":"standard","timestamp":1593717988},"crash":{"error":{"type":"signal","signal":{"name":"SIGBUS","signal":10}}}}"#
    private static let event =
        #"{"event_id":"a","timestamp":1593717988,"platform":"cocoa","exception":{"values":[{"type":"SIGBUS","value":"x"}]}}"#
    private static let kinds = [
        IncidentSample.text, IncidentSample.mac, IncidentSample.crash, kscrash, event, "[\(kscrash)]",
        kscrash.replacing("{", with: "{\n  ").replacing("}", with: "\n}"),
    ]

    @Test(arguments: kinds.indices, kinds.indices)
    func `Reports of two kinds behind each other are both read`(_ first: Int, _ second: Int) {
        let readout = IncidentReadout.of(Self.kinds[first] + "\n" + Self.kinds[second] + "\n")
        let formats = [first, second].flatMap { IncidentReadout.of(Self.kinds[$0]).reports.map(\.format) }
        #expect(readout.reports.map(\.format) == formats && formats.count == 2 && readout.problems.isEmpty)
    }

    @Test func `What opens behind a text is a report only where it may be JSON`() {
        for line in ["{", "[2026-03-01 10:00:00] launched", "{}", "[1]", "Application Stats:\n{\"a\":1}"] {
            #expect(Self.documents(IncidentSample.text + line + "\n").count == 1)
        }
        // In front of the images the last words may show one.
        let words = IncidentSample.text.replacing("abort() called", with: "{\"a\":1}")
        #expect(Self.documents(words).count == 1)
    }

    @Test(arguments: [("“", "”"), ("”", "”"), ("„", "“")])
    func `Marks that an editor bent are put straight, and every place stays what it is`(_ open: String, _ close: String)
    {
        var isOpen = false
        let bent = IncidentSample.crash.map { character in
            guard character == "\"" else { return String(character) }
            isOpen.toggle()
            return isOpen ? open : close
        }.joined()
        let readout = IncidentReadout.of(bent)
        #expect(readout.lines == IncidentReadout.of(IncidentSample.crash).lines)
        #expect(
            readout.reports.first?.exception?.place.line
                == IncidentReadout.of(IncidentSample.crash).reports.first?.exception?.place.line)
        #expect(readout.problems.isEmpty)
        #expect(
            Self.documents(#"{“a”: “b\“c\\”, "d": “e”}"#).first?.utf8.count == #"{“a”: “b\“c\\”, "d": “e”}"#.utf8.count)
    }

    @Test func `Lines that end with a carriage return alone are lines`() {
        for text in [IncidentSample.crash, IncidentSample.text] {
            let readout = IncidentReadout.of(text.replacing("\n", with: "\r"))
            #expect(readout.lines == IncidentReadout.of(text).lines && readout.problems.isEmpty)
        }
        #expect(LooseForms.mended(Array("a\r\nb\r".utf8)) == nil)
    }

    @Test(arguments: ["[", " [\n  "]) func `A header and a body in an array are a report`(_ open: String) throws {
        let header = IncidentSample.header.replacing(",\"", with: ",\n    \"")
        let readout = IncidentReadout.of(open + header + ", " + IncidentSample.body + "\n]\n")
        #expect(readout.reports.map(\.format) == ["crash-ips"] && readout.problems.isEmpty)
        let report = try #require(readout.reports.first)
        let plain = try #require(IncidentReadout.of(IncidentSample.crash).reports.first)
        #expect(report.process == plain.process)
        // Two bodies are two reports.
        #expect(Self.documents("[" + IncidentSample.body + "," + IncidentSample.body + "]").count == 2)
    }

    @Test(arguments: ["==> b.ips <==", "## The second one\n", "---", "=====", "and then it crashed again:"])
    func `What stands between reports is none of the one before`(_ line: String) {
        let crash = IncidentSample.crash
        for next in [crash, IncidentSample.text, IncidentSample.mac] {
            let readout = IncidentReadout.of(crash + "\n" + line + "\n" + next)
            #expect(readout.reports.count == 2 && readout.problems.isEmpty, "\(line): \(readout.lines)")
        }
        // Behind the last one it is damage, which is told.
        #expect(!IncidentReadout.of(crash + line + "\n").problems.isEmpty)
    }

    @Test func `A translation is left out in front of its own original alone`() {
        let rule = "-----------\n"
        let translation =
            rule + "Translated Report (Full Report Below)\n" + rule + IncidentSample.text
        let full = rule + "Full Report\n" + rule
        let crash = IncidentSample.crash
        func count(_ text: String) -> Int { Self.documents(text).count }
        #expect(count(translation + "\n" + full + "\n" + crash) == 1)
        #expect(count(translation + "\n" + crash) == 1)
        #expect(count(translation + "\n" + crash.replacing("11111111-", with: "91111111-")) == 2)
        #expect(count(translation + "\n" + full + "\n" + crash + "\n" + translation + "\n" + full + "\n" + crash) == 2)
        #expect(count(crash + "\n" + translation) == 2)
        // Without its incident a translation tells whose it is by the process.
        let plain = translation.replacing(#/Incident Identifier: [^\n]*\n/#, with: "")
        #expect(count(plain + "\n" + crash) == 1)
        #expect(count(plain + "\n" + crash.replacing("\"pid\" : 4711", with: "\"pid\" : 4712")) == 2)
        #expect(count(translation) == 1)
    }

    @Test func `Two incidents are two reports, however their lines were run together`() {
        let first = IncidentSample.text
        let second = first.replacing("11111111-", with: "91111111-").replacing("Notes [4711]", with: "Mail [4712]")
        func together(_ text: String) -> String { text.split(separator: "\n").joined(separator: " ") + "\n" }
        // Without an incident it is the process that tells.
        let plain = first.split(separator: "\n").dropFirst(3).joined(separator: "\n") + "\n"
        let other = second.split(separator: "\n").dropFirst(3).joined(separator: "\n") + "\n"
        for (text, count) in [
            (together(first) + second, 2), (together(first) + together(second), 2), (first + together(second), 2),
            (together(first) + "\n" + second, 2), (together(plain) + together(other), 2), (together(plain) + other, 2),
            // Of the first no more is left than who died.
            (first.split(separator: "\n").prefix(4).joined(separator: "\n") + "\n" + second, 2),
            (together(first), 1), ("Exception Type: EXC_CRASH (SIGKILL)\n" + together(first), 1),
        ] {
            #expect(Self.documents(text).count == count, "\(text)")
        }
    }

    /// Lines of which reports are made, and what may stand between them.
    private static let lines = [
        "", "  ", "\r", "7", "7 wait 0x1", "12,", "9 }", "0x1 - 0x2 Notes", "{", "}", "[", "]", "{}", "[{}]", "  {",
        "  }",
        "  \"a\": 1,", "\t{", "Incident Identifier: A", "  Incident Identifier: A", "Process: Notes [7]", "Thread 0:",
        "Process: Notes [8]", "Process: the store", "Hardware Model: iPhone17,1",
        "Exception Type: EXC_CRASH (SIGABRT)", "Binary Images:", "Translated Report (Full Report Below)",
        "Triggered: 1",
        "\u{FEFF}", "Event: hang", IncidentSample.header, "{\"bug_type\":\"309\",\"name\":\"x\"}  ",
        "{\"procName\":\"a\"}", "Incident Identifier: B", "Full Report", "-----", "## the second",
        "\"incident\": \"A\",",
    ]

    @Test func `Reports begin where a look at every line finds them`() {
        var random = SeededGenerator(seed: 17)
        for _ in 0..<6_000 {
            // Few kinds of lines in each, so that they meet.
            let kinds = (0..<Int.random(in: 1...6, using: &random)).map { _ in Self.lines.randomElement(using: &random)
            }
            var text = Int.random(in: 0..<8, using: &random) == 0 ? "\u{FEFF}" : ""
            for _ in 0..<Int.random(in: 0...24, using: &random) {
                text += ((kinds.randomElement(using: &random) ?? nil) ?? "") + "\n"
            }
            let bytes = Array(text.utf8)
            let found = bytes.withView { view in
                var cutter = IncidentLineCutter(view)
                return cutter.ranges(atMost: 1_000)
            }
            #expect(found == PlainLineCutter.ranges(bytes), "\(text.debugDescription)")
        }
    }

    @Test func `Last words that look like the beginning of a report begin none`() {
        let text = IncidentSample.text.replacing("abort() called", with: "Process: the store\nVersion: 9")
        let reports = IncidentReadout.of(text).reports
        #expect(reports.map(\.process.name) == ["Notes"])
        #expect(
            reports.first?.applicationInformation.map(\.text) == [
                "Process: the store", "Version: 9", "Notes: the store is locked",
            ])
    }

    /// What people paste of a report mostly has neither its own name nor its images.
    private static func excerpt(_ process: String, _ model: String, _ exception: String) -> String {
        """
        Hardware Model:      \(model)
        Process:             \(process)
        Identifier:          com.acme.notes
        Parent Process:      launchd [1]

        Date/Time:           2026-03-01 10:00:15.2504 +0100
        OS Version:          iPhone OS 26.3 (23D127)

        Exception Type:  \(exception)
        Exception Codes: 0x0000000000000000, 0x0000000000000000

        Triggered by Thread:  0

        Application Specific Information:
        the store is locked

        Thread 0 Crashed:
        0   libsystem_kernel.dylib        \t0x00000001836e2100 mach_msg2_trap + 8

        """
    }

    /// What may stand between two reports.
    @Test(arguments: ["", "\n", "```\n\nand another one from later:\n\n```\n"])
    func `Two reports without their names and their images are two`(_ between: String) {
        let first = Self.excerpt("Notes [2599]", "iPhone17,1", "EXC_CRASH (SIGKILL)")
        let second = Self.excerpt("Notes [2711]", "iPad16,1", "EXC_BAD_ACCESS (SIGSEGV)")
        for (texts, models) in [
            ([first, second], ["iPhone17,1", "iPad16,1"]),
            ([first, second].map { $0.replacing("Hardware Model:", with: "User ID:") }, [nil, nil]),
        ] as [([String], [String?])] {
            let reports = IncidentReadout.of(texts[0] + between + texts[1]).reports
            #expect(reports.map(\.process.pid) == [2_599, 2_711])
            #expect(reports.map { $0.exception?.signal } == ["SIGKILL", "SIGSEGV"])
            #expect(reports.map { $0.threads.map(\.frames.count) } == [[1], [1]])
            #expect(reports.map(\.device.model) == models)
        }
    }

    @Test func `A report in a fence of its own is read behind one that fills most of the file`() {
        let second = Self.excerpt("Notes [2711]", "iPad16,1", "EXC_BAD_ACCESS (SIGSEGV)")
        let fenced = [IncidentSample.text, second].map { "```\n" + $0 + "```\n" }.joined(separator: "\nand later:\n\n")
        #expect(IncidentReadout.of(fenced).reports.map(\.process.pid) == [4_711, 2_711])
        // What else stands in a fence is none, and neither is one that nothing follows.
        for other in ["let process = 1", "Process", ""] {
            let text = "```\n" + IncidentSample.text + "```\n\n```\n" + other
            #expect(IncidentReadout.of(text).reports.map(\.process.pid) == [4_711])
        }
        #expect(IncidentReadout.of("```\n" + IncidentSample.text + "```\n```").reports.count == 1)
    }

    /// What a line of a report may become, and is no other report.
    @Test(arguments: [
        "Process: we did what we could\nVersion: 9", "Process: the helper [77]\nwas not there", "Process: [77]",
        "Process:             Notes [2599]\nIdentifier:          com.acme.notes",
    ])
    func `What names a process again in a report without images begins none`(_ words: String) {
        let text = Self.excerpt("Notes [2599]", "iPhone17,1", "EXC_CRASH (SIGKILL)")
        #expect(Self.documents(text.replacing("the store is locked", with: words)).count == 1)
        // Who shows the gist of a report in front of it shows it twice, and lines may stand in another order.
        #expect(Self.documents("Process: Notes [2599]\nException Type: EXC_CRASH (SIGKILL)\n\n" + text).count == 1)
        #expect(Self.documents("Exception Type: EXC_CRASH (SIGKILL)\nCrashed Thread: 0\n" + text).count == 1)
    }

    /// What stands in front of a report: own words, and what of it says what happened.
    @Test(arguments: [
        ("iPhone 14 Pro\nException Type: EXC_CRASH (SIGKILL)\n\n", 1),
        ("It crashed.\n\nException Type: EXC_CRASH (SIGKILL)\nThread 0 Crashed:\n0  Notes 0x1 a + 1\n\n", 1),
        ("Exception Type: EXC_CRASH (SIGKILL)\nException Codes: 0x1, 0x2\n\n", 1),
        // What is read by itself is a report of its own.
        ("Date/Time: 2026-03-01 10:00:15.2504 +0100\nException Type: EXC_CRASH (SIGKILL)\nCrashed Thread: 0\n\n", 2),
        ("Exception Type: EXC_CRASH (SIGKILL)\nCrashed Thread: 0\nThread 0 Crashed:\n0  Notes 0x1 a + 1\n\n", 2),
        ("It crashed.\nProcess: Mail [7]\nException Type: EXC_CRASH (SIGKILL)\n\n", 2),
    ]) func `The gist of a report in front of it is none`(_ gist: String, _ count: Int) {
        let documents = Self.documents(gist + IncidentSample.text)
        #expect(documents.count == count)
        #expect(documents.last == IncidentValues.trim(IncidentSample.text))
    }

    @Test func `Places of later reports count from the start of the input`() throws {
        let readout = IncidentReadout.of(IncidentSample.crash + IncidentSample.crash)
        let lines = IncidentSample.crash.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        #expect(readout.reports.map { $0.captured?.place.line } == [13, 13 + lines])
        #expect(readout.reports.last?.place.offset == Int64(IncidentSample.crash.utf8.count))
    }

    @Test func `A name with braces and quotes ends nothing`() throws {
        let crash = IncidentSample.crash.replacing(#""app_name":"Notes""#, with: #""app_name":"N{o\"t}es""#)
            .replacing(#""procName" : "Notes""#, with: #""procName" : "}\n{\"x""#)
        #expect(Self.documents(crash + crash).count == 2)
        #expect(IncidentReadout.of(crash).reports.first?.process.name == "}\n{\"x")
    }

    @Test func `A translation is no report beside its original`() throws {
        let rule = "-------------------------------------\n"
        let file =
            rule + "Translated Report (Full Report Below)\n" + rule + IncidentSample.translated + "\n-----------\n"
            + "Full Report\n-----------\n\n" + IncidentSample.crash
        let reports = IncidentReadout.of(file).reports
        #expect(reports.map(\.format) == ["crash-ips"])
        #expect(reports.first?.device.boot != nil)
        let alone = rule + "Translated Report (Full Report Below)\n" + rule + IncidentSample.translated
        let rest = IncidentReadout.of(alone).reports
        #expect(rest.map(\.format) == ["crash-text"])
    }

    /// A translation under its heading, and the same with its original below, of which all is missing behind some text.
    private static func translated(_ text: String, cutBehind end: String) throws -> (translation: String, file: String)
    {
        let rule = "-------------------------------------\n"
        let translation = rule + "Translated Report (Full Report Below)\n" + rule + text
        let body =
            end.isEmpty
            ? ""
            : String(IncidentSample.body.prefix(upTo: try #require(IncidentSample.body.firstRange(of: end)).upperBound))
        let original = "-----------\nFull Report\n-----------\n\n" + IncidentSample.header + "\n" + body
        return (translation, translation + original)
    }

    /// Where the original behind a translation ends that somebody pasted.
    @Test(arguments: ["", "{", #""procRole""#, #""exception" :"#, #""codes""#, #""threads" :"#, #"mach_msg2_trap"#])
    func `Of a report that is cut behind its translation the translation is read`(_ end: String) throws {
        let (translation, file) = try Self.translated(IncidentSample.translated + "\n", cutBehind: end)
        let readout = IncidentReadout.of(file)
        let told = try #require(IncidentReadout.of(translation).reports.first)
        let report = try #require(readout.reports.first)
        #expect(readout.reports.count == 1 && report.isPartial)
        #expect(readout.codes == [.truncatedLine])
        #expect(report.exception == told.exception && report.termination == told.termination)
        #expect(report.captured == told.captured && report.launched == told.launched)
        #expect(report.process.pid == told.process.pid && report.process.role == told.process.role)
        #expect(report.threads.map(\.frames) == told.threads.map(\.frames))
        #expect(report.bugType == "309")
    }

    /// Where the original ends behind a translation that was shortened, and what tells what happened then.
    @Test(arguments: [("", true), ("{", true), (#""procRole""#, true), (#""threads" :"#, false)])
    func `A translation that is shortened is read where the original does not come to what happened`(
        _ end: String, _ isTranslated: Bool
    ) throws {
        let images = try #require(IncidentSample.translated.firstRange(of: "Binary Images:")).lowerBound
        let shortened = String(IncidentSample.translated.prefix(upTo: images))
        let (translation, file) = try Self.translated(shortened, cutBehind: end)
        let readout = IncidentReadout.of(file)
        let told = try #require(IncidentReadout.of(translation).reports.first)
        let report = try #require(readout.reports.first)
        #expect(told.isPartial && report.isPartial && readout.codes == [.truncatedLine])
        #expect(!readout.problems.contains { $0.message == IncidentProblem.headerOnly })
        #expect(report.captured?.time == told.captured?.time && report.exception?.type == told.exception?.type)
        #expect(report.threads.isEmpty == !isTranslated)
    }

    @Test func `What stands in front of a report is passed over`() {
        #expect(IncidentReadout.of("\u{FEFF}" + IncidentSample.crash).reports.count == 1)
        #expect(IncidentReadout.of("\n\n  \n" + IncidentSample.text).reports.count == 1)
        let damaged = "junk\n389769\",\"share_with_app_devs\":0}\n" + IncidentSample.body
        #expect(IncidentReadout.of(damaged).reports.map(\.format) == ["crash-ips"])
    }

    @Test(arguments: [true, false], [true, false])
    func `Reports in UTF-16 are decoded`(_ isLittle: Bool, _ hasMark: Bool) throws {
        var bytes: [UInt8] = []
        for unit in ((hasMark ? "\u{FEFF}" : "") + IncidentSample.text).utf16 {
            let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            bytes += isLittle ? pair : pair.reversed()
        }
        let readout = IncidentParsers.read(bytes)
        #expect(readout.reports.first?.process.pid == 4711)
        #expect(readout.reports.first?.captured?.place.line == 12)
    }

    @Test func `Every JSON value is one document, and reports in an array are, too`() {
        #expect(Self.documents(#"{"a":1}"# + "\n" + #"{"b":[1,{}]}"# + "\n") == [#"{"a":1}"#, #"{"b":[1,{}]}"#])
        #expect(Self.documents("{\n\"a\" : [\n{\n},\n{\n}\n]\n}\n").count == 1)
        #expect(Self.documents(#"[{"a":1},{"b":2}]"#).count == 1)
        #expect(Self.documents("[" + IncidentSample.body + ",\n" + IncidentSample.body + "]").count == 2)
        #expect(Self.documents("[" + IncidentSample.body + ",\n3]").count == 1)
        #expect(Self.documents("").isEmpty)
        #expect(Self.documents(" \n\t\n").isEmpty)
        #expect(Self.documents([0x70, 0x6C, 0x00, 0x0A, 0x7B, 0x0A]).count == 1)
    }

    @Test func `What stands between reports and is none is told`() throws {
        let reading = try Reading(IncidentSample.crash + "{\"a\":1}\n" + IncidentSample.crash, as: "crash-ips")
        #expect(reading.problems.map { $0.prefix(19) } == ["unknown-report-type"])
        #expect(reading.count == 2)
    }

    @Test func `A header that says nothing of a report is a value like others`() {
        #expect(IPSHeader.read(IncidentDocument(Array(#"{"bug_type":"309"}"#.utf8))) == nil)
        #expect(IPSHeader.read(IncidentDocument(Array(#"{"bug_type":309,"name":"x"}"#.utf8)))?.bugType == "309")
    }

    @Test(arguments: [
        ("crash-ips", IncidentSample.crash), ("crash-ips", IncidentSample.header + "\n" + IncidentSample.text),
        ("crash-text", IncidentSample.text), ("crash-text", IncidentSample.mac),
        ("crash-text", IncidentSample.translated),
        ("other-ips", IncidentSample.header.replacing("\"309\"", with: "\"225\"") + "\n{}\n"),
    ])
    func `Inputs are recognised by their beginnings`(_ row: (format: String, text: String)) {
        let formats = InputFormats(words: Sample.words)
        let bytes = Array(row.text.utf8)
        #expect(formats.format(of: InputHead(bytes: bytes, isWhole: true))?.id == row.format)
        #expect(formats.format(of: InputHead(bytes: Array(bytes.prefix(3_000)), isWhole: false))?.id == row.format)
    }
}
