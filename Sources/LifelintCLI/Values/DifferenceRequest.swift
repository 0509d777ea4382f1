// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintKit
import LifelintModel

/// A rendering of a difference that was asked for: `FORMAT`, or `FORMAT=FILE`.
struct DifferenceRequest: Sendable {
    /// How it is written.
    var renderer: any DifferenceRenderer
    /// Where it goes; nil is standard output.
    var path: String?

    /// The rendering that this text asks for.
    static func parse(_ text: String) throws(UsageError) -> DifferenceRequest {
        let equals = text.firstIndex(of: "=") ?? text.endIndex
        let format = String(text[..<equals])
        let path = equals == text.endIndex ? nil : String(text[text.index(after: equals)...])
        let names = DifferenceFormats.all.map { $0.id }
        guard let renderer = DifferenceFormats.all.first(where: { $0.id == format }) else {
            throw UsageError(.badValue, "unknown report format: expected \(names.joined(separator: ", "))")
        }
        if path?.isEmpty == true { throw UsageError(.badValue, "the file is missing after '='") }
        return DifferenceRequest(renderer: renderer, path: path.flatMap(ReportRequest.fileName))
    }

    /// Refuses renderings that would be written over each other, or over what is compared.
    static func check(_ requests: [DifferenceRequest], comparing reports: [String]) throws(UsageError) {
        if requests.count(where: { $0.path == nil }) > 1 {
            throw UsageError(
                .conflict, "only one report can go to standard output",
                hint: "Write the others to files: --report FORMAT=FILE.")
        }
        var files = WrittenFiles()
        for request in requests {
            if let path = request.path { try files.add("report \(request.renderer.id)", to: path) }
        }
        try files.check("the report", reports)
    }

    /// Writes it.
    func write(_ difference: ReportDifference, options: RenderOptions, console: Console) throws {
        guard let path else {
            let bytes = renderer.render(difference, options: options)
            if let error = console.write({ sink throws in try sink.write(bytes) }) { throw error }
            return
        }
        let file = try AtomicFile(path: path)
        try file.write(renderer.render(difference, options: RenderOptions()))
        try file.commit()
    }
}
