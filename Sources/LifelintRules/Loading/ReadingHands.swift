// SPDX-License-Identifier: MIT

/// Who reads files side by side: threads belong to whoever runs an analysis.
package protocol ReadingHands: Sendable {
    /// Does so many pieces of work; what comes of them stands in their order.
    func map<Result>(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) -> [Result]
}

/// Reads one file after the other.
struct OneByOne: ReadingHands {
    func map<Result>(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) -> [Result] { (0..<count).map(body) }
}
