// SPDX-License-Identifier: MIT

/// Reads an archive from its beginning to its end: one regular file after the other, within limits.
///
/// Members cannot be sought nor read side by side: each is taken, or passed over, before the next.
package final class ArchiveReader {
    /// A regular file in the archive.
    package struct Member {
        /// What it is called.
        package var name: ArchiveMemberName
        /// There is no archive around it: it is a file that was merely compressed.
        package var isBare: Bool
    }

    /// What the archive is called in errors.
    package let path: String

    private var handle: ArchiveHandle
    private let feed: ArchiveFeed
    private let budget: ArchiveBudget
    private let library: ArchiveLibrary
    /// The bytes of the present member are not at their end yet.
    private var isInside = false
    /// Headers that were read.
    private var headers = 0
    /// libarchive gave the archive up inside of a member.
    private var isBrokenInside = false
    private var reopenings = 0
    private static let passedOverBytes = 256 << 10
    /// Each costs a walk over the headers before.
    private static let mostReopenings = 8

    /// Begins with the archive that a stream holds; `isSeekable` says whether it may be read out of order where it can.
    package convenience init(
        _ stream: ByteStream, path: String, library: ArchiveLibrary?, limits: ArchiveLimits, isSeekable: Bool = true
    ) throws(FileError) {
        guard let library else {
            throw FileError(code: .libraryMissing, path: path, reason: ArchiveLibrary.missing)
        }
        let feed = ArchiveFeed(StreamArchiveSource(stream, isSeekable: isSeekable))
        let budget = ArchiveBudget(limits: limits, path: path, feed: feed)
        try self.init(feed, path: path, library: library, budget: budget)
    }

    /// Begins with the archive that the present member of another one holds; `head` was read of it before.
    package convenience init(inside outer: ArchiveReader, head: [UInt8], path: String) throws(FileError) {
        let feed = ArchiveFeed(MemberArchiveSource(outer, head: head))
        try self.init(feed, path: path, library: outer.library, budget: outer.budget)
    }

    private init(
        _ feed: ArchiveFeed, path: String, library: ArchiveLibrary, budget: ArchiveBudget
    ) throws(FileError) {
        guard let handle = ArchiveHandle(library, feed: feed) else {
            throw FileError(
                code: .openFailed, path: path,
                reason:
                    "there is no memory for libarchive: read fewer archives at once, or unpack it and name what was in it"
            )
        }
        self.handle = handle
        self.feed = feed
        self.path = path
        self.library = library
        self.budget = budget
    }

    /// The next regular file; nil at the end.
    ///
    /// Folders, links and devices are passed over.
    package func next() throws(FileError) -> Member? {
        try passOver()
        while true {
            try budget.countMember()
            switch handle.next() {
            case .end: return nil
            case .failed(let sentence):
                if reopenBehindDamage() { continue }
                throw FileError(code: .damaged, path: path, reason: sentence)
            case .member(let header):
                headers += 1
                isInside = true
                if header.isFile { return member(header) }
                try passOver()
            }
        }
    }

    /// Goes on behind a damaged member of a zip: libarchive gives up, but the directory says where the others are.
    ///
    /// Headers are passed over without unpacking what stands between them.
    private func reopenBehindDamage() -> Bool {
        guard isBrokenInside, reopenings < Self.mostReopenings, feed.isSeekableZip, feed.move(to: 0) != nil,
            let next = ArchiveHandle(library, feed: feed)
        else { return false }
        isBrokenInside = false
        reopenings += 1
        for _ in 0..<headers {
            guard case .member = next.next() else { return false }
        }
        handle = next
        return true
    }

    private func member(_ header: ArchiveHandle.Header) -> Member {
        // Members whose names are lost must stay apart.
        let name = header.name.isEmpty ? Array("unnamed-\(budget.members)".utf8) : header.name
        return Member(name: ArchiveMemberName(name), isBare: header.isBare)
    }

    /// Appends the next bytes of the present member, at most `count`; gives how many, and 0 only at its end.
    package func read(upTo count: Int, into buffer: inout [UInt8]) throws(FileError) -> Int {
        guard isInside else { return 0 }
        guard let read = handle.read(upTo: count, into: &buffer) else {
            isInside = false
            isBrokenInside = handle.isGivenUp
            throw FileError(code: .damaged, path: path, reason: handle.damage)
        }
        if read == 0 { isInside = false }
        try budget.count(read)
        return read
    }

    /// Passes over what is left of the present member.
    ///
    /// Its bytes are unpacked and counted rather than skipped: to skip them would cost the same time, without a limit.
    private func passOver() throws(FileError) {
        var passed: [UInt8] = []
        while isInside {
            passed.removeAll(keepingCapacity: true)
            do throws(FileError) {
                _ = try read(upTo: Self.passedOverBytes, into: &passed)
            } catch {
                // Damage matters to whoever wants the bytes; where nothing more can be read, the next header tells.
                if error.code != .damaged { throw error }
            }
        }
    }
}
