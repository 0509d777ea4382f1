// SPDX-License-Identifier: MIT

/// Where the bytes of an archive come from: a stream, or a member of another archive.
protocol ArchiveSource: AnyObject {
    /// Its size, where it can be read from any place.
    var seekableSize: Int64? { get }
    /// Appends the next bytes, or those at an offset; gives how many, and 0 only at the end.
    func read(upTo count: Int, at offset: Int64, into buffer: inout [UInt8]) throws(FileError) -> Int
}

/// Hands the bytes of an archive to libarchive, piece by piece.
final class ArchiveFeed {
    private let source: any ArchiveSource
    private static let pieceBytes = 128 << 10
    private var position: Int64 = 0
    private var handedOut: Int64 = 0
    /// Why the source gave no more.
    private(set) var error: FileError?

    init(_ source: any ArchiveSource) { self.source = source }

    /// The size, where the archive can be read from any place.
    var size: Int64? { source.seekableSize }

    /// Whether it begins as a zip, which tells where its members are, and can be read from any place.
    var isSeekableZip: Bool {
        guard size != nil, error == nil else { return false }
        var head: [UInt8] = []
        guard let count = try? source.read(upTo: 4, at: 0, into: &head), count > 1 else { return false }
        return ArchiveKind(head: head) == .zip
    }

    /// Bytes of the archive that were used so far; what is read twice counts once.
    var consumed: Int64 { min(handedOut, size ?? .max) }

    /// The next piece in place of the last one; false when the source failed.
    func next(into piece: inout [UInt8]) -> Bool {
        piece.removeAll(keepingCapacity: true)
        do throws(FileError) {
            let count = try source.read(upTo: Self.pieceBytes, at: position, into: &piece)
            position += Int64(count)
            handedOut += Int64(count)
            return true
        } catch {
            self.error = error
            return false
        }
    }

    /// Moves to a place; gives it, or nil where the source cannot be read from there.
    func move(to offset: Int64) -> Int64? {
        guard let size, offset >= 0, offset <= size else { return nil }
        position = offset
        return offset
    }

    /// Moves on; gives how far, which is 0 where the source can only be read.
    func skip(_ count: Int64) -> Int64 {
        guard let size, count > 0 else { return 0 }
        let skipped = min(count, max(size - position, 0))
        position += skipped
        handedOut += skipped
        return skipped
    }

    /// Where it stands.
    var offset: Int64 { position }
}

/// The bytes of a file, of memory, or of standard input as an archive.
final class StreamArchiveSource: ArchiveSource {
    private let stream: ByteStream

    let seekableSize: Int64?

    init(_ stream: ByteStream, isSeekable: Bool) {
        self.stream = stream
        seekableSize = isSeekable ? stream.size : nil
    }

    func read(upTo count: Int, at offset: Int64, into buffer: inout [UInt8]) throws(FileError) -> Int {
        guard seekableSize != nil else { return try stream.read(upTo: count, into: &buffer) }
        return try stream.read(upTo: count, at: offset, into: &buffer)
    }
}

/// A member of an archive that is an archive itself: its head was read before, the rest follows.
final class MemberArchiveSource: ArchiveSource {
    private let reader: ArchiveReader
    private var head: [UInt8]

    init(_ reader: ArchiveReader, head: [UInt8]) {
        self.reader = reader
        self.head = head
    }

    var seekableSize: Int64? { nil }

    func read(upTo count: Int, at offset: Int64, into buffer: inout [UInt8]) throws(FileError) -> Int {
        guard head.isEmpty else {
            let taken = head.count
            buffer.append(contentsOf: head)
            head = []
            return taken
        }
        return try reader.read(upTo: count, into: &buffer)
    }
}
