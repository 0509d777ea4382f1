// SPDX-License-Identifier: MIT

import LifelintModel

/// What the labels say.
extension CrashTextReader {
    mutating func take(_ label: CrashTextLabel, _ start: Int, _ end: Int) {
        section = .labels
        switch label {
        // The process ended of the first crash, whatever befell who wrote it down.
        case .exceptionType where hasImages && report.exception?.signal != nil:
            isOver = true
            report.isPartial = true
        case .information:
            section = .information
            addInformation(start, end)
        case .linker:
            section = .information
            linkerWords = report.applicationInformation.count
            addInformation(start, end)
        case .lastBacktrace: section = .lastBacktrace
        // The first is the one that was thrown; others tell who asked for the work.
        case .rethrown: section = report.rethrownBacktrace.isEmpty ? .rethrown : .skipped
        case .images:
            section = .images
            hasImages = true
        case .skipped: section = .skipped
        case .addition:
            section = .skipped
            isOfKSCrash = true
        case .state:
            section = .state
            isOfKSCrash = true
        case .diagnosis:
            section = .skipped
            isOfKSCrash = true
            if report.guess == nil { report.guess = text(start, end).map { IncidentText($0, at: place(start, end)) } }
        case .captured: report.captured = time(start, end, "Date/Time") ?? report.captured
        case .launched: report.launched = time(start, end, "Launch Time") ?? report.launched
        case .triggered: triggered = number(start, end) ?? triggered
        case .highlighted: highlighted = number(start, end) ?? highlighted
        case .terminationReason, .terminationSignal, .terminationDescription, .terminator:
            takeTermination(label, start, end)
        case .exceptionType, .exceptionSubtype, .exceptionMessage, .exceptionCodes, .exceptionReason, .exceptionNote:
            takeException(label, start, end)
        default: takeIdentity(label, start, end)
        }
    }

    private func text(_ start: Int, _ end: Int) -> String? {
        IncidentValues.text(view, start, min(end, start + IngestLimits.incidentTextBytes))
    }

    private func meant(_ start: Int, _ end: Int) -> Range<Int>? {
        IncidentValues.meant(view, start, min(end, start + IngestLimits.incidentTextBytes))
    }

    private mutating func takeIdentity(_ label: CrashTextLabel, _ start: Int, _ end: Int) {
        guard let range = meant(start, end) else { return }
        switch label {
        case .process:
            let named = IncidentValues.named(view, range)
            report.process.name = named.name
            report.process.pid = IncidentValues.pid(named.number)
        case .codeType:
            report.process.architecture = IncidentValues.system(view, range.lowerBound, range.upperBound).system
        case .parent:
            let named = IncidentValues.named(view, range)
            report.process.parent = named.name
            report.process.parentPID = IncidentValues.pid(named.number)
        case .system:
            (report.device.system, report.device.systemBuild) = IncidentValues.system(
                view, range.lowerBound, range.upperBound)
        default: takeIdentity(label, view.string(range.lowerBound, range.upperBound))
        }
    }

    private mutating func takeIdentity(_ label: CrashTextLabel, _ text: String) {
        switch label {
        case .incident: report.incident = report.incident ?? text
        case .deviceKey: report.device.key = text
        case .vendorKey:
            report.device.key = report.device.key ?? text
            report.process.isBeta = true
        case .model: report.device.model = text
        case .path: report.process.path = text
        case .identifier: identifier = text
        case .version: version = text
        case .beta: report.process.isBeta = text == "YES" ? true : text == "NO" ? false : nil
        case .role: report.process.role = text
        case .coalition: report.process.coalition = IncidentValues.named(text).name == nil ? nil : text
        default: break
        }
    }

    private mutating func takeException(_ label: CrashTextLabel, _ start: Int, _ end: Int) {
        guard let range = meant(start, end) else { return }
        if label == .exceptionNote { return takeNote(range, at: start, end) }
        // Changed in place: a copy would count references to all that it holds.
        if report.exception == nil { report.exception = IncidentException(at: place(start, end)) }
        switch label {
        case .exceptionType:
            let (type, signal) = CrashTextValues.exceptionType(view, range)
            report.exception?.type = type == "0" ? nil : type
            var word = signal
            if let signal, signal.utf8.contains(0x20) {
                word = String(Substring(signal.utf8.prefix { $0 != 0x20 }))
                // Who sent it: `SIGKILL - CODESIGNING`.
                if let dash = signal[...].firstRange(ofASCII: " - ") {
                    killer = (IncidentValues.text(String(signal[dash.upperBound...])), place(start, end))
                }
            }
            report.exception?.signal = word == "0" ? nil : word
            if signal == nil, let type, SystemNumbers.signalNumber(type) != nil {
                // The system names what the kernel threw; others may have no more than the signal.
                report.exception?.type = nil
                report.exception?.signal = type
            }
        case .exceptionCodes:
            let codes = CrashTextValues.codes(view, range)
            report.exception?.codes = codes
            // `#0 at …` names no code, and neither does `0x00000000 at …`.
            let isNameless =
                view[range.lowerBound] == UInt8(ascii: "#")
                || CrashTextValues.hexWord(view, range.lowerBound, range.upperBound)?.value == 0
            if codes.isEmpty, report.exception?.subtype == nil, !isNameless {
                report.exception?.subtype = view.string(range.lowerBound, range.upperBound)
            }
        default:
            let text = view.string(range.lowerBound, range.upperBound)
            if label == .exceptionSubtype { report.exception?.subtype = text }
            if label == .exceptionMessage { report.exception?.message = text }
            if label == .exceptionReason { report.exception?.reason = text }
        }
    }

    /// These notes say themselves that it is no crash; the one for corpses says nothing.
    private mutating func takeNote(_ range: Range<Int>, at start: Int, _ end: Int) {
        let text = view.string(range.lowerBound, range.upperBound)
        if settings.phrases.begins(text, with: .notesHarmless) {
            report.endsNothing = IncidentText(text, at: place(start, end))
        }
    }

    private mutating func takeTermination(_ label: CrashTextLabel, _ start: Int, _ end: Int) {
        guard let text = text(start, end) else { return }
        // Taken out and put back: a copy would count references to all that it holds.
        var termination = report.termination ?? IncidentTermination(at: place(start, end))
        report.termination = nil
        switch label {
        case .terminationReason:
            termination.place = place(start, end)
            settings.texts.termination.read(text, into: &termination)
            // The beginning of a number is another one, and so is that of a name.
            if end == view.count, CrashTextValues.mayBeCut(text) {
                termination.code = nil
                termination.codeText = nil
            }
            if end == view.count, let namespace = termination.namespace, text.hasSuffix(namespace) {
                termination.namespace = nil
            }
            section = .termination
            isBehindGap = false
        case .terminationSignal: termination.indicator = termination.indicator ?? text
        case .terminationDescription:
            terminationLines.append(text)
            section = .termination
            isBehindGap = false
        // The beginning of a name is another one.
        case .terminator where end == view.count && !text.hasSuffix("]"): break
        default:
            let named = IncidentValues.named(text)
            termination.byProcess = named.name
            termination.byPID = IncidentValues.pid(named.number)
        }
        report.termination = termination
    }

    private mutating func time(_ start: Int, _ end: Int, _ label: String) -> IncidentTime? {
        let place = place(start, end)
        let time = IncidentValues.time(view, start..<max(start, end), at: place, settings)
        if time == nil, text(start, end) != nil { problems.append((.badTime, place, IncidentProblem.badTime(label))) }
        return time
    }

    /// The number that a value begins with: more may stand behind it.
    private func number(_ start: Int, _ end: Int) -> Int? {
        var stop = start
        while stop < end, view[stop].isDigit { stop += 1 }
        return IncidentValues.unsigned(view, start, stop).flatMap { Int(exactly: $0) }
    }
}
