// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads crashes and faults in `.ips` containers: a header line with a JSON body or a text behind it, or either alone.
struct CrashIPSParser: IncidentParser {
    let format = "crash-ips"
    let traits = InputTraits.tellsThrownReasons

    /// The kinds whose reports are crashes, or faults with the body of one, where the body is missing; a test holds
    /// these lists, and those of the other parsers, against `rules/vocabulary/bug-types.yml`.
    static let crashes: Set<String> = ["109", "309", "9"]
    static let faults: Set<String> = ["308", "385", "185", "22", "227", "327"]

    /// The kinds that only note a fault, whatever signal stands in them.
    static let notes: Set<String> = ["308"]

    /// How much of a body is looked at.
    private static let headBytes = 8 << 10
    /// How much of one whose header says what it is.
    private static let beginningBytes = 1 << 10

    func recognises(_ document: IncidentDocument) -> Bool {
        guard let (bugType, body) = IPSHeader.kind(of: document) else { return isBody(document, 0, needed: 3) }
        // Where the header says so, a look at the beginning is enough.
        if isKnown(bugType), isBody(document, body, needed: 1, within: CrashIPSParser.beginningBytes) { return true }
        if isBody(document, body, needed: 1) { return true }
        let rest = document.part(body..<document.range.count)
        // Texts of other kinds begin as crashes do, too: what is left of one is a crash only where nothing else is
        // said.
        if CrashTextParser().isCrash(rest, mayBeCut: bugType == nil || isKnown(bugType)) { return true }
        // What a cut has left of a body may be nothing that tells.
        return isKnown(bugType) && !isOther(document, body)
    }

    func parse(_ document: IncidentDocument, _ settings: IncidentSettings, into readout: inout IncidentReadout) {
        let known = IPSHeader.known(document, settings)
        if let place = known.header?.badTime {
            readout.report(.badTime, at: place, IncidentProblem.badTime("timestamp"))
        }
        let start = known.header?.length ?? 0
        let rest = document.part(start..<document.range.count)
        var report: IncidentReport
        if rest.bytes.first(where: { !IncidentValues.isBlank($0) }) == 0x7B {
            report = CrashBody.read(
                document, from: start, format: format, named: known.header?.name, settings, into: &readout)
            if report.isOfNothing {
                report.isPartial = true
                readout.report(.unknownReportType, at: rest.place, IncidentProblem.otherBody)
            }
        } else if isBlank(rest) {
            report = IncidentReport(kind: .crash, format: format, place: document.place)
            report.isPartial = true
        } else {
            // An editor may have put the header and the text on one line.
            let blanks = rest.bytes.prefix { $0 == 0x20 || $0 == 0x09 }.count
            report = CrashTextReader.read(
                rest.part(blanks..<rest.range.count), format: format, named: known.header?.name, settings,
                into: &readout)
            report.place = document.place
        }
        var isTranslated = false
        if report.isPartial, let translation = document.translation {
            isTranslated = CrashIPSParser.complete(&report, by: translation, named: known.header?.name, settings)
        }
        if isBlank(rest) {
            let problem = isTranslated ? IncidentProblem.truncated : IncidentProblem.headerOnly
            readout.report(.truncatedLine, at: document.place, problem)
        }
        known.header?.complete(&report)
        report.settle(faults: CrashIPSParser.faults, settings)
        readout.reports.append(consume report)
    }

    /// Takes what a translation tells in front of a report of which a part is missing: all of it, if it is whole
    /// itself, or if the part that is there does not come to what happened; says whether it did.
    private static func complete(
        _ report: inout IncidentReport, by translation: IncidentDocument, named name: String?,
        _ settings: IncidentSettings
    ) -> Bool {
        var aside = IncidentReadout()
        var told = CrashTextReader.read(translation, format: report.format, named: name, settings, into: &aside)
        guard told.captured != nil, told.exception != nil || told.termination != nil else { return false }
        let tellsNothing = report.exception == nil && report.termination == nil && report.threads.isEmpty
        guard !told.isPartial || tellsNothing else { return false }
        told.place = report.place
        told.isPartial = true
        told.bugType = report.bugType
        told.written = report.written
        told.device.boot = report.device.boot
        told.device.isLocked = report.device.isLocked
        told.device.wasUnlockedSinceBoot = report.device.wasUnlockedSinceBoot
        report = told
        return true
    }

    private func isKnown(_ bugType: String?) -> Bool { bugType.map(CrashIPSParser.isKind) ?? false }

    /// Whether reports of a kind are crashes or faults.
    static func isKind(_ bugType: String) -> Bool { crashes.contains(bugType) || faults.contains(bugType) }

    private func isBlank(_ document: IncidentDocument) -> Bool {
        document.bytes.allSatisfy { IncidentValues.isBlank($0) || $0 == 0 }
    }

    /// Whether what begins there has a key that only bodies of other kinds have.
    private func isOther(_ document: IncidentDocument, _ start: Int) -> Bool {
        CrashBodyKeys(document, from: start, atMost: CrashIPSParser.headBytes).isOther
    }

    /// Whether an object begins there.
    private func begins(_ document: IncidentDocument, _ start: Int) -> Bool {
        document.source.bytes.withView { view in
            let from = document.range.lowerBound + start
            return view[view.skipWhiteSpace(from: from, to: document.range.upperBound)] == 0x7B
        }
    }

    /// Whether what begins there is the body of a crash: an object with that many of the keys which crashes have.
    private func isBody(
        _ document: IncidentDocument, _ start: Int, needed: Int, within limit: Int = CrashIPSParser.headBytes
    ) -> Bool {
        guard begins(document, start) else { return false }
        let keys = CrashBodyKeys(document, from: start, atMost: limit)
        return keys.isObject && keys.isOfProcess && !keys.isOther && keys.count >= needed
    }
}

extension IncidentReport {
    /// Concludes the kind from what was read: a fault unless it names the signal that ended the process.
    mutating func settle(faults: Set<String>, _ settings: IncidentSettings) {
        let isNoted = settings.words?.isNoted(exception) ?? false
        if endsNothing != nil || bugType.map(CrashIPSParser.notes.contains) == true {
            kind = .fault
        } else if let bugType, faults.contains(bugType) {
            kind = isNoted || exception?.signal == nil && !ResourceKind.isFatal(exception?.subtype) ? .fault : .crash
        } else if exception?.type == "EXC_RESOURCE", exception?.signal == nil {
            // A limit that was exceeded; a process that is ended for it gets a signal, or its name says so.
            kind = ResourceKind.isFatal(exception?.subtype) ? .crash : .fault
        } else if isNoted, exception?.signal == nil || bugType == nil {
            kind = .fault
        }
        if resource == nil, let exception, exception.type == "EXC_RESOURCE" {
            resource = ResourceUse(of: exception, settings)
            // The signal is that of the limit, which is told of reports as well that say that they ended nothing.
            if kind == .fault { resource?.isFatal = false }
        }
        if !applicationInformation.isEmpty, var thrown = exception {
            settings.texts.thrown.read(applicationInformation, into: &thrown)
            exception = thrown
        }
        if let words = settings.words?.processes { process.noteKeepers(words) }
        if process.uuid == nil { process.uuid = mainImage?.uuid }
        noteCallback(settings.texts.callbacks)
        noteTellingCall(settings.texts.telling)
        hasNotedCalls = true
    }

    /// Whether a body told nothing that a crash tells, though all of it was there.
    fileprivate var isOfNothing: Bool {
        !isPartial && captured == nil && launched == nil && process == IncidentProcess() && exception == nil
            && termination == nil && threads.isEmpty && images.isEmpty && endsNothing == nil
    }

    private var mainImage: IncidentImage? {
        images.first { $0.path != nil && $0.path == process.path }
            ?? images.first { $0.name != nil && $0.name == process.name }
    }
}

extension ResourceUse {
    /// What an exception tells of a limit.
    fileprivate init(of exception: IncidentException, _ settings: IncidentSettings) {
        self.init(ResourceKind.ofSubtype(exception.subtype ?? ""), at: exception.place)
        isFatal = exception.signal != nil || ResourceKind.isFatal(exception.subtype)
        sentence = exception.message
        for text in [exception.message, exception.subtype] {
            guard let text, limit == nil else { continue }
            Array(text.utf8).withView { ResourceSentence(settings).readException($0, 0..<$0.count, &self) }
        }
    }
}

extension IncidentProcess {
    /// Notes what it runs under, as its path, its parent and its coalition tell it.
    fileprivate mutating func noteKeepers(_ words: ProcessWords) {
        if isSimulated == nil,
            words.isOfSimulator(parent: parent, coalition: coalition) || path.map(CodePath.isOfSimulator) == true
        {
            isSimulated = true
        }
        if isDebugged == nil, parent.map(words.debuggerParents.contains) == true { isDebugged = true }
    }
}
