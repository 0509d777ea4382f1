// SPDX-License-Identifier: MIT

package import LifelintModel

/// Rules and recognisers of lines that were read when the program was built, in a form that needs no checking when it
/// starts.
///
/// ```
/// rule     = its parts in the order in which `Packed` writes them; so with a recogniser
/// text     = count byte…              UTF-8
/// number   = digit… lastDigit         five bits each, the highest first: 0x50…0x6F, and the last one 0x30…0x4F
/// ```
///
/// All of it is printable UTF-8, so that it can be a string literal. A path is the number of one that stands in
/// ``paths``, since a few hundred stand in all rules. A condition that stood before in its rule is the number of that
/// one.
package struct PackedRules {
    static let lastDigit: UInt8 = 0x30
    static let digit: UInt8 = 0x50

    private var packer = RulePacker()

    package init() {}

    /// Writes a rule without its source and its tests, and where its parts stand.
    package mutating func pack(_ rule: Rule, _ places: RulePlaces) -> String {
        rule.pack(into: &packer)
        places.pack(into: &packer)
        return packer.take()
    }

    /// Writes a recogniser of lines without the samples of its patterns.
    package mutating func pack(_ lines: LineRecogniser) -> String {
        lines.pack(into: &packer)
        return packer.take()
    }

    /// What the rules and recognisers that were written have in common.
    package var paths: [String] { packer.shared }

    /// The rule that was written; nil where these bytes are none.
    ///
    /// - Parameters:
    ///   - packed: what ``pack(_:_:)`` gave.
    ///   - paths: those that stood in ``paths`` in the end.
    ///   - file: what the rule's file is called.
    ///   - source: what it holds.
    package static func rule(
        _ packed: String, paths: [FieldPath], file: String, source: String
    ) -> (rule: Rule, places: RulePlaces)? {
        var reader = RuleUnpacker(packed, paths: paths, file: file)
        var rule = Rule(from: &reader)
        let places = RulePlaces(from: &reader)
        guard reader.isWhole else { return nil }
        rule.source = source
        return (rule, places)
    }

    /// The recogniser of lines that was written; nil where these bytes are none.
    ///
    /// - Parameters:
    ///   - packed: what ``pack(_:)`` gave.
    ///   - paths: those that stood in ``paths`` in the end.
    ///   - file: what the recogniser's file is called.
    package static func lines(_ packed: String, paths: [FieldPath], file: String) -> LineRecogniser? {
        var reader = RuleUnpacker(packed, paths: paths, file: file)
        let lines = LineRecogniser(from: &reader)
        return reader.isWhole ? lines : nil
    }
}
