// SPDX-License-Identifier: MIT

/// What a run says to the items of all checks over several runs.
///
/// Most items speak of few runs: only what was looked at is kept, and to all others the answer is no.
struct RunAnswers {
    /// Whether the run answers them at all.
    private let isAsked: Bool
    private let told: [(number: Int, answer: RunItemAnswer)]

    /// - Parameter told: the answers that were looked for, by the numbers of the items.
    init(isAsked: Bool, told: [(number: Int, answer: RunItemAnswer)]) {
        self.isAsked = isAsked
        self.told = told
    }

    /// The answer to the item of that number; nil where it was not asked.
    subscript(number: Int) -> RunItemAnswer? {
        for row in told where row.number == number { return row.answer }
        return isAsked ? .no : nil
    }

    /// Whether anything was looked for to answer the item of that number; of others there is no more to say than no.
    func isTold(_ number: Int) -> Bool { told.contains { $0.number == number } }

    /// Whether the answer to the item of that number is no.
    func isNo(_ number: Int) -> Bool {
        for row in told where row.number == number { return row.answer.match == .no }
        return isAsked
    }

    /// Whether the answer to the item of that number is yes.
    func isYes(_ number: Int) -> Bool {
        for row in told where row.number == number { return row.answer.match == .yes }
        return false
    }
}
