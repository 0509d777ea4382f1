// SPDX-License-Identifier: MIT

import TestSupport

/// A random rule, as the text of its file, of the kind that the oracle can judge.
struct OracleRule {
    private(set) var text: String
    /// Traces for it keep away from its limits: where the description leaves the limit itself open.
    private(set) var needsGrid = false

    private var random: SeededGenerator
    private static let works = [
        "data.change", "data.save", "data.delete", "ui.refresh", "cache.purge", "network.begin",
    ]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed ^ 0x5DEE_CE66)
        text = "id: case-rule\ntitle: Case\ntopic: cases\nseverity: warning\nmessage: found\n"
        switch seed % 12 {
        case 0, 1: addResponse()
        case 2: addPrecedence()
        case 3: addBetween()
        case 4: addWindow()
        case 5: addCount()
        case 6: addLength()
        case 7: addOpenEnd()
        case 8: addEnding()
        case 9: addSequence()
        case 10: addOverlap()
        default: chance(1, of: 2) ? addPlace() : addTrend()
        }
    }

    private mutating func addResponse() {
        let names = asking(threeEvents())
        add("after", names.0)
        add("expect", names.1)
        if chance(3, of: 4) {
            addLimit()
            if chance(1, of: 3) { add("on_run_end", pick(["violated", "satisfied"])) }
        }
        if chance(1, of: 3) { add("unless", names.2) }
        if chance(1, of: 4) { add("pairs", "in_order") }
        if !names.1.contains("["), !names.1.hasPrefix("{"), chance(1, of: 3) { add("requires", "[\(names.1)]") }
        if chance(1, of: 4) { add("while", pick(["active", "background", "backgroundTask"])) }
    }

    private mutating func addPrecedence() {
        let names = asking(threeEvents())
        add("before", names.0)
        add("expect", names.1)
        if chance(1, of: 2) { add("since", names.2) }
    }

    /// What follows may ask for the document of what triggers.
    private mutating func asking(_ names: (String, String, String)) -> (String, String, String) {
        guard chance(1, of: 2) else { return names }
        if chance(1, of: 2) {
            let third = chance(1, of: 2) ? names.2 : "{ event: \(names.2), same: [document] }"
            return (names.0, "{ event: \(names.1), same: [document] }", third)
        }
        return (
            "{ event: \(names.0), capture: { wanted: document } }",
            "{ event: \(names.1), where: document == wanted }", names.2
        )
    }

    private mutating func addBetween() {
        let names = asking(threeEvents())
        add("between", "[\(names.0), \(names.1.hasPrefix("[") ? "data.delete" : names.1)]")
        add(pick(["expect", "forbid"]), names.2)
    }

    private mutating func addWindow() {
        let names = asking(threeEvents())
        add("after", names.0)
        add("forbid", names.1)
        if chance(1, of: 2) { addLimit() } else { add("until", names.2) }
    }

    private mutating func addCount() {
        if chance(1, of: 4) {
            add("count", "{ open: \(pick(["backgroundTask", "network"])) }")
            add("more_than", "1")
            return add("per", "run")
        }
        needsGrid = true
        let name = pick(["data.change", "data.save", "ui.refresh"])
        add("count", name)
        if name == "data.save", chance(1, of: 2) {
            add("sum", "items")
            add("more_than", "9")
        } else {
            if name == "data.change", chance(1, of: 2) { add("distinct", "document") }
            add("more_than", pick(["1", "2"]))
        }
        if chance(1, of: 2) { addLimit() } else { add("per", "run") }
        if chance(1, of: 3) { add("without", "cache.purge") }
    }

    private mutating func addLength() {
        needsGrid = true
        add("span", pick(["backgroundTask", "network", "background", "active"]))
        let longer = chance(2, of: 3)
        add(longer ? "longer_than" : "shorter_than", limit())
        add("clock", pick(["running", "wall"]))
    }

    private mutating func addOpenEnd() {
        add("still_open", pick(["backgroundTask", "network"]))
        if chance(1, of: 2) { add("when_run_ends", "{ by: [\(pick(["crash.signal", "reclaimed"]))] }") }
    }

    private mutating func addEnding() {
        needsGrid = true
        var parts = "by: [\(pick(["crash.signal", "reclaimed", "crash.*"]))]"
        if chance(1, of: 2) { parts += ", during: \(pick(["backgroundTask", "network", "active"]))" }
        if chance(1, of: 2) { parts += ", within: \(limit()) of \(pick(OracleRule.works))" }
        add("when_run_ends", "{ \(parts) }")
    }

    private mutating func addSequence() {
        let names = OracleRule.works.shuffled(using: &random)
        var steps = [names[0], names[1]]
        if chance(1, of: 2) { steps.append(names[2]) }
        if chance(1, of: 2) { steps.insert("{ not: \(names[3]) }", at: 1) }
        add("sequence", "[\(steps.joined(separator: ", "))]")
    }

    private mutating func addOverlap() {
        add("span", "network")
        add(pick(["overlaps", "outlives", "inside"]), pick(["backgroundTask", "background", "active"]))
        if chance(1, of: 3) { add(pick(["covered_by", "not_covered_by"]), pick(["backgroundTask", "inactive"])) }
    }

    private mutating func addPlace() {
        add("event", pick(["data.save", "ui.refresh"]))
        add("only_during", pick(["background", "backgroundTask"]))
        add("never_during", "[\(pick(["active", "inactive", "network"]))]")
        add("across", "run")
    }

    private mutating func addTrend() {
        add("rising", "memory.footprint")
        add("field", "bytes")
        add("at", "[ui.refresh, cache.purge]")
        add("times", pick(["1", "2"]))
        add("by", "30%")
    }

    /// Three names; with a key in common in one of two cases, and then the first always carries it.
    private mutating func threeEvents() -> (String, String, String) {
        if chance(1, of: 2) {
            add("same", "[document]")
            let second = pick(["data.save", "[data.save, data.delete]"])
            return ("data.change", second, pick(["ui.refresh", "cache.purge"]))
        }
        let names = OracleRule.works.shuffled(using: &random)
        return (names[0], names[1], names[2])
    }

    private mutating func addLimit() {
        add("within", limit())
        add("clock", pick(["running", "wall", "background", "active"]))
    }

    private mutating func limit() -> String {
        let seconds = Int.random(in: 1...12, using: &random)
        return needsGrid ? "\(seconds)050ms" : "\(seconds)s"
    }

    private mutating func add(_ key: String, _ value: String) { text += "\(key): \(value)\n" }
    private mutating func pick(_ of: [String]) -> String { of.randomElement(using: &random) ?? "" }
    private mutating func chance(_ part: Int, of whole: Int) -> Bool {
        Int.random(in: 0..<whole, using: &random) < part
    }
}
