// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintTimeline

/// Orders events by machine ticks inside boots for which every input has them: ticks never step back, clocks do.
///
/// It is settled in the look. An event of such a boot is ordered by the time its ticks stand for, counted from the
/// earliest ticks of the boot that any head shows, so that inputs with ticks stay comparable with all others. Where the
/// clock was set in such a boot, what has a time alone, as reports have, stands where the ticks were read at that time.
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
        /// Between which times the clock went on as the ticks did, in their order; empty where it did all the while.
        private(set) var settings: [Setting] = []
        /// How often ticks and time of neighbours went on alike, and how often they did not.
        private var agreeing = 0
        private var differing = 0

        /// A stretch in which the clock was not set.
        struct Setting {
            var from: Int64
            var until: Int64
            /// How much later the clock reads than the ticks stand for.
            var gain: Int64
        }

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
            readings = sorted
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

        /// Puts what was read in the order of its times, where time and ticks do not go on alike.
        mutating func settle() {
            let read = readings
            readings = []
            var settings: [Setting] = []
            for reading in read {
                let order = order(ofTicks: reading.mach)
                guard let order else { continue }
                let gain = reading.time.subtractingClamped(order)
                // One line in two inputs, or two lines in one: the first tells when it was set.
                if let last = settings.last, abs(gain.subtractingClamped(last.gain)) <= Clock.leap {
                    settings[settings.count - 1].until = max(last.until, reading.time)
                    settings[settings.count - 1].from = min(last.from, reading.time)
                } else {
                    settings.append(Setting(from: reading.time, until: reading.time, gain: gain))
                }
            }
            // Ticks that stand still all the time tell no order of anything else.
            if (2...Clock.mostSettings).contains(settings.count) { self.settings = settings }
        }

        /// The order that ticks stand for; nil for what no clock reads.
        func order(ofTicks mach: UInt64) -> Int64? {
            let isLater = mach >= firstMach
            let ticks = isLater ? Double(mach - firstMach) : -Double(firstMach - mach)
            guard (Double(firstTime) + ticks * rate).magnitude < 9e18 else { return nil }
            // Whole nanoseconds from the anchor, so that equal ticks are equal instants.
            return firstTime &+ Int64((ticks * rate).rounded())
        }

        /// Where something stands that has a time and no ticks, and how far from that time the clock was read.
        func order(ofTime time: Int64) -> (order: Int64, distance: Int64) {
            var best = (order: time, distance: Int64.max)
            for setting in settings {
                let distance = max(setting.from.subtractingClamped(time), time.subtractingClamped(setting.until), 0)
                if distance < best.distance { best = (time.subtractingClamped(setting.gain), distance) }
            }
            return best
        }

        /// Whether they are ticks of a device: a clock is set now and then, and not at every second line.
        var isPlausible: Bool { differing < Clock.fewPairs || differing <= agreeing }

        /// What is lost between reading the one and reading the other, in nanoseconds.
        private static let tolerance = 1_000_000.0
        /// By less a clock that is kept right may be moved.
        private static let leap: Int64 = 2_000_000_000
        private static let mostSettings = 256
        /// Fewer neighbours that disagree show nothing.
        private static let fewPairs = 8
        private static let mostReadings = 2_048
    }

    /// The boots of a look that are followed.
    private static let mostBoots = 4_096

    private var clocks: [String: Clock] = [:]

    /// In one of the boots that are ordered by ticks the clock was set.
    private var isSet = false

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
            clocks[key]?.settle()
        }
        isSet = clocks.values.contains { !$0.settings.isEmpty }
        isNeeded = !clocks.isEmpty
    }

    /// The order of a record: by its ticks where its boot is ordered by them, else by its time.
    func order(of record: EventRecord, in batch: EventBatch) -> Int64 {
        guard record.hasMach, record.boot.isPresent else {
            return isSet ? orderByTime(of: record, in: batch) : record.order
        }
        guard let key = BootClocks.key(record, batch), let clock = clocks[key] else { return record.order }
        // What no clock reads is ordered by its time.
        return clock.order(ofTicks: record.mach) ?? record.order
    }

    /// The order of a record without ticks: where those of its boot were read at its time, or of the boot in which the
    /// device's clock was read next to that.
    private func orderByTime(of record: EventRecord, in batch: EventBatch) -> Int64 {
        if record.isUndated || record.boot.isPresent { return record.order }
        let device = batch.string(record.device)
        var best = (order: record.order, distance: Int64.max)
        for (key, clock) in clocks where !clock.settings.isEmpty {
            let owner = key.prefix { $0 != "\u{0}" }
            if let device, !owner.isEmpty, owner != device { continue }
            let told = clock.order(ofTime: record.order)
            if (told.distance, told.order) < (best.distance, best.order) { best = told }
        }
        return best.order
    }

    private static func key(_ record: EventRecord, _ batch: EventBatch) -> String? {
        guard let boot = batch.string(record.boot) else { return nil }
        return (batch.string(record.device) ?? "") + "\u{0}" + boot
    }
}
