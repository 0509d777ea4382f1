// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// How a rule speaks of endings and of whole runs.
extension RuleReader {
    /// Causes: names, globs, or `{ by: […], confidence: certain }`.
    mutating func causes(_ node: YAMLNode?) -> CauseSelector? {
        guard let node else { return nil }
        guard node.mapping != nil else { return causes(names: node, confidence: nil) }
        guard let values = reader.mapping(node, keys: ["by", "confidence"], required: ["by"], "An ending") else {
            return nil
        }
        return causes(names: values["by"], confidence: values["confidence"])
    }

    /// The causes that a list names.
    mutating func causes(names node: YAMLNode?, confidence: YAMLNode?) -> CauseSelector? {
        guard let node else { return nil }
        if node.sequence?.isEmpty == true {
            reader.report(.badRule, at: node.at, "The list of causes names at least one.")
            return nil
        }
        var causes: Set<EndingCause> = []
        var texts: [String] = []
        for item in reader.items(node) {
            guard let text = reader.text(item, "A cause") else { continue }
            texts.append(text)
            let found = RuleReader.causes(matching: text)
            causes.formUnion(found)
            if found.isEmpty { reportCause(text, at: item.at) }
        }
        var selector = CauseSelector(causes: causes, text: texts.joined(separator: " or "))
        if let least = reader.choice(confidence, "confidence", Confidence.self) { selector.confidence = least }
        return causes.isEmpty ? nil : selector
    }

    /// A run that goes on has no end of which a check could say anything.
    mutating func refuseStillRunning(_ by: CauseSelector?, _ node: YAMLNode?) {
        guard let by, let node, by.causes == [.stillRunning] else { return }
        reader.report(
            .badRule, at: node.at,
            "A run that is still running gives no verdict here, so this never holds: “stillRunning” is for “ended_by”.")
    }

    /// The causes of that name, or those that a glob matches.
    static func causes(matching text: String) -> [EndingCause] {
        if let cause = EndingCause(rawValue: text) { return [cause] }
        guard text.utf8.contains(0x2A) || text.utf8.contains(0x3F) else { return [] }
        let glob = Glob(text)
        return EndingCause.allCases.filter { glob.matches($0.rawValue) }
    }

    private mutating func reportCause(_ text: String, at place: SourceLocation) {
        let isGlob = text.utf8.contains(0x2A) || text.utf8.contains(0x3F)
        reader.report(
            .unknownCause, at: place, isGlob ? "“\(text)” matches no cause." : "No run ends by “\(text)”.",
            suggestion: Suggestion.nearest(to: text, among: EndingCause.allCases.map(\.rawValue)))
    }

    /// What must hold of a run.
    mutating func runItem(_ node: YAMLNode, _ what: String, further: [String] = []) -> RunItem? {
        let keys = further.isEmpty ? RuleKeys.runItemNames : RuleKeys.runItemNames + further
        guard let values = reader.mapping(node, keys: keys, what) else { return nil }
        return runItem(values, at: node.at)
    }

    mutating func runItem(_ values: Values, at place: SourceLocation) -> RunItem {
        var item = RunItem(at: place)
        item.endedBy = causes(values["ended_by"])
        item.during = spans(values["during"], "during")
        for node in reader.items(values["launch"]) {
            if let kind = reader.choice(node, "launch", Launch.Kind.self) { item.launch.append(kind) }
        }
        item.saw = sights(values["saw"], "What a run shows")
        item.missing = sights(values["missing"], "What a run does not show")
        for node in reader.items(values["state_at_end"]) {
            if let state = reader.choice(node, "state", AppState.self) { item.stateAtEnd.append(state) }
        }
        item.unsaved = reader.bool(values["unsaved"], "unsaved")
        item.condition = runCondition(values["where"])
        if let runs = count(values["min_runs"], "min_runs", atLeast: 1) { item.minimumRuns = runs }
        return item
    }

    /// Any of the events of a list; where every item is a list, all of these lists must hold.
    private mutating func sights(_ node: YAMLNode?, _ what: String) -> [RunItem.Sight] {
        guard let node else { return [] }
        if let lists = node.sequence, !lists.isEmpty, lists.allSatisfy({ $0.sequence != nil }) {
            return lists.compactMap { sight($0, what) }
        }
        return sight(node, what).map { [$0] } ?? []
    }

    private mutating func sight(_ node: YAMLNode, _ what: String) -> RunItem.Sight? {
        var selectors: [EventSelector] = []
        var last: RunItem.Sight?
        for item in reader.items(node) {
            guard let selector = event(item, what, further: ["within", "during", "near"]) else { continue }
            selectors.append(selector)
            let window = window(item["within"])
            var sight = RunItem.Sight(events: selectors, within: window?.limit)
            sight.of = window?.of ?? []
            sight.during = spans(item["during"], "during")
            sight.near = events(item["near"], "near")
            if let near = item["near"], sight.within == nil || !sight.of.isEmpty {
                reader.report(.badRule, at: near.at, "“near” needs a “within”, which says how near, and no “of”.")
            }
            if let last, !last.hasPlace(of: sight) {
                reader.report(
                    .badRule, at: item.at,
                    "Events that stand for each other have the same “within”, “during” and “near”.")
            }
            last = sight
        }
        return selectors.isEmpty ? nil : last
    }

    /// `10s`, `10s of app.didFinishLaunching`, or `{ time: 10s, clock: running, of: app.didFinishLaunching }`.
    private mutating func window(_ node: YAMLNode?) -> (limit: TimeLimit?, of: [EventSelector])? {
        guard let node else { return nil }
        if node.mapping != nil {
            let keys = ["time", "clock", "of"]
            guard let values = reader.mapping(node, keys: keys, required: ["time"], "within"),
                let time = values["time"], let nanoseconds = duration(time, "within")
            else { return nil }
            let clock = reader.choice(values["clock"], "clock", RuleClock.self)
            return (TimeLimit(nanoseconds: nanoseconds, clock: clock), events(values["of"], "of"))
        }
        guard let text = reader.text(node, "within") else { return nil }
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 3, words[1] == "of" else { return (limit(node, "within"), []) }
        let limit = duration(words[0], node, "within").map { TimeLimit(nanoseconds: $0) }
        switch resolve(words[2]) {
        case .found(let name): return (limit, [EventSelector(names: [name], text: words[2])])
        case .unknown(let error):
            reader.report(error.code, at: node.at, error.message, suggestion: error.suggestion)
            return nil
        }
    }

    /// Events, instances of a span, or runs: what a share counts.
    mutating func runShare(_ node: YAMLNode?, _ what: String) -> RunShare? {
        guard let node else { return nil }
        if let text = node.scalar?.text {
            if text == "run" { return .run(RunItem(at: node.at)) }
            let isSpan = names.hasSpan(text) && KnownEvents.byName[text] == nil && !names.events.contains(text)
            if isSpan { return span(node, what).map { .span($0) } }
        }
        if node.scalar != nil || node.sequence != nil || node["event"] != nil {
            let selectors = events(node, what)
            return selectors.isEmpty ? nil : .events(selectors)
        }
        if node["span"] != nil || node["from"] != nil { return span(node, what).map { .span($0) } }
        if let run = node["run"] {
            _ = reader.mapping(node, keys: ["run"], what)
            return runItem(run, what).map { .run($0) }
        }
        return runItem(node, what).map { .run($0) }
    }
}

extension RunItem.Sight {
    /// Whether another is looked for in the same places.
    fileprivate func hasPlace(of other: RunItem.Sight) -> Bool {
        within == other.within && of.map(\.text) == other.of.map(\.text)
            && during.map(\.text) == other.during.map(\.text) && near.map(\.text) == other.near.map(\.text)
    }
}
