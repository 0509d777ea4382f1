// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintLanguage
import LifelintModel
import LifelintRules

/// What the commands that judge by rules have in common: which rules, and with which configuration.
struct RuleArguments: Sendable {
    var paths: [String] = []
    var file: String?
    var select: [String]?

    /// Which file holds the configuration.
    static var configuration: SettingOption<RuleArguments> {
        .value(
            OptionSpec(
                name: "config", placeholder: "FILE",
                help: "The configuration (default: the nearest .lifelint.yml, here or in a folder above).",
                completion: .files), \.file
        ) { text throws(UsageError) in try NumberArgument.text(text) }
    }

    /// More rules.
    static var rules: SettingOption<RuleArguments> {
        .values(
            OptionSpec(
                name: "rules", placeholder: "PATH",
                help: "A rule file, or a folder of them, beside the rules that ship.", completion: .files), \.paths,
            NumberArgument.text)
    }

    /// What is selected in place of the preset.
    static var selection: SettingOption<RuleArguments> {
        let spec = OptionSpec(
            name: "select", placeholder: "IDS",
            help: "Only these rules: ids, patterns, topics or presets, with commas.",
            isRepeatable: true, completion: .words(RuleLibrary.shippedIds))
        return SettingOption(spec: spec) { (settings, text) throws(UsageError) in
            let words = text.split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
            guard !words.isEmpty else { throw UsageError(.badValue, "--select '\(text)': a rule is missing") }
            settings.select = (settings.select ?? []) + words
        }
    }

    /// All of them.
    static var options: [SettingOption<RuleArguments>] { [rules, configuration, selection] }

    /// What is read before any rule is known: the configuration, and rules that were named.
    func files(_ console: Console) -> [String] {
        [file ?? console.surroundings.configurationFile].compactMap(\.self) + paths
    }

    /// The rules in force where anybody says something of them; nil are the recommended ones, without their tests.
    func loadStated(_ console: Console) throws(UsageError) -> RulesInForce? {
        let isStated = !files(console).isEmpty || select != nil
        return isStated ? try load(console, isBrief: true) : nil
    }

    /// The rules in force.
    ///
    /// - Parameters:
    ///   - isBrief: without the tests of what ships.
    ///   - begun: the id of a rule that is being written: its file may be empty.
    func load(_ console: Console, isBrief: Bool = false, begun: String? = nil) throws(UsageError) -> RulesInForce {
        do throws(AnalyzerError) {
            return try RulesInForce.load(
                file: file ?? console.surroundings.configurationFile, rulePaths: paths, select: select,
                isBrief: isBrief, begun: begun)
        } catch {
            throw UsageError(.configuration, error.message)
        }
    }
}

extension Substring {
    /// Without spaces around it.
    fileprivate var trimmed: String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
