// SPDX-License-Identifier: MIT

import LifelintModel

extension RuleLibrary {
    /// What the user's recognisers of lines name and is not there, as sentences with their places: it can be told when all
    /// recognisers are read.
    ///
    /// - Parameter formats: the ids of all formats, which only those who read them know.
    package func unknownNames(formats: [String]) -> [String] {
        let all = vocabulary.lineRecognisersAtHand
        var told: Set<SourceLocation> = []
        var problems: [String] = []
        func tell(_ place: SourceLocation, _ message: String, _ name: String, among names: [String]) {
            guard told.insert(place).inserted else { return }
            let meant = Suggestion.nearest(to: name, among: names).map { " Did you mean “\($0)”?" } ?? ""
            problems.append("\(place.file):\(place.line):\(place.column): \(message)\(meant)")
        }
        for line in all.filter(\.isUsers).flatMap(\.lines) {
            for (format, place) in zip(line.source.formats, line.places.formats) where !formats.contains(format) {
                tell(place, "“\(format)” is no format; 'lifelint formats' lists them.", format, among: formats)
            }
            if let name = line.after, !all.contains(where: { $0.about == name }) {
                tell(
                    line.places.after ?? line.at, "“after” names no recogniser: none is about “\(name)”.", name,
                    among: all.map(\.about))
            }
        }
        return problems
    }
}
