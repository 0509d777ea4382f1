// SPDX-License-Identifier: MIT

import LifelintModel

/// The first findings that wait for the end of all runs, as they are: most logs have no more, and to pack them and read
/// them back costs more than to make them.
struct KeptFindings {
    /// As many, with so many bytes of text, are kept at most.
    private static let limit = 2_048
    private static let textLimit = 1 << 20

    private var findings: [(run: Int, finding: WaitingFinding)] = []
    private var textBytes = 0
    private var isFull = false
    /// How many were taken again.
    private var takenCount = 0

    /// Keeps a finding of the run with that number; false where there is no room for it, nor for any after it.
    mutating func add(_ waiting: WaitingFinding, run: Int) -> Bool {
        if isFull { return false }
        let finding = waiting.draft.finding
        textBytes += finding.evidence.reduce(finding.message.utf8.count) { $0 + $1.line.text.utf8.count }
        isFull = findings.count >= KeptFindings.limit || textBytes > KeptFindings.textLimit
        if isFull { return false }
        findings.append((run, waiting))
        return true
    }

    /// No more come: orders them by the numbers of their runs, those of one run as they came.
    mutating func sort() {
        // Where runs come in the order of their numbers, they are in order already.
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
