// SPDX-License-Identifier: MIT

import Foundation
import LifelintKit
import Testing

@testable import LifelintCLI

/// Configuration and rules from the outside: the built program in a folder of its own.
@Suite struct ConfigurationCommandTests {
    @Test("A configuration is begun once, loads, and is never overwritten")
    func begin() throws {
        let lifelint = try BuiltProgram()
        let begun = try lifelint("init")
        #expect(begun.status == 0)
        #expect(begun.output == "wrote .lifelint.yml\n")
        let before = try lifelint.text(".lifelint.yml")
        #expect(before == InitCommand.text)
        let again = try lifelint("init")
        #expect(again.status == 2)
        #expect(again.errors.hasPrefix("lifelint: .lifelint.yml is there already"))
        #expect(try lifelint.text(".lifelint.yml") == before)
        let shown = try lifelint("config", "show")
        #expect(shown.status == 0, "\(shown.errors)")
        #expect(shown.output.contains("preset") && shown.output.contains(".lifelint.yml:4"))
    }

    @Test("Each setting of an app is shown with its own line")
    func settingsOfApps() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write(
            ".lifelint.yml",
            """
            apps:
              com.acme.notes:
                rules: { slow-launch: off }
                logs:
                  - data.save
                durability: buffered

            """)
        let shown = try lifelint("config", "show")
        let lines = shown.output.split(separator: "\n").filter { $0.hasPrefix("apps.") }
        #expect(lines.map { $0.split(separator: ":").last } == ["4", "6", "3"], "\(shown.output)\(shown.errors)")
    }

    @Test("A suppression may name the process, where no bundle id is known", arguments: [("Bistro", 1), ("Other", 0)])
    func suppressedProcess(app: String, count: Int) throws {
        let lifelint = try BuiltProgram()
        try lifelint.write(
            "a.lifelog",
            """
            # process=Bistro pid=5 date=2026-03-01
            10:00:00.000 process.launch intent=foreground
            10:00:00.300 app.didBecomeActive
            10:00:40.000 process.exit namespace=FRONTBOARD code=0x8badf00d

            """)
        try lifelint.write(".lifelint.yml", "suppress:\n  - { rule: watchdog-kill, app: \(app), reason: known }\n")
        let report = try lifelint("analyze", "a.lifelog", "--report", "json", "--fail-on", "never")
        #expect(report.output.contains("\"suppressed\":\(count),"), "\(report.output)\(report.errors)")
    }

    @Test("Every line of the configuration that begins can be switched on, by itself and with all others")
    func begunConfiguration() throws {
        let lifelint = try BuiltProgram()
        try expectEachLineWorks(of: InitCommand.text, lifelint)
        try lifelint.write(".lifelint.yml", Self.switchedOn(InitCommand.text))
        let shown = try lifelint("config", "show")
        #expect(shown.status == 0, "\(shown.errors)")
        #expect(shown.output.contains("apps.com.example.app.logs") && shown.output.contains("data.save, cache.purge"))
    }

    /// A line of a setting begins with '#' and no space, or with two spaces where it stands below another.
    private static func isSetting(_ line: String) -> Bool {
        line.hasPrefix("#  ") || (line.hasPrefix("#") && !line.hasPrefix("# "))
    }

    /// The configuration with one of its settings switched on, by number; nil are all.
    private static func switchedOn(_ text: String, _ number: Int? = nil) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.enumerated().map { index, line in
            isSetting(line) && (number ?? index) == index ? String(line.dropFirst()) : line
        }.joined(separator: "\n")
    }

    /// Each line alone makes a configuration that loads and says something; what two of them name is there.
    private func expectEachLineWorks(of text: String, _ lifelint: BuiltProgram) throws {
        let files = try lifelint.shell(
            """
            mkdir -p lifelint/rules && "$lifelint" rules new of-ours > lifelint/rules/of-ours.yml
            printf '%s\\n' 'about: ours' 'records:' '  - where: type == "save"' '    means: data.save' \
            "    sample: '{\"type\":\"save\"}'" > lifelint/recogniser.yml
            """)
        #expect(files.status == 0, "\(files.errors)")
        try lifelint.write("none.yml", text)
        let before = try lifelint("config", "show", "--config", "none.yml")
        #expect(before.status == 0, "\(before.errors)")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let settings = lines.indices.filter { Self.isSetting(lines[$0]) }
        #expect(settings.count >= 8)
        for number in settings {
            try lifelint.write("one.yml", Self.switchedOn(text, number))
            let shown = try lifelint("config", "show", "--config", "one.yml")
            #expect(shown.status == 0, "\(lines[number]): \(shown.errors)")
            #expect(shown.output.contains("one.yml:\(number + 1)"), "\(lines[number]): \(shown.output)")
        }
    }

    @Test("What is doubtful about a rule stands in the report, however quiet the program is")
    func doubtfulRules() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", "10:00:00.000 process.launch pid=1 app=com.acme.notes intent=foreground\n")
        try lifelint.write(
            "untested.yml",
            """
            id: untested
            title: An untested rule
            topic: launch
            severity: warning
            for_each: run
            count: process.launch
            more_than: 5
            per: run
            message: Too many.
            why: It is much.
            fix: Do less.
            """)
        let analyzed = try lifelint("analyze", "a.lifelog", "--rules", "untested.yml", "--report", "json", "--quiet")
        #expect(analyzed.status == 0 && analyzed.errors.isEmpty, "\(analyzed.errors)")
        #expect(
            analyzed.output.contains(#""file":"untested.yml","line":1,"column":1,"offset":0,"code":"missing-test""#))
    }

    @Test("A configuration that is begun for logs names their apps and findings, and loads line by line")
    func begunForLogs() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write(
            "a.lifelog",
            """
            10:00:00.000 process.launch pid=1 app=com.acme.notes intent=foreground
            10:00:00.100 app.didFinishLaunching pid=1 app=com.acme.notes duration=9s
            10:00:09.500 app.didBecomeActive pid=1 app=com.acme.notes
            10:00:10.000 checkout.begin pid=1 app=com.acme.notes
            10:00:20.000 app.willResignActive pid=1 app=com.acme.notes
            10:00:20.500 app.didEnterBackground pid=1 app=com.acme.notes

            """)
        let begun = try lifelint("init", "a.lifelog")
        #expect(begun.status == 0, "\(begun.errors)")
        let text = try lifelint.text(".lifelint.yml")
        #expect(text.contains("# It was begun for 1 run of 1 app in a.lifelog.\n"), "\(text)")
        #expect(text.contains("#  com.acme.notes: { logs: ["), "\(text)")
        let found = text.split(separator: "\n").filter { $0.hasPrefix("#  ") && $0.contains(": off  ") }
        #expect(found.contains { $0.hasPrefix("#  slow-did-finish-launching: off ") && $0.hasSuffix("# once") })
        try expectEachLineWorks(of: text, lifelint)
        try lifelint.write(".lifelint.yml", Self.switchedOn(text))
        let shown = try lifelint("config", "show")
        #expect(shown.status == 0, "\(shown.errors)\n\(text)")
        #expect(shown.output.contains("apps.com.acme.notes.logs") && shown.output.contains("data.save"), "\(text)")
        let missing = try lifelint.shell("rm .lifelint.yml; \"$lifelint\" init a.lifelog missing.log")
        #expect(missing.status == 2)
        #expect(try lifelint.text(".lifelint.yml").contains("com.acme.notes"))
        let nothing = try lifelint.shell("rm .lifelint.yml; \"$lifelint\" init missing.log; test ! -e .lifelint.yml")
        #expect(nothing.status == 0 && nothing.output.isEmpty, "\(nothing.errors)")
        #expect(nothing.errors.contains("unread: missing.log") && nothing.errors.contains("is not written"))
    }

    @Test("Several configurations are shown one after the other, and all have to be right")
    func several() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.yml", "extends: all\n")
        try lifelint.write("b.yml", "extends: strict\n")
        let both = try lifelint("config", "show", "a.yml", "b.yml")
        #expect(both.status == 0, "\(both.errors)")
        let one = try lifelint("config", "show", "--config", "a.yml").output
        let other = try lifelint("config", "show", "--config", "b.yml").output
        #expect(both.output == one + "\n" + other)
        try lifelint.write("b.yml", "extends: nothing-of-that-name\n")
        let wrong = try lifelint("config", "show", "a.yml", "b.yml")
        #expect(wrong.status == 2 && wrong.output.isEmpty)
    }

    @Test("The nearest configuration counts, and --config replaces it")
    func nearest() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write(".lifelint.yml", "extends: all\n")
        try lifelint.write("other.yml", "extends: strict\n")
        let inner = try lifelint.shell("mkdir -p a/b && cd a/b && \"$lifelint\" config show")
        #expect(inner.status == 0, "\(inner.errors)")
        #expect(inner.output.contains("../../.lifelint.yml:1"))
        let middle = try lifelint.shell("echo 'extends: none' > a/.lifelint.yml; cd a/b && \"$lifelint\" config show")
        #expect(middle.output.contains("../.lifelint.yml:1"))
        #expect(try lifelint("config", "show", "--config", "other.yml").output.contains("other.yml:1"))
    }

    @Test(
        "A configuration that is wrong ends with 2, whatever else is wrong",
        arguments: [
            ["analyze", "a.lifelog"], ["analyze", "missing.log"], ["analyze", "missing.log", "--strict"],
            ["timeline", "a.lifelog"], ["rules", "coverage", "a.lifelog"], ["config", "show"], ["rules", "list"],
        ])
    func wrong(arguments: [String]) throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", "10:00:00 process.launch pid=1\n")
        try lifelint.write(".lifelint.yml", "extends: recomended\n")
        let outcome = try lifelint.shell("\"$lifelint\" \(arguments.joined(separator: " "))")
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        let expected = """
            lifelint: .lifelint.yml:1:10: “recomended” is no preset (recommended, strict, all, none) and no file \
            (its name ends in .yml). Did you mean “recommended”?
                extends: recomended
                         ^

            """
        #expect(outcome.errors == expected)
    }

    @Test("The report names the configuration and the preset, and its digest follows them")
    func report() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", "10:00:00 process.launch pid=1\n")
        let plain = try lifelint("analyze", "a.lifelog", "--report", "json", "--today", "2026-03-01")
        #expect(plain.output.contains("\"config\":{\"file\":null,\"preset\":\"recommended\","))
        try lifelint.write(".lifelint.yml", "extends: strict\n")
        let strict = try lifelint("analyze", "a.lifelog", "--report", "json", "--today", "2026-03-01")
        #expect(strict.output.contains("\"config\":{\"file\":\".lifelint.yml\",\"preset\":\"strict\","))
        #expect(Self.digest(plain.output) != Self.digest(strict.output))
        try lifelint.write(".lifelint.yml", "# the same\nextends: [strict]\n")
        let again = try lifelint("analyze", "a.lifelog", "--report", "json", "--today", "2026-03-01")
        #expect(Self.digest(again.output) == Self.digest(strict.output))
    }

    @Test(
        "A report has the digest that 'config show' tells",
        arguments: [
            ("", ""), ("extends: strict\n", ""), ("rules: { slow-launch: off }\n", ""),
            ("apps: { com.acme.notes: { logs: [data.save] } }\n", "--select 'slow-*'"),
        ])
    func digests(configuration: String, options: String) throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("a.lifelog", "10:00:00 process.launch pid=1\n")
        if !configuration.isEmpty { try lifelint.write(".lifelint.yml", configuration) }
        let report = try lifelint.shell("\"$lifelint\" analyze a.lifelog --report json \(options)")
        let digest = try #require(Self.digest(report.output))
        let shown = try lifelint.shell("\"$lifelint\" config show \(options)")
        #expect(shown.output.contains(digest), "\(digest): \(shown.output.prefix(200))")
    }

    @Test(
        "A suppression may ask what the rule has found",
        arguments: [
            ("severity == error", true), ("rule.severity == error", true), ("severity == info", false),
            ("count == 1", true), ("count > 1", false), ("rule.count == 1", true), ("value > 5s", true),
            ("value > 20s", false), ("rule.value > 5s", true), ("limit == 5s", true),
            ("id == 'slow-did-finish-launching'", true), ("duration > 5s", true), ("run.host == app", true),
            ("culprit == 'app.didFinishLaunching'", true), ("culprit == 'other'", false),
            ("message contains '9 s'", true), ("message contains '8 s'", false), ("confidence == certain", true),
            ("confidence == likely", false), ("severity in [warning, error]", true), ("event.severty != 'x'", true),
            ("page != 3", true),
            ("task == 7", false),
            ("severity != error", false),
        ])
    func suppression(condition: String, holds: Bool) throws {
        let lifelint = try BuiltProgram()
        try lifelint.write(
            "a.lifelog",
            """
            10:00:00.000 process.launch pid=1 app=com.acme.notes intent=foreground
            10:00:00.100 app.didFinishLaunching pid=1 app=com.acme.notes duration=9s
            10:00:09.500 app.didBecomeActive pid=1 app=com.acme.notes

            """)
        try lifelint.write(
            ".lifelint.yml",
            "suppress:\n  - { rule: slow-did-finish-launching, where: \"\(condition)\", reason: known }\n")
        let report = try lifelint(
            "analyze", "a.lifelog", "--select", "slow-did-finish-launching", "--report", "json", "--fail-on", "never")
        #expect(report.status == 0, "\(report.errors)")
        #expect(report.output.contains("\"suppressed\":\(holds ? 1 : 0),"), "\(report.output)")
    }

    @Test("A drafted rule is right, is listed and explained, and runs where it is named")
    func draft() throws {
        let lifelint = try BuiltProgram()
        let folder = try lifelint.shell(
            "mkdir rules && \"$lifelint\" rules new draft-lost-at-kill > rules/draft-lost-at-kill.yml")
        #expect(folder.status == 0)
        let checked = try lifelint("rules", "check", "rules")
        #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
        #expect(checked.output.hasSuffix("1 rule: no errors\n"))
        let listed = try lifelint("rules", "list", "--rules", "rules")
        #expect(listed.output.contains("draft-lost-at-kill") && listed.output.contains("Draft lost at kill"))
        let page = try lifelint("explain", "draft-lost-at-kill", "--rules", "rules")
        #expect(page.status == 0)
        for part in [
            "Why\n  What goes", "Fix\n  What to", "Found here: the warning", "Not found here: the", "limit 10s",
        ] {
            #expect(page.output.contains(part), "\(part)")
        }
        let misspelt = try lifelint("explain", "draft-lost-at-kil", "--rules", "rules")
        #expect(misspelt.errors.contains("did you mean 'draft-lost-at-kill'?"))
        let shown = try lifelint("config", "show", "--rules", "rules")
        #expect(shown.output.contains("draft-lost-at-kill") && shown.output.contains("10s"))
    }

    @Test(
        "A draft may go into a folder that the configuration names: the shell makes the file before it is written",
        arguments: [("rules/ours.yml", 0), ("rules/ours.yaml", 0), ("rules/other.yml", 2)])
    func draftInPlace(path: String, status: Int32) throws {
        let lifelint = try BuiltProgram()
        try lifelint.write(".lifelint.yml", "rule_paths: [rules]\n")
        let drafted = try lifelint.shell("mkdir rules && \"$lifelint\" rules new ours > \(path)")
        #expect(drafted.status == status, "\(drafted.errors)")
        guard status == 0 else { return }
        #expect(try lifelint("rules", "check", path).status == 0)
        #expect(try lifelint("rules", "new", "other").status == 0)
        let again = try lifelint("rules", "new", "ours")
        #expect(again.status == 2 && again.errors.contains("there is a rule 'ours' already"), "\(again.errors)")
    }

    @Test("An event that is declared says nothing of what its lines would tell")
    func declaredEvent() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write(".lifelint.yml", "apps: { com.acme.notes: { logs: [backgroundTask.begin] } }\n")
        let head = "# app=com.acme.notes device=A1 pid=7 date=2026-03-02\n10:00:00.000 app.didBecomeActive\n"
        try lifelint.write(
            "a.lifelog", head + "10:00:01.000 backgroundTask.begin task=1\n10:00:02.000 backgroundTask.end task=1\n")
        let rule = "background-task-without-expiration-handler"
        let judged = try lifelint("rules", "coverage", "a.lifelog", "--select", rule)
        #expect(judged.output.contains("backgroundTask.begin where exists handler"), "\(judged.output)\(judged.errors)")
    }

    @Test("A draft of a log that coloured its words is YAML")
    func colouredExample() throws {
        let lifelint = try BuiltProgram()
        let head = #"{"app":"com.acme.notes","device":"A1","pid":7,"time":"2026-03-02T10:00:0"#
        try lifelint.write(
            "a.jsonl",
            head + #"0Z","event":"app.didBecomeActive"}"# + "\n" + head
                + #"1Z","event":"backgroundTask.begin","task":"1","name":"\u001b[31mup\u009bload"}"# + "\n")
        let drafted = try lifelint("rules", "new", "too-late", "--log", "a.jsonl", "--line", "2")
        #expect(drafted.status == 0 && drafted.output.contains("upload") == false, "\(drafted.errors)")
    }

    @Test("A rule that is off is judged for one that uses it, and says nothing itself")
    func silent() throws {
        let lifelint = try BuiltProgram()
        #expect(try lifelint.shell("mkdir rules").status == 0)
        let head = "title: T\nseverity: error\nmessage: M\nwhy: W\nfix: F\n"
        try lifelint.write(
            "rules/lower.yml", "id: lower\n\(head)after: memory.warning\nexpect: cache.purge\nwithin: 5s\n")
        try lifelint.write(
            "rules/upper.yml", "id: upper\n\(head)uses: lower\ncount: rule.lower\nmore_than: 0\nper: run\n")
        try lifelint.write("a.lifelog", "10:00:00 memory.warning pid=1\n10:00:20 ui.refresh pid=1\n")
        let report = try lifelint("analyze", "a.lifelog", "--rules", "rules", "--select", "upper", "--report", "json")
        #expect(report.status == 1, "\(report.errors)")
        #expect(report.output.contains("\"upper\":{\"violated\":1,"), "\(report.output)")
        #expect(!report.output.contains("\"lower\":{"))
        #expect(!report.output.contains("\"rule\":\"lower\""))
    }

    @Test("A broken rule ends with 2 and is shown in its place")
    func brokenRule() throws {
        let lifelint = try BuiltProgram()
        try lifelint.write("my-rule.yml", "id: my-rule\ntitel: My rule\n")
        for arguments in ["rules check my-rule.yml", "rules test my-rule.yml", "rules list --rules my-rule.yml"] {
            let outcome = try lifelint.shell("\"$lifelint\" \(arguments)")
            #expect(outcome.status == 2, "\(arguments)")
            #expect(outcome.errors.contains("my-rule.yml:2:1: "), "\(outcome.errors)")
            #expect(outcome.errors.contains("Did you mean “title”?"))
        }
    }

    @Test(
        "A part of the rules that ship is tested among the rest of its folder",
        arguments: [
            (".", "rules test rules/scenes"), ("rules", "rules check scenes"),
            (".", "rules test rules/scenes/scene-never-activated.yml rules/saving"),
        ])
    func partOfWhatShips(folder: String, arguments: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path(percentEncoded: false)
        let outcome = try BuiltProgram().shell("cd '\(root)/\(folder)' && \"$lifelint\" \(arguments)")
        #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
    }

    private static func digest(_ report: String) -> Substring? {
        guard let config = report.range(of: "\"config\":{"),
            let start = report.range(of: "\"digest\":\"", range: config.upperBound..<report.endIndex)
        else { return nil }
        return report[start.upperBound...].prefix(16)
    }
}
