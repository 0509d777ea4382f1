// SPDX-License-Identifier: MIT

/// The objects and arrays that are open around a position: as many as a word has bits.
struct JSONNest {
    /// One bit a level, the innermost lowest: 1 is an object.
    private var kinds: UInt64 = 0
    /// How many are open.
    private(set) var level = 0

    /// Whether the innermost one is an object.
    @inline(__always) var isInObject: Bool { kinds & 1 == 1 }

    /// Whether the innermost one is an object in an array.
    @inline(__always) var isInListedObject: Bool { kinds & 3 == 1 && level >= 2 }

    /// Whether the innermost one is an object that is a member of another one.
    @inline(__always) var isInMemberObject: Bool { kinds & 3 == 3 && level >= 2 }

    @inline(__always) mutating func open(_ isObject: Bool) {
        kinds = kinds &<< 1 | (isObject ? 1 : 0)
        level &+= 1
    }

    @inline(__always) mutating func close() {
        kinds &>>= 1
        level &-= 1
    }
}
