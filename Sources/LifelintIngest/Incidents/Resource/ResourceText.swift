// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the text of a resource report line by line.
struct ResourceText {
    /// Apple's names for a process that was ended for its use of the processor, and for one that was not.
    static let (fatalBugType, sparedBugType) = ("206", "202")

    var reader: SystemReport
    private var use: ResourceUse
    /// Whether the lines speak of the process's samples over time, not of the process.
    private var isInPowerStatistics = false
    private var hasSaidWhat = false
    /// Whether it names an exception, as the texts of iOS 8 do.
    private var isLikeCrash = false
    private let view: ByteView

    init(_ reader: SystemReport) {
        self.reader = reader
        view = reader.view
        use = ResourceUse(.other, at: reader.place(reader.body))
    }

    mutating func read() {
        var lines = LabelledLines(view, reader.body)
        while let line = lines.next() {
            if line.isBlank { continue }
            if isCut(line) {
                reader.report.isPartial = true
                reader.problem(.truncatedLine, at: reader.place(line.range), IncidentProblem.truncated)
                break
            }
            if startsStack(line) {
                takeStack(SampledStack.calls(&lines, view, isTree: false))
            } else if isAttributedThread(line) {
                takeStack(CalledFrames.calls(&lines, view))
            } else if line.isLabelled("Powerstats for", in: view) {
                isInPowerStatistics = true
            } else if !takeUse(line), !takeException(line), !takeSamples(line), !isInPowerStatistics {
                _ = SampledLabels.take(line, &reader)
            }
        }
        conclude()
    }

    /// Whether the input ends in a line of the head, of which nobody knows how it went on: behind the head calls
    /// follow.
    private func isCut(_ line: LabelledLine) -> Bool {
        line.range.upperBound == view.count && !line.label.isEmpty && reader.report.threads.isEmpty
    }

    private mutating func conclude() {
        let number = reader.header?.bugType
        if use.kind == .other { use.kind = ResourceKind.ofBugType(number) }
        if use.isFatal == nil {
            use.isFatal =
                number == ResourceText.fatalBugType ? true : number == ResourceText.sparedBugType ? false : nil
        }
        reader.report.resource = use
        // Those that are written like crashes have the version as crashes have it.
        let process = reader.report.process
        if isLikeCrash, process.build != nil, reader.header?.version == nil,
            IncidentValues.writesBuildFirst(reader.report.device.system)
        {
            (reader.report.process.version, reader.report.process.build) = (process.build, process.version)
        }
        guard !hasSaidWhat, !reader.report.isPartial, !reader.body.isEmpty else { return }
        reader.report.isPartial = true
        reader.problem(.truncatedLine, at: reader.place(reader.body), IncidentProblem.noLimit)
    }

    private mutating func takeUse(_ line: LabelledLine) -> Bool {
        if line.isLabelled("Event", in: view) {
            use.kind = ResourceKind.ofEvent(line.text(in: view)) ?? .other
            use.place = reader.place(line.range)
            hasSaidWhat = true
        } else if line.isLabelled("Action taken", in: view) {
            let action = line.text(in: view)
            use.action = action
            let phrases = reader.settings.phrases
            use.isFatal =
                phrases.isOne(action, of: .resourceSpared)
                ? false : phrases.ends(action, with: .resourceKilled) ? true : nil
        } else if line.isLabelled("CPU", in: view) || line.isLabelled("Wakeups", in: view)
            || line.isLabelled("Writes", in: view)
        {
            use.sentence = line.text(in: view)
            ResourceSentence(reader.settings).read(view, line.value, &use)
        } else {
            return takeAmount(line) || takeCondition(line)
        }
        return true
    }

    private mutating func takeAmount(_ line: LabelledLine) -> Bool {
        guard let measure = Measure(view, line.value.lowerBound, line.value.upperBound) else { return false }
        if isLabelled(line, "CPU limit", "Wakeups limit", "Writes limit") {
            use.limit = measure.amount
        } else if isLabelled(line, "CPU used", "Wakeups caused", "Writes caused") {
            use.used = measure.amount
        } else if isLabelled(line, "CPU duration", "Wakeups duration", "Writes duration") {
            use.usedOver = measure.nanoseconds
        } else if line.isLabelled("Limit duration", in: view) {
            use.limitOver = measure.nanoseconds
        } else if line.isLabelled("Duration", in: view) {
            reader.report.duration = measure.nanoseconds
        } else {
            return false
        }
        return true
    }

    private mutating func takeCondition(_ line: LabelledLine) -> Bool {
        let labels: [StaticString] = [
            "Free disk space", "Low Power Mode", "Advisory levels", "Vnodes Available", "Active cpus", "HW page size",
            "Duration Sampled", "Steps", "Fan speed", "Memory size",
        ]
        guard labels.contains(where: { line.isLabelled($0, in: view) }) else { return false }
        let label = view.string(line.label.lowerBound, line.label.upperBound)
        if let value = IncidentValues.text(line.text(in: view)) { use.conditions[label] = SystemReport.cut(value) }
        return true
    }

    /// What the samples of the process say; of other processes more such lines may follow.
    private mutating func takeSamples(_ line: LabelledLine) -> Bool {
        if line.isLabelled("Primary state", in: view) {
            guard use.primaryState == nil else { return true }
            let state = line.text(in: view)
            use.primaryState = state
            // `11 samples Frontmost App, User mode, …`
            let phrases = reader.settings.phrases
            use.wasFrontmost = state.split(separator: ",").first.map { phrases.ends($0, with: .resourceFront) }
        } else if line.isLabelled("User Activity", in: view) {
            use.userActivity = use.userActivity ?? IncidentValues.text(line.text(in: view))
        } else {
            return false
        }
        return true
    }

    private mutating func takeException(_ line: LabelledLine) -> Bool {
        if line.isLabelled("Exception Type", in: view) {
            var exception = IncidentException(at: reader.place(line.range))
            exception.type = IncidentValues.text(line.text(in: view))
            reader.report.exception = exception
            use.place = reader.place(line.range)
            hasSaidWhat = true
            isLikeCrash = true
        } else if line.isLabelled("Exception Subtype", in: view) {
            let subtype = line.text(in: view)
            reader.report.exception?.subtype = IncidentValues.text(subtype)
            use.kind = ResourceKind.ofSubtype(subtype)
            if ResourceKind.isFatal(subtype) { use.isFatal = true }
        } else if line.isLabelled("Exception Message", in: view) {
            use.sentence = line.text(in: view)
            reader.report.exception?.message = use.sentence
            ResourceSentence(reader.settings).readException(view, line.value, &use)
        } else {
            return false
        }
        return true
    }

    private func startsStack(_ line: LabelledLine) -> Bool {
        view.starts("Heaviest stack for the", at: line.label.lowerBound, to: line.label.upperBound)
    }

    /// Whether a line heads the stack that the report blames: `Thread 0 Attributed:`.
    private func isAttributedThread(_ line: LabelledLine) -> Bool {
        view.starts("Thread ", at: line.label.lowerBound, to: line.label.upperBound)
            && ByteSearch.find(" Attributed", in: view, from: line.label.lowerBound, to: line.label.upperBound) != nil
    }

    private mutating func takeStack(_ frames: [IncidentFrame]) {
        guard reader.report.threads.isEmpty, !frames.isEmpty else { return }
        var thread = IncidentThread(number: 0, isTriggered: true)
        thread.frames = frames
        reader.report.threads = [thread]
        reader.report.triggeredThread = 0
    }

    private func isLabelled(_ line: LabelledLine, _ labels: StaticString...) -> Bool {
        labels.contains { line.isLabelled($0, in: view) }
    }
}
