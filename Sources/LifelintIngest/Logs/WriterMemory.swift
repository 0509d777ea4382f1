// SPDX-License-Identifier: MIT

import LifelintModel

/// What a row tells of the process that wrote it, by its name and by where its program lies.
struct LogWriterKind {
    /// It is the system's own.
    var isDaemon: Bool
    /// What kind of process it is by where its program lies.
    var host = ProcessHost.missing
    /// It runs in a simulator.
    var isSimulated = false
    /// It is no device's and no simulator's, but the Mac's own.
    var isOnMac = false
}

/// What was told of the processes that wrote the last rows: a process writes many rows.
struct WriterMemory {
    private struct Known {
        /// Of some bytes of both.
        var hash: UInt64
        /// Zeros follow both, so that eight bytes can be taken wherever one stands.
        var path: [UInt8]
        var process: [UInt8]
        var kind: LogWriterKind
    }

    /// More processes seldom write what readers ask of.
    private static let most = 32

    private let words: CompiledVocabulary
    private var known: [Known] = []
    /// Which one is forgotten next.
    private var oldest = 0

    init(_ words: CompiledVocabulary) { self.words = words }

    /// What kind of process wrote a row.
    mutating func writer(of row: LogRow, _ view: ByteView) -> LogWriterKind {
        if row.isOfLibrary { return words.writerKind(of: row, view) }
        let hash = WriterMemory.hash(row.path, view) &* 31 &+ WriterMemory.hash(row.process, view)
        for index in known.indices where known[index].hash == hash {
            if WriterMemory.equals(known[index].path, row.path, view),
                WriterMemory.equals(known[index].process, row.process, view)
            {
                return known[index].kind
            }
        }
        let zeros = [UInt8](repeating: 0, count: WriterMemory.zeros)
        let new = Known(
            hash: hash, path: view.bytes(row.path.lowerBound, row.path.upperBound) + zeros,
            process: view.bytes(row.process.lowerBound, row.process.upperBound) + zeros,
            kind: words.writerKind(of: row, view))
        if known.count < WriterMemory.most {
            known.append(new)
        } else {
            known[oldest] = new
            oldest = (oldest + 1) % WriterMemory.most
        }
        return new.kind
    }

    /// The process that wrote a row speaks as the home screen does: what it says of itself is the system's from here
    /// on.
    mutating func learnHome(_ row: LogRow, _ view: ByteView) {
        for index in known.indices
        where WriterMemory.equals(known[index].path, row.path, view)
            && WriterMemory.equals(known[index].process, row.process, view)
        {
            known[index].kind.isDaemon = true
        }
    }

    private static let zeros = 8

    /// Of the length and the last eight bytes: programs differ in their names.
    private static func hash(_ range: Range<Int>, _ view: ByteView) -> UInt64 {
        let first = max(range.upperBound &- 8, range.lowerBound)
        let word = ByteSearch.first(range.upperBound &- first, of: view.word(at: first))
        return (word ^ UInt64(truncatingIfNeeded: range.count)) &* 0x9E37_79B9_7F4A_7C15
    }

    private static func equals(_ bytes: [UInt8], _ range: Range<Int>, _ view: ByteView) -> Bool {
        let count = range.count
        guard bytes.count == count &+ zeros else { return false }
        return bytes.withView { known in
            var index = 0
            while index < count {
                let difference = known.word(at: index) ^ view.word(at: range.lowerBound &+ index)
                if ByteSearch.first(count &- index, of: difference) != 0 { return false }
                index &+= 8
            }
            return true
        }
    }
}
