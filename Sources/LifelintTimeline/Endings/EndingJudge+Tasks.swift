// SPDX-License-Identifier: MIT

import LifelintModel

extension EndingJudge {
    /// Names the background task that the app ended for: the one that a line of the end names, else the one that was
    /// asked to end, else the one that was open for longest.
    func nameTask(in ending: inout Ending) {
        if let allowance = exits.lazy.compactMap(\.allowance).first { ending.detail[.allowance] = .duration(allowance) }
        let open = run.spans.instances(of: "backgroundTask", run.settings.spans)
        let task = open.first { run.words.expiry(of: $0) != nil } ?? open.min { $0.from < $1.from }
        if let named = exits.lazy.compactMap(\.name).first {
            ending.detail[.task] = .string(named)
            return
        }
        guard let task else { return }
        let name = task.name ?? task.key
        if !name.isEmpty { ending.detail[.task] = .string(name) }
        if case .string(let owner)? = task.attributes.value(of: "owner") { ending.detail[.owner] = .string(owner) }
    }
}
