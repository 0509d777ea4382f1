// SPDX-License-Identifier: MIT

extension Substring {
    /// Where a text of nothing but ASCII stands first.
    ///
    /// Why byte by byte: comparing characters takes a hundred times as long, and finds the same.
    /// Why unsafe: the buffers stay within their calls.
    package func firstRange(ofASCII text: StaticString) -> Range<Index>? {
        let length = text.utf8CodeUnitCount
        let found = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            text.withUTF8Buffer { wanted in unsafe Substring.find(wanted.span, in: bytes.span) }
        }
        // A text that is not in one piece comes from Objective-C.
        guard let found else {
            var copy = String(self)
            copy.makeContiguousUTF8()
            return copy[...].firstRange(ofASCII: text).map { range in
                let start = copy.utf8.distance(from: copy.startIndex, to: range.lowerBound)
                return self.range(at: start, length)
            }
        }
        return found.map { range(at: $0, length) }
    }

    /// Where bytes of nothing but ASCII stand first.
    package func firstRange(ofASCII text: [UInt8]) -> Range<Index>? {
        var copy = self
        return copy.withUTF8 { bytes in unsafe Substring.find(text.span, in: bytes.span) }
            .map { range(at: $0, text.count) }
    }

    private func range(at offset: Int, _ length: Int) -> Range<Index> {
        let start = utf8.index(startIndex, offsetBy: offset)
        return start..<utf8.index(start, offsetBy: length)
    }

    private static func find(_ wanted: Span<UInt8>, in bytes: Span<UInt8>) -> Int? {
        guard let first = wanted.isEmpty ? nil : wanted[0], bytes.count >= wanted.count else { return nil }
        for start in 0...(bytes.count - wanted.count) where bytes[start] == first {
            if wanted.indices.allSatisfy({ bytes[start + $0] == wanted[$0] }) { return start }
        }
        return nil
    }
}
