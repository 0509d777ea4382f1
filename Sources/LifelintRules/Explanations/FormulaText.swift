// SPDX-License-Identifier: MIT

package import LifelintLanguage
import LifelintModel

/// What a rule means as a formula of metric temporal logic over the events of one run.
///
/// Response, precedence, between, window, open end, length, ending and sequence have an exact formula; of the other
/// checks it gives the core, and names the aggregate around it.
package enum FormulaText {
    /// The formula of each branch; lines that begin with `#` say in words what stands around it.
    package static func text(_ rule: Rule) -> String {
        var text = ""
        for variant in rule.variants {
            if rule.variants.count > 1 {
                text += variant.when.map { "# for runs where \($0)\n" } ?? "# for all other runs\n"
            }
            if let combination = variant.body.combination {
                text += "# \(words(combination))\(unit(variant.body))\n"
            }
            for branch in variant.body.branches { text += Self.text(of: branch) }
        }
        return text
    }

    private static func words(_ combination: RuleBody.Combination) -> String {
        switch combination {
        case .anyOf: "violated where any of these is"
        case .allOf: "violated where all of these are"
        case .noneOf: "violated where each of these is satisfied"
        }
    }

    /// In what checks are combined that do not all look at one run.
    private static func unit(_ body: RuleBody) -> String {
        guard body.isCombinedOverRuns else { return "" }
        return switch body.unit {
        case .run: ", run by run"
        case .version: ", version by version"
        case .app: ", in the app as a whole"
        }
    }

    private static func text(of branch: RuleBranch) -> String {
        var text = ""
        if let condition = branch.appliesIf { text += "# judged in runs where \(condition)\n" }
        for items in branch.requires {
            text += "# judged where the log shows \(items.map(\.name).joined(separator: " or "))\n"
        }
        for spans in branch.whileOpen {
            text += "# looked at while \(spans.map(\.text).joined(separator: " or ")) is open\n"
        }
        if let condition = branch.condition { text += "# looked at where \(condition)\n" }
        if branch.clock != .running { text += "# limits count \(branch.clock.rawValue) time\n" }
        if let note = note(branch.check) { text += "# \(note)\n" }
        for note in notes(branch) { text += "# \(note)\n" }
        return text + quantifier(branch) + core(branch.check, key: isKeyed(branch) ? "k" : nil) + "\n"
    }

    private static func quantifier(_ branch: RuleBranch) -> String {
        switch (branch.check, branch.forEach) {
        case (.openEnd(let check), _): "forall k in \(check.span.text): "
        case (.overlap(let check), _): "forall k in \(check.span.text): "
        case (.response, .span(let span, _)), (.precedence, .span(let span, _)), (.between, .span(let span, _)),
            (.window, .span(let span, _)), (.sequence, .span(let span, _)):
            "forall k in \(span): "
        default: ""
        }
    }

    /// Whether events are those of an instance; nothing tells instances of a span without a key apart.
    private static func isKeyed(_ branch: RuleBranch) -> Bool {
        guard case .span(_, let key) = branch.forEach, !key.isEmpty else { return false }
        switch branch.check {
        case .response, .precedence, .between, .window, .sequence: return true
        default: return false
        }
    }

    /// What the formula leaves out, since formulas have no words for it.
    private static func notes(_ branch: RuleBranch) -> [String] {
        var notes: [String] = []
        if !branch.same.isEmpty { notes.append("each \(branch.same.joined(separator: ", ")) by itself") }
        if case .scene = branch.forEach { notes.append("each scene by itself") }
        if case .span(let span, _) = branch.forEach, isKeyed(branch),
            !branch.check.eventSelectors.prefix(1).joined().allSatisfy({ $0.text == "\(span).begin" })
        {
            notes.append("also for a key of which no \(span) is told to begin, which the formula passes over")
        }
        for event in branch.check.eventSelectors.joined() {
            if event.phase != .missing {
                notes.append("of \(event.text), its \(event.phase == .begin ? "begin" : "end")")
            }
            if !event.same.isEmpty {
                notes.append("\(event.text) has the same \(event.same.joined(separator: ", ")) as what it answers")
            }
        }
        switch branch.check {
        case .response(let check):
            if check.pairsInOrder { notes.append("each answer answers one of them, the oldest") }
            notes += note(on: [check.within])
        case .window(_, _, let within, _): notes += note(on: [within])
        case .length(let check): notes += note(on: check.longerThan.map(\.limit) + [check.shorterThan])
        case .ending(let check): notes += note(on: [check.within])
        case .sequence(let check):
            if check.isStrict { notes.append("no other event of the run lies between the steps") }
            for step in check.steps where step.repeats > 1 {
                notes.append("\(any(step.events)) at least \(step.repeats) times in a row")
            }
            notes += note(on: [check.within])
            if check.within != nil, let last = check.steps.last, last.isNot {
                let event = any(last.events)
                notes.append("\(event) is looked for until that interval is over; the formula looks for it to the end")
            }
        default: break
        }
        return notes
    }

    /// Limits that count other time than the rest of the rule.
    private static func note(on limits: [TimeLimit?]) -> [String] {
        limits.compactMap { limit in
            guard let limit, let clock = limit.clock, clock != .running else { return nil }
            return "the limit of \(SettingText.text(.duration(limit.nanoseconds))) counts \(clock.rawValue) time"
        }
    }

    private static func note(_ check: Check) -> String? {
        switch check {
        case .between: "a second beginning before the end opens nothing new"
        case .sequence(let check) where check.within != nil: "the interval is that of the whole sequence"
        case .count(let check):
            "counted\(check.isOverDevice ? " over all runs of the app on one device" : ""): violated where more than "
                + "\(check.value(check.moreThan).printed) of these hold"
        case .onDevice(let check):
            "over all runs of the app on one device, one after the other, on the wall clock"
                + (note(check).map { "; " + $0 } ?? "")
        case .place(let check) where check.isHabit:
            "gathered over the group: violated where it holds at least once, and never elsewhere"
        case .runs: "looked at over adjacent runs of one app on one device"
        case .share: "a share over the group, not a formula over one run"
        case .trend: "a comparison of values within a run; what is compared:"
        case .versions: "looked at over the versions of one app"
        case .streak(let check): "\(check.length) times over adjacent runs of one app"
        default: nil
        }
    }

    // MARK: Checks

    /// - Parameter key: what stands behind the names of events that belong to an instance.
    private static func core(_ check: Check, key: String? = nil) -> String {
        switch check {
        case .response(let check): response(check, key)
        case .precedence(let before, let expect, let since): precedence(before, expect, since, key)
        case .between(let opens, let closes, let events, let forbids):
            "always (\(any(opens, key)) -> ((not \(any(forbids ? events : closes, key))) until "
                + "\(any(forbids ? closes : events, key))) or not eventually \(any(closes, key)))"
        case .window(let after, let forbid, let within, let until):
            until.isEmpty
                ? "always (\(any(after, key)) -> not eventually\(interval(within)) \(any(forbid, key)))"
                : "always (\(any(after, key)) -> not ((not \(any(until, key))) until\(interval(within)) "
                    + "\(any(forbid, key))))"
        case .length(let check): length(check)
        case .openEnd(let check): openEnd(check)
        case .ending(let check): ending(check)
        case .sequence(let check): "always not \(steps(check.steps[...], interval(check.within), key))"
        case .formula(let formula): FormulaPrinter.text(formula)
        case .onDevice(let check): core(check)
        case .count, .place, .overlap, .runs, .share, .trend, .versions, .streak: aggregateCore(check)
        }
    }

    private static func aggregateCore(_ check: Check) -> String {
        switch check {
        case .count(let check): check.open.map { "open(\($0.text))" } ?? any(check.events)
        case .place(let check): place(check)
        case .overlap(let check): overlap(check)
        case .trend(let check): "\(any(check.rising)) at \(any(check.at))"
        case .share(let check): share(check.share) + " of " + share(check.of)
        case .runs(let items, _), .versions(let items): items.map(item).joined(separator: ", then ")
        case .streak(let check): item(check.each)
        default: ""
        }
    }

    private static func response(_ check: Check.Response, _ key: String?) -> String {
        let answers = check.expect + check.unless
        let end = check.onRunEnd == .satisfied ? " or runEnd" : ""
        let answer = answers.count > 1 || !end.isEmpty ? "(\(list(answers, key))\(end))" : list(answers, key)
        let formula = "always (\(any(check.after, key)) -> eventually\(interval(check.within)) \(answer))"
        return check.toldBy.isEmpty ? formula : formula + "   # or at the next \(any(check.toldBy, key))"
    }

    private static func precedence(
        _ before: [EventSelector], _ expect: [EventSelector], _ since: [EventSelector],
        _ key: String?
    ) -> String {
        since.isEmpty
            ? "always (\(any(before, key)) -> once \(any(expect, key)))"
            : "always (\(any(before, key)) -> ((not \(any(since, key))) since \(any(expect, key))))"
    }

    private static func length(_ check: Check.Length) -> String {
        let each = "forall k in \(check.span.text): always (begin(k) -> "
        var parts = check.longerThan.map { limit in
            each + "eventually\(interval(limit.limit)) end(k))"
                + (limit.severity.map { "   # \($0.rawValue)" } ?? "")
        }
        if let shortest = check.shorterThan {
            parts.append(each + "not eventually\(interval(shortest)) end(k))")
        }
        return parts.joined(separator: "\n")
    }

    private static func openEnd(_ check: Check.OpenEnd) -> String {
        switch check.when {
        case .suspended:
            check.by.map { "always (begin(suspended) and eventually (runEnd and ended(\($0.text))) -> not open(k))" }
                ?? "always (begin(suspended) -> not open(k))"
        case .runEnd:
            check.by.map { "always (runEnd and ended(\($0.text)) -> not open(k))" }
                ?? "always (runEnd and not (\(harmless)) -> not open(k))"
        }
    }

    /// The ends that are nobody's fault; a run that goes on has none.
    private static let harmless = [EndingCause.debuggerStop, .harnessStop, .extensionEnd, .prewarmDiscarded]
        .map { "ended(\($0.rawValue))" }.joined(separator: " or ")

    private static func ending(_ check: Check.EndingCheck) -> String {
        var guards = ["runEnd", "ended(\(check.by.text))"]
        if !check.during.isEmpty {
            let spans = check.during.map { "open(\($0.text))" }.joined(separator: " or ")
            guards.append(check.during.count > 1 ? "(\(spans))" : spans)
        }
        if !check.of.isEmpty { guards.append("once\(interval(check.within)) \(any(check.of))") }
        return "always not (\(guards.joined(separator: " and ")))"
    }

    /// Step by step: `(A and eventually (B and eventually C))`.
    private static func steps(
        _ steps: ArraySlice<Check.Sequence.Step>, _ limit: String, _ key: String?
    ) -> String {
        // From the last step to the first, so that a long sequence needs no recursion.
        var text = ""
        func goesOn(_ index: Int) -> Bool {
            index + 1 < steps.endIndex && !steps[index].isNot && !steps[index + 1].isNot
        }
        let outermost = steps.indices.first(where: goesOn)
        for index in steps.indices.reversed() {
            let step = steps[index]
            let name = any(step.events, key)
            if step.isNot {
                text = text.isEmpty ? "always not \(name)" : "(not \(name)) until \(text)"
                continue
            }
            if text.isEmpty {
                text = name
            } else {
                let next = goesOn(index) ? "eventually\(index == outermost ? limit : "") " : ""
                text = "(\(name) and \(next)\(text))"
            }
        }
        return text
    }

    private static func place(_ check: Check.Place) -> String {
        var parts: [String] = []
        if !check.onlyDuring.isEmpty { parts.append(opens(check.onlyDuring)) }
        if !check.neverDuring.isEmpty { parts.append("not \(opens(check.neverDuring))") }
        return "always (\(any(check.events)) -> \(parts.joined(separator: " and ")))"
    }

    private static func overlap(_ check: Check.Overlap) -> String {
        var text: String
        switch check.relation {
        case .overlaps(let other): text = "open(k) and open(\(other.text))"
        case .inside(let other): text = "begin(k) and open(\(other.text)) and (open(\(other.text)) until end(k))"
        case .outlives(let other): text = "open(k) and once open(\(other.text)) and not open(\(other.text))"
        }
        if !check.coveredBy.isEmpty { text += " and \(opens(check.coveredBy))" }
        if !check.notCoveredBy.isEmpty { text += " and not \(opens(check.notCoveredBy))" }
        return "always not (\(text))"
    }

    // MARK: Words

    private static func opens(_ spans: [SpanSelector]) -> String {
        let text = spans.map { "open(\($0.text))" }.joined(separator: " or ")
        return spans.count > 1 ? "(\(text))" : text
    }

    private static func list(_ events: [EventSelector], _ key: String? = nil) -> String {
        events.map { event in key.map { FormulaPrinter.text(.event(event, variable: $0)) } ?? event.text }
            .joined(separator: " or ")
    }

    private static func any(_ events: [EventSelector], _ key: String? = nil) -> String {
        let list = list(events, key)
        return events.count > 1 || events.contains { $0.condition != nil } ? "(\(list))" : list
    }

    private static func interval(_ limit: TimeLimit?) -> String {
        guard let limit else { return "" }
        return "[0s,\(SettingText.text(.duration(limit.nanoseconds)))]"
    }

    private static func share(_ share: RunShare) -> String {
        switch share {
        case .events(let events): any(events)
        case .span(let span): span.text
        case .run(let run): "runs with (\(item(run)))"
        }
    }

    private static func item(_ item: RunItem) -> String {
        var parts: [String] = []
        if !item.launch.isEmpty { parts.append("launch " + item.launch.map(\.rawValue).joined(separator: "|")) }
        parts += item.saw.map { "eventually\(interval($0.within)) \(any($0.events))" }
        parts += item.missing.map { "not eventually\(interval($0.within)) \(any($0.events))" }
        if !item.during.isEmpty { parts.append("(runEnd and \(opens(item.during)))") }
        if let cause = item.endedBy { parts.append("ended(\(cause.text))") }
        if !item.stateAtEnd.isEmpty {
            parts.append("state at end " + item.stateAtEnd.map(\.rawValue).joined(separator: "|"))
        }
        if let unsaved = item.unsaved { parts.append(unsaved ? "data unsaved" : "no data unsaved") }
        if let condition = item.condition { parts.append("where \(condition)") }
        return parts.isEmpty ? "any run" : parts.joined(separator: " and ")
    }
}
