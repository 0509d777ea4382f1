// SPDX-License-Identifier: MIT

/// Keys under which one witness tells of an instance that another witness tells of under a key of its own.
struct SpanPartners {
    /// More than a run has open at once.
    private static let limit = 64

    private var keys: [(span: Int, other: String, own: String)] = []

    var isEmpty: Bool { keys.isEmpty }

    /// The other witness's key is of the instance with that one.
    mutating func add(_ other: String, for own: String, of span: Int) {
        if keys.count >= SpanPartners.limit { keys.removeFirst() }
        keys.append((span, other, own))
    }

    /// The key of the instance that another witness names so.
    func own(_ other: String, of span: Int) -> String? {
        keys.last { $0.span == span && $0.other == other }?.own
    }

    /// Whether some witness has another key for that instance.
    func knows(_ own: String, of span: Int) -> Bool { keys.contains { $0.span == span && $0.own == own } }

    /// The key of an instance that ends under another one, which is spent by that.
    mutating func take(_ other: String, of span: Int) -> String? {
        guard !keys.isEmpty, let index = keys.lastIndex(where: { $0.span == span && $0.other == other }) else {
            return nil
        }
        return keys.remove(at: index).own
    }
}
