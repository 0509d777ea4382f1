// SPDX-License-Identifier: MIT

extension Array {
    /// So many elements, each of them that one.
    ///
    /// Why not `Array(repeating:count:)`: that looks up the type of its storage anew each time, which takes longer than
    /// all else that a short array takes, and every run makes some.
    @inline(__always) init(filledWith element: Element, count: Int) {
        self.init()
        reserveCapacity(count)
        for _ in 0..<count { append(element) }
    }
}
