// SPDX-License-Identifier: MIT

import LifelintModel

/// All that is asked of what runs hold before one walks through them: runs that hold the same, as far as anybody asks,
/// share a plan, whatever else happened in them.
struct PresenceQuestions {
    /// By question: the canonical events of which one has to be there, as the words of a ``NumberSet``.
    private var masks: [UInt64] = []
    private var questionCount = 0
    /// How many words each has.
    private let wordCount: Int
    /// What means custom events, by the number of its question.
    private var custom: [(question: Int, selector: CompiledSelector)] = []
    /// The kinds of spans that are asked for.
    private var kinds: NumberSet

    /// What these rules ask.
    init(_ compiled: CompiledRules) {
        wordCount = NumberSet(below: EventName.allCases.count).words.count
        kinds = NumberSet(below: compiled.kinds.count)
        var known: [[UInt64]: Int] = [:]
        for branch in compiled.branches {
            switch branch.trigger {
            case .always: break
            case .events(let selector), .satisfiedWithout(let selector): add(selector, &known)
            case .span(let span), .satisfiedWithoutSpan(let span): add(span, &known)
            case .any(let selectors, let spans):
                for selector in selectors { add(selector, &known) }
                for span in spans { add(span, &known) }
            }
            for span in branch.openKinds.joined() { add(span, &known) }
            guard let ending = branch.ending else { continue }
            for span in branch.duringKinds { add(span, &known) }
            for row in branch.bindings { add(row.selector, &known) }
            if !ending.check.of.isEmpty { add(branch.selector(0, ending.check.of), &known) }
        }
        for probe in compiled.probes {
            for span in probe.duringKinds { add(span, &known) }
            for sight in probe.sights where !sight.isMissing { add(sight.selector, &known) }
        }
    }

    private mutating func add(_ span: CheckTrigger.Span, _ known: inout [[UInt64]: Int]) {
        if let opens = span.opens { return add(opens, &known) }
        if let number = span.number { kinds.insert(number) }
    }

    private mutating func add(_ selector: CompiledSelector, _ known: inout [[UInt64]: Int]) {
        var events = NumberSet(below: EventName.allCases.count)
        for event in selector.events where event != .custom { events.insert(Int(event.rawValue)) }
        if selector.meansCustom {
            custom.append((questionCount, selector))
        } else if known[events.words] != nil {
            return
        } else {
            known[events.words] = questionCount
        }
        masks += events.words
        questionCount += 1
    }

    /// What a run comes to: whether it goes on, the kinds of spans it holds, and to each question yes or no, as bits.
    func answers(_ present: Present) -> [UInt64] {
        let (events, held) = (present.events.words, present.kinds.words)
        var answers = [UInt64](repeating: 0, count: 1 + held.count + questionCount / 64)
        for (place, word) in held.enumerated() { answers[place] = word & kinds.words[place] }
        var row = 0
        for question in 0..<questionCount {
            var common: UInt64 = 0
            for word in 0..<wordCount { common |= masks[row + word] & events[word] }
            row += wordCount
            if common != 0 { answers[held.count + question >> 6] |= 1 << UInt64(question & 63) }
        }
        for (question, selector) in custom where present.holdsCustom(selector) {
            answers[held.count + question >> 6] |= 1 << UInt64(question & 63)
        }
        // Behind all questions there is room for one more.
        if present.isStillRunning { answers[held.count + questionCount >> 6] |= 1 << UInt64(questionCount & 63) }
        return answers
    }
}
