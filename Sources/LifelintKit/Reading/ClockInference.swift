// SPDX-License-Identifier: MIT

import LifelintModel

/// Concludes the zone, or the day, of an input that states none from inputs that do and tell of the same events.
///
/// Two logs of one device that name the same pid and the same event at times a whole number of quarter-hours apart were
/// most likely written in zones that far apart; where one has no dates and both have zones, whole days are between
/// them. It takes several such events, and one distance that stands out. Where one of the logs names no pids, more
/// events of the same app do; one that names nobody may be of the only app that the others tell.
struct ClockInference {
    /// An event as both logs may tell it, each in words of its own.
    private struct Witness: Hashable {
        /// What several witnesses tell of one moment.
        enum Moment: Hashable {
            case launch, background, foreground, exit
            case event(EventName, String)
        }

        /// Whose moment it is.
        enum Process: Hashable {
            case pid(Int32)
            case app(String)
            /// Of words that know no apps, the kernel's and many logs'; of an app, the name that ends its bundle id.
            case name([UInt8])
            /// Of a log that names nobody.
            case nobody
        }

        var process: Process
        var moment: Moment

        var namesPID: Bool { if case .pid = process { true } else { false } }
        var namesApp: Bool { if case .app = process { true } else { false } }
        var isName: Bool { if case .name = process { true } else { false } }
        var namesNobody: Bool { process == .nobody }
    }

    /// What zones are apart is a multiple of it.
    static let quarterHour: Int64 = 900_000_000_000
    /// So far from UTC is the furthest zone.
    static let furthestZone = Int64(furthest) * quarterHour
    /// How far two clocks that read the same hour may be apart.
    private static let tolerance: Int64 = 2_000_000_000
    private static let furthest = 14 * 4
    private static let unmistakable = 11 * 4
    private static let day: Int64 = 86_400_000_000_000
    private static let fewestWitnesses = 2
    /// Of an app there are many processes: what it does may agree by chance.
    ///
    /// Who tells less of it has to agree in all of that.
    private static let fewestOfAnApp = 4
    private static let mostWitnesses = 512
    /// Of more pairs of moments some agree by chance.
    private static let mostChances = 8

    /// What inputs tell that state their zone and their dates; put in order only where one does not.
    private var zoned: [(input: Int, witness: Witness, time: Int64)] = []
    private var zoneless: [(input: Int, witnesses: [(Witness, Int64)])] = []
    /// Inputs with zones and without dates.
    private var dateless: [(input: Int, witnesses: [(Witness, Int64)])] = []

    /// The name before, and what it is in plain letters: reports of a folder are mostly of one process.
    private var lastName: (text: String, plain: [UInt8])?

    /// The inputs that state no zone.
    var zonelessInputs: [Int] { zoneless.map(\.input) }

    /// Takes the head of an input.
    mutating func add(_ batch: EventBatch, input: Int) {
        // Where other rows of it state theirs, those tell more.
        let isZoneless = batch.rowZone == nil && batch.records.first?.isZoneAssumed ?? false
        let isOwn = isZoneless || batch.isDateAssumed
        var own: [(Witness, Int64)] = []
        func add(_ witness: Witness, _ time: Int64) {
            if isOwn {
                own.append((witness, time))
            } else if zoned.count < ClockInference.mostWitnesses * 64 {
                zoned.append((input, witness, time))
            }
        }
        // Mostly many records of one process come in a row.
        var last: (process: Range<Int>, name: [UInt8]?)?
        for record in batch.records.prefix(ClockInference.mostWitnesses) {
            let moment = ClockInference.moment(record, in: batch)
            if record.hasPID {
                let own = moment ?? .event(record.name, batch.string(record.customName) ?? "")
                add(Witness(process: .pid(record.pid), moment: own), record.time)
            }
            if let moment, let app = batch.string(record.app) {
                add(Witness(process: .app(app), moment: moment), record.time)
            }
            if isZoneless, let moment, record.witness == .app || record.witness == .uikit, !record.hasPID,
                !record.app.isPresent, !record.process.isPresent
            {
                own.append((Witness(process: .nobody, moment: moment), record.time))
            }
            guard let moment, record.hasPID else { continue }
            let isNamed = record.process.isPresent
            let isSame = isNamed && last?.process == record.process.range
            let name = isSame ? last?.name : name(of: record, in: batch)
            last = isNamed ? (record.process.range, name) : nil
            if let name { add(Witness(process: .name(name), moment: moment), record.time) }
        }
        if isZoneless {
            zoneless.append((input, own))
        } else if batch.isDateAssumed {
            dateless.append((input, own))
        }
    }

    /// What words that know no apps call the process of a record.
    private mutating func name(of record: EventRecord, in batch: EventBatch) -> [UInt8]? {
        let name =
            batch.string(record.process) ?? batch.string(record.app)?.split(separator: ".").last.map(String.init)
        guard let name else { return nil }
        if let lastName, lastName.text == name { return lastName.plain }
        let plain = DeviceAliases.plain(name)
        lastName = (name, plain)
        return plain
    }

    /// The moment that a record tells and others may tell in other words.
    private static func moment(_ record: EventRecord, in batch: EventBatch) -> Witness.Moment? {
        switch record.name {
        case .processLaunch, .appWillFinishLaunching, .appDidFinishLaunching: return .launch
        case .appDidEnterBackground, .sceneDidEnterBackground: return .background
        case .appWillEnterForeground, .sceneWillEnterForeground: return .foreground
        case .processExit, .reportCrash: return .exit
        // Most of its processes went on.
        case .reportJetsam: return DeviceAliases.isVictim(record, in: batch) ? .exit : nil
        case .processState:
            switch batch.string(.visibility, of: record) {
            case "background": return .background
            case "foreground": return .foreground
            default: break
            }
            switch batch.string(record.task) {
            case "notRunning": return .exit
            // SpringBoard's word for a launch that succeeded.
            case "running":
                return record.witness == .frontboard && batch.attribute(.visibility, of: record) == nil ? .launch : nil
            default: return nil
            }
        case .processDeactivation: return (batch.integer(.mask, of: record) ?? 0) & 0x800 != 0 ? .background : nil
        default: return nil
        }
    }

    /// How many days later than they were read inputs without dates are, by input, where that could be concluded.
    ///
    /// - Parameter devices: as for zones.
    func days(_ devices: [Int: String]) -> [Int: Int] {
        var days: [Int: Int] = [:]
        for (input, witnesses) in dateless {
            // No other process that had the same id ended at the same time of another day.
            let times = times(of: devices[input], devices)
            let votes = votes(
                witnesses.filter(\.0.namesPID), times, every: ClockInference.day, byExit: ClockInference.fewestWitnesses
            )
            if let best = ClockInference.best(votes, ClockInference.fewestWitnesses) ?? dayByStart(witnesses, times) {
                days[input] = -best
            }
        }
        return days
    }

    /// By the start of one process, with its id and app, that both tell at one time of the day.
    private func dayByStart(_ witnesses: [(Witness, Int64)], _ times: [Witness: [Int64]]) -> Int? {
        let starts = witnesses.filter { $0.0.moment == .launch }
        func day(_ starts: [(Witness, Int64)]) -> Int? {
            ClockInference.best(votes(starts, times, every: ClockInference.day), 1)
        }
        guard let found = day(starts.filter(\.0.namesPID)), day(starts.filter(\.0.namesApp)) == found else {
            return nil
        }
        return found
    }

    /// The zones that could be concluded: seconds east of UTC, by input.
    ///
    /// - Parameter devices: by input, its device, where that is known: logs of several devices tell of several events.
    func offsets(_ devices: [Int: String]) -> [Int: Int] {
        if zoneless.isEmpty { return [:] }
        var offsets: [Int: Int] = [:]
        var timesOf: [String?: [Witness: [Int64]]] = [:]
        for (input, witnesses) in zoneless {
            let device = devices[input]
            let times = timesOf[device] ?? self.times(of: device, devices)
            timesOf[device] = times
            if let quarters = quarters(witnesses, times) { offsets[input] = quarters * 900 }
        }
        return offsets
    }

    /// How many nanoseconds east of UTC an input was written that states no zone, as far as these others tell.
    func zone(of input: Int, by others: Set<Int>) -> Int64? {
        guard let witnesses = zoneless.first(where: { $0.input == input })?.witnesses else { return nil }
        let told = zoned.filter { others.contains($0.input) }
        if told.isEmpty { return nil }
        let times = Dictionary(grouping: told, by: \.witness).mapValues { $0.map(\.time) }
        return quarters(witnesses, times).map { Int64($0) * ClockInference.quarterHour }
    }

    /// An input without dates and one without a zone that tell of the same events.
    struct Pair {
        var dateless: Int
        var zoneless: Int
        /// How many days later than it was read the one is.
        var days: Int
        /// The zone of the other: seconds east of UTC.
        var offset: Int
    }

    /// Where one has zones and the other has dates, both follow from what they tell together.
    ///
    /// - Parameters:
    ///   - devices: as for zones.
    ///   - known: inputs of which others have told what they lack.
    func pairs(_ devices: [Int: String], known: Set<Int>) -> [Pair] {
        var paired = known
        var pairs: [Pair] = []
        for (dateless, witnesses) in dateless where !paired.contains(dateless) {
            for (zoneless, others) in zoneless
            where !paired.contains(zoneless) && DeviceNaming.mayBeOne(devices[zoneless], devices[dateless]) {
                let times = Dictionary(grouping: others, by: { $0.0 }).mapValues { $0.map { $0.1 } }
                let votes = votes(witnesses.filter(\.0.namesPID), times, every: ClockInference.quarterHour)
                guard let best = ClockInference.best(votes, ClockInference.fewestWitnesses) else { continue }
                // Of zones half a day from UTC it is not told on which side they are.
                let days = Int((Double(-best) / 96).rounded())
                let quarters = -best - days * 96
                guard abs(quarters) <= ClockInference.unmistakable else { continue }
                pairs.append(Pair(dateless: dateless, zoneless: zoneless, days: days, offset: quarters * 900))
                paired.formUnion([dateless, zoneless])
                break
            }
        }
        return pairs
    }

    /// What inputs tell that state their zone, and may be of that device.
    private func times(of device: String?, _ devices: [Int: String]) -> [Witness: [Int64]] {
        let meant = zoned.filter { DeviceNaming.mayBeOne(devices[$0.input], device) }
        return Dictionary(grouping: meant, by: \.witness).mapValues { $0.map(\.time) }
    }

    private func quarters(_ witnesses: [(Witness, Int64)], _ times: [Witness: [Int64]]) -> Int? {
        if let found = quarters(witnesses.filter(\.0.namesPID), times, ClockInference.fewestWitnesses) { return found }
        for moment in [Witness.Moment.exit, .launch, .foreground, .background] {
            if let found = quarters(byOne: moment, witnesses, times) { return found }
        }
        let common = (witnesses + ofOnlyApp(witnesses, times)).filter { $0.0.namesApp && times[$0.0] != nil }
        let told = Set(common.map(\.0)).reduce(0) { $0 + ClockInference.momentCount(times[$1] ?? []) }
        let fewest = min(common.count, told, ClockInference.fewestOfAnApp)
        return quarters(common, times, max(fewest, ClockInference.fewestWitnesses))
    }

    /// What a log tells that names nobody, as of the only app that others tell of.
    private func ofOnlyApp(_ witnesses: [(Witness, Int64)], _ times: [Witness: [Int64]]) -> [(Witness, Int64)] {
        guard !witnesses.isEmpty, witnesses.allSatisfy(\.0.namesNobody) else { return [] }
        let apps = Set(times.keys.filter(\.namesApp).map(\.process))
        guard apps.count == 1, let app = apps.first else { return [] }
        return witnesses.map { (Witness(process: app, moment: $0.0.moment), $0.1) }
    }

    /// By one moment of one process, with its id and its app or name, that both tell at one time of the hour: no other
    /// process of the app begins or ends with that id just then, nor does this one come and go, unless it does so all
    /// the time.
    private func quarters(
        byOne moment: Witness.Moment, _ witnesses: [(Witness, Int64)], _ times: [Witness: [Int64]]
    ) -> Int? {
        let told = witnesses.filter { $0.0.moment == moment }
        let named = told.filter(\.0.namesPID)
        let chances = named.reduce(0) { $0 + (times[$1.0]?.count ?? 0) }
        if moment == .foreground || moment == .background, chances > ClockInference.mostChances { return nil }
        guard let found = quarters(named, times, 1),
            quarters(told.filter(\.0.namesApp), times, 1) == found
                || quarters(told.filter(\.0.isName), times, 1) == found
        else { return nil }
        return found
    }

    private func quarters(_ witnesses: [(Witness, Int64)], _ times: [Witness: [Int64]], _ fewest: Int) -> Int? {
        let votes = votes(witnesses, times, every: ClockInference.quarterHour)
        return ClockInference.best(votes.filter { abs($0.key) <= ClockInference.furthest }, fewest)
    }

    /// How many moments these are: several inputs may tell of one.
    private static func momentCount(_ times: [Int64]) -> Int {
        var count = 0
        var last: Int64?
        for time in times.sorted() {
            if last.map({ time.subtractingClamped($0) > 2 * tolerance }) ?? true { count += 1 }
            last = time
        }
        return count
    }

    /// A moment that two logs tell that many units apart.
    private struct Agreement: Hashable {
        var units: Int
        var moment: Witness.Moment
        /// Several lines may tell of one.
        var time: Int64
    }

    /// How many of the moments lie how many units later than others tell the same.
    private func votes(
        _ witnesses: [(Witness, Int64)], _ times: [Witness: [Int64]], every unit: Int64, byExit exitVotes: Int = 1
    ) -> [Int: Int] {
        var votes: [Int: Int] = [:]
        var known: Set<Agreement> = []
        for (witness, time) in witnesses {
            for other in (times[witness] ?? []).prefix(ClockInference.mostWitnesses) {
                let distance = time.subtractingReportingOverflow(other)
                guard !distance.overflow else { continue }
                let units = Int((Double(distance.partialValue) / Double(unit)).rounded())
                let rest = distance.partialValue - Int64(units) * unit
                guard abs(rest) <= ClockInference.tolerance else { continue }
                let span = 2 * ClockInference.tolerance
                let row = Agreement(units: units, moment: witness.moment, time: time / span)
                var before = row
                before.time -= 1
                guard !known.contains(before), known.insert(row).inserted else { continue }
                votes[units, default: 0] += witness.moment == .exit ? exitVotes : 1
            }
        }
        return votes
    }

    /// The distance that stands out.
    private static func best(_ votes: [Int: Int], _ fewest: Int) -> Int? {
        let ranked = votes.sorted { ($0.value, -abs($0.key), $0.key) > ($1.value, -abs($1.key), $1.key) }
        guard let best = ranked.first, best.value >= fewest else { return nil }
        if ranked.count > 1, ranked[1].value * 2 > best.value { return nil }
        return best.key
    }
}
