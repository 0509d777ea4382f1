// SPDX-License-Identifier: MIT

/// Judged runs of which nobody needs anything any more.
///
/// Why unchecked: whoever takes the runs hands them over when done with them.
final class SpentRuns: @unchecked Sendable {
    private var judged: [RunCollector.Judged]

    init(_ judged: [RunCollector.Judged]) { self.judged = judged }

    /// Forgets them.
    func free() { judged = [] }
}
