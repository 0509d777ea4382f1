// SPDX-License-Identifier: MIT

/// What a run did, for rules: its events with their attributes and lines, and the edges that follow from them.
///
/// A run comes as one stretch when it is over and everything about it is settled; a run with more events than
/// ``RunLimits/stretchEvents`` comes in several, in order, of which only the last is complete. Edges are placed between
/// events by position: position *n* is before the event number *n* of the run (counted from 0 over all its stretches).
///
/// Why a class, and why unchecked: it is big to copy, and many look at it. Only who makes it changes it, before it is
/// handed on.
public final class RunStretch: @unchecked Sendable {
    /// The run as far as it is known: all of it once ``isComplete``.
    public package(set) var run: AppRun
    /// What tells its device from others: its name, or where nobody names it something that stands for none.
    public package(set) var deviceLine: String?
    /// Which run: the number by which the timeline tells runs apart, in the order of their beginnings.
    public package(set) var number: Int
    /// Whether the run is over, or its evidence is.
    public package(set) var isComplete: Bool
    /// The evidence ends while the run goes on.
    public package(set) var isStillRunning: Bool
    /// The number of the first event here.
    public package(set) var firstEvent: Int
    /// The events in the run's order; their texts point into these bytes.
    ///
    /// Of a record only what rules ask for has a text: its name, scene, task and attributes, and its line. Who it was
    /// is told by ``run``.
    public package(set) var events: EventBatch
    /// The names of the inputs, and the ids of their formats, by the index that records carry.
    public package(set) var files: [String] = []
    /// The same for their formats.
    public package(set) var formats: [String] = []
    /// The ids of the formats that carry lines of the system's log.
    package var systemFormats: [String] = []
    /// The first moment of the run.
    public package(set) var begin: Moment
    /// The seen end, else the last event.
    public package(set) var end: Moment
    /// Until when whoever pushes the lines of a run that goes on has told that there are no more.
    public package(set) var heardUntil: Moment?
    /// The line that told the end, where it was seen.
    public package(set) var endEvidence: EvidenceLine?
    /// The line the run began with.
    public package(set) var beginEvidence: EvidenceLine
    /// Edges of the app's state, in order.
    public package(set) var states: [StateEdge] = []
    /// Edges of scenes, in order.
    public package(set) var scenes: [SceneEdge] = []
    /// Spans that began or ended here, by beginning; those still open have no end.
    public package(set) var spans: [SpanEdges] = []
    /// What a prewarmed process did before it was opened does not count as running: until this moment.
    public package(set) var waitsUntil: Moment?
    /// Sources of assumed and of stated zones were compared: conclusions are at most likely.
    public package(set) var crossesAssumedZone = false
    /// Who tells, in this run or in one of its app before it, that the app leaves the front.
    public package(set) var leavingTellers: Set<WitnessClass> = []
    /// Anomalies that were noted here, with the position after the event that showed them.
    public package(set) var anomalies: [AnomalyMark] = []

    /// The app came into a state.
    public struct StateEdge: Sendable, Hashable {
        /// The state.
        public var state: AppState
        /// Since when.
        public var at: Moment
        /// How sure it is: certain where it was told.
        public var confidence: Confidence
        /// Before which event it takes place.
        public var position: Int
        /// The number of the event that told it; −1 where it was inferred.
        public var event: Int

        /// An edge.
        public init(state: AppState, at: Moment, confidence: Confidence, position: Int, event: Int) {
            self.state = state
            self.at = at
            self.confidence = confidence
            self.position = position
            self.event = event
        }
    }

    /// A scene came into a state.
    public struct SceneEdge: Sendable, Hashable {
        /// The scene's key.
        public var scene: String
        /// The state.
        public var state: SceneState
        /// Since when.
        public var at: Moment
        /// Before which event it takes place.
        public var position: Int
        /// The number of the event that told it; −1 where none did.
        public var event: Int

        /// An edge.
        public init(scene: String, state: SceneState, at: Moment, position: Int, event: Int) {
            self.scene = scene
            self.state = state
            self.at = at
            self.position = position
            self.event = event
        }
    }

    /// An instance of a declared span, or of one the timeline derives (`launch`, `preMain`, `resume`).
    public struct SpanEdges: Sendable {
        /// The span's name.
        public var kind: String
        /// Tells the instances of one run apart.
        public var number: Int
        /// Its key; empty without one.
        public var key: String
        /// When it began.
        public var begin: Moment
        /// Before which event it begins.
        public var beginPosition: Int
        /// The number of the event that opened it; −1 where none did.
        public var beginEvent: Int
        /// When it ended; nil while it is open.
        public var end: Moment?
        /// Before which event it ended.
        public var endPosition: Int?
        /// The number of the event that closed it; −1 where none did (a stated duration, the run's end).
        public var endEvent: Int
        /// It was begun again while open.
        public var isReplaced: Bool
        /// Its begin and its end are certainly of one instance, whatever was lost between them.
        public var isOnePair = false
        /// The number of the event of the same instant that ended the one before it, and would end this one had it come
        /// later; −1 where none did.
        public var beginRival = -1
        /// The number of the event of the same instant that it was begun with, or told of again, and that would begin
        /// another one had it come later; −1 where none was.
        public var endRival = -1
        /// How sure the interval is.
        public var confidence: Confidence
        /// The attributes it had gathered when it began, and those of its ending event under `end.`.
        public var attributes: [String: Value]

        /// An open instance.
        public init(
            kind: String, number: Int, key: String, begin: Moment, beginPosition: Int, beginEvent: Int,
            attributes: [String: Value] = [:]
        ) {
            self.kind = kind
            self.number = number
            self.key = key
            self.begin = begin
            self.beginPosition = beginPosition
            self.beginEvent = beginEvent
            self.attributes = attributes
            endEvent = -1
            isReplaced = false
            confidence = .certain
        }
    }

    /// An anomaly as an event of the run.
    public struct AnomalyMark: Sendable, Hashable {
        /// Which one.
        public var code: Anomaly.Code
        /// The number of the event that shows it; −1 where none does.
        public var event: Int
        /// Before which event it takes place.
        public var position: Int

        /// A mark.
        public init(code: Anomaly.Code, event: Int, position: Int) {
            self.code = code
            self.event = event
            self.position = position
        }
    }

    /// A stretch of a run.
    public init(
        run: AppRun, number: Int, isComplete: Bool, isStillRunning: Bool, firstEvent: Int, events: EventBatch,
        begin: Moment, end: Moment, beginEvidence: EvidenceLine
    ) {
        self.run = run
        self.number = number
        self.isComplete = isComplete
        self.isStillRunning = isStillRunning
        self.firstEvent = firstEvent
        self.events = events
        self.begin = begin
        self.end = end
        self.beginEvidence = beginEvidence
    }

    /// What the log of the system is called among the ids of formats.
    package static let systemLog = "system"

    /// Which log inputs of a format are of: that of the system, in whatever format, else one of its own format.
    package func log(ofFormat format: String) -> String {
        systemFormats.contains(format) ? RunStretch.systemLog : format
    }
}
