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

    /// The time of day, to the millisecond; with the day where not all of the run was on one.
    private func tellTime(_ story: inout OutputBuffer, _ time: Timestamp) {
        let time = Timestamp(nanoseconds: time.nanoseconds, digits: min(time.digits, 3))
        let (day, first) = (time.day, summary.start.time.day)
        if day != first || summary.end.time.day != first {
            story.append(padded: day.year, width: 4)
            story.append("-")
            story.append(padded: day.month, width: 2)
            story.append("-")
            story.append(padded: day.day, width: 2)
            story.append(" ")
        }
        story.appendClock(time)
    }

    private func tellBeginning(_ story: inout OutputBuffer) {
        story.append(summary.app ?? summary.process ?? "The app")
        if let version = summary.version {
            story.append(" ")
            story.append(version)
        }
        // What never got a process has -1 for an id.
        if let pid = summary.pid, pid >= 0 {
            story.append(" (pid ")
            story.append(pid)
            story.append(")")
        }
        guard run.launch.sawStep else {
            story.append(" is first told of at ")
            tellTime(&story, summary.start.time)
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
        // When it was launched may lie before the log.
        story.append(run.launch.wasSuspendedBefore && !summary.start.isKnown ? " by " : " at ")
        tellTime(&story, summary.start.time)
        if summary.launch.kind == .prewarmed, let opened = run.launch.opened {
            story.append(" and opened at ")
            tellTime(&story, opened.timestamp)
        }
        story.append(". ")
    }

    private func tellWhereabouts(_ story: inout OutputBuffer) {
        guard let state = run.app.current, let since = run.app.since else { return }
        switch state {
        case .background where isToldByReport(since) && leftFront == since: tellReportedBehind(&story)
        case .background, .suspended:
            if let entered = leftFront {
                tellBehind(&story, state, since: since, entered: entered)
            } else {
                tellSuspended(&story, state, since: since)
            }
        case .active, .inactive: tellInFront(&story, state, since: since)
        case .launching where run.isApp: story.append("It was not seen to become active. ")
        case .launching, .notRunning: break
        }
    }

    private var openTasks: [SpanTracker.Instance] {
        run.spans.instances(of: "backgroundTask", run.settings.spans)
    }

    /// Only its report tells that it was in the background.
    private func tellReportedBehind(_ story: inout OutputBuffer) {
        guard let front = run.app.stretches.dropLast().last, front.state == .active || front.state == .inactive else {
            story.append("Its report says that it was in the background. ")
            return
        }
        story.append(front.isInferred ? "It was probably " : "It became ")
        story.append(front.state.rawValue)
        story.append(front.isInferred ? " from " : " at ")
        tellTime(&story, front.from.timestamp)
        story.append("; its report says that it was in the background by then. ")
    }

    /// It left the front, and may have been suspended since.
    private func tellBehind(_ story: inout OutputBuffer, _ state: AppState, since: Moment, entered: Moment) {
        let tasks = openTasks
        if let scene = sceneInCar(from: entered) {
            tellCar(&story, scene, from: entered)
        } else {
            story.append(
                run.isLeftForAnother
                    ? "It was probably left for another app at "
                    : run.backgroundMissedAt == entered
                        ? "It had gone to the background by " : "It went to the background at ")
            tellTime(&story, entered.timestamp)
        }
        // Others began there later.
        let taken = tasks.filter { $0.from <= entered }
        tellTasks(&story, taken, after: " with")
        if state == .suspended, isToldByReport(since) {
            story.append("; its report says that it was suspended by then")
        } else if state == .suspended {
            story.append(run.app.isInferred ? " and was probably suspended about " : " and was suspended at ")
            tellTime(&story, since.timestamp)
        } else if let suspended = suspendedUntilEnd {
            story.append(" and was suspended at ")
            tellTime(&story, suspended.timestamp)
            story.append("; no line tells when it was resumed")
        }
        story.append(". ")
        guard taken.count < tasks.count else { return }
        tellTasks(&story, tasks.filter { $0.from > entered }, after: "It had")
        story.append(". ")
    }

    /// It was not seen in front; something may tell that it was suspended.
    private func tellSuspended(_ story: inout OutputBuffer, _ state: AppState, since: Moment) {
        if state == .suspended, isToldByReport(since) {
            story.append("Its report says that it was suspended. ")
        } else if state == .suspended {
            story.append(run.app.isInferred ? "It was probably suspended about " : "It was suspended at ")
            tellTime(&story, since.timestamp)
            story.append(". ")
        } else if let suspended = suspendedUntilEnd {
            story.append("It was suspended at ")
            tellTime(&story, suspended.timestamp)
            story.append("; no line tells when it was resumed. ")
        }
    }

    /// It was active or inactive until its end, as far as anything tells.
    private func tellInFront(_ story: inout OutputBuffer, _ state: AppState, since: Moment) {
        if isToldByReport(since) { return tellReportedInFront(&story, state) }
        if run.reported.isInFront, run.app.isInferred, since.timestamp >= summary.end.time {
            story.append("It was visible when it ended. ")
            return
        }
        // What is lost may have told that it was left.
        if state == .active || run.leaving.isLost && summary.stateAtEnd == nil, !isStillRunning, !summary.isVisible {
            story.append(run.app.isInferred ? "It was probably " : "It became ")
            story.append(state.rawValue)
            story.append(run.app.isInferred ? " from " : " at ")
            tellTime(&story, since.timestamp)
            if run.app.isInferred { story.append(" on") }
            tellTasks(&story, openTasks, after: " with")
            story.append("; no line tells that it was left. ")
            return
        }
        // That it is seen is no word of its own that it is active.
        story.append(run.app.isInferred ? "It had probably been " : "It had been ")
        story.append(state.rawValue)
        story.append(" since ")
        tellTime(&story, since.timestamp)
        // It may have been left meanwhile, and have come back.
        if run.words.hasLost(since: since) { story.append(" as far as the log is whole") }
        tellTasks(&story, openTasks, after: " with")
        story.append(". ")
    }

    /// Its report tells that it was in front, be it that the log tells otherwise.
    private func tellReportedInFront(_ story: inout OutputBuffer, _ state: AppState) {
        if run.reported.isFrontDisputed,
            let left = run.app.stretches.last(where: { $0.state == .background && !$0.isInferred })?.from
        {
            story.append("It went to the background at ")
            tellTime(&story, left.timestamp)
            story.append(", and nothing tells that it came back, but its report says that it was ")
        } else {
            story.append("Its report says that it was ")
        }
        story.append(run.reported.isSeenInFront ? "in front" : state.rawValue)
        story.append(". ")
    }

    /// When it was suspended, where nothing but its end shows that it was resumed since.
    private var suspendedUntilEnd: Moment? {
        guard run.suspension.isResumeToldByEnd, run.app.current == .background, run.app.isInferred,
            let before = run.app.stretches.dropLast().last, before.state == .suspended
        else { return nil }
        return before.from
    }

    /// When it last left the front, however often it was suspended and resumed since; nil where it was launched in the
    /// background.
    private var leftFront: Moment? {
        let stretches = run.app.stretches
        let front = stretches.lastIndex { $0.state != .background && $0.state != .suspended }
        guard let front, front + 1 < stretches.count, stretches[front + 1].state == .background else { return nil }
        // An extension has no front to leave.
        if stretches[front].state == .launching, run.isExtension { return nil }
        return stretches[front + 1].from
    }

    /// The scene on the screen of a car that a launch for it alone led to at a moment; it left no front for that.
    private func sceneInCar(from moment: Moment) -> SceneMachine? {
        guard run.app.stretches.last(where: { $0.from < moment })?.state == .launching else { return nil }
        return run.scenes.first { scene in
            scene.isCar && scene.ledger.stretches.contains { $0.state == .active && $0.from == moment }
        }
    }

    private func tellCar(_ story: inout OutputBuffer, _ scene: SceneMachine, from moment: Moment) {
        let end = scene.ledger.stretches.first {
            $0.from > moment && ($0.state == .background || $0.state == .disconnected)
        }
        story.append(end == nil ? "It had been shown in a car since " : "It was shown in a car from ")
        tellTime(&story, moment.timestamp)
        guard let end else { return }
        story.append(" to ")
        tellTime(&story, end.from.timestamp)
    }

    /// Whether only the report of the end tells the state: that is the one it was in, and nothing tells since when.
    ///
    /// A log may tell the end a moment later.
    private func isToldByReport(_ since: Moment) -> Bool {
        guard run.app.witness == .report else { return false }
        return since.timestamp >= summary.end.time
            || run.exits.contains { $0.witness == .report && $0.moment == since }
    }

    private func tellTasks(_ story: inout OutputBuffer, _ tasks: [SpanTracker.Instance], after words: String) {
        for (index, task) in tasks.prefix(3).enumerated() {
            let isNamed = !task.key.isEmpty || task.name != nil
            let isLast = index > 0 && index == tasks.count - 1
            story.append(index == 0 ? words : isLast ? " and" : ",")
            story.append(isNamed ? " background task" : " a background task")
            if !task.key.isEmpty {
                story.append(" ")
                story.append(StoryTeller.cut(task.key))
            }
            if let name = task.name {
                story.append(" “")
                story.append(StoryTeller.cut(name))
                story.append("”")
            }
            story.append(" open since ")
            tellTime(&story, task.from.timestamp)
            if run.words.expiry(of: task) == nil, run.words.hasLostTask(since: task.from, toldBy: task.witness) {
                story.append(" unless it ended in what the log lost")
            }
            if tasks.count > 1, let expired = run.words.expiry(of: task) {
                story.append(expired.isPast ? " (had expired by " : " (expired at ")
                tellTime(&story, expired.moment.timestamp)
                story.append(")")
            }
        }
        if tasks.count > 3 {
            story.append(" and ")
            story.append(tasks.count - 3)
            story.append(" more")
        }
        if tasks.count == 1, let expired = tasks.first.flatMap({ run.words.expiry(of: $0) }) {
            story.append(expired.isPast ? "; it had expired by " : "; it expired at ")
            tellTime(&story, expired.moment.timestamp)
            story.append(expired.mayBeOver ? ", and the log lost something after that" : " and was not ended")
        }
    }

    private func tellEnding(_ story: inout OutputBuffer) {
        let ending = summary.ending
        if isStillRunning, let word = run.words.termination(before: run.last) {
            story.append("At ")
            tellTime(&story, word.moment.timestamp)
            story.append(
                " it was told that it is about to terminate; the evidence ends there, and does not show its end.")
            return
        }
        if isStillRunning {
            story.append("Its last event is ")
            story.append(run.isToldOnlyOfDay ? "some time before " : "at ")
            tellTime(&story, summary.end.time)
            story.append(
                run.isToldOnlyOfDay || ending.confidence == .possible
                    ? ", and nothing tells of its end." : ", and it had not ended when the evidence ends.")
            return
        }
        if ending.cause == .unknown {
            tellUnknown(&story)
            return
        }
        story.append(summary.end.isKnown ? "At " : isToldWhenOver ? "Some time before " : "After ")
        tellTime(&story, summary.end.time)
        story.append(" it ")
        let phrase = ending.page.phrase
        let hedge = ending.confidence == .likely ? "most likely " : ending.confidence == .possible ? "possibly " : ""
        if !hedge.isEmpty, phrase.hasPrefix("was ") {
            story.append("was ")
            story.append(hedge)
            story.append(String(phrase.dropFirst(4)))
        } else {
            story.append(hedge)
            story.append(phrase)
        }
        tellDetail(&story)
        story.append(".")
        if let next = run.facts.successor, !summary.end.isKnown {
            story.append(" The \(nextIsAt) ")
            tellTime(&story, next.moment.timestamp)
            story.append(".")
        }
    }

    /// What is said of the time of the next run.
    private var nextIsAt: String {
        run.facts.isLaunchTold ? "next launch is at" : "next process is first told of at"
    }

    /// Whether the time told of its end is that of a window which closed when it was over; else it was heard of then.
    private var isToldWhenOver: Bool {
        guard let told = run.exits.lazy.filter(\.isWindowed).map(\.moment.timestamp).max() else { return false }
        // What its report heard of it then, it went on after.
        return told <= summary.end.time && !(run.lastHeard.map { $0.timestamp >= told } ?? false)
    }

    /// What an SDK supposes of the end, in its own word; nil where it says more than a word.
    private var suppositionOfSDK: String? {
        guard let word = run.exits.lazy.compactMap(\.guess).first, word.utf8.count <= 48,
            word.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        else { return nil }
        return word
    }

    /// The kernel's reason, where all that is not known of the end is whether the process was in use.
    private var reasonOfKernel: String? {
        guard case .string(let reason)? = summary.ending.detail[.reason],
            run.settings.meanings.table.jetsamReason(named: reason) != nil,
            summary.ending.candidates.map(\.cause).starts(with: [.reclaimed, .systemPressure])
        else { return nil }
        return reason
    }

    private func tellUnknown(_ story: inout OutputBuffer) {
        if summary.end.isKnown {
            story.append("It ended at ")
            tellTime(&story, summary.end.time)
            if case .integer(let signal)? = summary.ending.detail[.signal] {
                story.append(" by signal ")
                story.append(signal)
            }
            var sender = ""
            if case .string(let name)? = summary.ending.detail[.trigger] { sender = name }
            if !sender.isEmpty {
                story.append(", which ")
                story.append(sender == summary.process ? "it sent itself" : sender + " sent")
            }
            if summary.ending.candidates.contains(where: { $0.cause == .backgroundTask }),
                case .integer? = summary.ending.detail[.code]
            {
                story.append("; which of several things its code means is not said.")
            } else if summary.ending.isOfJetsam, summary.ending.detail[.reason] == nil,
                !run.exits.contains(where: { $0.reason != nil })
            {
                story.append("; the kernel ended it, and does not say what for.")
            } else if let reason = reasonOfKernel {
                story.append("; the kernel ended it (")
                story.append(reason)
                story.append("), and whether it was in use is not said.")
            } else if let said = run.exits.lazy.compactMap(\.explanation).first(where: { !$0.isEmpty }) {
                story.append("; what was said of it, “\(StoryTeller.cut(said))”, names no cause that is known.")
            } else if run.exits.contains(where: { $0.reason != nil }) {
                story.append("; what was said of it names no cause that is known.")
            } else if let word = suppositionOfSDK {
                story.append("; its SDK calls it “\(word)”.")
            } else {
                story.append(sender.isEmpty ? "; nothing says why." : "; nothing else says why.")
            }
        } else {
            story.append("Its last event is at ")
            tellTime(&story, summary.end.time)
            if let next = run.facts.successor {
                story.append("; the \(nextIsAt) ")
                tellTime(&story, next.moment.timestamp)
            }
            story.append(". How it ended is unknown")
            if let word = suppositionOfSDK { story.append("; its SDK calls it “\(word)”") }
            story.append(".")
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
        // In brackets behind the cause; nothing where nothing is known.
        var isFirst = true
        func add(_ part: String) {
            story.append(isFirst ? " (" : ", ")
            isFirst = false
            story.append(part)
        }
        for code in codes(detail) { add(code) }
        if case .integer(let status)? = detail[.exitStatus] { add("exit status \(status)") }
        if case .duration(let allowance)? = detail[.allowance] {
            add("\(Wording.stated(allowance))\(detail[.allowanceOf] == nil ? "" : " of processor time") were allowed")
        }
        for part in load(detail) { add(part) }
        if case .string(let largest)? = detail[.victimOf] { add("the largest process was \(largest)") }
        if case .bytes(let limit)? = detail[.limit] { add("limit \(Wording.bytes(limit))") }
        if case .string(let path)? = detail[.path] { add(path) }
        // Tasks that the log itself shows are told with the state.
        if case .string(let task)? = detail[.task],
            run.spans.instances(of: "backgroundTask", run.settings.spans).isEmpty
        {
            add("for “\(StoryTeller.cut(task))”")
        }
        if case .bool(true)? = detail[.duringHang] { add("while the main thread hung") }
        if !isFirst { story.append(")") }
    }

    /// Whether it computed or waited while a watchdog measured.
    private func load(_ detail: EndingDetails) -> [String] {
        var parts: [String] = []
        if case .number(let share)? = detail[.cpuShare] {
            parts.append("it used \(Int((min(max(share, 0), 99) * 100).rounded())) % of a core")
        }
        if case .string(let load)? = detail[.load] {
            // It follows from the share, where that is told.
            let lead = parts.isEmpty ? "it was " : "so it was "
            switch load {
            case "blocked": parts.append(lead + "blocked, not busy")
            case "starved": parts.append("other processes kept the processor busy")
            default: parts.append(lead + "busy")
            }
        }
        if summary.ending.cause.isWatchdog, let waitedIn = run.exits.lazy.compactMap(\.waitedIn).first {
            parts.append("last in \(waitedIn)")
        }
        return parts
    }

    /// What ended it, in the words of its namespace: the reason of a jetsam, the signal, else the code.
    private func codes(_ detail: EndingDetails) -> [String] {
        if summary.ending.cause == .reclaimed { return [] }
        if summary.ending.isOfJetsam, case .string(let reason)? = detail[.reason] { return [reason] }
        if case .string(let exception)? = detail[.exception] { return [exception] }
        if case .integer(let bits)? = detail[.code], case let code = UInt64(bitPattern: bits), code >= 0x1_0000 {
            return [Wording.code(code)]
        }
        if case .integer(let signal)? = detail[.signal] { return ["signal \(signal)"] }
        if case .integer(let code)? = detail[.code], code != 0 {
            // A small number by itself could be a signal's.
            return ["code " + Wording.code(UInt64(bitPattern: code))]
        }
        return []
    }

    /// A name that the log gives, as long as a sentence has room for.
    private static func cut(_ name: String) -> String {
        name.utf8.count <= longestName || name.count <= longestName ? name : name.prefix(longestName) + "…"
    }

    private static let longestName = 120

    private func tellUnsaved(_ story: inout OutputBuffer) {
        guard !isStillRunning else { return }
        let unsaved = run.spans.instances(of: "unsaved", run.settings.spans)
        guard let first = unsaved.first else { return }
        story.append(" Unsaved since ")
        tellTime(&story, first.from.timestamp)
        story.append(": ")
        let names = unsaved.prefix(3).map { $0.key.isEmpty ? "a change" : StoryTeller.cut($0.key) }
        story.append(names.joined(separator: ", "))
        if unsaved.count > 3 {
            story.append(" and ")
            story.append(unsaved.count - 3)
            story.append(" more")
        }
        story.append(".")
    }
}
