// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintModel

/// Files whose heads are read side by side: few enough that what is read of them does not count in memory.
struct InputGroup {
    /// What stands at the beginning of an input.
    ///
    /// Why unchecked: a stream is used by whichever thread looks at it, one at a time.
    struct Head: @unchecked Sendable {
        let stream: ByteStream
        let discovered: DiscoveredInput?
        private(set) var head = InputHead(bytes: [], isWhole: true)
        private(set) var archive: ArchiveKind?
        private(set) var format: (any InputFormat)?
        /// Why it could not be read.
        private(set) var error: FileError?

        init(of stream: ByteStream, _ discovered: DiscoveredInput?, _ formats: InputFormats) {
            self.stream = stream
            self.discovered = discovered
            do throws(FileError) {
                let bytes = Array(try stream.head(upTo: IngestLimits.headBytes))
                head = InputHead(bytes: bytes, isWhole: bytes.count < IngestLimits.headBytes)
                if bytes.isEmpty { return }
                archive = ArchiveKind(head: bytes)
                if archive == nil { format = formats.format(of: head) }
            } catch {
                self.error = error
            }
        }

        /// Whether it holds records, as far as its head tells.
        var isReadable: Bool { format.map { !($0 is OwnReportFormat) && $0.unreadReason == nil } ?? false }
    }

    /// Why unchecked: as of ``Head``.
    private struct Files: @unchecked Sendable {
        var list: [(stream: ByteStream, discovered: DiscoveredInput)] = []
    }

    private static let files = 64
    /// Bytes that are looked at together; what is read out of them takes several times as much.
    private static let bytes = 2 << 20

    private var files = Files()
    private var bytes = 0

    /// Whether it is to be looked at before another file is opened.
    var isFull: Bool { files.list.count >= InputGroup.files || bytes >= InputGroup.bytes }

    /// Adds an open file.
    mutating func add(_ stream: ByteStream, _ discovered: DiscoveredInput) {
        files.list.append((stream, discovered))
        bytes += Int(clamping: min(stream.size ?? .max, Int64(IngestLimits.headBytes)))
    }

    /// What the files begin with, in their order.
    func heads(_ formats: InputFormats, _ pool: WorkPool?) -> [Head] {
        let files = files
        return WorkPool.map(files.list.count, on: pool) { index in
            Head(of: files.list[index].stream, files.list[index].discovered, formats)
        }
    }
}

extension ByteStream {
    /// The bytes that come first; one more than a file had when it was opened shows that it has grown.
    ///
    /// Asking for no more than there is spares clearing memory that nothing is read into.
    func head(upTo count: Int) throws(FileError) -> ArraySlice<UInt8> {
        if let size, size < Int64(count) {
            let head = try peek(upTo: Int(size) + 1)
            if head.count <= Int(size) { return head }
        }
        return try peek(upTo: count)
    }
}
