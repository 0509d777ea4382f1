// SPDX-License-Identifier: MIT

import LifelintModel

/// What a finding is recognised by from one analysis to the next: a digest over rule, app and culprit.
///
/// Times, places and run ids never enter: a fingerprint survives moved files, other pids and other days. The algorithm
/// is fixed for `lifelint.report/1`: FNV-1a (64 bits) over the three texts, each followed by a zero byte.
package enum Fingerprint {
    /// The fingerprint of what a rule found.
    ///
    /// - Parameter app: its bundle id, else the name of its process.
    package static func of(rule: String, app: String?, culprit: String) -> String {
        var digest = ByteDigest()
        digest.add(part: rule.utf8)
        digest.add(part: (app ?? "").utf8)
        if isPlain(culprit) { digest.add(part: culprit.utf8) } else { digest.add(part: masked(Array(culprit.utf8))) }
        return digest.text
    }

    /// Whether nothing in a text can differ from run to run: it has no digit, is no path, and is too short for a UUID.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.count < 36 && !text.utf8.contains { $0 == 0x2F || ($0 >= 0x30 && $0 <= 0x39) }
    }

    /// Whether a text is the signature of a crash: what looks like a long number in it is none.
    package static func isSignature(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 16 && bytes.allSatisfy(isHex)
    }

    /// The text without what differs from run to run: container and temporary directories, UUIDs, pids, long numbers.
    package static func masked(_ text: String) -> String {
        String(decoding: masked(Array(text.utf8)), as: UTF8.self)
    }

    private static func masked(_ bytes: [UInt8]) -> [UInt8] {
        withoutNumbers(withoutPIDs(withoutUUIDs(withoutContainers(bytes))))
    }

    /// Whether a key is a name: it has a letter, and is neither a UUID nor hexadecimal.
    static func isName(_ key: String) -> Bool {
        let bytes = Array(key.utf8)
        guard bytes.contains(where: { isLetter($0) || $0 >= 0x80 }) else { return false }
        if bytes.count == 36, uuidLength(bytes[...]) == 36 { return false }
        let digits = key.lowercased().hasPrefix("0x") ? bytes.dropFirst(2) : bytes[...]
        return !digits.allSatisfy(isHex)
    }

    /// What containers and temporary directories begin with.
    private static let leads = [
        "/private/var/mobile/Containers/", "/var/mobile/Containers/", "/private/var/tmp/", "/var/tmp/", "/private/tmp/",
        "/tmp/",
    ].map { (bytes: Array($0.utf8), isContainer: $0.hasSuffix("Containers/")) }

    /// Behind which names a Mac keeps the temporary directories of its users: `ab/cdefgh/T/`.
    private static let folders = ["/private/var/folders/", "/var/folders/"].map { Array($0.utf8) }

    /// Behind which directories of somebody's home a simulator keeps its devices.
    private static let simulators = CodePath.simulatorDevices.map { Array($0.utf8) }

    private static func withoutContainers(_ bytes: [UInt8]) -> [UInt8] {
        // Most are names: searching them for paths is slow.
        guard bytes.contains(0x2F) else { return bytes }
        var text = withoutSimulators(bytes)
        for lead in folders {
            guard let start = find(lead, in: text),
                let names = components(3, of: text, from: start + lead.count),
                text[..<names].suffix(3).elementsEqual("/T/".utf8)
            else { continue }
            text = replaced(start..<names, in: text)
        }
        for (lead, isContainer) in leads {
            guard let start = find(lead, in: text) else { continue }
            var rest = start + lead.count
            // Data/Application/<UUID>/ and its kin.
            for _ in 0..<(isContainer ? 3 : 0) { rest = text[rest...].firstIndex(of: 0x2F).map { $0 + 1 } ?? rest }
            text = replaced(start..<rest, in: text)
        }
        return text
    }

    /// A simulator's containers lie below the home of whoever runs it.
    private static func withoutSimulators(_ bytes: [UInt8]) -> [UInt8] {
        let inside = Array("data/Containers/".utf8)
        for devices in simulators {
            guard let found = find(devices, in: bytes),
                let data = components(1, of: bytes, from: found + devices.count), bytes[data...].starts(with: inside),
                let end = components(3, of: bytes, from: data + inside.count)
            else { continue }
            // The path begins behind whatever stands before it.
            let begin = bytes[..<found].lastIndex { $0 <= 0x20 || $0 == 0x22 || $0 == 0x27 || $0 == 0x3D }
            let start = bytes[(begin ?? 0)...].firstIndex(of: 0x2F) ?? found
            return replaced(start..<end, in: bytes)
        }
        return bytes
    }

    private static func find(_ lead: [UInt8], in text: [UInt8]) -> Int? {
        text.indices.first { text[$0...].starts(with: lead) }
    }

    /// Where that many names with their slashes end.
    private static func components(_ count: Int, of text: [UInt8], from start: Int) -> Int? {
        var end = start
        for _ in 0..<count {
            guard let slash = text[end...].firstIndex(of: 0x2F) else { return nil }
            end = slash + 1
        }
        return end
    }

    private static func replaced(_ range: Range<Int>, in text: [UInt8]) -> [UInt8] {
        Array(text[..<range.lowerBound]) + Array("<dir>/".utf8) + text[range.upperBound...]
    }

    /// A short number is a pid where the text says so: `pid 71`, `PID=71`, `(pid: 71)`.
    private static func withoutPIDs(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard let digits = pidDigits(bytes, at: index) else {
                output.append(bytes[index])
                index += 1
                continue
            }
            output.append(contentsOf: bytes[index..<digits.lowerBound])
            output.append(contentsOf: "<n>".utf8)
            index = digits.upperBound
        }
        return output
    }

    /// The digits behind the word `pid` at that place.
    private static func pidDigits(_ bytes: [UInt8], at index: Int) -> Range<Int>? {
        guard bytes.count - index > 4, bytes[index] | 0x20 == 0x70, bytes[index + 1] | 0x20 == 0x69,
            bytes[index + 2] | 0x20 == 0x64, index == 0 || !isWord(bytes[index - 1])
        else { return nil }
        var start = index + 3
        while start < bytes.count, start < index + 6, " :=#([".utf8.contains(bytes[start]) { start += 1 }
        var end = start
        while end < bytes.count, bytes[end] >= 0x30, bytes[end] <= 0x39 { end += 1 }
        guard start > index + 3, end > start, end == bytes.count || !isWord(bytes[end]) else { return nil }
        return start..<end
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        isLetter(byte) || byte == 0x5F || (byte >= 0x30 && byte <= 0x39) || byte >= 0x80
    }

    private static func withoutUUIDs(_ bytes: [UInt8]) -> [UInt8] {
        bytes.count < 36 ? bytes : replacing(uuidLength, in: bytes, with: "<uuid>")
    }

    /// The text with a mark in place of whatever has a length; what has none is 0 long.
    private static func replacing(
        _ length: (ArraySlice<UInt8>) -> Int, in bytes: [UInt8], with mark: String
    ) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let first = rest.first {
            let length = length(rest)
            if length > 0 { output.append(contentsOf: mark.utf8) } else { output.append(first) }
            rest = rest.dropFirst(max(length, 1))
        }
        return output
    }

    private static func uuidLength(_ bytes: ArraySlice<UInt8>) -> Int {
        guard bytes.count >= 36 else { return 0 }
        let start = bytes.startIndex
        for offset in 0..<36 {
            let byte = bytes[start + offset]
            let isDash = offset == 8 || offset == 13 || offset == 18 || offset == 23
            if isDash ? byte != 0x2D : !isHex(byte) { return 0 }
        }
        return 36
    }

    private static func withoutNumbers(_ bytes: [UInt8]) -> [UInt8] {
        // Most have no digit at all.
        guard bytes.contains(where: { $0 >= 0x30 && $0 <= 0x39 }) else { return bytes }
        return replacing(longNumber, in: bytes, with: "<n>")
    }

    private static func longNumber(_ bytes: ArraySlice<UInt8>) -> Int {
        let digits = bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }
        return digits.count < 4 ? 0 : digits.count
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

    private static func isHex(_ byte: UInt8) -> Bool {
        (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)
    }
}
