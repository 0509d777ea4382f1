// SPDX-License-Identifier: MIT

/// Enums of words are hashed by the number of the case: the standard library would hash the word, which takes longer
/// than most of what dictionaries of them are asked for.
private protocol NumberedCase: CaseIterable, Hashable {}

extension NumberedCase {
    /// The place of the case in the declaration.
    ///
    /// Why unsafe: a case without values is stored as its number, in one byte; nothing else gives it at once.
    fileprivate var number: UInt8 {
        MemoryLayout<Self>.size == MemoryLayout<UInt8>.size ? unsafe unsafeBitCast(self, to: UInt8.self) : 0
    }
}

extension EndingCause: NumberedCase {
    /// Tells cases apart for dictionaries and sets.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension EndingDetail: NumberedCase {
    /// Its place among all, in the order in which they are told.
    package var place: UInt8 { number }

    /// Tells cases apart for dictionaries and sets.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Launch.Kind: NumberedCase {
    /// Tells cases apart for dictionaries and sets.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Confidence: NumberedCase {
    /// Tells cases apart for dictionaries and sets.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension AppState: NumberedCase {
    /// Tells cases apart for dictionaries and sets.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension SceneState: NumberedCase {
    /// Tells cases apart for dictionaries and sets.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
