// SPDX-License-Identifier: MIT

/// What one report says of a process that ended, or nearly did: a crash, a kill, a hang, a limit that was exceeded.
///
/// The same noun for every format and age. What a report does not say is nil or empty; a value that only stands for
/// a missing one (`???`, `Unknown`, `<none>`) is missing.
public struct IncidentReport: Sendable {
    /// What kind of report it is.
    public enum Kind: String, Sendable, CaseIterable {
        /// The process ended with it.
        case crash
        /// A fault, or a crash that was only simulated: the process went on.
        case fault
        /// The kernel ended processes for want of memory, or looked at who should be next.
        case jetsam
        /// The threads of all processes at an instant.
        case stackshot
        /// The main thread did not answer for a while.
        case hang
        /// A limit of processor time, wakeups, disk writes or memory was exceeded.
        case resource
        /// A launch that took long.
        case launch
        /// The kernel gave up, and the device with it.
        case panic
        /// The device was reset by its user.
        case forcedReset
        /// Counters over a time: no incident of one process.
        case metrics
        /// What an SDK recorded of a session that did not end in a crash.
        case session
        /// A report of another kind, of which only the header was read.
        case other
    }

    /// What kind of report it is.
    public var kind: Kind
    /// The id of the format that it was written in.
    public var format: String
    /// Apple's number for this kind of report.
    public var bugType: String?
    /// The end, or a part of it, was missing or damaged.
    public var isPartial = false
    /// Where it stands.
    public var place: IncidentPlace

    /// The report's own id.
    public var incident: String?
    /// Who.
    public var process = IncidentProcess()
    /// Where.
    public var device = IncidentDevice()

    /// When the process was launched.
    public var launched: IncidentTime?
    /// How long the process had been running then at least, in nanoseconds, where an SDK counts that.
    public var age: Int64?
    /// When it happened: when the process ended, or the state that is told was seen.
    public var captured: IncidentTime?
    /// When the report was written to disk.
    public var written: IncidentTime?
    /// Which of those it is that a payload tells in the same words, from the second on: each is another time that it
    /// happened.
    public var ordinal: Int?
    /// Within which time it happened, where only that is known: of a payload that is delivered once a day.
    public var period: IncidentPeriod?
    /// How long what is told went on, in nanoseconds: of a hang, of the time that was sampled.
    public var duration: Int64?

    /// What the kernel, or a language, threw.
    public var exception: IncidentException?
    /// Who ended the process and why.
    public var termination: IncidentTermination?
    /// What libraries and the app itself left as their last words.
    public var applicationInformation: [IncidentText] = []
    /// Why the report was written, in its own words.
    public var reason: IncidentText?
    /// A condition that the report says it does not end the process with: simulated or non-fatal.
    public var endsNothing: IncidentText?
    /// Nothing of it happened: a tool wrote constants so that an app has something to read.
    public var isMadeUp = false
    /// Whether the main thread did not answer when the process ended: that was seen, though not what ended it.
    public var isHungAtEnd = false
    /// Whether what ended the process befell a handler of crashes, which it ran for what had befallen it before.
    public var isOfHandler = false
    /// What an SDK supposes to have happened: a candidate, never a cause.
    public var guess: IncidentText?

    /// The thread that was at fault, by its place in ``threads``.
    public var triggeredThread: Int?
    /// The threads.
    public var threads: [IncidentThread] = []
    /// Where the last exception was thrown.
    public var lastExceptionBacktrace: [IncidentFrame] = []
    /// Where an exception was thrown that somebody caught and threw again: the calls at the end are those of the second
    /// time.
    public var rethrownBacktrace: [IncidentFrame] = []
    /// Which callback of the life cycle the calls of the thread at fault, or of what was thrown, go through.
    public var callback: IncidentCallback?
    /// What the innermost calls of the thread at fault, or of what was thrown, say by their names.
    public var tellingCall: IncidentTellingCall?
    /// Whether all calls of the thread at fault were looked through for those two, and not only the ones that are kept.
    package var hasSoughtCalls = false
    /// Whether no call of the thread at fault has a name by which it ran for what had ended the process before, and of
    /// each that is kept it is known whether it is the app's.
    package var hasNoNamedHandlers = false
    /// Whether what the names of its calls say was noted: to ask them again says the same.
    package var hasNotedCalls = false
    /// The code that was loaded.
    public var images: [IncidentImage] = []

    /// What the kernel saw when it ended processes for want of memory.
    public var jetsam: JetsamSnapshot?
    /// The limit that was exceeded.
    public var resource: ResourceUse?
    /// The threads of all processes at an instant.
    public var stackshot: StackshotSnapshot?
    /// What a panic said.
    public var panic: IncidentText?
    /// What of that can be told apart.
    public var kernelPanic: KernelPanic?
    /// The state of the app as an SDK saw it.
    public var appState: IncidentAppState?
    /// Counters of endings over a time.
    public var exitCounts: [IncidentExitCounts] = []
    /// What was recorded on the way there, in the order of the report.
    public var events: [IncidentEvent] = []

    /// A report with nothing said.
    public init(kind: Kind, format: String, place: IncidentPlace) {
        self.kind = kind
        self.format = format
        self.place = place
    }
}

/// What an app was called for when something happened to it.
public enum IncidentCallback: String, Sendable, CaseIterable {
    /// It was launched.
    case launch
    /// It, or a scene of it, entered the background.
    case background
}

/// A function of the system in which it ends a process, and whose name says what for.
public struct IncidentTellingCall: Sendable, Equatable {
    /// What its name says.
    public enum Meaning: String, Sendable, CaseIterable {
        /// The app knows no scenes.
        case sceneMandate
        /// Nobody caught an exception.
        case uncaught
        /// The app asked for private data, and does not say what for.
        case privacy
        /// A check of the app failed, or it called an error fatal.
        case assertion
        /// A VoIP push came, and no call was reported for it.
        case unreportedCall
        /// The loader could not load what the app needs.
        case loader
    }

    /// What its name says.
    public var meaning: Meaning
    /// Its name, as the report has it.
    public var symbol: String

    /// A call of that name.
    public init(_ meaning: Meaning, symbol: String) {
        self.meaning = meaning
        self.symbol = symbol
    }
}

/// A place in an input: of its bytes and its lines.
public struct IncidentPlace: Sendable, Hashable {
    /// Byte offset from the start of the input.
    public var offset: Int64
    /// Length in bytes.
    public var length: Int
    /// 0-based line.
    public var line: Int
    /// 0-based column in bytes.
    public var column: Int

    /// A place.
    public init(offset: Int64, length: Int, line: Int, column: Int) {
        self.offset = offset
        self.length = length
        self.line = line
        self.column = column
    }
}

/// A text of a report with the place where it stands.
public struct IncidentText: Sendable, Hashable {
    /// What it says, without what the format adds (escapes, indentation).
    public var text: String
    /// Where.
    public var place: IncidentPlace

    /// A text at a place.
    public init(_ text: String, at place: IncidentPlace) {
        self.text = text
        self.place = place
    }
}

/// An instant of a report.
public struct IncidentTime: Sendable, Hashable {
    /// When, with as many digits as were written.
    public var time: Timestamp
    /// Whether its zone was not written and was taken to be UTC, or what the settings say.
    public var isZoneAssumed: Bool
    /// Where it stands.
    public var place: IncidentPlace

    /// An instant.
    public init(_ time: Timestamp, isZoneAssumed: Bool = false, at place: IncidentPlace) {
        self.time = time
        self.isZoneAssumed = isZoneAssumed
        self.place = place
    }
}
