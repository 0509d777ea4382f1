// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads OTLP exports in pieces of any size; what is kept between two pieces is one record and one resource, or the
/// records that wait for a resource that stands behind them.
struct OTLPReader: FormatReader {
    private struct Waiting {
        var spot: OTLPScanner.Spot
        var isSpan: Bool
    }

    private var builder: RecordBuilder
    private var scanner = OTLPScanner()
    private var resource: OTLPResource?
    /// Whether records of the entry in hand were read without a resource.
    private var isLate = false
    private var waiting: [Waiting] = []
    private var window: [UInt8] = []
    /// The position of the window's first byte.
    private var windowStart = 0
    /// Lines that earlier batches covered.
    private var coveredLines = 0
    private var isFirst = true

    /// A reader for one input.
    init(_ settings: ReadingSettings, format: String, durability: Durability) {
        builder = RecordBuilder(settings, format: format, durability: durability)
        // Most of what is exported has nothing to do with the life cycle.
        builder.unknown = .ignored
    }

    mutating func read(_ chunk: [UInt8], offset: Int64, isLast: Bool) -> EventBatch {
        if isFirst {
            isFirst = false
            windowStart = Int(clamping: offset)
            scanner = OTLPScanner(position: windowStart)
        }
        var bytes = window
        window = []
        if bytes.isEmpty { bytes = chunk } else { bytes.append(contentsOf: chunk) }
        guard bytes.count <= IngestLimits.chunkBytes else { return builder.refusedChunk(at: offset) }
        builder.begin(chunkCount: bytes.count)
        resource?.install(in: &builder.batch)
        let end = windowStart + bytes.count
        bytes.withView { view in
            scanner.scan(view, base: windowStart, to: end, isLast: isLast)
            if isLast { scanner.finish() }
            for item in scanner.items { take(item, view) }
            if let first = waiting.first, end - first.spot.start > IngestLimits.documentBytes { readWaiting(view) }
        }
        scanner.items = []
        return finish(bytes, end: end, isLast: isLast)
    }

    private mutating func take(_ item: OTLPScanner.Item, _ view: ByteView) {
        switch item {
        case .resource(let spot):
            var found = OTLPResource(view, spot.start - windowStart, spot.end - windowStart, in: &builder)
            found.install(in: &builder.batch)
            resource = found
            if isLate { reportLate(spot) }
            readWaiting(view)
        case .record(let spot, let isSpan):
            builder.batch.recordCount += 1
            waiting.append(Waiting(spot: spot, isSpan: isSpan))
            if resource != nil { readWaiting(view) }
        case .entryEnd:
            readWaiting(view)
            resource = nil
            isLate = false
        case .problem(let code, let position, let line, let column, let message):
            builder.batch.report(
                ReadingProblem(
                    offset: Int64(position), line: line - coveredLines, column: column, code: code, message: message))
        }
    }

    /// Reads the records that are in hand.
    private mutating func readWaiting(_ view: ByteView) {
        if resource == nil, !waiting.isEmpty { isLate = true }
        for record in waiting {
            let spot = record.spot
            let place = RecordPlace(
                start: spot.start - windowStart, end: spot.end - windowStart, offset: Int64(spot.start),
                line: spot.line - coveredLines, column: spot.column)
            OTLPRecord.read(view, place, isSpan: record.isSpan, of: resource, into: &builder)
        }
        waiting.removeAll(keepingCapacity: true)
    }

    private mutating func reportLate(_ spot: OTLPScanner.Spot) {
        builder.batch.report(
            ReadingProblem(
                offset: Int64(spot.start), line: spot.line - coveredLines, column: spot.column, code: .tooLarge,
                message: IngestProblem.lateDefault))
    }

    /// Hands out what was read and keeps the bytes that are still needed.
    private mutating func finish(_ bytes: [UInt8], end: Int, isLast: Bool) -> EventBatch {
        var keep = (position: scanner.keepFrom, line: scanner.keepLine)
        if let first = waiting.first?.spot, first.start < keep.position { keep = (first.start, first.line) }
        if isLast { keep = (end, bytes.last == 0x0A || bytes.isEmpty ? scanner.line : scanner.line + 1) }
        // An escape at the very end lets the scanner stand one byte beyond it.
        let kept = min(max(keep.position - windowStart, 0), bytes.count)
        builder.batch.lineCount = max(keep.line - coveredLines, 0)
        coveredLines = max(keep.line, coveredLines)
        let batch = builder.batch.finish(builder.batch.records.isEmpty ? [] : bytes)
        window = kept == 0 ? bytes : Array(bytes[kept...])
        windowStart += kept
        return batch
    }
}
