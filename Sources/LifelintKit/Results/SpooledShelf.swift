// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintModel
import LifelintRules

/// A packed finding that waits, as it is stored.
struct WaitingEntry: StoredEncoding, ~Copyable {
    /// A packed finding with the number of its run.
    struct Item: Sendable {
        var run: Int
        var bytes: [UInt8]
    }

    init() {}

    static func appendKey(of item: Item, number: Int, to key: inout [UInt8]) {
        RunKey.append(Int64(item.run), to: &key)
        RunKey.append(Int64(number), to: &key)
    }

    mutating func encode(_ item: Item, into output: inout OutputBuffer) {
        output.bytes.append(contentsOf: item.bytes)
    }
}

/// Keeps findings that wait for the end of all runs in memory, and beyond the budget in sorted segments of a spool.
final class SpooledShelf: FindingShelf {
    private let entries: ReportStore<WaitingEntry>
    /// Why they could not all be given back.
    private(set) var error: FileError?

    init(budget: Int, spoolDirectory: String?, pool: WorkPool?) {
        entries = ReportStore(budget: budget, spoolDirectory: spoolDirectory, pool: pool)
    }

    /// Why they could not be put aside; they stayed in memory then.
    var spoolError: FileError? { entries.spoolError }

    func put(_ bytes: [UInt8], run: Int) { entries.append(WaitingEntry.Item(run: run, bytes: bytes)) }

    func forEach(_ body: (_ run: Int, _ bytes: ArraySlice<UInt8>) -> Void) {
        entries.finish()
        do throws(FileError) {
            var walk = try entries.walk()
            while let entry = walk.first {
                body(RunKey.number(entry.key.prefix(RunKey.numberBytes)), entry.body)
                try walk.removeFirst()
            }
        } catch {
            self.error = error
        }
    }
}
