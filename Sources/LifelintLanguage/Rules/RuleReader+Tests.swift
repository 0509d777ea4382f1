// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// The tests inside a rule.
extension RuleReader {
    mutating func tests(_ node: YAMLNode?) -> [RuleTest] {
        reader.list(node, "tests").compactMap { test($0) }
    }

    private mutating func test(_ node: YAMLNode) -> RuleTest? {
        guard
            let values = reader.mapping(
                node, keys: RuleKeys.test.map(\.name), required: ["name"], "A test")
        else { return nil }
        let name = reader.text(values["name"], "The name of a test")
        let expectations = RuleTest.Expectation.allCases.filter { values[$0.rawValue] != nil }
        guard expectations.count == 1, let expectation = expectations.first,
            let logNode = values[expectation.rawValue]
        else {
            reader.report(
                .badRule, at: node.at, "A test holds its log under one of bad, ok, inconclusive and not_evaluated.")
            return nil
        }
        guard let name, let log = reader.text(logNode, "A log") else { return nil }
        let marked = RuleReader.marked(log)
        if let line = marked.first, expectation != .bad {
            reader.report(
                .badRule, at: reader.location(inside: logNode, byte: RuleReader.start(ofLine: line, log)),
                "“# !” marks the line of a violation, and this test expects none.")
        }
        var test = RuleTest(
            name: name, expectation: expectation, log: log, marked: marked,
            at: reader.location(inside: logNode, byte: 0))
        test.beside = values["beside"].flatMap { reader.text($0, "A log") }
        test.isVacuous = reader.bool(values["vacuous"], "vacuous") ?? false
        if let vacuous = values["vacuous"], expectation != .ok {
            reader.report(.badRule, at: vacuous.at, "Only a test that expects ok can be vacuous.")
        }
        test.preset = reader.choice(values["preset"], "preset", Rule.Preset.self)
        test.severity = reader.choice(values["severity"], "severity", Finding.Severity.self)
        test.confidence = reader.choice(values["confidence"], "confidence", Confidence.self)
        for item in reader.items(values["exempt"]) {
            if let kind = reader.choice(item, "exempt", RuleTest.Exemption.self) { test.exempt.append(kind) }
        }
        test.says = values["says"].flatMap { reader.text($0, "What a message contains") }
        for key in ["severity", "confidence", "says", "exempt"] {
            guard let value = values[key], expectation != .bad else { continue }
            reader.report(.badRule, at: value.at, "Only a test that expects bad has “\(key)”.")
        }
        if let parameters = values["params"] { readParameters(parameters, of: &test) }
        for item in reader.items(values["logs"]) {
            if let name = eventName(item) { test.declaredLogs.append(name.text) }
        }
        if let config = values["config"] { readConfiguration(config, beside: values["params"], of: &test) }
        return test
    }

    /// What a test sets the parameters of its rule to.
    private mutating func readParameters(_ parameters: YAMLNode, of test: inout RuleTest) {
        for entry in reader.entries(parameters, "params") {
            let list = RuleReader.listText(entry.value, &reader).map { "[\($0)]" }
            guard let text = list ?? reader.text(entry.value, "A parameter") else { continue }
            if declared.contains(where: { $0.name == entry.key.text }) {
                test.parameters[entry.key.text] = text
            } else {
                reader.report(
                    .unknownField, at: entry.key.at, "The rule has no parameter “\(entry.key.text)”.",
                    suggestion: Suggestion.nearest(to: entry.key.text, among: declared.map(\.name)))
            }
        }
    }

    /// The configuration under which a test runs.
    private mutating func readConfiguration(
        _ config: YAMLNode, beside parameters: YAMLNode?, of test: inout RuleTest
    ) {
        if config.mapping == nil {
            reader.report(.badRule, at: config.at, "“config” holds what a .lifelint.yml would hold.")
        } else if let parameters {
            reader.report(.badRule, at: parameters.at, "Beside “config” parameters are set there, under “rules”.")
        }
        test.configuration = NodeText.text(config)
    }

    /// The 1-based lines that bear `# !`.
    private static func marked(_ log: String) -> [Int] {
        // By bytes, since all tests of all rules are read at every start.
        let bytes = Array(log.utf8)
        var marked: [Int] = []
        var line = 1
        for (index, byte) in bytes.enumerated() {
            if byte == 0x0A { line += 1 }
            if byte == 0x23, bytes[index...].starts(with: [0x23, 0x20, 0x21]), marked.last != line {
                marked.append(line)
            }
        }
        return marked
    }

    private static func start(ofLine number: Int, _ log: String) -> Int {
        log.split(separator: "\n", omittingEmptySubsequences: false).prefix(number - 1).reduce(0) {
            $0 + $1.utf8.count + 1
        }
    }
}
