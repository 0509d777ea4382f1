// SPDX-License-Identifier: MIT

package import LifelintModel
import LifelintYAML

/// Reads `vocabulary/terminations.yml`.
package struct TerminationFileReader {
    private static let keys = [
        "namespace", "code", "top", "says", "and", "thrown", "awake", "cause", "kind", "event", "trigger", "quotes",
        "meaning", "usually", "mostly", "standing",
    ]

    package static func read(_ reader: inout DeclarationReader) -> TerminationTable {
        var table = TerminationTable()
        guard let root = reader.document.root,
            let parts = reader.mapping(root, keys: ["namespaces", "meanings", "jetsam"], "The file of terminations")
        else { return table }
        for node in reader.list(parts["namespaces"], "The list of namespaces") {
            if let namespace = namespace(node, &reader) { table.namespaces.append(namespace) }
        }
        for node in reader.list(parts["meanings"], "The list of meanings") {
            if let meaning = meaning(node, table, &reader) { table.meanings.append(meaning) }
        }
        for node in reader.list(parts["jetsam"], "The list of jetsam reasons") {
            if let reason = jetsamReason(node, &reader) { table.jetsamReasons.append(reason) }
        }
        return table
    }

    private static func namespace(
        _ node: YAMLNode, _ reader: inout DeclarationReader
    ) -> TerminationTable.Namespace? {
        let keys = ["number", "names"]
        guard let values = reader.mapping(node, keys: keys, required: keys, "A namespace"),
            let number = reader.integer(values["number"], "The number of a namespace")
        else { return nil }
        let names = reader.texts(values["names"], "The name of a namespace").map { $0.uppercased() }
        return TerminationTable.Namespace(number: number, names: names)
    }

    private static func meaning(
        _ node: YAMLNode, _ table: TerminationTable, _ reader: inout DeclarationReader
    ) -> TerminationTable.Meaning? {
        guard
            let values = reader.mapping(
                node, keys: keys, required: ["cause", "meaning", "standing"], "The meaning of a termination"),
            let cause = reader.choice(values["cause"], "cause", EndingCause.self, code: .unknownCause),
            let words = reader.text(values["meaning"], "A meaning"),
            let standing = reader.choice(values["standing"], "standing", TerminationTable.Standing.self)
        else { return nil }
        let numbers = namespaces(values["namespace"], table, &reader)
        var codes: [UInt64] = []
        for item in reader.items(values["code"]) {
            if let code = reader.integer(item, "A code") { codes.append(code) }
        }
        let texts = reader.texts(values["says"], "What a termination says")
        if values["namespace"] == nil, values["code"] == nil, values["says"] == nil {
            reader.report(
                .badRule, at: node.at, "A meaning needs “namespace”, “code” or “says”: this one fits everything.")
        }
        var meaning = TerminationTable.Meaning(
            namespaces: numbers, codes: codes, texts: texts, cause: cause, meaning: words, standing: standing)
        meaning.otherTexts = reader.texts(values["and"], "What a termination says")
        if let top = values["top"] { meaning.top = reader.integer(top, "The top of a code") }
        meaning.isThrown = reader.bool(values["thrown"], "“thrown”") ?? false
        meaning.isAwake = reader.bool(values["awake"], "“awake”") ?? false
        meaning.usualNamespaces = namespaces(values["mostly"], table, &reader)
        meaning.usually = reader.texts(values["usually"], "What usually leads to a termination")
        meaning.kind = reader.text(values["kind"], "A kind")
        meaning.event = reader.text(values["event"], "An event")
        meaning.trigger = reader.text(values["trigger"], "A trigger")
        meaning.quotes = quotes(values["quotes"], &reader)
        return meaning
    }

    private static func namespaces(
        _ node: YAMLNode?, _ table: TerminationTable, _ reader: inout DeclarationReader
    ) -> [UInt64] {
        var numbers: [UInt64] = []
        for item in reader.items(node) {
            guard let name = reader.text(item, "A namespace") else { continue }
            if let number = table.namespace(name), table.name(ofNamespace: number) != nil {
                numbers.append(number)
            } else {
                reader.report(
                    .badRule, at: item.at, "There is no namespace “\(name)”.",
                    suggestion: Suggestion.nearest(to: name, among: table.namespaces.flatMap(\.names)))
            }
        }
        return numbers
    }

    /// Words behind which the explanation tells a detail.
    private static func quotes(
        _ node: YAMLNode?, _ reader: inout DeclarationReader
    ) -> [(detail: EndingDetail, behind: String)] {
        let details: [EndingDetail] = [.path, .task, .allowance]
        guard let node,
            let values = reader.mapping(node, keys: details.map(\.rawValue), "What an explanation quotes")
        else { return [] }
        return details.flatMap { detail in
            reader.texts(values[detail.rawValue], "Words in front of a quote").map { (detail, $0) }
        }
    }

    private static func jetsamReason(
        _ node: YAMLNode, _ reader: inout DeclarationReader
    ) -> TerminationTable.JetsamReason? {
        let required = ["code", "names", "group"]
        let keys = required + ["constant", "meaning", "standing", "memory", "inUse"]
        guard let values = reader.mapping(node, keys: keys, required: required, "A jetsam reason"),
            let code = reader.integer(values["code"], "The code of a jetsam reason"),
            let group = reader.choice(values["group"], "group", TerminationTable.JetsamReason.Group.self)
        else { return nil }
        let names = reader.texts(values["names"], "The name of a jetsam reason").map { $0.lowercased() }
        var reason = TerminationTable.JetsamReason(code: code, names: names, group: group)
        reason.constant = reader.text(values["constant"], "The constant of a jetsam reason")
        reason.meaning = reader.text(values["meaning"], "A meaning")
        reason.standing = reader.choice(values["standing"], "standing", TerminationTable.Standing.self)
        reason.isOfMemory = reader.bool(values["memory"], "memory") ?? true
        reason.mayBeInUse = reader.bool(values["inUse"], "inUse") ?? true
        return reason
    }
}
