// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintLanguage
public import LifelintModel
import LifelintReport

/// A JSON report that was written before, to be rendered again: what `analyze` draws is drawn from it as well.
public struct StoredReport: ReportContents, Sendable {
    /// Everything that is small.
    public private(set) var header: ReportHeader
    private let bytes: [UInt8]
    private let runs: [ReportOutline.Element]
    private let findings: [ReportOutline.Element]

    /// The schema that is read.
    private static let schema = "lifelint.report/1"
    private static let maximumBytes = 8 << 30

    /// Reads the report of that path; `-` is standard input.
    public init(path: String) throws(AnalyzerError) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try SmallFile.read(path, limit: StoredReport.maximumBytes, noun: "report", isObject: true)
        } catch {
            throw AnalyzerError(message: error.message)
        }
        try self.init(bytes: bytes, named: path)
    }

    /// The report that these bytes are.
    public init(bytes: [UInt8], named name: String) throws(AnalyzerError) {
        let outline = ReportOutline(bytes)
        try StoredReport.check(outline, bytes, name)
        do throws(StoredHeader.Fault) {
            header = try StoredHeader(outline, bytes).header
        } catch {
            throw AnalyzerError(message: "\(name): \(error.message)")
        }
        self.bytes = bytes
        runs = outline.lists["runs"] ?? []
        findings = outline.lists["findings"] ?? []
        for element in runs where RunDecoder.decode(bytes[element.range]) == nil {
            throw StoredReport.unreadable("run", element, bytes, name)
        }
        for element in findings where FindingDecoder.decode(bytes[element.range]) == nil {
            throw StoredReport.unreadable("finding", element, bytes, name)
        }
    }

    /// Lists only the first problems, as an analysis does that is asked for no more.
    public mutating func keepProblems(_ limit: Int) {
        var store = ProblemStore(limit: limit)
        for problem in header.problems { store.add(problem) }
        header.problems = store.listed
    }

    /// The pages of the rules that ship, as far as the report judges by them; it says nothing itself of what rules say.
    public var rulePages: [RulePageText] {
        guard let library = try? RuleLibrary.shippedOnce(isBrief: true) else { return [] }
        return library.rules.filter { header.verdicts[$0.id] != nil }.map { RulePageText(of: $0) }
    }

    /// Calls `body` with each run, in report order.
    public func forEachRun(_ body: (AppRun) throws -> Void) throws {
        for element in runs { if let run = RunDecoder.decode(bytes[element.range]) { try body(run) } }
    }

    /// Calls `body` with each run as the JSON object that stands in the report, in report order.
    public func forEachEncodedRun(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        for element in runs { try body(encoded(element)) }
    }

    /// Calls `body` with each finding, in report order.
    public func forEachFinding(_ body: (Finding) throws -> Void) throws {
        for element in findings {
            if let finding = FindingDecoder.decode(bytes[element.range]) { try body(finding) }
        }
    }

    /// Calls `body` with each finding as the JSON object that stands in the report, in report order.
    public func forEachEncodedFinding(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        for element in findings { try body(encoded(element)) }
    }

    /// The object as reports write it: without white space.
    private func encoded(_ element: ReportOutline.Element) -> ArraySlice<UInt8> {
        guard element.hasSpace else { return bytes[element.range] }
        var output: [UInt8] = []
        output.reserveCapacity(element.range.count)
        var isInString = false
        var isEscaped = false
        for byte in bytes[element.range] {
            if isInString || byte > 0x20 { output.append(byte) }
            if isEscaped {
                isEscaped = false
            } else if byte == 0x5C {
                isEscaped = isInString
            } else if byte == 0x22 {
                isInString.toggle()
            }
        }
        return output[...]
    }

    // MARK: What cannot be read

    private static func check(_ outline: ReportOutline, _ bytes: [UInt8], _ name: String) throws(AnalyzerError) {
        func text(_ key: String) -> String? {
            outline.members[key].flatMap { JSONDocument(Array(bytes[$0])).root?.string }
        }
        guard let found = text("schema") else {
            if bytes.isEmpty { throw AnalyzerError(message: "\(name): the file is empty") }
            let hint = "expected a JSON report, as 'lifelint analyze --report json' writes it"
            throw AnalyzerError(message: "\(name): this is no report of lifelint: \(hint)")
        }
        guard found == schema else {
            let version = outline.members["tool"].flatMap { JSONDocument(Array(bytes[$0])).root?["version"]?.string }
            let writer = version.map { ", written by lifelint \($0)" } ?? ""
            throw AnalyzerError(
                message: "\(name): a report of another version (\(found)\(writer)): this lifelint reads \(schema)")
        }
        if text("type") == "header" {
            throw AnalyzerError(message: "\(name): an NDJSON report: expected the one of --report json")
        }
        if let fault = outline.fault {
            throw AnalyzerError(message: "\(name):\(line(of: fault.offset, bytes)): \(fault.message)")
        }
    }

    private static func unreadable(
        _ noun: String, _ element: ReportOutline.Element, _ bytes: [UInt8], _ name: String
    ) -> AnalyzerError {
        AnalyzerError(
            message:
                "\(name):\(line(of: element.range.lowerBound, bytes)): a \(noun) that cannot be read: the report is "
                + "damaged, or of a newer lifelint")
    }

    private static func line(of offset: Int, _ bytes: [UInt8]) -> Int {
        1 + bytes[..<min(offset, bytes.count)].count { $0 == 0x0A }
    }
}
