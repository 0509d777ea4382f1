// SPDX-License-Identifier: MIT

extension Condition {
    /// Whether the condition holds of these fields.
    ///
    /// Missing values: `missing == v` is false, `missing != v` is true, every other comparison false. Values of types
    /// that do not compare make every comparison false.
    public func evaluate(_ fields: some FieldSource) -> Bool {
        switch self {
        case .or(let parts): return parts.contains { $0.evaluate(fields) }
        case .and(let parts): return parts.allSatisfy { $0.evaluate(fields) }
        case .not(let part): return !part.evaluate(fields)
        case .exists(let path): return fields.value(of: path) != nil
        case .truth(let operand):
            guard let value = self.value(operand, fields) else { return false }
            if case .bool(let flag) = value { return flag }
            fields.noteMismatch(self)
            return false
        case .compare(let left, let comparison, let right):
            let answers = (left.answer(fields), right.answer(fields))
            guard case (.value(let leftValue), .value(let rightValue)) = answers else {
                if !answers.0.mixesTypes, !answers.1.mixesTypes { return comparison == .notEqual }
                fields.noteMismatch(self)
                return false
            }
            if let holds = ValueComparison(left, right).holds(leftValue, comparison, rightValue) { return holds }
            fields.noteMismatch(self)
            return false
        case .contained(let operand, let list):
            guard let value = self.value(operand, fields) else { return false }
            return isAmong(value, operand, list, fields) ?? false
        case .excluded(let operand, let list):
            switch operand.answer(fields) {
            case .value(let value): return isAmong(value, operand, list, fields) == false
            case .missing: return true
            case .mixedTypes:
                fields.noteMismatch(self)
                return false
            }
        case .matches(let operand, let glob):
            guard let value = self.value(operand, fields) else { return false }
            if case .string(let text) = value { return glob.matches(text) }
            fields.noteMismatch(self)
            return false
        case .contains(let operand, let part):
            guard let value = self.value(operand, fields), let soughtValue = self.value(part, fields) else {
                return false
            }
            if case .string(let text) = value, case .string(let sought) = soughtValue {
                return Array(text.utf8).contains(sequence: Array(sought.utf8))
            }
            fields.noteMismatch(self)
            return false
        }
    }

    /// The value of an operand; the fields hear where it has none for want of types that go together.
    private func value(_ operand: Operand, _ fields: some FieldSource) -> Value? {
        switch operand.answer(fields) {
        case .value(let value): return value
        case .missing: return nil
        case .mixedTypes:
            fields.noteMismatch(self)
            return nil
        }
    }

    /// Whether a value is one of those in a list; nil where it compares with none of them.
    private func isAmong(
        _ value: Value, _ operand: Operand, _ list: [Operand], _ fields: some FieldSource
    ) -> Bool? {
        var compares = false
        var isEmpty = true
        for item in list {
            guard let other = self.value(item, fields) else { continue }
            let isEqual = ValueComparison(operand, item).holds(value, .equal, other)
            if isEqual == true { return true }
            compares = compares || isEqual != nil
            isEmpty = false
        }
        if compares || isEmpty { return false }
        fields.noteMismatch(self)
        return nil
    }

    /// The paths that the condition asks for, in order, each once.
    public var fieldPaths: [String] {
        var paths: [String] = []
        collectPaths(into: &paths)
        return paths
    }

    /// The questions that it consists of: whether it holds follows from their answers.
    public var questions: [Condition] {
        switch self {
        case .or(let parts), .and(let parts): parts.flatMap(\.questions)
        case .not(let part): part.questions
        case .compare, .contained, .excluded, .matches, .contains, .exists, .truth: [self]
        }
    }

    private func collectPaths(into paths: inout [String]) {
        switch self {
        case .or(let parts), .and(let parts):
            for part in parts { part.collectPaths(into: &paths) }
        case .not(let part): part.collectPaths(into: &paths)
        case .exists(let path):
            if !paths.contains(path.text) { paths.append(path.text) }
        case .truth(let operand), .matches(let operand, _): operand.collectPaths(into: &paths)
        case .compare(let left, _, let right), .contains(let left, let right):
            left.collectPaths(into: &paths)
            right.collectPaths(into: &paths)
        case .contained(let operand, let list), .excluded(let operand, let list):
            operand.collectPaths(into: &paths)
            for item in list { item.collectPaths(into: &paths) }
        }
    }
}

extension Condition.Operand {
    /// What an operand comes to.
    fileprivate enum Answer {
        case value(Value)
        /// Something in it is missing, or has no value.
        case missing
        /// Arithmetic in it has values that do not go together; nothing that is missing is meant.
        case mixedTypes

        var mixesTypes: Bool { if case .mixedTypes = self { true } else { false } }
    }

    /// The value with these fields; nil if something in it is missing or has no value.
    public func value(_ fields: some FieldSource) -> Value? {
        if case .value(let value) = answer(fields) { value } else { nil }
    }

    fileprivate func answer(_ fields: some FieldSource) -> Answer {
        switch self {
        case .literal(let value): .value(value)
        case .field(let path): fields.value(of: path).map(Answer.value) ?? .missing
        case .add(let left, let right): combine(left, right, fields, { $0.adds($1) }, { $0.adding($1) })
        case .subtract(let left, let right):
            combine(left, right, fields, { $0.subtracts($1) }, { $0.subtracting($1) })
        case .multiply(let left, let right):
            combine(left, right, fields, { $0.multiplies(with: $1) }, { $0.multiplied(by: $1) })
        case .divide(let left, let right): combine(left, right, fields, { $0.divides(by: $1) }, { $0.divided(by: $1) })
        case .negate(let operand): negated(operand.answer(fields))
        }
    }

    private func negated(_ answer: Answer) -> Answer {
        guard case .value(let value) = answer else { return answer }
        return value.isAmount ? value.negated.map(Answer.value) ?? .missing : .mixedTypes
    }

    private func combine(
        _ left: Condition.Operand, _ right: Condition.Operand, _ fields: some FieldSource,
        _ goTogether: (Value, Value) -> Bool, _ operation: (Value, Value) -> Value?
    ) -> Answer {
        let answers = (left.answer(fields), right.answer(fields))
        guard case (.value(let leftValue), .value(let rightValue)) = answers else {
            return answers.0.mixesTypes || answers.1.mixesTypes ? .mixedTypes : .missing
        }
        if let value = operation(leftValue, rightValue) { return .value(value) }
        return goTogether(leftValue, rightValue) ? .missing : .mixedTypes
    }

    fileprivate func collectPaths(into paths: inout [String]) {
        switch self {
        case .literal: break
        case .field(let path):
            if !paths.contains(path.text) { paths.append(path.text) }
        case .add(let left, let right), .subtract(let left, let right), .multiply(let left, let right),
            .divide(let left, let right):
            left.collectPaths(into: &paths)
            right.collectPaths(into: &paths)
        case .negate(let operand): operand.collectPaths(into: &paths)
        }
    }
}

extension [UInt8] {
    /// Whether other bytes stand in here, in a row.
    func contains(sequence sought: [UInt8]) -> Bool {
        guard let first = sought.first else { return true }
        guard count >= sought.count else { return false }
        for start in 0...(count - sought.count) where self[start] == first {
            if self[start..<(start + sought.count)].elementsEqual(sought) { return true }
        }
        return false
    }
}
