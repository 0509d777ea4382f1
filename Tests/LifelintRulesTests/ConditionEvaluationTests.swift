// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import Testing

@testable import LifelintLanguage

@Suite("Conditions are evaluated") struct ConditionEvaluationTests {
    static let fields = TestFields([
        "duration": .duration(6_000_000_000), "name": .string("upload draft"), "ok": .bool(true),
        "silent": .bool(false), "count": .integer(3), "bytes": .bytes(50_000_000), "cpuShare": .number(0.5),
        "code": .integer(2_343_432_205), "task": .string("7"), "scene": .string("0x8badf00d"), "custom": .integer(7),
        "quoted": .string("7"), "state": .string("background"), "run.os": .string("iPhone OS 17.4.1 (21E236)"),
        "run.version": .string("3.10"), "time": .instant(Timestamp(nanoseconds: 20_000_000_000)),
        "run.start": .instant(Timestamp(nanoseconds: 5_000_000_000)), "run.ending.cause": .string("crash.signal"),
        "run.host": .string("app"), "zero": .integer(0), "big": .integer(.max), "least": .duration(.min),
    ])

    static let holding: [String] = [
        "duration > 5s", "duration == 6000ms", "duration >= 6s and duration <= 6s", "not duration < 6s", "ok",
        "ok == true", "not silent", "silent == false", "silent != true",
        // Missing values.
        "missing != 3", "missing != \"x\"", "not missing == 3", "not missing", "not missing < 3", "not missing > 3",
        "not missing <= 3", "missing not in [1, 2]", "not missing in [1]", "not exists missing", "exists name",
        "not missing matches \"*\"", "not missing contains \"a\"", "missing + 1 != 2", "not missing + 1 == 2",
        "missing != alsoMissing", "not missing == alsoMissing", "error != 'x'",
        // Types that do not compare.
        "not custom == \"7\"", "not custom != \"7\"", "not quoted == 7", "not quoted != 7", "not quoted",
        "not name == missing", "not custom > run.os", "not custom in [\"7\"]", "not quoted not in [8, 9]",
        "quoted not in [8, \"8\"]", "not (custom in [\"7\"])", "not custom matches \"*\"",
        "not custom + 1s != 3s", "not quoted + 1 != 3", "not -quoted != 3", "not custom / 2s != 3",
        "not missing + 1s == name",
        "missing + 1s != 3s", "not custom * 2 == 14s", "custom * 2s == 14s",
        // Keys compare as text.
        "task == 7", "task == \"7\"", "task != 8", "task == 0x7", "task in [6, 7]", "scene == 2343432205",
        "scene == \"2343432205\"", "scene != 3",
        // Numbers and units.
        "count == 3.0", "count < 3.5", "cpuShare * 2 == 1", "count + 1 == 4", "count - 5 == -2", "count * 2 == 6",
        "7 / 2 == 3.5", "6 / 3 == 2", "2 * duration == 12s", "duration * 0.5 == 3s", "duration / 2s == 3",
        "bytes / 25MB == 2", "duration + 1s - 2s == 5s", "-duration < 0s", "bytes == 50MB", "bytes < 50MiB",
        "time - run.start == 15s", "run.start + 15s == time", "time > run.start", "time - 15s == run.start",
        "code == 0x8badf00d",
        // Nothing overflows, nothing divides by zero: the value is missing.
        "big + 1 != 0", "not big + 1 == 0", "big * big != 1", "count / zero != 1", "not count / zero == 1",
        "-least != 1s", "not -least == 1s", "least - 1s != 1s", "least * 2 != 1s", "big * 1.5 > 1",
        // Versions.
        "run.os >= \"17.0\"", "run.os < \"17.10\"", "run.os == \"17.4.1\"", "run.os != \"17.4\"",
        "run.version > \"3.9\"", "run.version == \"3.10.0\"", "run.os < \"18\"",
        // Words, lists, globs.
        "state == background", "state in [active, background]", "state != active", "run.ending.cause == crash.*",
        "run.ending.cause in [voip, crash.*]", "run.ending.cause not in [voip, watchdog.*]",
        "run.ending.cause != watchdog.*", "missing in [1] or ok", "name matches \"up* d??ft\"",
        "not name matches \"upload draft*\"", "not name matches \"Upload*\"", "name contains \"load d\"",
        "name contains ''", "not name contains \"Load\"", "run.host == app",
        "ok and not silent or missing", "(ok or missing) and not (silent or missing)",
    ]

    @Test("What holds, holds", arguments: holding)
    func holds(_ text: String) throws {
        #expect(try ConditionParser.parse(text, about: .event).evaluate(Self.fields))
    }

    static let failing = [
        "missing == 3", "missing < 3", "missing", "missing in [3]", "missing matches \"*\"", "missing == missing",
        "not ok", "duration < 5s", "state == active", "custom == \"7\"", "custom != \"7\"", "quoted == 7",
        "custom not in [\"8\"]", "quoted not in [8]", "quoted not in [8, \"7\"]",
        "custom + 1s != 3s", "custom / 2s != 3", "custom + 1s not in [3s]", "3s in [custom + 1s]", "quoted * 2 != 3",
        "(custom + 1s) * 2 != 4s", "not exists name", "run.os < \"17\"", "run.os == \"17.4\"", "count / zero == 1",
        "big + 1 == 0",
    ]

    @Test("What does not hold, does not", arguments: failing)
    func fails(_ text: String) throws {
        #expect(try !ConditionParser.parse(text, about: .event).evaluate(Self.fields))
    }

    @Test("The fields of a condition are listed once each, in order")
    func paths() throws {
        let text = "duration > 5s and (name == \"x\" or exists error) and -count + duration / 2s in [a, 3] and not ok"
        let condition = try ConditionParser.parse(text, about: .event)
        #expect(condition.fieldPaths == ["duration", "name", "error", "count", "a", "ok"])
    }

    @Test(
        "Versions compare by part, whatever stands around them",
        arguments: [
            ("17.0", "17", 0), ("iOS 16.7.2", "16.10", -1), ("iPhone OS 17.4 (21E213)", "17.4.1", -1),
            ("v2.0", "1.9", 1),
            ("iOS/18.1", "18.1", 0), ("10", "9", 1), ("99999999999999999999999", "1", 1), ("1.0-beta", "1", 0),
        ])
    func versions(_ left: String, _ right: String, _ order: Int) throws {
        let first = try #require(VersionNumber(left))
        let second = try #require(VersionNumber(right))
        #expect((first < second) == (order < 0))
        #expect((second < first) == (order > 0))
        #expect((first == second) == (order == 0))
    }

    @Test("Text without a number is no version", arguments: ["", "iOS", "beta 1x?"].prefix(2))
    func noVersion(_ text: String) { #expect(VersionNumber(text) == nil) }

    @Test(
        "A star is at least one character, a question mark exactly one",
        arguments: [
            ("a*", "a", false), ("a*", "ab", true), ("a*c", "ac", false), ("a*c", "abcabc", true), ("*", "", false),
            ("?", "ä", true), ("a?c", "abc", true), ("a.*.c", "a.b.c", true), ("**", "a", false), ("**", "ab", true),
            ("*b*d*", "abcde", true), ("*b*d*", "abcd", false), ("crash.*", "crash.", false), ("", "", true),
        ])
    func globs(_ pattern: String, _ text: String, _ fits: Bool) { #expect(Glob(pattern).matches(text) == fits) }

    @Test("A hostile glob takes no time")
    func hostileGlob() {
        let pattern = Glob(String(repeating: "*a", count: 200) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 2_000)))
    }
}
