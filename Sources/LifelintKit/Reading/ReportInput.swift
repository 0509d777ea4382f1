// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
public import LifelintModel

/// An input that holds crash or termination reports, and what these say.
public struct ReportInput: Sendable {
    /// The input, as it was named.
    public let path: String
    /// The id of its format: `crash-ips`.
    public let format: String
    /// The reports, in the order of the input: every thread, every call, every image, but no registers.
    public let reports: [IncidentReport]
    /// What could not be read.
    public let problems: [Problem]
    /// How many problems there were; the first are kept.
    public let problemCount: Int

    /// Reads an input that holds reports; nil if it is of another kind.
    init?(_ input: PlannedInput) throws(FileError) {
        guard let format = input.format as? IncidentFormat, let settings = input.settings else { return nil }
        let stream = try input.open()
        var bytes: [UInt8] = []
        // One byte more than is read: so it is seen that there are more.
        while bytes.count <= IngestLimits.incidentBytes, try stream.read(upTo: 1 << 20, into: &bytes) > 0 {}
        let read = format.reports(in: bytes, settings)
        path = input.path
        self.format = format.id
        reports = read.reports
        problems = read.problems.map {
            Problem(
                file: input.path, line: $0.line + 1, column: $0.column + 1, offset: $0.offset, code: $0.code,
                message: $0.message)
        }
        problemCount = read.problemCount
    }
}

extension Analyzer {
    /// What crash and termination reports say, an input at a time, in byte order of their paths.
    ///
    /// An analysis reads of a report what tells how a run ended. This is for who wants the rest: to symbolicate, to
    /// count, to show.
    ///
    /// - Parameters:
    ///   - paths: files, folders, archives, and `-` for standard input; logs among them are passed over.
    ///   - body: takes an input.
    /// - Returns: what could not be opened, or not be recognised though it was named.
    @discardableResult
    public func forEachReportInput(paths: [String], _ body: (ReportInput) throws -> Void) rethrows -> [Problem] {
        var look = InputLook(options: options, words: words)
        look.look(at: paths)
        var problems = look.problems
        for input in look.inputs {
            let read: ReportInput?
            do throws(FileError) {
                read = try ReportInput(input)
            } catch {
                problems.append(Problem(file: input.path, code: error.problemCode, message: error.reason))
                continue
            }
            if let read { try body(read) }
        }
        return problems
    }

    /// What the reports in these bytes say; nil if they are of no format that holds reports.
    public func reports(in bytes: [UInt8], named name: String = "-") -> ReportInput? {
        var look = InputLook(options: options, words: words)
        look.look(at: bytes, named: name)
        // What is in memory can be read again.
        return look.inputs.first.flatMap { try? ReportInput($0) }
    }
}
