// SPDX-License-Identifier: MIT

import LifelintModel

extension EndingJudge {
    /// The time that what was held was allowed.
    func tellAllowance(in ending: inout Ending) {
        if let allowance = exits.lazy.compactMap(\.allowance).first { ending.detail[.allowance] = .duration(allowance) }
    }

    /// Whether the name that a witness tells can be that of a background task: what else is held has a reason of its own.
    private func namesTask(_ exit: ExitWitness) -> Bool { exit.reason.map(exitText.isOfTask) ?? true }

    /// Names the background task that the app ended for.
    ///
    /// It is the one that a line of the end names, else the one that was open when it was asked to end, else the one
    /// that was open behind it for long enough; beside one of the app's own those of the frameworks do not count. Of
    /// several it may have been any, and none is named; nor is one that may have ended in what the log lost.
    func nameTask(in ending: inout Ending) {
        let all = run.spans.instances(of: "backgroundTask", run.settings.spans)
        let own = all.filter { $0.attributes.value(of: "owner") != .string("system") }
        let open = own.isEmpty ? all : own
        let asked = open.filter { run.words.expiry(of: $0) != nil }
        if let named = exits.first(where: { $0.name != nil && namesTask($0) })?.name {
            ending.detail[.task] = .string(named)
            return
        }
        if open.isEmpty {
            // Its beginning is not told, only that it was asked to end.
            guard let expiry = run.words.lastExpiry, !expiry.isOfAssertion, let key = expiry.detail, !key.isEmpty else {
                return
            }
            ending.detail[.task] = .string(key)
            return
        }
        let meant = asked.isEmpty ? open : asked
        guard meant.count == 1, let task = meant.first else { return }
        if case .string(let owner)? = task.attributes.value(of: "owner") { ending.detail[.owner] = .string(owner) }
        if run.words.expiry(of: task)?.mayBeOver ?? run.words.hasLostTask(since: task.from, toldBy: task.witness) {
            return
        }
        // What was begun a moment before is open by chance: something else was held for too long.
        guard !asked.isEmpty || timeAllowed(since: task.from) >= TimelineWindows.shortestTask else { return }
        let name = task.name ?? (task.witness == .runningboard ? "" : task.key)
        if !name.isEmpty { ending.detail[.task] = .string(name) }
    }

    /// How much of the time since then counts for tasks that are open, at least.
    ///
    /// In front of the user none does, and none before the last time that it was there. What is told in steps of a
    /// clock may be one less; of a millisecond nobody speaks.
    private func timeAllowed(since from: Moment) -> Int64 {
        let end = seenEnd ?? run.last
        var behind = from
        for (stretch, next) in zip(run.app.stretches, run.app.stretches.dropFirst())
        where stretch.state == .active || stretch.state == .inactive {
            behind = max(behind, next.from)
        }
        let step = behind.resolution
        return end.since(behind).subtractingClamped(step > 1_000_000 ? step : 0)
    }
}
