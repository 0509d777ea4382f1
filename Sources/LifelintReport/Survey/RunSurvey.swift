// SPDX-License-Identifier: MIT

import LifelintModel

/// What one walk over the runs leaves for people: whose runs, when, how they ended, and the endings worth reading.
struct RunSurvey {
    /// A way in which runs end: a cause, in the words that tell it.
    struct Way: Hashable {
        let cause: EndingCause
        let title: String

        /// The order of ways that are as bad and as frequent.
        var sortKey: (String, String) { (cause.rawValue, title) }
    }

    /// How often runs ended in some way, and how bad the worst of them was.
    struct Tally {
        var count = 0
        var rank = 0
        /// Of how many that is likely, and of how many only possible.
        var likely = 0
        var possible = 0
        /// How many are worth reading.
        var notable = 0
        /// All of them are told to have ended where the user did not see it.
        var isOutOfSight = true
        /// What out of the ordinary ended some of them all the same, perhaps; in the order in which it is told.
        var doubts: [EndingCause] = []
    }

    /// Runs.
    private(set) var runs = 0
    /// Devices there are at least: those with names, and the models without a name that none of them can be of.
    var devices: Int {
        max(named - tellers.twice + max(models.subtracting(namedModels).count - unmodelled, 0), min(runs, 1))
    }
    /// Whether there may be more: a run without a device may be of any, and one device may have two names.
    var mayHaveMoreDevices: Bool { isAnyNameless && runs > 1 || tellers.twice > 0 }
    /// Apps or processes: at most ``maximumApps``.
    private(set) var apps: Set<String> = []
    /// Runs of which nobody tells the app or the process.
    private(set) var unnamed = 0
    /// The start of the first run.
    private(set) var first: Timestamp?
    /// The end of the last run.
    private(set) var last: Timestamp?
    /// By how they ended.
    private(set) var endings: [Way: Tally] = [:]
    /// Endings that are not ordinary, grouped by what they have in common.
    private(set) var notable = RankedGroups<AppRun, RunMark>(capacity: 64)
    /// Endings that the evidence does not explain, and that nobody is known to have seen: no defect, and told last.
    private(set) var unseen = RankedGroups<AppRun, RunMark>(capacity: 8)
    /// Of all of ``unseen`` the evidence tells that nobody saw them; of others only no one tells that somebody did.
    private(set) var isUnseenTold = true
    /// Whether one ended in a way that is out of the ordinary where the user sees it, and nothing tells whether anybody
    /// did.
    private var isAnyUntold = false
    /// Whether something out of the ordinary may have happened that is not told: nobody says who saw an end, or whose a
    /// kill was.
    var isAnyUnsure: Bool { isAnyUntold || isAnyDoubted }
    /// Whether one is told as ordinary that may have been something else.
    var isAnyDoubted: Bool { endings.values.contains { !$0.doubts.isEmpty } }
    /// The ways in which runs ended, the worst first, then the most frequent.
    var ways: [(way: Way, tally: Tally)] {
        let rows = endings.sorted { left, right in
            if left.value.rank != right.value.rank { return left.value.rank > right.value.rank }
            if left.value.count != right.value.count { return left.value.count > right.value.count }
            return left.key.sortKey < right.key.sortKey
        }
        return rows.map { (way: $0.key, tally: $0.value) }
    }
    /// Runs that most rules leave out: under a debugger, or else in a UI test, or else in a simulator.
    private(set) var debugged = 0, harnessed = 0, simulated = 0
    /// The first of ``unseen``.
    private(set) var firstUnseen: AppRun?
    private var lastDevice: String?
    /// Devices with names; runs come ordered by device.
    private var named = 0
    /// Who tells of them.
    private var tellers = DeviceTellers()
    /// Their models, and how many of them tell none.
    private var namedModels: Set<String> = []
    private var unmodelled = 0
    private var isLastUnmodelled = false
    private var isAnyNameless = false
    /// The models of those without.
    private var models: Set<String> = []

    /// Beyond it apps are no longer told apart: nobody reads that many names.
    static let maximumApps = 1_000

    /// Takes the next run, in report order.
    mutating func add(_ run: AppRun) {
        runs += 1
        addDevice(of: run)
        if run.isDebugged {
            debugged += 1
        } else if run.isHarnessed {
            harnessed += 1
        } else if run.isSimulated {
            simulated += 1
        }
        if let app = run.app ?? run.process {
            if apps.count < RunSurvey.maximumApps { apps.insert(app) }
        } else {
            unnamed += 1
        }
        first = min(first ?? run.start.time, run.start.time)
        last = max(last ?? run.end.time, run.end.time)
        let rank = RunSurvey.rank(run)
        let way = Way(cause: run.ending.cause, title: run.ending.page.title)
        var tally = endings[way] ?? Tally()
        tally.count += 1
        if Phrasing.saysHowSure(run.ending) {
            if run.ending.confidence == .likely { tally.likely += 1 }
            if run.ending.confidence == .possible { tally.possible += 1 }
        }
        tally.rank = max(tally.rank, rank)
        if rank > RunSurvey.unseenRank { tally.notable += 1 }
        tally.isOutOfSight = tally.isOutOfSight && run.isOutOfSight
        for cause in RunSurvey.doubts(run, rank) where !tally.doubts.contains(cause) { tally.doubts.append(cause) }
        endings[way] = tally
        if rank == RunSurvey.unseenRank {
            if firstUnseen == nil { firstUnseen = run }
            if !run.isOutOfSight { isUnseenTold = false }
            unseen.add(key: RunSurvey.key(run), rank: rank, item: run, mark: RunMark(run))
        } else if rank == 0 {
            if !run.ending.page.isOrdinary, !run.isOutOfSight { isAnyUntold = true }
        } else {
            notable.add(key: RunSurvey.key(run), rank: rank, item: run, mark: RunMark(run))
        }
    }

    /// What a kill may have been for that is told as ordinary, and of which nobody says whose it was.
    ///
    /// An end that is concluded from silence has as many candidates, and none of them any more evidence.
    private static func doubts(_ run: AppRun, _ rank: Int) -> [EndingCause] {
        guard rank == 0, run.ending.confidence != .certain, run.ending.detail[.signal] != nil else { return [] }
        return run.ending.candidates.map(\.cause).filter { !$0.page.isOrdinary }
    }

    private mutating func addDevice(of run: AppRun) {
        guard let device = run.device else {
            isAnyNameless = true
            // What is no identifier (a name, an architecture) may be another word for a model that is.
            if models.count < RunSurvey.maximumApps, let model = run.model, RunSurvey.isIdentifier(model) {
                models.insert(model)
            }
            return
        }
        tellers.add(run, isNewDevice: device != lastDevice)
        if device != lastDevice {
            named += 1
            unmodelled += 1
            isLastUnmodelled = true
            lastDevice = device
        }
        guard let model = run.model, RunSurvey.isIdentifier(model) else { return }
        if isLastUnmodelled { unmodelled -= 1 }
        isLastUnmodelled = false
        // Of models that no run without a device has told nothing needs to be known: those runs come first.
        if models.contains(model) { namedModels.insert(model) }
    }

    /// Whether a model is told as the system does: `iPhone15,2`.
    private static func isIdentifier(_ model: String) -> Bool {
        let parts = model.utf8.split(separator: 0x2C, omittingEmptySubsequences: false)
        guard parts.count == 2, let family = parts.first?.prefix(while: \.isLetter), !family.isEmpty else {
            return false
        }
        return [parts[0].dropFirst(family.count), parts[1]].allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
    }

    /// Everything from the first run's start to the last one's end.
    var clock: ReportClock { ReportClock(first: first, last: last) }

    /// Groups of ``unseen`` that are worth their room: a few, where there is little else to read.
    func shownUnseen(beside others: Int) -> [RankedGroups<AppRun, RunMark>.Group] {
        others <= RunSurvey.fewGroups ? Array(unseen.ordered.prefix(RunSurvey.fewGroups)) : []
    }

    private static let fewGroups = 3

    /// The rank of an ending that is unknown, and that nobody is known to have seen.
    static let unseenRank = 1

    /// How bad a run's end is: 0 is ordinary; unknown; then what nobody saw; then what the user saw.
    static func rank(_ run: AppRun) -> Int {
        let page = run.ending.page
        let isExplained = run.ending.cause != .unknown && !run.ending.isOutweighed
        if page.isOrdinary, isExplained { return 0 }
        if !isExplained { return run.isVisible ? 2 : unseenRank }
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
        var key = (run.app ?? run.process ?? "") + "\u{0}" + run.ending.confidence.rawValue
        key += "\u{0}" + run.ending.cause.rawValue + (run.isVisible ? "\u{0}v" : run.isOutOfSight ? "\u{0}-" : "\u{0}")
        // Who ended an app that was launching ended no app that was in use.
        if run.ending.cause == .unknown || run.isVisible { key += run.stateAtEnd?.rawValue ?? "" }
        for name in [
            EndingDetail.kind, .event, .direction, .signature, .exception, .signal, .namespace, .code, .exitStatus,
        ] {
            key += "\u{0}" + (run.ending.detail[name]?.text ?? "")
        }
        return key
    }
}
