// SPDX-License-Identifier: MIT

/// Counts line ends up to places that only go forward.
struct LineCounter {
    private let view: ByteView
    /// Up to where line ends are counted.
    private var reached = 0
    /// Where the last line begins that was reached.
    private(set) var start = 0
    /// How many lines end before it.
    private(set) var lines = 0

    init(_ view: ByteView) { self.view = view }

    /// Goes on to the line around a place.
    mutating func advance(to place: Int) {
        guard place > reached, place <= view.count else { return }
        let feeds = view.countLineFeeds(from: reached, to: place)
        if feeds > 0 {
            lines &+= feeds
            start = view.lineStart(around: place, from: reached)
        }
        reached = place
    }

    /// How many lines end before that place; a last line without an end counts when the place is the end of all.
    mutating func count(to place: Int) -> Int {
        advance(to: place)
        return place == view.count && start < place ? lines + 1 : lines
    }
}
