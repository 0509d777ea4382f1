// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintModel

/// What files begin with, looked at side by side and handed on in their order.
///
/// Threads look a few files ahead of whoever takes what they saw: so few that what is read of them does not count in
/// memory, and so many that nobody waits.
///
/// Why unchecked: heads are put and taken under the pool's lock; everything else is the taker's alone.
final class InputHeads: @unchecked Sendable {
    /// What stands at the beginning of an input.
    ///
    /// Why unchecked: a stream is used by whichever thread looks at it, one at a time.
    struct Head: @unchecked Sendable {
        /// Where the input goes on; not kept where nobody needs it any more.
        private(set) var stream: ByteStream?
        let discovered: DiscoveredInput?
        private(set) var size: Int64?
        /// Which file it is; nil for what is none.
        private(set) var place: FilePlace?
        /// Its first bytes; not kept where they were read already.
        private(set) var head = InputHead(bytes: [], isWhole: true)
        private(set) var isEmpty = false
        private(set) var archive: ArchiveKind?
        private(set) var format: (any InputFormat)?
        /// Why it could not be read.
        private(set) var error: FileError?
        /// The records in it, where they were read.
        private(set) var batch: EventBatch?

        init(of stream: ByteStream, _ discovered: DiscoveredInput?, _ formats: InputFormats) {
            self.discovered = discovered
            look(stream, formats)
        }

        /// Opens a file and looks at it.
        fileprivate init(of discovered: DiscoveredInput, _ formats: InputFormats, in room: consuming [UInt8]) {
            self.discovered = discovered
            do throws(FileError) {
                look(try discovered.open(), formats, in: consume room)
            } catch {
                self.error = error
            }
        }

        private mutating func look(
            _ stream: ByteStream, _ formats: InputFormats, in room: consuming [UInt8] = []
        ) {
            self.stream = stream
            size = stream.size
            place = stream.place
            do throws(FileError) {
                let bytes = try stream.head(upTo: IngestLimits.headBytes, in: consume room)
                head = InputHead(bytes: bytes, isWhole: bytes.count < IngestLimits.headBytes)
                isEmpty = bytes.isEmpty
                if isEmpty { return }
                archive = ArchiveKind(head: bytes)
                if archive == nil { format = formats.format(of: head) }
            } catch {
                self.error = error
            }
        }

        /// Reads the records, as far as the head tells any.
        ///
        /// - Returns: the room of what need not be kept; nil where it may still be in use.
        fileprivate mutating func read(_ body: (InputHead, any InputFormat) -> EventBatch) -> [UInt8]? {
            guard let format, format.holdsReports || !(format is OwnReportFormat), format.unreadReason == nil else {
                return nil
            }
            let batch = body(head, format)
            self.batch = batch
            if format.holdsReports { self.format = format.withoutLines }
            // Without a year, or where its records tell what its rows do not, it is read once more.
            guard !batch.assumesYear, batch.rowClock == nil, discovered?.source == .file else { return nil }
            let room = head.bytes
            head = InputHead(bytes: [], isWhole: head.isWhole)
            stream = nil
            return format.keepsChunks ? nil : room
        }
    }

    private static let filesAhead = 64
    /// Bytes that are looked at ahead; what is read out of them takes several times as much.
    private static let bytesAhead = 2 << 20

    private let files: [DiscoveredInput]
    private let formats: InputFormats
    private let pool: WorkPool?
    private let read: @Sendable (InputHead, any InputFormat, Int) -> EventBatch
    private var begun = 0
    private var taken = 0
    /// Of files that were begun and not yet taken.
    private var bytes = 0
    // Protected by the pool's lock where there is one.
    private var heads: [Int: Head] = [:]
    /// Where files were read that nobody needs any more, one for each thread: the next ones go to the same place.
    private var rooms: [[UInt8]] = []

    /// - Parameter read: reads the records of a head as those of the input with that number.
    init(
        of files: [DiscoveredInput], _ formats: InputFormats, _ pool: WorkPool?,
        _ read: @escaping @Sendable (InputHead, any InputFormat, Int) -> EventBatch
    ) {
        self.files = files
        self.formats = formats
        self.pool = pool.flatMap { $0.isRunning && files.count > 1 ? $0 : nil }
        self.read = read
    }

    /// What the next file begins with; one call for each of them.
    ///
    /// - Parameter number: the number of the next input.
    func next(number: Int) -> Head {
        let index = taken
        guard let pool else {
            taken += 1
            return head(of: index, number: number)
        }
        while begun < files.count, begun == index || hasRoom { begin(number + begun - index, pool) }
        taken += 1
        bytes -= weight(of: index)
        return pool.waitAndHelp { heads.removeValue(forKey: index) }
    }

    private var hasRoom: Bool { begun - taken < InputHeads.filesAhead && bytes < InputHeads.bytesAhead }

    /// - Parameter number: the number that the next file has as an input, as far as is known by now.
    private func begin(_ number: Int, _ pool: WorkPool) {
        let index = begun
        begun += 1
        bytes += weight(of: index)
        pool.submit { [self] in
            let head = head(of: index, number: number)
            pool.locked { heads[index] = head }
            pool.notify()
        }
    }

    private func head(of index: Int, number: Int) -> Head {
        var head = Head(of: files[index], formats, in: locked { rooms.popLast() ?? [] })
        if let room = head.read({ read($0, $1, number) }) { locked { rooms.append(room) } }
        return head
    }

    private func locked<Result>(_ body: () -> Result) -> Result { pool.map { $0.locked(body) } ?? body() }

    private func weight(of index: Int) -> Int {
        Int(clamping: min(files[index].size ?? .max, Int64(IngestLimits.headBytes)))
    }
}
