// SPDX-License-Identifier: MIT

public import LifelintModel

/// One kind of file that lifelint reads: how it is recognised, what it can tell, and how it becomes events.
public protocol InputFormat: Sendable {
    /// The id in reports, rules and `lifelint formats`.
    var id: String { get }
    /// What it is, in a few words.
    var title: String { get }
    /// By what it is recognised, in one sentence.
    var recognisedBy: String { get }
    /// What can be learned from it, in one sentence.
    var tells: String { get }
    /// Whether what the source writes survives the process that wrote it, unless a header or the configuration differs.
    var durability: Durability { get }
    /// Chunks that are cut at line ends mean the same read apart as read together, so that cores can share a file.
    var isReadInParallel: Bool { get }
    /// Whether what was read goes on to lie in the bytes of its chunk; else the next chunk may take their place.
    var keepsChunks: Bool { get }
    /// Its records are lines: chunks end after a line feed, and lines that are too long are cut.
    var isCutAtLineEnds: Bool { get }
    /// What wraps the lines of the input that the format was fitted to; nil if nothing does.
    var wrapper: String? { get }
    /// Why inputs of this format are recognised but not read, and what to do instead; nil where they are read.
    var unreadReason: String? { get }
    /// Where a chunk may end, as late as possible and behind that place: what lies before means the same without what
    /// follows. nil where the bytes hold no such place.
    func chunkEnd(in bytes: [UInt8], from start: Int) -> Int?
    /// Whether it holds messages of any kind, a row a line, among which an app's own records may stand.
    var holdsMessages: Bool { get }
    /// What those need to know of it who know no format by name.
    var traits: InputTraits { get }
    /// Whether rows name the device by what people call it.
    var namesHosts: Bool { get }
    /// Whether its inputs are reports: to ask that costs less than to ask for its type.
    var holdsReports: Bool { get }
    /// The format of an input that was read: what it knew of the input's bytes nobody asks for again.
    var withoutLines: any InputFormat { get }
    /// Whether an input that begins like this is of this format. Formats are asked in the order of their registry.
    func recognises(_ head: InputHead) -> Bool
    /// The format as an input with that head is written: what differs between inputs (columns, wrappers) is settled.
    func fitted(to head: InputHead, _ words: CompiledVocabulary) -> any InputFormat
    /// A reader for one input.
    func makeReader(_ settings: ReadingSettings) -> any FormatReader
}

extension InputFormat {
    /// Whether cores can share an input that is read so: rows that state no zone take that of rows before them.
    public func isReadInParallel(_ settings: ReadingSettings) -> Bool {
        isReadInParallel && !(settings.rowZone?.isMixed ?? false)
    }

    /// Most formats are lines.
    public var isCutAtLineEnds: Bool { true }
    /// Most formats do, rather than copy.
    public var keepsChunks: Bool { true }
    /// Most formats hold records of one kind.
    public var holdsMessages: Bool { false }
    /// Most formats have no peculiarities.
    public var traits: InputTraits { [] }
    /// Most formats name it by an identifier or not at all.
    public var namesHosts: Bool { false }
    /// Most hold what was written while it happened.
    public var holdsReports: Bool { false }
    /// Most know nothing of one input alone.
    public var withoutLines: any InputFormat { self }
    /// Behind the last line.
    public func chunkEnd(in bytes: [UInt8], from start: Int) -> Int? {
        var index = bytes.count
        while index > start {
            index -= 1
            if bytes[index] == 0x0A { return index + 1 }
        }
        return nil
    }
    /// Most stand for themselves.
    public var wrapper: String? { nil }
    /// Most are read.
    public var unreadReason: String? { nil }
    /// Most are the same in all inputs.
    public func fitted(to head: InputHead, _ words: CompiledVocabulary) -> any InputFormat { self }
}

/// The beginning of an input: what formats are recognised by.
public struct InputHead: Sendable {
    /// Its first bytes: at most ``IngestLimits/headBytes``.
    public let bytes: [UInt8]
    /// Whether that is all of it.
    public let isWhole: Bool

    /// A beginning.
    public init(bytes: [UInt8], isWhole: Bool) {
        self.bytes = bytes
        self.isWhole = isWhole
    }
}

/// Turns the bytes of one input into events: a push machine without I/O.
public protocol FormatReader {
    /// Takes the next bytes, in order. Line formats get chunks that end after a line feed, the last one excepted.
    ///
    /// - Parameters:
    ///   - chunk: the bytes; the reader may keep them as the bytes of the batch.
    ///   - offset: their offset from the start of the input.
    ///   - isLast: whether the input ends with them.
    mutating func read(_ chunk: [UInt8], offset: Int64, isLast: Bool) -> EventBatch
}

/// What a reader needs to know beside the bytes.
public struct ReadingSettings: Sendable {
    /// The words, compiled once for all inputs.
    public var words: CompiledVocabulary
    /// The index that records carry as ``EventRecord/input``.
    public var input: UInt32
    /// The zone of times without one: seconds east of UTC, or nil (UTC, marked as assumed).
    public var zoneOffset: Int?
    /// The zone was concluded from other inputs, not given: times in it are marked as assumed all the same.
    public var isZoneInferred = false
    /// What the first rows of the input tell of those that state no zone, where nobody says otherwise.
    public var rowZone: RowZone?
    /// Whether a reader gets all of the input in its order: else rows tell nothing of those behind them.
    package var isReadInOrder = true
    /// The day of bare clock times, unless a header says `date=`; nil means 2000-01-01.
    public var date: CalendarDay?
    /// The day was concluded from other inputs, not given.
    public var isDateInferred = false
    /// Durability that the configuration states for this input; nil means the format's own.
    public var durability: Durability?
    /// What daemons write about themselves is read, too.
    public var includesDaemons = false
    /// The year of times without one.
    public var year: Int?
    /// The year was concluded from other inputs, not given.
    public var isYearInferred = false
    /// The name that a log gives the device which wrote it is taken for the device.
    public var isHostDevice = false
    /// Lines that nobody recognises are told as signs of life, by formats all of whose rows are read.
    package var tellsSignsOfLife = false
    /// Counts what recognisers know; then every row is looked at.
    package var tally: RecognitionTally?

    /// Settings.
    public init(
        words: CompiledVocabulary, input: UInt32 = 0, zoneOffset: Int? = nil, date: CalendarDay? = nil,
        durability: Durability? = nil
    ) {
        self.words = words
        self.input = input
        self.zoneOffset = zoneOffset
        self.date = date
        self.durability = durability
    }
}
