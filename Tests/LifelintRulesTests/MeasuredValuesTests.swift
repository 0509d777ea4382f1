// SPDX-License-Identifier: MIT

import LifelintModel
import TestSupport
import Testing

@testable import LifelintRules

@Suite("Medians of many values take little and do not depend on their order") struct MeasuredValuesTests {
    private static func values(_ amounts: [Int64]) -> MeasuredValues {
        var values = MeasuredValues()
        for amount in amounts { values.add(.duration(amount)) }
        return values
    }

    @Test("Few values give the exact median, of two what lies between them") func few() {
        #expect(MeasuredValues().median == nil)
        #expect(Self.values([3_000_000_000]).median == "3 s")
        #expect(Self.values([4_000_000_000, 1_000_000_000, 3_000_000_000, 2_000_000_000]).median == "2.5 s")
        let most = (1...Int64(MeasuredValues.exactLimit)).map { $0 * 1_000_000_000 }
        #expect(Self.values(most.shuffled()).median == "2 min 9 s")
    }

    @Test("Many values give it to within half a per cent, and say that it is about that")
    func many() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<50 {
            let amounts = (0..<Int.random(in: 257...2_000, using: &random)).map { _ in
                Int64.random(in: -5...1_000_000, using: &random)
            }
            var values = MeasuredValues()
            for amount in amounts { values.add(.integer(amount)) }
            let median = try #require(values.median)
            let number = try #require(Double(median.dropFirst("about ".count)))
            let exact = Double(amounts.sorted()[(amounts.count - 1) / 2])
            #expect(median.hasPrefix("about "))
            #expect(abs(number - exact) <= max(abs(exact) * 0.005, 0.5), "\(number) is not about \(exact)")
        }
    }

    @Test("Any order, and any way to deal them over parts, gives the same") func orders() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<60 {
            let amounts = (0..<Int.random(in: 1...900, using: &random)).map { _ in
                Int64.random(in: 0...9_000_000_000, using: &random)
            }
            let whole = Self.values(amounts)
            #expect(Self.values(amounts.shuffled(using: &random)).median == whole.median)
            var dealt = [MeasuredValues](repeating: MeasuredValues(), count: 4)
            for amount in amounts { dealt[Int.random(in: 0..<4, using: &random)].add(.duration(amount)) }
            var sum = MeasuredValues()
            for part in dealt.shuffled(using: &random) { sum.add(part) }
            #expect(sum.median == whole.median)
        }
    }

    @Test("Values without a size, and sizes without an end, are left out") func sizeless() {
        var values = MeasuredValues()
        for value: Value in [.string("long"), .bool(true), .number(.infinity), .number(.nan)] { values.add(value) }
        #expect(values.median == nil)
        values.add(.number(2.5))
        #expect(values.median == "2.5")
    }

    @Test("Of too many names the same ones stay, whichever came first") func names() {
        let names = (0..<200).map { "model-\($0)" }
        func groups(_ names: [String]) -> [String] {
            var groups = MeasuredGroups()
            for name in names { groups.add(.integer(1), by: name) }
            for name in names { groups.add(.integer(3), by: name) }
            return groups.sorted.map { "\($0.key) \($0.value.median ?? "")" }
        }
        let expected = groups(names)
        #expect(expected.count == MeasuredGroups.nameLimit)
        #expect(groups(names.reversed()) == expected)
        var random = SeededGenerator(seed: 3)
        #expect(groups(names.shuffled(using: &random)) == expected)
    }
}
