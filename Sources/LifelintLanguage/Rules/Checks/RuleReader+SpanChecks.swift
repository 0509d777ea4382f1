// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// Checks of spans and of places.
extension RuleReader {
    mutating func length(_ values: Values, at place: SourceLocation) -> Check? {
        guard let node = values["span"] else { return nil }
        if values["longer_than"] == nil, values["shorter_than"] == nil {
            reader.report(
                .badRule, at: place,
                "A check that begins with “span” needs “longer_than”, “shorter_than”, or how it lies to another span: "
                    + "“overlaps”, “inside”, “outlives”.")
        }
        let limits = gradedLimits(values["longer_than"])
        let least = limit(values["shorter_than"], "shorter_than")
        guard let span = span(node, "span") else { return nil }
        var length = Check.Length(span: span)
        length.longerThan = limits
        length.shorterThan = least
        length.onSilence = reader.choice(values["on_silence"], "on_silence", Check.SilenceVerdict.self)
        if let node = values["on_silence"], limits.isEmpty {
            reader.report(
                .badRule, at: node.at,
                "“on_silence” has no meaning without “longer_than”: only a known end is too early.")
        }
        if let node = values["on_silence"], length.onSilence == .possible {
            reader.report(.badRule, at: node.at, "A length is violated or inconclusive; “possible” is for “told_by”.")
        }
        return .length(length)
    }

    mutating func overlap(_ values: Values, at place: SourceLocation) -> Check? {
        let relations = ["overlaps", "inside", "outlives"].filter { values[$0] != nil }
        if let second = relations.dropFirst().first, let node = values[second] {
            reader.report(.badRule, at: node.at, "A span is compared in one way: “\(relations[0])” or “\(second)”.")
        }
        guard let key = relations.first, let node = values[key], let spanNode = values["span"] else { return nil }
        guard let span = span(spanNode, "span"), let other = self.span(node, key) else { return nil }
        let relation: Check.Overlap.Relation =
            switch key {
            case "overlaps": .overlaps(other)
            case "inside": .inside(other)
            default: .outlives(other)
            }
        var overlap = Check.Overlap(span: span, relation: relation)
        overlap.coveredBy = spans(values["covered_by"], "covered_by")
        overlap.notCoveredBy = spans(values["not_covered_by"], "not_covered_by")
        return .overlap(overlap)
    }

    mutating func place(_ values: Values, at place: SourceLocation) -> Check? {
        var check = Check.Place(events: events(values["event"], "event"))
        if values["only_during"] == nil, values["never_during"] == nil {
            reader.report(
                .badRule, at: place, "A check that begins with “event” needs “only_during”, “never_during” or both.")
        }
        check.onlyDuring = spans(values["only_during"], "only_during")
        check.neverDuring = spans(values["never_during"], "never_during")
        check.across = reader.choice(values["across"], "across", Check.Place.Group.self)
        let inside = Set(check.onlyDuring.map(\.text))
        for (span, node) in zip(check.neverDuring, reader.items(values["never_during"]))
        where inside.contains(span.text) {
            reader.report(.badRule, at: node.at, "“\(span.text)” is in only_during and in never_during.")
        }
        let isHabit = values["only_during"] != nil && values["never_during"] != nil
        if let across = values["across"], !isHabit {
            reader.report(
                .badRule, at: across.at,
                "“across” makes a habit of it, which needs both “only_during” and “never_during”.")
        }
        if isHabit, check.across == nil { check.across = .run }
        return check.events.isEmpty ? nil : .place(check)
    }

    mutating func openEnd(_ values: Values, at place: SourceLocation) -> Check? {
        guard let node = values["still_open"] else { return nil }
        let when = reader.choice(values["when"], "when", Check.OpenEnd.Moment.self)
        var by: CauseSelector?
        if let ends = values["when_run_ends"] {
            let causes = reader.mapping(ends, keys: ["by", "confidence"], required: ["by"], "when_run_ends")
            by = causes.flatMap { self.causes(names: $0["by"], confidence: $0["confidence"]) }
            refuseStillRunning(by, causes?["by"])
        }
        guard let span = span(node, "still_open") else { return nil }
        var check = Check.OpenEnd(span: span)
        check.when = when ?? .runEnd
        check.by = by
        return .openEnd(check)
    }

    mutating func ending(_ values: Values, at place: SourceLocation) -> Check? {
        guard let node = values["when_run_ends"],
            let ends = reader.mapping(
                node, keys: ["by", "confidence", "during", "within", "naming"], required: ["by"], "when_run_ends")
        else { return nil }
        let by = causes(names: ends["by"], confidence: ends["confidence"])
        refuseStillRunning(by, ends["by"])
        let during = spans(ends["during"], "during")
        let recent = ends["within"].map { endingWindow($0) }
        guard let by else { return nil }
        var check = Check.EndingCheck(by: by)
        check.during = during
        check.within = recent?.limit
        check.of = recent?.events ?? []
        check.naming = spans(ends["naming"], "naming")
        if let node = ends["naming"], !during.isEmpty {
            reader.report(
                .badRule, at: node.at, "What is open “during” the end is named by itself: leave “naming” away.")
        }
        return .ending(check)
    }

    /// `10s of app.didEnterBackground`, or `{ time: 10s, of: app.didEnterBackground }`: always on the wall clock.
    private mutating func endingWindow(_ node: YAMLNode) -> (limit: TimeLimit?, events: [EventSelector]) {
        if node.mapping != nil {
            let keys = ["time", "of"]
            guard let values = reader.mapping(node, keys: keys, required: keys, "within"), let time = values["time"]
            else { return (nil, []) }
            let nanoseconds = duration(time, "within")
            return (nanoseconds.map { TimeLimit(nanoseconds: $0, clock: .wall) }, events(values["of"], "of"))
        }
        guard let text = reader.text(node, "within") else { return (nil, []) }
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 3, words[1] == "of" else {
            reader.report(.badRule, at: node.at, "“within” of an ending is a time and an event: 10s of hang.")
            return (nil, [])
        }
        let nanoseconds = duration(words[0], node, "within")
        switch resolve(words[2]) {
        case .found(let name):
            return (
                nanoseconds.map { TimeLimit(nanoseconds: $0, clock: .wall) },
                [EventSelector(names: [name], text: words[2])]
            )
        case .unknown(let error):
            reader.report(error.code, at: node.at, error.message, suggestion: error.suggestion)
            return (nil, [])
        }
    }
}
