// SPDX-License-Identifier: MIT

/// One life of one process, reduced to what reports tell of it.
///
/// Fields are those of `runs[]` in the JSON report; every rendering is made from this noun alone.
public struct AppRun: Sendable, Equatable {
    /// `<app|process|->/<device|->/<pid|->@<start>`; equal ones get `#2`, `#3` in order when a report is written.
    public var id: String
    /// Bundle id.
    public var app: String?
    /// Process name.
    public var process: String?
    /// What kind of process.
    public var host: ProcessHost = .app
    /// Version of the app.
    public var version: String?
    /// Build of the app.
    public var build: String?
    /// System and its version.
    public var os: String?
    /// Device model.
    public var model: String?
    /// Device.
    public var device: String?
    /// Boot session.
    public var boot: String?
    /// Process id.
    public var pid: Int?
    /// A debugger was attached.
    public var isDebugged = false
    /// A driver of tests ran it.
    public var isHarnessed = false
    /// It ran in a simulator.
    public var isSimulated = false
    /// It ran on a Mac; no field of `runs[]`, where its system and model stand.
    public var isOnMac = false
    /// When it started; known only with a launch event, else its first event.
    public var start: RunEdge
    /// When it ended; known only if its end was seen, else its last event.
    public var end: RunEdge
    /// How it was launched.
    public var launch = Launch()
    /// The state it was in when it ended; nil where nothing tells.
    public var stateAtEnd: AppState?
    /// The user noticed its end.
    public var isVisible = false
    /// Why it ended.
    public var ending: Ending
    /// Its states, in order.
    public var states: [StateInterval] = []
    /// Its scenes, by key.
    public var scenes: [SceneTimeline] = []
    /// Its spans, by beginning.
    public var spans: [SpanInterval] = []
    /// Its events that moved a state, opened or closed a span, or are evidence: at most ``RunLimits/keptEvents``.
    public var events: [KeptEvent] = []
    /// How many of its events are not in ``events``.
    public var eventsOmitted = 0
    /// Its counters.
    public var counters: [Counter] = []
    /// What it did that no legal sequence explains.
    public var anomalies: [Anomaly] = []
    /// One paragraph that a developer can read aloud.
    public var story = ""

    /// Whether all that is known of its last state is that it was in front: that it was active is concluded from it.
    public var isSeenInFront: Bool {
        guard stateAtEnd == .active, let last = states.last(where: { $0.state != .notRunning }) else { return false }
        return last.state == .active && last.isInferred
    }

    /// A run between two instants.
    public init(id: String, start: RunEdge, end: RunEdge, ending: Ending) {
        self.id = id
        self.start = start
        self.end = end
        self.ending = ending
    }
}

/// The start or the end of a run.
public struct RunEdge: Sendable, Hashable {
    /// When.
    public var time: Timestamp
    /// Whether it was seen rather than concluded.
    public var isKnown: Bool

    /// An edge.
    public init(time: Timestamp, isKnown: Bool) {
        self.time = time
        self.isKnown = isKnown
    }
}

/// What an app can be in, as UIKit sees it.
@frozen public enum AppState: String, CaseIterable, Sendable {
    case notRunning, launching, inactive, active, background, suspended
}

/// A stretch in one state.
public struct StateInterval: Sendable, Hashable {
    /// The state.
    public var state: AppState
    /// When it began.
    public var from: Timestamp
    /// When it ended; nil only while the run has no end.
    public var to: Timestamp?
    /// Concluded rather than told.
    public var isInferred: Bool

    /// A stretch.
    public init(state: AppState, from: Timestamp, to: Timestamp?, isInferred: Bool) {
        self.state = state
        self.from = from
        self.to = to
        self.isInferred = isInferred
    }
}

/// What a scene can be in.
@frozen public enum SceneState: String, CaseIterable, Sendable {
    case unattached, inactive, active, background, disconnected
}

/// The states of one scene within one run.
public struct SceneTimeline: Sendable, Hashable {
    /// A stretch of one scene in one state.
    public struct Interval: Sendable, Hashable {
        /// The state.
        public var state: SceneState
        /// When it began.
        public var from: Timestamp
        /// When it ended; nil only while the run has no end.
        public var to: Timestamp?
        /// Concluded rather than told.
        public var isInferred: Bool

        /// A stretch.
        public init(state: SceneState, from: Timestamp, to: Timestamp?, isInferred: Bool) {
            self.state = state
            self.from = from
            self.to = to
            self.isInferred = isInferred
        }
    }

    /// The scene's persistent key; empty where the log has none.
    public var id: String
    /// Its states, in order.
    public var states: [Interval]

    /// A scene.
    public init(id: String, states: [Interval]) {
        self.id = id
        self.states = states
    }
}

/// A declared span, or one the timeline derives, within one run.
public struct SpanInterval: Sendable, Hashable {
    /// Which span.
    public var kind: String
    /// Its key; empty where the log has none.
    public var key: String
    /// Its name, where an attribute gives one.
    public var name: String?
    /// When it began.
    public var from: Timestamp
    /// When it was over, with its run at the latest; nil where it goes on with the run.
    public var to: Timestamp?
    /// Concluded rather than told.
    public var isInferred: Bool
    /// Closed because it was begun again while open.
    public var isReplaced: Bool
    /// Its own end was told: it was neither open when the run ended, nor begun again while open.
    public var isEnded: Bool

    /// A span; where nothing else is said, it ended if it has an end and was not replaced.
    public init(
        kind: String, key: String, name: String?, from: Timestamp, to: Timestamp?, isInferred: Bool = false,
        isReplaced: Bool = false, isEnded: Bool? = nil
    ) {
        self.kind = kind
        self.key = key
        self.name = name
        self.from = from
        self.to = to
        self.isInferred = isInferred
        self.isReplaced = isReplaced
        self.isEnded = isEnded ?? (to != nil && !isReplaced)
    }
}

/// An event as a report shows it.
public struct KeptEvent: Sendable, Hashable {
    /// When.
    public var time: Timestamp
    /// Its name.
    public var event: String
    /// The scene it speaks of.
    public var scene: String?
    /// Where it stands.
    public var at: SourceLocation
    /// The beginning of its line, up to ``RunLimits/eventText`` bytes; empty where an older report does not say.
    public var text: String

    /// An event.
    public init(time: Timestamp, event: String, scene: String?, at: SourceLocation, text: String = "") {
        self.time = time
        self.event = event
        self.scene = scene
        self.at = at
        self.text = text
    }
}

/// A quantity over time.
public struct Counter: Sendable, Hashable {
    /// One reading.
    public struct Sample: Sendable, Hashable {
        /// When.
        public var time: Timestamp
        /// The value, in the counter's unit.
        public var value: Int64

        /// A reading.
        public init(time: Timestamp, value: Int64) {
            self.time = time
            self.value = value
        }
    }

    /// Its name, such as `memory.footprint`.
    public var name: String
    /// Its unit, such as `bytes`.
    public var unit: String
    /// Its readings, in order: at most ``RunLimits/counterSamples``, extremes kept.
    public var samples: [Sample]

    /// A counter.
    public init(name: String, unit: String, samples: [Sample]) {
        self.name = name
        self.unit = unit
        self.samples = samples
    }
}

/// Something that no legal sequence explains; recorded with its line, never an error.
public struct Anomaly: Sendable, Hashable {
    /// The closed list of anomalies.
    public enum Code: String, CaseIterable, Sendable {
        case backgroundToActive = "background-to-active"
        case backgroundWithoutResign = "background-without-resign"
        case callbackWhileSuspended = "callback-while-suspended"
        case eventAfterExit = "event-after-exit"
        case secondLaunch = "second-launch"
        case stateMismatch = "state-mismatch"
        case unexpectedForegroundEdge = "unexpected-foreground-edge"
        case sceneNotConnected = "scene-not-connected"
        case lifecycleOffMain = "lifecycle-off-main"
        case lateWitness = "late-witness"
        case ambiguousJoin = "ambiguous-join"
        case clockChanged = "clock-changed"
        case gap
        case identityConflict = "identity-conflict"
    }

    /// Which one.
    public var code: Code
    /// What was seen, for people.
    public var message: String
    /// When.
    public var time: Timestamp
    /// The line that shows it.
    public var at: SourceLocation

    /// An anomaly.
    public init(code: Code, message: String, time: Timestamp, at: SourceLocation) {
        self.code = code
        self.message = message
        self.time = time
        self.at = at
    }
}

/// How much of a run is kept: what a reader can use, so that memory does not grow with a run's length.
public enum RunLimits {
    /// Events in a report: more cannot be looked at.
    public static let keptEvents = 200
    /// Samples of a counter: more than a chart has pixels for.
    public static let counterSamples = 200
    /// Stretches of states, of each scene, and spans: beyond it the oldest ordinary ones are left out.
    public static let intervals = 4_000
    /// Anomalies of one run.
    public static let anomalies = 200
    /// Events of one run that rules look at together; a longer run is judged in several stretches.
    public static let stretchEvents = 1_024
    /// Bytes of a source line that are kept as evidence.
    public static let evidenceText = 1_000
    /// Bytes of a source line that are kept of an event in a report: enough to know the line by.
    public static let eventText = 120
}
