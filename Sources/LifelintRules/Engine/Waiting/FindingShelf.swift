// SPDX-License-Identifier: MIT

/// Where packed findings lie that wait for the end of all runs: there may be more of them than memory holds.
package protocol FindingShelf: AnyObject {
    /// Takes a packed finding of the run with that number.
    func put(_ bytes: [UInt8], run: Int)
    /// Gives all of them: by the numbers of their runs, those of one run in the order in which they came.
    func forEach(_ body: (_ run: Int, _ bytes: ArraySlice<UInt8>) -> Void)
}

/// Keeps packed findings in memory.
package final class MemoryShelf: FindingShelf {
    private var findings: [Int: [[UInt8]]] = [:]

    /// An empty shelf.
    package init() {}

    package func put(_ bytes: [UInt8], run: Int) { findings[run, default: []].append(bytes) }

    package func forEach(_ body: (_ run: Int, _ bytes: ArraySlice<UInt8>) -> Void) {
        for run in findings.keys.sorted() {
            for bytes in findings[run] ?? [] { body(run, bytes[...]) }
        }
    }
}
