// SPDX-License-Identifier: MIT

package import LifelintModel

/// What a rule lacks that is good enough to run: `rules check` and the shipped pack ask for it.
package enum RuleDiagnostics {
    /// Everything that the rule lacks, in a fixed order.
    ///
    /// - Parameter spans: those that are declared; of others it is not known how they end.
    package static func warnings(of rule: Rule, spans: [SpanDeclaration] = []) -> [LoadingProblem] {
        var problems: [LoadingProblem] = []
        func warn(_ code: ProblemCode, _ message: String) {
            problems.append(LoadingProblem(rule: rule, code, at: rule.at, message))
        }
        if !rule.tests.contains(where: { $0.expectation == .bad }) {
            warn(.missingTest, "The rule has no test in which it fires: one with “bad”.")
        }
        if !rule.tests.contains(where: { $0.expectation != .bad }) {
            warn(.missingTest, "The rule has no test in which it stays silent: one with “ok”.")
        }
        if rule.why.isEmpty { warn(.badRule, "The rule does not say why it is a mistake: “why” is missing.") }
        if rule.fix.isEmpty { warn(.badRule, "The rule does not say what to do instead: “fix” is missing.") }
        return problems + absences(of: rule) + openings(of: rule, spans) + words(of: rule) + slips(of: rule)
    }

    /// Bare words that something is compared with: text without quotes is the name of a field, which nothing may have.
    private static func words(of rule: Rule) -> [LoadingProblem] {
        var problems: [LoadingProblem] = []
        var told: Set<String> = []
        let bindings = rule.bindings.flatMap(\.events)
        for branch in rule.variants.last?.body.branches ?? [] {
            let events = branch.check.eventSelectors.joined() + bindings
            let spans = branch.whileOpen.joined() + branch.check.spanSelectors
            let known = Set(rule.bindings.map(\.name) + events.flatMap(\.captures).map(\.name))
            let conditions = [branch.condition] + events.map(\.condition) + spans.map(\.condition)
            for word in conditions.compactMap(\.self).flatMap(\.comparedFields) {
                guard !word.contains("."), !known.contains(word), !rule.hasField(word), told.insert(word).inserted
                else { continue }
                problems.append(
                    LoadingProblem(
                        rule: rule, .badRule, at: branch.at,
                        "“\(word)” is the name of a field here, which no test of the rule has: text stands in quotes."))
            }
        }
        return problems
    }

    /// Fields of the app's own making that no test has, and that are nearly called like one that every event or span
    /// may have, or stand below what is nearly called like a noun or a binding.
    private static func slips(of rule: Rule) -> [LoadingProblem] {
        let known = rule.boundNames.union(RuleReader.measured)
        let fields = Set(declaredFields).sorted()
        let owners = owners(of: rule)
        var told: Set<String> = []
        return (rule.conditions.flatMap(\.fieldPaths) + rule.comparedFields).compactMap { path in
            let owner = owner(of: path, in: rule)
            let name = owner.map { String(path.dropFirst($0.count + 1)) } ?? path
            guard !known.contains(name), !rule.hasField(name), told.insert(name).inserted,
                let meant = nearest(to: name, among: fields, owner == nil ? owners : [])
            else { return nil }
            return LoadingProblem(
                rule: rule, .badRule, at: rule.at,
                "“\(name)” is taken to be a field of the app's own making, which no test of the rule has; "
                    + "did you mean “\(meant)”?")
        }
    }

    /// What is hardly meant in a condition about the findings of a rule: bare words for texts, and names that are
    /// nearly those of fields that every finding has or the rule itself names, or stand below what is nearly called like
    /// a noun or a binding.
    package static func doubts(
        about condition: Condition, ofFindingsOf rule: Rule, noun: ConditionNoun
    ) -> [(message: String, suggestion: String?)] {
        let known = rule.boundNames.union(RuleReader.measured)
        let owners = owners(of: rule)
        let ofFindings = ConditionField.ofFindings.keys.sorted()
        let fields = Set(askedFields(of: rule) + ofFindings).sorted()
        let texts = condition.comparedFields
        return condition.fieldPaths.compactMap { name in
            let isDeclared = ConditionNoun.allCases.contains { ConditionField.isDeclared(name, of: $0) }
            guard !isDeclared, !known.contains(name), !ofFindings.contains(name) else { return nil }
            if let root = name.split(separator: ".").first.map(String.init), root != name {
                if owners.contains(root) { return nil }
                let field = String(name.dropFirst(root.count + 1))
                if root == "finding", ofFindings.contains(field) {
                    return ("The fields of a finding stand alone: “\(field)”.", field)
                }
            }
            let advice = "a field of the app's own is written “\(noun.rawValue).\(name)”."
            if !name.contains("."), texts.contains(name) {
                return ("“\(name)” is the name of a field here: text stands in quotes, and \(advice)", nil)
            }
            return nearest(to: name, among: fields, owners)
                .map { ("No finding has a field “\(name)”; \(advice)", $0) }
        }
    }

    /// The fields of events and spans that a rule names in its messages and conditions, and for who is to blame.
    private static func askedFields(of rule: Rule) -> [String] {
        let messages = [rule.message] + rule.variants.flatMap(\.body.branches).compactMap(\.message)
        let paths = messages.flatMap(\.fields) + rule.culprits + rule.conditions.flatMap(\.fieldPaths)
        return paths.map { path in owner(of: path, in: rule).map { String(path.dropFirst($0.count + 1)) } ?? path }
            .filter { !$0.contains(".") }
    }

    /// What every event or span may have.
    private static let declaredFields =
        (ConditionField.all(of: .event) + ConditionField.all(of: .span)).map(\.path) + ["user_visible"]

    /// What fields may stand below in the conditions of a rule.
    private static func owners(of rule: Rule) -> [String] {
        rule.bindings.map(\.name) + ConditionNoun.allCases.filter { $0 != .record }.map(\.rawValue)
    }

    /// Whom a path names of those whose fields may be the app's own.
    private static func owner(of path: String, in rule: Rule) -> String? {
        // Of an instance of a span, `end.` are the fields of what ended it.
        (["event", "span", "end"] + rule.bindings.map(\.name)).first { path.hasPrefix($0 + ".") }
    }

    /// The field that a name may have meant; of one with a dot, by the first part.
    private static func nearest(to name: String, among fields: [String], _ owners: [String]) -> String? {
        guard let dot = name.firstIndex(of: ".") else { return Suggestion.nearest(to: name, among: fields, within: 1) }
        let root = String(name[..<dot])
        if owners.contains(root) { return nil }
        return Suggestion.nearest(to: root, among: owners, within: 1).map { $0 + name[dot...] }
    }

    /// Spans that are taken to be open: that they have not ended means something only where the log could have told it.
    private static func openings(of rule: Rule, _ spans: [SpanDeclaration]) -> [LoadingProblem] {
        var problems: [LoadingProblem] = []
        for branch in rule.variants.last?.body.branches ?? [] where branch.atMost != .possible {
            let required = Array(branch.requires.joined())
            var told: Set<String> = []
            for name in branch.opened where told.insert(name).inserted {
                guard let span = spans.first(where: { $0.name == name }), span.endsElsewhere else { continue }
                let ends = span.ends.map { EventSelector(of: $0) }
                if ends.contains(where: { end in required.contains { $0.covers(end) } }) { continue }
                let names = ends.map(\.text).joined(separator: " or ")
                problems.append(
                    LoadingProblem(
                        rule: rule, .badRule, at: branch.at,
                        "“\(name)” is taken to be open where no “\(names)” was told, which is not among “requires”: a log "
                            + "that never shows it is judged, too."))
            }
        }
        return problems
    }

    /// Expected events whose absence means something only where the log could have shown them.
    private static func absences(of rule: Rule) -> [LoadingProblem] {
        var problems: [LoadingProblem] = []
        // Who mostly does a thing has shown that the log tells of it.
        var habit: [Requirement] = []
        if case .events(let events) = rule.usually?.share {
            habit = events.map { .event($0, inRun: false, name: $0.text) }
        }
        for branch in rule.variants.last?.body.branches ?? [] {
            guard let expected = branch.check.expected, !expected.isEmpty else { continue }
            let required = Array(branch.requires.joined()) + habit
            let isRequired = expected.contains { selector in required.contains { $0.covers(selector) } }
            if isRequired { continue }
            let names = expected.map(\.text).joined(separator: " or ")
            problems.append(
                LoadingProblem(
                    rule: rule, .badRule, at: branch.at,
                    "“\(names)” is expected but not among “requires”: a log that never shows it is judged, too."))
        }
        return problems
    }
}

extension Check {
    /// Events of which the absence is a violation.
    fileprivate var expected: [EventSelector]? {
        switch self {
        // Where nothing tells of it, nothing is concluded.
        case .response(let response)
        where !response.toldBy.isEmpty && response.onSilence != .violated && response.onSilence != .possible:
            nil
        case .response(let response): response.expect
        case .between(_, _, let events, false): events
        case .precedence(_, let events, _): events
        case .onDevice(let check): check.expected
        default: nil
        }
    }
}

extension Rule {
    /// Whether a field has a declaration, or stands in a test.
    fileprivate func hasField(_ name: String) -> Bool {
        ConditionNoun.allCases.contains { ConditionField.isDeclared(name, of: $0) }
            || tests.contains { $0.log.contains("\(name)=") }
    }
}

extension Condition {
    /// The fields with which others are compared.
    fileprivate var comparedFields: [String] {
        questions.flatMap { question in
            let values: [Operand] =
                switch question {
                case .compare(.field, _, let value), .contains(.field, let value): [value]
                case .contained(.field, let values), .excluded(.field, let values): values
                default: []
                }
            return values.compactMap { if case .field(let path) = $0 { path.text } else { nil } }
        }
    }
}

extension RuleBranch {
    /// The spans that it takes to be open until their ends are told.
    fileprivate var opened: [String] {
        var all = whileOpen.joined().map(\.source)
        switch check {
        case .openEnd(let check): all.append(check.span.source)
        case .length(let check): all.append(check.span.source)
        case .overlap(let check): all += [check.span.source, check.relation.other.source]
        case .count(let check): all += [check.open].compactMap(\.self).map(\.source)
        default: break
        }
        return all.compactMap { if case .named(let name) = $0 { name } else { nil } }
    }
}

extension SpanDeclaration {
    /// Whether another event ends it than the one that began it: of one event both halves are told, or none.
    fileprivate var endsElsewhere: Bool {
        union.isEmpty && !ends.isEmpty && !ends.contains { end in begins.contains { $0.name == end.name } }
    }
}

extension EventSelector {
    /// The event that begins or ends a span.
    fileprivate init(of pattern: EventPattern) {
        let event = pattern.event.flatMap { $0 == .custom ? nil : $0 }
        self.init(names: [event.map(Name.event) ?? .custom(pattern.name)], text: pattern.name)
    }
}

extension Requirement {
    /// Whether it asks for an event that the selector may mean.
    fileprivate func covers(_ selector: EventSelector) -> Bool {
        guard case .event(let own, _, _) = self else { return false }
        return selector.names.contains { name in own.names.contains { $0.covers(name) } }
    }
}

extension EventSelector.Name {
    fileprivate func covers(_ other: EventSelector.Name) -> Bool {
        if self == other { return true }
        guard case .glob(let glob) = self else { return false }
        switch other {
        case .event(let event): return glob.matches(event.text)
        case .custom(let name): return glob.matches(name)
        case .glob: return false
        }
    }
}
