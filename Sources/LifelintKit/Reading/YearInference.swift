// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel

/// Concludes the year of inputs that state none from those that do: the one that brings them closest together.
struct YearInference {
    /// An input without a year, with what it begins with: it is read again once its year is known.
    struct Waiting {
        var input: Int
        var head: InputHead
        var firstTime: Int64
    }

    /// Heads are kept in memory until all inputs were looked at; a folder of device logs has a few.
    private var room = 64 << 20

    private(set) var waiting: [Waiting] = []
    /// When dated inputs begin.
    private var dated: [(input: Int, time: Int64)] = []

    /// Takes an input whose times have years.
    mutating func add(datedAt time: Timestamp?, input: Int) {
        if let time { dated.append((input, time.nanoseconds)) }
    }

    /// Takes an input that states none; false if there is no room for it.
    mutating func add(_ head: InputHead, input: Int, firstTime: Timestamp?) -> Bool {
        guard head.bytes.count <= room, let firstTime else { return false }
        room -= head.bytes.count
        waiting.append(Waiting(input: input, head: head, firstTime: firstTime.nanoseconds))
        return true
    }

    /// The year that an input is most likely of; nil where no other input tells.
    ///
    /// - Parameter devices: by input, its device, where that is known: those of its own are asked, and others where
    ///   there are none.
    func year(of input: Waiting, _ devices: [Int: String]) -> Int? {
        let own = dated.filter { DeviceNaming.mayBeOne(devices[$0.input], devices[input.input]) }
        return year(of: input, among: own.isEmpty ? dated : own)
    }

    private func year(of input: Waiting, among dated: [(input: Int, time: Int64)]) -> Int? {
        let own = CalendarDay(daysSinceEpoch: Int(input.firstTime / 86_400_000_000_000))
        var best: (distance: UInt64, year: Int)?
        for (_, time) in dated {
            let there = CalendarDay(daysSinceEpoch: Int(time / 86_400_000_000_000))
            for year in (there.year - 1)...(there.year + 1) {
                let day = CalendarDay(year: year, month: own.month, day: own.month == 2 && own.day == 29 ? 28 : own.day)
                let distance = (day.daysSinceEpoch - there.daysSinceEpoch).magnitude
                if best.map({ (UInt64(distance), year) < ($0.distance, $0.year) }) ?? true {
                    best = (UInt64(distance), year)
                }
            }
        }
        return best?.year
    }
}
