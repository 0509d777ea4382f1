// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the text of a hang line by line: who did not answer, how long, and what its main thread did meanwhile.
struct HangText {
    var reader: SystemReport
    private let view: ByteView
    /// Whether the report is about one process, not about all that ran.
    private var hasTarget: Bool
    private var event: String?
    /// Which of the processes that follow the labels is being read, and whether it is the one that is meant.
    private var section: (name: String?, pid: Int32?)?
    private var isTarget = true
    private var hasHeaviest = false
    private var hasSaidAnything = false

    init(_ reader: SystemReport) {
        self.reader = reader
        view = reader.view
        hasTarget = reader.header != nil
    }

    static func isHang(_ event: String) -> Bool { event.lowercased().contains("hang") }

    static func startsHeaviestStack(_ line: LabelledLine, _ view: ByteView) -> Bool {
        view.starts("Heaviest stack for the main thread", at: line.label.lowerBound, to: line.label.upperBound)
    }

    mutating func read() {
        takeHead()
        var lines = LabelledLines(view, reader.body)
        while let line = lines.next() {
            if line.isBlank { continue }
            if HangText.startsHeaviestStack(line, view) {
                takeStack(SampledStack.calls(&lines, view, isTree: false), isHeaviest: true)
            } else if line.isLabelled("Process", in: view) {
                beginSection(line)
            } else if isMainThread(line) {
                takeStack(SampledStack.calls(&lines, view, isTree: true), isHeaviest: false)
            } else if isTarget, SampledLabels.take(line, &reader) {
                hasSaidAnything = true
            }
        }
        conclude()
    }

    /// Takes what was told of: it may stand behind the process that the report is about, and says whether it is about
    /// one.
    ///
    /// What stands behind the threads of one process, or behind a second one, is about another of all that ran.
    private mutating func takeHead() {
        var lines = LabelledLines(view, reader.body)
        var hasProcess = false
        while let line = lines.next() {
            if line.isLabelled("Process", in: view) {
                if hasProcess { return }
                hasProcess = true
            } else if hasProcess, isThread(line) {
                return
            } else {
                takeEvent(line)
            }
        }
    }

    private mutating func takeEvent(_ line: LabelledLine) {
        if line.isLabelled("Event", in: view) {
            event = IncidentValues.text(line.text(in: view))
            if event.map(HangText.isHang) ?? false { hasTarget = true }
            if reader.report.reason == nil { reader.report.reason = text(line) }
        } else if line.isLabelled("Reason", in: view) {
            reader.report.reason = text(line)
            // A spindump of all that ran says why it was taken, too: "sysdiagnose".
            if let reason = reader.report.reason?.text, HangText.isHang(reason) || HangText.process(of: reason) != nil {
                hasTarget = true
            }
            takeTimeout(line)
        } else if line.isLabelled("Duration", in: view) {
            let measure = Measure(view, line.value.lowerBound, line.value.upperBound)
            reader.report.duration = measure?.nanoseconds?.addingClamped(unsampled(line)) ?? reader.report.duration
        } else if line.isLabelled("Action taken", in: view) {
            let action = line.text(in: view)
            if action == "none" { reader.report.endsNothing = IncidentText(action, at: reader.place(line.value)) }
        } else {
            return
        }
        hasSaidAnything = true
    }

    /// How long it had not answered before the samples that a duration counts alone, as older systems wrote it.
    ///
    /// `Duration: 1.20s (process was unresponsive for 15 seconds before sampling)`: newer ones say this of the samples,
    /// and their `Duration` is the sum.
    private func unsampled(_ line: LabelledLine) -> Int64 {
        let told: StaticString = "unresponsive for "
        guard let found = ByteSearch.find(told, in: view, from: line.value.lowerBound, to: line.value.upperBound) else {
            return 0
        }
        return Measure(view, found + told.utf8CodeUnitCount, line.value.upperBound)?.nanoseconds ?? 0
    }

    /// `UIKit-runloop-Notes: timeout 9850ms`: a text with a colon of its own, and a duration behind it.
    private mutating func takeTimeout(_ line: LabelledLine) {
        guard let found = ByteSearch.find("timeout ", in: view, from: line.value.lowerBound, to: line.value.upperBound),
            let measure = Measure(view, found + 8, line.value.upperBound)
        else { return }
        reader.report.duration = reader.report.duration ?? measure.nanoseconds
    }

    /// `Process: Notes [445]`: the labels and threads that follow are those of that process.
    private mutating func beginSection(_ line: LabelledLine) {
        let (name, number) = IncidentValues.named(line.text(in: view))
        let pid = IncidentValues.pid(number)
        let known = reader.report.process
        let isFirst = section == nil
        section = (name, pid)
        hasSaidAnything = true
        if let knownPID = known.pid {
            isTarget = knownPID == pid
        } else if let knownName = known.name ?? reader.header?.name {
            isTarget = knownName == name
        } else {
            isTarget = isFirst && hasTarget
        }
        if isTarget { _ = SampledLabels.take(line, &reader) }
    }

    /// Whether a line heads the main thread of the process that is meant.
    ///
    /// `Thread 0x1f4  DispatchQueue "com.apple.main-thread"(1)  98 samples (1-98)`
    private func isMainThread(_ line: LabelledLine) -> Bool {
        guard isTarget, hasTarget, reader.report.threads.isEmpty, isThread(line) else { return false }
        let (start, end) = (line.range.lowerBound + line.indentation, line.range.upperBound)
        return ByteSearch.find(MainQueue.label, in: view, from: start, to: end) != nil
            || ByteSearch.find("DispatchQueue 1 ", in: view, from: start, to: end) != nil
    }

    private func isThread(_ line: LabelledLine) -> Bool {
        view.starts("Thread 0x", at: line.range.lowerBound + line.indentation, to: line.range.upperBound)
    }

    private mutating func takeStack(_ frames: [IncidentFrame], isHeaviest: Bool) {
        guard !frames.isEmpty, isHeaviest ? !hasHeaviest : reader.report.threads.isEmpty else { return }
        hasHeaviest = isHeaviest
        var thread = IncidentThread(number: 0, queue: MainQueue.name, isTriggered: true)
        thread.frames = frames
        reader.report.threads = [thread]
        reader.report.triggeredThread = 0
    }

    private func text(_ line: LabelledLine) -> IncidentText? {
        IncidentValues.text(line.text(in: view)).map {
            IncidentText(SystemReport.cut($0), at: reader.place(line.value))
        }
    }

    private mutating func conclude() {
        // A spindump of all processes tells what ran; it does not say that one of them hung.
        if !hasTarget { reader.report.kind = .stackshot }
        if reader.report.process.name == nil, let reason = reader.report.reason?.text {
            reader.report.process.name = HangText.process(of: reason)
        }
        guard !hasSaidAnything, !reader.body.isEmpty else { return }
        reader.report.isPartial = true
        reader.problem(.truncatedLine, at: reader.place(reader.body), IncidentProblem.noHang)
    }

    /// `UIKit-runloop-Notes: timeout 9850ms` → `Notes`.
    private static func process(of reason: String) -> String? {
        Array(reason.utf8).withView { view in
            let mark: StaticString = "-runloop-"
            guard let found = ByteSearch.find(mark, in: view, from: 0, to: view.count) else { return nil }
            let start = found + mark.utf8CodeUnitCount
            let end = view.firstIndex(of: 0x3A, from: start, to: view.count) ?? view.count
            return IncidentValues.text(view.string(start, end))
        }
    }
}
