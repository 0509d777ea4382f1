// SPDX-License-Identifier: MIT

/// Finds the word that was probably meant.
enum Suggestion {
    /// Longer words are not compared: nobody mistypes them by a letter or two.
    private static let longestWord = 64

    /// The nearest candidate, if it is near enough to be meant; the first of equally near ones.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let typed = Array(word.lowercased().unicodeScalars)
        guard !typed.isEmpty, typed.count <= longestWord else { return nil }
        let allowed = max(1, min(3, typed.count / 3))
        var best: (word: String, distance: Int)?
        for candidate in candidates {
            let letters = Array(candidate.lowercased().unicodeScalars)
            var distance = distance(typed, letters)
            // What was cut short or is part of a longer name (`launch` of `watchdog.launch`) was meant as well.
            if distance > allowed, typed.count >= 3, candidate.lowercased().contains(word.lowercased()) {
                distance = allowed
            }
            if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    /// `; did you mean '…'?` or nothing.
    static func question(for word: String, among candidates: [String]) -> String {
        nearest(to: word, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// Insertions, deletions, replacements and swaps of neighbours between two words.
    static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for row in 1...left.count {
            var current = [row] + [Int](repeating: 0, count: right.count)
            for column in 1...right.count {
                let isSame = left[row - 1] == right[column - 1]
                current[column] = min(
                    last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    current[column] = min(current[column], beforeLast[column - 2] + 1)
                }
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
