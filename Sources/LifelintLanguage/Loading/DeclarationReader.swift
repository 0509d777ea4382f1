// SPDX-License-Identifier: MIT

package import LifelintModel
package import LifelintYAML

/// Reads the declarations of one file: says what is expected, and gathers what is not as it should be.
///
/// Readers go on after a problem, so that one look at a file shows all that is wrong with it.
package struct DeclarationReader {
    package let document: YAMLDocument
    package private(set) var problems: [LoadingProblem] = []
    /// Names of events beyond the vocabulary that the file declares.
    package var customEvents: Set<String> = []
    /// Texts in which parameters were replaced, by the offset at which they stand in the file.
    var substitutions: [Int64: Substitution] = [:]

    package init(bytes: [UInt8], file: String) throws(LoadingError) {
        do {
            document = try YAMLDocument(bytes: bytes, file: file)
        } catch {
            throw LoadingError([
                LoadingProblem(
                    code: error.code, file: error.file, line: error.line, column: error.column,
                    offset: Int64(error.offset), message: error.message, suggestion: nil, sourceLine: error.sourceLine)
            ])
        }
    }

    package init(_ file: DeclarationFile) throws(LoadingError) {
        if let document = file.packedDocument {
            self.init(document)
        } else {
            try self.init(bytes: file.bytes, file: file.path)
        }
    }

    private init(_ document: YAMLDocument) { self.document = document }

    package mutating func report(
        _ code: ProblemCode, at place: SourceLocation, _ message: String, suggestion: String? = nil
    ) {
        problems.append(
            LoadingProblem(
                code: code, file: place.file, line: place.line, column: place.column, offset: place.offset,
                message: message, suggestion: suggestion, sourceLine: document.line(place.line)))
    }

    // MARK: Shapes

    /// The entries of a mapping in the order of the file.
    package mutating func entries(_ node: YAMLNode, _ what: String) -> [YAMLEntry] {
        if let entries = node.mapping { return entries }
        report(.badRule, at: node.at, "\(what) is a mapping, not \(node.kind).")
        return []
    }

    /// A mapping with known keys; nil if it is none.
    ///
    /// Unknown keys are problems.
    ///
    /// - Parameter known: the same keys, where there are many of them.
    package mutating func mapping(
        _ node: YAMLNode, keys: [String], known: NameTable? = nil, required: [String] = [], _ what: String
    ) -> NamedValues? {
        var values = NamedValues()
        values.reserveCapacity(node.count)
        let isMapping = node.forEachEntry { name, value in
            if known?.contains(name) ?? keys.contains(name) {
                values[name] = value
            } else {
                let place = node.mapping?.first { $0.key.text == name }?.key.at ?? value.at
                let meant = Suggestion.nearest(to: name, among: keys)
                report(.unknownKey, at: place, "\(what) has no key “\(name)”.", suggestion: meant)
                // Going on as if it were spelt right keeps a slip from looking like a missing key, too.
                if let meant, values[meant] == nil { values[meant] = value }
            }
        }
        if !isMapping {
            report(.badRule, at: node.at, "\(what) is a mapping, not \(node.kind).")
            return nil
        }
        for key in required {
            let value = values[key]
            guard value?.isNull ?? true else { continue }
            report(.badRule, at: values[key]?.at ?? node.at, "\(what) needs “\(key)”.")
            values[key] = nil
        }
        return values
    }

    /// The items of a list, or the one item that stands for a list.
    package func items(_ node: YAMLNode?) -> [YAMLNode] {
        guard let node else { return [] }
        return node.sequence ?? [node]
    }

    /// A list.
    package mutating func list(_ node: YAMLNode?, _ what: String) -> [YAMLNode] {
        guard let node else { return [] }
        if let items = node.sequence { return items }
        report(.badRule, at: node.at, "\(what) is a list, not \(node.kind).")
        return []
    }

    // MARK: Single values

    /// A text.
    package mutating func text(_ node: YAMLNode?, _ what: String) -> String? {
        guard let node else { return nil }
        if let scalar = node.scalar, !scalar.isNull { return scalar.text }
        report(.badRule, at: node.at, "\(what) is text, not \(node.kind).")
        return nil
    }

    /// Texts: one, or a list.
    mutating func texts(_ node: YAMLNode?, _ what: String) -> [String] {
        var texts: [String] = []
        for item in items(node) {
            if let text = text(item, what) { texts.append(text) }
        }
        return texts
    }

    /// `true` or `false`.
    mutating func bool(_ node: YAMLNode?, _ what: String) -> Bool? {
        guard let node else { return nil }
        switch node.scalar?.text {
        case "true": return true
        case "false": return false
        default:
            report(.badRule, at: node.at, "\(what) is true or false.")
            return nil
        }
    }

    /// A whole number: decimal, or hexadecimal after `0x`.
    mutating func integer(_ node: YAMLNode?, _ what: String) -> UInt64? {
        guard let node else { return nil }
        if let text = node.scalar?.text {
            let isHexadecimal = text.hasPrefix("0x")
            if let value = UInt64(isHexadecimal ? text.dropFirst(2) : text[...], radix: isHexadecimal ? 16 : 10) {
                return value
            }
        }
        report(.badRule, at: node.at, "\(what) is a whole number.")
        return nil
    }

    /// One of a closed list of names.
    package mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ node: YAMLNode?, _ what: String, _: Choice.Type, code: ProblemCode = .badRule
    ) -> Choice? {
        guard let node else { return nil }
        guard let text = text(node, what) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let names = Choice.allCases.map(\.rawValue)
        let list = names.count <= 8 ? " It is one of \(names.joined(separator: ", "))." : ""
        report(
            code, at: node.at, "“\(text)” is no \(what).\(list)", suggestion: Suggestion.nearest(to: text, among: names)
        )
        return nil
    }

    // MARK: Names and conditions

    /// An event: canonical, or declared by the file.
    package mutating func event(_ node: YAMLNode) -> (event: EventName?, name: String)? {
        guard let name = text(node, "An event") else { return nil }
        if let event = KnownEvents.byName[name] { return (event, name) }
        if customEvents.contains(name) { return (nil, name) }
        report(
            .unknownEvent, at: node.at, "There is no event “\(name)”.",
            suggestion: Suggestion.nearest(to: name, among: KnownEvents.names + customEvents.sorted()))
        return nil
    }

    /// A condition.
    package mutating func condition(
        _ node: YAMLNode?, about noun: ConditionNoun, names: [String: ConditionField.Kind] = [:],
        fields: [String: ConditionField] = [:]
    ) -> Condition? {
        guard let node, let text = text(node, "A condition") else { return nil }
        do {
            return try ConditionParser.parse(text, about: noun, names: names, fields: fields)
        } catch {
            report(error, in: node)
            return nil
        }
    }

    /// Reports what is wrong inside the text of a node.
    mutating func report(_ error: ConditionError, in node: YAMLNode) {
        report(
            error.code, at: location(inside: node, byte: error.offset), error.message, suggestion: error.suggestion)
    }

    /// The place of a byte of a text, also where parameters were replaced in it.
    func location(inside node: YAMLNode, byte index: Int) -> SourceLocation {
        guard let substitution = substitutions[node.at.offset] else {
            return document.location(inside: node, byte: index)
        }
        return document.location(inside: substitution.node, byte: substitution.writtenByte(of: index))
    }
}

/// The canonical events by name.
package enum KnownEvents {
    package static let names = EventName.declarations.map(\.name)
    /// What the timeline finds odd: events of their own.
    static let anomalies = Anomaly.Code.allCases.map { "anomaly." + $0.rawValue }
    package static let byName = Dictionary(
        EventName.declarations.map { ($0.name, $0.event) }, uniquingKeysWith: { first, _ in first })
}
