// SPDX-License-Identifier: MIT

/// A piece of text inside the bytes of its batch: a reference, not a copy.
///
/// Events are plain bytes without reference counts, so millions of them cost no allocation; whoever keeps a text
/// beyond the batch copies it (``EventBatch/string(_:)``).
@frozen public struct Text: Sendable, BitwiseCopyable {
    /// Offset into ``EventBatch/bytes``; 0-based.
    public var offset: UInt32
    /// Length in bytes; `.max` means that the text is missing, 0 that it is empty.
    public var length: UInt32

    /// A text at that place.
    @inlinable public init(offset: UInt32, length: UInt32) {
        self.offset = offset
        self.length = length
    }

    /// The missing text.
    @inlinable public static var missing: Text { Text(offset: 0, length: .max) }

    /// Whether there is a text, be it empty.
    @inlinable public var isPresent: Bool { length != .max }

    /// The bytes it covers, as indices into the batch.
    @inlinable public var range: Range<Int> {
        isPresent ? Int(offset)..<(Int(offset) + Int(length)) : 0..<0
    }
}
