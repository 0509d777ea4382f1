// SPDX-License-Identifier: MIT

import LifelintModel

/// What the beginnings of logs without process ids tell of one app on a device that they name: enough to see which of
/// its lives a report is about, or that it is about none of them.
struct NumberlessLog {
    /// One process, from its launch to the next one.
    private struct Life {
        /// When the first step of its launch is told.
        var begun: Int64
        /// When the next one is launched.
        var next: Int64 = .max
        var steps: Set<EventName>
        var lastStep: Int64
        /// Its first step is told in whole seconds.
        var isCoarse: Bool

        /// Whether it may have begun when a report says that its process did: no app speaks before that.
        func mayBegin(at time: Int64) -> Bool {
            let since = begun.subtractingClamped(time)
            return (isCoarse ? -.seconds(1) : -.milliseconds(50))...oneMoment ~= since
        }
    }

    /// A process that ends in use spoke so long before, mostly; without a next launch nobody tells that it ended at all.
    private static let lastWords: (beforeLaunch: Int64, alone: Int64) = (.seconds(10), .seconds(5))
    /// Another step of one launch comes so long behind the first one, at most.
    private static let oneLaunch: Int64 = .seconds(30)
    /// What an app is told twice within this it is told of one launch; so long before that it may speak, too.
    private static let oneMoment = DeviceAliases.sameStart
    /// More steps of launches, or ends, are not compared.
    private static let most = 4_096

    /// The first model that is told.
    private(set) var model: String?
    /// The first version of the system that is told.
    private(set) var version: VersionNumber?
    /// When launches are told, in whatever zone or year.
    private(set) var launches: [Int64] = []
    private var models: Set<String> = []
    private var systems: Set<String> = []
    private var steps: [(time: Int64, name: EventName, isCoarse: Bool)] = []
    private var ends: [Int64] = []
    /// When it was heard of by what ran.
    private var words = ToldStretches()
    private var lives: [Life] = []
    /// From then on not all of it was seen.
    private var knownUntil: Int64 = .max
    /// Of some of its times the zone, the year or the day is not told.
    private var isVague = false

    /// Takes what a record tells.
    mutating func add(_ record: EventRecord, in batch: EventBatch) {
        if record.isZoneAssumed || record.isUndated || record.isTimeless { isVague = true }
        // An event of the app's own may speak of another device.
        if record.model.isPresent, let told = batch.string(record.model) {
            model = model ?? told
            if record.name != .custom { models.insert(told) }
        }
        if record.os.isPresent, let told = batch.string(record.os) {
            version = version ?? VersionNumber(told)
            systems.insert(told)
        }
        if record.witness == .app || record.witness == .uikit { words.add(record.time) }
        if DeviceAliases.isLaunch(record), launches.count < Self.most { launches.append(record.time) }
        if DeviceAliases.isLaunchStep(record) { steps.append((record.time, record.name, record.digits == 0)) }
        if record.name == .processExit { ends.append(record.time) }
        if steps.count > Self.most || ends.count > Self.most {
            isVague = true
            (steps, ends) = ([], [])
        }
    }

    /// Takes that the beginning of a log that is longer than what was seen of it tells of the app.
    mutating func cut(_ batch: EventBatch) {
        guard let first = batch.records.first, let last = batch.records.last else { return }
        // One with the newest line in front goes on with what was before.
        knownUntil = min(knownUntil, first.time <= last.time ? last.time : .min)
    }

    /// Takes that no line of a log tells the day, or the year.
    mutating func blur() { isVague = true }

    /// All logs were seen: finds the lives that they tell.
    mutating func settle() {
        lives = []
        for step in steps.sorted(by: { ($0.time, $0.name.rawValue) < ($1.time, $1.name.rawValue) }) {
            if let last = lives.last, Self.isOfLaunch(step, last) {
                lives[lives.count - 1].steps.insert(step.name)
                lives[lives.count - 1].lastStep = step.time
            } else {
                if !lives.isEmpty { lives[lives.count - 1].next = step.time }
                lives.append(
                    Life(begun: step.time, steps: [step.name], lastStep: step.time, isCoarse: step.isCoarse))
            }
        }
    }

    private static func isOfLaunch(_ step: (time: Int64, name: EventName, isCoarse: Bool), _ life: Life) -> Bool {
        if life.steps.contains(step.name) { return step.time.subtractingClamped(life.lastStep) <= oneMoment }
        return step.time.subtractingClamped(life.begun) <= oneLaunch
    }

    /// Whether a report is about one of the lives, by its start, its end and the last words before that.
    ///
    /// Two phones on which the app was launched in one second are told apart by what they tell of the end, so of that
    /// more is asked than that nothing speaks against it.
    func tells(_ report: DeviceAliases.Told) -> Bool {
        guard !isVague, let launched = report.begun, let ended = report.ended, !isOther(than: report) else {
            return false
        }
        let meant = lives.filter { $0.begun.subtractingClamped(launched).magnitude <= Self.oneMoment.magnitude }
        // Who counts how long an app ran begins to after it.
        guard meant.count == 1, let life = meant.first, report.launched.map(life.mayBegin(at:)) ?? true,
            life.begun <= ended,
            ended <= life.next,
            life.next == .max ? knownUntil == .max : life.next < knownUntil,
            !goesOn(life, after: ended.addingClamped(Self.oneMoment)), !endsOtherwise(life, than: ended)
        else { return false }
        let silence = life.next == .max ? Self.lastWords.alone : Self.lastWords.beforeLaunch
        return ended.subtractingClamped(lastWord(of: life, until: ended.addingClamped(Self.oneMoment))) <= silence
    }

    /// Whether what it tells cannot be of the device of a report: of another model or system, or that another process
    /// of the app lived beside that of the report, or went on when that had ended, and of that one nothing.
    func denies(_ report: DeviceAliases.Told) -> Bool {
        if isOther(than: report) { return true }
        guard let launched = report.launched, let ended = report.ended, launched < ended else { return false }
        let beside = lives.filter { life in
            let last = lastWord(of: life, until: .max)
            let both = min(last, ended).subtractingClamped(max(life.begun, launched))
            return both > DeviceAliases.sameStart * 2 + DeviceAliases.sameEnd
        }
        if beside.count > 1 { return true }
        guard let life = beside.first else { return isUnheard(from: launched, to: ended) }
        return life.begun < launched.subtractingClamped(Self.oneMoment)
            || goesOn(life, after: ended.addingClamped(DeviceAliases.sameEnd)) || endsOtherwise(life, than: ended)
    }

    /// Whether it tells of before and after a process that lived long enough to be heard of, and nothing of its launch.
    private func isUnheard(from launched: Int64, to ended: Int64) -> Bool {
        guard let first = lives.first?.begun, let last = lives.last?.begun,
            first < launched, ended < min(last, knownUntil), ended.subtractingClamped(launched) > Self.oneLaunch
        else { return false }
        let life = launched.subtractingClamped(Self.oneMoment)...ended
        return !lives.contains { life.contains($0.begun) }
    }

    private func isOther(than report: DeviceAliases.Told) -> Bool {
        if let model = report.model, ToldModels.isOther(model, than: models) { return true }
        // On a Mac what was built for other devices runs, too, and names their system.
        return report.model.map(HardwareModel.tellsDevices) ?? true
            && LoggedLife.areOther(systems, than: report.system, report.version)
    }

    /// Whether it spoke then, and before what the next one may say while it is launched.
    private func goesOn(_ life: Life, after time: Int64) -> Bool {
        let next = life.next.subtractingClamped(Self.oneMoment)
        return words.stretches.contains { $0.upperBound > time && $0.lowerBound < next }
    }

    private func endsOtherwise(_ life: Life, than ended: Int64) -> Bool {
        ends.contains { end in
            life.begun <= end && end < life.next
                && end.subtractingClamped(ended).magnitude > DeviceAliases.sameEnd.magnitude
        }
    }

    /// When it spoke last, its launch included.
    private func lastWord(of life: Life, until time: Int64) -> Int64 {
        let latest = min(time, life.next.subtractingClamped(Self.oneMoment))
        let words = words.stretches.last { $0.lowerBound <= latest }.map { min($0.upperBound, latest) }
        return max(words ?? life.begun, life.begun)
    }
}
