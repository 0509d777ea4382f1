// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the text of one crash that Crashlytics lets people download from its pages: lines behind `#` that say whose it
/// is, then the calls of what was thrown and of the threads.
struct CrashlyticsText {
    private let document: IncidentDocument
    private let settings: IncidentSettings
    private var report: IncidentReport
    private var platform: String?
    private var system: String?
    /// Whether numbers of calls say how far into their images they are.
    private var tellsOffsets = false
    private var room = IngestLimits.framesPerIncident
    /// Where calls belong.
    private var section = Section.none

    private enum Section: Equatable { case none, thrown, thread(Int) }

    /// Whether a text says in its first lines that it is one, of an app of Apple's systems.
    static func isCrash(_ document: IncidentDocument) -> Bool {
        document.source.bytes.withView { view in
            guard view[document.range.lowerBound] == 0x23 else { return false }
            var lines = LabelledLines(view, document.range)
            var seen = 0
            var labels: Set<String> = []
            // What the page writes above what is downloaded; people leave labels out of what they post.
            var isTitled = false
            while seen < mostLines, let line = lines.next(), view[line.range.lowerBound] == 0x23 {
                seen += 1
                isTitled =
                    isTitled || view.starts("# Crashlytics - ", at: line.range.lowerBound, to: line.range.upperBound)
                // A label counts whatever stands behind it: a version may not be available.
                guard line.label.count > 2 else { continue }
                let label = label(view, line)
                if label == "Platform", let value = IncidentValues.text(line.text(in: view)),
                    !platforms.contains(value.lowercased())
                {
                    return false
                }
                labels.insert(label)
            }
            if isTitled, labels.isSuperset(of: ["Platform", "Date"]) { return true }
            return labels.isSuperset(of: ["Platform", "Version", "Date"]) && !labels.isDisjoint(with: sessions)
        }
    }

    private static let platforms = ["ios", "apple", "tvos", "ipados", "macos", "watchos", "visionos"]
    /// Labels behind which it names itself.
    private static let sessions: Set<String> = ["Session ID", "Session"]
    private static let mostLines = 24

    /// `# Label: value`.
    private static func field(_ view: ByteView, _ line: LabelledLine) -> (label: String, value: String)? {
        guard line.label.count > 2, let value = IncidentValues.text(line.text(in: view)) else { return nil }
        return (label(view, line), value)
    }

    private static func label(_ view: ByteView, _ line: LabelledLine) -> String {
        IncidentValues.trim(view.string(line.label.lowerBound + 1, line.label.upperBound))
    }

    static func read(
        _ document: IncidentDocument, format: String, _ settings: IncidentSettings, into readout: inout IncidentReadout
    ) {
        var text = CrashlyticsText(document, format, settings)
        document.source.bytes.withView { view in
            var lines = LabelledLines(view, document.range)
            while let line = lines.next() { text.read(line, view, into: &readout) }
        }
        text.finish()
        readout.reports.append(text.report)
    }

    private init(_ document: IncidentDocument, _ format: String, _ settings: IncidentSettings) {
        self.document = document
        self.settings = settings
        report = IncidentReport(kind: .crash, format: format, place: document.place)
    }

    private mutating func read(_ line: LabelledLine, _ view: ByteView, into readout: inout IncidentReadout) {
        let range = line.range
        guard !line.isBlank else { return }
        if view[range.lowerBound] == 0x23, view[range.lowerBound + 1] == 0x20 {
            readHead(line, view, into: &readout)
        } else if view[range.lowerBound].isDigit {
            if let frame = CrashTextValues.frame(view, range.lowerBound, range.upperBound) { add(frame) }
        } else {
            readWords(IncidentValues.trim(view.string(range.lowerBound, range.upperBound)), line)
        }
    }

    // MARK: Whose it is

    private mutating func readHead(_ line: LabelledLine, _ view: ByteView, into readout: inout IncidentReadout) {
        let words = view.string(line.range.lowerBound, line.range.upperBound)
        if words.hasPrefix("# Crashlytics - Stack trace") { tellsOffsets = true }
        guard let (label, value) = CrashlyticsText.field(view, line) else { return }
        switch label {
        case "Application":
            // Newer ones write the bundle id there, older ones the name that people see.
            let isBundle = value.contains(".") && !value.contains(" ")
            if isBundle { report.process.bundle = report.process.bundle ?? value } else { report.process.name = value }
        case "Bundle Identifier": report.process.bundle = value
        case "Version": (report.process.version, report.process.build) = IncidentValues.system(value)
        case "Platform": platform = value
        case "OS Version": (system, report.device.systemBuild) = IncidentValues.system(value)
        case "Device": report.device.model = value
        case "Session ID", "Session": report.incident = value
        case "Date":
            let place = document.source.place(line.value)
            report.captured =
                IncidentValues.time(view, line.value, at: place, settings) ?? spelledTime(value, at: place)
            if report.captured == nil { readout.report(.badTime, at: place, IncidentProblem.badTime(label)) }
        default: break
        }
    }

    /// A date as browsers write it: `Tue Mar 12 2024 10:21:44 GMT+0100 (…)`.
    private func spelledTime(_ text: String, at place: IncidentPlace) -> IncidentTime? {
        let words = text.split(separator: " ")
        guard words.count >= 6, let month = CrashlyticsText.months.firstIndex(of: String(words[1])),
            words[5].hasPrefix("GMT")
        else { return nil }
        let number = month + 1
        let day = (words[2].count == 1 ? "0" : "") + words[2]
        let zone = words[5].dropFirst(3)
        let spelled =
            "\(words[3])-\(number < 10 ? "0" : "")\(number)-\(day) \(words[4]) \(zone.isEmpty ? "+0000" : String(zone))"
        return spelled.withView { IncidentValues.time($0, 0..<$0.count, at: place, settings) }
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    // MARK: What happened

    /// A line that is no call: it says what was thrown, or which thread follows.
    private mutating func readWords(_ text: String, _ line: LabelledLine) {
        let place = document.source.place(line.range)
        // `#19. ` in front says how many threads stand before it.
        var words = text[...]
        var number: Int?
        if text.hasPrefix("#"), let dot = text.firstIndex(of: "."),
            let told = Int(text[text.index(after: text.startIndex)..<dot])
        {
            number = told
            words = text[text.index(after: dot)...].drop { $0 == " " }
        }
        let phrases = settings.phrases
        if let thrown = phrases.rest(of: words, behind: .crashlyticsThrown) {
            readThrown(thrown, at: place)
            if let name = report.exception?.name, phrases.isOne(name, of: .crashlyticsHandedOver) {
                noteGoingOn(at: place)
            }
        } else if let recorded = phrases.rest(of: words, behind: .crashlyticsRecorded) {
            readThrown(recorded, at: place)
            noteGoingOn(at: place)
        } else if words.hasPrefix("EXC_") {
            readException(words, at: place)
        } else if let crashed = phrases.rest(of: words, behind: .crashlyticsCrashed) {
            beginThread(number, String(crashed), isCrashed: true)
        } else if section == .thrown, report.lastExceptionBacktrace.isEmpty, report.exception?.reason == nil {
            report.exception?.reason = IncidentValues.text(String(words))
        } else if words != "--" {
            beginThread(number, String(words), isCrashed: false)
        }
    }

    /// The process went on.
    private mutating func noteGoingOn(at place: IncidentPlace) {
        report.kind = .fault
        report.endsNothing = IncidentText("An error that the app recorded and went on from.", at: place)
    }

    /// `NSRangeException`, with what it said behind a colon or on the next line.
    private mutating func readThrown(_ words: Substring, at place: IncidentPlace) {
        section = .thrown
        guard report.exception?.name == nil else { return }
        var exception = report.exception ?? IncidentException(at: place)
        let colon = words.firstRange(ofASCII: Array(": ".utf8))
        exception.name = IncidentValues.text(String(words[..<(colon?.lowerBound ?? words.endIndex)]))
        exception.reason = colon.flatMap { IncidentValues.text(String(words[$0.upperBound...])) }
        report.exception = exception
    }

    /// What the kernel threw: `EXC_BAD_ACCESS KERN_INVALID_ADDRESS 0x0000000000000010`.
    private mutating func readException(_ words: Substring, at place: IncidentPlace) {
        var exception = report.exception ?? IncidentException(at: place)
        let parts = words.split(separator: " ", maxSplits: 1)
        exception.type = parts.first.map { String($0.prefix { $0 != ":" }) }
        exception.subtype = parts.count > 1 ? String(parts[1]) : nil
        report.exception = exception
    }

    private mutating func beginThread(_ number: Int?, _ name: String, isCrashed: Bool) {
        section = .none
        guard report.threads.count < IngestLimits.threadsPerIncident else { return }
        var thread = IncidentThread(number: number ?? report.threads.count)
        thread.isNumbered = number != nil
        thread.name = IncidentValues.text(name)
        if name.hasPrefix(MainQueue.name) { thread.queue = MainQueue.name }
        if isCrashed, report.triggeredThread == nil {
            thread.isTriggered = true
            report.triggeredThread = report.threads.count
        }
        section = .thread(report.threads.count)
        report.threads.append(thread)
    }

    private mutating func add(_ call: IncidentFrame) {
        guard room > 0 else { return }
        var frame = call
        if frame.symbol == "(Missing)" || frame.symbol == "(null)" { frame.symbol = nil }
        if tellsOffsets {
            frame.imageOffset = frame.address
            frame.address = nil
        }
        switch section {
        case .thrown where report.lastExceptionBacktrace.count < IngestLimits.framesPerThread:
            report.lastExceptionBacktrace.append(frame)
        case .thread(let index) where report.threads[index].frames.count < IngestLimits.framesPerThread:
            report.threads[index].frames.append(frame)
        default: return
        }
        room -= 1
    }

    // MARK: Whose the calls are

    private mutating func finish() {
        if let system {
            let name = platform.map { ["ios": "iOS", "apple": ""][$0.lowercased()] ?? $0 } ?? ""
            report.device.system = name.isEmpty ? system : "\(name) \(system)"
        }
        let (own, phrases) = (ownImages, settings.phrases)
        for index in report.lastExceptionBacktrace.indices {
            tell(&report.lastExceptionBacktrace[index], own, phrases)
        }
        for thread in report.threads.indices {
            for index in report.threads[thread].frames.indices {
                tell(&report.threads[thread].frames[index], own, phrases)
            }
        }
        noteUncaught()
        disownRecorder()
    }

    /// What was thrown belongs to no thread of the page: the one that is told to have crashed is the recorder's own.
    private mutating func disownRecorder() {
        guard !report.lastExceptionBacktrace.isEmpty, let place = report.triggeredThread,
            report.threads[place].name.map({ settings.phrases.begins($0, with: .crashlyticsRecorder) }) == true
        else { return }
        report.threads[place].isTriggered = false
        report.triggeredThread = nil
    }

    /// What was thrown stands above, and is left out of what people post: the calls of the thread that crashed show
    /// that nobody caught it, or that it is where the recorder writes down such an exception.
    private mutating func noteUncaught() {
        guard report.endsNothing == nil, report.exception == nil,
            let thread = report.threads.first(where: \.isTriggered)
        else { return }
        let frames = thread.frames
        if let name = thread.name, settings.phrases.begins(name, with: .crashlyticsExceptionThread) {
            report.tellingCall = IncidentTellingCall(.uncaught, symbol: name)
            return
        }
        let telling = settings.texts.telling
        let call =
            frames.first { $0.symbol.map(telling.isOfRecorder) ?? false }
            ?? frames.prefix(CrashlyticsText.throwerDepth).first { telling.isThrower($0) }
        report.tellingCall = call?.symbol.map { IncidentTellingCall(.uncaught, symbol: $0) }
    }

    /// How many calls of what makes an exception stand above the one that throws it.
    private static let throwerDepth = 3

    /// What the app's own code is called: like the app, like the end of its bundle id, or whatever `main` is in.
    private var ownImages: Set<String> {
        var names: Set<String> = []
        if let name = report.process.name { names.insert(name) }
        let frames = report.threads.flatMap(\.frames) + report.lastExceptionBacktrace
        let last = report.process.bundle?.split(separator: ".").last?.lowercased()
        for frame in frames {
            guard let image = frame.image else { continue }
            if frame.symbol == "main" || image.lowercased() == last { names.insert(image) }
        }
        return names
    }

    private func tell(_ frame: inout IncidentFrame, _ own: Set<String>, _ phrases: PhraseTexts) {
        let name = frame.symbol?.drop { $0 == "_" }
        let isRecorder = name.map { phrases.begins($0, with: .crashlyticsOwnCall) } ?? false
        frame.isOfApp = frame.image.map(own.contains) == true && !isRecorder
    }
}
