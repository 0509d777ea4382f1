// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintModel

/// Looks for the first records of an input behind its head: the log of a whole device may begin with megabytes of which
/// nothing is recognised.
///
/// Why at all: its zone and its year are concluded from records that others tell, too, before it is read.
struct FurtherLook {
    /// For so many heads it is looked further: to read a log twice must not cost more than to know its zone is worth.
    private static let limit = 64

    private let settings: ReadingSettings
    private let format: any InputFormat

    init(_ format: any InputFormat, _ settings: ReadingSettings) {
        self.format = format
        self.settings = settings
    }

    /// The first stretch with records, as if the input began there; nil where none comes soon.
    func first(in input: PlannedInput) -> (head: InputHead, batch: EventBatch)? {
        // What cannot be read again is not read ahead.
        guard input.stream == nil, let stream = try? input.open() else { return nil }
        defer { stream.close() }
        var bytes: [UInt8] = []
        for _ in 0..<FurtherLook.limit {
            guard let count = try? stream.read(upTo: IngestLimits.headBytes, into: &bytes), count > 0 else {
                return nil
            }
            let head = InputHead(bytes: bytes, isWhole: false)
            let batch = HeadFacts.read(head, as: format, settings)
            if !batch.records.isEmpty { return (head, batch) }
            // A line that goes on in the next stretch; one that is longer than a stretch is none that tells anything.
            let end = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            bytes.removeSubrange(..<end)
        }
        return nil
    }
}
