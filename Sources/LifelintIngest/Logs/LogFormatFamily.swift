// SPDX-License-Identifier: MIT

import LifelintModel

/// A format that is written in several shapes: an input is of the first that recognises it.
struct LogFormatFamily: InputFormat {
    /// At least one; they share the id and all that is told.
    private let members: [any InputFormat]
    private let first: any InputFormat

    init(_ first: any InputFormat, _ others: any InputFormat...) {
        self.first = first
        members = [first] + others
    }

    var id: String { first.id }
    var title: String { first.title }
    var recognisedBy: String { first.recognisedBy }
    var tells: String { first.tells }
    var durability: Durability { first.durability }
    var traits: InputTraits { first.traits }
    var keepsChunks: Bool { members.contains(where: \.keepsChunks) }
    var isReadInParallel: Bool { members.allSatisfy(\.isReadInParallel) }

    func recognises(_ head: InputHead) -> Bool { members.contains { $0.recognises(head) } }

    func fitted(to head: InputHead, _ words: CompiledVocabulary) -> any InputFormat {
        members.first { $0.recognises(head) }?.fitted(to: head, words) ?? self
    }

    func makeReader(_ settings: ReadingSettings) -> any FormatReader { first.makeReader(settings) }
}
