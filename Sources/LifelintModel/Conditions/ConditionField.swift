// SPDX-License-Identifier: MIT

/// What a condition may speak of.
public enum ConditionNoun: String, CaseIterable, Sendable {
    /// A normalised event; its fields and attributes also stand as bare names.
    case event
    /// An instance of a span.
    case span
    /// A run.
    case run
    /// A scene.
    case scene
    /// A device.
    case device
    /// The rule that speaks.
    case rule
    /// A structured record of an app's own making: its fields are unknown until it is read.
    case record
}

/// A field that conditions can name: its type, and its values where they are fixed.
public struct ConditionField: Sendable {
    /// The type of a field.
    public enum Kind: String, Sendable {
        case string, integer, number, bool, duration, bytes, instant
        /// Text that compares by its dotted parts.
        case version
        /// Text that tells things apart; integers in it compare in decimal.
        case key
        /// Known only when it is read.
        case any
    }

    /// Its name below its noun, such as `ending.cause`.
    public let path: String
    /// Its type.
    public let kind: Kind
    /// Its values, where they are fixed: what a bare word beside it can be.
    public let words: [String]
    /// Whether it has no other values: what lifelint itself concludes, where a log may say anything.
    package private(set) var isClosed = false

    package init(_ path: String, _ kind: Kind, _ words: [String] = []) {
        self.path = path
        self.kind = kind
        self.words = words
    }

    /// The field, as one that has no other values than the fixed ones.
    func closed() -> ConditionField {
        var field = self
        field.isClosed = !words.isEmpty
        return field
    }

    /// The field that a path of a condition means where the noun stands for bare names.
    ///
    /// - Returns: the field; nil if the noun has no such field. Events, spans and records may have fields of their own.
    public static func named(_ path: String, of noun: ConditionNoun) -> ConditionField? {
        let (owner, name) = split(path, of: noun)
        if let known = ConditionFields.field(name, of: owner) { return known }
        if owner == .span, name.hasPrefix("end.") {
            return ConditionFields.field(String(name.dropFirst(4)), of: .event) ?? ConditionField(name, .any)
        }
        switch owner {
        case .record: return ConditionField(name, .any)
        case .event, .span: return name.isEmpty ? nil : ConditionField(name, .any)
        case .run, .scene, .device, .rule: return nil
        }
    }

    /// The noun that a path names and the rest of it; without a noun, the path is a bare name.
    public static func split(_ path: String, of noun: ConditionNoun) -> (noun: ConditionNoun, name: String) {
        guard noun != .record, let dot = path.utf8.firstIndex(of: 0x2E),
            let owner = ConditionNoun(rawValue: String(Substring(path.utf8[..<dot]))), owner != .record
        else { return (noun, path) }
        return (owner, String(Substring(path.utf8[path.utf8.index(after: dot)...])))
    }

    /// Whether a field of that name has a declaration.
    package static func isDeclared(_ name: String, of noun: ConditionNoun) -> Bool {
        ConditionFields.field(name, of: noun) != nil
    }

    /// The fields of a finding, by their bare names.
    package static let ofFindings = Dictionary(uniqueKeysWithValues: ConditionFields.findings.map { ($0.path, $0) })

    /// Every field of a noun that has a declaration, in the order of the documentation.
    public static func all(of noun: ConditionNoun) -> [ConditionField] { ConditionFields.declarations(of: noun) }
}
