// SPDX-License-Identifier: MIT

import LifelintModel

/// What one walk over the runs leaves for people: whose runs, when, how they ended, and the endings worth reading.
struct RunSurvey {
    /// How often a cause ended runs, and how bad the worst of them was.
    struct Tally {
        var count = 0
        var rank = 0
    }

    /// Runs.
    private(set) var runs = 0
    /// Devices; runs come ordered by device.
    private(set) var devices = 0
    /// Apps or processes: at most ``maximumApps``.
    private(set) var apps: Set<String> = []
    /// The start of the first run.
    private(set) var first: Timestamp?
    /// The end of the last run.
    private(set) var last: Timestamp?
    /// By cause.
    private(set) var endings: [EndingCause: Tally] = [:]
    /// Endings that are not ordinary, grouped by what they have in common.
    private(set) var notable = RankedGroups<AppRun, RunMark>(capacity: 64)
    /// Endings that the evidence does not explain and that nobody saw: no defect, and told last.
    private(set) var unseen = RankedGroups<AppRun, RunMark>(capacity: 8)
    /// The first of ``unseen``.
    private(set) var firstUnseen: AppRun?
    private var lastDevice: String??

    /// Beyond it apps are no longer told apart: nobody reads that many names.
    static let maximumApps = 1_000

    /// Takes the next run, in report order.
    mutating func add(_ run: AppRun) {
        runs += 1
        if lastDevice != .some(run.device) {
            devices += 1
            lastDevice = .some(run.device)
        }
        if apps.count < RunSurvey.maximumApps, let app = run.app ?? run.process { apps.insert(app) }
        first = min(first ?? run.start.time, run.start.time)
        last = max(last ?? run.end.time, run.end.time)
        let rank = RunSurvey.rank(run)
        var tally = endings[run.ending.cause] ?? Tally()
        tally.count += 1
        tally.rank = max(tally.rank, rank)
        endings[run.ending.cause] = tally
        if rank == RunSurvey.unseenRank {
            if firstUnseen == nil { firstUnseen = run }
            unseen.add(key: RunSurvey.key(run), rank: rank, item: run, mark: RunMark(run))
        } else if rank > 0 {
            notable.add(key: RunSurvey.key(run), rank: rank, item: run, mark: RunMark(run))
        }
    }

    /// Everything from the first run's start to the last one's end.
    var clock: ReportClock { ReportClock(first: first, last: last) }

    /// Groups of ``unseen`` that are worth their room: a few, where there is little else to read.
    func shownUnseen(beside others: Int) -> [RankedGroups<AppRun, RunMark>.Group] {
        others <= RunSurvey.fewGroups ? Array(unseen.ordered.prefix(RunSurvey.fewGroups)) : []
    }

    private static let fewGroups = 3

    /// The rank of an ending that is unknown and that nobody saw.
    static let unseenRank = 1

    /// How bad a run's end is: 0 is ordinary; unknown; then what nobody saw; then what the user saw.
    static func rank(_ run: AppRun) -> Int {
        let page = run.ending.cause.page
        if page.isOrdinary { return 0 }
        if run.ending.cause == .unknown { return run.isVisible ? 2 : unseenRank }
        guard let severity = page.severity(isVisible: run.isVisible) else { return 0 }
        let weight =
            switch severity {
            case .error: 3
            case .warning: 2
            case .info: 1
            }
        return (run.isVisible ? 10 : 5) + weight
    }

    /// What makes two endings the same to a reader.
    private static func key(_ run: AppRun) -> String {
        var key = run.app ?? run.process ?? ""
        key += "\u{0}" + run.ending.cause.rawValue + (run.isVisible ? "\u{0}v" : "\u{0}-")
        if run.ending.cause == .unknown { key += run.stateAtEnd?.rawValue ?? "" }
        for name in [
            EndingDetail.kind, .event, .direction, .signature, .exception, .signal, .namespace, .code, .exitStatus,
        ] {
            key += "\u{0}" + (run.ending.detail[name]?.text ?? "")
        }
        return key
    }
}
