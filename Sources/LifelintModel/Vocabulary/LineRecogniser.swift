// SPDX-License-Identifier: MIT

/// What lines of logs mean: one speaker's wording, from a file under `recognisers/`.
public struct LineRecogniser: Sendable {
    /// What the recogniser is about: its name in messages.
    public var about: String
    /// The user's own recognisers decide before the shipped ones.
    public var isUsers = false
    /// How it knows lines; their order does not matter.
    public var lines: [LinePattern]

    /// A recogniser.
    public init(about: String, lines: [LinePattern]) {
        self.about = about
        self.lines = lines
    }
}

/// Whose lines a pattern reads; what a row does not say contradicts nothing.
public struct LineSource: Sendable, Equatable {
    /// Names of processes; empty means all.
    public var processes: [String] = []
    /// The subsystem of the message; nil means all.
    public var subsystem: Glob?
    /// Categories of the message; empty means all.
    public var categories: [Glob] = []
    /// The image that called the log; nil means all.
    public var sender: Glob?
    /// Format ids; empty means all.
    public var formats: [String] = []
    /// Bundle ids of the process; nil means all.
    public var app: Glob?
    /// Only lines of which the log does not say that a process wrote them.
    public var isBare = false

    /// Every line.
    public init() {}

    /// How many of the keys are named: who names more decides before others.
    public var namedCount: Int {
        var count = 0
        if !processes.isEmpty { count += 1 }
        if !formats.isEmpty { count += 1 }
        if !categories.isEmpty { count += 1 }
        return count + [subsystem, sender, app].compactMap(\.self).count
    }
}

/// One kind of line and what it means.
public struct LinePattern: Sendable {
    /// The texts of the message: one of them has to match from its beginning to its end.
    public var says: [TextPattern]
    /// Whose lines.
    public var source: LineSource
    /// Who speaks; nil means by the process that wrote the line.
    public var witness: WitnessClass?
    /// What holds of the captures; nil means nothing more.
    public var condition: Condition?
    /// The events it means: usually one.
    public var meanings: [LineMeaning]
    /// Messages that must match; each is a test.
    public var samples: [String] = []
    /// What each event of the first sample must be, in the text notation without a time; empty where only matching is
    /// tested.
    public var gives: [String] = []
    /// Whether the wording was seen or published; what rests on one that was not is at most likely.
    public var isProven = true
    /// On which systems it was seen, for whoever reads or checks the recogniser; empty where nobody says.
    public var seen = ""
    /// The recogniser that decides before this one where both know a line.
    public var after: String?
    /// Where the pattern stands, for messages.
    public var at: SourceLocation
    /// Where its parts stand.
    public var places = PatternPlaces()

    /// A pattern.
    public init(says: [TextPattern], source: LineSource, meanings: [LineMeaning], at: SourceLocation) {
        self.says = says
        self.source = source
        self.meanings = meanings
        self.at = at
    }
}

/// An event that a line means.
public struct LineMeaning: Sendable {
    /// A canonical event, or nil for a custom one and for the callback that the line names itself.
    public var event: EventName?
    /// The event's name as written.
    public var name: String
    /// Whether the event is the callback that the line names.
    public var isCallback: Bool
    /// Fields and attributes that it is given beside the captures, by name.
    public var with: [(key: String, template: ValueTemplate)]

    /// An event.
    public init(
        event: EventName?, name: String, isCallback: Bool = false, with: [(key: String, template: ValueTemplate)]
    ) {
        self.event = event
        self.name = name
        self.isCallback = isCallback
        self.with = with
    }
}

/// A text with typed captures: what a message says.
public struct TextPattern: Sendable, Equatable {
    /// A piece of it.
    public indirect enum Part: Sendable, Equatable {
        /// This text.
        case literal(String)
        /// A capture; without a name it is passed over.
        case capture(name: String?, CaptureKind)
        /// One of these texts.
        case choice(name: String?, [String])
        /// These parts, or nothing.
        case optional([Part])
    }

    /// As it is written.
    public let text: String
    /// Its pieces, in order.
    public let parts: [Part]
    /// Texts of which every match holds at least one, the longer the better: what lines are searched for.
    ///
    /// Without quotes, slashes and what is no ASCII, which containers write in ways of their own.
    public let anchors: [String]

    /// A pattern.
    public init(text: String, parts: [Part]) {
        self.init(text: text, parts: parts, anchors: TextPattern.anchors(of: parts))
    }

    /// A pattern that was read before.
    ///
    /// - Parameter anchors: what ``anchors`` gave then.
    package init(text: String, parts: [Part], anchors: [String]) {
        self.text = text
        self.parts = parts
        self.anchors = anchors
    }

    /// How many bytes of it are literal whatever matches: of two patterns the one with more says more.
    public var literalCount: Int {
        parts.reduce(0) { sum, part in
            if case .literal(let text) = part { return sum + text.utf8.count }
            if case .choice(_, let texts) = part { return sum + (texts.map(\.utf8.count).min() ?? 0) }
            return sum
        }
    }

    private static func anchors(of parts: [Part]) -> [String] {
        var best: [String] = []
        var shortest = 0
        // What stands side by side is one text, in each of its ways.
        var run: [String] = [""]
        func settle() {
            defer { run = [""] }
            // No part of a text is longer than all of it.
            guard run.allSatisfy({ $0.utf8.count > shortest }) else { return }
            let found = run.map(TextPattern.longestPlain)
            let length = found.map(\.utf8.count).min() ?? 0
            if length > shortest { (best, shortest) = (found, length) }
        }
        for part in parts {
            switch part {
            case .literal(let text): run = run.map { $0 + text }
            case .choice(_, let texts) where run.count * texts.count <= TextPattern.mostAnchors:
                run = run.flatMap { before in texts.map { before + $0 } }
            case .choice(_, let texts):
                settle()
                run = texts
            case .capture, .optional: settle()
            }
        }
        settle()
        return best
    }

    /// Of more texts each would be searched for: a shorter one that all share is cheaper.
    private static let mostAnchors = 16

    private static func longestPlain(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var best = 0..<0
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, isPlain(bytes[end]) { end += 1 }
            if end - start > best.count { best = start..<end }
            start = end + 1
        }
        return best.count == bytes.count ? text : String(decoding: bytes[best], as: UTF8.self)
    }

    /// Whether every container writes a byte as it is.
    package static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte <= 0x7E && byte != 0x22 && byte != 0x2F && byte != 0x5C
    }

    /// The names of all captures.
    public var names: Set<String> { TextPattern.names(of: parts) }

    /// Whether it names a callback.
    public var hasCallback: Bool {
        parts.contains { part in
            if case .capture(_, let kind) = part { return kind == .callback || kind == .signature }
            return false
        }
    }

    private static func names(of parts: [Part]) -> Set<String> {
        var names: Set<String> = []
        for part in parts {
            switch part {
            case .literal: break
            case .capture(_, .tag): names.formUnion(["app", "pid", "process", "host"])
            case .capture(let name, _), .choice(let name, _): if let name { names.insert(name) }
            case .optional(let parts): names.formUnion(TextPattern.names(of: parts))
            }
        }
        return names
    }
}

/// What a capture may hold.
public enum CaptureKind: String, CaseIterable, Sendable {
    /// The shortest text up to what follows, on one line.
    case text
    /// The shortest text up to what follows, over line ends.
    case anything
    case int, hex, duration, bytes, word, path, quoted, rest, state
    /// Signs by which people find a line again: `>>>`, `***`, an emoji.
    case mark
    /// A process as the system names it: bundle id and process id.
    case tag
    /// A callback in any of its spellings.
    case callback
    /// A callback as the function that it is, with its labels: `applicationDidBecomeActive(_:)`, `-[AppDelegate …]`.
    case signature
    /// What is left, as the lines of a stack: it gives the first call of the app itself.
    case calls
}
