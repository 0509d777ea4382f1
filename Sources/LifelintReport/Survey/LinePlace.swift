// SPDX-License-Identifier: MIT

import LifelintModel

/// A line of an input, by which events and evidence that speak of the same one find each other.
struct LinePlace: Hashable {
    private let file: String
    private let line: Int
    private let offset: Int64

    /// The line of a place.
    init(_ place: SourceLocation) {
        file = place.file
        line = place.line
        offset = place.offset
    }
}
