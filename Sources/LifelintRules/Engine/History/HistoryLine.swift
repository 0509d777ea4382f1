// SPDX-License-Identifier: MIT

/// What is kept of the runs of one app on one device.
///
/// Why a class: it is looked for once a run, whatever is done with it.
final class HistoryLine {
    /// The number of the app.
    let app: Int
    /// Whose runs they are.
    let lineage: PastRun.Lineage
    /// Whether any of its runs is reported.
    var isReported = false
    /// The last runs: as many as a check over adjacent runs looks at.
    var past: [PastRun] = []
    /// By the place of the rule among those that judge lines, as bits: streaks of which no run has been a part yet.
    var resting: UInt64 = 0
    /// The rules of which there is more to say, by their places.
    private(set) var judgings: [(number: Int, judging: LineJudging)] = []

    init(_ lineage: PastRun.Lineage, app: Int) {
        self.lineage = lineage
        self.app = app
    }

    /// Whether a rule with that place has anything to say, beyond that it rests.
    func isJudged(_ number: Int) -> Bool { judgings.contains { $0.number == number } }

    /// Whether a rule with that place has taken runs, and none of them was part of a streak.
    func rests(_ number: Int) -> Bool { number < UInt64.bitWidth && resting & 1 << UInt64(number) != 0 }

    /// Takes a run of which a rule does not speak.
    func skip(_ run: PastRun, _ number: Int) {
        guard let place = judgings.firstIndex(where: { $0.number == number }) else { return }
        judgings[place].judging.skip(run)
    }

    /// Changes what there is to say of a rule.
    func change(_ number: Int, _ rule: HistoryRule, _ body: (inout LineJudging) -> Void) {
        let place = judgings.firstIndex { $0.number >= number } ?? judgings.count
        if place == judgings.count || judgings[place].number != number {
            judgings.insert((number, LineJudging(rule, hasTaken: rests(number))), at: place)
            if rests(number) { resting ^= 1 << UInt64(number) }
        }
        body(&judgings[place].judging)
    }
}
