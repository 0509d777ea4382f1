// SPDX-License-Identifier: MIT

package import LifelintModel

/// What a crash or termination report says, in lines for people: who, where and when, what was thrown, who ended the
/// process and why, and the calls that led there.
package struct IncidentSheet {
    /// Columns of the labels.
    static let labelWidth = 14

    private let report: IncidentReport
    /// How many calls, processes and images are shown of each kind.
    let limit: Int
    var page: TextPage

    /// - Parameters:
    ///   - report: the report.
    ///   - limit: how many of each kind are shown: calls of a thread, processes, images.
    package init(_ report: IncidentReport, limit: Int) {
        self.report = report
        self.limit = limit
        page = TextPage(width: 100, usesColor: false)
    }

    /// The sheet; ends with a line feed.
    package var text: String {
        var sheet = self
        sheet.write()
        return String(decoding: sheet.page.output.bytes, as: UTF8.self)
    }

    private mutating func write() {
        var title = "\(report.kind.title), \(place(report.place))"
        if let type = report.bugType { title += ", bug type \(type)" }
        if let incident = report.incident { title += ", incident \(incident)" }
        page.paragraph(title, indent: 2)
        if report.isPartial { row("incomplete", "the end, or a part of it, is missing or damaged") }
        if report.isMadeUp {
            row("made up", "a tool wrote it so that an app has something to read; nothing of it happened")
        }
        writeProcess(report.process)
        writeDevice(report.device)
        writeTimes()
        if let exception = report.exception { write(exception) }
        if let termination = report.termination { write(termination) }
        for text in report.applicationInformation { row("said", text) }
        row("reason", report.reason)
        row("ends nothing", report.endsNothing)
        row("an SDK's guess", report.guess)
        if let resource = report.resource { write(resource) }
        if let jetsam = report.jetsam { write(jetsam) }
        if let stackshot = report.stackshot { write(stackshot) }
        writePanic()
        if let state = report.appState { write(state) }
        for counts in report.exitCounts { write(counts) }
        writeEvents()
        writeCode(of: report)
    }

    // MARK: Rows

    /// A label and what is said; nothing where nothing is.
    mutating func row(_ label: String, _ text: String?, at place: IncidentPlace? = nil) {
        guard let text, !text.isEmpty else { return }
        let place = place.map { " (\(self.place($0)))" } ?? ""
        var lead = label + String(repeating: " ", count: max(IncidentSheet.labelWidth - label.count, 1))
        let lines = TerminalText.cut(text, to: RunLimits.evidenceText).split(whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            page.paragraph(line + (index == lines.count - 1 ? place : ""), indent: 4, lead: lead)
            lead = String(repeating: " ", count: IncidentSheet.labelWidth)
        }
    }

    /// A text of the report, with where it stands.
    mutating func row(_ label: String, _ text: IncidentText?) { row(label, text?.text, at: text?.place) }

    /// A row of what is known of several things.
    mutating func row(_ label: String, _ parts: [String?], at place: IncidentPlace? = nil) {
        row(label, parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", "), at: place)
    }

    /// Where something stands: what is no text has no lines.
    func place(_ place: IncidentPlace) -> String {
        report.format.hasSuffix("-binary") ? "byte \(place.offset)" : "line \(place.line + 1)"
    }

    /// Something, and what belongs to it in brackets: `iPhone OS 26.3 (23D127)`.
    static func phrase(_ first: String?, _ second: String?) -> String? {
        guard let first, let second else { return first ?? second }
        return "\(first) (\(second))"
    }

    /// A line of a list, longer than the page where it has to be: names and UUIDs are there to be copied.
    mutating func item(_ text: String) {
        page.line(TerminalText.cut(TerminalText.safe(text), to: RunLimits.evidenceText), indent: 6)
    }

    /// How many more there are than are shown.
    mutating func more(_ count: Int, _ noun: String, indent: Int) {
        if count > limit { page.line("… and \(Phrasing.count(count - limit, "more " + noun))", indent: indent) }
    }

    // MARK: Who, where and when

    private mutating func writeProcess(_ process: IncidentProcess) {
        let name = IncidentSheet.phrase(process.name, process.bundle)
        let version = IncidentSheet.phrase(process.version, process.build)
        row(
            "process",
            [
                [name, version].compactMap(\.self).joined(separator: " "), process.pid.map { "pid \($0)" },
                process.role, process.architecture,
                process.isBeta == true ? "beta" : nil, process.isSimulated == true ? "simulator" : nil,
                process.isDebugged == true ? "debugger attached" : nil,
            ])
        row("started by", [process.parent, process.parentPID.map { "pid \($0)" }])
        row("path", process.path)
        row("UUID", process.uuid)
        row("coalition", process.coalition)
    }

    private mutating func writeDevice(_ device: IncidentDevice) {
        let lock: String? = device.isLocked.map { $0 ? "locked" : "unlocked" }
        let unlocked: String? = device.wasUnlockedSinceBoot.map {
            $0 ? "unlocked since boot" : "not unlocked since boot"
        }
        row(
            "device",
            [device.model, IncidentSheet.phrase(device.system, device.systemBuild), lock, unlocked])
        row("boot session", device.boot)
        row("device key", device.key)
    }

    private mutating func writeTimes() {
        row("launched", report.launched)
        row("happened", report.captured)
        row("written", report.written)
        if let period = report.period {
            row("within", "\(IncidentSheet.words(period.from)) to \(IncidentSheet.words(period.to))")
        }
        if let duration = report.duration { row("lasted", Phrasing.duration(duration)) }
    }

    private mutating func row(_ label: String, _ time: IncidentTime?) {
        guard let time else { return }
        row(label, IncidentSheet.words(time), at: time.place)
    }

    static func words(_ time: IncidentTime) -> String {
        time.time.rfc3339 + (time.isZoneAssumed ? ", zone assumed" : "")
    }

    private mutating func writeEvents() {
        guard !report.events.isEmpty else { return }
        row("recorded", Phrasing.count(report.events.count, "event"))
        for event in report.events.prefix(limit) {
            let said = event.attributes.map { "\($0.key) \($0.value.text)" }.joined(separator: ", ")
            item("\(event.time.time.rfc3339)  \(event.name)\(said.isEmpty ? "" : "  " + said)")
        }
        more(report.events.count, "event", indent: 6)
    }

    private mutating func writePanic() {
        row("panic", report.kernelPanic == nil ? report.panic?.text : nil, at: report.panic?.place)
        guard let panic = report.kernelPanic else { return }
        row("panic", panic.message, at: report.panic?.place)
        row(
            "panicked",
            [
                panic.initiator, panic.task, panic.taskPID.map { "pid \($0)" },
                panic.silentService.map { "\($0) did not report to the watchdog" },
                panic.firstProcessNamespace.map { "the first process ended by \($0)" },
                panic.firstProcessCode.map(Wording.code), panic.causedBy.map { "caused by \($0)" }, panic.systemState,
            ])
    }
}

extension IncidentReport.Kind {
    /// What it is, in words.
    var title: String {
        switch self {
        case .crash: "Crash"
        case .fault: "Fault"
        case .jetsam: "Jetsam report"
        case .stackshot: "Threads of all processes"
        case .hang: "Hang"
        case .resource: "Limit of a resource"
        case .launch: "Slow launch"
        case .panic: "Panic of the kernel"
        case .forcedReset: "Reset by the user"
        case .metrics: "Counters"
        case .session: "Session of an SDK"
        case .other: "Report of another kind"
        }
    }
}
