// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel

/// A configuration in which every line that would change something is a comment, which can be switched on by itself;
/// with the names of some logs in it where they are known.
struct ConfigurationDraft {
    /// What is named of one kind; the rest is counted.
    private static let named = 12
    /// Events that are named of an app: as many fit a line.
    private static let namedEvents = 5

    /// What the logs held, in one sentence.
    private var origin: String?
    /// Rules that found something, the busiest first.
    private var found: [(rule: String, times: Int)] = []
    /// Apps, with the events that rules ask for and that none of their logs show.
    private var apps: [(name: String, missing: [String])] = []

    /// For any logs.
    init() {}

    /// For the logs of an analysis; fails where its runs cannot be read back.
    init(_ analysis: any ReportContents) throws {
        let header = analysis.header
        let counts = header.verdicts.mapValues(\.violated).filter { $0.value > 0 }
        found = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
        var names: Set<String> = []
        try analysis.forEachRun { run in
            if let name = run.app ?? run.process { names.insert(name) }
        }
        let verdicts = Dictionary(header.appVerdicts.map { ($0.app ?? "", $0.verdicts) }) { first, _ in first }
        apps = names.sorted().map { ($0, LoggingAdvice.missing(in: verdicts[$0] ?? [:])) }
        origin =
            "\(RulesUnderTest.count(header.summary.runs, "run")) of \(RulesUnderTest.count(names.count, "app")) in "
            + ConfigurationDraft.list(header.inputs.filter { $0.status != .unread }.map(\.path), of: "file")
    }

    /// The file.
    var text: String {
        """
        # The configuration of lifelint. 'lifelint config show' tells what is in force, and which line says so.
        \(origin.map { "# It was begun for \($0).\n" } ?? "")
        # Which rules run: recommended, strict (more of them), all or none; or a file that says so.
        extends: recommended

        # Every line below that begins with '#', and not with '#' and one space, can be switched on by itself: take away the '#'.

        # Rules one by one: off, on, or their parameters and severity. 'lifelint rules list' names them all,
        # 'lifelint explain RULE' tells what they find and which parameters they have.
        rules:
        \(exampleRules)
        \(foundRules)
        # What an app says of itself, by bundle id ('*' stands for any characters, at least one).
        apps:
        \(appEntries)
        # Rules of your own ('lifelint rules new ID' drafts one), once the folder is there.
        #rule_paths: [lifelint/rules]

        # Names of events that only your app has, and spans from one event, of these or any other, to another.
        #events: [checkout.begin, checkout.end]
        spans:
        #  firstScreen: { begins: app.didFinishLaunching, ends: ui.firstFrame }

        # What the records of your own logger mean, once the file is there.
        #recognisers: [lifelint/recogniser.yml]

        # Findings that you know of and accept for now. The reason is for whoever reads this next year.
        suppress:
        \(exampleSuppression)

        """
    }

    /// Examples, but for rules that are named below them: a key stands once in a mapping.
    private var exampleRules: String {
        let examples = [
            ("slow-did-finish-launching", "{ warning: 800ms, error: 3s, info: off }"),
            ("main-thread-hang", "{ severity: warning }"),
            ("stale-after-return", "off"),
        ]
        let named = found.prefix(ConfigurationDraft.named).map(\.rule)
        return examples.filter { !named.contains($0.0) }.map { "#  \($0.0): \($0.1)" }.joined(separator: "\n")
    }

    private var foundRules: String {
        if found.isEmpty { return "" }
        var lines = ["# What was found in these logs:"]
        let width = found.prefix(ConfigurationDraft.named).map(\.rule.count).max() ?? 0
        for (rule, times) in found.prefix(ConfigurationDraft.named) {
            let room = String(repeating: " ", count: width - rule.count)
            lines.append("#  \(rule): off\(room)    # \(times == 1 ? "once" : "\(times) times")")
        }
        if found.count > ConfigurationDraft.named {
            lines.append("# And \(found.count - ConfigurationDraft.named) more; 'lifelint analyze' tells all of them.")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// One line for each app: of several lines none could be switched on by itself.
    private var appEntries: String {
        var lines: [String] = []
        // Whoever switches the line on says that the app logs them: no app logs all that rules ask for.
        if apps.contains(where: { !$0.missing.isEmpty }) {
            lines.append("# Keep of the events those that the app logs: where they are missing, they did not happen.")
        }
        if apps.contains(where: { $0.missing.isEmpty }) {
            lines.append("# The logger of an app that is \"buffered\" may lose the last seconds when it is killed.")
        }
        for (name, missing) in apps.prefix(ConfigurationDraft.named) {
            let events = missing.prefix(ConfigurationDraft.namedEvents).joined(separator: ", ")
            let says = missing.isEmpty ? "durability: buffered" : "logs: [\(events)]"
            lines.append("#  \(ConfigurationDraft.key(name)): { \(says) }")
        }
        if apps.count > ConfigurationDraft.named {
            lines.append("# And \(apps.count - ConfigurationDraft.named) more apps.")
        }
        if !lines.isEmpty { return lines.joined(separator: "\n") + "\n" }
        return """
            # It logs these events: where they are missing, they did not happen.
            #  com.example.app: { logs: [data.save, cache.purge] }
            # Its logger may lose the last seconds when it is killed, and one rule is not for it.
            #  com.example.other: { durability: buffered, rules: { slow-launch: off } }

            """
    }

    private var exampleSuppression: String {
        let rule = found.first?.rule ?? "background-task-never-ended"
        // What a finding has to be compared by differs from rule to rule.
        let condition = found.isEmpty ? "where: 'name matches \"com.vendor.*\"', " : ""
        return "#  - { rule: \(rule), \(condition)reason: \"vendor ticket 4711\", until: 2027-01-31 }"
    }

    /// A name as YAML reads it in any place.
    private static func key(_ name: String) -> String {
        let isPlain =
            name.utf8.first.map { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } == true
            && name.utf8.allSatisfy { byte in
                let lower = byte | 0x20
                return (lower >= 0x61 && lower <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || byte == 0x2E
                    || byte == 0x2D || byte == 0x5F
            }
        if isPlain { return name }
        var text = "\""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: text += "?"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    private static func list(_ names: [String], of noun: String) -> String {
        if names.count > 3 { return RulesUnderTest.count(names.count, noun) }
        return names.map { $0.unicodeScalars.map { $0.value < 0x20 ? "?" : String($0) }.joined() }
            .joined(separator: ", ")
    }
}
