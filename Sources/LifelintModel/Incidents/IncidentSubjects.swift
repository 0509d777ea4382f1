// SPDX-License-Identifier: MIT

/// The process that a report is about.
public struct IncidentProcess: Sendable, Hashable {
    /// Bundle id.
    public var bundle: String?
    /// Its name.
    public var name: String?
    /// The path of its executable.
    public var path: String?
    /// What kind of process it is, where a report says so itself, or its path was asked before.
    package var statedHost: ProcessHost = .missing
    /// Version for people: `CFBundleShortVersionString`.
    public var version: String?
    /// Build: `CFBundleVersion`.
    public var build: String?
    /// Process id.
    public var pid: Int32?
    /// The process that started it.
    public var parent: String?
    /// That one's id.
    public var parentPID: Int32?
    /// What the system said it was there for, such as `Foreground` or `Non UI`.
    public var role: String?
    /// The coalition's name and id.
    public var coalition: String?
    /// The UUID of its main image.
    public var uuid: String?
    /// The same, where the header of the report says it: then it is known without the list of images.
    package var sliceUUID: String?
    /// The kind of code that it runs: `ARM-64`.
    public var architecture: String?
    /// Whether it is a build that testers have.
    public var isBeta: Bool?
    /// Whether it runs in a simulator.
    public var isSimulated: Bool?
    /// Whether a debugger was attached.
    public var isDebugged: Bool?
    /// Machine ticks at its start.
    public var startTicks: UInt64?
    /// Machine ticks at its end.
    public var endTicks: UInt64?

    /// Nobody.
    public init() {}
}

/// The device that a report comes from.
public struct IncidentDevice: Sendable, Hashable {
    /// An anonymous id that reports of one device share.
    public var key: String?
    /// Whether that is the id that an SDK gave the app's installation, which no report of the system has.
    public var isInstallation = false
    /// Its model: `iPhone14,7`.
    public var model: String?
    /// The system and its version: `iPhone OS 26.3`.
    public var system: String?
    /// The build of the system: `23D127`.
    public var systemBuild: String?
    /// The boot session.
    public var boot: String?
    /// Whether it was locked.
    public var isLocked: Bool?
    /// Whether it had been unlocked since it was booted.
    public var wasUnlockedSinceBoot: Bool?

    /// No device.
    public init() {}

    /// Takes the id that an SDK gave the app's installation, where nothing tells the device better.
    public mutating func nameInstallation(_ id: String?) {
        guard key == nil, let id else { return }
        key = id
        isInstallation = true
    }
}

/// What the kernel, or a language, threw.
public struct IncidentException: Sendable, Hashable {
    /// `EXC_BAD_ACCESS`, or what the report calls it.
    public var type: String?
    /// `KERN_INVALID_ADDRESS at 0x…`.
    public var subtype: String?
    /// The codes as numbers.
    public var codes: [UInt64] = []
    /// `SIGSEGV`.
    public var signal: String?
    /// The number of the signal.
    public var signalNumber: Int?
    /// What was said with it.
    public var message: String?
    /// The name of an exception of a language: `NSInvalidArgumentException`.
    public var name: String?
    /// What that one said.
    public var reason: String?
    /// Where it stands.
    public var place: IncidentPlace

    /// What the kernel throws at a process for a fault of its own, be it said with a signal or not.
    package static let faults: Set = [
        "EXC_BAD_ACCESS", "EXC_BAD_INSTRUCTION", "EXC_ARITHMETIC", "EXC_BREAKPOINT", "EXC_SYSCALL",
    ]

    /// An exception of which nothing but its place is known.
    public init(at place: IncidentPlace) { self.place = place }
}

/// Who ended a process and why.
public struct IncidentTermination: Sendable, Hashable {
    /// The name or number of who speaks: `FRONTBOARD`, `<0xF>`.
    public var namespace: String?
    /// The code, from decimal and hexadecimal digits alike.
    public var code: UInt64?
    /// The code as it was written.
    public var codeText: String?
    /// A few words: `Segmentation fault: 11`.
    public var indicator: String?
    /// Flags of the kernel.
    public var flags: UInt64?
    /// What was said about it, joined with line feeds.
    public var explanation: String?
    /// The process that did it.
    public var byProcess: String?
    /// Its id.
    public var byPID: Int32?
    /// What the watchdog said, where one did.
    public var watchdog: IncidentWatchdog?
    /// Where it stands.
    public var place: IncidentPlace

    /// Whether a watchdog spoke, be it in words or by its code alone.
    package var isOfWatchdog: Bool { watchdog != nil || code == TerminationCode.watchdog }

    /// A code that was written as a number with a sign: codes have 32 bits, unless there are more.
    package static func code(_ signed: Int64) -> UInt64 {
        Int32(exactly: signed).map { UInt64(UInt32(bitPattern: $0)) } ?? UInt64(bitPattern: signed)
    }

    /// A termination of which nothing but its place is known.
    public init(at place: IncidentPlace) { self.place = place }
}

/// What a watchdog said about the time that it measured.
public struct IncidentWatchdog: Sendable, Hashable {
    /// `scene-create`.
    public var event: String?
    /// The time that was allowed, in nanoseconds.
    public var allowance: Int64?
    /// Whether processor time was measured, not the wall clock.
    public var measuresProcessorTime = false
    /// Whether the process could be seen.
    public var processVisibility: String?
    /// Whether it ran.
    public var processState: String?
    /// Where it was going.
    public var watchdogVisibility: String?
    /// Processor time of all processes, in nanoseconds.
    public var totalProcessorTime: Int64?
    /// As a share of all cores: 0…1.
    public var totalProcessorShare: Double?
    /// Processor time of the app, in nanoseconds.
    public var appProcessorTime: Int64?
    /// As a share of all cores: 0…1.
    public var appProcessorShare: Double?
    /// The share of the processor that a sentence states: 1 is one core.
    public var statedShare: Double?
    /// The thermal level.
    public var thermalLevel: Int?
    /// The thermal state in a word.
    public var thermalState: String?

    /// Nothing said.
    public init() {}
}

/// The state of an app as an SDK saw it when it wrote its report.
public struct IncidentAppState: Sendable, Hashable {
    /// Whether it was in the foreground.
    public var isInForeground: Bool?
    /// Whether it was active.
    public var isActive: Bool?
    /// Whether it was launching.
    public var isLaunching: Bool?
    /// That it was launching is concluded from how long it had run.
    public var isLaunchTimed: Bool?
    /// What the SDK calls the state.
    public var name: String?
    /// Whether the system had started it ahead of the user.
    public var isPrewarmed: Bool?
    /// Its memory in bytes.
    public var memoryFootprint: UInt64?
    /// The limit of its memory in bytes.
    public var memoryLimit: UInt64?
    /// Sessions since the launch.
    public var sessionsSinceLaunch: Int?
    /// Time active since the launch, in nanoseconds.
    public var activeTime: Int64?
    /// Time in the background since the launch, in nanoseconds.
    public var backgroundTime: Int64?

    /// Nothing known.
    public init() {}
}

/// Something that was recorded on the way to an incident: a breadcrumb, a change of state.
public struct IncidentEvent: Sendable {
    /// When.
    public var time: IncidentTime
    /// What: a name of the vocabulary, or one of its own.
    public var name: String
    /// What was said with it.
    public var attributes: [(key: String, value: Value)]
    /// Where.
    public var place: IncidentPlace

    /// An event.
    public init(_ name: String, at time: IncidentTime, attributes: [(key: String, value: Value)], place: IncidentPlace)
    {
        self.name = name
        self.time = time
        self.attributes = attributes
        self.place = place
    }
}

/// How often an app ended in which way over a time.
public struct IncidentExitCounts: Sendable, Hashable {
    /// From when.
    public var from: IncidentTime
    /// To when.
    public var to: IncidentTime
    /// Whether it was in the foreground.
    public var isForeground: Bool
    /// The counters by their names in the report, zeros included.
    public var counts: [String: Int64]
    /// What the payload says, as a number: those of two devices are mostly alike in their counters, and in nothing
    /// else.
    package var payload: UInt64 = 0

    /// Counters over that time.
    public init(from: IncidentTime, to: IncidentTime, isForeground: Bool, counts: [String: Int64]) {
        self.from = from
        self.to = to
        self.isForeground = isForeground
        self.counts = counts
    }
}
