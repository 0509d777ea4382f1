// SPDX-License-Identifier: MIT

import LifelintModel

/// Whose lives the head of an input tells of, and from when to when.
struct ToldLives {
    /// What a device has one of at a time: a process of an app, or a boot.
    enum Subject: Hashable {
        case process(app: String, pid: Int32)
        case boot(String)

        /// The app of which a device has one process at a time; nil for boots.
        var app: String? { if case .process(let app, _) = self { app } else { nil } }
    }

    /// From the first word of it to the last.
    struct Life {
        var first: Int64
        var last: Int64
        /// When it is told to be over: of what has the same id, that is another life from there on.
        var end: Int64 = .max
        /// Times are written without a zone.
        var isZoneAssumed = false
        /// What they are read as is known only when devices are: they say nothing to those with a zone.
        var isReadLater = false

        private var over: Int64 { min(last, end) }

        /// Whether it is told long enough to be told beside another one.
        var isLong: Bool { over.subtractingClamped(first) >= Life.sideBySide }

        /// Whether it still goes on for long behind the beginning of another one.
        func isLong(behind other: Life) -> Bool { over.subtractingClamped(other.first) >= Life.sideBySide }

        /// Whether both go on at once, or the one well within the other.
        func isBeside(_ other: Life) -> Bool {
            if isZoneAssumed != other.isZoneAssumed, isReadLater || other.isReadLater { return false }
            let common = min(over, other.over).subtractingClamped(max(first, other.first))
            return common >= Life.sideBySide || isWithin(other) || other.isWithin(self)
        }

        /// Whether some moment is told of both.
        func meets(_ other: Life) -> Bool { max(first, other.first) <= min(over, other.over) }

        /// Whether what is told then may be told of it: at most so long before its first word, or behind its last.
        func isToldOf(at time: Int64, _ before: Int64, _ behind: Int64) -> Bool {
            first.subtractingClamped(before) <= time && time <= over.addingClamped(behind)
        }

        private func isWithin(_ other: Life) -> Bool {
            max(first, other.first.addingClamped(Life.sideBySide))
                <= min(over, other.over.subtractingClamped(Life.sideBySide))
        }

        /// The same, told in a zone so far east of UTC.
        func told(inZone zone: Int64) -> Life {
            var life = self
            life.first = first.subtractingClamped(zone)
            life.last = last.subtractingClamped(zone)
            if end != .max { life.end = end.subtractingClamped(zone) }
            life.isZoneAssumed = false
            return life
        }

        mutating func formUnion(_ other: Life) {
            first = min(first, other.first)
            last = max(last, other.last)
            end = min(end, other.end)
        }

        /// Clocks of inputs are hardly further apart.
        private static let sideBySide: Int64 = 60_000_000_000
    }

    /// More of them are not compared.
    private static let most = 512
    /// A device that starts tells a time of the first day of 1970, or west of Greenwich of the one before, until its
    /// clock is set.
    private static let unset: Range<Int64> = -86_400_000_000_000..<86_400_000_000_000

    /// What it tells of at all, with the time at which each is first told of.
    private(set) var heard: [Subject: Int64] = [:]
    /// Of those processes of which it tells that they began, when.
    private(set) var begun: [Subject: Int64] = [:]
    /// The same, or when the app told that it was launched, whichever is told first.
    private(set) var launched: [Subject: Int64] = [:]
    /// From when to when that lived, as far as times of inputs may be compared.
    private(set) var lives: [Subject: Life] = [:]
    /// Processes that run beside that of their app, as one line tells, or more.
    private(set) var besides: Set<Subject> = []
    /// The same for those: they say nothing of what a device has one of.
    private(set) var livesBeside: [Subject: Life] = [:]
    /// Lines tell their year, by which a time of a clock that was not set is known.
    private var tellsYears = true
    /// Lines tell no day, or no year.
    private var isDateAssumed = false

    /// Tells of nothing.
    init() {}

    /// What the records tell.
    init(_ batch: EventBatch) {
        tellsYears = !batch.assumesYear
        isDateAssumed = batch.assumesYear || batch.isDateAssumed
        var process: (subject: Subject, app: Range<Int>, pid: Int32)?
        var boot: (subject: Subject?, text: Range<Int>)?
        for record in batch.records {
            if record.boot.isPresent {
                // Mostly many lines of one boot, and of one process, come in a row.
                if boot?.text != record.boot.range {
                    boot = (batch.string(record.boot).flatMap { Self.boot($0) }, record.boot.range)
                }
                if let subject = boot?.subject { note(subject, record, isLiving: true) }
            }
            guard record.app.isPresent, record.hasPID else { continue }
            if process?.pid != record.pid || process?.app != record.app.range {
                process = batch.string(record.app).map {
                    (.process(app: $0, pid: record.pid), record.app.range, record.pid)
                }
            }
            guard let subject = process?.subject else { continue }
            let isEnd = Self.isEnd(record, in: batch)
            note(subject, record, isLiving: isEnd || Self.isLiving(record, in: batch), isEnd: isEnd)
            guard heard[subject] != nil else { continue }
            if record.host == .extension || record.host == .widget { besides.insert(subject) }
            let isLaunch = record.name == .processLaunch
            guard isLaunch || record.name == .appDidFinishLaunching, record.witness != .report, !isUnset(record.time)
            else { continue }
            if isLaunch, begun[subject] == nil { begun[subject] = record.time }
            if launched[subject] == nil { launched[subject] = record.time }
        }
        for subject in besides { livesBeside[subject] = lives.removeValue(forKey: subject) }
    }

    private mutating func note(_ subject: Subject, _ record: EventRecord, isLiving: Bool, isEnd: Bool = false) {
        let isUnset = self.isUnset(record.time)
        if let known = heard[subject] {
            if !isUnset, self.isUnset(known) { heard[subject] = record.time }
        } else {
            guard heard.count < Self.most else { return }
            heard[subject] = record.time
        }
        guard isLiving, !isUnset, !record.isUndated, !record.isTimeless else { return }
        // Of what tells no date others tell that, and with it the zone.
        var life = Life(
            first: record.time, last: record.time, isZoneAssumed: record.isZoneAssumed, isReadLater: isDateAssumed)
        if isEnd { life.end = record.time }
        if let known = lives[subject] { life.formUnion(known) }
        lives[subject] = life
    }

    /// Whether the clock that tells a time was not set: it says nothing to others.
    private func isUnset(_ time: Int64) -> Bool { tellsYears && Self.unset.contains(time) }

    /// A boot that has an id of its own: a number is that of another one on another device.
    private static func boot(_ text: String) -> Subject? {
        let bytes = Array(text.utf8)
        let dashes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "-") }
        return bytes.count == 36 && dashes == [8, 13, 18, 23] ? .boot(text) : nil
    }

    /// Whether a process lives while that is told: it speaks itself, or the system tells what it does.
    private static func isLiving(_ record: EventRecord, in batch: EventBatch) -> Bool {
        if record.witness == .app || record.name == .processLaunch { return true }
        if record.witness == .report { return false }
        switch record.name {
        case .processSuspend, .processResume: return true
        case .processState: return record.task.isPresent || batch.attribute(.visibility, of: record) != nil
        default: return false
        }
    }

    private static func isEnd(_ record: EventRecord, in batch: EventBatch) -> Bool {
        if record.witness == .report { return false }
        switch record.name {
        case .processExit: return true
        case .processState: return batch.string(record.task) == "notRunning"
        default: return false
        }
    }
}
