// SPDX-License-Identifier: MIT

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The bytes of an array while they are scanned: every access is checked, none traps.
///
/// Why unsafe: reading eight bytes at a time and finding line ends with `memchr` is four times faster than indexing the
/// array. A view never reads outside `0..<count`: positions outside give zeros. It is made only by
/// `Array.withView(_:)` and must not leave that closure, within which the array cannot change.
@safe struct ByteView {
    private let base: UnsafeRawPointer
    /// How many bytes there are.
    let count: Int
    /// How many positions have eight bytes from there on.
    private let wordCount: UInt
    /// How many positions have sixteen bytes from there on.
    private let pairCount: UInt

    fileprivate init(_ base: UnsafeRawPointer, count: Int) {
        unsafe self.base = base
        self.count = count
        wordCount = UInt(max(count - 7, 0))
        pairCount = UInt(max(count - 15, 0))
    }

    /// The byte at that position; 0 outside.
    @inline(__always) subscript(position: Int) -> UInt8 {
        // One comparison for both bounds: a negative position is a huge unsigned one.
        UInt(bitPattern: position) < UInt(bitPattern: count)
            ? unsafe base.load(fromByteOffset: position, as: UInt8.self) : 0
    }

    /// The eight bytes from that position, the first one lowest; zeros beyond the end.
    @inline(__always) func word(at position: Int) -> UInt64 {
        if UInt(bitPattern: position) < wordCount {
            return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        }
        return lastWord(at: position)
    }

    /// The eight bytes from that position, without asking whether there are as many.
    ///
    /// Why unsafe: the loop that sees every log asks once for many places, and is twice as fast for that.
    @unsafe @inline(__always) func uncheckedWord(at position: Int) -> UInt64 {
        unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// The byte at that position, without asking whether there is one.
    @unsafe @inline(__always) func uncheckedByte(at position: Int) -> UInt8 {
        unsafe base.load(fromByteOffset: position, as: UInt8.self)
    }

    /// The sixteen bytes from that position, without asking whether there are as many.
    @unsafe @inline(__always) func uncheckedBlock(at position: Int) -> SIMD16<UInt8> {
        unsafe base.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
    }

    @inline(never) private func lastWord(at position: Int) -> UInt64 {
        guard position >= 0, position < count else { return 0 }
        var word: UInt64 = 0
        for index in 0..<min(8, count - position) { word |= UInt64(self[position + index]) << UInt64(index * 8) }
        return word
    }

    /// The sixteen bytes from that position, as two words of which the first byte is the lowest; zeros beyond the end.
    @inline(__always) func words(at position: Int) -> (UInt64, UInt64) {
        if UInt(bitPattern: position) < pairCount {
            let low = unsafe base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let high = unsafe base.loadUnaligned(fromByteOffset: position &+ 8, as: UInt64.self)
            return (UInt64(littleEndian: low), UInt64(littleEndian: high))
        }
        return lastWords(at: position)
    }

    @inline(never) private func lastWords(at position: Int) -> (UInt64, UInt64) {
        (word(at: position), word(at: position &+ 8))
    }

    /// The position of the first such byte in the range; nil if there is none.
    func firstIndex(of byte: UInt8, from start: Int, to end: Int) -> Int? {
        guard start >= 0, start < end, end <= count else { return nil }
        guard let found = unsafe memchr(base + start, Int32(byte), end - start) else { return nil }
        return unsafe UnsafeRawPointer(found) - base
    }

    /// Whether a text stands at a position.
    func holds(_ text: StaticString, at start: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard start >= 0, start <= count &- length else { return false }
        return unsafe memcmp(base + start, text.utf8Start, length) == 0
    }

    /// Whether that part is the same bytes as all of another view.
    func holds(_ other: ByteView, at part: Range<Int>) -> Bool {
        guard part.count == other.count, part.lowerBound >= 0, part.upperBound <= count else { return false }
        return unsafe memcmp(base + part.lowerBound, other.base, other.count) == 0
    }

    /// That part as a view of its own, in which there is nothing around it.
    @inline(__always) func part(_ start: Int, _ end: Int) -> ByteView {
        guard start >= 0, start < end, end <= count else { return unsafe ByteView(base, count: 0) }
        return unsafe ByteView(base + start, count: end - start)
    }

    /// A copy of that part.
    func bytes(_ start: Int, _ end: Int) -> [UInt8] {
        guard start >= 0, start < end, end <= count else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: base + start, count: end - start))
    }

    /// Appends that part to other bytes.
    func append(_ start: Int, _ end: Int, to bytes: inout [UInt8]) {
        guard start >= 0, start < end, end <= count else { return }
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: base + start, count: end - start))
    }

    /// That part as a string of its own; bytes that are no UTF-8 are replaced.
    func string(_ start: Int, _ end: Int) -> String {
        guard start >= 0, start < end, end <= count else { return "" }
        return unsafe String(decoding: UnsafeRawBufferPointer(start: base + start, count: end - start), as: UTF8.self)
    }
}

extension [UInt8] {
    /// Scans the bytes of the array; the view must not leave the closure.
    @inline(__always) func withView<Result>(_ body: (ByteView) -> Result) -> Result {
        unsafe withUnsafeBytes { buffer in
            if let base = buffer.baseAddress { return unsafe body(ByteView(base, count: buffer.count)) }
            // An empty array may have no address; a view of nothing needs one that is never read.
            return unsafe withUnsafePointer(to: UInt8(0)) { unsafe body(ByteView(UnsafeRawPointer($0), count: 0)) }
        }
    }
}

extension String {
    /// Scans the bytes of the text; the view must not leave the closure.
    func withView<Result>(_ body: (ByteView) -> Result) -> Result {
        // Where a text of Foundation is not contiguous, it is copied.
        var text = self
        return text.withUTF8 { buffer in
            if let base = buffer.baseAddress {
                return unsafe body(ByteView(UnsafeRawPointer(base), count: buffer.count))
            }
            return unsafe withUnsafePointer(to: UInt8(0)) { unsafe body(ByteView(UnsafeRawPointer($0), count: 0)) }
        }
    }
}
