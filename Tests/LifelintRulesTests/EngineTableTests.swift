// SPDX-License-Identifier: MIT

import LifelintModel
import TestSupport
import Testing

@testable import LifelintLanguage
@testable import LifelintRules

/// The small things that runs are told apart and counted by say the same as what they stand for.
struct EngineTableTests {
    @Test(arguments: UInt64(0)..<20)
    func `Packed answers are equal where all answers are`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        // Beyond two words, too, and with answers that lie over the end of a word.
        let widths = (0..<Int.random(in: 1...24, using: &random)).map { _ in Int.random(in: 1...40, using: &random) }
        func answers() -> (AnswerBits, [UInt64]) {
            var (packed, plain) = (AnswerBits(), [UInt64]())
            for width in widths {
                // Few different ones, so that some are equal.
                let bits = UInt64.random(in: 0...1, using: &random) << UInt64(width - 1)
                packed.append(bits, width)
                plain.append(bits)
            }
            return (packed, plain)
        }
        var known: [AnswerBits: [UInt64]] = [:]
        for _ in 0..<200 {
            let (packed, plain) = answers()
            #expect(known[packed, default: plain] == plain)
            known[packed] = plain
        }
        #expect(known.count == Set(known.values).count)
    }

    @Test func `A full word of answers, and one without any, are kept whole`() {
        var (left, right) = (AnswerBits(), AnswerBits())
        for bits in [UInt64.max, 0, .max, 1] {
            left.append(bits, 64)
            right.append(bits, 64)
            left.append(0, 0)
        }
        #expect(left == right)
        right.append(0, 1)
        #expect(left != right)
    }

    @Test(arguments: UInt64(0)..<20)
    func `Instances of spans are kept as a set keeps them`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let start = Moment(time: 0, order: 0, digits: 9)
        let spans = (0..<6).map { number in
            SpanInstance(
                kind: "save", number: 0, key: "\(number)", begin: start, clocks: ClockReading(), event: nil,
                confidence: .certain, attributes: [:], mainEvents: 0)
        }
        var (kept, plain) = (InstanceSet(), Set<Int>())
        for _ in 0..<300 {
            let number = Int.random(in: spans.indices, using: &random)
            if Bool.random(using: &random) {
                kept.insert(spans[number])
                plain.insert(number)
            } else {
                #expect(kept.remove(spans[number]) == (plain.remove(number) != nil))
            }
            #expect(kept.isEmpty == plain.isEmpty)
            #expect(spans.indices.filter { kept.contains(spans[$0]) } == plain.sorted())
        }
    }

    @Test func `Counts that are added several times are those that are added one by one`() {
        var counts = VerdictCounts()
        (counts.violated, counts.satisfied, counts.inconclusive, counts.notEvaluated) = (1, 2, 3, 4)
        counts.reasons = ["gap": 3, "requires a": 4]
        for times in 0...3 {
            var (one, each) = (VerdictCounts(), VerdictCounts())
            one.add(counts, times: times)
            for _ in 0..<times { each.add(counts) }
            #expect(one.violated == each.violated && one.notEvaluated == each.notEvaluated)
            #expect(one.satisfied == each.satisfied && one.inconclusive == each.inconclusive)
            #expect(one.reasons == each.reasons)
        }
        #expect(VerdictCounts().isNothing)
        #expect(!counts.isNothing)
    }

    /// What is told quickly of most rules must be what the closer look tells.
    @Test(arguments: UInt64(0)..<8)
    func `A rule without findings has the routine that a closer look gives it`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let library = try RuleLibrary.shipped(isBrief: true)
        let compiled = CompiledRules(
            RuleSet(rules: library.rules.map { RuleSet.Selected(rule: $0) }, spans: library.vocabulary.spans))
        let told = [ClassSet](repeating: ClassSet(), count: compiled.requirementTable.requirements.count)
        let ending = Ending.Kind(Ending(cause: .userQuit, confidence: .certain))
        var compared = 0
        for _ in 0..<20 {
            let answers = CheckAnswers(
                machines: [], places: compiled.listeners.nobody,
                plain: compiled.branches.map { _ in Int32.random(in: 0...2, using: &random) },
                conditions: compiled.conditions.map { _ in Bool.random(using: &random) })
            for rule in compiled.bySerial {
                for variant in rule.variants.indices {
                    guard let shape = rule.shapes[variant] else { continue }
                    let slow = Routine(
                        RuleResult(rule: rule, variant: variant, answers: answers), ending, told: told)
                    #expect(Routine(shape, answers, ending) == slow, "\(rule.rule.id)")
                    compared += 1
                }
            }
        }
        #expect(compared > 1_000)
    }
}
