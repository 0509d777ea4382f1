// SPDX-License-Identifier: MIT

/// What a formula is known to say at the events of a run: one inside others is asked once for each event.
final class FormulaAnswers {
    private struct Answer {
        let answer: FormulaEvaluation.Answer
        /// Whether it rests on stretches in which something was not seen.
        let notes: Bool
    }

    /// By the number of the formula, then by position.
    private var rows: [[Answer?]] = []
    /// By the number of the formula: whether any event that it names occurs.
    private var shown: [Int: Bool] = [:]

    /// What a formula says at a position; nil where that is not known, or where the stretches on which it rests are to
    /// be noted.
    func answer(of node: FormulaNode, at index: Int, _ stretches: UnseenStretches) -> FormulaEvaluation.Answer? {
        guard node.number < rows.count, index < rows[node.number].count, let known = rows[node.number][index] else {
            return nil
        }
        if known.notes {
            guard stretches.isFull else { return nil }
            stretches.note()
        }
        return known.answer
    }

    /// - Parameter count: how many positions there are.
    func keep(
        _ answer: FormulaEvaluation.Answer, notes: Bool, of node: FormulaNode, at index: Int, _ count: Int
    ) {
        while rows.count <= node.number { rows.append([]) }
        if rows[node.number].isEmpty { rows[node.number] = Array(repeating: nil, count: count) }
        rows[node.number][index] = Answer(answer: answer, notes: notes)
    }

    /// Whether any event occurs that a formula names.
    func isShown(_ node: FormulaNode, _ look: () -> Bool) -> Bool {
        if let known = shown[node.number] { return known }
        let answer = look()
        shown[node.number] = answer
        return answer
    }
}
