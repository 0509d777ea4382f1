// SPDX-License-Identifier: MIT

package import LifelintModel

/// A rule, read and checked: parameters are filled in, so every limit in it is a constant.
package struct Rule: Sendable {
    /// Which preset selects it: `strict` includes `recommended`, `all` includes both.
    package enum Preset: String, CaseIterable, Sendable {
        case recommended, strict, all

        /// Whether a rule of `other` is among those that this preset selects.
        package func includes(_ other: Preset) -> Bool { other.rank <= rank }

        /// The one that selects more.
        package func union(_ other: Preset) -> Preset { includes(other) ? self : other }

        private var rank: Int {
            switch self {
            case .recommended: 0
            case .strict: 1
            case .all: 2
            }
        }
    }

    /// A parameter: its default, and the value in force.
    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var standard: Value
        /// It is written as a list.
        package var isList = false
        /// Nil where configuration switched a severity's limit off.
        package var value: Value?
    }

    /// `severity_by`: where the condition holds, that severity; nil is no finding.
    package struct SeverityChoice: Sendable {
        package var when: Condition
        package var severity: Finding.Severity?
    }

    /// `let:`: the last, or the first, such event before the trigger, of the same run and key.
    package struct Binding: Sendable {
        package var name: String
        package var isFirst: Bool
        package var events: [EventSelector]
    }

    /// `unless_next:`: what the next run of the app may show that takes a violation back.
    package struct UnlessNext: Sendable {
        package var item: RunItem
        package var same: [String]
    }

    /// `usually:`: the rule speaks only of apps that mostly do A where they do B.
    package struct Usually: Sendable {
        package var share: RunShare
        package var of: RunShare
        package var atLeast: Int
        package var outOf: Int
    }

    package var id: String
    package var title: String
    package var topic: String
    package var preset = Preset.recommended
    /// Nil where limits have severities of their own, or branches have.
    package var severity: Finding.Severity?
    package var severityBy: [SeverityChoice] = []
    package var parameters: [Parameter] = []
    package var message: MessageTemplate
    package var why = ""
    package var fix = ""
    package var blindSpots = ""
    package var links: [String] = []
    package var aliases: [String] = []
    package var subsumes: [String] = []
    /// The paths of the fields that say who is to blame: the first that is told counts.
    package var culprits: [String] = []
    package var bindings: [Binding] = []
    /// `evidence: { min_runs }`.
    package var minimumRuns = 0
    package var unlessNext: UnlessNext?
    package var interruptedBy: [EventSelector] = []
    package var usually: Usually?
    /// The severities of which one finding is made per app version; all of them for a plain `once_per: appVersion`.
    package var oncePerVersion: Set<Finding.Severity> = []
    /// Ids of rules whose violations are events to this one.
    package var uses: [String] = []
    /// What it checks, by what is known of a run: the first variant whose condition holds; the last has none.
    package var variants: [Variant]
    package var tests: [RuleTest] = []
    package var overrides = false
    package var at: SourceLocation
    /// The text of the file, for pages that show it.
    package var source: String = ""

    /// A rule for runs of a kind.
    package struct Variant: Sendable {
        package var when: Condition?
        package var body: RuleBody
        /// The values that messages print.
        package var parameters: [String: Value]

        package init(when: Condition?, body: RuleBody, parameters: [String: Value] = [:]) {
            self.when = when
            self.body = body
            self.parameters = parameters
        }
    }

    /// The rule as a preset judges by it: without the checks that only a higher one selects.
    package func narrowed(to preset: Preset) -> Rule {
        var rule = self
        for index in rule.variants.indices {
            rule.variants[index].body.branches.removeAll { !preset.includes($0.preset ?? self.preset) }
        }
        return rule
    }

    package init(
        id: String, title: String, topic: String, message: MessageTemplate, variants: [Variant], at: SourceLocation
    ) {
        self.id = id
        self.title = title
        self.topic = topic
        self.message = message
        self.variants = variants
        self.at = at
    }
}

/// One check, or several combined.
package struct RuleBody: Sendable {
    package enum Combination: String, CaseIterable, Sendable {
        case anyOf = "any_of"
        case allOf = "all_of"
        case noneOf = "none_of"
    }

    /// Nil for a single check.
    package var combination: Combination?
    package var branches: [RuleBranch]

    package init(combination: Combination? = nil, branches: [RuleBranch]) {
        self.combination = combination
        self.branches = branches
    }
}

/// A check with its guards; those of the rule are already part of it.
package struct RuleBranch: Sendable {
    package var check: Check
    package var forEach = ForEach.run
    /// Whether the rule says so, and it does not follow from the span that the check is about.
    package var isForEachWritten = false
    /// Further fields that join the key.
    package var same: [String] = []
    /// Spans one of which must be open at the trigger: each inner list is any of, all lists must hold.
    package var whileOpen: [[SpanSelector]] = []
    /// A condition on the triggering event, or on the span that the check is about.
    package var condition: Condition?
    package var appliesIf: Condition?
    /// All must hold; an inner list is any of.
    package var requires: [[Requirement]] = []
    package var clock = RuleClock.running
    /// The preset that selects this check of the rule; nil for the rule's own.
    package var preset: Rule.Preset?
    /// How sure it is at most; nil where nothing limits that.
    package var atMost: Confidence?
    /// The branch's own severity and message, if any.
    package var severity: Finding.Severity?
    package var message: MessageTemplate?
    /// Where it stands in its file.
    package var at: SourceLocation

    package init(check: Check, at: SourceLocation) {
        self.check = check
        self.at = at
    }
}

/// What a rule looks at one by one.
package enum ForEach: Sendable, Hashable {
    case run, scene, device, app
    /// A declared span and the attribute that is its key.
    case span(String, key: String)
}

/// What time a limit counts.
package enum RuleClock: String, CaseIterable, Sendable {
    case running, wall, background, active
}

/// A time limit; nil as clock means that of the branch.
package struct TimeLimit: Sendable, Hashable {
    package var nanoseconds: Int64
    package var clock: RuleClock?

    package init(nanoseconds: Int64, clock: RuleClock? = nil) {
        self.nanoseconds = nanoseconds
        self.clock = clock
    }
}

/// An item of `requires:`.
package enum Requirement: Sendable {
    /// A source class that has told such an event covers the run; `inRun`: it was told in this very run.
    case event(EventSelector, inRun: Bool, name: String)
    /// The run's own ending has one of these causes.
    case endedBy(CauseSelector, name: String)

    /// How `why` names it: `requires <name>`.
    package var name: String {
        switch self {
        case .event(_, _, let name), .endedBy(_, let name): name
        }
    }
}

/// A message with values in it.
package struct MessageTemplate: Sendable, Hashable {
    package indirect enum Part: Sendable, Hashable {
        case text(String)
        /// The path of a field.
        case field(String)
        /// Dropped as a whole when a value in it is missing.
        case optional([Part])
    }

    package var parts: [Part]

    package init(_ parts: [Part]) { self.parts = parts }

    /// Whether something stands in it outside of optional parts.
    var saysSomething: Bool {
        parts.contains { part in
            switch part {
            case .text(let text): text.unicodeScalars.contains { !$0.properties.isWhitespace }
            case .field: true
            case .optional: false
            }
        }
    }

    /// The paths of the fields that it names.
    package var fields: [String] { MessageTemplate.fields(parts) }

    private static func fields(_ parts: [Part]) -> [String] {
        parts.flatMap { part -> [String] in
            switch part {
            case .text: [String]()
            case .field(let path): [path]
            case .optional(let parts): fields(parts)
            }
        }
    }
}

/// A test inside a rule.
package struct RuleTest: Sendable {
    package enum Expectation: String, CaseIterable, Sendable {
        case bad, ok, inconclusive
        case notEvaluated = "not_evaluated"
    }

    /// A kind of run that a rule may leave alone.
    package enum Exemption: String, CaseIterable, Sendable {
        case debugger, harness, simulator, `extension`, widget, watch, system

        /// What a log says of every event of such a run.
        package var attribute: String {
            switch self {
            case .debugger, .harness, .simulator: "\(rawValue)=true"
            case .extension, .widget, .watch, .system: "host=\(rawValue)"
            }
        }
    }

    package var name: String
    package var expectation: Expectation
    /// The log, in text notation.
    package var log: String
    /// Another log of the same device, in any format.
    package var beside: String?
    /// 1-based lines of the log that bear `# !`.
    package var marked: [Int]
    /// How bad every violation is; nil leaves it open.
    package var severity: Finding.Severity?
    /// How sure every violation is; nil leaves it open.
    package var confidence: Confidence?
    /// What every message contains; nil leaves it open.
    package var says: String?
    /// Kinds of runs of which the same log says nothing.
    package var exempt: [Exemption] = []
    /// The preset that it is judged by; nil for that of the rule.
    package var preset: Rule.Preset?
    /// An `ok` may look at nothing.
    package var isVacuous = false
    /// Parameters of this test alone, as they are written.
    package var parameters: [String: String] = [:]
    /// What its configuration file would hold.
    package var configuration: String?
    /// What the app declares to log.
    package var declaredLogs: [String] = []
    /// Where the log begins in the file.
    package var at: SourceLocation

    package init(name: String, expectation: Expectation, log: String, marked: [Int], at: SourceLocation) {
        self.name = name
        self.expectation = expectation
        self.log = log
        self.marked = marked
        self.at = at
    }
}
