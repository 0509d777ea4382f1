// SPDX-License-Identifier: MIT

package import LifelintModel
import LifelintYAML

/// Reads `vocabulary/bug-types.yml` and `vocabulary/exceptions.yml`.
package struct ReportWordsReader {
    package static func bugTypes(_ reader: inout DeclarationReader) -> [ReportWords.BugType] {
        var types: [ReportWords.BugType] = []
        var known: Set<UInt64> = []
        for node in nodes("bugTypes", ["bugTypes"], "The list of kinds of reports", &reader) {
            guard let type = bugType(node, &reader) else { continue }
            for number in type.numbers where !known.insert(number).inserted {
                reader.report(.duplicateID, at: node.at, "Another kind of report has the number \(number), too.")
            }
            types.append(type)
        }
        return types
    }

    package static func exceptions(_ reader: inout DeclarationReader) -> [ReportWords.Exception] {
        var exceptions: [ReportWords.Exception] = []
        var known: Set<String> = []
        for node in nodes("exceptions", exceptionKeys, "The list of exceptions", &reader) {
            guard let exception = exception(node, &reader) else { continue }
            for name in exception.names where !known.insert(name.lowercased()).inserted {
                reader.report(.duplicateID, at: node.at, "Another exception is called “\(name)”, too.")
            }
            exceptions.append(exception)
        }
        return exceptions
    }

    package static func guards(_ reader: inout DeclarationReader) -> [ReportWords.Guard] {
        var guards: [ReportWords.Guard] = []
        for node in nodes("guards", exceptionKeys, "The list of guards", &reader) {
            guard let kind = guardKind(node, &reader) else { continue }
            if guards.contains(where: { $0.name == kind.name || $0.number == kind.number }) {
                reader.report(.duplicateID, at: node.at, "Another kind of guard has this name or number, too.")
            }
            guards.append(kind)
        }
        return guards
    }

    /// What stands in `vocabulary/exceptions.yml`.
    private static let exceptionKeys = ["exceptions", "guards"]

    private static func nodes(
        _ key: String, _ keys: [String], _ what: String, _ reader: inout DeclarationReader
    ) -> [YAMLNode] {
        guard let root = reader.document.root, let parts = reader.mapping(root, keys: keys, "The file") else {
            return []
        }
        return reader.list(parts[key], what)
    }

    private static func guardKind(_ node: YAMLNode, _ reader: inout DeclarationReader) -> ReportWords.Guard? {
        let required = ["name", "number", "ends", "standing"]
        guard
            let values = reader.mapping(node, keys: required + ["lastFlavor"], required: required, "A kind of guard"),
            let name = reader.text(values["name"], "The name of a guard"),
            let number = reader.integer(values["number"], "The number of a guard"),
            let ends = reader.choice(values["ends"], "ends", ReportWords.Ends.self),
            let standing = reader.choice(values["standing"], "standing", TerminationTable.Standing.self)
        else { return nil }
        let lastFlavor = reader.integer(values["lastFlavor"], "The last flavor")
        if (ends == .some) != (lastFlavor != nil) {
            reader.report(
                .badRule, at: node.at, "“lastFlavor” stands where a guard ends some processes, and nowhere else.")
        }
        return ReportWords.Guard(name: name, number: number, ends: ends, lastFlavor: lastFlavor, standing: standing)
    }

    private static func bugType(_ node: YAMLNode, _ reader: inout DeclarationReader) -> ReportWords.BugType? {
        let required = ["numbers", "name", "tells", "ends", "standing"]
        guard let values = reader.mapping(node, keys: required + ["rules"], required: required, "A kind of report"),
            let name = reader.text(values["name"], "The name of a kind of report"),
            let tells = reader.text(values["tells"], "What a report tells"),
            let ends = reader.choice(values["ends"], "ends", ReportWords.Ends.self),
            let standing = reader.choice(values["standing"], "standing", TerminationTable.Standing.self)
        else { return nil }
        var numbers: [UInt64] = []
        for item in reader.items(values["numbers"]) {
            if let number = reader.integer(item, "The number of a kind of report") { numbers.append(number) }
        }
        var type = ReportWords.BugType(numbers: numbers, name: name, tells: tells, ends: ends, standing: standing)
        type.rules = reader.texts(values["rules"], "The id of a rule")
        return type
    }

    private static func exception(_ node: YAMLNode, _ reader: inout DeclarationReader) -> ReportWords.Exception? {
        let required = ["names", "number", "meaning", "usually", "causes", "standing"]
        guard let values = reader.mapping(node, keys: required + ["isCode"], required: required, "An exception"),
            let number = reader.integer(values["number"], "The number of an exception"),
            let meaning = reader.text(values["meaning"], "A meaning"),
            let usually = reader.text(values["usually"], "What usually leads to an exception"),
            let standing = reader.choice(values["standing"], "standing", TerminationTable.Standing.self)
        else { return nil }
        var causes: [EndingCause] = []
        for item in reader.items(values["causes"]) {
            if let cause = reader.choice(item, "cause", EndingCause.self, code: .unknownCause) { causes.append(cause) }
        }
        let names = reader.texts(values["names"], "The name of an exception")
        var exception = ReportWords.Exception(
            names: names, number: number, meaning: meaning, usually: usually, causes: causes, standing: standing)
        exception.isCode = reader.bool(values["isCode"], "“isCode”") ?? false
        return exception
    }
}
