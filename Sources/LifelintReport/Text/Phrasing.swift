// SPDX-License-Identifier: MIT

import LifelintModel

/// How reports for people name runs, places, confidence and numbers.
enum Phrasing {
    /// `1 run`, `2 runs`, `12,345 runs`.
    static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        grouped(number) + " " + (number == 1 ? noun : plural ?? noun + "s")
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

    /// A share in whole percent, of a core for one: `87 %`; what is no number is none.
    static func percent(_ share: Double) -> String { "\(Int((min(max(0, share), 999) * 100).rounded())) %" }

    /// An allowance as it was stated, in the words of the story.
    static func allowance(_ value: Value) -> String {
        if case .duration(let nanoseconds) = value { Wording.stated(nanoseconds) } else { value.text }
    }

    /// Where a line stands.
    static func place(_ place: SourceLocation) -> String {
        place.line > 0 ? "\(place.file):\(place.line)" : place.file
    }

    /// Version and build, as far as they are known.
    static func version(_ run: AppRun) -> String {
        [run.version, run.build.map { "(" + $0 + ")" }].compactMap(\.self).joined(separator: " ")
    }

    /// App and version, as far as they are known; safe for a terminal.
    static func app(_ run: AppRun) -> String {
        var text = run.app ?? run.process ?? "an unnamed process"
        let version = version(run)
        if !version.isEmpty { text += " " + version }
        if run.host != .app, let host = run.host.name { text += ", " + host }
        return TerminalText.safe(text)
    }

    /// Process id, device and system, as far as they are known; safe for a terminal.
    static func whereItRan(_ run: AppRun) -> String {
        var parts: [String] = []
        // What never got a process has -1 for an id.
        if let pid = run.pid, pid >= 0 { parts.append("pid \(pid)") }
        if let device = run.device { parts.append("device " + device) }
        if let model = run.model { parts.append(model) }
        if let os = run.os { parts.append(os) }
        if run.isSimulated { parts.append("simulator") }
        if run.isDebugged { parts.append("debugger attached") }
        if run.isHarnessed { parts.append("test driver attached") }
        return TerminalText.safe(parts.joined(separator: ", "))
    }

    /// How a run was launched, as far as that is known.
    static func launch(_ run: AppRun) -> String {
        var text = run.launch.kind == .unknown ? "launch of unknown kind" : run.launch.kind.rawValue + " launch"
        var notes: [String] = []
        if let reason = run.launch.reason { notes.append(reason.rawValue) }
        if let confidence = run.launch.confidence, confidence != .certain { notes.append(confidence.rawValue) }
        if !run.start.isKnown { notes.append("start not seen") }
        if let after = run.launch.after { notes.append("after " + after.rawValue) }
        if !notes.isEmpty { text += " (" + notes.joined(separator: ", ") + ")" }
        return text
    }

    /// The cause as a headline, with how sure it is.
    static func ending(_ ending: Ending) -> String {
        let title = ending.page.title
        guard saysHowSure(ending) else { return title }
        switch ending.confidence {
        case .certain: return title + " (certain)"
        case .likely: return title + " (likely, inferred)"
        case .possible: return title + " (possible, inferred)"
        }
    }

    /// Whether a headline says how sure a cause is: nobody ever says that a process goes on, nor that nothing is known.
    static func saysHowSure(_ ending: Ending) -> Bool {
        ending.cause != .unknown && (ending.cause != .stillRunning || ending.confidence == .possible)
    }

    /// The details of an ending in words; safe for a terminal.
    static func detail(_ ending: Ending) -> String? { EndingDetailText(ending: ending).line }

    /// The cause as a short headline: how sure it is stands there where it is not certain.
    static func title(_ ending: Ending) -> String {
        let isSure = ending.confidence == .certain || !saysHowSure(ending)
        return ending.page.title + (isSure ? "" : " (\(ending.confidence.rawValue))")
    }

    /// When a run ended, or was heard of last.
    static func end(_ run: AppRun, _ clock: ReportClock) -> String {
        (run.end.isKnown ? "" : "last event ") + clock.time(run.end.time)
    }

    /// How long something lasted, at least where nobody saw its beginning or its end; nil where that cannot be counted,
    /// or nothing tells of more than an instant.
    static func length(from start: RunEdge, to end: RunEdge) -> String? {
        let (length, isTooLong) = end.time.nanoseconds.subtractingReportingOverflow(start.time.nanoseconds)
        if isTooLong || length < 0 { return nil }
        if start.isKnown && end.isKnown { return duration(length) }
        return length == 0 ? nil : "at least " + duration(length)
    }

    /// Which more runs ended alike, by time and process; with the version and the device where that is another one.
    static func alike(_ group: RankedGroups<AppRun, RunMark>.Group, _ clock: ReportClock) -> String? {
        let more = group.count - 1
        guard more > 0 else { return nil }
        let runs = group.marks.map { mark in
            var notes: [String] = []
            if let pid = mark.pid, pid >= 0 { notes.append("pid \(pid)") }
            if mark.version != version(group.item) {
                notes.append(mark.version.isEmpty ? "version unknown" : TerminalText.safe(mark.version))
            }
            if let device = mark.device, device != group.item.device { notes.append(device) }
            return clock.time(mark.end) + (notes.isEmpty ? "" : " (" + notes.joined(separator: ", ") + ")")
        }
        return "\(count(more, "more run")) ended like this: " + list(runs, of: more)
    }

    /// The first of so many things, and how many are left out.
    static func list(_ shown: [String], of number: Int) -> String {
        let left = number - shown.count
        return shown.joined(separator: ", ") + (left > 0 ? " and \(grouped(left)) more" : "")
    }

    /// How many runs ended unseen and unexplained beside those that are shown, and where the first can be looked up.
    static func unseen(_ survey: RunSurvey, besides shown: [RankedGroups<AppRun, RunMark>.Group]) -> String? {
        let left = survey.unseen.total - shown.reduce(0) { $0 + $1.count }
        guard left > 0 else { return nil }
        var text = count(left, shown.isEmpty ? "run" : "more run")
        text += survey.isUnseenTold ? " that ended out of the user's sight, and" : " of which"
        text += " the evidence does not say why"
        if !survey.isUnseenTold { text += left == 1 ? " it ended" : " they ended" }
        // Where some are shown, the first of all is among them.
        if shown.isEmpty, let first = survey.firstUnseen {
            text += "; the first: " + (first.ending.because.first.map { place($0.at) } ?? first.id)
        }
        return text
    }

    /// What is said where no ending is worth reading.
    static func quiet(_ survey: RunSurvey) -> String {
        "No ending is " + (survey.isAnyUnsure ? "known to be " : "") + "out of the ordinary"
    }

    /// What else it could have been, most likely first, in the names of causes.
    static func candidates(_ ending: Ending) -> String? {
        if ending.candidates.isEmpty { return nil }
        return ending.candidates
            .map { "\($0.cause.rawValue) (\($0.likelihood.rawValue))" }
            .joined(separator: ", ")
    }

    /// What else it could have been, most likely first, in words; nil where there is nothing to say.
    static func others(_ ending: Ending) -> String? {
        if ending.candidates.isEmpty { return nil }
        let names = ending.candidates.map { "\($0.cause.page.title) (\($0.likelihood.rawValue))" }
        return (ending.cause == .unknown ? "Could be: " : "Could also be: ") + names.joined(separator: "; ")
    }

    /// Whether the user saw the end of a run; nil where nothing tells.
    static func sight(_ run: AppRun, apostrophe: String = "'") -> String? {
        if run.isVisible { return "seen by the user" }
        return run.isOutOfSight ? "out of the user\(apostrophe)s sight" : nil
    }

    /// What is remarked on a way in which runs ended, beside its title.
    static func remark(_ way: RunSurvey.Way, _ tally: RunSurvey.Tally) -> String? {
        var parts: [String] = []
        // Of an ordinary cause there may be ends that are not.
        if way.cause.page.isOrdinary, tally.rank == 0 {
            parts.append("ordinary")
        } else if tally.rank <= RunSurvey.unseenRank, tally.isOutOfSight {
            parts.append("not seen")
        }
        if let unsure = unsure(likely: tally.likely, possible: tally.possible, of: tally.count) { parts.append(unsure) }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// What else may have ended runs whose end is told as ordinary; nil where nothing out of the ordinary may.
    static func doubts(_ tally: RunSurvey.Tally) -> String? {
        if tally.doubts.isEmpty { return nil }
        return "Could also be: " + tally.doubts.map { "\($0.page.title) (\($0.rawValue))" }.joined(separator: ", ")
    }

    /// How many of so many are not certain: `likely` where all are, `2 of them likely`; nil where none is.
    static func unsure(likely: Int, possible: Int, of count: Int) -> String? {
        let kinds = [(likely, Confidence.likely), (possible, .possible)].filter { $0.0 > 0 }
        if let only = kinds.first, kinds.count == 1, only.0 == count { return only.1.rawValue }
        let parts = kinds.enumerated().map { index, kind in
            grouped(kind.0) + (index == 0 ? " of them " : " ") + kind.1.rawValue
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// How a state is named where the run's last one is told.
    static func stateAtEnd(_ run: AppRun) -> String? {
        switch run.stateAtEnd {
        case .none, .notRunning: nil
        case .launching: "launching"
        case .inactive: "inactive"
        // Of what is active and not visible nothing tells whether it was left.
        case .active where !run.isVisible && run.ending.cause != .stillRunning: "active when last seen"
        case .active: run.isSeenInFront ? "in front" : "in use (active)"
        case .background: "in the background"
        case .suspended: "suspended"
        }
    }
}
