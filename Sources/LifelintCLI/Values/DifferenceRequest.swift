// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintKit
import LifelintModel

/// A rendering of a difference that was asked for.
typealias DifferenceRequest = RequestedReport<any DifferenceRenderer>

extension DifferenceRequest {
    /// What asks for renderings of a difference.
    static var option: OptionSpec { option(DifferenceFormats.all.map { $0.id }) }

    /// The rendering that this text asks for.
    static func parse(_ text: String) throws(UsageError) -> DifferenceRequest {
        try parse(text, among: DifferenceFormats.all.map { ($0.id, $0) })
    }

    /// Refuses renderings that would be written over each other, or over what is compared.
    static func check(_ requests: [DifferenceRequest], comparing reports: [String]) throws(UsageError) {
        try check(requests).check("the report", reports)
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
