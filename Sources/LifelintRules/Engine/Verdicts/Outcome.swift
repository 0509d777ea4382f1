// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What a check says of one obligation, before it is known which sources could have shown what is missing.
///
/// Why a class: there are many, and each is looked at under several assumptions. Nobody changes it once it is added.
final class Outcome {
    /// The verdict as far as the run's events go.
    enum Verdict: Hashable {
        case violated
        case satisfied
        case inconclusive(Reason)
        case notEvaluated(SkippedReason)
    }

    /// Why a verdict is inconclusive; the names stand in reports.
    enum Reason: String {
        case windowOpen = "window-open"
        case runEndedFirst = "run-ended-first"
        case runEndUnseen = "run-end-unseen"
        case startUnseen = "start-unseen"
        case endingUnknown = "ending-unknown"
        case nextRunContradicts = "next-run-contradicts"
        case gap
        case clockChanged = "clock-changed"
        case interrupted
        case lostTail = "lost-tail"
        /// The clock is too coarse to tell what came first.
        case orderUntold = "order-untold"
    }

    /// A line of evidence with what it shows.
    struct Line {
        /// Why the event too: of most lines no finding comes, and to read one out of its log takes longer than to note
        /// it.
        private enum Source {
            case line(EvidenceLine)
            case event(SeenEvent)
        }

        private var source: Source
        var moment: Moment?
        var note: String
        /// Whether it shows only that so much time had passed: any line would.
        var onlyTellsTime = false

        init(evidence: EvidenceLine, moment: Moment?, note: String) {
            source = .line(evidence)
            self.moment = moment
            self.note = note
        }

        /// The line of an event.
        init(of event: SeenEvent, note: String) {
            source = .event(event)
            moment = event.moment
            self.note = note
        }

        var evidence: EvidenceLine {
            switch source {
            case .line(let line): line
            case .event(let event): event.evidence
            }
        }

        /// The same for who keeps it longer than its run: an event keeps all lines of that.
        var kept: Line {
            guard case .event(let event) = source else { return self }
            var line = self
            line.source = .line(event.evidence)
            return line
        }

        /// The line at which nothing had come.
        var tellingTime: Line {
            var line = self
            line.onlyTellsTime = true
            return line
        }
    }

    /// What tells in which scene something was.
    enum SceneTeller {
        case nobody
        case event(SeenEvent)
        case span(SpanInstance)
    }

    var verdict: Verdict
    var key: ObligationKey?
    /// The stretch of time in which something was not seen, where the verdict rests on that.
    var absence: Absence?
    /// How sure the facts are that it rests on, absence aside.
    var confidence = Confidence.certain
    /// What it is about.
    var event: SeenEvent?
    var span: SpanInstance?
    /// The instance that `for_each` looks at, where it is about an event of that and the rule asks for it.
    var subject: KeySubject?
    var lines: [Line] = []
    /// How many more there would be, where there are too many to keep.
    var omittedLines = 0
    /// The time of the first line of evidence, and when the verdict was known.
    var time: Moment?
    var decided: Moment?
    var value: Value?
    var limit: Value?
    var severity: Finding.Severity?
    var count = 1
    /// Whether it is about how the run ended.
    var isOfEnd = false
    /// Who tells the scene; it is read where a finding shows it.
    var sceneTeller = SceneTeller.nobody
    var scene: String? {
        switch sceneTeller {
        case .nobody: nil
        case .event(let event): event.keyText(of: "scene")
        case .span(let span):
            span.beginEvent?.keyText(of: "scene") ?? (span.kind.hasPrefix("scene.") ? span.key : nil)
        }
    }
    /// Captures and other named values for messages.
    var extra: [String: Value] {
        get {
            guard let other else { return named }
            return named.merging(["other": .string(other.key.isEmpty ? other.kind : other.key)]) { $1 }
        }
        set {
            named = newValue
            other = nil
        }
    }
    private var named: [String: Value] = [:]
    /// The instance that messages call `other`.
    var other: SpanInstance?
    var bound = BoundEvents.none

    init(_ verdict: Verdict, key: ObligationKey? = nil) {
        self.verdict = verdict
        self.key = key
    }

    /// Names further values for messages.
    func bind(_ values: [String: Value]) { for (name, value) in values { named[name] = value } }

    /// The same once more, to be changed by itself.
    func copy() -> Outcome {
        let other = Outcome(verdict, key: key)
        other.absence = absence
        other.confidence = confidence
        other.event = event
        other.span = span
        other.subject = subject
        other.lines = lines
        other.omittedLines = omittedLines
        other.time = time
        other.decided = decided
        other.value = value
        other.limit = limit
        other.severity = severity
        other.count = count
        other.isOfEnd = isOfEnd
        other.sceneTeller = sceneTeller
        other.named = named
        other.other = self.other
        other.bound = bound
        return other
    }

    /// Whether all it says is that the check is satisfied, of nothing in particular.
    var isPlainlySatisfied: Bool {
        guard case .satisfied = verdict, absence == nil else { return false }
        return key?.isEmpty ?? true
    }
}

/// A stretch of time in which something was expected and not seen.
struct Absence {
    var from: Moment
    var fromClocks: ClockReading
    /// From the run's start: its start must be known, or covered.
    var isFromStart = false
    var clock = RuleClock.wall
    /// How long the stretch is; nil where it lasts until ``until``.
    var limit: Int64?
    /// The event that closed it; nil is the run's end.
    var until: Moment?
    var untilClocks: ClockReading?
    /// Whoever told what it begins with did so when it was over, as a record that states its length: that the evidence
    /// ends before only makes it less sure.
    var isToldWhenOver = false
    /// It lasts until a suspension from which the process never came back.
    var endsSuspended = false
    /// Nothing was missing: only what interrupted it in between counts.
    var isAnswered = false
    /// It was measured as far as the evidence goes: what was open then may have ended where its log no longer tells.
    var isOnlyTail = false
    /// Where the log that would have told the end stops before the limit is over, nothing is concluded.
    var isSilenceDoubted = false
    /// Whoever would have told the end could write nothing while it lasted: silence is how it looks.
    var silencesItsTeller = false
    /// The expected event occurs in this run.
    var isShownInRun = false
    /// The class of the event that opened it.
    var triggerClass: SourceClass?
}

/// Who tells: a class of witnesses in a format.
///
/// Absence is judged by what such a class covers, never by files.
struct SourceClass: Hashable {
    var witness: WitnessClass
    var format: String
}

/// What one source class covers of a run.
struct ClassCoverage {
    var sourceClass: SourceClass
    var first: Moment
    var last: Moment
    var lastClocks: ClockReading
    /// Every source of it writes before the process goes on.
    var isImmediate: Bool
    /// It tells when the app, or a scene, enters and leaves the foreground.
    var tellsTransitions = false
    /// When it told so last.
    var lastTransition: Moment?

    /// Takes the next of its events.
    mutating func take(_ moment: Moment, _ clocks: ClockReading, isImmediate: Bool, isTransition: Bool) {
        last = moment
        lastClocks = clocks
        if !isImmediate { self.isImmediate = false }
        if isTransition {
            tellsTransitions = true
            lastTransition = moment
        }
    }
}
