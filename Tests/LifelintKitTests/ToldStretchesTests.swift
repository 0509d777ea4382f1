// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintKit

@Suite struct ToldStretchesTests {
    private static func told(_ seconds: some Sequence<Int64>) -> ToldStretches {
        var told = ToldStretches()
        for second in seconds { told.add(.seconds(second)) }
        return told
    }

    private static func seconds(_ told: ToldStretches) -> [ClosedRange<Int64>] {
        told.stretches.map { $0.lowerBound / .seconds(1)...$0.upperBound / .seconds(1) }
    }

    @Test(arguments: [[0, 1, 3, 9, 20, 22], [22, 20, 9, 3, 1, 0], [9, 0, 22, 3, 1, 20], [0, 3, 1, 22, 20, 9, 9]])
    func `they are the same in whatever order lines come`(_ times: [Int64]) {
        #expect(Self.seconds(Self.told(times)) == [0...3, 9...9, 20...22])
    }

    @Test func `what lies between two stretches may join them`() {
        #expect(Self.seconds(Self.told([0, 4, 2])) == [0...4])
        #expect(Self.seconds(Self.told([0, 4, 100, -50, 2])) == [-50...(-50), 0...4, 100...100])
    }

    @Test func `parts are told as the whole`() {
        let times = (0..<200).map { Int64($0 * $0 % 173) * 3 / 2 }
        var joined = Self.told(times[..<70])
        joined.formUnion(Self.told(times[70...]))
        #expect(joined.stretches == Self.told(times).stretches)
    }

    @Test func `of very many the first are one`() {
        let told = Self.told((0..<3_000).map { $0 * 10 })
        #expect(told.stretches.count == 1_024)
        #expect(Self.seconds(told).first == 0...19_760 && Self.seconds(told).last == 29_990...29_990)
    }

    @Test func `the ends of time are no trap`() {
        var told = ToldStretches()
        for time in [Int64.max, .min, 0, .max, .min] { told.add(time) }
        #expect(told.stretches == [.min...(.min), 0...0, .max...(.max)])
    }
}
