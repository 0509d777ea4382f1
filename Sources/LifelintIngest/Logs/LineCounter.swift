// SPDX-License-Identifier: MIT

/// Counts line ends up to places that only go forward.
struct LineCounter {
    private let view: ByteView
    private var position = 0
    private var lines = 0

    init(_ view: ByteView) { self.view = view }

    /// How many lines end before that place; a last line without an end counts when the place is the end of all.
    mutating func count(to place: Int) -> Int {
        while position < place, let feed = view.firstIndex(of: 0x0A, from: position, to: place) {
            lines &+= 1
            position = feed &+ 1
        }
        return place == view.count && position < place ? lines + 1 : lines
    }
}
