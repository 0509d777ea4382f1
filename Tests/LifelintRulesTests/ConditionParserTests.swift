// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import TestSupport
import Testing

@testable import LifelintLanguage

@Suite("Conditions are parsed") struct ConditionParserTests {
    struct Reading: Sendable, CustomTestStringConvertible {
        let text: String
        var noun = ConditionNoun.event
        /// The canonical text; nil if it is the text itself.
        var means: String?
        var testDescription: String { text }
    }

    static let readings = [
        Reading(text: "silent"),
        Reading(text: "ok != false"),
        Reading(text: "duration > 5s and name != \"snapshot\" and run.os >= \"17.0\""),
        Reading(text: "duration>5000ms", means: "duration > 5s"),
        Reading(text: "a or b and not c"),
        Reading(text: "(a or b) and not (c and d)"),
        Reading(text: "not a or b"),
        Reading(text: "not (a or b)"),
        Reading(text: "(a or b) or c"),
        Reading(text: "((a))", means: "a"),
        Reading(text: "not not a"),
        Reading(text: "count + 1 * 2 > 3", means: "count + 1 * 2 > 3"),
        Reading(text: "(count + 1) * 2 > -3"),
        Reading(text: "count - (1 - 2) - 3 == 0"),
        Reading(text: "-(count + 1) < - 3", means: "-(count + 1) < -3"),
        Reading(text: "age * 2 > allowance / allowance * 10s"),
        Reading(text: "0.5 * duration >= 1.5s", means: "0.5 * duration >= 1500ms"),
        Reading(
            text: "bytes > 50MB or bytes > 50MiB or bytes > 1.5kB",
            means: "bytes > 50MB or bytes > 50MiB or bytes > 1500B"),
        Reading(text: "age in [90m, 36h, 2d, 0s, 1us]", means: "age in [90m, 36h, 2d, 0s, 1us]"),
        Reading(text: "code == 0x8badf00d", means: "code == 2343432205"),
        Reading(text: "name matches \"com.vendor.*\""),
        Reading(text: "name matches 'a\"b\\'c\\\\'", means: "name matches \"a\\\"b'c\\\\\""),
        Reading(text: "reasons contains \"call\""),
        Reading(text: "not exists error", means: "not exists error"),
        Reading(text: "document not in ['a', \"b\"]", means: "document not in [\"a\", \"b\"]"),
        Reading(text: "state == background", means: "state == \"background\""),
        Reading(text: "background == state", means: "\"background\" == state"),
        Reading(
            text: "kind in [navigation, location, \"own\"]", means: "kind in [\"navigation\", \"location\", \"own\"]"),
        Reading(text: "host == app and not debugger", noun: .run, means: "host == \"app\" and not debugger"),
        Reading(text: "run.host == app and not run.debugger", means: "run.host == \"app\" and not run.debugger"),
        Reading(
            text: "run.ending.cause in [crash.*, voip]",
            means: "run.ending.cause matches \"crash.*\" or run.ending.cause in [\"voip\"]"),
        Reading(text: "run.ending.cause != watchdog.*", means: "not run.ending.cause matches \"watchdog.*\""),
        Reading(text: "run.ending.cause == memoryLimit", means: "run.ending.cause == \"memoryLimit\""),
        Reading(text: "run.launch.after == run.ending.cause"),
        Reading(text: "time - run.start > 10s"),
        Reading(text: "begin + 5s < end", noun: .span),
        Reading(text: "end.ok == false and replaced", noun: .span),
        Reading(text: "task == 7"),
        Reading(text: "event == \"coreData.save\" and duration_ms > 12", noun: .record),
        Reading(text: "state == background", noun: .record),
        Reading(text: "my.own.field == 3"),
        Reading(text: "a\n  and\tb", means: "a and b"),
    ]

    @Test("What is written has one canonical text, which reads back as the same", arguments: readings)
    func canonical(_ reading: Reading) throws {
        let condition = try ConditionParser.parse(reading.text, about: reading.noun)
        #expect(condition.description == reading.means ?? reading.text)
        #expect(try ConditionParser.parse(condition.description, about: reading.noun) == condition)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let text: String
        var noun = ConditionNoun.event
        let code: ProblemCode
        /// What the place of the error begins with.
        let at: String
        var suggestion: String?
        var testDescription: String { text }
    }

    static let faults = [
        Fault(text: "duration > \"5\"", code: .typeError, at: "\"5\""),
        Fault(text: "duration > 5", code: .typeError, at: "5"),
        Fault(text: "duration == 5MB", code: .typeError, at: "5MB"),
        Fault(text: "name > \"a\"", code: .typeError, at: "name"),
        Fault(text: "silent < true", code: .typeError, at: "silent"),
        Fault(text: "name == true", code: .typeError, at: "true"),
        Fault(text: "duration", code: .typeError, at: "duration"),
        Fault(text: "a and 'b'", code: .typeError, at: "'b'"),
        Fault(text: "duration + 1 > 5s", code: .typeError, at: "1 >"),
        Fault(text: "duration * 5s > 5s", code: .typeError, at: "5s >"),
        Fault(text: "duration / 2 > 5s", code: .typeError, at: "2 >"),
        Fault(text: "time + time > 5s", code: .typeError, at: "time >"),
        Fault(text: "time - run.start > 10MB", code: .typeError, at: "10MB"),
        Fault(text: "-name == 1", code: .typeError, at: "name"),
        Fault(text: "duration matches \"a\"", code: .typeError, at: "duration"),
        Fault(text: "name matches other", code: .typeError, at: "other"),
        Fault(text: "(a == 1) == 2", code: .typeError, at: "(a"),
        Fault(text: "duration in [5s, 'x']", code: .typeError, at: "'x'"),
        Fault(text: "state == backgroud", code: .badRule, at: "backgroud", suggestion: "background"),
        Fault(text: "run.ending.cause == memoryLimt", code: .unknownCause, at: "memoryLimt", suggestion: "memoryLimit"),
        Fault(text: "run.ending.cause in [voip, crush.*]", code: .unknownCause, at: "crush.*"),
        Fault(
            text: #"run.ending.cause == "memoryLimt""#, code: .unknownCause, at: #""memoryLimt""#,
            suggestion: "memoryLimit"),
        Fault(text: #"run.host == "extenson""#, code: .badRule, at: #""extenson""#, suggestion: "extension"),
        Fault(
            text: #"run.stateAtEnd in [active, "backgroud"]"#, code: .badRule, at: #""backgroud""#,
            suggestion: "background"),
        Fault(text: #""foregroun" != run.launch.kind"#, code: .badRule, at: #""foregroun""#, suggestion: "foreground"),
        Fault(text: #"run.ending.detail.load matches "buzy*""#, code: .badRule, at: #""buzy*""#),
        Fault(text: #"run.ending.cause in ["crash.*"]"#, code: .unknownCause, at: #""crash.*""#),
        Fault(text: #"run.ending.cause matches "watchdg.*""#, code: .unknownCause, at: #""watchdg.*""#),
        Fault(text: "run.endng.cause == voip", code: .unknownField, at: "run.endng", suggestion: "run.ending.cause"),
        Fault(text: "debuger", noun: .run, code: .unknownField, at: "debuger", suggestion: "debugger"),
        Fault(text: "exists run.foo", code: .unknownField, at: "run.foo"),
        Fault(text: "", code: .ruleSyntax, at: ""),
        Fault(text: "a and", code: .ruleSyntax, at: ""),
        Fault(text: "and a", code: .ruleSyntax, at: "and a"),
        Fault(text: "a b", code: .ruleSyntax, at: "b"),
        Fault(text: "a = b", code: .ruleSyntax, at: "= b", suggestion: "=="),
        Fault(text: "a && b", code: .ruleSyntax, at: "&& b", suggestion: "and"),
        Fault(text: "(a or b", code: .ruleSyntax, at: "(a or b"),
        Fault(text: "a in []", code: .ruleSyntax, at: "]"),
        Fault(text: "a in 5", code: .ruleSyntax, at: "5"),
        Fault(text: "a not b", code: .ruleSyntax, at: "not b"),
        Fault(text: "name == \"x", code: .ruleSyntax, at: "\"x"),
        Fault(text: "duration > 5sek", code: .ruleSyntax, at: "5sek"),
        Fault(text: "bytes > 5Mb", code: .ruleSyntax, at: "5Mb", suggestion: nil),
        Fault(text: "count > 99999999999999999999", code: .badRule, at: "999"),
        Fault(text: "duration > 999999999999d", code: .badRule, at: "999"),
        Fault(text: "code == 0xFFFFFFFFFFFFFFFF", code: .badRule, at: "0xFF"),
        Fault(text: "a == 0x", code: .ruleSyntax, at: "0x"),
        Fault(text: "crash.* == 3", code: .ruleSyntax, at: "crash.*"),
        Fault(text: "a > \"text\"", code: .typeError, at: "\"text\""),
    ]

    @Test("What cannot be meant is an error at its place", arguments: faults)
    func errors(_ fault: Fault) throws {
        let error = try #require(throws: ConditionError.self) {
            try ConditionParser.parse(fault.text, about: fault.noun)
        }
        #expect(error.code == fault.code, "\(error.message)")
        let rest = String(decoding: Array(fault.text.utf8).dropFirst(error.offset), as: UTF8.self)
        #expect(fault.at.isEmpty ? rest.isEmpty : rest.hasPrefix(fault.at), "\(error.offset): \(error.message)")
        if let suggestion = fault.suggestion { #expect(error.suggestion == suggestion) }
    }

    @Test("Nesting has a limit", arguments: ["(", "not ", "-", "not (", "- ("])
    func nesting(_ opening: String) throws {
        for count in [65, 400] {
            let error = try #require(throws: ConditionError.self) {
                try ConditionParser.parse(String(repeating: opening, count: count) + "a", about: .event)
            }
            #expect(error.code == .nestingTooDeep)
        }
        let long = try #require(throws: ConditionError.self) {
            try ConditionParser.parse(String(repeating: "a or ", count: 100_000) + "a", about: .event)
        }
        #expect(long.code == .badRule)
    }

    @Test("No text traps")
    func randomTexts() {
        var generator = SeededGenerator(seed: 11)
        let pieces = [
            "a", "duration", "state", "run.os", "(", ")", "[", "]", ",", "==", "!=", "<", "in", "not", "and", "or",
            "5s",
            "0x1F", "1.5", "9e9", "50MB", "\"x\"", "'", "-", "*", "/", "+", "exists", "matches", "contains", "true",
            "crash.*", ".", "é", "\\", " ", "999999999999999999", "0.000000000000000000000000001s",
        ]
        for round in 0..<20_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0..<14, using: &generator) {
                text += round % 3 == 0 ? "" : " "
                text += pieces.randomElement(using: &generator) ?? ""
            }
            guard let condition = try? ConditionParser.parse(text, about: .event) else { continue }
            _ = condition.evaluate(TestFields([:]))
            #expect((try? ConditionParser.parse(condition.description, about: .event)) == condition, "\(text)")
        }
    }

    @Test("Random conditions read back from their canonical text")
    func roundTrip() throws {
        var generator = RandomConditions(seed: 3)
        for _ in 0..<2_000 {
            let condition = generator.condition(depth: 4)
            let text = condition.description
            #expect(try ConditionParser.parse(text, about: .record) == condition, "\(text)")
        }
    }
}

/// Makes conditions over fields of unknown type, as records have them.
struct RandomConditions {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func condition(depth: Int) -> Condition {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
        case 0: return .compare(.field(FieldPath(field())), comparison(), operand(depth: 2))
        case 1: return .contained(.field(FieldPath(field())), [.literal(value()), .field(FieldPath(field()))])
        case 2: return .matches(.field(FieldPath(field())), Glob("a*\"?\\"))
        case 3: return .contains(.field(FieldPath(field())), .literal(.string("x y")))
        case 4: return .exists(FieldPath(field()))
        case 5: return .truth(.field(FieldPath(field())))
        case 6: return .or([condition(depth: depth - 1), condition(depth: depth - 1), condition(depth: 0)])
        case 7: return .and([condition(depth: depth - 1), condition(depth: depth - 1)])
        default: return .not(condition(depth: depth - 1))
        }
    }

    private mutating func operand(depth: Int) -> Condition.Operand {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 2), using: &random) {
        case 0: .literal(value())
        case 1: .field(FieldPath(field()))
        case 2: .add(.field(FieldPath(field())), operand(depth: 0, textless: true))
        case 3: .subtract(operand(depth: depth - 1, textless: true), .field(FieldPath(field())))
        case 4: .multiply(.field(FieldPath(field())), .add(.field(FieldPath(field())), .literal(.integer(2))))
        case 5:
            .divide(
                .divide(.field(FieldPath(field())), .literal(.integer(3))),
                .multiply(.field(FieldPath(field())), .field(FieldPath(field()))))
        default: .negate(.add(.field(FieldPath(field())), .negate(.field(FieldPath(field())))))
        }
    }

    private mutating func operand(depth: Int, textless: Bool) -> Condition.Operand {
        let operand = operand(depth: depth)
        if case .literal = operand { return .literal(.integer(Int64.random(in: 0..<100, using: &random))) }
        return operand
    }

    private mutating func field() -> String {
        ["a", "b.c", "duration_ms", "x1", "ä"].randomElement(using: &random) ?? "a"
    }

    private mutating func comparison() -> Condition.Comparison {
        Bool.random(using: &random) ? .equal : .notEqual
    }

    private mutating func value() -> Value {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .integer(Int64.random(in: -1_000...Int64.max, using: &random))
        case 1: .number(Double(Int.random(in: 1..<1_000_000, using: &random)) / 64)
        case 2: .bool(Bool.random(using: &random))
        case 3: .duration(Int64.random(in: 0..<10_000_000_000_000, using: &random))
        case 4: .bytes(Int64.random(in: 0..<10, using: &random) << 20)
        default: .string("a\"\\\n'\t")
        }
    }
}

/// Fields with fixed values.
struct TestFields: FieldSource {
    let values: [String: Value]

    init(_ values: [String: Value]) { self.values = values }

    func value(of path: FieldPath) -> Value? { values[path.text] }
}
