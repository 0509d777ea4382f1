// SPDX-License-Identifier: MIT

import LifelintModel

/// An event that a line means, as readers put it in place.
///
/// Of a class, so that handing one on counts no references to what is in it.
final class CompiledLineMeaning: Sendable {
    /// A canonical event, or nil for a custom one and for the callback that the line names.
    let event: EventName?
    /// The name of a custom event.
    let name: [UInt8]
    let isCallback: Bool
    /// What the event is given beside the captures.
    let with: [CompiledTemplate]

    init(_ meaning: LineMeaning, words: CompiledVocabulary) {
        event = meaning.event
        name = Array(meaning.name.utf8)
        isCallback = meaning.isCallback
        with = meaning.with.map { CompiledTemplate(key: $0.key, $0.template, meaning: words.targetMeaning($0.key)) }
    }
}
