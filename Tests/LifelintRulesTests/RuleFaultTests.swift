// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import TestSupport
import Testing

@testable import LifelintLanguage

@Suite("Broken rules are shown in place") struct RuleFaultTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        /// The rule after its four lines of header.
        let text: String
        let code: ProblemCode
        let line: Int
        let column: Int
        let message: String
        var suggestion: String?
        var testDescription: String { text }

        init(
            _ text: String, _ code: ProblemCode, _ line: Int, _ column: Int, _ message: String,
            _ suggestion: String? = nil
        ) {
            self.text = text
            self.code = code
            self.line = line
            self.column = column
            self.message = message
            self.suggestion = suggestion
        }
    }

    private static let good = "severity: info\nafter: hang\nexpect: data.save\n"

    static let faults = [
        // Keys and names.
        Fault(good + "witin: 5s", .unknownKey, 8, 1, "no key “witin”", "within"),
        Fault(good + "expct: 5s", .unknownKey, 8, 1, "no key “expct”", "expect"),
        Fault("severity: fatal\nafter: hang\nexpect: data.save", .badRule, 5, 11, "is no severity"),
        Fault("severity: info\nafter: hangg\nexpect: data.save", .unknownEvent, 6, 8, "no event “hangg”", "hang"),
        Fault("severity: info\nafter: unsaved\nexpect: data.save", .unknownEvent, 6, 8, "is a span"),
        Fault("severity: info\nafter: bluetooth.*\nexpect: data.save", .unknownEvent, 6, 8, "matches no event"),
        Fault("severity: info\nafter: rule.other\nexpect: data.save", .unknownRule, 6, 8, "under “uses”"),
        Fault(
            "severity: info\nafter: {event: hang, were: fatal}\nexpect: data.save", .unknownKey, 6, 22, "no key “were”",
            "where"),
        Fault(
            "severity: info\nafter: {event: hang, where: fatl == 5 and duration > true}\nexpect: data.save", .typeError,
            6, 54, "cannot be compared"),
        Fault(
            "severity: info\nafter: {event: hang, during: unsaved}\nexpect: data.save", .unknownKey, 6, 22,
            "“during” stands beside an event of “saw” and “missing” of a run; elsewhere “while”"),
        Fault("severity: info\nafter: {where: fatal}\nexpect: data.save", .badRule, 6, 8, "needs “event”"),
        Fault("severity: info\nstill_open: unsavd", .unknownSpan, 6, 13, "no span “unsavd”", "unsaved"),
        Fault("severity: info\nstill_open: data.save", .unknownSpan, 6, 13, "is an event and no callback"),
        Fault("severity: info\nstill_open: [unsaved, saving]", .badRule, 6, 13, "under any_of"),
        Fault(
            "severity: info\nwhen_run_ends: {by: [memoryLimt]}", .unknownCause, 6, 22, "No run ends by", "memoryLimit"),
        Fault("severity: info\nwhen_run_ends: {by: crush.*}", .unknownCause, 6, 21, "matches no cause"),
        Fault("severity: info\nwhen_run_ends: {by: []}", .badRule, 6, 21, "at least one"),
        Fault("severity: info\nwhen_run_ends: {by: [stillRunning]}", .badRule, 6, 21, "still running"),
        Fault(
            "severity: info\nstill_open: unsaved\nwhen_run_ends: {by: stillRunning}", .badRule, 7, 21, "still running"),
        Fault("severity: info\nwhen_run_ends: {by: voip, within: 10s}", .badRule, 6, 35, "a time and an event"),
        Fault(
            "severity: info\nall_of:\n  - {preset: strict, after: hang, expect: data.save}\n  - {event: hang, never_during: call}",
            .badRule, 7, 14, "Only a check below “any_of”"),
        Fault(
            "severity: info\nany_of:\n  - {preset: recommended, after: hang, expect: data.save}\n"
                + "  - {event: hang, never_during: call}", .badRule, 7, 14, "is higher than that of its rule"),
        Fault(
            "severity: info\nany_of:\n  - {preset: all, after: hang, expect: data.save}", .badRule, 7, 3,
            "At least one check"),
        Fault(
            "severity: info\nlet: {began: last activity.start}\nafter: hang\nwhere: began.kind == navigatio\n"
                + "expect: data.save", .badRule, 8, 22, "is none of its values", "navigation"),
        Fault(
            "severity: info\nlet: {began: last activity.start}\nafter: hang\nwhere: began.time > 5s\n"
                + "expect: data.save", .typeError, 8, 21, "cannot be compared"),
        Fault(good + "for_each: call", .badRule, 8, 11, "has no key"),
        Fault("severity: info\nspan: hang\nlonger_than: 2s\nfor_each: app", .badRule, 8, 11, "look over several runs"),
        Fault("severity: info\nstill_open: unsaved\nfor_each: device", .badRule, 7, 11, "begins and ends inside one"),
        Fault(good + "for_each: app", .badRule, 8, 11, "no common order"),
        Fault("severity: info\nformula: always not hang\nwhere: exists document", .badRule, 7, 8, "no meaning"),
        Fault("severity: info\nformula: always not hang\nwhile: background", .badRule, 7, 8, "no meaning"),
        Fault("severity: info\nformula: always not hang\nfor_each: backgroundTask", .badRule, 7, 11, "forall"),
        Fault("severity: info\nformula: always not hang\ninterrupted_by: screen.lock", .badRule, 7, 17, "no window"),
        Fault("severity: info\nstreak: 2\neach: {ended_by: voip}\nwhere: run.pid == 1", .badRule, 8, 8, "in the items"),
        Fault("severity: info\nstreak: 2\neach: {ended_by: voip}\nwhile: background", .badRule, 8, 8, "no meaning"),
        Fault("severity: info\nstreak: 2\neach: {ended_by: voip}\nclock: running", .badRule, 8, 8, "wall time"),
        Fault("severity: info\nstreak: 2\neach: {ended_by: voip}\nevidence: {min_runs: 3}", .badRule, 8, 11, "itself"),
        Fault("severity: info\nstreak: 2\neach: {ended_by: voip}\nlet: {a: last hang}", .badRule, 8, 6, "no meaning"),
        Fault(
            "severity: info\nstreak: 2\neach: {ended_by: voip}\nusually: {share: hang, of: data.save, at_least: 3 of 4}",
            .badRule, 8, 10, "several runs itself"),
        Fault(
            "severity: info\nevent: hang\nnever_during: background\ninterrupted_by: screen.lock", .badRule, 8, 17,
            "no window"),
        Fault(good + "params_by: [{when: run.debugger, times: 10}]", .badRule, 8, 41, "has none"),
        Fault(
            good + "within: 1h\nfor_each: device\nunless_next: {saw: data.load, within: 10s}", .badRule, 10, 14,
            "looks over several runs"),
        Fault(good + "for_each: device", .badRule, 8, 11, "stands “within”"),
        Fault(good + "within: 5s\non_run_end: violated\nfor_each: device", .badRule, 9, 13, "ends nothing"),
        Fault(good + "within: {time: 5m, clock: active}\nfor_each: device", .badRule, 8, 27, "wall time"),
        Fault(
            "severity: info\nsequence: [hang, data.save]\nstrictly: true\nfor_each: device", .badRule, 7, 11,
            "all events of a run"),
        Fault(
            "severity: info\nafter: {event: data.change, capture: {changed: document}}\n"
                + "expect: {event: data.save, where: document == changed}\nwithin: 1h\nfor_each: device", .badRule, 9,
            11, "stand under “same”"),
        Fault("severity: info\nstreak: 2\neach: {ended_by: voip}\nfor_each: app", .badRule, 8, 11, "one device"),
        Fault(
            "severity: info\nruns: [{ended_by: voip}, {launch: foreground}]\nwithin: 1h\nfor_each: app", .badRule, 8,
            11, "one device"),
        Fault(
            "severity: info\nshare: hang\nof: data.save\nmore_than: 5%\nacross: appVersion\nfor_each: app", .badRule,
            9, 9, "over its versions"),
        Fault(
            "severity: info\nevent: hang\nonly_during: background\nnever_during: active\nacross: appVersion\n"
                + "for_each: app", .badRule, 9, 9, "over its versions"),
        Fault(
            "severity: info\ncount: hang\nmore_than: 5\nper: appVersion\nfor_each: app", .badRule, 8, 6,
            "over its versions"),
        Fault(
            "severity: info\ncount: hang\nmore_than: 5\nwithin: 5m\nfor_each: app", .badRule, 8, 9,
            "no common order"),
        Fault(
            "severity: info\ncount: hang\nmore_than: 5\nwithout: data.save\nfor_each: app", .badRule, 8, 10,
            "no common order"),
        Fault(
            "severity: info\ncount: hang\nmore_than: 5\nper: run\nfor_each: device", .badRule, 8, 6,
            "over all runs"),
        Fault(
            "severity: info\ncount: hang\nmore_than: 5\nduring: background\nfor_each: device", .badRule, 8, 9,
            "over all runs"),
        Fault(
            "severity: info\ncount: hang\nmore_than: 5\nwithin: {time: 5m, clock: running}\nfor_each: device",
            .badRule, 8, 27, "wall time"),
        Fault(
            "severity: info\ncount: {open: backgroundTask}\nmore_than: 5\nfor_each: device", .badRule, 8, 11,
            "begins and ends inside one"),
        Fault("severity: info\ncount: hang\nmore_than: 5", .badRule, 1, 1, "needs “within: 60s”"),
        Fault("severity: info\ncount: hang\nmore_than: 3ms\nper: run", .typeError, 7, 12, "only a count with “sum”"),
        Fault("severity: info\ncount: hang\nmore_than: 3MB\nwithin: 5m", .typeError, 7, 12, "only a count with “sum”"),
        Fault(
            "severity: info\ncount: data.save\nmore_than: 3MB\nper: run\ndistinct: document", .typeError, 7, 12,
            "only a count with “sum”"),
        Fault(
            "severity: info\ncount: network.end\nmore_than: 3s\nper: run\nsum: bytes", .typeError, 7, 12,
            "“bytes” is an amount of bytes, so “more_than” is one, too, such as 5MB"),
        Fault(
            "severity: info\ncount: hang\nmore_than: 3\nfor_each: device\nsum: duration", .typeError, 7, 12,
            "“duration” is a duration"),
        Fault(
            "severity: info\ncount: data.save\nmore_than: 0\nper: run\nsum: document", .typeError, 9, 6,
            "cannot be added up"),
        Fault(
            "severity: info\nrising: memory.footprint\nfield: name\nat: hang\ntimes: 2", .typeError, 7, 8,
            "does not rise"),
        Fault(
            "severity: info\nrising: memory.footprint\nfield: bytes\nat: hang\ntimes: 2\nby: 5s", .typeError, 10, 5,
            "is a share or one, too"),
        Fault(
            "severity: info\nunless_next: {saw: data.load, within: 10s}\nall_of:\n"
                + "  - {after: hang, expect: data.save}\n  - {streak: 2, each: {ended_by: voip}, within: 1h}",
            .badRule, 6, 14, "“all_of” comes to over several runs"),
        Fault(
            "severity: info\nall_of:\n  - {after: hang, expect: data.save}\n"
                + "  - {share: hang, of: app.didBecomeActive, more_than: 20%, for_each: device}",
            .badRule, 8, 5, "has no place under “all_of”"),
        Fault(
            "severity: info\nunless_next: {saw: data.load, within: 10s}\nnone_of:\n"
                + "  - {runs: [{ended_by: voip}, {launch: foreground}], within: 1h}",
            .badRule, 6, 14, "“none_of” comes to over several runs"),
        Fault(good + "for_each: scenes", .unknownSpan, 8, 11, "one by one", "scene"),
        Fault(good + "while: backgrond", .unknownSpan, 8, 8, "no span", "background"),
        Fault(good + "applies_if: run.hots == app", .unknownField, 8, 13, "No run has a field “hots”", "run.host"),
        Fault(good + "applies_if: debuger", .unknownField, 8, 13, "No run has", "debugger"),
        Fault(good + "applies_if: event.document == \"a\"", .unknownField, 8, 13, "is a field of an event"),
        Fault(
            good + "applies_if: run.host == app and not (span.key == \"a\")", .unknownField, 8, 38,
            "is a field of a span"),
        Fault(good + "applies_if: exists scene.id", .unknownField, 8, 20, "is a field of a scene"),
        Fault(
            "severity: info\nlet: {began: last activity.start}\nafter: hang\nexpect: data.save\n"
                + "applies_if: began.kind == \"video\"", .unknownField, 9, 13, "is what the rule binds"),
        Fault(
            "severity: info\nruns: [{where: event.ok}, {ended_by: voip}]", .unknownField, 6, 16,
            "is a field of an event"),
        Fault(
            good + "within: \"{limit}\"\nparams: {limit: 5s}\nparams_by: [{when: rule.count > 1, times: 2}]",
            .unknownField, 10, 20, "is a field of a rule"),
        // Fields of the event alone.
        Fault(good + "same: [name, run.pid]", .unknownField, 8, 14, "“run.pid” is no field of an event"),
        Fault(good + "same: span.name", .unknownField, 8, 7, "such as name or event.name: an attribute"),
        Fault(good + "same: event.", .unknownField, 8, 7, "“event.” is no field"),
        Fault(good + "same: [launch.kind]", .unknownField, 8, 8, "written event.launch.kind"),
        Fault("severity: info\nspan: hang\nlonger_than: 1s\nsame: end.ok", .unknownField, 8, 7, "or span.name"),
        Fault(
            "severity: info\nafter: {event: hang, capture: {k: end.x}}\nexpect: data.save", .unknownField, 6, 35,
            "“end.x” is no field"),
        Fault(
            "severity: info\nafter: {event: hang, capture: {k: name}}\nexpect: {event: data.save, same: [k.name]}",
            .unknownField, 7, 35, "“k.name” is no field"),
        Fault(
            "severity: info\nafter: hang\nforbid: data.save\nwithin: 5s\n"
                + "unless_next: {saw: data.load, same: run.model}", .unknownField, 9, 37, "no field of an event"),
        Fault(
            "severity: info\ncount: hang\nmore_than: 1\nper: run\ndistinct: span.n", .unknownField, 9, 11, "“span.n”"),
        Fault(
            "severity: info\ncount: hang\nmore_than: 1\nper: run\nsum: scene.state", .unknownField, 9, 6, "“scene.st"),
        Fault("severity: info\ncount: hang\nmore_than: 1\nper: run\nsum: event.name", .typeError, 9, 6, "added up"),
        Fault(
            "severity: info\nrising: memory.footprint\nat: hang\ntimes: 2\nfield: run.bytes", .unknownField, 9, 8,
            "“run.bytes”"),
        Fault(good + "clock: utc", .badRule, 8, 8, "is no clock"),
        Fault(good + "requires: [data.sav]", .unknownEvent, 8, 12, "no event", "data.save"),
        Fault(good + "requires: [{ended_by: voiP}]", .unknownCause, 8, 23, "No run ends", "voip"),
        // Which check.
        Fault("severity: info", .badRule, 1, 1, "needs a check"),
        Fault(good + "span: hang\nlonger_than: 1s", .badRule, 8, 7, "has one check"),
        Fault("severity: info\nafter: hang", .badRule, 1, 1, "needs “expect”"),
        Fault(good + "more_than: 5", .badRule, 8, 12, "does not go with “after”"),
        Fault(good + "any_of: [{still_open: unsaved}]", .badRule, 6, 8, "belongs below it"),
        Fault("severity: info\nany_of: []", .badRule, 6, 9, "at least one check"),
        Fault("severity: info\nany_of:\n  - still_open: unsaved\n    title: x", .unknownKey, 8, 5, "no key “title”"),
        // Limits.
        Fault(good + "within: 0s", .badRule, 8, 9, "more than nothing"),
        Fault(good + "within: -5s", .badRule, 8, 9, "more than nothing"),
        Fault(good + "within: 5", .typeError, 8, 9, "is a duration"),
        Fault(good + "within: 5 parsecs", .typeError, 8, 9, "is a duration"),
        Fault(good + "within: 5sec", .ruleSyntax, 8, 9, "is no unit"),
        Fault(good + "within: {time: 5s, clock: utc}", .badRule, 8, 27, "is no clock"),
        Fault("severity: info\ncount: hang\nmore_than: -1\nper: run", .badRule, 7, 12, "not below zero"),
        Fault("severity: info\ncount: hang\nmore_than: many\nper: run", .typeError, 7, 12, "is a number"),
        Fault("severity: info\ncount: hang\nmore_than: 1", .badRule, 1, 1, "needs “within: 60s”"),
        Fault("severity: info\ncount: hang\nmore_than: 1\nper: run\nwithin: 5s", .badRule, 8, 6, "has one of"),
        Fault("severity: info\nafter: hang\nforbid: data.save", .badRule, 1, 1, "needs an end"),
        Fault(good + "unless: [data.load, data.save]", .badRule, 8, 21, "both expected and"),
        Fault(
            "severity: info\nevent: hang\nonly_during: active\nnever_during: [inactive, active]", .badRule, 8, 26,
            "in only_during and in never_during"),
        Fault("severity: info\nevent: hang", .badRule, 1, 1, "“only_during”"),
        Fault("severity: info\nevent: hang\nonly_during: active\nacross: all", .badRule, 8, 9, "needs both"),
        Fault(
            "severity: info\nspan: saving\nshorter_than: 5s\non_silence: inconclusive", .badRule, 8, 13,
            "only a known end is too early"),
        Fault(
            "severity: info\nspan: saving\nlonger_than: 5s\non_silence: possible", .badRule, 8, 13,
            "“possible” is for “told_by”"),
        Fault(
            "severity: info\nafter: hang\nexpect: data.save\ntold_by: data.load", .badRule, 8, 10, "needs “within”"),
        Fault(good + "within: 5s\non_silence: violated", .badRule, 9, 13, "without “told_by”"),
        Fault(good + "within: 5s\ntold_by: data.load\nfor_each: device", .badRule, 9, 10, "beyond the limit"),
        Fault(
            "severity: info\nwhen_run_ends: {by: reclaimed, during: hang, naming: hang}", .badRule, 6, 54,
            "named by itself"),
        Fault("severity: info\nbetween: [hang]\nexpect: data.save", .badRule, 6, 10, "two events"),
        Fault("severity: info\nbetween: [hang, hang]", .badRule, 6, 10, "either “expect” or “forbid”"),
        Fault("severity: info\nsequence: [hang]", .badRule, 6, 11, "at least two steps"),
        Fault("severity: info\nsequence: [{not: hang}, hang]", .badRule, 6, 12, "does not begin with"),
        Fault(
            "severity: info\nsequence: [hang, {event: hang, repeat: 0}]", .badRule, 6, 40, "a number such as 2"),
        Fault("severity: info\nruns: [{unsaved: true}]\nwithin: 1h", .badRule, 6, 7, "at least two runs"),
        Fault(
            "severity: info\nruns: [{launch: warm}, {launch: foreground}]\nwithin: 1h", .badRule, 6, 17, "is no launch"),
        Fault("severity: info\nstreak: 1\neach: {unsaved: true}", .badRule, 6, 9, "at least 2"),
        Fault(
            "severity: info\nstreak: 3\neach: {unsaved: true}\nsame: [verson]", .unknownField, 8, 8, "No run", "version"
        ),
        Fault("severity: info\nshare: hang\nof: run\nmore_than: 30", .typeError, 8, 12, "percentage"),
        Fault("severity: info\nshare: hang\nof: run\nat_least: 5 of 4", .badRule, 8, 11, "3 of 4"),
        Fault(
            "severity: info\nrising: memory.footprint\nat: hang\ntimes: 2\nfield: bytes\nby: x", .typeError, 10, 5,
            "such as 30%"),
        // Severities.
        Fault("after: hang\nexpect: data.save", .badRule, 1, 5, "needs “severity”"),
        Fault("severity: info\nspan: hang\nlonger_than: {error: 1s}", .badRule, 5, 11, "exclude “severity”"),
        Fault("span: hang\nlonger_than: {eror: 1s}", .unknownKey, 6, 15, "info, warning and error", "error"),
        Fault("span: hang\nlonger_than: {warning: 5s, error: 1s}", .badRule, 6, 14, "limits rise"),
        Fault(
            "any_of:\n  - {span: hang, longer_than: {error: 1s}, severity: info}", .badRule, 6, 54,
            "exclude “severity”"),
        Fault(good + "severity_by: [{when: fatal, severity: bad}]", .badRule, 8, 39, "is no severity"),
        // Parameters.
        Fault(good + "within: \"{limt}\"\nparams: {limit: 5s}", .unknownField, 8, 11, "no parameter “limt”", "limit"),
        Fault(good + "params: {limit: 5s}", .badRule, 8, 10, "Nothing uses"),
        Fault(good + "within: {limit}\nparams: {limit: 5s}", .badRule, 8, 9, "in quotes"),
        Fault(good + "params: {limit: 5parsecs}", .ruleSyntax, 8, 17, "is no unit"),
        Fault(
            good + "where: \"duration > {limit} + 5\"\nparams: {limit: 5s}", .typeError, 8, 30, "does not go with"),
        Fault(
            good + "within: \"{limit}\"\nparams: {limit: 5s}\nparams_by: [{when: debugger, set: {limt: 1s}}]",
            .unknownField, 10, 36, "no parameter “limt”", "limit"),
        Fault(
            good + "within: \"{limit}\"\nparams: {limit: 5s}\nparams_by: [{when: debugger, set: {limit: 3}}]",
            .typeError, 10, 43, "is a duration"),
        Fault(good + "params_by: [{when: debugger}]", .badRule, 8, 13, "“set” or “times”"),
        Fault(
            "params: {error: 1s}\nspan: hang\nlonger_than: {error: 1s}", .duplicateID, 7, 15, "is a parameter itself"),
        // What belongs to a rule.
        Fault(good + "let: {x: memory.footprint}", .badRule, 8, 10, "“last” or “first”"),
        Fault(good + "let: {x: last memory.footprnt}", .unknownEvent, 8, 15, "no event", "memory.footprint"),
        Fault(good + "once_per: version", .badRule, 8, 11, "is no once_per"),
        Fault(good + "usually: {share: hang, of: run}", .badRule, 8, 10, "needs “at_least”"),
        Fault(good + "evidence: {min_runs: 0}", .badRule, 8, 22, "at least 1"),
        Fault(good + "culprit: nam", .unknownField, 8, 10, "no field “nam”", "name"),
        Fault(good + "overrides: yes", .badRule, 8, 12, "true or false"),
        Fault(good + "let: {run: last hang}", .badRule, 8, 7, "choose another"),
        Fault(good + "aliases: [a-b, A_b]", .badRule, 8, 16, "kebab-case"),
        Fault(good + "within: \"{severity}\"\nparams: {severity: 5s}", .badRule, 9, 10, "choose another"),
        // Tests.
        Fault(good + "tests: [{name: x}]", .badRule, 8, 9, "bad, ok"),
        Fault(good + "tests: [{name: x, ok: a, bad: b}]", .badRule, 8, 9, "bad, ok"),
        Fault(good + "tests: [{ok: a}]", .badRule, 8, 9, "needs “name”"),
        Fault(good + "tests:\n  - name: x\n    ok: |\n      a\n      b # ! c", .badRule, 12, 7, "expects none"),
        Fault(good + "tests: [{name: x, bad: a, vacuous: true}]", .badRule, 8, 36, "can be vacuous"),
        Fault(good + "tests: [{name: x, ok: a, severity: error}]", .badRule, 8, 36, "has “severity”"),
        Fault(good + "tests: [{name: x, bad: a, exempt: human}]", .badRule, 8, 35, "is no exempt"),
        Fault(good + "tests: [{name: x, bad: a, params: {y: 1}}]", .unknownField, 8, 36, "no parameter “y”"),
    ]

    @Test("Each slip has a place, a code and a sentence", arguments: faults)
    func slips(_ fault: Fault) {
        do {
            _ = try RuleSupport.read(whole: RuleSupport.header + fault.text)
            Issue.record("This loads.")
        } catch {
            let found = error.problems.first { $0.message.contains(fault.message) }
            guard let found else {
                Issue.record("\(error)")
                return
            }
            #expect(found.code == fault.code, "\(error)")
            #expect(found.line == fault.line && found.column == fault.column, "\(error)")
            #expect(found.suggestion == fault.suggestion, "\(error)")
        }
    }

    struct Message: Sendable {
        let text: String
        let code: ProblemCode
        let column: Int
    }

    @Test(
        "Messages name fields that there are",
        arguments: [
            Message(text: "{limti}", code: .unknownField, column: 12),
            Message(text: "ab {run.verson}", code: .unknownField, column: 15),
            Message(text: "[ {name} ", code: .badRule, column: 0),
            Message(text: "[no field]?", code: .ruleSyntax, column: 11),
            Message(text: "a {name", code: .ruleSyntax, column: 13),
            Message(text: "a {na me}", code: .ruleSyntax, column: 13),
            Message(text: "", code: .badRule, column: 10),
            Message(text: " ", code: .badRule, column: 10),
            Message(text: "[{run.version} {name}]?", code: .badRule, column: 10),
            Message(text: "[{run.version}]? {name}", code: .badRule, column: 0),
        ])
    func messages(_ message: Message) {
        let text = "id: a-rule\ntitle: T\ntopic: tasks\nmessage: \"\(message.text)\"\n" + Self.good
        do {
            _ = try RuleSupport.read(whole: text)
            #expect(message.column == 0, "This loads.")
        } catch {
            #expect(error.problems.map(\.code) == [message.code], "\(error)")
            #expect(error.problems[0].line == 4 && error.problems[0].column == message.column, "\(error)")
        }
    }

    @Test("Messages may name measured values, bound names, custom attributes in full, and braces")
    func goodMessages() throws {
        let text =
            "id: a-rule\ntitle: T\ntopic: tasks\nlet: {before: last memory.footprint}\n"
            + "message: \"{{x}} {value.median} {before.bytes} {who} {event.own} {end.own} {run.version} {severity} [a]\"\n"
            + "severity: info\nafter: {event: hang, capture: {who: name}}\nexpect: data.save\n"
        let rule = try RuleSupport.read(whole: text)
        #expect(rule.message.parts.first == .text("{x} "))
        #expect(rule.message.parts.last == .text(" [a]"))
    }

    @Test(
        "A field of the event may stand with and without its noun",
        arguments: [
            (
                "after: hang\nexpect: data.save\nsame: [event.n, data.state, event.run.pid]",
                ["n", "data.state", "run.pid"]
            ),
            ("span: hang\nlonger_than: 1s\nsame: [span.n, event.m, k]", ["n", "m", "k"]),
            ("still_open: unsaved\nsame: span.document", ["document"]),
        ])
    func fields(_ check: String, _ same: [String]) throws {
        #expect(try RuleSupport.read(check).variants[0].body.branches[0].same == same)
    }

    @Test(
        "Ids and topics are those of the file",
        arguments: [
            ("id: other\ntitle: T\ntopic: tasks\nmessage: M\n", 1, 5, "name of its file"),
            ("id: A_rule\ntitle: T\ntopic: tasks\nmessage: M\n", 1, 5, "kebab-case"),
            ("id: a-rule\ntitle: T\ntopic: task\nmessage: M\n", 3, 8, "its folder"),
            ("id: a-rule\ntitle: T\nmessage: M\n", 1, 1, "needs “topic”"),
            ("id: a-rule\ntopic: tasks\nmessage: M\n", 1, 1, "needs “title”"),
            ("title: T\ntopic: tasks\n", 1, 1, "needs “id”"),
        ])
    func ids(_ header: String, _ line: Int, _ column: Int, _ message: String) {
        do {
            _ = try RuleSupport.read(whole: header + Self.good)
            Issue.record("This loads.")
        } catch {
            let problem = error.problems.first { $0.message.contains(message) }
            #expect(problem?.line == line && problem?.column == column, "\(error)")
        }
    }

    @Test("Files that are no rules, and bombs, are refused")
    func hostile() {
        var bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
        for (name, inner) in zip("bcdefgh", "abcdefg") {
            bomb += "\(name): &\(name) [" + Array(repeating: "*\(inner)", count: 10).joined(separator: ", ") + "]\n"
        }
        for text in ["", "- a", "a", "id: [", bomb, "any_of: " + String(repeating: "[", count: 100)] {
            #expect(throws: LoadingError.self) { try RuleSupport.read(whole: text) }
        }
    }
}
