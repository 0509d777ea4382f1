// SPDX-License-Identifier: MIT

package import LifelintModel

/// What a rule checks: one row of the table in `rules/README.md`.
package indirect enum Check: Sendable {
    /// After A, B must follow in time, unless C comes first.
    case response(Response)
    /// Whenever B happens, A must have happened (since C).
    case precedence(before: [EventSelector], expect: [EventSelector], since: [EventSelector])
    /// From A to B, C must, or must not, happen.
    case between(opens: [EventSelector], closes: [EventSelector], events: [EventSelector], forbids: Bool)
    /// After A, C must not happen.
    case window(after: [EventSelector], forbid: [EventSelector], within: TimeLimit?, until: [EventSelector])
    case count(Count)
    case length(Length)
    case place(Place)
    case openEnd(OpenEnd)
    case ending(EndingCheck)
    case sequence(Sequence)
    case overlap(Overlap)
    case runs(items: [RunItem], within: TimeLimit)
    case share(Share)
    case trend(Trend)
    case versions([RunItem])
    case streak(Streak)
    case formula(Formula)
    /// A response, precedence, between, window or sequence over all runs of an app on one device.
    case onDevice(Check)

    package struct Response: Sendable {
        package var after: [EventSelector]
        package var expect: [EventSelector]
        package var within: TimeLimit?
        package var unless: [EventSelector] = []
        /// What a seen end that cuts the window makes of it; nil is inconclusive.
        package var onRunEnd: RunEndVerdict?
        /// One B answers one A, the oldest, instead of all.
        package var pairsInOrder = false
        /// What tells now and then whether B came: where the window closed without B, the next such event decides.
        package var toldBy: [EventSelector] = []
        /// What it comes to where no such event follows; nil is inconclusive.
        package var onSilence: SilenceVerdict?

        package init(after: [EventSelector], expect: [EventSelector], within: TimeLimit?) {
            self.after = after
            self.expect = expect
            self.within = within
        }
    }

    package enum SilenceVerdict: String, CaseIterable, Sendable {
        /// Violated, and no more than possible: only for a response.
        case possible
        case violated, inconclusive
    }

    package enum RunEndVerdict: String, CaseIterable, Sendable {
        case violated, satisfied
    }

    package struct Count: Sendable {
        package enum Scope: Sendable {
            case within(TimeLimit)
            case during(SpanSelector)
            case run
            /// Over the runs of a version, or of the app.
            case group(Place.Group)
            /// Over all runs of the app on one device, within a time or as a whole.
            case device(TimeLimit?)
        }

        package enum Unit: CaseIterable, Sendable {
            case number, duration, bytes
        }

        /// Nil where instances open at once are counted.
        package var events: [EventSelector]
        /// `count: { open: S }`.
        package var open: SpanSelector?
        /// Of a sum of durations or bytes, nanoseconds or bytes.
        package var moreThan: Double
        /// What a sum adds up.
        package var unit = Unit.number
        package var scope: Scope
        package var distinct: String?
        package var sum: String?
        /// Such an event sets the count to nothing.
        package var without: [EventSelector] = []

        package init(events: [EventSelector], moreThan: Double, scope: Scope) {
            self.events = events
            self.moreThan = moreThan
            self.scope = scope
        }
    }

    /// A limit with the severity of exceeding it; nil is that of the rule.
    package struct GradedLimit: Sendable, Hashable {
        package var severity: Finding.Severity?
        package var limit: TimeLimit

        package init(severity: Finding.Severity?, limit: TimeLimit) {
            self.severity = severity
            self.limit = limit
        }
    }

    package struct Length: Sendable {
        package var span: SpanSelector
        /// In rising order.
        package var longerThan: [GradedLimit] = []
        package var shorterThan: TimeLimit?
        /// What it makes of a span that seems open at the run's end where its log told nothing any more when the limit
        /// was over, and another tells the end; nil is violated, and at most likely.
        package var onSilence: SilenceVerdict?

        package init(span: SpanSelector) { self.span = span }
    }

    package struct Place: Sendable {
        package enum Group: String, CaseIterable, Sendable {
            case run
            case appVersion
            case all
        }

        package var events: [EventSelector]
        package var onlyDuring: [SpanSelector] = []
        package var neverDuring: [SpanSelector] = []
        /// Nil judges each event by itself where only one of the lists is given.
        package var across: Group?

        package init(events: [EventSelector]) { self.events = events }
    }

    package struct OpenEnd: Sendable {
        package enum Moment: String, CaseIterable, Sendable {
            case runEnd = "run_end"
            case suspended
        }

        package var span: SpanSelector
        package var when = Moment.runEnd
        /// Nil is every cause but those that are nobody's fault.
        package var by: CauseSelector?

        package init(span: SpanSelector) { self.span = span }
    }

    package struct EndingCheck: Sendable {
        package var by: CauseSelector
        package var during: [SpanSelector] = []
        package var within: TimeLimit?
        package var of: [EventSelector] = []
        /// Spans of which a finding speaks where one is open, and that need not be.
        package var naming: [SpanSelector] = []

        package init(by: CauseSelector) { self.by = by }
    }

    package struct Sequence: Sendable {
        package struct Step: Sendable {
            package var events: [EventSelector]
            /// At least so many, greedily.
            package var repeats = 1
            package var isGreedy = false
            package var isNot = false

            package init(events: [EventSelector]) { self.events = events }
        }

        package var steps: [Step]
        package var within: TimeLimit?
        package var isStrict = false

        package init(steps: [Step]) { self.steps = steps }
    }

    package struct Overlap: Sendable {
        package enum Relation: Sendable {
            case overlaps(SpanSelector)
            case inside(SpanSelector)
            case outlives(SpanSelector)
        }

        package var span: SpanSelector
        package var relation: Relation
        package var coveredBy: [SpanSelector] = []
        package var notCoveredBy: [SpanSelector] = []

        package init(span: SpanSelector, relation: Relation) {
            self.span = span
            self.relation = relation
        }
    }

    package struct Share: Sendable {
        package enum Limit: Sendable {
            /// More than this share: 0…1.
            case moreThan(Double)
            case atLeast(Int, of: Int)
        }

        package var share: RunShare
        package var of: RunShare
        package var limit: Limit
        package var atLeastOf: Int
        package var across: Place.Group
        /// From the first to the last of those that are counted among lies at least so long.
        package var over: Int64?
        package var measure: Measure?

        /// A value of everything counted, whose median the message prints.
        package struct Measure: Sendable {
            package var field: String
            /// The field by which there are several medians.
            package var by: String?

            package init(field: String, by: String?) {
                self.field = field
                self.by = by
            }
        }

        package init(share: RunShare, of: RunShare, limit: Limit, atLeastOf: Int, across: Place.Group) {
            self.share = share
            self.of = of
            self.limit = limit
            self.atLeastOf = atLeastOf
            self.across = across
        }
    }

    package struct Trend: Sendable {
        package var rising: [EventSelector]
        package var field: String
        package var at: [EventSelector]
        package var times: Int
        /// By this share in all: 0.3 is 30 %.
        package var byShare: Double?
        /// By this amount in all.
        package var byAmount: Value?

        package init(rising: [EventSelector], field: String, at: [EventSelector], times: Int) {
            self.rising = rising
            self.field = field
            self.at = at
            self.times = times
        }
    }

    package struct Streak: Sendable {
        package var length: Int
        package var each: RunItem
        package var within: TimeLimit?
        package var ignore: RunItem?
        package var same: [String] = []

        package init(length: Int, each: RunItem) {
            self.length = length
            self.each = each
        }
    }
}

/// Metric temporal logic over the events and spans of one run (`rules/README.md`, formulas).
package indirect enum Formula: Sendable {
    case forAll(variable: String, span: String, Formula)
    case not(Formula)
    case and(Formula, Formula)
    case or(Formula, Formula)
    case implies(Formula, Formula)
    case always(Formula)
    case eventually(Interval?, Formula)
    case until(Formula, Interval?, Formula)
    case once(Interval?, Formula)
    case historically(Interval?, Formula)
    case since(Formula, Interval?, Formula)
    case event(EventSelector, variable: String?)
    case begin(String)
    case end(String)
    /// A span's name, or a variable.
    case openSpan(SpanSelector)
    case openInstance(String)
    case runStart
    case runEnd
    case ended(CauseSelector)

    /// From so many nanoseconds to so many, on the rule's clock.
    package struct Interval: Sendable, Hashable {
        package var from: Int64
        package var to: Int64

        package init(from: Int64, to: Int64) {
            self.from = from
            self.to = to
        }
    }
}

extension Check.Count {
    /// What is counted as a whole, where that is more than a run.
    package var group: Check.Place.Group? { if case .group(let group) = scope { group } else { nil } }
}

extension Check {
    /// Whether one run is not enough to judge it.
    package var looksOverRuns: Bool {
        switch self {
        case .runs, .streak, .versions, .share, .onDevice: true
        case .place(let place): place.isHabit && place.across ?? .run != .run
        case .count(let count): count.group != nil || count.isOverDevice
        default: false
        }
    }
}

extension RuleBody {
    /// Whether checks are combined that do not all look at one run; under `any_of` each of those is judged by itself.
    package var isCombinedOverRuns: Bool {
        combination != nil && combination != .anyOf && branches.contains { $0.check.looksOverRuns }
    }
}

extension Rule {
    /// Whether any of its checks looks over several runs.
    package var looksOverRuns: Bool {
        variants.contains { variant in variant.body.branches.contains { $0.check.looksOverRuns } }
    }
}
