// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads stacks of sampled calls: a line each, the number of samples in front, the caller above its callee.
enum SampledStack {
    /// The call of a line such as `  11  start + 8 (dyld + 1234) [0x1a0]`; nil if it is none.
    static func frame(_ line: LabelledLine, _ view: ByteView) -> (frame: IncidentFrame, indentation: Int)? {
        var start = line.range.lowerBound
        let end = line.range.upperBound
        // A star marks a call inside the kernel.
        while start < end, IncidentValues.isBlank(view[start]) || view[start] == 0x2A { start += 1 }
        let indentation = start - line.range.lowerBound
        guard let (count, countEnd) = DecimalNumber.prefix(view, start, end), let samples = count.integer,
            indentation > 0, countEnd < end, IncidentValues.isBlank(view[countEnd])
        else { return nil }
        var frame = IncidentFrame()
        frame.samples = Int(exactly: samples)
        var rest = trimmed(view, countEnd, end)
        takeAddress(&rest, &frame, view)
        takeImage(&rest, &frame, view)
        takeSymbol(rest, &frame, view)
        return frame.image == nil && frame.symbol == nil && frame.address == nil ? nil : (frame, indentation)
    }

    /// The calls of the lines that follow, the innermost first: of a heaviest stack all, of a tree those that lead down
    /// its first branches, which are the heaviest.
    static func calls(_ lines: inout LabelledLines, _ view: ByteView, isTree: Bool) -> [IncidentFrame] {
        var frames: [IncidentFrame] = []
        var last = -1
        var hasBranchEnded = false
        var ahead = lines
        while let line = ahead.next(), let (frame, indentation) = frame(line, view) {
            lines = ahead
            if isTree, indentation <= last { hasBranchEnded = true }
            guard !hasBranchEnded, frames.count < IngestLimits.framesPerThread else { continue }
            frames.append(frame)
            last = indentation
        }
        return frames.reversed()
    }

    /// `[0x1a0]` at the end, and what stands behind it.
    private static func takeAddress(_ rest: inout Range<Int>, _ frame: inout IncidentFrame, _ view: ByteView) {
        guard let open = ByteSearch.findLast("[0x", in: view, from: rest.lowerBound, to: rest.upperBound),
            let close = view.firstIndex(of: 0x5D, from: open, to: rest.upperBound)
        else { return }
        frame.address = IncidentValues.hexadecimal(view, open + 3, close)
        rest = trimmed(view, rest.lowerBound, open)
    }

    /// `(dyld + 1234)` or `(Main.swift:12 in Notes + 1234)` at the end.
    private static func takeImage(_ rest: inout Range<Int>, _ frame: inout IncidentFrame, _ view: ByteView) {
        guard !rest.isEmpty, view[rest.upperBound - 1] == 0x29,
            let open = ByteSearch.findLast(" (", in: view, from: rest.lowerBound - 1, to: rest.upperBound)
        else { return }
        var start = open + 2
        let end = rest.upperBound - 1
        if let named = ByteSearch.find(" in ", in: view, from: start, to: end) {
            takeFile(start, named, &frame, view)
            start = named + 4
        }
        (frame.image, frame.imageOffset) = named(view, start, end)
        rest = trimmed(view, rest.lowerBound, max(open, rest.lowerBound))
    }

    private static func takeFile(_ start: Int, _ end: Int, _ frame: inout IncidentFrame, _ view: ByteView) {
        guard let colon = view.firstIndex(of: 0x3A, from: start, to: end) else { return }
        frame.file = IncidentValues.text(view.string(start, colon))
        frame.line = DecimalNumber.prefix(view, colon + 1, end)?.number.integer.flatMap { Int(exactly: $0) }
    }

    private static func takeSymbol(_ rest: Range<Int>, _ frame: inout IncidentFrame, _ view: ByteView) {
        (frame.symbol, frame.symbolOffset) = named(view, rest.lowerBound, rest.upperBound)
    }

    /// `start + 8`: a name and an offset.
    static func named(_ view: ByteView, _ start: Int, _ end: Int) -> (String?, UInt64?) {
        if let plus = ByteSearch.findLast(" + ", in: view, from: start, to: end),
            let offset = IncidentValues.unsigned(view, plus + 3, end)
        {
            return (IncidentValues.text(view.string(start, plus)), offset)
        }
        return (IncidentValues.text(view.string(start, end)), nil)
    }

    static func trimmed(_ view: ByteView, _ from: Int, _ to: Int) -> Range<Int> {
        var (start, end) = (from, to)
        while start < end, IncidentValues.isBlank(view[start]) { start += 1 }
        while end > start, IncidentValues.isBlank(view[end - 1]) { end -= 1 }
        return start..<end
    }
}
