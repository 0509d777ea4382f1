// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintModel

/// Unpacks archives: members of a known format are kept so that they can be read like files, the others are told of.
///
/// Members can be neither sought nor read side by side. So each that is of a known format goes once to a temporary file
/// without a name, or stays in memory if it is small; no member's name is ever used as a path.
final class ArchiveUnpacker {
    /// Where the bytes of a member are.
    enum Content {
        case memory([UInt8])
        case spooled(SpoolFile, Range<Int64>)
    }

    /// A member to be read.
    struct Member {
        var path: String
        var format: any InputFormat
        var content: Content
        /// Why its end is missing.
        var trouble: FileError?
        /// Its name leads out of the archive.
        var leadsOut: Bool
    }

    /// An archive that was unpacked.
    struct Unpacked {
        /// What is to be read, by path.
        var members: [Member] = []
        /// The archive held any file at all, or could not be read.
        var isAnything = false
        /// It holds hidden members, which are left out.
        var hasHidden = false
        /// How many members bear each of the paths that were given.
        private var given: [String: Int] = [:]

        /// A path for a member that is read, or looked into: an archive may hold several of one name, and the later
        /// ones are numbered, so that each is an input of its own.
        fileprivate mutating func unique(_ path: String) -> String {
            guard var number = given[path] else {
                given[path] = 1
                return path
            }
            var numbered: String
            repeat {
                number += 1
                numbered = "\(path)#\(number)"
            } while given[numbered] != nil
            given[path] = number
            given[numbered] = 1
            return numbered
        }
    }

    private let formats: InputFormats
    private let libraryNames: [String]?
    /// Opened when an archive is met: that takes longer than a short log takes for everything else.
    private lazy var library = libraryNames.map { ArchiveLibrary(names: $0) } ?? ArchiveLibrary.installed
    private let limits: ArchiveLimits
    private let spoolDirectory: String?
    private var spool: SpoolFile?
    /// Bytes that members may still take in memory.
    private var memoryLeft: Int
    private static let pieceBytes = 64 << 10

    init(_ options: AnalyzerOptions, formats: InputFormats) {
        self.formats = formats
        limits = options.archiveLimits
        libraryNames = options.archiveLibraryNames
        spoolDirectory = options.spoolDirectory
        memoryLeft = options.spoolDirectory == nil ? max(options.memoryBudget, 0) : limits.memoryBytes
    }

    /// Unpacks the archive of that path, which begins as `kind` does.
    ///
    /// What is not read of it goes to `unread`, under `root`; `isNamed` tells that the archive itself was named.
    func unpack(
        _ stream: ByteStream, as kind: ArchiveKind, path: String, isNamed: Bool, root: String,
        unread: inout UnreadListing
    ) -> Unpacked {
        var work = Work(unpacked: Unpacked(), unread: unread, root: root, isNamed: isNamed)
        do throws(FileError) {
            let reader = try ArchiveReader(stream, path: path, library: library, limits: limits)
            unpack(reader, as: kind, depth: 1, &work)
        } catch {
            work.refuse(path, error, format: InputFormatCatalogue.archiveFormat)
        }
        unread = work.unread
        work.unpacked.members.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        return work.unpacked
    }

    /// What unpacking has come to so far.
    private struct Work {
        var unpacked: Unpacked
        var unread: UnreadListing
        let root: String
        let isNamed: Bool

        /// A file that should be read and cannot be.
        mutating func refuse(_ path: String, _ error: FileError, format: String = "unknown", isPartly: Bool = false) {
            var summary = InputSummary(
                path: path, format: format, status: isPartly ? .partly : .unread, isExpected: true)
            summary.problems = 1
            summary.isCut = isPartly
            add(summary, error.problemCode, error.reason)
        }

        /// A file that is none of lifelint's.
        mutating func note(
            _ path: String, _ code: ProblemCode, _ message: String, format: String = "unknown", isExpected: Bool
        ) {
            var summary = InputSummary(path: path, format: format, status: .unread, isExpected: isExpected)
            summary.problems = 1
            add(summary, code, message)
        }

        private mutating func add(_ summary: InputSummary, _ code: ProblemCode, _ message: String) {
            unpacked.isAnything = true
            unread.add(UnreadListing.Row(summary: summary, code: code, message: message, root: root))
        }
    }

    private func unpack(_ reader: ArchiveReader, as kind: ArchiveKind, depth: Int, _ work: inout Work) {
        let before = work.unpacked.members.count
        do throws(FileError) {
            while let member = try reader.next() {
                guard member.isBare else {
                    take(member, of: reader, depth: depth, &work)
                    continue
                }
                // Without an archive inside, libarchive gives what is compressed as one file.
                guard kind.isCompression else { throw noneOf(kind, reader.path) }
                return take(member, of: reader, depth: depth, &work)
            }
        } catch {
            let isPartly = work.unpacked.members.count > before
            work.refuse(reader.path, error, format: InputFormatCatalogue.archiveFormat, isPartly: isPartly)
        }
    }

    private func take(_ member: ArchiveReader.Member, of reader: ArchiveReader, depth: Int, _ work: inout Work) {
        if !member.isBare, member.name.isHidden {
            work.unpacked.hasHidden = true
            return
        }
        let path = member.isBare ? reader.path : reader.path + "!/" + member.name.shown
        // What was named itself is the whole of it only where nothing but a compression stands around it.
        let isNamed = work.isNamed && member.isBare && depth == 1
        guard member.name.count <= limits.nameBytes else {
            return work.note(
                path, .archivePath, "The member's name is longer than any path.", isExpected: isNamed)
        }
        var head: [UInt8] = []
        let trouble = readHead(of: reader, into: &head)
        if head.isEmpty {
            if let trouble { return work.refuse(path, trouble) }
            return work.note(path, .empty, "The file is empty.", isExpected: isNamed)
        }
        if let kind = ArchiveKind(head: head) {
            let inner = member.isBare ? path : work.unpacked.unique(path)
            return unpackInner(reader, head, as: kind, path: inner, isBare: member.isBare, depth: depth, &work)
        }
        let sniffed = InputHead(bytes: head, isWhole: head.count < IngestLimits.headBytes)
        guard let format = formats.format(of: sniffed) else {
            return work.note(path, .notALog, InputFormats.explain(sniffed), isExpected: isNamed)
        }
        if let reason = format.unreadReason {
            return work.note(path, .notALog, reason, format: format.id, isExpected: isNamed)
        }
        if format is OwnReportFormat {
            return work.note(
                path, .ownReport, InputLook.ownReportMessage, format: format.id, isExpected: isNamed)
        }
        var kept = Member(
            // What is merely compressed bears the name of what it stands in.
            path: member.isBare ? path : work.unpacked.unique(path), format: format, content: .memory([]),
            trouble: trouble,
            leadsOut: !member.isBare && member.name.leadsOut)
        do throws(FileError) {
            kept.content = try keep(head, of: reader, trouble: &kept.trouble)
            work.unpacked.isAnything = true
            work.unpacked.members.append(kept)
        } catch {
            work.refuse(kept.path, error, format: format.id)
        }
    }

    private func unpackInner(
        _ reader: ArchiveReader, _ head: [UInt8], as kind: ArchiveKind, path: String, isBare: Bool, depth: Int,
        _ work: inout Work
    ) {
        do throws(FileError) {
            if isBare, kind.isCompression { throw notUndone(kind, path) }
            guard depth < limits.depth else {
                let reason = "more than \(limits.depth) archives inside each other are not unpacked"
                throw FileError(code: .archiveLimit, path: path, reason: reason)
            }
            let inner = try ArchiveReader(inside: reader, head: head, path: path)
            unpack(inner, as: kind, depth: depth + 1, &work)
        } catch {
            work.refuse(path, error, format: InputFormatCatalogue.archiveFormat)
        }
    }

    /// Why a compression is still there: what libarchive does not take for one it hands on as it is.
    private func notUndone(_ kind: ArchiveKind, _ path: String) -> FileError {
        if library?.undoes(kind) == true { return noneOf(kind, path) }
        return FileError(
            code: .libraryMissing, path: path,
            reason: "this libarchive does not know \(kind.rawValue): install one that does, or "
                + ArchiveUnpacker.byHand)
    }

    /// Why what begins like an archive is not read as one.
    private func noneOf(_ kind: ArchiveKind, _ path: String) -> FileError {
        FileError(
            code: .damaged, path: path,
            reason: "it begins like \(kind.rawValue) and is none, or is damaged: " + ArchiveUnpacker.byHand)
    }

    private static let byHand = "unpack it by other means and name what was in it"

    /// Reads as much of a member as tells its format; gives why there is no more of it.
    private func readHead(of reader: ArchiveReader, into head: inout [UInt8]) -> FileError? {
        do throws(FileError) {
            while head.count < IngestLimits.headBytes {
                let wanted = min(Self.pieceBytes, IngestLimits.headBytes - head.count)
                if try reader.read(upTo: wanted, into: &head) == 0 { return nil }
            }
            return nil
        } catch {
            return error
        }
    }

    /// Puts a member where it can be read from any place; fails where there is none left.
    private func keep(
        _ head: [UInt8], of reader: ArchiveReader, trouble: inout FileError?
    ) throws(FileError) -> Content {
        let isWhole = head.count < IngestLimits.headBytes || trouble != nil
        if isWhole, head.count <= limits.smallBytes || spoolDirectory == nil, head.count <= memoryLeft {
            memoryLeft -= head.count
            return .memory(head)
        }
        guard let spoolDirectory else { return try keepInMemory(head, of: reader, trouble: &trouble) }
        do throws(FileError) {
            let spool =
                if let spool { spool } else { try SpoolFile(directory: spoolDirectory, limit: limits.spooledBytes) }
            self.spool = spool
            return .spooled(spool, try append(head, isWhole: isWhole, of: reader, to: spool, trouble: &trouble))
        } catch {
            throw FileError(code: error.code, path: error.path, reason: "no place in temporary files: \(error.reason)")
        }
    }

    /// Spools a member, or nothing of it: where there is no room for it, there may be for a smaller one.
    private func append(
        _ head: [UInt8], isWhole: Bool, of reader: ArchiveReader, to spool: SpoolFile, trouble: inout FileError?
    ) throws(FileError) -> Range<Int64> {
        let start = spool.size
        do throws(FileError) {
            try spool.append(head)
            var piece: [UInt8] = []
            while !isWhole {
                piece.removeAll(keepingCapacity: true)
                let isMore = read(reader, into: &piece, trouble: &trouble)
                try spool.append(piece)
                if !isMore { break }
            }
            return start..<spool.size
        } catch {
            spool.cut(to: start)
            throw error
        }
    }

    /// Where no temporary file may be written, members share the memory that results may take.
    private func keepInMemory(
        _ head: [UInt8], of reader: ArchiveReader, trouble: inout FileError?
    ) throws(FileError) -> Content {
        var bytes = head
        while bytes.count <= memoryLeft, trouble == nil, read(reader, into: &bytes, trouble: &trouble) {}
        guard bytes.count <= memoryLeft else {
            let reason = "there is no memory left for it, and without temporary files (--no-spool) no other place"
            throw FileError(code: .spoolFull, path: reader.path, reason: reason)
        }
        memoryLeft -= bytes.count
        return .memory(bytes)
    }

    /// Appends up to 256 KiB; false at the end, or where there is trouble.
    private func read(_ reader: ArchiveReader, into bytes: inout [UInt8], trouble: inout FileError?) -> Bool {
        do throws(FileError) {
            return try reader.read(upTo: 256 << 10, into: &bytes) > 0
        } catch {
            trouble = error
            return false
        }
    }
}

extension ArchiveKind {
    /// It holds one stream of bytes, not files.
    fileprivate var isCompression: Bool { self != .zip && self != .tar }
}

extension FileError {
    /// What reports call it.
    var problemCode: ProblemCode {
        switch code {
        case .archiveLimit: .archiveLimit
        case .libraryMissing: .libraryMissing
        case .spoolFull, .diskFull, .writeFailed: .tooLarge
        default: .unreadable
        }
    }
}
