// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline

/// Orders events by machine ticks inside boots for which every input has them: ticks never step back, clocks do.
///
/// It is settled in the look. An event of such a boot is ordered by the time its ticks stand for, counted from the
/// earliest ticks of the boot that any head shows, so that inputs with ticks stay comparable with all others.
struct BootClocks: Sendable {
    private struct Clock {
        var isComplete = true
        var firstMach = UInt64.max
        var firstTime: Int64 = 0
        var lastMach = UInt64.min
        var lastTime: Int64 = 0
        /// Nanoseconds per tick.
        var rate = 1.0
        /// Some of what was read, the same whatever the order in which it is read.
        private var readings: [Reading] = []
        /// Of the readings one in two to that power is kept.
        private var thinning: UInt64 = 0
        /// How often ticks and time of neighbours went on alike, and how often they did not.
        private var agreeing = 0
        private var differing = 0

        private struct Reading: Hashable {
            var mach: UInt64
            var time: Int64

            func isKept(_ thinning: UInt64) -> Bool {
                let mixed = (mach ^ UInt64(bitPattern: time)) &* 0x9E37_79B9_7F4A_7C15
                return (mixed >> 40) & ((1 << thinning) - 1) == 0
            }
        }

        /// Takes a record of the boot.
        mutating func take(_ record: EventRecord) {
            guard record.hasMach else {
                isComplete = false
                return
            }
            watch(mach: record.mach, time: record.time)
            if (record.mach, record.time) < (firstMach, firstTime) {
                firstMach = record.mach
                firstTime = record.time
            }
            if record.mach > lastMach || record.mach == lastMach && record.time < lastTime {
                lastMach = record.mach
                lastTime = record.time
            }
        }

        private mutating func watch(mach: UInt64, time: Int64) {
            let reading = Reading(mach: mach, time: time)
            guard reading.isKept(thinning) else { return }
            readings.append(reading)
            while readings.count > Clock.mostReadings, thinning < 20 {
                // Two events of one line, and one line in two inputs, show nothing.
                readings = Array(Set(readings))
                guard readings.count > Clock.mostReadings / 2 else { break }
                thinning += 1
                let kept = thinning
                readings.removeAll { !$0.isKept(kept) }
            }
        }

        /// Compares what was read, by the ticks: inputs may overlap, and their lines be in no order.
        mutating func compare() {
            let sorted = Set(readings).sorted { ($0.mach, $0.time) < ($1.mach, $1.time) }
            readings = []
            for (reading, next) in zip(sorted, sorted.dropFirst()) {
                let ticks = Double(next.mach) - Double(reading.mach)
                let elapsed = Double(next.time) - Double(reading.time)
                let agrees = MachineTicks.rates.contains { rate in
                    let told = ticks * rate
                    return abs(elapsed - told) <= Clock.tolerance + max(abs(elapsed), abs(told)) / 20
                }
                if agrees { agreeing += 1 } else { differing += 1 }
            }
        }

        /// Whether they are ticks of a device: a clock is set now and then, and not at every second line.
        var isPlausible: Bool { differing < Clock.fewPairs || differing <= agreeing }

        /// What is lost between reading the one and reading the other, in nanoseconds.
        private static let tolerance = 1_000_000.0
        /// Fewer neighbours that disagree show nothing.
        private static let fewPairs = 8
        private static let mostReadings = 2_048
    }

    /// The boots of a look that are followed.
    private static let mostBoots = 4_096

    private var clocks: [String: Clock] = [:]

    /// Whether any boot is ordered by ticks.
    private(set) var isNeeded = false

    /// Takes the head of an input.
    mutating func add(_ batch: EventBatch) {
        for record in batch.records where record.boot.isPresent {
            guard let key = BootClocks.key(record, batch), clocks[key] != nil || clocks.count < BootClocks.mostBoots
            else { continue }
            clocks[key, default: Clock()].take(record)
        }
    }

    /// Decides which boots are ordered by ticks, and how fast their ticks are.
    mutating func settle() {
        for key in Array(clocks.keys) { clocks[key]?.compare() }
        clocks = clocks.filter { _, clock in
            clock.isComplete && clock.isPlausible && clock.lastMach > clock.firstMach
        }
        for (key, clock) in clocks {
            let ticks = Double(clock.lastMach - clock.firstMach)
            let elapsed = Double(clock.lastTime) - Double(clock.firstTime)
            let best = MachineTicks.rates.min { abs($0 * ticks - elapsed) < abs($1 * ticks - elapsed) }
            clocks[key]?.rate = best ?? 1
        }
        isNeeded = !clocks.isEmpty
    }

    /// The order of a record: by its ticks where its boot is ordered by them, else by its time.
    func order(of record: EventRecord, in batch: EventBatch) -> Int64 {
        guard record.hasMach, record.boot.isPresent, let key = BootClocks.key(record, batch), let clock = clocks[key]
        else { return record.order }
        let isLater = record.mach >= clock.firstMach
        let ticks = isLater ? Double(record.mach - clock.firstMach) : -Double(clock.firstMach - record.mach)
        let order = Double(clock.firstTime) + ticks * clock.rate
        // What no clock reads is ordered by its time.
        guard order.magnitude < 9e18 else { return record.order }
        // Whole nanoseconds from the anchor, so that equal ticks are equal instants.
        return clock.firstTime &+ Int64((ticks * clock.rate).rounded())
    }

    private static func key(_ record: EventRecord, _ batch: EventBatch) -> String? {
        guard let boot = batch.string(record.boot) else { return nil }
        return (batch.string(record.device) ?? "") + "\u{0}" + boot
    }
}
