// SPDX-License-Identifier: MIT

import LifelintModel

/// Compares the ticks of a device with its clock, from one event that tells both to the next: ticks go on evenly, and
/// a clock that was set does not.
struct TickWatch {
    /// What ticks and clock of neighbours may differ by.
    private static let tolerance: Int64 = .seconds(2)

    private var boot: Name?
    private var mach: UInt64 = 0
    private var moment = Moment(time: 0, order: 0, digits: 9)

    /// Whether the clock was changed between the last event that told ticks and this one, which tells them and its
    /// boot.
    mutating func seesChange(before event: EventView) -> Bool {
        let before = (mach: mach, moment: moment)
        (mach, moment) = (event.record.mach, event.moment)
        guard let boot, event.batch.equals(event.record.boot, boot.bytes) else {
            boot = Name(event.record.boot, in: event.batch)
            return false
        }
        let isLater = mach >= before.mach
        let ticks = isLater ? Double(mach - before.mach) : -Double(before.mach - mach)
        let elapsed = Double(moment.time.subtractingClamped(before.moment.time))
        let tolerance = Double(TickWatch.tolerance + max(moment.resolution, before.moment.resolution))
        // Which of them the device has is not asked: a clock that fits either was not set.
        return MachineTicks.rates.allSatisfy { abs(elapsed - ticks * $0) > tolerance }
    }
}

/// Machine ticks, as Apple's processors count them.
public enum MachineTicks {
    /// Nanoseconds per tick on Intel and on Apple silicon.
    public static let rates = [1.0, 125.0 / 3.0]
}
