// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the text that PLCrashReporter, and the SDKs that carry it, make of its reports.
///
/// The lines are those of the system's own text; other values stand behind some of the labels.
struct PLCrashTextParser: IncidentParser {
    static let name = "plcrash-text"
    let format = PLCrashTextParser.name
    let traits = InputTraits.ofSDK

    /// What tells it stands in front of the threads.
    private static let headBytes = 16 << 10

    func recognises(_ document: IncidentDocument) -> Bool {
        hasOwnWords(document) && CrashTextParser().isCrash(document)
    }

    /// Whether it has words that only this writer uses, and none that the system does.
    private func hasOwnWords(_ document: IncidentDocument) -> Bool {
        document.source.bytes.withView { view in
            let from = document.range.lowerBound
            let end = min(document.range.upperBound, from + PLCrashTextParser.headBytes)
            var lines = LineSteps(document.source, view, from..<max(from, end))
            var hasOwnWords = false
            while let line = lines.next() {
                _ = lines.passEntries()
                let (start, feed) = (line.lowerBound, line.upperBound)
                switch view[start] {
                case 0x43 where isUnknown("CrashReporter Key:", view, start, feed): hasOwnWords = true
                case 0x52 where view.matches("Role:", from: start, to: min(start + 5, feed)): return false
                case 0x45:
                    if let type = value("Exception Type:", view, start, feed) {
                        // The system names the kernel's exception, with the signal in brackets.
                        guard SystemNumbers.signalNumber(type) != nil else { return false }
                        hasOwnWords = true
                    }
                default: break
                }
            }
            return hasOwnWords
        }
    }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        var report = CrashTextReader.read(document, format: format, settings, into: &readout)
        report.settle(faults: [], settings)
        if var exception = report.exception {
            if let signal = exception.type, let number = SystemNumbers.signalNumber(signal) {
                exception.type = nil
                exception.signal = signal
                exception.signalNumber = number
            }
            report.exception = exception
        }
        if isAskedFor(report, settings.phrases) {
            report.kind = .fault
            report.endsNothing = IncidentText("The app asked for this report and went on.", at: report.place)
        }
        // It writes the name of macOS for every system.
        if report.process.isSimulated == true, let system = report.device.system, DeviceFamily(system: system) == .mac {
            report.device.system = "iOS " + system.drop { !("0"..."9" ~= $0) }
        }
        readout.reports.append(report)
    }

    /// Whether the app asked for the report, as it may at any time: then the calls that write it are those at fault.
    private func isAskedFor(_ report: IncidentReport, _ phrases: PhraseTexts) -> Bool {
        guard report.exception?.signal == "SIGTRAP" else { return false }
        let thread = report.threads.first { $0.isTriggered } ?? report.threads.first
        return thread?.frames.contains { $0.symbol.map { phrases.stands(.plcrashAsked, in: $0) } ?? false } ?? false
    }

    /// Whether the value behind a label is what this writer writes where the system has a key.
    private func isUnknown(_ label: StaticString, _ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        guard view.starts(label, at: start, to: end) else { return false }
        var first = start + label.utf8CodeUnitCount
        var last = end
        while first < last, IncidentValues.isBlank(view[first]) { first += 1 }
        while last > first, IncidentValues.isBlank(view[last - 1]) { last -= 1 }
        return view.matches("TODO", from: first, to: last)
    }

    private func value(_ label: StaticString, _ view: ByteView, _ start: Int, _ end: Int) -> String? {
        let from = start + label.utf8CodeUnitCount
        guard from <= end, view.matches(label, from: start, to: from) else { return nil }
        return IncidentValues.trim(view.string(from, end))
    }
}
