// SPDX-License-Identifier: MIT

/// Walks a scalar as it was written beside the text it means, to find where a byte of the text stands in the file.
struct ScalarWalk {
    let raw: ArraySlice<UInt8>
    let text: [UInt8]
    let style: YAMLScalar.Style

    /// The offset in the file of a byte of the text.
    func offset(ofByte index: Int) -> Int {
        var place = start
        var read = 0
        while read < min(index, text.count), place < raw.endIndex {
            (place, read) = step(place, read)
        }
        // Indentation before the byte is none of it.
        if read < text.count { place = skipFold(place, text[read]) }
        return min(place, raw.endIndex)
    }

    private var start: Int {
        switch style {
        case .plain: return raw.startIndex
        case .singleQuoted, .doubleQuoted: return min(raw.startIndex + 1, raw.endIndex)
        case .literal, .folded:
            guard let lineEnd = raw.firstIndex(of: 0x0A) else { return raw.endIndex }
            return lineEnd + 1
        }
    }

    /// One byte of the text, and as much of the file as means it.
    private func step(_ place: Int, _ read: Int) -> (Int, Int) {
        let place = skipFold(place, text[read])
        guard place < raw.endIndex else { return (place, read + 1) }
        if style == .doubleQuoted, raw[place] == 0x5C { return escape(place, read) }
        if style == .singleQuoted, raw[place] == 0x27 { return (place + 2, read + 1) }
        return (place + 1, read + 1)
    }

    /// Where the file has white space and the text has something else, it is folding or indentation.
    private func skipFold(_ place: Int, _ byte: UInt8) -> Int {
        var place = place
        if place < raw.endIndex, raw[place] == byte { return place }
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        if isSpace(byte) {
            // A fold of several characters that means this one: go to its last.
            while place + 1 < raw.endIndex, isSpace(raw[place]), isSpace(raw[place + 1]) { place += 1 }
        } else {
            while place < raw.endIndex, isSpace(raw[place]) { place += 1 }
        }
        return place
    }

    private func escape(_ place: Int, _ read: Int) -> (Int, Int) {
        guard place + 1 < raw.endIndex else { return (raw.endIndex, read + 1) }
        let length =
            switch raw[place + 1] {
            case 0x78: 4  // \xNN
            case 0x75: 6  // \uNNNN
            case 0x55: 10  // \UNNNNNNNN
            default: 2
            }
        // An escape may mean a character of several bytes.
        var next = read + 1
        while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
        return (place + length, next)
    }
}
