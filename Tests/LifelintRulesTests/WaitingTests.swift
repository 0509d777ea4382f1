// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import LifelintLanguage
@testable import LifelintModel
@testable import LifelintRules

/// What waits for something costs what it waits for: counted steps, since clocks of busy machines tell little.
@Suite struct WaitingTests {
    private static let second: Int64 = 1_000_000_000

    private static func clocks(wall: Int64) -> ClockReading { ClockReading(wall: wall, running: wall) }

    // MARK: Deadlines

    @Test func `what is due at once comes in the order in which it was asked for`() {
        var queue = DeadlineQueue<String>()
        func add(_ name: String, at: Int64, on clock: RuleClock = .wall, resolution: Int64 = 1) {
            queue.add(at: at, on: clock, resolution: resolution, name, token: 0) { _, _ in true }
        }
        add("late", at: 30)
        add("first", at: 20)
        add("coarse", at: 5, resolution: 10)
        add("tie", at: 20)
        add("running", at: 10, on: .running)
        add("waits", at: 40)
        let due = queue.takeDue(Self.clocks(wall: 40), resolution: 1) { _, _ in true }
        #expect(due.map(\.owner) == ["late", "first", "coarse", "tie", "running"])
        #expect(queue.count == 1)
    }

    @Test func `what shows the time counts by its own resolution too`() {
        var queue = DeadlineQueue<Int>()
        for at in 1...5 {
            queue.add(at: Int64(at), on: .wall, resolution: 0, at, token: 0) { _, _ in true }
        }
        let coarse = queue.takeDue(Self.clocks(wall: 5), resolution: 3) { _, _ in true }
        #expect(coarse.map(\.owner) == [1])
        let fine = queue.takeDue(Self.clocks(wall: 5), resolution: 0) { _, _ in true }
        #expect(fine.map(\.owner) == [2, 3, 4])
    }

    @Test func `what nobody waits for any more is dropped`() {
        var queue = DeadlineQueue<Int>()
        for number in 0..<1_000 {
            queue.add(at: Int64(number), on: .wall, resolution: 0, number, token: number) { _, token in token >= 995 }
        }
        #expect(queue.count < 200)
        let due = queue.takeDue(Self.clocks(wall: 2_000), resolution: 0) { _, token in token >= 995 }
        #expect(due.map(\.token) == [995, 996, 997, 998, 999])
    }

    /// The same by looking through all of them at every event.
    private struct Plain {
        var all: [(at: Int64, clock: RuleClock, resolution: Int64, number: Int)] = []

        mutating func takeDue(_ clocks: ClockReading, _ resolution: Int64) -> [Int] {
            let isDue = { (clock: RuleClock, at: Int64, least: Int64) in clocks[clock] - at > max(least, resolution) }
            let due = all.filter { isDue($0.clock, $0.at, $0.resolution) }.map(\.number)
            all.removeAll { isDue($0.clock, $0.at, $0.resolution) }
            return due
        }
    }

    @Test(arguments: 1...20) func `a heap fires what looking through all of them fires`(seed: UInt64) {
        var random = seed
        func next(_ bound: Int64) -> Int64 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64(random >> 33) % bound
        }
        var queue = DeadlineQueue<Int>()
        var plain = Plain()
        var clocks = ClockReading()
        for number in 0..<400 {
            clocks.wall += next(20)
            clocks.running += next(10)
            let clock = next(2) == 0 ? RuleClock.wall : .running
            let (at, resolution) = (clocks[clock] + next(60), [0, 1, 10][Int(next(3))] as Int64)
            queue.add(at: at, on: clock, resolution: resolution, number, token: number) { _, _ in true }
            plain.all.append((at, clock, resolution, number))
            let shown = [0, 1, 10][Int(next(3))] as Int64
            let due = queue.takeDue(clocks, resolution: shown) { _, _ in true }
            #expect(due.map(\.owner) == plain.takeDue(clocks, shown))
        }
    }

    /// Steps for so many that all wait until the last has come.
    private static func steps(pending count: Int) -> Int {
        var queue = DeadlineQueue<Int>()
        for number in 0..<count {
            let now = Int64(number) * second
            _ = queue.takeDue(clocks(wall: now), resolution: 0) { _, _ in true }
            queue.add(at: now + 3_600 * 24 * second, on: .wall, resolution: 0, number, token: number) { _, _ in true }
        }
        return queue.steps
    }

    @Test func `20,000 that wait cost each event as much as a few`() {
        let (few, many) = (Self.steps(pending: 2_500), Self.steps(pending: 20_000))
        #expect(few > 0)
        #expect(many < 9 * few)
        #expect(many < 20_000 * 8)
    }

    // MARK: Triggers

    private static func key(_ value: String?) -> ObligationKey { ObligationKey(values: [value]) }

    @Test func `triggers are found by their keys in the order in which they came`() {
        var waiting = WaitingTriggers<String>()
        let a = waiting.add("a", key: Self.key("1"))
        _ = waiting.add("b", key: Self.key("2"))
        _ = waiting.add("c", key: Self.key(nil))
        _ = waiting.add("d", key: Self.key("1"))
        func found(_ key: ObligationKey) -> [String] {
            var (last, names) = (-1, [String]())
            while let token = waiting.next(after: last, fitting: key) {
                last = token
                names += [waiting[token]].compactMap(\.self)
            }
            return names
        }
        #expect(found(Self.key("1")) == ["a", "c", "d"])
        #expect(found(Self.key("2")) == ["b", "c"])
        #expect(found(Self.key("3")) == ["c"])
        #expect(found(Self.key(nil)) == ["a", "b", "c", "d"])
        waiting.remove(a)
        waiting.remove(a)
        #expect(found(Self.key("1")) == ["c", "d"])
        #expect(waiting.inOrder == ["b", "c", "d"])
    }

    /// Steps for so many that wait, each answered by an event of its own key, the oldest first or the latest.
    private static func answering(_ count: Int, keyed: Bool, latestFirst: Bool) -> Int {
        var waiting = WaitingTriggers<Int>()
        for number in 0..<count { _ = waiting.add(number, key: key(keyed ? String(number) : "")) }
        for number in 0..<count {
            let own = latestFirst ? count - 1 - number : number
            guard let token = waiting.next(after: keyed ? -1 : own - 1, fitting: key(keyed ? String(own) : "")) else {
                return .max
            }
            #expect(waiting[token] == own)
            waiting.remove(token)
        }
        #expect(waiting.isEmpty)
        return waiting.steps
    }

    @Test(arguments: [(true, false), (true, true), (false, false), (false, true)])
    func `20,000 triggers are answered one by one in steps that grow with their number`(keyed: Bool, latest: Bool) {
        let few = Self.answering(2_500, keyed: keyed, latestFirst: latest)
        let many = Self.answering(20_000, keyed: keyed, latestFirst: latest)
        #expect(many < 10 * few)
        #expect(many < 20_000 * 24)
    }

    // MARK: Keys

    private static func key(_ values: String?...) -> ObligationKey { ObligationKey(values: values) }

    @Test(arguments: UInt64(0)..<20) func `keys find what looking through all of them finds`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (index, plain) = (FittingIndex(), [(number: Int, key: ObligationKey)]())
        func field() -> String? { [nil, "a", "b", "c"].randomElement(using: &random) ?? nil }
        for number in 0..<400 {
            let key = ObligationKey(values: (0..<4).map { _ in field() })
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                // Some come back after later ones have come.
                let place = Int.random(in: max(plain.count - 3, 0)...plain.count, using: &random)
                let own = place == plain.count ? 3 * number : plain[place].number - 1
                if plain.contains(where: { $0.number == own }) { continue }
                index.insert(own, key)
                plain.append((own, key))
                plain.sort { $0.number < $1.number }
            case 2:
                let gone = plain.randomElement(using: &random)?.number ?? number
                index.remove(gone)
                plain.removeAll { $0.number == gone }
            default:
                // Who asks need not have the last fields.
                let asked = ObligationKey(values: Array(key.values.prefix(Int.random(in: 2...4, using: &random))))
                #expect(index.numbers(fitting: asked) == plain.filter { asked.fits($0.key) }.map(\.number))
            }
            #expect(index.isEmpty == plain.isEmpty)
        }
    }

    @Test func `among 20,000 keys an event costs what it fits`() {
        var index = FittingIndex()
        for number in 0..<20_000 { index.insert(number, Self.key(String(number), "task\(number)")) }
        // To know them by a choice of fields takes one look at each.
        #expect(index.numbers(fitting: Self.key("7", nil)) == [7])
        #expect(index.numbers(fitting: Self.key(nil, "task8")) == [8])
        let before = index.steps
        for number in 0..<10_000 {
            #expect(index.numbers(fitting: Self.key(String(number), nil)) == [number])
            #expect(index.numbers(fitting: Self.key(nil, "task\(number)")) == [number])
            index.remove(number)
            #expect(index.numbers(fitting: Self.key(String(number), nil)).isEmpty)
        }
        #expect(index.steps - before <= 10_000 * 6)
    }
}
