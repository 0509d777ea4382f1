// SPDX-License-Identifier: MIT

import LifelintModel

@testable import LifelintIngest

extension IncidentReadout {
    /// The format that recognises a text; nil if none does.
    static func format(of text: String) -> String? {
        IncidentParsers.parser(of: IncidentDocument(Array(text.utf8)))?.format
    }

    /// The reports, one a line.
    var lines: [String] { reports.map(\.line) }
}

extension IncidentReport {
    /// What a report says in one line, what is missing left out.
    var line: String {
        var words = [kind.rawValue]
        func add(_ key: String, _ value: String?) { if let value { words.append("\(key)=\(value)") } }
        add("partial", isPartial ? "yes" : nil)
        add("id", incident)
        add("app", process.bundle)
        add("name", process.name)
        add("version", process.version)
        add("build", process.build)
        add("pid", process.pid.map { "\($0)" })
        add("sim", process.isSimulated == true ? "yes" : nil)
        add("beta", process.isBeta == true ? "yes" : nil)
        add("model", device.model)
        add("os", device.system)
        add("osBuild", device.systemBuild)
        add("launched", launched?.time.rfc3339)
        add("captured", captured?.time.rfc3339)
        add("from", period?.from.time.rfc3339)
        add("to", period?.to.time.rfc3339)
        add("lasted", duration.map { "\($0)ns" })
        add("type", exception?.type)
        add("subtype", exception?.subtype)
        add("codes", exception.flatMap { $0.codes.isEmpty ? nil : "\($0.codes)" })
        add("signal", exception?.signal)
        add("thrown", exception?.name)
        add("reason", exception?.reason)
        add("by", termination?.namespace)
        add("code", termination?.code.map { String($0, radix: 16) })
        add("watchdog", termination?.watchdog?.event)
        add("guess", guess?.text)
        add("ends", endsNothing == nil ? nil : "nothing")
        add("used", resource.map { "\($0.kind) \($0.used ?? -1)" })
        add("fg", appState?.isInForeground.map { "\($0)" })
        add("active", appState?.isActive.map { "\($0)" })
        add("state", appState?.name)
        add("memory", appState?.memoryFootprint.map { "\($0)" })
        add("activeTime", appState?.activeTime.map { "\($0)ns" })
        add("trigger", triggeredThread.map { "\($0)" })
        for thread in threads {
            let calls = thread.frames.map { "\($0.image ?? "?")+\($0.imageOffset ?? 0) \($0.symbol ?? "?")" }
            add("thread\(thread.number)", "[\(calls.joined(separator: ", "))]")
        }
        add("images", images.isEmpty ? nil : "\(images.map { $0.name ?? "?" })")
        add(
            "events", events.isEmpty ? nil : events.map { "\($0.time.time.rfc3339) \($0.name)" }.joined(separator: ", ")
        )
        for exit in exitCounts {
            let counts = exit.counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            add(exit.isForeground ? "foreground" : "background", "(\(counts.joined(separator: ", ")))")
        }
        return words.joined(separator: " ")
    }
}
