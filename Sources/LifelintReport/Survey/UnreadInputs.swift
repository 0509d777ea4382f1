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
    /// Whether nothing else was told either, so that what has no time is all that there is.
    private let isOfNoRun: Bool

    private static let maximumNamed = 4

    /// Those of a report.
    init(_ header: ReportHeader) {
        let isOfNoRun = header.summary.runs == 0
        self.isOfNoRun = isOfNoRun
        let untimed = isOfNoRun ? Set(header.problems.lazy.filter { $0.code == .noTime }.map(\.file)) : []
        let missing = header.inputs.filter(\.isMissing)
        let inputs = missing + header.inputs.filter { ($0.isCut || untimed.contains($0.path)) && !$0.isMissing }
        let isMissing = Dictionary(inputs.lazy.map { ($0.path, $0.isMissing) }, uniquingKeysWith: { $0 || $1 })
        self.inputs = inputs
        self.missing = missing.count
        reasons = Dictionary(
            header.problems.lazy
                .filter { problem in
                    isMissing[problem.file].map { $0 || UnreadInputs.tellsLoss(problem, isOfNoRun) } ?? false
                }
                .map { ($0.file, $0.message) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Those of which no problem tells why.
    var untold: [InputSummary] { inputs.filter { reasons[$0.path] == nil } }

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

    /// `missing.log: No such file or directory; b.gz (read in part): truncated gzip input and 3 more`.
    var names: String {
        let shown = inputs.prefix(Self.maximumNamed).map { input in
            input.path + (input.isMissing ? "" : " (read in part)")
                + (reasons[input.path].map { ": " + Self.withoutEnd($0) } ?? "")
        }
        let left = inputs.count - shown.count
        return shown.joined(separator: "; ") + (left > 0 ? " and \(Phrasing.grouped(left)) more" : "")
    }

    /// A reason as a part of a sentence that goes on.
    private static func withoutEnd(_ reason: String) -> String {
        reason.utf8.last == 0x2E && !reason.hasSuffix("..") ? String(reason.dropLast()) : reason
    }

    /// Whether it is one of these that a problem tells of.
    func contains(_ problem: Problem) -> Bool {
        inputs.contains { $0.path == problem.file && ($0.isMissing || UnreadInputs.tellsLoss(problem, isOfNoRun)) }
    }

    /// Whether it tells of what was not read: a report without a time is no run.
    private static func tellsLoss(_ problem: Problem, _ isOfNoRun: Bool) -> Bool {
        problem.code.tellsBreak || isOfNoRun && problem.code == .noTime
    }
}
