// SPDX-License-Identifier: MIT

/// One normalised fact in time about one process, as a flat record.
///
/// It has no references: text fields point into the bytes of the ``EventBatch`` that holds the record, attributes into
/// its attribute list. So batches of records are filled, sorted and merged at memory speed.
@frozen public struct EventRecord: Sendable, BitwiseCopyable {
    /// When: nanoseconds since the Unix epoch.
    public var time: Int64 = 0
    /// What events of one device are ordered by: ``time``, or a time derived from machine ticks where every source of
    /// the boot has them.
    public var order: Int64 = 0
    /// The order within one instant; `Int64.min` if missing.
    public var sequence: Int64 = .min
    /// Mach ticks since boot; `UInt64.max` if missing.
    public var mach: UInt64 = .max
    /// The stated duration in nanoseconds; `Int64.min` if missing.
    public var duration: Int64 = .min

    /// The name outside the vocabulary, if ``name`` is ``EventName/custom``.
    public var customName: Text = .missing
    /// Bundle id.
    public var app: Text = .missing
    /// Process name.
    public var process: Text = .missing
    /// Device.
    public var device: Text = .missing
    /// Boot session.
    public var boot: Text = .missing
    /// An explicit run or session id.
    public var run: Text = .missing
    /// Version of the app.
    public var version: Text = .missing
    /// Build of the app.
    public var build: Text = .missing
    /// System and its version.
    public var os: Text = .missing
    /// Device model.
    public var model: Text = .missing
    /// Scene key.
    public var scene: Text = .missing
    /// Task key.
    public var task: Text = .missing
    /// `UIApplication.State` where it is none of the known values.
    public var stateText: Text = .missing

    /// Byte offset of the evidence from the start of its input; 0-based.
    public var offset: Int64 = 0
    /// Its length in bytes.
    public var length: UInt32 = 0
    /// Its line: 0-based, counted from the first line of the batch.
    public var line: UInt32 = 0
    /// Its first column: 0-based, in bytes.
    public var column: UInt32 = 0
    /// The source line, or as much of it as is kept for reports, inside the batch's bytes.
    public var source: Text = .missing
    /// Which input: an index that the reader of all inputs gives out.
    public var input: UInt32 = 0

    /// First of its attributes in ``EventBatch/attributes``.
    public var attributesStart: UInt32 = 0
    /// How many attributes it has.
    public var attributesCount: UInt16 = 0

    /// What happened.
    public var name: EventName = .custom
    /// Process id; `Int32.min` if missing (−1 is a real value: never started).
    public var pid: Int32 = .min
    /// Known fractional digits of ``time``: 0 to 9.
    public var digits: UInt8 = 9
    /// The zone of ``time`` was assumed, not read.
    public var isZoneAssumed: Bool = false
    /// The witness that speaks.
    public var witness: WitnessClass = .app
    /// Nobody has said who speaks: ``witness`` is who mostly tells such an event.
    public var isWitnessAssumed: Bool = false
    /// What kind of process.
    public var host: ProcessHost = .missing
    /// Half of a pair.
    public var phase: EventPhase = .missing
    /// `UIApplication.State` as the app read it at the callback.
    public var state: CallbackState = .missing
    /// How a callback was observed.
    public var via: EventVia = .missing
    /// On the main thread.
    public var main: Ternary = .missing
    /// Whether the source writes before the process goes on.
    public var durability: Durability = .unknown
    /// Its time is too coarse to tell it from its like: its place tells the order of its input's events of the instant,
    /// and equal ones are several.
    public var isPlaced: Bool = false
    /// Its input tells the same several times at its time, and the clock is too coarse to tell whether it happened as
    /// often: its place tells nothing of the order.
    public var isRepeated: Bool = false
    /// Its line has no time: it stands at that of a line near it.
    public var isTimeless: Bool = false
    /// No line of its input has told a time so far: nothing is known of when it was but its place there.
    public var isUndated: Bool = false
    /// The form of its line shows that a debugger held the process.
    public var showsDebugger: Bool = false
    /// Its log is one that a driver of UI tests wrote.
    public var showsHarness: Bool = false
    /// Its log is that of a simulator.
    public var showsSimulator: Bool = false
    /// Where its process's program lies, or what the system calls its job, shows that it runs on a Mac.
    public var showsMac: Bool = false
    /// No event: a line of the process that nobody recognised, which shows no more than that it ran.
    public var isSignOfLife: Bool = false
    /// Which report of its input, counted from 1, tells this beginning or crash of a process without an id, where it
    /// tells both, or what was recorded in it; or 0.
    ///
    /// From the one to the other the process lived.
    public var crashReport: UInt32 = 0
    /// Its device is known by the name that an SDK gave the app's installation: reports of the system call it something
    /// else.
    public var isInstallation: Bool = false

    /// A record with nothing said.
    @inlinable public init() {}

    /// Changes each of its texts: written out, since every event is asked for all of them, and most are missing.
    @inlinable @inline(__always) package mutating func changeTexts(_ change: (Text) -> Text) {
        customName = change(customName)
        app = change(app)
        process = change(process)
        device = change(device)
        boot = change(boot)
        run = change(run)
        version = change(version)
        build = change(build)
        os = change(os)
        model = change(model)
        scene = change(scene)
        task = change(task)
        stateText = change(stateText)
        source = change(source)
    }

    /// Whether a process id is stated.
    @inlinable public var hasPID: Bool { pid != .min }
    /// Whether a duration is stated.
    @inlinable public var hasDuration: Bool { duration != .min }
    /// Whether it tells a beginning and how long that took: then its end is known with it.
    @inlinable public var tellsBothEnds: Bool { hasDuration && phase != .end }
    /// Whether a sequence number is stated.
    @inlinable public var hasSequence: Bool { sequence != .min }
    /// Whether machine ticks are stated.
    @inlinable public var hasMach: Bool { mach != .max }
}

/// What kind of process an event speaks of.
@frozen public enum ProcessHost: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case missing, app, `extension`, widget, watch, system

    /// The name in logs and reports; nil if missing.
    public var name: String? {
        switch self {
        case .missing: nil
        case .app: "app"
        case .extension: "extension"
        case .widget: "widget"
        case .watch: "watch"
        case .system: "system"
        }
    }
}

/// Which half of a pair a record tells.
@frozen public enum EventPhase: UInt8, Sendable, BitwiseCopyable {
    case missing, begin, end
}

/// How a callback was observed.
@frozen public enum EventVia: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case missing, delegate, notification, swiftui

    /// The name in logs and rules; nil if missing.
    public var name: String? {
        switch self {
        case .missing: nil
        case .delegate: "delegate"
        case .notification: "notification"
        case .swiftui: "swiftui"
        }
    }
}

/// `UIApplication.State` as read inside a callback; any other value is kept as text.
@frozen public enum CallbackState: UInt8, Sendable, BitwiseCopyable {
    case missing, active, inactive, background, other
}

/// Yes, no, or not said.
@frozen public enum Ternary: UInt8, Sendable, BitwiseCopyable {
    case missing, no, yes
}

/// Whether what a source writes survives the process that wrote it.
@frozen public enum Durability: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case unknown, immediate, buffered

    /// The name in logs and configuration.
    public var name: String {
        switch self {
        case .unknown: "unknown"
        case .immediate: "immediate"
        case .buffered: "buffered"
        }
    }
}

extension EventRecord {
    /// That the log lost a stretch at the place of this record: whose it was, and for how long, is not said.
    package var gap: EventRecord {
        var gap = EventRecord()
        gap.name = .logGap
        gap.witness = .system
        gap.input = input
        gap.durability = durability
        gap.offset = offset
        gap.length = length
        gap.line = line
        gap.column = column
        gap.source = source
        return gap
    }
}
