// SPDX-License-Identifier: MIT

import LifelintModel

extension Suggestion {
    /// Longer words are not compared: nobody mistypes them by a letter or two.
    private static let longestWord = 64

    /// What somebody meant who typed a word: the nearest candidate, if it is near enough; the first of equally near
    /// ones.
    ///
    /// Who types is less exact than who writes a file: the case of letters, and what is left out, count for little.
    static func meant(by word: String, among candidates: [String]) -> String? {
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

    /// `; did you mean '…'?`, of a word that somebody typed, or nothing.
    static func question(for word: String, among candidates: [String]) -> String {
        question(meant(by: word, among: candidates))
    }
}
