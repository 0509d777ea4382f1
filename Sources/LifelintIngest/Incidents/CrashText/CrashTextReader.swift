// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads a crash that is text line by line: labels first, then what was called by which thread, then the images.
struct CrashTextReader {
    /// What the lines are that have no label of their own.
    enum Section { case labels, termination, information, lastBacktrace, rethrown, thread, images, state, skipped }

    /// How later systems name the linker where it ends a process.
    static let linker = "DYLD"
    /// The type of what is no exception but a kill, in the layout of iOS 9 and before.
    static let killType = "00000020"

    let view: ByteView
    let document: IncidentDocument
    let settings: IncidentSettings
    var report: IncidentReport
    var problems: [(code: ProblemCode, place: IncidentPlace, message: String)] = []
    var section = Section.labels
    /// The highest number of a thread so far.
    var highestThread = -1
    var current: Int?
    var triggered: Int?
    var highlighted: Int?
    var terminationLines: [String] = []
    /// Where among the last words the linker begins to say what it could not go on with.
    var linkerWords: Int?
    /// An empty line stood behind the reason of the termination.
    var isBehindGap = false
    /// Who sent the signal, where only the exception says so.
    var killer: (namespace: String?, place: IncidentPlace)?
    var room = IngestLimits.framesPerIncident
    /// Whether calls and images are read only when it is known which of them tell what happened.
    let passesCalls: Bool
    /// Where calls stand that were passed over, by the places of their threads.
    var passedCalls: [(thread: Int, range: Range<Int>)] = []
    /// The images that were passed over.
    var passedImages = CrashTextImageLines()
    /// Whether the list of images was reached: it is the last thing that every writer writes.
    var hasImages = false
    /// Whether what follows is about another crash: one of the handler, which KSCrash tells behind all else.
    var isOver = false
    /// Whether a page ran the lines of the report together.
    var isRunTogether = false
    /// Whether an image has a line of its own, and was not run together with the rest.
    var hasImageLines = false
    /// Whether a line of its own tells when it was or what was thrown: then no words in other lines are all of the
    /// report.
    private var hasOwnLines = false
    /// Labels that began their lines: what others hold in their words does not replace what those said.
    private var own = CrashTextLabels()
    /// Where labels begin that were read behind others.
    private(set) var joined: Set<Int> = []
    /// Whether KSCrash wrote it: no other writer has such sections.
    var isOfKSCrash = false
    /// Whether KSCrash ended the process, since its main thread did not answer.
    var isDeadlocked = false
    /// What KSCrash knew of the app's state, by its names.
    var stateLines: [(name: String, value: String)] = []
    /// `identifier` and `version` mean something else together with other lines.
    var identifier: String?
    var version: String?
    /// What the process is called where the text does not say it.
    let fallbackName: String?

    private init(
        _ document: IncidentDocument, _ view: ByteView, format: String, named name: String?,
        _ settings: IncidentSettings
    ) {
        self.document = document
        self.view = view
        self.settings = settings
        report = IncidentReport(kind: .crash, format: format, place: document.place)
        fallbackName = name
        // A line takes more than two bytes: where there is no room for all calls, they have to be counted.
        passesCalls = !settings.wantsAllCalls && document.range.count / 2 < IngestLimits.framesPerIncident
    }

    /// Reads the text that a document is.
    ///
    /// - Parameter name: what the process is called where the text does not say it.
    static func read(
        _ document: IncidentDocument, format: String, named name: String? = nil, _ settings: IncidentSettings,
        into readout: inout IncidentReadout
    ) -> IncidentReport {
        document.source.bytes.withView { view in
            var reader = CrashTextReader(document, view, format: format, named: name, settings)
            reader.readLines()
            reader.finish()
            for problem in reader.problems { readout.report(problem.code, at: problem.place, problem.message) }
            // Handed over, not copied.
            var report = IncidentReport(kind: .crash, format: format, place: reader.report.place)
            swap(&report, &reader.report)
            return report
        }
    }

    private mutating func readLines() {
        // Where a line break became two, one empty line says nothing, and three are one.
        let gap = isSpaced ? 2 : 1
        var blanks = 0
        var lines = LineSteps(document.source, view, document.range)
        while !isOver, let line = lines.next() {
            let stop = withoutBlanks(line.lowerBound, line.upperBound)
            if line.lowerBound == stop {
                blanks += 1
                if blanks == gap { endParagraph() }
            } else {
                blanks = 0
                take(behindHeader(line.lowerBound, stop), stop)
            }
            let entries = lines.passEntries()
            if entries.isEmpty { continue }
            blanks = 0
            takeEntries(entries)
        }
    }

    /// Where a line goes on behind the header of its report, where somebody's editor put both on one.
    private func behindHeader(_ start: Int, _ end: Int) -> Int {
        guard start == document.range.lowerBound, view[start] == 0x7B,
            let header = IPSHeader.end(view, start, line: end, to: end)
        else { return start }
        let rest = view.skipWhiteSpace(from: header, to: end)
        return rest < end ? rest : start
    }

    /// So many lines are looked at to see whether an empty one stands behind each.
    private static let sampledLines = 12

    /// Whether each of the first lines has an empty one behind it, as where somebody pasted it whose editor does that.
    private var isSpaced: Bool {
        var lines = LineSteps(document.source, view, document.range)
        var seen = 0
        var isBehindText = false
        while seen < CrashTextReader.sampledLines, let line = lines.next() {
            let isBlank = withoutBlanks(line.lowerBound, line.upperBound) == line.lowerBound
            if isBehindText, !isBlank { return false }
            if !isBlank { seen += 1 }
            isBehindText = !isBlank
        }
        return seen == CrashTextReader.sampledLines
    }

    /// Takes lines that begin with a digit: calls, images, and what resembles them.
    private mutating func takeEntries(_ range: Range<Int>) {
        switch section {
        case .labels, .state, .skipped: return
        case .thread where passesCalls: return pass(range)
        case .termination, .information, .lastBacktrace, .rethrown, .thread, .images: break
        }
        var start = range.lowerBound
        while start < range.upperBound {
            let feed = view.firstIndex(of: 0x0A, from: start, to: range.upperBound) ?? range.upperBound
            let stop = withoutBlanks(start, feed)
            if section == .images { takeImage(start, stop) } else { take(start, stop) }
            start = feed + 1
        }
    }

    /// Where what stands on a line ends.
    private func withoutBlanks(_ start: Int, _ end: Int) -> Int {
        var stop = end
        // What was lost while it was written is zeros.
        while stop > start, IncidentValues.isBlank(view[stop - 1]) || view[stop - 1] == 0 { stop -= 1 }
        return stop
    }

    /// Notes lines with calls of the current thread.
    private mutating func pass(_ range: Range<Int>) {
        guard let current, !range.isEmpty else { return }
        if passedCalls.isEmpty { passedCalls.reserveCapacity(CrashTextReader.usualThreads) }
        passedCalls.append((current, range))
    }

    private mutating func endParagraph() {
        switch section {
        case .termination: isBehindGap = true
        case .thread: section = .labels
        case .lastBacktrace: if !report.lastExceptionBacktrace.isEmpty { section = .labels }
        case .rethrown: if !report.rethrownBacktrace.isEmpty { section = .labels }
        case .images: if !report.images.isEmpty || !passedImages.isEmpty { section = .labels }
        case .labels, .information, .state, .skipped: break
        }
    }

    private mutating func take(_ start: Int, _ end: Int) {
        switch view[start] {
        case 0x54 where takeThreadHeader(start, end): return
        case 0x30...0x39 where [.thread, .lastBacktrace, .rethrown, .images].contains(section):
            takeEntry(start, end)
            return
        default: break
        }
        if section != .thread, section != .images, let found = CrashTextLabel.find(view, start, end),
            found.label.isSection || (section != .information && section != .skipped)
                || (section == .skipped && isEnding(found.label))
        {
            takeJoined(found.label, CrashTextValues.skipGaps(view, found.value, end), end)
            return
        }
        takeRest(start, end)
    }

    /// Takes what a label says, and what others say behind it on the same line: pages may run the lines of what was
    /// thrown together, or those of a whole report.
    private mutating func takeJoined(_ label: CrashTextLabel, _ start: Int, _ end: Int) {
        var (label, start) = (label, start)
        // Words of the app may quote a report; a time, or the name of a device, does not.
        let isWhole =
            (!hasOwnLines || label.hasPlainValue) && CrashTextLabel.holdsReport(view, start, end)
        if isWhole { isRunTogether = true } else if label == .captured || label == .exceptionType { hasOwnLines = true }
        own.insert(label)
        var isTaken = true
        while isWhole || label.mayRunOn, let next = CrashTextLabel.next(view, start, end, ofAll: isWhole),
            isWhole || !own.contains(next.label)
        {
            if isTaken { take(label, start, withoutBlanks(start, next.at)) }
            if isOver { return }
            joined.insert(next.at)
            isTaken = !own.contains(next.label)
            (label, start) = (next.label, CrashTextValues.skipGaps(view, next.value, end))
        }
        if isTaken { take(label, start, end) }
    }

    /// Labels that may follow a dump of which nothing is kept.
    private func isEnding(_ label: CrashTextLabel) -> Bool {
        switch label {
        case .triggered, .highlighted, .exceptionNote, .terminationReason, .terminationSignal, .terminationDescription,
            .terminator:
            true
        case .exceptionType: hasImages
        default: false
        }
    }

    private mutating func takeEntry(_ start: Int, _ end: Int) {
        if section == .images {
            takeImage(start, end)
        } else if section == .thread, passesCalls {
            pass(start..<end)
        } else if let frame = CrashTextValues.frame(view, start, end) {
            add(frame)
        }
    }

    /// Whether a line behind an empty one reads like the inside of a context: where a text was pasted, lines may have
    /// come apart.
    private func isInsideContext(_ start: Int, _ end: Int) -> Bool {
        let first = CrashTextValues.skipGaps(view, start, end)
        switch view[first] {
        case 0x22, 0x28, 0x29, 0x3C: return true
        default: break
        }
        // `WatchdogEvent: scene-update`
        guard let colon = view.firstIndex(of: 0x3A, from: first, to: end) else { return false }
        return (first..<colon).allSatisfy { view[$0].isLetter }
    }

    /// Whether a line behind an empty one is the first sentence that says what the termination was for, of which its
    /// code says nothing.
    private func isFirstSentence(_ start: Int, _ end: Int) -> Bool {
        terminationLines.isEmpty && report.termination?.code == 0 && report.termination?.explanation == nil
            && (start..<end).reduce(0) { $0 + (view[$1] == 0x20 ? 1 : 0) } >= CrashTextReader.sentenceBlanks
    }

    /// Fewer stand in no sentence that tells anything.
    private static let sentenceBlanks = 5

    /// A line without a label: it belongs to what stands before.
    private mutating func takeRest(_ start: Int, _ end: Int) {
        switch section {
        // Where the text is cut, what it ends with may be the beginning of a label.
        case .termination where end == view.count && CrashTextLabel.mayBegin(view, start, end): break
        case .information where end == view.count && CrashTextLabel.mayBegin(view, start, end): break
        case .termination where isBehindGap && !isInsideContext(start, end) && !isFirstSentence(start, end):
            section = .labels
        case .termination: terminationLines.append(view.string(CrashTextValues.skipGaps(view, start, end), end))
        case .information: addInformation(start, end)
        case .lastBacktrace: takeAddresses(start, end)
        case .images:
            if !takeImage(start, end), let found = CrashTextLabel.find(view, start, end) {
                take(found.label, CrashTextValues.skipGaps(view, found.value, end), end)
            }
        case .skipped where view[start] == 0x2D:
            // Of the regions of memory the one that was touched has a mark in front.
            if let told = settings.texts.stackGuard(view.string(start, end)) {
                report.applicationInformation.append(IncidentText(told, at: place(start, end)))
            }
        case .state: takeState(start, end)
        // What names neither an exception nor a signal says in a sentence what it was.
        case .labels where report.exception.map { $0.type == nil && $0.signal == nil } == true:
            if settings.phrases.begins(view.string(start, end), with: .kscrashDeadlock) { isDeadlocked = true }
        case .labels, .rethrown, .thread, .skipped: break
        }
    }

    /// `"application_active": 1,`, with quotes or without.
    private mutating func takeState(_ start: Int, _ end: Int) {
        guard stateLines.count < CrashTextReader.mostStateLines,
            let colon = view.firstIndex(of: 0x3A, from: start, to: end)
        else { return }
        func word(_ start: Int, _ end: Int) -> String {
            let isAround = { (byte: UInt8) in CrashTextValues.isGap(byte) || byte == 0x22 || byte == 0x2C }
            var (start, end) = (start, end)
            while start < end, isAround(view[start]) { start += 1 }
            while end > start, isAround(view[end - 1]) { end -= 1 }
            return view.string(start, end)
        }
        stateLines.append((word(start, colon), word(colon + 1, end)))
    }

    /// More lines tell no state.
    private static let mostStateLines = 32

    mutating func addInformation(_ start: Int, _ end: Int) {
        guard report.applicationInformation.count < IngestLimits.textsPerIncident,
            let text = IncidentValues.text(view, start, min(end, start + IngestLimits.incidentTextBytes))
        else { return }
        // Where the input ends, nobody knows how what was said goes on.
        let isOpen = end == view.count && settings.texts.thrown.isOpen(text)
        report.applicationInformation.append(IncidentText(isOpen ? text + "…" : text, at: place(start, end)))
    }

    private mutating func add(_ frame: IncidentFrame) {
        guard room > 0 else { return }
        if section == .lastBacktrace {
            guard report.lastExceptionBacktrace.count < IngestLimits.framesPerThread else { return }
            report.lastExceptionBacktrace.append(frame)
        } else if section == .rethrown {
            guard report.rethrownBacktrace.count < IngestLimits.framesPerThread else { return }
            report.rethrownBacktrace.append(frame)
        } else if let current, report.threads[current].frames.count < IngestLimits.framesPerThread {
            report.threads[current].frames.append(frame)
        }
        room -= 1
    }

    /// `(0x1e50ffef8 0x1e42cda40 …)`: a backtrace of which only addresses are known.
    private mutating func takeAddresses(_ start: Int, _ end: Int) {
        guard view[start] == 0x28 else { return }
        for word in view.string(start + 1, end).split(whereSeparator: { $0 == " " || $0 == ")" }) {
            guard report.lastExceptionBacktrace.count < IngestLimits.framesPerThread,
                let address = IncidentValues.unsigned(String(word))
            else { return }
            var frame = IncidentFrame()
            frame.address = address
            report.lastExceptionBacktrace.append(frame)
        }
    }

    @discardableResult private mutating func takeImage(_ start: Int, _ end: Int) -> Bool {
        if passesCalls {
            guard let base = CrashTextValues.imageBase(view, start, end) else { return false }
            hasImageLines = true
            if passedImages.count < IngestLimits.imagesPerIncident {
                passedImages.add(base.value, base.end..<max(base.end, end))
            } else {
                tellTooManyImages(start, end)
            }
            return true
        }
        guard let image = CrashTextValues.image(view, start, end) else { return false }
        hasImageLines = true
        if report.images.count < IngestLimits.imagesPerIncident {
            report.images.append(image)
        } else {
            tellTooManyImages(start, end)
        }
        return true
    }

    private mutating func tellTooManyImages(_ start: Int, _ end: Int) {
        guard problems.last?.code != .tooLarge else { return }
        problems.append((.tooLarge, place(start, end), IncidentProblem.tooManyImages))
    }

    func place(_ start: Int, _ end: Int) -> IncidentPlace { document.source.place(start..<max(start, end)) }
}
