// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import TestSupport
import Testing

@testable import LifelintLanguage

@Suite("Rule files are read") struct RuleFileReaderTests {
    private let response = "after: hang\nexpect: data.save\nwithin: 10s\n"

    @Test("The example of the language is read whole")
    func example() throws {
        let text = """
            id: background-task-not-ended-at-expiration
            title: Background task not ended when it expired
            topic: tasks
            preset: strict
            severity: error
            params: { limit: 1s }
            for_each: backgroundTask
            after: backgroundTask.expire
            expect: backgroundTask.end
            within: "{limit}"
            clock: running
            requires: [[backgroundTask.end, { ended_by: backgroundTask }]]
            culprit: span.name
            aliases: [old-name]
            subsumes: [other]
            message: "Background task {task}[ “{span.name}”]? expired and was not ended within {limit}."
            why: |
              Because.
            fix: |
              Call endBackgroundTask.
            blind_spots: |
              None.
            links: [ "https://developer.apple.com/documentation/uikit" ]
            tests:
              - name: killed with the task open
                bad: |
                  10:00:00 process.launch pid=71 intent=foreground
                  10:00:30 backgroundTask.expire task=7         # ! points here
                  10:00:36 process.exit namespace=RUNNINGBOARD code=0x2182bad2
              - { name: ended, ok: "10:00:00 process.launch", vacuous: true, params: { limit: 2s }, logs: data.save }
              - { name: not shown, not_evaluated: "10:00:00 process.launch" }
            """
        let rule = try RuleSupport.read(whole: text, path: "rules/tasks/background-task-not-ended-at-expiration.yml")
        #expect(rule.preset == .strict && rule.severity == .error && rule.topic == "tasks")
        #expect(rule.culprits == ["span.name"] && rule.aliases == ["old-name"] && rule.subsumes == ["other"])
        #expect(rule.parameters.map(\.name) == ["limit"])
        #expect(rule.parameters[0].value == .duration(1_000_000_000))
        let branch = rule.variants[0].body.branches[0]
        #expect(branch.forEach == .span("backgroundTask", key: "task"))
        #expect(branch.requires.map { $0.map(\.name) } == [["backgroundTask.end", "ended_by backgroundTask"]])
        #expect(
            rule.message.parts == [
                .text("Background task "), .field("task"),
                .optional([.text(" “"), .field("span.name"), .text("”")]),
                .text(" expired and was not ended within "), .field("limit"), .text("."),
            ])
        #expect(rule.tests.map(\.expectation) == [.bad, .ok, .notEvaluated])
        #expect(rule.tests[0].marked == [2])
        #expect(rule.tests[0].at.line == 27 && rule.tests[0].at.column == 7)
        #expect(rule.tests[1].isVacuous && rule.tests[1].parameters == ["limit": "2s"])
        #expect(rule.tests[1].declaredLogs == ["data.save"])
        #expect(rule.source == text && rule.fix == "Call endBackgroundTask.\n")
        #expect(RuleDiagnostics.warnings(of: rule).isEmpty)
    }

    // MARK: Guards

    @Test("Guards of the rule hold in its branches, which may have their own")
    func guards() throws {
        let rule = try RuleSupport.read(
            """
            while: background
            applies_if: host == app and not user_visible
            requires: [data.save, {event: data.change, in: run}]
            clock: wall
            any_of:
              - after: hang
                expect: data.save
                within: 5s
                where: fatal
                applies_if: not run.debugger
                requires: cache.*
                while: [[active, inactive], [mode]]
                clock: active
                severity: info
                message: "{state}"
              - still_open: unsaved
                where: duration > 5s and user_visible
            """)
        let body = try #require(rule.variants.last?.body)
        #expect(body.combination == .anyOf)
        let (first, second) = (body.branches[0], body.branches[1])
        #expect(first.appliesIf?.description == "run.host == \"app\" and not run.visible and not run.debugger")
        #expect(first.requires.map { $0.map(\.name) } == [["data.save"], ["data.change"], ["cache.*"]])
        #expect(first.whileOpen.map { $0.map(\.text) } == [["active", "inactive"], ["mode"]])
        #expect(first.clock == .active && first.severity == .info && first.message != nil)
        #expect(first.condition?.description == "fatal")
        #expect(second.whileOpen.map { $0.map(\.text) } == [["background"]])
        #expect(second.clock == .wall && second.severity == nil && second.message == nil)
        #expect(second.condition?.description == "duration > 5s and run.visible")
        #expect(second.appliesIf?.description == "run.host == \"app\" and not run.visible")
    }

    @Test("What only a rule has is read")
    func ruleGuards() throws {
        let rule = try RuleSupport.read(
            """
            evidence: { min_runs: 3 }
            unless_next: { saw: restoration.restore, same: [document], within: 10s }
            interrupted_by: [permission.prompt, screen.unlock]
            usually: { share: ui.cover, of: app.didEnterBackground, at_least: 3 of 4 }
            once_per: { info: appVersion }
            severity_by:
              - { when: user_visible, severity: error }
              - { when: before.bytes > 100MB, severity: none }
            let: { before: last memory.footprint, start: { first: { event: process.launch, where: pid > 1 } } }
            uses: [other-rule]
            after: rule.other-rule
            expect: anomaly.gap
            """)
        #expect(rule.minimumRuns == 3)
        let next = try #require(rule.unlessNext)
        #expect(CheckText.run(next.item) == "(saw restoration.restore 10s)" && next.same == ["document"])
        #expect(CheckText.list(rule.interruptedBy) == "permission.prompt,screen.unlock")
        let usually = try #require(rule.usually)
        #expect(CheckText.counted(usually.share) == "ui.cover" && usually.atLeast == 3 && usually.outOf == 4)
        #expect(rule.oncePerVersion == [.info])
        #expect(rule.severityBy.map(\.severity) == [.error, nil])
        #expect(rule.severityBy[0].when.description == "run.visible")
        #expect(rule.bindings.map(\.name) == ["before", "start"] && rule.bindings.map(\.isFirst) == [false, true])
        #expect(CheckText.list(rule.bindings[1].events) == "process.launch{pid > 1}")
        #expect(
            CheckText.text(rule.variants[0].body.branches[0].check).contains("custom:rule.other-rule -> custom:ano"))
        #expect(try RuleSupport.read(response + "once_per: appVersion").oncePerVersion.count == 3)
    }

    // MARK: Parameters

    private let graded = "span: launch\nlonger_than: { info: 400ms, warning: 1s, error: 5s }\n"

    private func limits(_ text: String, _ settings: RuleSettings = RuleSettings()) throws -> [String] {
        let rule = try RuleSupport.read(whole: RuleSupport.header + text, settings: settings)
        return rule.variants.map { variant in
            (variant.when.map { "\($0): " } ?? "") + CheckText.text(variant.body.branches[0].check)
        }
    }

    @Test("A map of limits makes parameters of its severities")
    func severityMap() throws {
        let info = "\"info:400ms\", \"warning:1s\", \"error:5s\""
        #expect(try limits(graded) == ["length launch [\(info)] shorter -"])
        let set = RuleSettings(parameters: ["info": .off, "warning": .value("800ms"), "error": .value("3s")])
        #expect(try limits(graded, set) == ["length launch [\"warning:800ms\", \"error:3s\"] shorter -"])
        let one = RuleSettings(parameters: ["info": .off], severity: .error)
        #expect(try limits(graded, one) == ["length launch [\"error:1s\"] shorter -"])
        let rule = try RuleSupport.read(whole: RuleSupport.header + graded, settings: set)
        #expect(rule.severity == nil)
        #expect(rule.parameters.map(\.name) == ["info", "warning", "error"])
        #expect(rule.parameters.map(\.value) == [nil, .duration(800_000_000), .duration(3_000_000_000)])
        #expect(rule.parameters.map(\.standard)[0] == .duration(400_000_000))
        #expect(rule.variants[0].parameters == ["warning": .duration(800_000_000), "error": .duration(3_000_000_000)])
    }

    @Test("Parameters fit runs: an entry sets them, or multiplies times; what is set from outside outranks it")
    func choices() throws {
        let text = """
            severity: info
            params: { limit: 30s, count: 3 }
            params_by:
              - { when: 'os < "13"', set: { limit: 150s, count: 4 } }
              - { when: launch.afterUpdate, times: 2 }
            count: hang
            more_than: "{count}"
            within: "{limit}"
            """
        let tail = "distinct - sum - without "
        #expect(
            try limits(text) == [
                "run.os < \"13\": count hang open - > 4.0 within 150s \(tail)",
                "run.launch.afterUpdate: count hang open - > 3.0 within 1m \(tail)",
                "count hang open - > 3.0 within 30s \(tail)",
            ])
        let set = RuleSettings(parameters: ["limit": .value("10s")])
        #expect(
            try limits(text, set) == [
                "run.os < \"13\": count hang open - > 4.0 within 10s \(tail)",
                "run.launch.afterUpdate: count hang open - > 3.0 within 20s \(tail)",
                "count hang open - > 3.0 within 10s \(tail)",
            ])
        let doubled = try limits("params_by: [{ when: launch.firstEver, times: 1.5 }]\n" + graded)
        #expect(doubled[0].contains("[\"info:600ms\", \"warning:1500ms\", \"error:7500ms\"]"))
    }

    @Test("Parameters stand in conditions, and lists of them between brackets")
    func conditions() throws {
        let rule = try RuleSupport.read(
            """
            params: { kinds: [game, video], share: 30% , limit: 2s }
            severity_by: [{ when: "duration > {limit}", severity: error }]
            share: { span: activity, where: "kind in [{kinds}]" }
            of: activity
            more_than: "{share}"
            """)
        #expect(CheckText.text(rule.variants[0].body.branches[0].check).contains("kind in [\"game\", \"video\"]"))
        #expect(rule.parameters.map(\.text) == ["[game, video]", "30%", "2s"])
        #expect(rule.severityBy[0].when.description == "duration > 2s")
    }

    @Test(
        "A list is set as a list, as it is written, or as what stands in its brackets",
        arguments: [
            "[audio]", "audio",
        ])
    func lists(setting: String) throws {
        let rule = try RuleSupport.read(
            """
            params: { kinds: [game, video] }
            severity: info
            event: { event: activity.start, where: "kind in [{kinds}]" }
            never_during: background
            """, settings: RuleSettings(parameters: ["kinds": .value(setting)]))
        #expect(CheckText.text(rule.variants[0].body.branches[0].check).contains("kind in [\"audio\"]"))
        #expect(rule.parameters.map(\.text) == ["[audio]"])
    }

    @Test("A severity that is set replaces the rule's own, and what is no finding stays none")
    func severity() throws {
        let text = """
            severity_by: [{ when: fatal, severity: error }, { when: ignored, severity: none }]
            severity: info
            any_of: [{ after: hang, expect: data.save, severity: error }]
            """
        let rule = try RuleSupport.read(text, settings: RuleSettings(severity: .warning))
        #expect(rule.severity == .warning && rule.severityBy.map(\.severity) == [nil])
        #expect(rule.variants[0].body.branches[0].severity == nil)
    }

    @Test("Settings must name parameters of the rule and have their type")
    func settings() {
        let text = "params: { limit: 5s }\nafter: hang\nexpect: data.save\nwithin: \"{limit}\""
        for (name, setting, code) in [
            ("limt", ParameterSetting.value("1s"), ProblemCode.unknownKey), ("limit", .value("many"), .typeError),
            ("limit", .off, .badRule), ("limit", .value("0s"), .badRule),
        ] {
            do {
                _ = try RuleSupport.read(text, settings: RuleSettings(parameters: [name: setting]))
                Issue.record("\(name) cannot be set to \(setting).")
            } catch {
                #expect(error.problems.map(\.code) == [code], "\(error)")
            }
        }
    }

    @Test("A limit of a severity that is a check of its own can be off, but not the last one")
    func branchLimitsOff() throws {
        let text =
            "params: { warning: 1s, error: 5s }\nany_of:\n  - { span: hang, longer_than: \"{error}\", severity: error }\n"
            + "  - { span: hang, longer_than: \"{warning}\", severity: warning }"
        let off = RuleSettings(parameters: ["warning": .off])
        let rule = try RuleSupport.read(text, settings: off)
        #expect(rule.variants.last?.body.branches.map(\.severity) == [.error])
        #expect(try RuleSupport.read(text).variants.last?.body.branches.count == 2)
        #expect(throws: LoadingError.self) {
            try RuleSupport.read(text, settings: RuleSettings(parameters: ["warning": .off, "error": .off]))
        }
    }

    // MARK: Diagnostics

    @Test("What must have happened before is an absence, too")
    func precedenceDiagnostics() throws {
        let text = "before: app.didEnterBackground\nexpect: data.save"
        let warnings = RuleDiagnostics.warnings(of: try RuleSupport.read(text)).map(\.message)
        #expect(warnings.last?.contains("“data.save” is expected but not among “requires”") == true)
        let guarded = RuleDiagnostics.warnings(of: try RuleSupport.read(text + "\nrequires: data.save"))
        #expect(guarded.count == warnings.count - 1)
    }

    @Test("A rule without tests, why and fix, and with an absence that nothing guards, is told what it lacks")
    func diagnostics() throws {
        let warnings = RuleDiagnostics.warnings(of: try RuleSupport.read(response))
        #expect(warnings.map(\.code) == [.missingTest, .missingTest, .badRule, .badRule, .badRule])
        #expect(warnings.last?.message.contains("“data.save” is expected but not among “requires”") == true)
        #expect(warnings.allSatisfy { $0.line == 1 && $0.sourceLine == "id: a-rule" })
        let guarded = RuleDiagnostics.warnings(of: try RuleSupport.read(response + "requires: data.*"))
        #expect(guarded.count == 4)
        let told = RuleDiagnostics.warnings(of: try RuleSupport.read(response + "told_by: data.load"))
        #expect(told.count == 4)
        let silent = response + "told_by: data.load\non_silence: violated"
        #expect(RuleDiagnostics.warnings(of: try RuleSupport.read(silent)).count == 5)
    }

    @Test(
        "A word without quotes that is compared with, and that no test has as a field, may be meant as text",
        arguments: [
            ("event: { event: activity.start, where: name == route }\nonly_during: foreground", "route"),
            ("event: { event: activity.start, where: \"name in [route, 'b']\" }\nonly_during: foreground", "route"),
            ("event: activity.start\nonly_during: foreground\nwhere: name != route", "route"),
            ("span: activity\nlonger_than: 5s\nwhile: { span: network, where: name == main_window }", "main_window"),
            ("event: { event: activity.start, where: name == 'route' }\nonly_during: foreground", nil),
            ("event: { event: activity.start, where: name == scene }\nonly_during: foreground", nil),
            ("event: { event: activity.start, where: kind == navigation }\nonly_during: foreground", nil),
            (
                "let: { route: last activity.stop }\nevent: activity.start\nonly_during: foreground\n"
                    + "where: name == route.name", nil
            ),
            (
                "event: { event: activity.start, where: name == route }\nonly_during: foreground\ntests:\n"
                    + "  - name: one\n    ok: |\n      10:00:00.000 activity.start name=a route=b\n", nil
            ),
        ] as [(String, String?)])
    func bareWords(check: String, word: String?) throws {
        let warnings = RuleDiagnostics.warnings(of: try RuleSupport.read(check)).map(\.message)
        let told = warnings.filter { $0.contains("is the name of a field here") }
        #expect(told.count == (word == nil ? 0 : 1), "\(warnings)")
        if let word { #expect(told.allSatisfy { $0.hasPrefix("“\(word)”") }, "\(told)") }
    }

    @Test(
        "A field of no test that is nearly called like a declared one may be meant as that",
        arguments: [
            ("event: { event: activity.start, where: levle == error }\nonly_during: foreground", "levle", "level"),
            ("event: app.didBecomeActive\nonly_during: foreground\nwhere: event.sesion == 'a'", "sesion", "session"),
            ("span: network\nlonger_than: 5s\nwhere: uservisible", "uservisible", "user_visible"),
            (
                "span: network\nlonger_than: 5s\nseverity_by: [{ when: uservisible, severity: info }]", "uservisible",
                "user_visible"
            ),
            ("event: { event: activity.start, where: screen == 'a' }\nonly_during: foreground", nil, nil),
            (
                "event: { event: activity.start, where: levle == 'a' }\nonly_during: foreground\ntests:\n"
                    + "  - name: one\n    ok: |\n      10:00:00.000 activity.start levle=a\n", nil, nil
            ),
            ("severity: info\nafter: backgroundTask.begin\nexpect: backgroundTask.end\nsame: [taks]", "taks", "task"),
            ("severity: info\ncount: network.begin\ndistinct: nam\nmore_than: 3\nper: run", "nam", "name"),
            ("severity: info\nspan: backgroundTask\nlonger_than: 3s\nwhere: end.tsk == '7'", "tsk", "task"),
            (
                "event: memory.warning\nonly_during: foreground\nlet: { before: last memory.footprint }\n"
                    + "where: befor.bytes > 5MB", "befor.bytes", "before.bytes"
            ),
            (
                "event: memory.warning\nonly_during: foreground\nlet: { before: last memory.footprint }\n"
                    + "where: before.bites > 5MB", "bites", "bytes"
            ),
            ("event: app.didBecomeActive\nonly_during: foreground\nwhere: runs.host == 'app'", "runs.host", "run.host"),
            ("event: data.load\nonly_during: foreground\nwhere: reply.status == 'a'", nil, nil),
        ] as [(String, String?, String?)])
    func misspeltFields(check: String, word: String?, meant: String?) throws {
        let warnings = RuleDiagnostics.warnings(of: try RuleSupport.read(check)).map(\.message)
        let told = warnings.filter { $0.contains("did you mean") }
        #expect(told.count == (word == nil ? 0 : 1), "\(warnings)")
        if let word, let meant {
            #expect(told.allSatisfy { $0.hasPrefix("“\(word)”") && $0.hasSuffix("“\(meant)”?") }, "\(told)")
        }
    }

    @Test(
        "What is taken to be open asks for what would tell its end",
        arguments: [
            ("still_open: backgroundTask", "backgroundTask.end"),
            ("span: audioPlaying\nlonger_than: 5s", "audio.pause or audio.sessionDeactivate"),
            ("span: network\ninside: backgroundTask\nrequires: network.end", "backgroundTask.end"),
            ("event: ui.refresh\nnever_during: background\nwhile: call", "call.end"),
            ("count: { open: resource }\nmore_than: 3\nper: run", "resource.release"),
            ("still_open: backgroundTask\nrequires: backgroundTask.*", nil),
            ("span: audioPlaying\nlonger_than: 5s\nrequires: audio.sessionDeactivate", nil),
            ("any_of:\n  - { span: audioPlaying, longer_than: 5s, at_most: possible }", nil),
            ("any_of:\n  - { still_open: backgroundTask, at_most: likely }", "backgroundTask.end"),
            // Whose beginning is told, of that the end is, too: both are halves of one event.
            ("span: hang\nlonger_than: 5s", nil), ("span: background\nlonger_than: 5s", nil),
        ] as [(String, String?)])
    func openings(check: String, missing: String?) throws {
        let spans = try RuleLibrary.shipped().vocabulary.spans
        let warnings = RuleDiagnostics.warnings(of: try RuleSupport.read(check), spans: spans).map(\.message)
        let told = warnings.filter { $0.contains("is taken to be open") }
        #expect(told.count == (missing == nil ? 0 : 1), "\(warnings)")
        if let missing { #expect(told.allSatisfy { $0.contains("no “\(missing)” was told") }, "\(told)") }
    }
}
