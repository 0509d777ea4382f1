// SPDX-License-Identifier: MIT

/// Every limit that reading has, in one place: what an input says may cost only so much memory and time.
public enum IngestLimits {
    /// The longest line that is read.
    ///
    /// Lifecycle lines have some hundred bytes; a longer one is a file of another kind
    /// or damaged, and would have to be kept whole between two chunks.
    public static let lineBytes = 1 << 20
    /// The deepest nesting of JSON that is read.
    ///
    /// Real records nest three or four deep; the check of nested values keeps
    /// one bit for each level in one word.
    public static let nesting = 64
    /// The deepest nested object whose members become attributes of their own; deeper ones stay JSON text.
    public static let flattenedDepth = 4
    /// How much of an input its format is recognised by.
    public static let headBytes = 1 << 20
    /// How many lines of a head are looked at: enough that a foreign preamble does not hide the log.
    public static let headLines = 50
    /// How many devices of a head are named; more than one already makes unnamed sources ambiguous.
    public static let headDevices = 8
    /// How many problems of one batch are kept; the rest are counted.
    ///
    /// A person reads the first few.
    public static let keptProblemsPerBatch = 64
    /// How many attributes of one event are kept: a count that fits the record and bounds what rules walk through.
    public static let attributesPerEvent = 200
    /// How many defaults a header or a document may set.
    ///
    /// Each record of it repeats them.
    public static let defaultTokens = 48
    /// How many bytes the defaults of a header or a document may have in all.
    public static let defaultBytes = 16 << 10
    /// How much of a JSON document is held back for defaults that stand behind its records.
    public static let documentBytes = 8 << 20
    /// How much an object of a document may list before it is told whether that is a document, too, or a record.
    ///
    /// Documents may be of any length, and what an input is has to show in its head.
    public static let listedBytes = 16 << 10
    /// How much of a record is kept as its source line for reports.
    public static let sourceBytes = 2_048
    /// How many custom event names a reader remembers, so that each is interpreted once.
    public static let rememberedNames = 1_024
    /// How far into an input names of events are looked at for slips: no reader gets less of it at once, so that each sees
    /// the same names whoever reads the rest.
    public static let slipBytes: Int64 = 64 << 10
    /// The longest chunk: texts of a batch are placed by 32 bits, and what is written anew follows the chunk.
    public static let chunkBytes = 1 << 30
    /// The largest report that is read, and the largest input of reports; what lies beyond is not read.
    ///
    /// The system cuts its own at 10 MB; a sysdiagnose's stackshots reach some tens.
    public static let incidentBytes = 64 << 20
    /// How many reports of one input are told apart; a folder's worth in one file is more than anybody concatenates.
    public static let incidentsPerInput = 1 << 16
    /// The longest first line of a report that is taken for its header: real ones have some hundred bytes.
    public static let headerBytes = 64 << 10
    /// How many threads of a report are kept: the kernel gives a process some thousand.
    public static let threadsPerIncident = 4_096
    /// How many calls of one thread are kept: the system writes 512 of an endless recursion.
    public static let framesPerThread = 1_024
    /// How many calls of all threads of a report are kept: more than any real one has, some 30 MB.
    public static let framesPerIncident = 1 << 17
    /// How many images of a report are kept: large apps load some thousand.
    public static let imagesPerIncident = 1 << 14
    /// How many last words of a report are kept: more are the output of a program, not its last words.
    public static let textsPerIncident = 256
    /// How many bytes of one text of a report are kept: what people wrote, not dumps of memory.
    public static let incidentTextBytes = 64 << 10
    /// The deepest nesting of a report's JSON.
    ///
    /// A stack of calls may be a tree in which every call holds the one that it made: two levels each, and the system
    /// records at most 512 calls.
    public static let incidentNesting = 4_096
    /// How many breadcrumbs and log lines of a report are kept: SDKs keep 100 by default.
    public static let eventsPerIncident = 10_000
    /// How many processes of a report are kept: a device runs some hundred, the kernel allows a few thousand.
    public static let processesPerIncident = 8_192
    /// How many short texts of one process are kept: its states, flags, what its threads wait for.
    public static let textsPerProcess = 32
    /// How many lines of a text report its format is recognised by: all labels stand before the first stack.
    public static let reportHeadLines = 64
    /// How many equal explicit runs are told apart in one input.
    public static let documentsPerInput = 1 << 16
    /// How many pairs of a pattern's steps and a message's bytes are tried: 2 MB of marks, for a message of some 300
    /// KB.
    public static let patternStates = 1 << 24
    /// The longest message of a log, lines that go on with it included: the system cuts its own at 32 KB.
    public static let messageBytes = 64 << 10
    /// How many lines before one that holds no prefix are looked at for the line that begins its message.
    public static let messageLines = 400
}
