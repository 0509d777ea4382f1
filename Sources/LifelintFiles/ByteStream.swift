// SPDX-License-Identifier: MIT

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of one input from its beginning to its end: a file, standard input, a stretch of a spool, or memory.
///
/// Files are read rather than mapped: a mapped log that is cut off while it is read ends the process. The file is
/// closed with the stream.
public final class ByteStream {
    private enum Origin {
        /// A descriptor that is read at its own position.
        case descriptor(Int32, isOwned: Bool)
        /// A stretch of a spool file.
        case spool(SpoolFile, Range<Int64>)
        /// Bytes that are there already.
        case memory([UInt8])
    }

    /// What it is called in errors.
    public let path: String
    /// Its size when it was opened; nil where that cannot be known.
    public let size: Int64?
    /// Which file it was when it was opened; nil for what is none.
    public let place: FilePlace?
    /// How many bytes were handed out.
    public private(set) var position: Int64 = 0

    private var origin: Origin
    /// Bytes that were looked at before their time; ``aheadStart`` counts those that were handed out since.
    private var ahead: [UInt8] = []
    private var aheadStart = 0
    /// What was looked at before its time is all that there is.
    public private(set) var endsAhead = false
    /// All that was read so far, where somebody may want to begin again.
    private var copy: SpoolFile?

    private init(_ origin: Origin, path: String, size: Int64?, place: FilePlace? = nil) {
        self.origin = origin
        self.path = path
        self.size = size
        self.place = place
    }

    /// The file of that path; `-` is standard input.
    public convenience init(opening path: String) throws(FileError) {
        if InputDiscovery.isStandardInput(path) {
            self.init(.descriptor(0, isOwned: false), path: path, size: nil)
        } else {
            try self.init(systemPath: Array(path.utf8), path: path)
        }
    }

    /// Bytes in memory.
    public convenience init(bytes: [UInt8], path: String = "-") {
        self.init(.memory(bytes), path: path, size: Int64(bytes.count))
    }

    /// A stretch of a spool file, cut to what the spool holds.
    public convenience init(spool: SpoolFile, range: Range<Int64>, path: String? = nil) {
        let range = range.clamped(to: 0..<spool.size)
        self.init(.spool(spool, range), path: path ?? spool.path, size: Int64(range.count))
    }

    /// A file whose path need not be text.
    convenience init(systemPath: [UInt8], path: String) throws(FileError) {
        let descriptor: Int32
        switch SystemCall.open(systemPath, flags: O_RDONLY) {
        case .failure(let number): throw FileError(number: number, path: path, fallback: .openFailed)
        case .value(let value): descriptor = Int32(truncatingIfNeeded: value)
        }
        switch SystemCall.status(of: descriptor) {
        case .failure(let number):
            SystemCall.close(descriptor)
            throw FileError(number: number.value, path: path, fallback: .openFailed)
        case .success(let status):
            let isFile = status.kind == .file
            self.init(
                .descriptor(descriptor, isOwned: true), path: path, size: isFile ? status.size : nil,
                place: isFile ? FilePlace(status.identity) : nil)
        }
    }

    /// The process's standard input, left open when the stream is gone.
    static func standardInput(path: String) throws(FileError) -> ByteStream { try ByteStream(opening: path) }

    /// How many files the process may have open; nil where nobody says.
    public static var openLimit: Int? { SystemCall.openLimit }

    deinit { closeFile() }

    /// Nobody reads on: the file is closed, and from here on there is nothing more.
    ///
    /// Of thousands of files that are read side by side most are at their end, and a process may have few open: 256 on
    /// macOS, unless somebody says otherwise.
    public func close() {
        // What was copied is read once more, as what it was.
        if copy == nil { closeFile() }
    }

    private func closeFile() {
        guard case .descriptor(let descriptor, isOwned: true) = origin else { return }
        SystemCall.close(descriptor)
        origin = .memory([])
    }

    /// Keeps a copy of what is read from here on, which is the beginning, so that it can be read again.
    ///
    /// Without a folder, and where there is no room, none is kept: ``canRewind`` says so. What has a size needs none.
    public func keepCopy(in directory: String?) {
        guard let directory, position == 0, copy == nil, case .descriptor = origin,
            let spool = try? SpoolFile(directory: directory, limit: .max)
        else { return }
        do throws(FileError) {
            try spool.append(Array(ahead[aheadStart...]))
            copy = spool
        } catch {
            // As if there were no folder for it.
        }
    }

    /// Whether it can be read from its beginning again.
    public var canRewind: Bool { position == 0 || copy != nil }

    /// Begins again, where that is possible.
    public func rewind() {
        guard copy != nil else { return }
        position = 0
        ahead = []
        aheadStart = 0
    }

    /// Appends the next bytes to a buffer, at most `count`; gives how many, and 0 only at the end.
    ///
    /// A pipe gives what it has: fewer bytes than asked for do not mean the end.
    public func read(upTo count: Int, into buffer: inout [UInt8]) throws(FileError) -> Int {
        guard count > 0 else { return 0 }
        if aheadStart < ahead.count {
            let taken = min(count, ahead.count - aheadStart)
            buffer.append(contentsOf: ahead[aheadStart..<(aheadStart + taken)])
            aheadStart += taken
            if aheadStart == ahead.count {
                ahead = []
                aheadStart = 0
            }
            position += Int64(taken)
            return taken
        }
        let read = try fill(&buffer, upTo: left(of: count), at: position)
        position += Int64(read)
        return read
    }

    /// Reads the next bytes, at most `count`, in place of what a buffer holds from `start` on; gives how many, and 0
    /// only at the end.
    ///
    /// What a buffer holds need not be cleared before it is read into.
    public func read(upTo count: Int, into buffer: inout [UInt8], from start: Int) throws(FileError) -> Int {
        guard count > 0, aheadStart == ahead.count, copy == nil, case .descriptor(let descriptor, _) = origin else {
            buffer.removeLast(max(buffer.count - start, 0))
            return try read(upTo: count, into: &buffer)
        }
        try descriptor.readBytes(in: &buffer, from: start, upTo: left(of: count), path)
        position += Int64(buffer.count - start)
        return buffer.count - start
    }

    /// How many bytes to ask for: one more than a file has left, which shows whether it has grown.
    ///
    /// Thousands of files may be open at once, most of them far smaller than what is asked for.
    private func left(of count: Int) -> Int {
        guard let size, position <= size else { return count }
        return min(count, Int(clamping: size - position) + 1)
    }

    /// The bytes that come next, at most `count`, without taking them; fewer only at the end.
    public func peek(upTo count: Int) throws(FileError) -> ArraySlice<UInt8> {
        var missing = count - (ahead.count - aheadStart)
        while missing > 0 {
            let read = try fill(&ahead, upTo: missing, at: position + Int64(ahead.count - aheadStart))
            if read == 0 {
                endsAhead = true
                break
            }
            missing -= read
            // Less than was asked for, and all that the file had: to ask again would cost a call for each file.
            if missing > 0, let size, position + Int64(ahead.count - aheadStart) == size { break }
        }
        return ahead[aheadStart...].prefix(max(count, 0))
    }

    /// The bytes that come first, at most `count`, without taking them; fewer only where there are no more.
    ///
    /// One more than a file had when it was opened shows that it has grown. To ask for no more than there is spares
    /// memory that nothing is read into, and what was read for this alone is not copied.
    ///
    /// - Parameter room: where the bytes may go, in place of what it holds: fresh memory costs more than reading into
    ///   it.
    public func head(upTo count: Int, in room: consuming [UInt8] = []) throws(FileError) -> [UInt8] {
        var head: ArraySlice<UInt8> = []
        var isWhole = false
        if let size, size < Int64(count) {
            if room.capacity > Int(size), ahead.isEmpty, case .descriptor(let descriptor, _) = origin {
                ahead = consume room
                try descriptor.readBytes(in: &ahead, from: 0, upTo: Int(size) + 1, path)
                head = ahead[...]
                isWhole = head.count == Int(size)
            }
            if !isWhole {
                head = try peek(upTo: Int(size) + 1)
                isWhole = head.count <= Int(size)
            }
        }
        if !isWhole { head = try peek(upTo: count) }
        return head.count == ahead.count ? ahead : Array(head)
    }

    /// Appends the bytes at an offset, at most `count`, without moving; gives how many, and 0 at the end.
    ///
    /// Only for what has a ``size``: the rest has no other place than the next one.
    func read(upTo count: Int, at offset: Int64, into buffer: inout [UInt8]) throws(FileError) -> Int {
        guard size != nil, offset >= 0 else { return 0 }
        return try read(into: &buffer, upTo: count, at: offset)
    }

    /// Appends at most `count` bytes from where the origin stands; streams have a position of their own.
    private func fill(_ buffer: inout [UInt8], upTo count: Int, at offset: Int64) throws(FileError) -> Int {
        guard case .descriptor = origin else { return try read(into: &buffer, upTo: count, at: offset) }
        if let copy, offset < copy.size { return try copy.read(upTo: count, at: offset, into: &buffer) }
        let start = buffer.count
        let read = try read(into: &buffer, upTo: count, at: nil)
        if read > 0, let copy {
            // Where there is no room for more it cannot be read again; what comes now is there.
            do throws(FileError) { try copy.append(Array(buffer[start...])) } catch { self.copy = nil }
        }
        return read
    }

    private func read(into buffer: inout [UInt8], upTo count: Int, at offset: Int64?) throws(FileError) -> Int {
        switch origin {
        case .descriptor(let descriptor, _):
            return try descriptor.appendBytes(to: &buffer, upTo: count, at: offset, path: path)
        case .spool(let spool, let range):
            let start = range.lowerBound + (offset ?? 0)
            let available = Int(clamping: max(0, range.upperBound - start))
            return try spool.read(upTo: min(count, available), at: start, into: &buffer)
        case .memory(let bytes):
            let start = min(Int(clamping: offset ?? 0), bytes.count)
            let taken = min(count, bytes.count - start)
            buffer.append(contentsOf: bytes[start..<(start + taken)])
            return taken
        }
    }
}

extension Int32 {
    /// Reads from this descriptor to the end of a buffer; without an offset, from the descriptor's own position.
    func appendBytes(
        to buffer: inout [UInt8], upTo count: Int, at offset: Int64?, path: String
    ) throws(FileError) -> Int {
        guard count > 0 else { return 0 }
        if buffer.isEmpty, buffer.capacity < count {
            return try readBytes(into: &buffer, upTo: count, at: offset, path)
        }
        let start = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: count))
        let outcome = SystemCall.read(self, into: &buffer, from: start, count: count, at: offset)
        switch outcome {
        case .value(let read):
            buffer.removeLast(count - read)
            return read
        case .failure(let number):
            buffer.removeLast(count)
            throw FileError(number: number, path: path, fallback: .readFailed)
        }
    }

    /// Reads in place of what a buffer holds from `start` on, which need not be cleared for that.
    fileprivate func readBytes(
        in buffer: inout [UInt8], from start: Int, upTo count: Int, _ path: String
    ) throws(FileError) {
        let missing = start + count - buffer.count
        if missing > 0 { buffer.append(contentsOf: repeatElement(0, count: missing)) }
        switch SystemCall.read(self, into: &buffer, from: start, count: count) {
        case .value(let read):
            buffer.removeLast(buffer.count - start - read)
        case .failure(let number):
            buffer.removeLast(buffer.count - start)
            throw FileError(number: number, path: path, fallback: .readFailed)
        }
    }

    /// Reads into memory of its own, which need not be cleared before.
    private func readBytes(
        into buffer: inout [UInt8], upTo count: Int, at offset: Int64?, _ path: String
    ) throws(FileError) -> Int {
        let (bytes, failure) = SystemCall.readBytes(self, upTo: count, at: offset)
        if let failure { throw FileError(number: failure, path: path, fallback: .readFailed) }
        buffer = bytes
        return bytes.count
    }
}
