// SPDX-License-Identifier: MIT

package import LifelintModel

extension RuleLibrary {
    /// What recognisers of records and the user's of lines name and is not there, as sentences with their places: it
    /// can be told when all recognisers are read.
    ///
    /// - Parameter known: the ids of all formats, which only those who read them know, and what they are like.
    package func unknownNames(formats known: [(id: String, traits: InputTraits)]) -> [String] {
        let formats = known.map(\.id)
        let ofFields = known.filter { $0.traits.contains(.hasFields) }.map(\.id)
        let all = vocabulary.lineRecognisersAtHand
        var told: Set<SourceLocation> = []
        var problems: [String] = []
        func tell(_ place: SourceLocation, _ message: String, _ name: String, among names: [String]) {
            guard told.insert(place).inserted else { return }
            let meant = Suggestion.nearest(to: name, among: names).map { " Did you mean “\($0)”?" } ?? ""
            problems.append("\(place.file):\(place.line):\(place.column): \(message)\(meant)")
        }
        for recogniser in vocabulary.recordRecognisers {
            for (format, place) in zip(recogniser.formats, recogniser.formatPlaces) where !ofFields.contains(format) {
                tell(place, "“\(format)” is no format with structured records.", format, among: ofFields)
            }
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
