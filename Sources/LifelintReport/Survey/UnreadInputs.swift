// SPDX-License-Identifier: MIT

import LifelintModel

/// What should have been read and was not, or not to its end: nothing that a report says is said of it.
///
/// A report is often all that somebody sees of an analysis: without these words it would look as if all was well.
struct UnreadInputs {
    /// The inputs that were not read, and behind them those of which a part was; with the reason where it is known.
    private let inputs: [InputSummary]
    private let missing: Int
    private let reasons: [String: String]

    private static let maximumNamed = 4

    /// Those of a report.
    init(_ header: ReportHeader) {
        let missing = header.inputs.filter(\.isMissing)
        let inputs = missing + header.inputs.filter { $0.isCut && !$0.isMissing }
        let isMissing = Dictionary(inputs.lazy.map { ($0.path, $0.isMissing) }, uniquingKeysWith: { $0 || $1 })
        self.inputs = inputs
        self.missing = missing.count
        reasons = Dictionary(
            header.problems.lazy
                .filter { problem in isMissing[problem.file].map { $0 || problem.code.tellsBreak } ?? false }
                .map { ($0.file, $0.message) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Whether all was read.
    var isEmpty: Bool { inputs.isEmpty }

    /// Whether of each something was read.
    var isNoneMissing: Bool { missing == 0 }

    /// `2 inputs not read, 1 input read in part`; nil where all was read.
    var count: String? {
        let cut = inputs.count - missing
        let parts = [
            missing > 0 ? Phrasing.count(missing, "input") + " not read" : nil,
            cut > 0 ? Phrasing.count(cut, "input") + " read in part" : nil,
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// `missing.log: No such file or directory, b.gz (read in part): truncated gzip input and 3 more`.
    var names: String {
        let shown = inputs.prefix(Self.maximumNamed).map { input in
            input.path + (input.isMissing ? "" : " (read in part)") + (reasons[input.path].map { ": " + $0 } ?? "")
        }
        return Phrasing.list(shown, of: inputs.count)
    }

    /// Whether it is one of these that a problem tells of.
    func contains(_ problem: Problem) -> Bool {
        inputs.contains { $0.path == problem.file && ($0.isMissing || problem.code.tellsBreak) }
    }
}
