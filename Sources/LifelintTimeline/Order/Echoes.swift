// SPDX-License-Identifier: MIT

import LifelintModel

/// Finds lines of one system log that two programs carried off, each in its own words.
///
/// Where they agree to the last digit, an instant's set makes one of them. But one writes whole seconds and the other
/// microseconds, one knows ticks and boots and the other does not: then a line of the one is the line of another log at
/// the same time as far as the coarser clock tells, and each is told once. What is held in memory are the last lines
/// that the coarsest clock cannot tell apart.
struct Echoes {
    /// More lines of that time are not remembered.
    private static let limit = 256
    private static let second: Int64 = 1_000_000_000

    /// What a line said.
    private struct Told {
        var time: Int64
        var content: UInt64
        var app: UInt64
        var process: UInt64
        var pid: Int32
        var input: UInt32
        var digits: UInt8
        var isPlaced: Bool
        /// It states ticks or a boot.
        var isRooted: Bool
        /// The other logs that told it, too.
        var repeatedBy: [UInt32] = []
    }

    // Why random: nobody can write lines that only seem to be equal.
    private let seed = UInt64.random(in: .min ... .max)
    private var told: [Told] = []
    /// The longest time that one of the clocks cannot tell apart.
    private var coarsest: Int64 = 1

    /// Whether another log told that already; what nobody told yet is remembered.
    mutating func takes(_ event: EventView) -> Bool {
        let record = event.record
        let line = Told(
            time: record.time, content: content(event), app: event.batch.hash(record.app, seed: seed),
            process: event.batch.hash(record.process, seed: seed), pid: record.pid, input: record.input,
            digits: record.digits, isPlaced: record.isPlaced,
            isRooted: record.hasMach || record.boot.isPresent)
        coarsest = max(coarsest, Echoes.resolution(line.digits))
        for index in told.indices.reversed() {
            if line.time - told[index].time > coarsest { break }
            guard Echoes.areOne(told[index], line) else { continue }
            told[index].repeatedBy.append(line.input)
            // It may say more of itself than the first did.
            if told[index].pid == .min { told[index].pid = line.pid }
            if told[index].app == 0 { told[index].app = line.app }
            return true
        }
        forget(before: line.time)
        told.append(line)
        return false
    }

    /// Forgets what no later line can repeat, some at a time.
    private mutating func forget(before time: Int64) {
        if told.count >= Echoes.limit { told.removeFirst(Echoes.limit / 2) }
        guard let first = told.first, time - first.time > 2 * Echoes.second else { return }
        told.removeFirst(told.firstIndex { time - $0.time <= Echoes.second } ?? told.count)
    }

    private static func areOne(_ old: Told, _ new: Told) -> Bool {
        guard old.content == new.content, old.input != new.input, !old.repeatedBy.contains(new.input),
            old.pid == new.pid || old.pid == .min || new.pid == .min,
            old.app == new.app || old.app == 0 || new.app == 0,
            old.process == new.process || old.process == 0 || new.process == 0
        else { return false }
        // Lines that nothing but their place tells apart were counted before, where they are equal in all.
        if old.digits == new.digits {
            return old.time == new.time && !(old.isPlaced && new.isPlaced && old.isRooted == new.isRooted)
        }
        let (coarse, fine) = old.digits < new.digits ? (old, new) : (new, old)
        let difference = fine.time - coarse.time
        // Whole seconds are cut off; of fractions some are rounded.
        let resolution = resolution(coarse.digits)
        return difference < resolution && (coarse.digits == 0 ? difference >= 0 : difference > -resolution)
    }

    private static func resolution(_ digits: UInt8) -> Int64 {
        var resolution = second
        for _ in 0..<min(digits, 9) { resolution /= 10 }
        return resolution
    }

    /// A number for all that a line says beside whose it is and when.
    private func content(_ event: EventView) -> UInt64 {
        let record = event.record
        let batch = event.batch
        var sum = UInt64(record.name.rawValue) &* 31
        for (place, text) in [record.customName, record.scene, record.task, record.stateText].enumerated() {
            sum = sum &* 31 &+ batch.hash(text, seed: seed &+ UInt64(place))
        }
        for small in [
            record.phase.rawValue, record.state.rawValue, record.via.rawValue, record.witness.rawValue,
            record.host.rawValue,
        ] {
            sum = sum &* 31 &+ UInt64(small)
        }
        sum = sum &* 31 &+ UInt64(bitPattern: record.duration)
        // In any order.
        var attributes: UInt64 = 0
        for attribute in batch.attributes(of: record) {
            let key = UInt64(attribute.key.rawValue) &+ batch.hash(attribute.keyText, seed: seed)
            let value =
                attribute.kind == .string
                ? batch.hash(attribute.text, seed: seed) : UInt64(bitPattern: attribute.bits) &* 0x9E37_79B9_7F4A_7C15
            attributes &+= (key &* 0xC2B2_AE3D_27D4_EB4F) ^ value
        }
        return sum ^ attributes
    }
}
