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
        private(set) var stream: ByteStream?
        let discovered: DiscoveredInput?
        private(set) var head = InputHead(bytes: [], isWhole: true)
        private(set) var archive: ArchiveKind?
        private(set) var format: (any InputFormat)?
        /// Why it could not be read.
        private(set) var error: FileError?
        /// The records in it, where they were read.
        fileprivate(set) var batch: EventBatch?

        init(of stream: ByteStream, _ discovered: DiscoveredInput?, _ formats: InputFormats) {
            self.stream = stream
            self.discovered = discovered
            look(stream, formats)
        }

        /// Opens a file and looks at it.
        init(of discovered: DiscoveredInput, _ formats: InputFormats) {
            self.discovered = discovered
            do throws(FileError) {
                let stream = try discovered.open()
                self.stream = stream
                look(stream, formats)
            } catch {
                self.error = error
            }
        }

        private mutating func look(_ stream: ByteStream, _ formats: InputFormats) {
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
        fileprivate var isReadable: Bool {
            format.map { !($0 is OwnReportFormat) && $0.unreadReason == nil } ?? false
        }
    }

    private static let files = 64
    /// Bytes that are looked at together; what is read out of them takes several times as much.
    private static let bytes = 2 << 20

    private var files: [DiscoveredInput] = []
    private var bytes = 0

    /// Whether it is to be looked at before another file is added.
    var isFull: Bool { files.count >= InputGroup.files || bytes >= InputGroup.bytes }

    /// Adds a file.
    mutating func add(_ discovered: DiscoveredInput) {
        files.append(discovered)
        bytes += Int(clamping: min(discovered.size ?? .max, Int64(IngestLimits.headBytes)))
    }

    /// What the files begin with, in their order.
    ///
    /// - Parameter read: reads the records of a head as those of the file with that number in the group.
    func heads(
        _ formats: InputFormats, _ pool: WorkPool?,
        _ read: @escaping @Sendable (InputHead, any InputFormat, Int) -> EventBatch
    ) -> [Head] {
        let files = files
        return WorkPool.map(files.count, on: pool) { index in
            var head = Head(of: files[index], formats)
            if let format = head.format, head.isReadable { head.batch = read(head.head, format, index) }
            return head
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
