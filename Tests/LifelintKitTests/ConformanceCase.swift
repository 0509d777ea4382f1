// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import LifelintYAML
import Testing

/// A case of `Tests/Conformance`: a rule, a log, and what the rule's description says of them.
struct ConformanceCase: CustomTestStringConvertible, Sendable {
    /// A finding as far as the case describes it.
    struct Found: Sendable {
        var fields: [String: String] = [:]
    }

    /// The header before every log: lines count from the one after it.
    static let header = "# app=com.example.app device=D1\n"

    var file: String
    var name: String
    /// Texts of rule files by id.
    var rules: [(id: String, text: String)] = []
    var logs: [(name: String, text: String)] = []
    var declares: [String] = []
    var counts: [String: Int] = [:]
    var reasons: [String: Int] = [:]
    /// Nil where the case leaves the findings open.
    var findings: [Found]?

    var testDescription: String { "\(file): \(name)" }

    init?(_ node: YAMLNode, file: String) {
        guard let name = node["case"]?.scalar?.text else { return nil }
        self.file = file
        self.name = name
        if let rule = node["rule"] { rules = [("case-rule", RuleText.of(rule, id: "case-rule"))] }
        for entry in node["rules"]?.mapping ?? [] {
            rules.append((entry.key.text, RuleText.of(entry.value, id: entry.key.text)))
        }
        if let log = node["log"]?.scalar?.text { logs = [("log.lifelog", Self.header + log)] }
        for entry in node["logs"]?.mapping ?? [] {
            let (name, text) = (entry.key.text, entry.value.scalar?.text ?? "")
            logs.append(name.contains(".") ? (name, text) : (name + ".lifelog", Self.header + text))
        }
        declares = (node["declares"]?.sequence ?? []).compactMap { $0.scalar?.text }
        for entry in node["verdicts"]?.mapping ?? [] {
            if let count = entry.value.scalar.flatMap({ Int($0.text) }) { counts[entry.key.text] = count }
        }
        for entry in node["verdicts"]?["why"]?.mapping ?? [] {
            reasons[entry.key.text] = entry.value.scalar.flatMap { Int($0.text) }
        }
        if node["findings"]?.scalar?.text != "any" {
            findings = (node["findings"]?.sequence ?? []).map { item in
                var found = Found()
                for entry in item.mapping ?? [] { found.fields[entry.key.text] = entry.value.scalar?.text }
                return found
            }
        }
    }

    /// All cases, in the order of files.
    static let all: [ConformanceCase] = {
        let folder = SampleReportTests.root.appending(path: "Tests/Conformance")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".yml") }.sorted().flatMap { name -> [ConformanceCase] in
            guard let data = try? Data(contentsOf: folder.appending(path: name)),
                let document = try? YAMLDocument(bytes: Array(data), file: name)
            else { return [] }
            return (document.root?.sequence ?? []).compactMap { ConformanceCase($0, file: name) }
        }
    }()
}

extension ConformanceCase.Found {
    /// Whether a finding is as described; the header is not counted among its lines.
    func describes(_ finding: Finding) -> Bool {
        fields.allSatisfy { name, text in
            switch name {
            case "line": finding.evidence.first.map { String($0.line.at.line - 1) } == text
            case "file": finding.evidence.first.map { $0.line.at.file } == text + ".lifelog"
            case "rule": finding.rule == text
            case "severity": finding.severity.rawValue == text
            case "confidence": finding.confidence.rawValue == text
            case "decided": Self.clock(finding.decided) == text
            case "count": String(finding.count) == text
            case "key": finding.key == text
            case "culprit": finding.culprit == text
            case "message": finding.message == text
            case "runs": Self.pids(finding.runs) == text
            case "related": (finding.relatedTo != nil) == (text == "true")
            default: false
            }
        }
    }

    /// The process ids of runs, with blanks between.
    private static func pids(_ runs: [String]) -> String {
        runs.map { run in
            let process = run.prefix { $0 != "@" }
            return process.split(separator: "/").last.map(String.init) ?? ""
        }
        .joined(separator: " ")
    }

    /// The time of day without zeros at its end.
    private static func clock(_ time: Timestamp) -> String {
        var text = time.rfc3339.split(separator: "T").last.map(String.init) ?? ""
        text = text.replacingOccurrences(of: "Z", with: "")
        guard text.contains(".") else { return text }
        while text.hasSuffix("0") { text.removeLast() }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
