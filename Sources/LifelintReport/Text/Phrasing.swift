// SPDX-License-Identifier: MIT

import LifelintModel

/// How reports for people name runs, places, confidence and numbers.
enum Phrasing {
    /// `1 run`, `2 runs`, `12,345 runs`.
    static func count(_ number: Int, _ noun: String) -> String {
        grouped(number) + " " + (number == 1 ? noun : noun + "s")
    }

    /// A duration; stated ones may be absurd, and the wording rounds by adding.
    static func duration(_ nanoseconds: Int64) -> String {
        let limit = Int64.max - 60_000_000_000
        return Wording.duration(min(max(nanoseconds, -limit), limit))
    }

    /// A whole number with its thousands parted by commas.
    static func grouped(_ number: Int) -> String {
        var digits: [Character] = []
        for (index, digit) in String(number.magnitude).reversed().enumerated() {
            if index > 0, index % 3 == 0 { digits.append(",") }
            digits.append(digit)
        }
        return (number < 0 ? "-" : "") + String(digits.reversed())
    }

    /// The day and the time of day in UTC, to the millisecond at most.
    static func time(_ instant: Timestamp) -> String {
        let text = Timestamp(nanoseconds: instant.nanoseconds, digits: min(instant.digits, 3)).rfc3339
        return text.prefix { $0 != "T" } + " " + text.drop { $0 != "T" }.dropFirst().dropLast() + " UTC"
    }

    /// Where a line stands.
    static func place(_ place: SourceLocation) -> String {
        place.line > 0 ? "\(place.file):\(place.line)" : place.file
    }

    /// App and version, as far as they are known; safe for a terminal.
    static func app(_ run: AppRun) -> String {
        var text = run.app ?? run.process ?? "an unnamed process"
        if let version = run.version { text += " " + version }
        if let build = run.build { text += " (" + build + ")" }
        if run.host != .app, let host = run.host.name { text += ", " + host }
        return TerminalText.safe(text)
    }

    /// Process id, device and system, as far as they are known; safe for a terminal.
    static func whereItRan(_ run: AppRun) -> String {
        var parts: [String] = []
        if let pid = run.pid { parts.append("pid \(pid)") }
        if let device = run.device { parts.append("device " + device) }
        if let model = run.model { parts.append(model) }
        if let os = run.os { parts.append(os) }
        if run.isSimulated { parts.append("simulator") }
        if run.isDebugged { parts.append("debugger attached") }
        if run.isHarnessed { parts.append("UI-test driver attached") }
        return TerminalText.safe(parts.joined(separator: ", "))
    }

    /// The cause as a headline, with how sure it is.
    static func ending(_ ending: Ending) -> String {
        let title = ending.cause.page.title
        switch (ending.cause, ending.confidence) {
        case (.unknown, _), (.stillRunning, _): return title
        case (_, .certain): return title + " (certain)"
        case (_, .likely): return title + " (likely, inferred)"
        case (_, .possible): return title + " (possible, inferred)"
        }
    }

    /// The details of an ending in words, without those that the story repeats anyway; safe for a terminal.
    static func detail(_ ending: Ending) -> String? {
        var parts: [String] = []
        for key in EndingDetail.allCases where key != .explanation {
            guard let value = ending.detail[key] else { continue }
            switch (key, value) {
            case (.code, .integer(let number)): parts.append("code " + Wording.code(UInt64(bitPattern: number)))
            case (.limit, .integer(let count)): parts.append("limit " + Wording.bytes(count))
            case (.sceneMandate, .bool(let isTrue)): if isTrue { parts.append("the scene life cycle is missing") }
            case (.duringHang, .bool(let isTrue)): if isTrue { parts.append("during a hang") }
            case (.exitStatus, _): parts.append("exit status " + value.text)
            case (.victimOf, _): parts.append("victim of " + value.text)
            case (.cpuShare, _): parts.append("CPU share " + value.text)
            default: parts.append(key.rawValue + " " + value.text)
            }
        }
        return parts.isEmpty ? nil : TerminalText.safe(parts.joined(separator: ", "))
    }

    /// What else it could have been, most likely first.
    static func candidates(_ ending: Ending) -> String? {
        if ending.candidates.isEmpty { return nil }
        return ending.candidates
            .map { "\($0.cause.rawValue) (\($0.likelihood.rawValue))" }
            .joined(separator: ", ")
    }

    /// How a state is named where the run's last one is told.
    static func stateAtEnd(_ run: AppRun) -> String? {
        switch run.stateAtEnd {
        case .none, .notRunning: nil
        case .launching: "launching"
        case .inactive: "inactive"
        case .active: "in use (active)"
        case .background: "in the background"
        case .suspended: "suspended"
        }
    }
}
