// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintModel

/// What lifelint reads: for `lifelint formats` and for those who embed it.
public enum InputFormatCatalogue {
    /// Every format, in the order in which they are asked.
    public static var all: [(id: String, title: String, recognisedBy: String, tells: String)] {
        InputFormats(words: CompiledVocabulary()).all.map { ($0.id, $0.title, $0.recognisedBy, $0.tells) }
    }

    /// What they are like.
    static var traits: [(id: String, traits: InputTraits)] {
        InputFormats(words: CompiledVocabulary()).all.map { ($0.id, $0.traits) }
    }

    /// What reports call the container itself, where it could not be read as a whole.
    public static let archiveFormat = "archive"

    /// The containers that are unpacked, in the order in which they are asked.
    public static var archives: [String] { ArchiveKind.allCases.map(\.rawValue) }
}
