// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// All that is asked of what runs hold before one walks through them: runs that hold the same, as far as anybody asks,
/// share a plan, whatever else happened in them.
struct PresenceQuestions {
    private var questionCount = 0
    /// By `EventName.rawValue`: the questions to which a canonical event is an answer, as so many words of bits each.
    private var answered: [UInt64] = []
    private var wordCount = 1
    /// What means custom events, by the number of its question.
    private var custom: [(question: Int, selector: CompiledSelector)] = []
    /// The kinds of spans that are asked for.
    private var kinds: NumberSet

    /// What these rules ask.
    init(_ compiled: CompiledRules) {
        kinds = NumberSet(below: compiled.kinds.count)
        var known: [[UInt64]: Int] = [:]
        var asked: [[UInt64]] = []
        for branch in compiled.branches {
            switch branch.trigger {
            case .always: break
            case .events(let selector), .satisfiedWithout(let selector): add(selector, &known, &asked)
            case .span(let span), .satisfiedWithoutSpan(let span): add(span, &known, &asked)
            case .any(let selectors, let spans):
                for selector in selectors { add(selector, &known, &asked) }
                for span in spans { add(span, &known, &asked) }
            }
            for span in branch.openKinds.joined() { add(span, &known, &asked) }
            guard let ending = branch.ending else { continue }
            for span in branch.duringKinds { add(span, &known, &asked) }
            for row in branch.bindings { add(row.selector, &known, &asked) }
            if !ending.check.of.isEmpty { add(branch.selector(0, ending.check.of), &known, &asked) }
        }
        for probe in compiled.probes {
            for span in probe.duringKinds { add(span, &known, &asked) }
            for sight in probe.sights where !sight.isMissing { add(sight.selector, &known, &asked) }
            if let loss = probe.loss { add(loss, &known, &asked) }
        }
        // One more is whether the run goes on.
        wordCount = questionCount / 64 + 1
        answered = [UInt64](repeating: 0, count: EventName.allCases.count * wordCount)
        for (question, events) in asked.enumerated() {
            NumberSet.forEach(in: events) { answered[$0 * wordCount + question >> 6] |= 1 << UInt64(question & 63) }
        }
    }

    private mutating func add(_ span: CheckTrigger.Span, _ known: inout [[UInt64]: Int], _ asked: inout [[UInt64]]) {
        if let opens = span.opens { return add(opens, &known, &asked) }
        if let number = span.number { kinds.insert(number) }
    }

    private mutating func add(_ selector: CompiledSelector, _ known: inout [[UInt64]: Int], _ asked: inout [[UInt64]]) {
        var events = NumberSet(below: EventName.allCases.count)
        for event in selector.events where event != .custom { events.insert(Int(event.rawValue)) }
        if selector.meansCustom {
            custom.append((questionCount, selector))
        } else if known[events.words] != nil {
            return
        } else {
            known[events.words] = questionCount
        }
        asked.append(events.words)
        questionCount += 1
    }

    /// What a run comes to: whether it goes on, the kinds of spans it holds, and to each question yes or no, as bits.
    func answers(_ present: Present) -> [UInt64] {
        let held = present.kinds.words
        var answers = [UInt64](filledWith: 0, count: held.count + wordCount)
        for (place, word) in held.enumerated() { answers[place] = word & kinds.words[place] }
        NumberSet.forEach(in: present.events.words) { event in
            let row = event * wordCount
            for word in 0..<wordCount { answers[held.count + word] |= answered[row + word] }
        }
        for (question, selector) in custom where present.holdsCustom(selector) {
            answers[held.count + question >> 6] |= 1 << UInt64(question & 63)
        }
        if present.isStillRunning { answers[held.count + questionCount >> 6] |= 1 << UInt64(questionCount & 63) }
        return answers
    }
}
