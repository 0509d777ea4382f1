// SPDX-License-Identifier: MIT

import LifelintModel

/// Tells a run in one paragraph that a developer can read aloud: how it began, where it was, how it ended.
struct StoryTeller {
    let run: RunMachine
    let summary: AppRun
    let isStillRunning: Bool

    func tell() -> String {
        var story = OutputBuffer(capacity: 320)
        tellBeginning(&story)
        tellWhereabouts(&story)
        tellEnding(&story)
        tellUnsaved(&story)
        return story.string
    }

    private func tellBeginning(_ story: inout OutputBuffer) {
        story.append(summary.app ?? summary.process ?? "The app")
        if let version = summary.version {
            story.append(" ")
            story.append(version)
        }
        if let pid = summary.pid {
            story.append(" (pid ")
            story.append(pid)
            story.append(")")
        }
        guard run.launch.sawStep else {
            story.append(" was already running when the evidence begins, at ")
            story.appendClock(summary.start.time)
            story.append(". ")
            return
        }
        switch summary.launch.kind {
        case .foreground: story.append(" was launched in the foreground")
        case .background: story.append(" was launched in the background")
        case .prewarmed: story.append(" was prewarmed by the system")
        case .unknown: story.append(" was launched")
        }
        if let confidence = summary.launch.confidence, confidence != .certain {
            story.append(" (")
            story.append(confidence.rawValue)
            story.append(")")
        }
        if let reason = summary.launch.reason {
            story.append(", reason ")
            story.append(reason.rawValue)
            story.append(",")
        }
        story.append(" at ")
        story.appendClock(summary.start.time)
        if summary.launch.kind == .prewarmed, let opened = run.launch.firstForegroundEdge {
            story.append(" and opened at ")
            story.appendClock(opened.timestamp)
        }
        story.append(". ")
    }

    private func tellWhereabouts(_ story: inout OutputBuffer) {
        guard let state = summary.stateAtEnd, let since = run.app.since else { return }
        let entered = run.app.stretches.last { $0.state == .background }
        switch state {
        case .background, .suspended:
            if let entered, run.app.stretches.count > 1 {
                story.append("It went to the background at ")
                story.appendClock(entered.from.timestamp)
                tellTasks(&story)
                if state == .suspended {
                    story.append(run.app.isInferred ? " and was probably suspended about " : " and was suspended at ")
                    story.appendClock(since.timestamp)
                }
                story.append(". ")
            } else if state == .suspended {
                story.append(run.app.isInferred ? "It was probably suspended about " : "It was suspended at ")
                story.appendClock(since.timestamp)
                story.append(". ")
            }
        case .active, .inactive:
            story.append("It was ")
            story.append(state.rawValue)
            story.append(" since ")
            story.appendClock(since.timestamp)
            tellTasks(&story)
            story.append(". ")
        case .launching:
            story.append("It never became active. ")
        case .notRunning:
            break
        }
    }

    private func tellTasks(_ story: inout OutputBuffer) {
        let tasks = run.spans.instances(of: "backgroundTask", run.settings.spans)
        for (index, task) in tasks.prefix(3).enumerated() {
            story.append(index == 0 ? " with background task" : ", background task")
            if !task.key.isEmpty {
                story.append(" ")
                story.append(task.key)
            }
            if let name = task.name {
                story.append(" “")
                story.append(name)
                story.append("”")
            }
            story.append(" open since ")
            story.appendClock(task.from.timestamp)
        }
        if tasks.count > 3 {
            story.append(" and ")
            story.append(tasks.count - 3)
            story.append(" more")
        }
        if let expired = run.words.taskExpired, !tasks.isEmpty {
            story.append("; it expired at ")
            story.appendClock(expired.moment.timestamp)
            story.append(" and was not ended")
        }
    }

    private func tellEnding(_ story: inout OutputBuffer) {
        let ending = summary.ending
        if isStillRunning {
            story.append("The evidence ends at ")
            story.appendClock(summary.end.time)
            story.append(" with the process still running.")
            return
        }
        if ending.cause == .unknown {
            tellUnknown(&story)
            return
        }
        switch ending.confidence {
        case .certain:
            story.append(summary.end.isKnown ? "At " : "After ")
            story.appendClock(summary.end.time)
            story.append(" it ")
        case .likely:
            story.append(summary.end.isKnown ? "At " : "After ")
            story.appendClock(summary.end.time)
            story.append(" it most likely ")
        case .possible:
            story.append(summary.end.isKnown ? "At " : "After ")
            story.appendClock(summary.end.time)
            story.append(" it possibly ")
        }
        story.append(ending.cause.page.phrase)
        tellDetail(&story)
        story.append(".")
        if let next = run.facts.successor, !summary.end.isKnown {
            story.append(" The next launch is at ")
            story.appendClock(next.moment.timestamp)
            story.append(".")
        }
    }

    private func tellUnknown(_ story: inout OutputBuffer) {
        if summary.end.isKnown {
            story.append("It ended at ")
            story.appendClock(summary.end.time)
            if case .integer(let signal)? = summary.ending.detail[.signal] {
                story.append(" by signal ")
                story.append(signal)
            }
            story.append("; nothing says why.")
        } else {
            story.append("Nothing is heard of it after ")
            story.appendClock(summary.end.time)
            if let next = run.facts.successor {
                story.append("; the next launch is at ")
                story.appendClock(next.moment.timestamp)
            }
            story.append(". How it ended is unknown.")
        }
        guard !summary.ending.candidates.isEmpty else { return }
        story.append(" It could be: ")
        for (index, candidate) in summary.ending.candidates.prefix(4).enumerated() {
            if index > 0 { story.append(", ") }
            story.append(candidate.cause.rawValue)
            story.append(candidate.likelihood == .likely ? " (likely)" : " (possible)")
        }
        story.append(".")
    }

    private func tellDetail(_ story: inout OutputBuffer) {
        let detail = summary.ending.detail
        var parts: [String] = []
        if case .integer(let code)? = detail[.code], summary.ending.cause != .reclaimed, code != 0 {
            parts.append(Wording.code(UInt64(bitPattern: code)))
        }
        if case .integer(let signal)? = detail[.signal], detail[.code] == nil { parts.append("signal \(signal)") }
        if case .integer(let status)? = detail[.exitStatus] { parts.append("exit status \(status)") }
        if case .duration(let allowance)? = detail[.allowance] {
            parts.append("\(Wording.duration(allowance)) were allowed")
        }
        if case .bytes(let limit)? = detail[.limit] { parts.append("limit \(Wording.bytes(limit))") }
        if case .string(let path)? = detail[.path] { parts.append(path) }
        if case .bool(true)? = detail[.duringHang] { parts.append("while the main thread hung") }
        guard !parts.isEmpty else { return }
        story.append(" (")
        story.append(parts.joined(separator: ", "))
        story.append(")")
    }

    private func tellUnsaved(_ story: inout OutputBuffer) {
        guard !isStillRunning else { return }
        let unsaved = run.spans.instances(of: "unsaved", run.settings.spans)
        guard let first = unsaved.first else { return }
        story.append(" Unsaved since ")
        story.appendClock(first.from.timestamp)
        story.append(": ")
        story.append(unsaved.prefix(3).map { $0.key.isEmpty ? "a change" : $0.key }.joined(separator: ", "))
        if unsaved.count > 3 {
            story.append(" and ")
            story.append(unsaved.count - 3)
            story.append(" more")
        }
        story.append(".")
    }
}
