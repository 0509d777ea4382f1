// SPDX-License-Identifier: MIT

import LifelintModel

/// Which inputs are of different devices since no device lives so: with two processes of one app at once, or two boots.
///
/// Inputs come in groups, each of one device: who tells of the same process is beside the other. What one group tells of two
/// processes at once is no matter: the same lines in one input are of one device.
struct RivalLives {
    typealias Subject = ToldLives.Subject
    typealias Life = ToldLives.Life

    /// A life that a group of inputs tells.
    private struct Told {
        var subject: Subject
        var life: Life
        var group: String
    }

    /// What may be compared: lives of one app, or boots, by times of one kind.
    private struct Kind: Hashable {
        var app: String?
        var isZoneAssumed: Bool
    }

    /// More lives at a time are not compared.
    private static let mostLives = 64
    /// What several inputs tell of one id with a longer silence between them may be two lives.
    private static let longestSilence: Int64 = 3_600_000_000_000

    /// By input.
    private var groups: [Int: String] = [:]
    private var ofGroups: [String: [Told]] = [:]
    /// By device, the lives that are told of it, by their app.
    private var ofDevices: [String: [String?: [(subject: Subject, life: Life)]]] = [:]
    /// By group, those of other devices.
    private var rivals: [String: Set<String>] = [:]
    /// By device, the groups that are of it.
    private var placed: [String: Set<String>] = [:]

    /// Takes what inputs tell of which no device is known.
    init(_ inputs: [(number: Int, group: String, lives: [Subject: Life])]) {
        var told: [Subject: [Told]] = [:]
        for input in inputs {
            groups[input.number] = input.group
            for (subject, life) in input.lives {
                told[subject, default: []].append(Told(subject: subject, life: life, group: input.group))
            }
        }
        var kinds: [Kind: [Told]] = [:]
        for row in told.values.flatMap(Self.joined) {
            ofGroups[row.group, default: []].append(row)
            kinds[Kind(app: row.subject.app, isZoneAssumed: row.life.isZoneAssumed), default: []].append(row)
        }
        for rows in kinds.values where rows.count > 1 { compare(rows) }
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
            where other.group != row.group && other.subject != row.subject && row.life.isBeside(other.life) {
                rivals[row.group, default: []].insert(other.group)
                rivals[other.group, default: []].insert(row.group)
            }
            if row.life.isLong, open.count < Self.mostLives { open.append(row) }
        }
    }

    /// Takes a life that is told of a device.
    mutating func add(_ subject: Subject, _ life: Life, of device: String) {
        ofDevices[device, default: [:]][subject.app, default: []].append((subject, life))
    }

    /// Takes that an input is of a device.
    mutating func place(_ input: Int, on device: String) { placed[device, default: []].insert(group(of: input)) }

    /// The group of an input.
    func group(of input: Int) -> String { groups[input] ?? "" }

    /// The groups that are of other devices than an input.
    func rivals(of input: Int) -> Set<String> { rivals[group(of: input)] ?? [] }

    /// Whether no life that is known of a device is beside those that an input, or another one of its group, tells.
    func mayBe(_ input: Int, of device: String) -> Bool {
        if let groups = placed[device], !groups.isDisjoint(with: rivals(of: input)) { return false }
        guard let lives = ofDevices[device] else { return true }
        var hasRival = false
        for row in ofGroups[group(of: input)] ?? [] {
            for (subject, life) in lives[row.subject.app] ?? [] where life.isBeside(row.life) {
                // Who tells of the same process is beside it.
                if subject == row.subject { return true }
                hasRival = true
            }
        }
        return !hasRival
    }
}
