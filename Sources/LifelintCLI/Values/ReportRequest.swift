// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintKit
import LifelintModel

/// A report that was asked for: `FORMAT`, or `FORMAT=FILE`.
struct ReportRequest: Sendable {
    /// How it is written.
    var renderer: any ReportRenderer
    /// Where it goes; nil is standard output.
    var path: String?

    /// What asks for reports.
    static var option: OptionSpec {
        OptionSpec(
            name: "report", placeholder: "FORMAT[=FILE]",
            help: "Write this report, to a file or to standard output (default: text to standard output).",
            completion: .words(ReportFormats.all.map { $0.id }))
    }

    /// Those that were asked for, or text; refuses reports that would be written over each other.
    static func checked(_ requests: [ReportRequest]) throws(UsageError) -> [ReportRequest] {
        if requests.isEmpty { return [try parse("text")] }
        try check(requests)
        return requests
    }

    /// The report that this text asks for.
    static func parse(_ text: String) throws(UsageError) -> ReportRequest {
        let equals = text.firstIndex(of: "=") ?? text.endIndex
        let format = String(text[..<equals])
        let path = equals == text.endIndex ? nil : String(text[text.index(after: equals)...])
        let names = ReportFormats.all.map { $0.id }
        guard let renderer = ReportFormats.all.first(where: { $0.id == format }) else {
            let question = Suggestion.question(for: format, among: names)
            throw UsageError(
                .badValue, "unknown report format" + (question.isEmpty ? ": expected \(list(names))" : question))
        }
        if path?.isEmpty == true { throw UsageError(.badValue, "the file is missing after '='") }
        return ReportRequest(renderer: renderer, path: path.flatMap(fileName))
    }

    /// The file that a path of the command line means; nil for standard output.
    static func fileName(_ path: String) -> String? {
        path == "-" || FilePlace.isStandardOutput(path) ? nil : path
    }

    /// Refuses reports that would be written over each other; gives the files that they are written to.
    @discardableResult static func check(_ requests: [ReportRequest]) throws(UsageError) -> WrittenFiles {
        if requests.count(where: { $0.path == nil }) > 1 {
            let names = requests.filter { $0.path == nil }.map { $0.renderer.id }
            throw UsageError(
                .conflict, "only one report can go to standard output: \(list(names))",
                hint: "Write the others to files: --report FORMAT=FILE.")
        }
        var files = WrittenFiles()
        for request in requests {
            if let path = request.path { try files.add("report \(request.renderer.id)", to: path) }
        }
        return files
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
