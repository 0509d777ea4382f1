// SPDX-License-Identifier: MIT

import LifelintModel

/// A log whose lines are dressed: what is put into them is taken off before it is read.
///
/// Places stay those of the input, since no line moves.
struct DressedFormat: WrappedFormat {
    let inner: any InputFormat
    private let dress: LineDress

    init(_ inner: any InputFormat, in dress: LineDress) {
        self.inner = inner
        self.dress = dress
    }

    var isReadInParallel: Bool { inner.isReadInParallel }
    var keepsChunks: Bool { inner.keepsChunks }
    var isCutAtLineEnds: Bool { inner.isCutAtLineEnds }
    var wrapper: String? {
        let names = dress.names + (inner.wrapper.map { [$0] } ?? [])
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    func chunkEnd(in bytes: [UInt8], from start: Int) -> Int? {
        inner.chunkEnd(in: dress.undressed(bytes), from: start)
    }

    func recognises(_ head: InputHead) -> Bool { inner.recognises(undressed(head)) }

    func fitted(to head: InputHead, _ words: CompiledVocabulary) -> any InputFormat {
        DressedFormat(inner.fitted(to: undressed(head), words), in: dress)
    }

    func makeReader(_ settings: ReadingSettings) -> any FormatReader {
        DressedReader(inner: inner.makeReader(settings), dress: dress)
    }

    private func undressed(_ head: InputHead) -> InputHead {
        InputHead(bytes: dress.undressed(head.bytes), isWhole: head.isWhole)
    }
}

/// Takes off what is put into lines, chunk by chunk.
private struct DressedReader: FormatReader {
    var inner: any FormatReader
    let dress: LineDress

    mutating func read(_ chunk: [UInt8], offset: Int64, isLast: Bool) -> EventBatch {
        inner.read(dress.undressed(chunk), offset: offset, isLast: isLast)
    }
}
