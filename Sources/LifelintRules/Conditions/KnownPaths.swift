// SPDX-License-Identifier: MIT

import LifelintModel
import Synchronization

/// Paths that conditions have named: the same few hundred stand in all of them, and each is taken apart once.
final class KnownPaths: Sendable {
    static let shared = KnownPaths()

    /// More than all that ships names; whoever parses conditions of others for long shall not gather their words.
    private static let limit = 2_048

    private let paths = Mutex<[String: FieldPath]>([:])

    /// The path of that text.
    func path(_ text: String) -> FieldPath {
        paths.withLock { paths in
            if let known = paths[text] { return known }
            let path = FieldPath(text)
            if paths.count < KnownPaths.limit { paths[text] = path }
            return path
        }
    }
}
