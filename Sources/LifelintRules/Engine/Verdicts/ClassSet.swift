// SPDX-License-Identifier: MIT

/// A set of source classes, as the numbers that whoever keeps it has given them.
///
/// There is one class for each pair of a witness and a format, far fewer than there is room for; those beyond share the
/// last number.
struct ClassSet: Hashable {
    private var bits: UInt128 = 0

    init() {}

    /// The first so many numbers.
    init(first count: Int) { for number in 0..<count { insert(number) } }

    var isEmpty: Bool { bits == 0 }

    private static func bit(_ number: Int) -> UInt128 { 1 << UInt128(min(max(number, 0), 127)) }

    func isSubset(of other: ClassSet) -> Bool { bits & ~other.bits == 0 }

    func contains(_ number: Int) -> Bool { bits & ClassSet.bit(number) != 0 }

    mutating func insert(_ number: Int) { bits |= ClassSet.bit(number) }

    mutating func formUnion(_ other: ClassSet) { bits |= other.bits }

    mutating func formIntersection(_ other: ClassSet) { bits &= other.bits }
}
