// SPDX-License-Identifier: MIT

import LifelintModel

/// Puts reports into the form in which the system writes them, byte for byte at its place: lines that end with a
/// carriage return alone, blanks that do not break, as pages have them, and the header and the body of an `.ips` that a
/// tool keeps as the two elements of an array.
enum LooseForms {
    /// The bytes in the usual form; nil if they have it.
    static func mended(_ bytes: [UInt8]) -> [UInt8]? {
        let withFeeds = bytes.withView { fed($0, bytes) }
        let withBlanks = (withFeeds ?? bytes).withView { blanked($0) } ?? withFeeds
        return (withBlanks ?? bytes).withView { separated($0) } ?? withBlanks
    }

    /// How far the ends of lines are looked for: in a report that has any, the first ones stand near its beginning.
    private static let reach = 4 << 10

    private static func fed(_ view: ByteView, _ bytes: [UInt8]) -> [UInt8]? {
        let limit = min(view.count, reach)
        guard view.firstIndex(of: 0x0D, from: 0, to: limit) != nil,
            view.firstIndex(of: 0x0A, from: 0, to: view.count) == nil
        else { return nil }
        return bytes.map { $0 == 0x0D ? 0x0A : $0 }
    }

    /// With blanks in the place of those that do not break, where lines are indented by such, or they stand behind
    /// labels.
    private static func blanked(_ view: ByteView) -> [UInt8]? {
        var position = 0
        let limit = min(view.count, reach)
        while let found = view.firstIndex(of: 0xC2, from: position, to: limit) {
            if isUnbroken(view, found), found == 0 || [0x0A, 0x20, 0x09, 0x3A].contains(view[found - 1]) {
                var bytes = view.bytes(0, view.count)
                for index in found..<bytes.count where isUnbroken(view, index) {
                    bytes[index] = 0x20
                    bytes[index + 1] = 0x20
                }
                return bytes
            }
            position = found + 1
        }
        return nil
    }

    private static func isUnbroken(_ view: ByteView, _ position: Int) -> Bool {
        view[position] == 0xC2 && view[position + 1] == 0xA0
    }

    /// `[{header}, {body}]` as a line with the header, and the body behind it.
    private static func separated(_ view: ByteView) -> [UInt8]? {
        let open = view.skipWhiteSpace(from: view.hasByteOrderMark ? 3 : 0, to: min(view.count, reach))
        guard view[open] == 0x5B else { return nil }
        let start = view.skipWhiteSpace(from: open + 1, to: min(view.count, reach))
        guard view[start] == 0x7B, let end = flatEnd(view, start),
            ByteSearch.find("\"bug_type\"", in: view, from: start, to: end) != nil
        else { return nil }
        let comma = view.skipWhiteSpace(from: end, to: view.count)
        guard view[comma] == 0x2C, view[view.skipWhiteSpace(from: comma + 1, to: view.count)] == 0x7B else {
            return nil
        }
        var bytes = view.bytes(0, view.count)
        bytes[open] = 0x20
        for position in open..<comma where bytes[position] == 0x0A || bytes[position] == 0x0D { bytes[position] = 0x20 }
        bytes[comma] = 0x0A
        var last = bytes.count - 1
        while last > comma, IncidentValues.isBlank(bytes[last]) { last -= 1 }
        if bytes[last] == 0x5D { bytes[last] = 0x20 }
        return bytes
    }

    /// Where an object ends in which nothing is nested, as in every header and in no body.
    private static func flatEnd(_ view: ByteView, _ start: Int) -> Int? {
        var position = start + 1
        var isText = false
        let limit = min(view.count, start + IngestLimits.headerBytes)
        while position < limit {
            switch view[position] {
            case 0x22: isText.toggle()
            case 0x5C where isText: position += 1
            case 0x7B where !isText, 0x5B where !isText: return nil
            case 0x7D where !isText: return position + 1
            default: break
            }
            position += 1
        }
        return nil
    }
}
