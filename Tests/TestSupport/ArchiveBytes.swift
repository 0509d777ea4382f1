// SPDX-License-Identifier: MIT

/// Archives made byte by byte, so that tests need no program to make them, and may make them wrong.
///
/// Nothing is compressed, except what is to be a bomb.
public enum ArchiveBytes {
    /// A member to be put into an archive.
    public struct Member: Sendable {
        /// Its name, as the archive states it.
        public var name: String
        /// What it holds.
        public var bytes: [UInt8]
        /// What tar says it is: `0` a file, `1` a hard link, `2` a symbolic link, `3` a device, `5` a folder.
        public var type: Character
        /// Where a link leads.
        public var link: String

        /// A member.
        public init(_ name: String, _ bytes: [UInt8], type: Character = "0", link: String = "") {
            self.name = name
            self.bytes = bytes
            self.type = type
            self.link = link
        }

        /// A file of text.
        public init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
    }

    // MARK: Archives

    /// A tar of these.
    public static func tar(_ members: [Member]) -> [UInt8] {
        members.flatMap(tarEntry) + [UInt8](repeating: 0, count: 1_024)
    }

    private static func tarEntry(_ member: Member) -> [UInt8] {
        var name = Array(member.name.utf8)
        var before: [UInt8] = []
        if name.count > 100 {
            before = tarEntry(Member("././@LongLink", name + [0], type: "L"))
            name = Array(name.prefix(100))
        }
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ bytes: some Collection<UInt8>, at place: Int) {
            for (offset, byte) in bytes.enumerated() { header[place + offset] = byte }
        }
        func octal(_ value: Int, _ digits: Int) -> [UInt8] {
            let text = Array(String(value, radix: 8).utf8)
            return [UInt8](repeating: 0x30, count: digits - text.count) + text
        }
        put(name, at: 0)
        for (place, value) in [(100, 0o644), (108, 0), (116, 0)] { put(octal(value, 7), at: place) }
        put(octal(member.bytes.count, 11), at: 124)
        put(octal(0, 11), at: 136)
        put([UInt8](repeating: 0x20, count: 8), at: 148)
        put(member.type.utf8, at: 156)
        put(member.link.utf8.prefix(100), at: 157)
        put("ustar\u{0}00".utf8, at: 257)
        put(octal(header.reduce(0) { $0 + Int($1) }, 6) + [0], at: 148)
        return before + header + padded(member.bytes, to: 512)
    }

    /// A zip of these, each stored as it is.
    public static func zip(_ members: [Member]) -> [UInt8] {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for member in members {
            let name = Array(member.name.utf8)
            let size = little(member.bytes.count, 4)
            // Version, flags (the name is UTF-8), stored, time and date.
            let facts: [UInt8] =
                little(20, 2) + little(0x800, 2) + little(0, 2) + little(0, 2) + little(0x21, 2)
                + little(Int(crc32(member.bytes)), 4) + size + size + little(name.count, 2) + little(0, 2)
            let offset = archive.count
            archive += [0x50, 0x4B, 0x03, 0x04] + facts + name + member.bytes
            let mode = member.type == "2" ? 0o120777 : member.type == "5" ? 0o040755 : 0o100644
            directory += [0x50, 0x4B, 0x01, 0x02] + little(0x0314, 2) + facts
            directory += little(0, 2) + little(0, 2) + little(0, 2) + little(mode << 16, 4) + little(offset, 4) + name
        }
        let count = little(members.count & 0xFFFF, 2)
        return archive + directory + [0x50, 0x4B, 0x05, 0x06] + little(0, 4) + count + count
            + little(directory.count, 4) + little(archive.count, 4) + little(0, 2)
    }

    // MARK: Compressions

    /// Bytes as gzip writes them that finds nothing to compress.
    public static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3]
        var start = 0
        repeat {
            let end = min(start + 0xFFFF, bytes.count)
            result.append(end == bytes.count ? 1 : 0)
            result += little(end - start, 2) + little(~(end - start) & 0xFFFF, 2) + bytes[start..<end]
            start = end
        } while start < bytes.count
        return result + little(Int(crc32(bytes)), 4) + little(bytes.count, 4)
    }

    /// A gzip of one letter, 158 times smaller than what it unpacks to; gives how often it stands there.
    public static func bomb(repetitions: Int) -> (gzip: [UInt8], count: Int) {
        var result: [UInt8] = [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3]
        var word: UInt64 = 0
        var bits = 0
        func put(_ value: UInt64, _ count: Int) {
            word |= value << UInt64(bits)
            bits += count
            while bits >= 8 {
                result.append(UInt8(truncatingIfNeeded: word))
                word >>= 8
                bits -= 8
            }
        }
        // One last block of fixed codes: an A, then 258 bytes from one byte before, again and again.
        put(0b011, 3)
        put(0b1000_1110, 8)
        for _ in 0..<repetitions { put(0b1010_0011, 13) }
        put(0, 7)
        put(0, 8)
        let count = 1 + repetitions * 258
        return (result + little(0, 4) + little(count & 0xFFFF_FFFF, 4), count)
    }

    /// Bytes as an xz stream of one block of uncompressed chunks.
    public static func xz(_ bytes: [UInt8]) -> [UInt8] {
        let flags: [UInt8] = [0, 1]
        var block: [UInt8] = [2, 0, 0x21, 1, 0x16, 0, 0, 0]
        block += little(Int(crc32(block)), 4)
        var start = 0
        while start < bytes.count {
            let end = min(start + 0x1_0000, bytes.count)
            let size = end - start - 1
            block += [start == 0 ? 1 : 2, UInt8(size >> 8), UInt8(size & 0xFF)] + bytes[start..<end]
            start = end
        }
        block.append(0)
        let unpadded = block.count + 4
        block = padded(block, to: 4) + little(Int(crc32(bytes)), 4)
        var index = padded([0, 1] + variable(unpadded) + variable(bytes.count), to: 4)
        index += little(Int(crc32(index)), 4)
        let footer = little(index.count / 4 - 1, 4) + flags
        return [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0] + flags + little(Int(crc32(flags)), 4) + block + index
            + little(Int(crc32(footer)), 4) + footer + [0x59, 0x5A]
    }

    /// Bytes as a zstd frame of raw blocks.
    public static func zstd(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0xA0] + little(bytes.count, 4)
        var start = 0
        repeat {
            let end = min(start + 0x1_0000, bytes.count)
            result += little((end - start) << 3 | (end == bytes.count ? 1 : 0), 3) + bytes[start..<end]
            start = end
        } while start < bytes.count
        return result
    }

    // MARK: Numbers

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func variable(_ value: Int) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F | 0x80)] + variable(value >> 7)
    }

    private static func padded(_ bytes: [UInt8], to size: Int) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (size - bytes.count % size) % size)
    }

    private static let crcTable: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { value, byte in crcTable[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8 }
    }
}
