// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the lines of a crash that is text: codes, calls, images.
enum CrashTextValues {
    /// Whether the code that a cut text ends with may be the beginning of a longer one: the longest have eight digits
    /// behind `0x`, or ten.
    static func mayBeCut(_ text: String) -> Bool {
        guard let word = text.split(separator: " ").last else { return false }
        if word.lowercased().hasPrefix("0x") { return word.utf8.count <= 9 }
        return word.allSatisfy(\.isNumber) && word.utf8.count <= 9
    }

    /// `0x0000000000000001, 0x00000001d6951540`; empty if it is something else.
    static func codes(_ text: String) -> [UInt64] { text.withView { codes($0, 0..<$0.count) } }

    /// The codes in a range.
    static func codes(_ view: ByteView, _ range: Range<Int>) -> [UInt64] {
        var codes: [UInt64] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let comma = view.firstIndex(of: 0x2C, from: start, to: range.upperBound) ?? range.upperBound
            if comma > start {
                guard let code = code(view, start, comma), codes.count < 8 else { return [] }
                if codes.isEmpty { codes.reserveCapacity(2) }
                codes.append(code)
            }
            start = comma + 1
        }
        return codes
    }

    /// The number that stands in a range with white space around it.
    private static func code(_ view: ByteView, _ from: Int, _ to: Int) -> UInt64? {
        var start = from
        var end = to
        while start < end, IncidentValues.isBlank(view[start]) { start += 1 }
        while end > start, IncidentValues.isBlank(view[end - 1]) { end -= 1 }
        return IncidentValues.unsigned(view, start, end)
    }

    /// A call: `number  image  address  symbol + offset (file:line)`, or `… base + offset`.
    static func frame(_ view: ByteView, _ start: Int, _ end: Int) -> IncidentFrame? {
        guard let head = CallHead(view, start, end) else { return nil }
        var frame = IncidentFrame()
        read(view, head, end, into: &frame)
        return frame
    }

    /// What the line of a call begins with: all that is needed to tell which image it is in.
    struct CallHead {
        /// The address.
        let address: UInt64
        /// Where the name of the image begins.
        fileprivate let name: Int
        /// Where the address stands.
        fileprivate let range: Range<Int>

        /// The head of a line; nil if it is none of a call.
        init?(_ view: ByteView, _ start: Int, _ end: Int) {
            guard let name = nameStart(view, start, end),
                let address = CrashTextValues.address(view, behind: name, end)
            else { return nil }
            self.address = address.value
            self.name = name
            range = address.start..<address.end
        }
    }

    /// Reads a call of which the head is known into one of which nothing is: a copy of a call costs much.
    static func read(_ view: ByteView, _ head: CallHead, _ end: Int, into frame: inout IncidentFrame) {
        readHead(view, head, into: &frame)
        readTail(view, skipGaps(view, head.range.upperBound, end), end, into: &frame)
    }

    /// Reads no more of it than its address and the name of its image.
    static func readHead(_ view: ByteView, _ head: CallHead, into frame: inout IncidentFrame) {
        frame.address = head.address
        frame.image = IncidentValues.text(view, head.name, head.range.lowerBound)
    }

    /// Where the name of the image begins on the line of a call; nil if the line is none.
    private static func nameStart(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        var position = start
        while position < end, view[position].isDigit { position += 1 }
        guard position > start, position < end, isGap(view[position]) else { return nil }
        return skipGaps(view, position, end)
    }

    /// The first number in hexadecimal digits that stands between white space.
    private static func address(
        _ view: ByteView, behind from: Int, _ to: Int
    ) -> (value: UInt64, start: Int, end: Int)? {
        var position = from
        while let zero = view.firstIndex(of: 0x30, from: position, to: to) {
            position = zero + 1
            guard zero == from || isGap(view[zero - 1]), let word = hexWord(view, zero, to) else { continue }
            if word.end == to || isGap(view[word.end]) { return (word.value, zero, word.end) }
        }
        return nil
    }

    private static func readTail(
        _ view: ByteView, _ start: Int, _ to: Int, mayHaveBase: Bool = true, into frame: inout IncidentFrame
    ) {
        var (from, end) = (start, to)
        while end > from, IncidentValues.isBlank(view[end - 1]) { end -= 1 }
        // Behind all else, or in front: the call has no frame of its own.
        if end > from, view[end - 1] == 0x5D, view.matches("[inlined]", from: max(end - 9, from), to: end) {
            end -= 9
            while end > from, IncidentValues.isBlank(view[end - 1]) { end -= 1 }
        } else if view[from] == 0x5B, from + 10 <= end, view.matches("[inlined] ", from: from, to: from + 10) {
            from = skipGaps(view, from + 10, end)
        }
        if let source = source(view, from, end) {
            frame.file = source.file
            frame.line = source.line
            end = source.start
        }
        // `base + offset (symbol + offset)`: both are written.
        if mayHaveBase, end > from, view[end - 1] == 0x29,
            let open = ByteSearch.find(" (", in: view, from: from, to: end), isBase(view, from, open)
        {
            readTail(view, open + 2, end - 1, mayHaveBase: false, into: &frame)
            frame.imageOffset = number(view, from, open)
            return
        }
        var digits = end
        while digits > from, view[digits - 1].isDigit { digits -= 1 }
        var symbolEnd = end
        if digits < end, digits - 3 >= from, view.matches(" + ", from: digits - 3, to: digits) {
            frame.symbolOffset = IncidentValues.unsigned(view, digits, end)
            symbolEnd = digits - 3
        } else if end - from > 2, digits - 2 == from, view.matches("+ ", from: from, to: digits) {
            frame.symbolOffset = IncidentValues.unsigned(view, digits, end)
            symbolEnd = from
        }
        // Where no symbol is known the start of the image stands in its place.
        if hexWord(view, from, symbolEnd)?.end == symbolEnd {
            frame.imageOffset = frame.symbolOffset
            frame.symbolOffset = nil
        } else if symbolEnd < end, view[symbolEnd - 1] != 0x29, let open = imageOpen(view, from, symbolEnd) {
            readResolved(view, from, open, symbolEnd, into: &frame)
        } else {
            let symbol = demangled(view, from, withoutImage(view, from, symbolEnd))
            let name = IncidentValues.text(view, symbol.lowerBound, symbol.upperBound)
            // Or its name: `Notes + 1224704`.
            if name == frame.image, let offset = frame.symbolOffset {
                frame.imageOffset = offset
                frame.symbolOffset = nil
            } else {
                frame.symbol = name
            }
        }
    }

    /// `main (in Notes) (main.m:12) 0x104360000`: what `atos` says in front of what stood there before, the image's
    /// start or the nearest function of which a name was left.
    private static func readResolved(
        _ view: ByteView, _ from: Int, _ open: Int, _ to: Int, into frame: inout IncidentFrame
    ) {
        var rest = (view.firstIndex(of: 0x29, from: open, to: to) ?? to - 1) + 1
        let next = skipGaps(view, rest, to)
        if view[next] == 0x28, let close = view.firstIndex(of: 0x29, from: next, to: to),
            let source = source(view, rest, close + 1)
        {
            frame.file = frame.file ?? source.file
            frame.line = frame.line ?? source.line
            rest = close + 1
        }
        let offset = frame.symbolOffset
        frame.symbolOffset = nil
        rest = skipGaps(view, rest, to)
        if let base = hexWord(view, rest, to), base.end == to { frame.imageOffset = offset }
        frame.symbol = IncidentValues.text(view, from, open)
    }

    /// Where ` (in Notes)` begins.
    private static func imageOpen(_ view: ByteView, _ from: Int, _ to: Int) -> Int? {
        // Most names hold no bracket at all.
        guard let bracket = view.firstIndex(of: 0x28, from: from, to: to) else { return nil }
        return ByteSearch.findLast(" (in ", in: view, from: max(bracket - 1, from), to: to)
    }

    /// Of `$s4main ($s4main ---> main)`, as `swift-demangle` writes it, what people read.
    private static func demangled(_ view: ByteView, _ from: Int, _ to: Int) -> Range<Int> {
        guard view[from] == 0x24 || view[from] == 0x5F, to > from, view[to - 1] == 0x29,
            let arrow = ByteSearch.find(" ---> ", in: view, from: from, to: to)
        else { return from..<to }
        return (arrow + 6)..<(to - 1)
    }

    /// ` (in Notes)` at the end, as `atos` writes it: the image is known already.
    private static func withoutImage(_ view: ByteView, _ from: Int, _ to: Int) -> Int {
        guard to > from, view[to - 1] == 0x29, let open = imageOpen(view, from, to),
            view.firstIndex(of: 0x29, from: open, to: to) == to - 1
        else { return to }
        return open
    }

    /// Whether it is `0x314e0000 + 648765`, of which the image's start is known to stand in front.
    private static func isBase(_ view: ByteView, _ from: Int, _ to: Int) -> Bool {
        guard let base = hexWord(view, from, to) else { return false }
        return view.matches(" + ", from: base.end, to: base.end + 3) && number(view, from, to) != nil
    }

    /// The decimal digits at the end of a range.
    private static func number(_ view: ByteView, _ from: Int, _ to: Int) -> UInt64? {
        var digits = to
        while digits > from, view[digits - 1].isDigit { digits -= 1 }
        return IncidentValues.unsigned(view, digits, to)
    }

    /// ` (AppDelegate.swift:37)` at the end; `(:-1)` says that neither is known.
    private static func source(
        _ view: ByteView, _ from: Int, _ to: Int
    ) -> (file: String?, line: Int?, start: Int)? {
        guard to > from, view[to - 1] == 0x29 else { return nil }
        var open = to - 1
        while open > from, view[open] != 0x28 { open -= 1 }
        guard open > from, view[open - 1] == 0x20, view[open] == 0x28 else { return nil }
        var colon = to - 2
        while colon > open, view[colon].isDigit || view[colon] == 0x2D { colon -= 1 }
        guard view[colon] == 0x3A, colon < to - 2 else { return nil }
        let line = DecimalNumber(view, colon + 1, to - 1)?.integer.flatMap { $0 > 0 ? Int(exactly: $0) : nil }
        return (IncidentValues.text(view, open + 1, colon), line, open - 1)
    }

    /// The exception and what stands in the brackets behind it, in which there may be others:
    /// `EXC_BAD_ACCESS (SIGKILL (Code Signature Invalid))`.
    static func exceptionType(_ view: ByteView, _ range: Range<Int>) -> (type: String?, signal: String?) {
        let end = range.upperBound
        guard let open = view.firstIndex(of: 0x28, from: range.lowerBound, to: end) else {
            return (view.string(range.lowerBound, end), nil)
        }
        // Of a signal that is cut off nobody knows how it went on.
        guard view[end - 1] == 0x29 else { return (IncidentValues.text(view, range.lowerBound, open), nil) }
        return (IncidentValues.text(view, range.lowerBound, open), IncidentValues.text(view, open + 1, end - 1))
    }

    /// An image: `start - end [+]name [architecture] [(version)] <uuid> path`.
    static func image(_ view: ByteView, _ start: Int, _ end: Int) -> IncidentImage? {
        guard let parts = CrashTextImageParts(view, start, end) else { return nil }
        var image = IncidentImage()
        image.base = parts.base
        image.size = parts.size
        image.name = IncidentValues.text(view, parts.name.lowerBound, parts.name.upperBound)
        if let file = parts.file(view) {
            image.bundle = image.name
            image.name = view.string(file.lowerBound, file.upperBound)
        }
        image.uuid = parts.uuid.flatMap { IncidentValues.text(view, $0.lowerBound, $0.upperBound) }
        image.architecture = parts.architecture.flatMap { IncidentValues.text(view, $0.lowerBound, $0.upperBound) }
        image.path = parts.path.flatMap { IncidentValues.text(view, $0.lowerBound, $0.upperBound) }
        return image
    }

    /// Where the image of a line was loaded, and where it says so behind the dash; nil if the line is none.
    static func imageBase(_ view: ByteView, _ start: Int, _ end: Int) -> (value: UInt64, end: Int)? {
        guard let base = hexWord(view, skipGaps(view, start, end), end) else { return nil }
        let dash = skipGaps(view, base.end, end)
        return view[dash] == 0x2D ? (base.value, dash + 1) : nil
    }

    /// The number behind `0x`, and where it ends; nil if there is none, or one that is too large.
    static func hexWord(_ view: ByteView, _ start: Int, _ end: Int) -> (value: UInt64, end: Int)? {
        guard view[start] == 0x30, view[start + 1] | 0x20 == 0x78 else { return nil }
        let first = start + 2
        let (low, high) = view.words(at: first)
        let digits = min(ByteSearch.hexDigits(low, high), end &- first)
        if digits == 16, end &- first > 16, view[first + 16].hexDigit != nil { return longHexWord(view, first, end) }
        return digits > 0 ? (ByteSearch.hexadecimal(low, high, digits), first &+ digits) : nil
    }

    /// The number that more digits spell than one can have: zeros in front may be as many as there are.
    private static func longHexWord(_ view: ByteView, _ start: Int, _ end: Int) -> (value: UInt64, end: Int)? {
        var stop = start
        while stop < end, view[stop].hexDigit != nil { stop += 1 }
        return IncidentValues.hexadecimal(view, start, stop).map { ($0, stop) }
    }

    static func isGap(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    static func skipGaps(_ view: ByteView, _ start: Int, _ end: Int) -> Int {
        var position = start
        while position < end, isGap(view[position]) { position += 1 }
        return position
    }
}
