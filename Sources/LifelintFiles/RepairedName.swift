// SPDX-License-Identifier: MIT

/// Finds the file that a repaired path means.
///
/// Arguments are text: where the name of a file is not UTF-8, its wrong bytes come as U+FFFD. The file is found by what
/// the names in its folder are repaired to.
enum RepairedName {
    /// What a path means.
    enum Meaning: Equatable {
        /// The path as the system knows it.
        case path([UInt8])
        /// Several files bear names that are repaired to this one.
        case ambiguous
    }

    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// The path as the system knows it; the one that was given where nothing else bears its name.
    static func resolve(_ path: String) -> Meaning {
        let given = Array(path.utf8)
        guard contains(given), case .failure = SystemCall.status(of: given) else { return .path(given) }
        var known: [UInt8] = given.first == 0x2F ? [0x2F] : []
        for (index, part) in given.split(separator: 0x2F).enumerated() {
            let folder = known
            if index > 0 { known.append(0x2F) }
            guard contains(Array(part)), case .failure = SystemCall.status(of: known + part) else {
                known += part
                continue
            }
            guard case .success(let names) = SystemCall.names(in: folder.isEmpty ? [0x2E] : folder) else {
                return .path(given)
            }
            let fitting = names.filter { Array(String(decoding: $0, as: UTF8.self).utf8) == Array(part) }
            if fitting.count > 1 { return .ambiguous }
            guard let name = fitting.first else { return .path(given) }
            known += name
        }
        return .path(known)
    }

    private static func contains(_ bytes: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: replacement) }
    }
}
