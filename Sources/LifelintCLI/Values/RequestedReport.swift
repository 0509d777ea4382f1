// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintModel

/// A rendering that was asked for: `FORMAT`, or `FORMAT=FILE`.
struct RequestedReport<Renderer: Sendable>: Sendable {
    /// The name of its format.
    let format: String
    /// How it is written.
    let renderer: Renderer
    /// Where it goes; nil is standard output.
    let path: String?

    /// The rendering that this text asks for.
    static func parse(_ text: String, among formats: [(id: String, renderer: Renderer)]) throws(UsageError) -> Self {
        let equals = text.firstIndex(of: "=") ?? text.endIndex
        let format = String(text[..<equals])
        let path = equals == text.endIndex ? nil : String(text[text.index(after: equals)...])
        guard let found = formats.first(where: { $0.id == format }) else {
            let names = formats.map(\.id)
            let question = Suggestion.question(for: format, among: names)
            throw UsageError(
                .badValue, "unknown report format" + (question.isEmpty ? ": expected \(list(names))" : question))
        }
        if path?.isEmpty == true { throw UsageError(.badValue, "the file is missing after '='") }
        return Self(format: format, renderer: found.renderer, path: path.flatMap(fileName))
    }

    /// The file that a path of the command line means; nil for standard output.
    static func fileName(_ path: String) -> String? {
        path == "-" || FilePlace.isStandardOutput(path) ? nil : path
    }

    /// Refuses renderings that would be written over each other; gives the files that they are written to.
    @discardableResult static func check(_ requests: [Self]) throws(UsageError) -> WrittenFiles {
        let printed = requests.filter { $0.path == nil }.map(\.format)
        if printed.count > 1 {
            throw UsageError(
                .conflict, "only one report can go to standard output: \(list(printed))",
                hint: "Write the others to files: --report FORMAT=FILE.")
        }
        var files = WrittenFiles()
        for request in requests {
            if let path = request.path { try files.add("report \(request.format)", to: path) }
        }
        return files
    }

    /// What asks for renderings of these formats.
    static func option(_ formats: [String]) -> OptionSpec {
        OptionSpec(
            name: "report", placeholder: "FORMAT[=FILE]",
            help: "Write this report, to a file or to standard output (default: text to standard output).",
            completion: .words(formats))
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
