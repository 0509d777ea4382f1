// SPDX-License-Identifier: MIT

import LifelintFiles

/// A file that is read whole, since what it holds is small.
enum SmallFile {
    /// Its bytes; what has more than `limit` of them is no such thing.
    static func read(_ path: String, limit: Int, noun: String) throws(FileError) -> [UInt8] {
        let stream = try ByteStream(opening: path)
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            if try stream.read(upTo: 64 << 10, into: &bytes) == 0 { return bytes }
        }
        throw FileError(code: .readFailed, path: path, reason: "larger than \(limit) bytes: no \(noun)")
    }
}
