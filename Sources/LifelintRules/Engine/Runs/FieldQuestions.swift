// SPDX-License-Identifier: MIT

import LifelintModel

/// All that is asked of one field of a run before one walks through it: most values of a field make no difference.
struct FieldQuestions {
    /// What a value comes to.
    enum Answer {
        /// To each of the questions yes or no, as bits.
        case bits(UInt64)
        /// It may count as it is: it is compared with other fields, or asked too much.
        case value(Value?)
    }

    /// More values are not remembered.
    private static let limit = 256

    private let path: FieldPath
    /// Empty where a value counts as it is.
    private let questions: [Condition]
    /// How many bits an answer has.
    let width: Int
    /// Whether all that is asked is if there is a value: then one comes to the same as another.
    private let asksForPresence: Bool
    private var known: [Value: UInt64] = [:]
    /// The last value that was asked about: mostly the next run has the same.
    private var latest: (value: Value, bits: UInt64)?
    private var missing: UInt64?

    private init(_ path: String, _ questions: [Condition]) {
        self.path = FieldPath(path)
        self.questions = questions
        let asksForPresence = questions.allSatisfy { if case .exists = $0 { true } else { false } }
        self.asksForPresence = asksForPresence
        width = asksForPresence ? 1 : questions.count
    }

    /// By field, what these conditions ask.
    static func all(_ questions: [Condition]) -> [FieldQuestions] {
        var byPath: [String: [Condition]] = [:]
        var whole: Set<String> = []
        for question in questions {
            let paths = question.fieldPaths
            if paths.count > 1 { whole.formUnion(paths) }
            for path in paths where !byPath[path, default: []].contains(question) {
                byPath[path, default: []].append(question)
            }
        }
        // What a binding stands for does not occur where this is asked.
        return byPath.filter { FieldPath($0.key).owner != .other }.sorted { $0.key < $1.key }.map { path, questions in
            let isWhole = whole.contains(path) || questions.count > UInt64.bitWidth
            return FieldQuestions(path, isWhole ? [] : questions)
        }
    }

    /// What the field of a run comes to.
    mutating func answer(_ fields: FactsFields) -> Answer {
        let value = fields.value(of: path)
        if questions.isEmpty { return .value(value) }
        if asksForPresence { return .bits(value == nil ? 0 : 1) }
        if let latest, latest.value == value { return .bits(latest.bits) }
        if let known = value.map({ known[$0] }) ?? missing {
            if let value { latest = (value, known) }
            return .bits(known)
        }
        var bits: UInt64 = 0
        for question in questions { bits = bits << 1 | (question.evaluate(fields) ? 1 : 0) }
        if let value {
            if known.count < FieldQuestions.limit { known[value] = bits }
        } else {
            missing = bits
        }
        return .bits(bits)
    }
}
