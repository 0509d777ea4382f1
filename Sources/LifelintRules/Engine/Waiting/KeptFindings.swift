// SPDX-License-Identifier: MIT

import LifelintModel

/// The first findings that wait for the end of all runs, as they are: most logs have no more, and to pack them and read
/// them back costs more than to make them.
struct KeptFindings {
    /// As many are kept where nobody says otherwise, with so many bytes of text at most.
    static let usualLimit = 2_048
    private static let textLimit = 1 << 20

    private let limit: Int
    private var findings: [(run: Int, finding: WaitingFinding)] = []
    private var textBytes = 0
    private var isFull = false
    /// How many were taken again.
    private var takenCount = 0

    /// No more than so many are kept.
    init(limit: Int) { self.limit = limit }

    /// Keeps a finding of the run with that number; false where there is no room for it, nor for any after it.
    mutating func add(_ waiting: WaitingFinding, run: Int) -> Bool {
        if isFull { return false }
        let message = waiting.draft.finding.message.utf8.count
        textBytes += waiting.draft.finding.evidence.reduce(message) { $0 + $1.line.text.utf8.count }
        isFull = findings.count >= limit || textBytes > KeptFindings.textLimit
        if isFull { return false }
        findings.append((run, waiting))
        return true
    }

    /// No more come: orders them by the numbers of their runs, those of one run as they came.
    mutating func sort() {
        let runs = findings.map(\.run)
        let places = runs.indices.sorted { (runs[$0], $0) < (runs[$1], $1) }
        findings = places.map { findings[$0] }
    }

    /// The next one, where its run has that number at most.
    mutating func takeFirst(upTo run: Int) -> (run: Int, finding: WaitingFinding)? {
        guard takenCount < findings.count, findings[takenCount].run <= run else { return nil }
        defer { takenCount += 1 }
        return findings[takenCount]
    }
}
