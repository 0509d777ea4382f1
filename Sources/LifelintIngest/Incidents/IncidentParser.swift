// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads reports of one format out of a document.
protocol IncidentParser: Sendable {
    /// The id of the format.
    var format: String { get }
    /// What those need to know of its reports who know no format by name.
    var traits: InputTraits { get }
    /// Whether a document is of this format; only its beginning need be looked at.
    ///
    /// It is asked with documents whose end is missing, too: what tells a format must stand near the beginning wherever
    /// its writers allow that.
    func recognises(_ document: IncidentDocument) -> Bool
    /// Whether it takes an input that it recognises as one document, however many values stand in it.
    ///
    /// For formats that are spread over lines, each of which says nothing alone.
    var readsWholeInputs: Bool { get }
    /// Whether it reads headers alone: objects behind them are what they are of.
    var readsHeaders: Bool { get }
    /// Whether an input that it recognises is spread over lines, where not all of its inputs are.
    func isSpread(_ input: IncidentDocument) -> Bool
    /// Reads what can be read; the rest is a problem with a place.
    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout)
}

extension IncidentParser {
    /// Most formats have no peculiarities.
    var traits: InputTraits { [] }
    /// Most formats are one value, or one text.
    var readsWholeInputs: Bool { false }
    /// Most read what stands behind a header, too.
    var readsHeaders: Bool { false }
    /// Where a format is spread over lines, mostly all of its inputs are.
    func isSpread(_ input: IncidentDocument) -> Bool { readsWholeInputs }
}

/// What a parser needs to know beside the bytes.
struct IncidentSettings: Sendable {
    /// The zone of times without one: seconds east of UTC; nil means UTC, marked as assumed.
    let zoneOffset: Int?
    /// Whether the calls of every thread are wanted, or only those that tell what happened.
    let wantsAllCalls: Bool
    /// The words; without them texts of terminations say nothing.
    let words: CompiledVocabulary?
    /// What reads the texts of terminations; asked for once, for it is used for each call.
    let texts: TerminationTexts
    /// The phrases by which reports tell what happened.
    let phrases: PhraseTexts

    init(zoneOffset: Int? = nil, wantsAllCalls: Bool = true, words: CompiledVocabulary? = nil) {
        self.zoneOffset = zoneOffset
        self.wantsAllCalls = wantsAllCalls
        self.words = words
        texts = words?.terminationTexts ?? .wordless
        phrases = words?.phrases ?? .wordless
    }

    /// What is said of the state that a process was in.
    var states: ProcessStateWords { words?.states ?? ProcessStateWords() }
}

/// What was read out of a document.
struct IncidentReadout {
    /// The reports, in the order of the document.
    var reports: [IncidentReport] = []
    /// What could not be read.
    var problems: [ReadingProblem] = []
    private(set) var problemCount = 0

    /// Tells a problem at a place.
    mutating func report(_ code: ProblemCode, at place: IncidentPlace, _ message: @autoclosure () -> String) {
        problemCount += 1
        guard problems.count < IngestLimits.keptProblemsPerBatch else { return }
        problems.append(
            ReadingProblem(
                offset: place.offset, line: place.line, column: place.column, code: code, message: message()))
    }
}
