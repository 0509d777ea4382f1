// SPDX-License-Identifier: MIT

import LifelintModel

/// What should have been read and was not: nothing that a report says is said of it.
///
/// A report is often all that somebody sees of an analysis: without these words it would look as if all was well.
struct UnreadInputs {
    /// The inputs, with the reason where it is known.
    private let inputs: [InputSummary]
    private let reasons: [String: String]

    private static let maximumNamed = 4

    /// Those of a report.
    init(_ header: ReportHeader) {
        let inputs = header.inputs.filter(\.isMissing)
        let paths = Set(inputs.lazy.map(\.path))
        self.inputs = inputs
        reasons = Dictionary(
            header.problems.lazy.filter { paths.contains($0.file) }.map { ($0.file, $0.message) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Whether all was read.
    var isEmpty: Bool { inputs.isEmpty }

    /// `2 inputs not read`; nil where all was read.
    var count: String? { isEmpty ? nil : Phrasing.count(inputs.count, "input") + " not read" }

    /// `missing.log: No such file or directory, b.ips and 3 more`.
    var names: String {
        let shown = inputs.prefix(Self.maximumNamed).map { input in
            input.path + (reasons[input.path].map { ": " + $0 } ?? "")
        }
        return Phrasing.list(shown, of: inputs.count)
    }

    /// Whether it is one of these that a problem tells of.
    func contains(_ problem: Problem) -> Bool { inputs.contains { $0.path == problem.file } }
}
