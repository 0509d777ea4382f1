// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import TestSupport
import Testing

@testable import LifelintLanguage

@Suite("Checks are read in all their written forms") struct RuleCheckFormTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let written: String
        let read: String
        var testDescription: String { written }

        init(_ written: String, _ read: String) {
            self.written = written
            self.read = read
        }
    }

    static let forms = [
        Form(
            "after: backgroundTask.expire\nexpect: backgroundTask.end",
            "response backgroundTask.expire -> backgroundTask.end within - unless  end - inOrder false"),
        Form(
            "after: [memory.warning, {event: memory.pressure, where: level == \"critical\"}]\nexpect: cache.*\n"
                + "within: {time: 10s, clock: wall}\nunless: process.exit\non_run_end: satisfied\npairs: in_order",
            "response memory.warning,memory.pressure{level == \"critical\"} -> glob:cache.* within 10s/wall "
                + "unless process.exit end satisfied inOrder true"),
        Form(
            "after: memory.warning\nexpect: cache.purge\nwithin: 10s\ntold_by: memory.footprint\non_silence: violated",
            "response memory.warning -> cache.purge within 10s unless  end - inOrder false told by memory.footprint "
                + "silence violated"),
        Form(
            "when_run_ends: {by: voip, naming: [database, {span: saving, where: event.main}]}",
            "ending voip/possible during [] within - of  naming [\"database\", \"saving{event.main}\"]"),
        Form(
            "params: { limit: 90s }\nafter: checkout.begin\nexpect: checkout.end\nwithin: \"{limit}\"",
            "response custom:checkout.begin -> custom:checkout.end within 90s unless  end - inOrder false"),
        Form(
            "after: {event: data.save, phase: begin, same: [document, scene], capture: {what: document}}\n"
                + "expect: {event: [data.save, data.saveFailed], where: document == what}",
            "response data.save@begin=[\"document\", \"scene\"]>what:document -> "
                + "data.save/data.saveFailed{document == what} within - unless  end - inOrder false"),
        Form(
            "before: restoration.restore\nexpect: restoration.encode\nsince: app.didBecomeActive",
            "precedence restoration.restore <- restoration.encode since app.didBecomeActive"),
        Form(
            "between: [app.willResignActive, app.didBecomeActive]\nforbid: ui.teardown",
            "between app.willResignActive app.didBecomeActive forbid ui.teardown"),
        Form(
            "between: [[audio.play, audio.record], audio.pause]\nexpect: audio.sessionActivate",
            "between audio.play,audio.record audio.pause expect audio.sessionActivate"),
        Form(
            "after: backgroundTask.expire\nforbid: network.begin\nuntil: backgroundTask.end",
            "window backgroundTask.expire forbid network.begin within - until backgroundTask.end"),
        Form(
            "after: scene.didDisconnect\nforbid: [data.delete, user.logout]\nwithin: 1s",
            "window scene.didDisconnect forbid data.delete,user.logout within 1s until "),
        Form(
            "count: memory.warning\nmore_than: 3\nwithin: 60s\nwithout: cache.purge",
            "count memory.warning open - > 3.0 within 1m distinct - sum - without cache.purge"),
        Form(
            "count: network.begin\nmore_than: 0\nduring: background\ndistinct: url",
            "count network.begin open - > 0.0 during background distinct url sum - without "),
        Form(
            "count: data.save\nmore_than: 50MB\nper: run\nsum: bytes",
            "count data.save open - > 50000000.0 per run distinct - sum bytes without "),
        Form(
            "count: { open: backgroundTask }\nmore_than: 50",
            "count  open backgroundTask > 50.0 per run distinct - sum - without "),
        Form("span: saving\nlonger_than: 5s", "length saving [\"-:5s\"] shorter -"),
        Form(
            "span: saving\nlonger_than: 5s\non_silence: inconclusive",
            "length saving [\"-:5s\"] shorter - silence inconclusive"),
        Form(
            "span: app.didFinishLaunching\nshorter_than: 1ms",
            "length app.didFinishLaunching [] shorter 1ms"),
        Form(
            "span: { from: process.launch, to: ui.firstFrame }\nlonger_than: {time: 2s, clock: active}",
            "length process.launch..ui.firstFrame [\"-:2s/active\"] shorter -"),
        Form(
            "span: { span: network, where: main and duration > 100ms }\nlonger_than: 100ms",
            "length network{main and duration > 100ms} [\"-:100ms\"] shorter -"),
        Form(
            "event: data.save\nonly_during: app.willTerminate\nnever_during: [background, inactive]\nacross: appVersion",
            "place data.save in [\"app.willTerminate\"] never [\"background\", \"inactive\"] across appVersion"),
        Form(
            "event: ui.*\nnever_during: [suspended, {span: activity, where: kind == game}]",
            "place glob:ui.* in [] never [\"suspended\", \"activity{kind == \\\"game\\\"}\"] across -"),
        Form("still_open: unsaved", "open unsaved at run_end by -"),
        Form(
            "still_open: {span: unsaved, where: key != \"\"}\nwhen: suspended",
            "open unsaved{key != \"\"} at suspended by -"),
        Form(
            "still_open: backgroundTask\nwhen_run_ends: {by: [backgroundTask, crash.*]}",
            "open backgroundTask at run_end by backgroundTask or crash.*"),
        Form(
            "when_run_ends: {by: [watchdog.launch, voip], during: launch}",
            "ending voip,watchdog.launch/possible during [\"launch\"] within - of "),
        Form(
            "when_run_ends: {by: crash.*, confidence: certain, within: 10s of hang}",
            "ending crash.assertion,crash.exception,crash.signal/certain during [] within 10s/wall of hang"),
        Form(
            "when_run_ends: {by: userQuit, within: {time: 5s, of: [hang, runloop.stall]}}",
            "ending userQuit/possible during [] within 5s/wall of hang,runloop.stall"),
        Form(
            "sequence: [audio.play, {event: audio.pause, where: reason == \"x\", repeat: 2+}, "
                + "{any_of: [call.begin, call.end]}, {not: audio.play}]\nwithin: 5m\nstrictly: true",
            "sequence [\"audio.play\", \"audio.pause{reason == \\\"x\\\"}*2+\", \"call.begin,call.end\", "
                + "\"not audio.play\"] within 5m strict true"),
        Form(
            "sequence: [[audio.play, audio.record], {event: audio.pause, repeat: 3}]",
            "sequence [\"audio.play,audio.record\", \"audio.pause*3\"] within - strict false"),
        Form(
            "span: saving\noverlaps: suspended\nnot_covered_by: [backgroundTask, mode]",
            "overlap saving overlaps suspended covered [] not [\"backgroundTask\", \"mode\"]"),
        Form(
            "span: network\ninside: background\ncovered_by: call",
            "overlap network inside background covered [\"call\"] not []"),
        Form("span: fileLock\noutlives: foreground", "overlap fileLock outlives foreground covered [] not []"),
        Form(
            "runs: [{ended_by: [reclaimed, reboot], state_at_end: suspended, unsaved: true}, "
                + "{launch: foreground, missing: {event: restoration.restore, within: 10s}}]\nwithin: 24h",
            "runs [\"(by reboot,reclaimed/possible; state [\\\"suspended\\\"]; unsaved true)\", "
                + "\"(launch [\\\"foreground\\\"]; missing restoration.restore 10s)\"] within 1d/wall"),
        Form(
            "runs: [{ended_by: {by: reclaimed, confidence: certain}, during: [unsaved, saving]}, "
                + "{saw: [[data.load], [data.save, data.change]], where: version == \"1.0\"}]\nwithin: 1h",
            "runs [\"(by reclaimed/certain; during [\\\"unsaved\\\", \\\"saving\\\"])\", "
                + "\"(saw data.load -; saw data.save,data.change -; where run.version == \\\"1.0\\\")\"] within 1h/wall"
        ),
        Form(
            "share: {span: suspended, where: duration < 5m}\nof: suspended\nmore_than: 30%",
            "share span suspended{duration < 5m} of span suspended moreThan(0.3) least 20 across appVersion"),
        Form(
            "share: {ended_by: reclaimed}\nof: run\nat_least: 3 of 4\nat_least_of: 4\nacross: all",
            "share run (by reclaimed/possible) of run () atLeast(3, of: 4) least 4 across all"),
        Form(
            "share: hang\nof: [app.didBecomeActive]\nmore_than: 5%",
            "share hang of app.didBecomeActive moreThan(0.05) least 20 across appVersion"),
        Form(
            "rising: memory.footprint\nfield: bytes\nat: [app.didEnterBackground]\ntimes: 5\nby: [30%, 50MB]",
            "trend memory.footprint bytes at app.didEnterBackground times 5 by 0.3 50MB"),
        Form(
            "rising: memory.footprint\nfield: event.bytes\nat: hang\ntimes: 5",
            "trend memory.footprint bytes at hang times 5 by - -"),
        Form(
            "count: hang\nmore_than: 1\nper: run\ndistinct: event.data.state",
            "count hang open - > 1.0 per run distinct data.state sum - without "),
        Form(
            "count: hang\nmore_than: 1\nper: run\nsum: event.device.id",
            "count hang open - > 1.0 per run distinct - sum device.id without "),
        Form(
            "versions: [{saw: data.save, min_runs: 2}, {missing: data.save, min_runs: 2, where: run.os >= \"17\"}]",
            "versions [\"(saw data.save -; min 2)\", \"(missing data.save -; where run.os >= \\\"17\\\"; min 2)\"]"),
        Form(
            "streak: 3\neach: {ended_by: crash.*}\nwithin: 24h\nignore: {ended_by: userQuit}\n"
                + "same: [ending.detail.signature, run.version]",
            "streak 3 (by crash.assertion,crash.exception,crash.signal/possible) within 1d/wall "
                + "ignore (by userQuit/possible) same [\"run.ending.detail.signature\", \"run.version\"]"),
        Form(
            "formula: \"forall t in backgroundTask: always(begin(t) -> eventually[0s,30s](end(t) or runEnd))\"",
            "formula forall t in backgroundTask: always (begin(t) -> eventually[0s,30s] (end(t) or runEnd))"),
        Form(
            "any_of:\n  - still_open: unsaved\n  - when_run_ends: {by: fileLock}",
            "open unsaved at run_end by - | ending fileLock/possible during [] within - of "),
    ]

    @Test("A check is read as it is meant", arguments: forms)
    func reading(_ form: Form) throws {
        #expect(try RuleSupport.check(form.written) == form.read)
    }

    @Test("Every form of the language is among the forms that are tested")
    func complete() {
        let kinds = Set(Self.forms.map { String($0.read.prefix { $0 != " " }) })
        let all = [
            "response", "precedence", "between", "window", "count", "length", "place", "open", "ending", "sequence",
            "overlap", "runs", "share", "trend", "versions", "streak", "formula",
        ]
        #expect(kinds == Set(all))
    }

    @Test("Every span that the timeline derives can be named", arguments: RuleNames.derivedSpans)
    func derived(_ name: String) throws {
        #expect(try RuleSupport.check("still_open: \(name)") == "open \(name) at run_end by -")
    }

    struct Looked: Sendable {
        let written: String
        let forEach: ForEach
    }

    @Test(
        "What is judged one by one is the span of the check, else the run",
        arguments: [
            Looked(written: "still_open: unsaved", forEach: .span("unsaved", key: "document")),
            Looked(written: "still_open: checkout", forEach: .span("checkout", key: "order")),
            Looked(written: "still_open: call", forEach: .run),
            Looked(written: "still_open: scene.active", forEach: .scene),
            Looked(written: "span: app.willTerminate\nlonger_than: 1s", forEach: .run),
            Looked(written: "after: hang\nexpect: data.save", forEach: .run),
            Looked(written: "after: hang\nexpect: data.save\nfor_each: network", forEach: .span("network", key: "url")),
            Looked(written: "streak: 2\neach: {ended_by: voip}\nwithin: 1h\nfor_each: device", forEach: .device),
        ])
    func forEach(_ looked: Looked) throws {
        #expect(try RuleSupport.read(looked.written).variants[0].body.branches[0].forEach == looked.forEach)
    }
}
