// SPDX-License-Identifier: MIT

import LifelintModel

/// What a body says of the end: exception, termination, last words.
extension CrashBody {
    func readEnding(_ member: CrashBodyMember, _ key: Int, _ value: Int) {
        switch member {
        case .exception: readException(value)
        case .exceptionReason: readReason(value)
        case .termination: readTermination(value)
        case .asi: tape.forEachMember(of: value) { _, list in readTexts(list) }
        case .asiBacktraces: readRethrown(value)
        case .dyldMessages: readTexts(value)
        case .vmRegionInfo: readRegion(value)
        case .isSimulated, .isNonFatal:
            if tape.bool(value) == true, found.report.endsNothing == nil {
                found.report.endsNothing = IncidentText(tape.string(key) ?? "", at: place(value))
            }
        case .simulatedCaller:
            // Who asked for the report, where nothing ended.
            if let caller = text(value), !caller.isEmpty, found.report.endsNothing == nil {
                found.report.endsNothing = IncidentText("simulated by \(caller)", at: place(value))
            }
        default: break
        }
    }

    private func readTexts(_ list: Int) {
        if let text = text(list) { add(text, list) }
        tape.forEachElement(of: list) { element in
            if let text = text(element) { add(text, element) }
            return found.report.applicationInformation.count < IngestLimits.textsPerIncident
        }
    }

    /// The regions around the memory that was touched, one a line: that a stack ran over is said nowhere else.
    private func readRegion(_ node: Int) {
        guard let regions = text(node) else { return }
        for line in regions.split(separator: "\n") {
            if let told = settings.texts.stackGuard(line) { add(told, node) }
        }
    }

    /// The first of the backtraces that the app itself told, one call a line as in texts: where was thrown what was
    /// thrown again.
    private func readRethrown(_ list: Int) {
        var told: String?
        tape.forEachElement(of: list) { element in
            told = text(element)
            return false
        }
        told?.withView { view in
            var start = 0
            while start < view.count, found.report.rethrownBacktrace.count < IngestLimits.framesPerThread {
                let end = view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count
                if start < end, view[start].isDigit, let frame = CrashTextValues.frame(view, start, end) {
                    found.report.rethrownBacktrace.append(frame)
                }
                start = end + 1
            }
        }
    }

    private func add(_ text: String, _ node: Int) {
        guard found.report.applicationInformation.count < IngestLimits.textsPerIncident else { return }
        found.report.applicationInformation.append(IncidentText(text, at: place(node)))
    }

    private func readException(_ object: Int) {
        guard tape.nodes[object].kind == .object else { return }
        var exception = found.report.exception ?? IncidentException(at: place(object))
        exception.place = place(object)
        var written: String?
        tape.forEachMember(of: object) { key, value in
            if tape.isKey(key, "type") {
                exception.type = text(value)
            } else if tape.isKey(key, "subtype") {
                exception.subtype = text(value)
            } else if tape.isKey(key, "signal") {
                // `SIGKILL (Code Signature Invalid)`
                exception.signal = text(value).map { String($0.prefix { $0 != " " }) }
                if exception.signal == nil { exception.signalNumber = tape.integer(value).flatMap { Int(exactly: $0) } }
            } else if tape.isKey(key, "message") {
                exception.message = text(value)
            } else if tape.isKey(key, "codes") {
                written = text(value)
            } else if tape.isKey(key, "rawCodes") {
                tape.forEachElement(of: value) { code in
                    if let number = tape.code(code) { exception.codes.append(number) }
                    return exception.codes.count < 8
                }
            }
        }
        if exception.codes.isEmpty, let written {
            exception.codes = CrashTextValues.codes(written)
            if exception.codes.isEmpty { exception.subtype = exception.subtype ?? written }
        }
        found.report.exception = exception
    }

    private func readReason(_ object: Int) {
        var exception = found.report.exception ?? IncidentException(at: place(object))
        if let name = tape.member("name", of: object) { exception.name = text(name) }
        if let message = tape.member("composed_message", of: object) { exception.reason = text(message) }
        found.report.exception = exception
    }

    private func readTermination(_ object: Int) {
        guard tape.nodes[object].kind == .object else { return }
        var termination = IncidentTermination(at: place(object))
        var lines: [String] = []
        tape.forEachMember(of: object) { key, value in
            if tape.isKey(key, "namespace") {
                let number = tape.unsigned(value).map { "<0x\(String($0, radix: 16, uppercase: true))>" }
                termination.namespace = number ?? tape.text(value)
            } else if tape.isKey(key, "code") {
                termination.code = tape.code(value)
                if termination.code != nil {
                    termination.codeText = tape.rawText(value)
                } else {
                    missNumber(value, "code")
                }
            } else if tape.isKey(key, "flags") {
                termination.flags = tape.unsigned(value)
            } else if tape.isKey(key, "indicator") {
                termination.indicator = tape.text(value)
            } else if tape.isKey(key, "byProc") {
                termination.byProcess = tape.text(value)
            } else if tape.isKey(key, "byPid") {
                termination.byPID = IncidentValues.pid(tape.integer(value))
            } else if tape.isKey(key, "reasons") || tape.isKey(key, "details") {
                if let line = tape.text(value) { lines.append(line) }
                tape.forEachElement(of: value) { element in
                    if let line = tape.text(element) { lines.append(line) }
                    return lines.count < IngestLimits.textsPerIncident
                }
            }
        }
        if !lines.isEmpty { settings.texts.termination.explain(lines.joined(separator: "\n"), into: &termination) }
        found.report.termination = termination
    }
}

extension JSONTape {
    /// A code; one below zero is the same bits.
    fileprivate func code(_ node: Int) -> UInt64? {
        unsigned(node) ?? integer(node).map(IncidentTermination.code)
    }

    fileprivate func rawText(_ node: Int) -> String {
        let range = range(node)
        return view.string(range.lowerBound, range.upperBound)
    }
}
