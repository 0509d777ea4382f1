// SPDX-License-Identifier: MIT

/// Numbered marks that cover each other where all of a run is drawn: what they are called together.
struct PinGroups {
    /// Marks that stand so near to each other that only the last can be seen.
    struct Group: Equatable {
        /// The number of the first, and that of the last.
        var numbers: ClosedRange<Int>
        /// Where the last stands, as a share of the width.
        var share: Double
    }

    /// The groups of more than one mark.
    let groups: [Group]

    /// The share of the width that a mark takes.
    private static let width = 0.018

    /// The groups of marks in the order of their places.
    init(_ marks: [(number: Int, share: Double)]) {
        var groups: [Group] = []
        for mark in marks {
            if let last = groups.last, mark.share - last.share < PinGroups.width {
                let numbers = last.numbers
                groups[groups.count - 1] = Group(
                    numbers: min(numbers.lowerBound, mark.number)...max(numbers.upperBound, mark.number),
                    share: mark.share)
            } else {
                groups.append(Group(numbers: mark.number...mark.number, share: mark.share))
            }
        }
        self.groups = groups.filter { $0.numbers.count > 1 }
    }

    /// Writes a label for each group; in a zoomed drawing they are hidden, and each mark has its number.
    func write(y: Int, to page: inout HTMLPage) {
        for group in groups {
            // At the edges a label has to lean inwards.
            if group.share > 0.95 {
                page.markup("<g class=\"many late\"><rect width=\"34\" height=\"16\" rx=\"8\"")
            } else if group.share < 0.05 {
                page.markup("<g class=\"many early\"><rect width=\"34\" height=\"16\" rx=\"8\"")
            } else {
                page.markup("<g class=\"many\"><rect width=\"34\" height=\"16\" rx=\"8\"")
            }
            page.percent("x", group.share)
            page.markup(" y=\"")
            page.number(y + 3)
            page.markup("\"/><text")
            page.percent("x", group.share)
            page.markup(" y=\"")
            page.number(y + 15)
            page.markup("\">")
            page.text("\(group.numbers.lowerBound)–\(group.numbers.upperBound)")
            page.markup("</text></g>")
        }
    }
}
