// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What the fields of a run decide about how rules look at it.
final class RunDecision {
    /// The same for all runs whose fields decide the same.
    let number: Int
    /// By number, whether the conditions hold under which branches apply; false where only the walk can tell.
    let conditions: [Bool]
    /// The rules that speak of the run, with the variants that fit.
    let rules: [(rule: CompiledRule, variant: Int)]
    /// By the number of the branch: the conditions of those that ask for the ending, as far as fields decide them.
    let foreknown: [ForeknownCondition?]
    /// By the number of the item: what launch and ending say of it.
    let items: [UInt8]
    /// Kept, so that no other takes its place.
    private let own: CompiledRules.AppRules

    fileprivate init(
        number: Int, conditions: [Bool], rules: [(rule: CompiledRule, variant: Int)],
        foreknown: [ForeknownCondition?], items: [UInt8], own: CompiledRules.AppRules
    ) {
        self.number = number
        self.conditions = conditions
        self.rules = rules
        self.foreknown = foreknown
        self.items = items
        self.own = own
    }

    /// Whether a branch may apply to such runs: where fields alone tell that it does not, nobody has to look.
    func allows(_ branch: CompiledBranch, _ compiled: CompiledRules) -> Bool {
        guard let condition = branch.condition, !compiled.isLate[condition] else { return true }
        return conditions[condition]
    }
}

/// Finds what the fields of runs decide, once for all runs that agree in every field that anybody asks for.
struct RunDecisions {
    /// All fields of a run that count.
    private struct Fields: Hashable {
        /// To each question about a field yes or no, one field after the other.
        var answers = AnswerBits()
        /// Of the fields that count as they are.
        var values: [Value?] = []
        var ending: Ending.Kind
        var candidates: [EndingCause]
        var launch: Launch.Kind
        var rules: ObjectIdentifier
        var level: Int
    }

    /// What they come to: as many fields do not differ for any rule.
    private struct Answers: Hashable {
        var bits: [UInt8]
        var ending: Ending.Kind
        var rules: ObjectIdentifier
        var level: Int
    }

    /// More are not remembered.
    private static let limit = 4_096

    /// What conditions ask of each field before a run is walked through.
    private var questions: [FieldQuestions] = []
    /// Whether ``questions`` are those of the rules: found when the first run comes.
    private var isPrepared = false
    private var byFields: [Fields: RunDecision] = [:]
    private var byAnswers: [Answers: RunDecision] = [:]

    /// What the fields of a run decide; nil where there is no room to remember it.
    mutating func decision(
        _ compiled: CompiledRules, _ own: CompiledRules.AppRules, level: Int, _ facts: RunFacts
    ) -> RunDecision? {
        if !isPrepared {
            questions = FieldQuestions.all(compiled.questionsBefore)
            isPrepared = true
        }
        let asked = FactsFields(facts: facts)
        var fields = Fields(
            ending: Ending.Kind(facts.run.ending), candidates: facts.run.ending.candidates.map(\.cause),
            launch: facts.run.launch.kind, rules: ObjectIdentifier(own), level: level)
        for number in questions.indices {
            switch questions[number].answer(asked) {
            case .bits(let bits): fields.answers.append(bits, questions[number].width)
            case .value(let value): fields.values.append(value)
            }
        }
        if let known = byFields[fields] { return known }
        guard let decision = decide(compiled, own, level, facts, fields) else { return nil }
        if byFields.count >= RunDecisions.limit { byFields.removeAll(keepingCapacity: true) }
        byFields[fields] = decision
        return decision
    }

    private mutating func decide(
        _ compiled: CompiledRules, _ own: CompiledRules.AppRules, _ level: Int, _ facts: RunFacts, _ fields: Fields
    ) -> RunDecision? {
        let asked = FactsFields(facts: facts)
        let rules = own.ofLevel(level).map { (rule: $0, variant: $0.variant(for: facts)) }
        let conditions = compiled.conditions.enumerated().map { number, condition in
            !compiled.isLate[number] && condition.evaluate(asked)
        }
        var bits: [UInt8] = conditions.map { $0 ? 1 : 0 }
        var foreknown = [ForeknownCondition?](repeating: nil, count: compiled.branches.count)
        for (rule, variant) in rules where rule.isDeciding {
            bits.append(UInt8(truncatingIfNeeded: variant))
            for branch in rule.variants[variant] {
                guard let ending = branch.ending else { continue }
                if let condition = branch.foreknown {
                    condition.answer(facts, into: &bits)
                    foreknown[branch.number] = condition.settled(by: facts)
                }
                bits.append(EndingMachine.answer(ending, facts.run.ending))
            }
        }
        let items = compiled.probes.map { $0.answer(facts) }
        bits += items
        let answers = Answers(bits: bits, ending: fields.ending, rules: fields.rules, level: level)
        if let known = byAnswers[answers] { return known }
        guard byAnswers.count < RunDecisions.limit else { return nil }
        let decision = RunDecision(
            number: byAnswers.count, conditions: conditions, rules: rules, foreknown: foreknown, items: items,
            own: own)
        byAnswers[answers] = decision
        return decision
    }
}

extension CompiledRules {
    /// What is asked of the fields of runs before they are walked through.
    fileprivate var questionsBefore: [Condition] {
        var questions: [Condition] = []
        for (number, condition) in conditions.enumerated() where !isLate[number] { questions += condition.questions }
        for probe in probes { questions += probe.questions }
        for rule in bySerial {
            for variant in rule.rule.variants { questions += variant.when?.questions ?? [] }
            for branch in rule.variants.joined() where branch.isEnding {
                questions += branch.foreknown?.questions ?? []
            }
        }
        return questions
    }
}
