// SPDX-License-Identifier: MIT

/// Finds what a misspelt name may have meant.
package enum Suggestion {
    /// The nearest of the names, at an edit distance of at most `reach`; the first of equally near ones.
    package static func nearest(to text: String, among names: some Sequence<String>, within reach: Int = 2) -> String? {
        let sought = Array(text.unicodeScalars.prefix(65))
        guard sought.count <= 64 else { return nil }
        var best: (name: String, distance: Int)?
        for name in names where name != text {
            let candidate = Array(name.unicodeScalars)
            guard abs(candidate.count - sought.count) <= reach, candidate.count > 2 || sought.count > 2 else {
                continue
            }
            let distance = distance(sought, candidate)
            // Two edits turn any word of three letters into any other.
            guard distance <= reach, distance < candidate.count - 1 else { continue }
            if distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// `; did you mean '…'?`, or nothing.
    package static func question(_ meant: String?) -> String { meant.map { "; did you mean '\($0)'?" } ?? "" }

    /// Insertions, deletions, replacements and swaps of neighbours that lead from one to the other.
    package static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in 0..<right.count {
                var cost = min(last[column + 1] + 1, current[column] + 1)
                cost = min(cost, last[column] + (left[row] == right[column] ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
