// SPDX-License-Identifier: MIT

package import LifelintModel
import LifelintYAML

/// A file of declarations: what it is called and what it holds.
package struct DeclarationFile: Sendable {
    /// What it is called in messages.
    package let path: String
    private let content: Content

    private enum Content {
        case bytes([UInt8])
        /// What ships: taken apart when the program was built.
        case packed(text: String, packed: String)
        /// Recognisers of lines that ship: taken apart, and read when the program was built.
        case lines(text: String, packed: String, lines: String, paths: [FieldPath])
        /// A rule that ships: read when the program was built.
        case rule(text: String, packed: String, paths: [FieldPath])
    }

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        content = .bytes(bytes)
    }

    /// A file that was taken apart as ``PackedYAML`` does it.
    package init(path: String, text: String, packed: String) {
        self.path = path
        content = .packed(text: text, packed: packed)
    }

    /// The file of a recogniser of lines that was taken apart, and read as ``PackedRules`` writes it.
    ///
    /// - Parameter paths: what the rules and recognisers that were written with it have in common.
    package init(path: String, text: String, packed: String, lines: String, paths: [FieldPath]) {
        self.path = path
        content = .lines(text: text, packed: packed, lines: lines, paths: paths)
    }

    /// The file of a rule that was read as ``PackedRules`` writes it; it says nothing of the rule's tests.
    ///
    /// - Parameter paths: what the rules that were written with it have in common.
    package init(path: String, text: String, rule: String, paths: [FieldPath]) {
        self.path = path
        content = .rule(text: text, packed: rule, paths: paths)
    }

    /// What it holds.
    var bytes: [UInt8] {
        switch content {
        case .bytes(let bytes): bytes
        case .packed(let text, _), .lines(let text, _, _, _), .rule(let text, _, _): Array(text.utf8)
        }
    }

    /// What it holds, as text.
    var text: String {
        switch content {
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .packed(let text, _), .lines(let text, _, _, _), .rule(let text, _, _): text
        }
    }

    /// Its value; nil where it has to be read from its bytes.
    var packedDocument: YAMLDocument? {
        switch content {
        case .packed(let text, let packed), .lines(let text, let packed, _, _):
            YAMLDocument(packed: packed, text: text, file: path)
        case .bytes, .rule: nil
        }
    }

    /// The recogniser of lines as it was read before, without its samples; nil where it has to be read from its bytes.
    var packedLines: LineRecogniser? {
        guard case .lines(_, _, let lines, let paths) = content else { return nil }
        return PackedRules.lines(lines, paths: paths, file: path)
    }

    /// The rule as it was read before, without its tests; nil where it has to be read from its bytes.
    var packedRule: (rule: Rule, places: RulePlaces)? {
        guard case .rule(let text, let packed, let paths) = content else { return nil }
        return PackedRules.rule(packed, paths: paths, file: path, source: text)
    }
}
