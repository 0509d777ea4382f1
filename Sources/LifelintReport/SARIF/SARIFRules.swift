// SPDX-License-Identifier: MIT

import LifelintModel

/// The rules that results name, as SARIF describes them: with why they matter and what to do.
struct SARIFRules {
    private let rules: [(id: String, page: RulePageText?, severity: Finding.Severity)]
    private let indices: [String: Int]

    init(found: [String: Finding.Severity], places: FindingPlaces) {
        rules = found.sorted { $0.key < $1.key }.map { rule, severity in
            let page = places.page(of: rule)
            return (id: rule, page: page, severity: page?.severity ?? severity)
        }
        indices = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($0.element.id, $0.offset) })
    }

    /// The place of a rule in the list.
    func index(of rule: String) -> Int? { indices[rule] }

    /// Writes the list, one rule a line, into the driver that is open.
    func write(to writer: inout JSONWriter) {
        writer.key("rules")
        writer.beginArray()
        for rule in rules {
            writer.breakLine()
            write(rule.id, rule.page, rule.severity, to: &writer)
        }
        writer.endArray()
    }

    private func write(
        _ id: String, _ page: RulePageText?, _ severity: Finding.Severity, to writer: inout JSONWriter
    ) {
        let title = page.map(\.title).flatMap { $0.isEmpty ? nil : $0 } ?? id
        writer.beginObject()
        writer.key("id")
        writer.value(id)
        writer.key("shortDescription")
        writer.writeMessage(SARIFLimits.cut(title, to: SARIFLimits.description))
        writer.key("fullDescription")
        writer.writeMessage(SARIFLimits.cut(description(title, page), to: SARIFLimits.description))
        writer.key("help")
        writeHelp(title, page, to: &writer)
        if let link = page?.links.first(where: ArtifactURI.isWebAddress) {
            writer.key("helpUri")
            writer.value(link)
        }
        writer.key("defaultConfiguration")
        writer.beginObject()
        writer.key("level")
        writer.value(plain: severity.sarifLevel)
        writer.endObject()
        writer.key("properties")
        writer.beginObject()
        writer.key("tags")
        writer.beginArray()
        let tags = ["life-cycle"] + (page.map { $0.topic.isEmpty ? [] : [$0.topic] } ?? [])
        for tag in tags.prefix(SARIFLimits.tags) { writer.value(tag) }
        writer.endArray()
        writer.endObject()
        writer.endObject()
    }

    /// The title, and the first paragraph of why it matters.
    private func description(_ title: String, _ page: RulePageText?) -> String {
        let paragraph = (page?.why ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { !$0.isEmpty }.joined(separator: " ")
        return paragraph.isEmpty ? title : title + ". " + paragraph
    }

    private func writeHelp(_ title: String, _ page: RulePageText?, to writer: inout JSONWriter) {
        var text = title
        var markdown = "# \(title)\n"
        let sections = page.map { [("Why", $0.why), ("Fix", $0.fix), ("Blind spots", $0.blindSpots)] } ?? []
        for (head, written) in sections where !written.isEmpty {
            let body = String(written.reversed().drop { $0.isNewline }.reversed())
            text += "\n\n\(head)\n\n" + body
            markdown += "\n## \(head)\n\n" + body + "\n"
        }
        let links = (page?.links ?? []).filter(ArtifactURI.isWebAddress)
        if !links.isEmpty {
            text += "\n\nRead more\n\n" + links.joined(separator: "\n")
            markdown += "\n## Read more\n\n" + links.map { "- <\($0)>" }.joined(separator: "\n") + "\n"
        }
        writer.beginObject()
        writer.key("text")
        writer.value(SARIFLimits.cut(text, to: SARIFLimits.help))
        writer.key("markdown")
        writer.value(SARIFLimits.cut(markdown, to: SARIFLimits.help))
        writer.endObject()
    }
}

extension Finding.Severity {
    /// What SARIF calls it.
    var sarifLevel: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .info: "note"
        }
    }
}
