// SPDX-License-Identifier: MIT

/// What the files under `rules/vocabulary` and `rules/recognisers` say, checked and ready for use.
///
/// Everything that is known about other people's wording is in here, so that the stages hold mechanisms only.
public struct Vocabulary: Sendable {
    /// How others spell canonical events.
    public var spellings: [EventSpelling] = []
    /// The spans.
    public var spans: [SpanDeclaration] = []
    /// What the structured records of an app's own making mean.
    public var recordRecognisers: [RecordRecogniser] = []
    /// What lines of logs mean.
    public var lineRecognisers: [LineRecogniser] {
        get { lines.value }
        set { lines = Deferred(newValue) }
    }
    /// What namespaces and codes of a termination mean.
    public var terminations: TerminationTable {
        get { terminationTable.value }
        set { terminationTable = Deferred(newValue) }
    }
    /// The words around what is told of a termination.
    public var terminationWords: TerminationWords {
        get { wordsOfTerminations.value }
        set { wordsOfTerminations = Deferred(newValue) }
    }
    /// What SDKs and reports write where their readers look for it.
    public var phrases: Phrases {
        get { phrasesOfOthers.value }
        set { phrasesOfOthers = Deferred(newValue) }
    }
    /// What reports call the counters of endings, by the names that MetricKit gives them.
    public var exitCounters: [String: String] = [:]
    /// Which processes are the system's.
    public var processes = ProcessWords()
    /// What roles scenes have.
    public var sceneRoles = SceneRoleWords()
    /// What kinds of reports, exceptions and signals mean.
    public var reports: ReportWords {
        get { reportWords.value }
        set { reportWords = Deferred(newValue) }
    }

    /// What reports and the kernel say of the state of a process.
    public var processStates: ProcessStateWords {
        get { statesOfProcesses.value }
        set { statesOfProcesses = Deferred(newValue) }
    }
    /// What words and lines mean that only `lifelint explain` is asked about.
    public var sayings: Sayings {
        get { sayingsOfOthers.value }
        set { sayingsOfOthers = Deferred(newValue) }
    }

    private var lines = Deferred<[LineRecogniser]>([])
    private var reportWords = Deferred(ReportWords())
    private var terminationTable = Deferred(TerminationTable())
    private var wordsOfTerminations = Deferred(TerminationWords())
    private var phrasesOfOthers = Deferred(Phrases())
    private var statesOfProcesses = Deferred(ProcessStateWords())
    private var sayingsOfOthers = Deferred(Sayings())

    /// An empty vocabulary: canonical names only.
    public init() {}

    /// The recognisers of lines, unless they are read when somebody asks for them: then none of them is the user's, and
    /// none means an event that is not canonical.
    package var lineRecognisersAtHand: [LineRecogniser] { lines.ready ?? [] }

    /// Has recognisers of lines, beside those that are there, read when somebody asks for any.
    package mutating func deferLineRecognisers(_ read: @escaping @Sendable () -> [LineRecogniser]) {
        let others = lineRecognisers
        lines = Deferred(later: { others + read() })
    }

    /// Has the meanings of terminations read when somebody asks for them.
    package mutating func deferTerminations(_ read: @escaping @Sendable () -> TerminationTable) {
        terminationTable = Deferred(later: read)
    }

    /// Has the words of terminations read when somebody asks for them.
    package mutating func deferTerminationWords(_ read: @escaping @Sendable () -> TerminationWords) {
        wordsOfTerminations = Deferred(later: read)
    }

    /// Has what SDKs and reports write read when somebody asks for it.
    package mutating func deferPhrases(_ read: @escaping @Sendable () -> Phrases) {
        phrasesOfOthers = Deferred(later: read)
    }

    /// Has what is said of the state of processes read when somebody asks for it.
    package mutating func deferProcessStates(_ read: @escaping @Sendable () -> ProcessStateWords) {
        statesOfProcesses = Deferred(later: read)
    }

    /// Has what words and lines mean read when somebody asks for it.
    package mutating func deferSayings(_ read: @escaping @Sendable () -> Sayings) {
        sayingsOfOthers = Deferred(later: read)
    }

    /// Has what reports are about read when somebody asks for it.
    package mutating func deferReports(_ read: @escaping @Sendable () -> ReportWords) {
        reportWords = Deferred(later: read)
    }
}

/// One spelling of a canonical event: a selector, a notification name, a token.
public struct EventSpelling: Sendable, Hashable {
    /// The text as it stands in a log; compared without regard to case.
    public var text: String
    /// What it means.
    public var event: EventName
    /// How the callback was observed, where the spelling tells.
    public var via: EventVia
    /// Whether it is one only where it is all that a record says of what happened, not inside messages.
    public var isRecordsOnly: Bool

    /// A spelling.
    public init(text: String, event: EventName, via: EventVia, isRecordsOnly: Bool = false) {
        self.text = text
        self.event = event
        self.via = via
        self.isRecordsOnly = isRecordsOnly
    }
}

/// Maps structured records (JSON objects with an app's own names) onto events.
public struct RecordRecogniser: Sendable {
    /// What the recogniser is about: its name in messages.
    public var about: String
    /// Format ids it applies to; empty means all formats with structured records.
    public var formats: [String] = []
    /// Where those stand.
    public var formatPlaces: [SourceLocation] = []
    /// Bundle ids it applies to; nil means all.
    public var app: Glob?
    /// The user's own recognisers decide before the shipped ones.
    public var isUsers = false
    /// The class of witness that speaks; nil means by the event.
    public var witness: WitnessClass?
    /// How it maps records; conditions of one recogniser are asked in order, the first that holds decides.
    public var records: [RecordPattern]

    /// A recogniser.
    public init(about: String, records: [RecordPattern]) {
        self.about = about
        self.records = records
    }
}

/// One kind of record and what it means.
public struct RecordPattern: Sendable {
    /// What holds of the record's own fields.
    public var condition: Condition
    /// The events it means: usually one.
    public var meanings: [RecordMeaning]
    /// A record that must match; each is a test.
    public var sample: String
    /// What the sample must give, in the text notation of the native log; nil where only matching is tested.
    public var gives: String?
    /// Where the pattern stands, for messages.
    public var at: SourceLocation
    /// Where its parts stand.
    public var places = PatternPlaces()

    /// A pattern.
    public init(condition: Condition, meanings: [RecordMeaning], sample: String, gives: String?, at: SourceLocation) {
        self.condition = condition
        self.meanings = meanings
        self.sample = sample
        self.gives = gives
        self.at = at
    }
}

/// An event that a record means.
public struct RecordMeaning: Sendable {
    /// A canonical event, or nil for a custom one.
    public var event: EventName?
    /// The event's name as written.
    public var name: String
    /// Fields and attributes it is given, by name: copies of the record's fields, or values built from them.
    public var with: [(key: String, template: ValueTemplate)]

    /// An event.
    public init(event: EventName?, name: String, with: [(key: String, template: ValueTemplate)]) {
        self.event = event
        self.name = name
        self.with = with
    }
}

/// A value built from a record's fields.
///
/// `context` copies a field, `"{duration_ms}ms"` builds a text around fields. Where a field it needs is missing, the
/// value is left out.
public struct ValueTemplate: Sendable, Equatable {
    /// A part of a template.
    public enum Part: Sendable, Equatable {
        case literal(String)
        case field(String)
    }

    /// Its parts, in order.
    public var parts: [Part]
    /// What the text is replaced by, where it does not stand for itself; one that is not among the keys leaves the
    /// value out.
    public var table: [String: String]?

    /// A template of those parts.
    public init(parts: [Part], table: [String: String]? = nil) {
        self.parts = parts
        self.table = table
    }
}
