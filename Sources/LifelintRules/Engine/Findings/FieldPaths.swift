// SPDX-License-Identifier: MIT

import LifelintModel

/// The paths that messages name, each taken apart once: rules have few, and there are many findings.
///
/// Why a class: whoever builds findings asks the same.
final class FieldPaths {
    private var known: [String: FieldPath] = [:]

    /// The path that is written so.
    subscript(text: String) -> FieldPath {
        if let path = known[text] { return path }
        let path = FieldPath(text)
        known[text] = path
        return path
    }
}
