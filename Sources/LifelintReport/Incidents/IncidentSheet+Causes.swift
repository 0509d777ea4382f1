// SPDX-License-Identifier: MIT

import LifelintModel

extension IncidentSheet {
    /// What was thrown.
    mutating func write(_ exception: IncidentException) {
        let codes = exception.codes.map { "0x" + String($0, radix: 16) }.joined(separator: ", ")
        row(
            "exception",
            [
                IncidentSheet.phrase(exception.type, exception.signal), exception.subtype,
                codes.isEmpty ? nil : "codes \(codes)",
            ], at: exception.place)
        row("message", exception.message)
        row("error", [exception.name, exception.reason])
    }

    /// Who ended the process, and why.
    mutating func write(_ termination: IncidentTermination) {
        row(
            "termination",
            [
                termination.namespace, termination.code.map(Wording.code) ?? termination.codeText,
                termination.indicator, termination.flags.map { "flags 0x" + String($0, radix: 16) },
                termination.byProcess.map { name in "by \(name)" + (termination.byPID.map { " (pid \($0))" } ?? "") },
            ], at: termination.place)
        row("explanation", termination.explanation)
        guard let watchdog = termination.watchdog else { return }
        func processor(_ whose: String, _ time: Int64?, _ share: Double?) -> String? {
            let parts = [time.map(Phrasing.duration), share.map(Phrasing.percent)].compactMap(\.self)
            return parts.isEmpty ? nil : "processor of \(whose) \(parts.joined(separator: ", "))"
        }
        // Others that end processes tell the same of them: how they were seen, and how hot it was.
        row(
            watchdog.event == nil && watchdog.allowance == nil ? "at its end" : "watchdog",
            [
                watchdog.event,
                watchdog.allowance.map {
                    "\(Wording.stated($0)) \(watchdog.measuresProcessorTime ? "of processor time " : "")allowed"
                },
                watchdog.processVisibility.map { "visibility \($0)" }, watchdog.processState,
                watchdog.watchdogVisibility.map { "going to \($0)" },
                processor("the app", watchdog.appProcessorTime, watchdog.appProcessorShare),
                processor("all", watchdog.totalProcessorTime, watchdog.totalProcessorShare),
                watchdog.thermalState.map { "thermal state \($0)" },
                watchdog.thermalLevel.map { "thermal level \($0)" },
            ])
    }

    /// The limit that was exceeded.
    mutating func write(_ resource: ResourceUse) {
        func amount(_ value: Double?, _ over: Int64?) -> String? {
            guard let value else { return nil }
            let number =
                switch resource.kind {
                // Beyond that nothing is whole any more.
                case _ where !(value.magnitude < 9e15): "\(value)"
                case .diskWrites, .memory: Wording.bytes(Int64(value))
                case .cpu: "\(value) s"
                default: value == value.rounded() ? "\(Int64(value))" : "\(value)"
                }
            return number + (over.map { " over \(Phrasing.duration($0))" } ?? "")
        }
        row(
            "resource",
            [
                resource.kind.rawValue, amount(resource.used, resource.usedOver).map { "used \($0)" },
                amount(resource.limit, resource.limitOver).map { "allowed \($0)" },
                resource.isFatal.map { $0 ? "ended the process" : "did not end the process" },
                resource.action.map { "action: \($0)" },
                resource.wasFrontmost.map { $0 ? "frontmost" : "not frontmost" }, resource.primaryState,
                resource.userActivity.map { "user activity: \($0)" },
            ], at: resource.place)
        row("says", resource.sentence)
        let conditions = resource.conditions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        row("conditions", conditions.joined(separator: ", "))
    }

    /// What the kernel saw when memory was short.
    mutating func write(_ jetsam: JetsamSnapshot) {
        row(
            "memory",
            [
                jetsam.pageSize.map { "pages of \($0) bytes" },
                jetsam.compressorPages.flatMap(jetsam.bytes).flatMap(IncidentSheet.bytes).map {
                    "compressor holds \($0)"
                },
                jetsam.largestZone.map { zone in
                    "largest zone \(zone)"
                        + (jetsam.largestZoneSize.flatMap(IncidentSheet.bytes).map { " \($0)" } ?? "")
                },
            ])
        row("largest", jetsam.largestProcess)
        let victims = jetsam.victims
        row(
            "processes",
            "\(Phrasing.count(jetsam.processes.count, "process", "processes")), of which \(victims.count) were ended")
        for (index, process) in victims.prefix(limit).enumerated() {
            page.paragraph(
                [
                    process.name, process.pid.map { "pid \($0)" },
                    process.reason.map { $0.isEmpty ? "why is not told" : $0 },
                    process.states.joined(separator: " "),
                    jetsam.footprint(of: process).flatMap(IncidentSheet.bytes),
                    jetsam.bytes(process.peakPages).flatMap(IncidentSheet.bytes).map { "at most \($0)" },
                    process.priority.map { "priority \($0)" }, place(process.place),
                ].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", "), indent: 6, lead: "\(index + 1). ")
        }
        more(victims.count, "that was ended", indent: 6)
    }

    /// The processes of a device at an instant.
    mutating func write(_ stackshot: StackshotSnapshot) {
        let frontmost = stackshot.frontmost.map { pid in
            stackshot.processes.first { $0.pid == pid }.map { "\($0.name) (pid \(pid))" } ?? "pid \(pid)"
        }
        row("taken for", [stackshot.reason, stackshot.exception.map { "0x" + String($0, radix: 16) }])
        row("frontmost", frontmost.joined(separator: ", "))
        row("processes", "\(stackshot.processes.count)")
        for process in stackshot.processes.prefix(limit) {
            item(
                [
                    process.name, process.pid.map { "pid \($0)" }, process.flags.joined(separator: " "),
                    process.residentBytes.flatMap(IncidentSheet.bytes),
                    Phrasing.count(process.threadCount, "thread"), process.mainThread?.wait,
                ].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", "))
        }
        more(stackshot.processes.count, "process", indent: 6)
    }

    /// The state of the app as an SDK saw it.
    mutating func write(_ state: IncidentAppState) {
        row(
            "app state",
            [
                state.name, state.isLaunching == true ? "launching" : nil,
                state.isActive.map { $0 ? "active" : "not active" },
                state.isInForeground.map { $0 ? "in the foreground" : "not in the foreground" },
                state.memoryFootprint.flatMap(IncidentSheet.bytes).map { "\($0) of memory" },
                state.memoryLimit.flatMap(IncidentSheet.bytes).map { "limit \($0)" },
                state.sessionsSinceLaunch.map { Phrasing.count($0, "session") + " since launch" },
                state.activeTime.map { "active for \(Phrasing.duration($0))" },
                state.backgroundTime.map { "in the background for \(Phrasing.duration($0))" },
            ])
    }

    /// How often the app ended in which way.
    mutating func write(_ counts: IncidentExitCounts) {
        let told = counts.counts.sorted { $0.key < $1.key }.filter { $0.value != 0 }.map { "\($0.key) \($0.value)" }
        row(
            counts.isForeground ? "foreground" : "background",
            (told.isEmpty ? "no exits" : told.joined(separator: ", "))
                + ", \(IncidentSheet.words(counts.from)) to \(IncidentSheet.words(counts.to))")
    }

    /// Bytes in words; nil for what is absurd.
    static func bytes(_ count: UInt64) -> String? { Int64(exactly: count).map(Wording.bytes) }
}
