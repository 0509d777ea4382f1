// SPDX-License-Identifier: MIT

/// A temporary file without a name: what does not fit into memory waits here, and is gone with the process.
///
/// Each append is one write: callers gather what they spool.
public final class SpoolFile {
    /// The folder it lies in, for errors; the file itself has no name.
    public let path: String
    /// Bytes appended so far.
    public private(set) var size: Int64 = 0
    /// Bytes beyond which nothing is taken.
    public let limit: Int64

    private let descriptor: Int32

    /// An empty spool in that folder.
    public init(directory: String, limit: Int64) throws(FileError) {
        path = directory
        self.limit = limit
        switch SystemCall.openUnlinked(in: directory) {
        case .value(let value): descriptor = Int32(truncatingIfNeeded: value)
        case .failure(let number): throw FileError(number: number, path: directory, fallback: .openFailed)
        }
    }

    deinit { SystemCall.close(descriptor) }

    /// Appends bytes; gives the offset at which they stand.
    @discardableResult
    public func append(_ bytes: [UInt8]) throws(FileError) -> Int64 {
        let offset = size
        guard Int64(bytes.count) <= limit - size else {
            throw FileError(
                code: .spoolFull, path: path, reason: "temporary data would grow beyond \(limit) bytes")
        }
        switch SystemCall.writeAll(descriptor, bytes.span) {
        case .value:
            size += Int64(bytes.count)
            return offset
        case .failure(let number):
            // A part of them may have been written.
            SystemCall.cut(descriptor, to: size)
            throw FileError(number: number, path: path, fallback: .writeFailed)
        }
    }

    /// Gives back the place of what was appended beyond that size: what is appended next stands there.
    public func cut(to size: Int64) {
        guard size >= 0, size < self.size else { return }
        self.size = size
        SystemCall.cut(descriptor, to: size)
    }

    /// Appends the bytes at an offset to a buffer, at most `count`; gives how many, and 0 only at the end.
    public func read(upTo count: Int, at offset: Int64, into buffer: inout [UInt8]) throws(FileError) -> Int {
        guard offset >= 0, offset < size else { return 0 }
        let count = min(count, Int(clamping: size - offset))
        return try descriptor.appendBytes(to: &buffer, upTo: count, at: offset, path: path)
    }
}
