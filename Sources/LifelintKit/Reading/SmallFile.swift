// SPDX-License-Identifier: MIT

import LifelintFiles

/// A file that is read whole, since what it holds is small.
enum SmallFile {
    private static let chunk = 64 << 10

    /// Its bytes; what has more than `limit` of them is no such thing.
    ///
    /// - Parameter isObject: it is a JSON object: of what does not begin like one no more is read than shows that.
    static func read(
        _ path: String, limit: Int, noun: String, isObject: Bool = false
    ) throws(FileError) -> [UInt8] {
        let stream = try ByteStream(opening: path)
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let isFirst = bytes.isEmpty
            if try stream.read(upTo: chunk, into: &bytes) == 0 { return bytes }
            if isFirst, isObject, !beginsLikeObject(bytes) { return bytes }
        }
        throw FileError(
            code: .readFailed, path: path,
            reason: "larger than \(limit) bytes, more than is read of a \(noun): name a smaller one")
    }

    private static func beginsLikeObject(_ bytes: [UInt8]) -> Bool {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return text.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } == 0x7B
    }
}
