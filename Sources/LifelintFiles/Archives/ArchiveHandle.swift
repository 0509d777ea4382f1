// SPDX-License-Identifier: MIT

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// One archive that libarchive reads.
///
/// Why unsafe: libarchive is C. It asks for bytes through callbacks that are given a pointer to the ``Piece`` below,
/// which lives exactly as long as the archive; what it gives is copied before its next call.
@safe final class ArchiveHandle {
    /// What stands at the beginning of a member.
    struct Header {
        var name: [UInt8]
        /// A regular file with bytes of its own.
        var isFile: Bool
        /// There is no archive: the bytes are merely compressed.
        var isBare: Bool
    }

    /// What comes next.
    enum Step {
        case member(Header)
        case end
        /// The archive cannot be read any further, and why.
        case failed(String)
    }

    /// The bytes that libarchive works on, at an address of their own.
    ///
    /// They must stay where they are until it asks for the next ones.
    @safe private final class Piece {
        let feed: ArchiveFeed
        private var staged: [UInt8] = []
        private var bytes: UnsafeMutableBufferPointer<UInt8>

        init(_ feed: ArchiveFeed) {
            self.feed = feed
            unsafe bytes = .allocate(capacity: 0)
        }

        deinit { unsafe bytes.deallocate() }

        /// The next bytes; nil when the source failed.
        func next() -> UnsafeMutableBufferPointer<UInt8>? {
            guard feed.next(into: &staged) else { return nil }
            if unsafe bytes.count < staged.count {
                unsafe bytes.deallocate()
                unsafe bytes = .allocate(capacity: staged.count)
                unsafe bytes.initialize(repeating: 0)
            }
            _ = unsafe bytes.update(fromContentsOf: staged)
            return unsafe UnsafeMutableBufferPointer(rebasing: bytes[..<staged.count])
        }
    }

    /// libarchive's numbers.
    private enum Status {
        static let end: Int32 = 1
        static let done: Int32 = 0
        static let warning: Int32 = -20
        static let fatal: Int32 = -30
        static let rawFormat: Int32 = 0x90000
        static let formatMask: Int32 = 0xFF0000
        static let regularFile: mode_t = 0o100000
        static let formatTypes: mode_t = 0o170000
    }

    /// Blocks in a row that may be empty before the archive counts as damaged.
    private static let emptyBlocks = 1_024
    /// Headers in a row that may be unreadable before the archive counts as damaged.
    private static let unreadableHeaders = 16

    private let calls: ArchiveCalls
    private let archive: OpaquePointer
    private let piece: Piece
    /// Why nothing more can be read: libarchive itself would only say that it has failed before.
    private var failure: String?

    /// What went wrong while libarchive looked what it has before it; it forgets that with the first header.
    private var opening: String?
    /// What libarchive gave last of the present member and was not handed on yet; it stays until libarchive's next
    /// call.
    private var block = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    /// Where in the member that block begins, and how much of the member was handed on.
    private var blockStart: Int64 = 0
    private var position: Int64 = 0
    private var isAtEnd = false
    /// What is wrong with the present member behind that block.
    private var warning: String?
    /// No header was read yet.
    private var isAtStart = true

    /// Begins to read an archive; nil when there is no memory for it.
    init?(_ library: ArchiveLibrary, feed: ArchiveFeed) {
        guard let archive = unsafe library.calls.make() else { return nil }
        calls = library.calls
        unsafe self.archive = archive
        piece = Piece(feed)
        for format in calls.formats { _ = unsafe format(archive) }
        for filter in calls.filters where filter.kind.map(library.filters.contains) == true {
            _ = unsafe filter(archive)
        }
        open()
    }

    deinit { _ = unsafe calls.free(archive) }

    private func open() {
        let piece = unsafe Unmanaged.passUnretained(self.piece).toOpaque()
        if self.piece.feed.size != nil {
            _ = unsafe calls.setSeeking(archive) { _, piece, offset, origin in
                guard let feed = unsafe ArchiveHandle.piece(piece)?.feed, let size = feed.size else { return -30 }
                let base: Int64
                switch origin {
                case SEEK_SET: base = 0
                case SEEK_CUR: base = feed.offset
                case SEEK_END: base = size
                default: return -30
                }
                let (target, overflow) = base.addingReportingOverflow(offset)
                return overflow ? -30 : feed.move(to: target) ?? -30
            }
        }
        let status = unsafe calls.open(
            archive, piece, nil,
            { _, piece, place in
                guard let bytes = unsafe ArchiveHandle.piece(piece)?.next() else { return -1 }
                unsafe place?.pointee = UnsafeRawPointer(bytes.baseAddress)
                return bytes.count
            },
            { _, piece, count in unsafe ArchiveHandle.piece(piece)?.feed.skip(count) ?? 0 }, nil)
        opening = words
        if status < Status.warning { failure = sentence }
    }

    private static func piece(_ pointer: UnsafeMutableRawPointer?) -> Piece? {
        unsafe pointer.map { unsafe Unmanaged<Piece>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The next member; what is left of the one before is passed over.
    func next() -> Step { ArchiveTextLocale.with { readHeader() } }

    private func readHeader() -> Step {
        if let failure { return .failed(failure) }
        for _ in 0..<Self.unreadableHeaders {
            var entry: OpaquePointer?
            unsafe block = UnsafeRawBufferPointer(start: nil, count: 0)
            (blockStart, position, isAtEnd, warning) = (0, 0, false, nil)
            let status = unsafe calls.nextHeader(archive, &entry)
            if status == Status.end {
                // What breaks off before its first byte would else pass for an archive of nothing.
                if isAtStart, let opening { return .failed(opening) }
                return .end
            }
            isAtStart = false
            if status == Status.done || status == Status.warning, let entry = unsafe entry {
                return unsafe .member(header(entry))
            }
            if status <= Status.fatal { break }
        }
        return .failed(fail())
    }

    /// Appends bytes of the present member, at most `count`; gives how many, 0 at its end, nil where they are damaged.
    ///
    /// libarchive gives what it has in blocks, with holes between them where a file was sparse. Blocks are asked for
    /// one by one: where several are read at once, damage in one takes those before it along.
    func read(upTo count: Int, into buffer: inout [UInt8]) -> Int? {
        guard count > 0 else { return 0 }
        for _ in 0..<Self.emptyBlocks {
            if position < blockStart {
                let hole = Int(clamping: min(Int64(count), blockStart - position))
                buffer.append(contentsOf: repeatElement(0, count: hole))
                position += Int64(hole)
                return hole
            }
            if unsafe !block.isEmpty {
                let taken = unsafe min(count, block.count)
                unsafe buffer.append(contentsOf: block.prefix(taken))
                unsafe block = UnsafeRawBufferPointer(rebasing: block.dropFirst(taken))
                position += Int64(taken)
                blockStart = position
                return taken
            }
            if let warning {
                damage = warning
                return nil
            }
            if isAtEnd { return 0 }
            guard failure == nil, nextBlock() else { return nil }
        }
        damage = "the archive gives blocks without end and without bytes"
        failure = damage
        return nil
    }

    /// Takes the next block of the present member; false where it is damaged.
    private func nextBlock() -> Bool {
        var bytes: UnsafeRawPointer?
        var size = 0
        var offset: Int64 = 0
        let status = unsafe calls.readBlock(archive, &bytes, &size, &offset)
        guard status == Status.end || status == Status.done || status == Status.warning else {
            damage = sentence
            if status <= Status.fatal { failure = damage }
            return false
        }
        isAtEnd = status == Status.end
        // A checksum that does not fit comes with the last bytes, which are there all the same.
        warning = status == Status.warning ? sentence : nil
        unsafe block = isAtEnd ? UnsafeRawBufferPointer(start: nil, count: 0) : .init(start: bytes, count: max(size, 0))
        blockStart = max(offset, position)
        return true
    }

    /// Nothing more can be read.
    var isGivenUp: Bool { failure != nil }

    /// What is wrong with the present member, in libarchive's words.
    private(set) var damage = ""

    private func header(_ entry: OpaquePointer) -> Header {
        // A name that libarchive cannot turn into UTF-8 may still be there as it stands in the archive.
        let name = unsafe calls.pathnameUTF8(entry) ?? calls.pathname(entry)
        let bytes = unsafe name.map { unsafe [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        let type = unsafe calls.fileType(entry) & Status.formatTypes
        return Header(
            name: bytes ?? [], isFile: unsafe type == Status.regularFile && calls.hardLink(entry) == nil,
            isBare: unsafe calls.format(archive) & Status.formatMask == Status.rawFormat)
    }

    private func fail() -> String {
        let reason = sentence
        failure = reason
        return reason
    }

    /// libarchive's sentence, or why its bytes could not be read.
    private var sentence: String {
        piece.feed.error?.reason ?? words ?? opening ?? "the archive is damaged"
    }

    private var words: String? {
        guard let words = unsafe calls.error(archive) else { return nil }
        let text = unsafe String(cString: words)
        return text.isEmpty ? nil : text
    }

    /// The filters that a library can undo by itself: for others it would start a program.
    static func filters(of calls: ArchiveCalls) -> Set<ArchiveKind> {
        guard let archive = unsafe calls.make() else { return [] }
        defer { _ = unsafe calls.free(archive) }
        return Set(calls.filters.filter { unsafe $0(archive) == Status.done }.compactMap(\.kind))
    }
}
