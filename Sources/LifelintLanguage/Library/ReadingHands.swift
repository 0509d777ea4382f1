// SPDX-License-Identifier: MIT

/// Who reads files side by side: threads belong to whoever runs an analysis.
package protocol ReadingHands: Sendable {
    /// Does so many pieces of work; what comes of them stands in their order.
    ///
    /// What is large is handed on in a ``Box``.
    func map<Result>(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) -> [Result]
}

/// Reads one file after the other.
package struct OneByOne: ReadingHands {
    package init() {}

    package func map<Result>(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) -> [Result] {
        (0..<count).map(body)
    }
}

/// One large thing, handed on by its reference: whoever does the work knows nothing of it, and would copy it piece by
/// piece.
final class Box<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
