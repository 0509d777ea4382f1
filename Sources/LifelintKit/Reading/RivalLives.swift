// SPDX-License-Identifier: MIT

import LifelintModel

/// Which inputs are of different devices since no device lives so: with two processes of one app at once, or two boots.
///
/// Inputs come in groups, each of one device: who tells of the same process is beside the other. What one group tells
/// of two processes at once is no matter: the same lines in one input are of one device.
struct RivalLives {
    typealias Subject = ToldLives.Subject
    typealias Life = ToldLives.Life

    /// A life that a group of inputs tells.
    private struct Told {
        var subject: Subject
        var life: Life
        var group: String
    }

    /// More lives at a time are not compared.
    private static let mostLives = 64
    /// What several inputs tell of one id with a longer silence between them may be two lives.
    private static let longestSilence: Int64 = 3_600_000_000_000

    /// What tells zones.
    private let clocks: ClockInference
    /// By input.
    private var groups: [Int: String] = [:]
    /// The inputs of each group.
    private var members: [String: Set<Int>] = [:]
    private var ofGroups: [String: [Told]] = [:]
    /// By device, the inputs that are known to be of it.
    private var tellers: [String: Set<Int>] = [:]
    /// By device, the lives that are told of it, by their app.
    private var ofDevices: [String: [String?: [(subject: Subject, life: Life)]]] = [:]
    /// By group, those of other devices.
    private var rivals: [String: Set<String>] = [:]
    /// By device, the groups that are of it.
    private var placed: [String: Set<String>] = [:]

    /// Takes what inputs tell of which no device is known.
    ///
    /// - Parameter clocks: what is told in no zone is read in that of what it is beside, where both tell the same, else
    ///   in UTC.
    init(_ inputs: [(number: Int, group: String, lives: [Subject: Life])], _ clocks: ClockInference) {
        self.clocks = clocks
        var told: [Subject: [Told]] = [:]
        for input in inputs {
            groups[input.number] = input.group
            members[input.group, default: []].insert(input.number)
            for (subject, life) in input.lives {
                told[subject, default: []].append(Told(subject: subject, life: life, group: input.group))
            }
        }
        // What may be compared: lives of one app, or boots.
        var ofApps: [String?: [Told]] = [:]
        for row in told.values.flatMap(Self.joined) {
            ofGroups[row.group, default: []].append(row)
            ofApps[row.subject.app, default: []].append(row)
        }
        for rows in ofApps.values where rows.count > 1 { compare(rows) }
    }

    /// Lives of one process: what inputs of one group tell one after the other is one.
    private static func joined(_ rows: [Told]) -> [Told] {
        if rows.count < 2 { return rows }
        func order(_ row: Told) -> (String, Int, Int64) { (row.group, row.life.isZoneAssumed ? 1 : 0, row.life.first) }
        var joined: [Told] = []
        for row in rows.sorted(by: { order($0) < order($1) }) {
            if let last = joined.last, last.group == row.group, last.life.isZoneAssumed == row.life.isZoneAssumed,
                row.life.first.subtractingClamped(last.life.last) <= longestSilence
            {
                joined[joined.count - 1].life.formUnion(row.life)
            } else {
                joined.append(row)
            }
        }
        return joined
    }

    private mutating func compare(_ rows: [Told]) {
        var open: [Told] = []
        for row in rows.sorted(by: { ($0.life.first, $0.life.last, $0.group) < ($1.life.first, $1.life.last, $1.group) }
        ) {
            open.removeAll { !$0.life.isLong(behind: row.life) }
            for other in open
            where other.group != row.group && other.subject != row.subject
                && rivals[row.group]?.contains(other.group) != true
                && areBeside(row.life, of: members[row.group] ?? [], other.life, of: members[other.group] ?? [])
            {
                rivals[row.group, default: []].insert(other.group)
                rivals[other.group, default: []].insert(row.group)
            }
            if row.life.isLong, open.count < Self.mostLives { open.append(row) }
        }
    }

    /// Whether two lives go on at once, by times as they will be read if what tells them is of one device.
    ///
    /// - Parameter inputs: what tells the first of them, or is of one device with that; `others` tell the other one.
    private func areBeside(_ life: Life, of inputs: Set<Int>, _ other: Life, of others: Set<Int>) -> Bool {
        guard life.isBeside(other) else { return false }
        if life.isZoneAssumed == other.isZoneAssumed { return true }
        let (zoneless, zoned) = life.isZoneAssumed ? (inputs, others) : (others, inputs)
        let zones = Set(zoneless.compactMap { clocks.zone(of: $0, by: zoned) })
        guard let zone = zones.first else { return true }
        if zones.count > 1 { return false }
        return life.isZoneAssumed
            ? life.told(inZone: zone).isBeside(other) : life.isBeside(other.told(inZone: zone))
    }

    /// Takes an input that is known to be of a device.
    mutating func add(_ input: Int, of device: String) { tellers[device, default: []].insert(input) }

    /// Takes a life that is told of a device.
    mutating func add(_ subject: Subject, _ life: Life, of device: String) {
        ofDevices[device, default: [:]][subject.app, default: []].append((subject, life))
    }

    /// Takes that an input is of a device.
    mutating func place(_ input: Int, on device: String) {
        placed[device, default: []].insert(group(of: input))
        add(input, of: device)
    }

    /// The group of an input.
    func group(of input: Int) -> String { groups[input] ?? "" }

    /// The groups that are of other devices than an input.
    func rivals(of input: Int) -> Set<String> { rivals[group(of: input)] ?? [] }

    /// Whether no life that is known of a device is beside those that an input, or another one of its group, tells.
    func mayBe(_ input: Int, of device: String) -> Bool {
        if let groups = placed[device], !groups.isDisjoint(with: rivals(of: input)) { return false }
        guard let lives = ofDevices[device] else { return true }
        var hasRival = false
        let (group, tellers) = (group(of: input), tellers[device] ?? [])
        for row in ofGroups[group] ?? [] {
            for (subject, life) in lives[row.subject.app] ?? []
            where areBeside(row.life, of: members[group] ?? [], life, of: tellers) {
                // Who tells of the same process is beside it.
                if subject == row.subject { return true }
                hasRival = true
            }
        }
        return !hasRival
    }
}
