// SPDX-License-Identifier: MIT

public import LifelintModel

/// lifelint's own log format for people: `TIME EVENT key=value …`.
public struct LifecycleTextFormat: InputFormat {
    /// The id in reports and rules.
    public let id = "lifecycle-text"
    /// What it is.
    public let title = "lifecycle log, text"
    /// By what it is recognised.
    public let recognisedBy =
        "Lines of a time, an event and key=value; one event is a known one, or a header says whose they are."
    /// What it tells.
    public let tells = "Everything the vocabulary has; also the notation of tests and samples in rules."
    /// Its lines are written before the process goes on: that is its contract.
    public let durability = Durability.immediate
    /// Headers and bare clock times depend on the lines before.
    public let isReadInParallel = false
    private let words: CompiledVocabulary

    /// The format, recognised with that vocabulary.
    public init(words: CompiledVocabulary) { self.words = words }

    /// Whether an input that begins like this is of this format.
    public func recognises(_ head: InputHead) -> Bool { HeadSniffer(head, words).isText(id) }

    /// A reader for one input.
    public func makeReader(_ settings: ReadingSettings) -> any FormatReader {
        LifecycleTextReader(settings, format: id, durability: durability)
    }
}
