// SPDX-License-Identifier: MIT

import LifelintModel

/// Where the events of a run stand, as short as can be told without a doubt: most runs lie in one file.
struct EventPlaces {
    /// The one file of all events; nil where there are several.
    let file: String?
    private let names: [String: String]

    /// The places of these events.
    init(_ events: [KeptEvent]) {
        let files = Set(events.map(\.at.file))
        file = files.count == 1 ? files.first : nil
        var users: [String: Int] = [:]
        for file in files { users[EventPlaces.lastPart(file), default: 0] += 1 }
        names = Dictionary(
            files.map { file in
                let name = EventPlaces.lastPart(file)
                return (file, users[name] == 1 ? name : file)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Where an event stands; empty where that is not known.
    func text(_ place: SourceLocation) -> String {
        if file != nil { return place.line > 0 ? "line \(place.line)" : "" }
        let name = names[place.file] ?? place.file
        return place.line > 0 ? "\(name):\(place.line)" : name
    }

    private static func lastPart(_ path: String) -> String { String(path.split(separator: "/").last ?? path[...]) }
}
