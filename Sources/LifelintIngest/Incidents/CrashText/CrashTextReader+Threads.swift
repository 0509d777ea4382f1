// SPDX-License-Identifier: MIT

import LifelintModel

/// The heads of threads, and what their calls and the images say of each other.
extension CrashTextReader {
    /// `Thread 0 name:  Dispatch queue: …`, `Thread 0 Crashed:`, `Thread 0:: name  Dispatch queue: …`.
    ///
    /// False if the line is none of them.
    mutating func takeThreadHeader(_ start: Int, _ end: Int) -> Bool {
        let view = view
        guard start + 7 <= end, ByteSearch.first(7, of: view.word(at: start)) == CrashTextReader.threadWord else {
            return false
        }
        guard let (number, position) = CrashTextReader.threadNumber(view, start + 7, end),
            view[position] == 0x20 || view[position] == 0x3A
        else { return false }
        let (head, colon) = CrashTextHead.find(view, position, end)
        switch head {
        case .name:
            if let index = thread(number, start, end) { describe(index, colon + 1, end) }
            section = .labels
        case .calls(let mark):
            guard colon < end, let index = thread(number, start, end) else { return true }
            switch mark {
            case .crashed: triggered = triggered ?? number
            case .highlighted: highlighted = highlighted ?? number
            case nil: break
            }
            current = index
            section = .thread
            if view[colon + 1] == 0x3A { describe(index, colon + 2, end) }
        case .other:
            // The registers: `Thread 0 crashed with ARM Thread State (64-bit):`.
            section = .skipped
        }
        return true
    }

    /// The number of a thread, and where it ends; nil if there is none.
    private static func threadNumber(_ view: ByteView, _ start: Int, _ end: Int) -> (number: Int, end: Int)? {
        // Nearly all have one digit, or two.
        let (first, second) = (view[start] &- 0x30, view[start + 1] &- 0x30)
        if first < 10, start < end {
            if second >= 10 || start + 1 == end { return (Int(first), start + 1) }
            if start + 2 == end || !view[start + 2].isDigit { return (Int(first) &* 10 &+ Int(second), start + 2) }
        }
        var position = start
        while position < end, view[position].isDigit { position += 1 }
        guard let number = IncidentValues.unsigned(view, start, position) else { return nil }
        return Int(exactly: number).map { ($0, position) }
    }

    /// `Thread `, the first byte lowest.
    private static let threadWord: UInt64 = 0x20_6461_6572_6854

    /// The thread of that number; nil if there are too many.
    private mutating func thread(_ number: Int, _ start: Int, _ end: Int) -> Int? {
        if number <= highestThread,
            let index = CrashTextReader.place(of: number, among: report.threads, highestThread)
        {
            return index
        }
        guard report.threads.count < IngestLimits.threadsPerIncident else {
            if problems.last?.code != .tooLarge {
                problems.append((.tooLarge, place(start, end), IncidentProblem.tooManyThreads))
            }
            return nil
        }
        if report.threads.isEmpty { report.threads.reserveCapacity(CrashTextReader.usualThreads) }
        report.threads.append(CrashTextReader.unknownThread)
        report.threads[report.threads.count - 1].number = number
        highestThread = max(highestThread, number)
        return report.threads.count - 1
    }

    /// A thread of which nothing is known: a copy costs half of what a new one does.
    private static let unknownThread = IncidentThread(number: 0)

    /// What most reports have room for.
    static let usualThreads = 32

    /// The place of the thread of that number; nil if it was not met.
    ///
    /// Nearly all stand in the order of their numbers.
    private static func place(of number: Int, among threads: [IncidentThread], _ highest: Int) -> Int? {
        if number > highest { return nil }
        if threads[threads.count - 1].number == number { return threads.count - 1 }
        if number < threads.count, threads[number].number == number { return number }
        return threads.firstIndex { $0.number == number }
    }

    /// `com.apple.NSURLConnectionLoader`, `Dispatch queue: com.apple.main-thread`, or both.
    private mutating func describe(_ index: Int, _ start: Int, _ end: Int) {
        // Events tell neither what threads are called nor what they serve: the first is the main one.
        if passesCalls, report.threads[0].number == 0 { return }
        let first = CrashTextValues.skipGaps(view, start, end)
        var nameEnd = end
        if let queue = ByteSearch.find("Dispatch queue:", in: view, from: first, to: end) {
            nameEnd = queue
            report.threads[index].queue = IncidentValues.text(view, queue + 15, end)
        }
        if let name = IncidentValues.text(view, first, nameEnd) { report.threads[index].name = name }
    }

    /// What can be said only when all was read.
    mutating func finish() {
        if let number = triggered ?? highlighted,
            let index = CrashTextReader.place(of: number, among: report.threads, highestThread)
        {
            report.triggeredThread = index
            report.threads[index].isTriggered = true
        }
        takeCodeOfOldLayout()
        if report.termination == nil, let killer, let namespace = killer.namespace {
            var termination = IncidentTermination(at: killer.place)
            termination.namespace = namespace
            report.termination = termination
        }
        if !terminationLines.isEmpty {
            var termination = report.termination ?? IncidentTermination(at: document.place)
            settings.texts.termination.describe(terminationLines.joined(separator: "\n"), into: &termination)
            report.termination = termination
        }
        takeLinker()
        takeFindings()
        // Watchdogs of the oldest systems speak in the last words; what dies of a signal of its own may quote one.
        if !report.applicationInformation.isEmpty, report.termination?.watchdog == nil, !isToldByAnotherSignal {
            let words = report.applicationInformation.map(\.text).joined(separator: "\n")
            if let watchdog = settings.texts.watchdog.read(words) {
                let place = report.applicationInformation.first?.place ?? document.place
                var termination = report.termination ?? IncidentTermination(at: place)
                termination.watchdog = watchdog
                report.termination = termination
            }
        }
        if identifier != report.process.name { report.process.bundle = identifier }
        takeProcessOfWatchdog()
        takeProcessOfSender()
        readVersion()
        if passesCalls {
            readPassedCalls()
        } else {
            placeFrames()
            if let main = toldMain { report.noteLaunch(report.threads[main].frames, settings) }
        }
        tellWhatIsMissing()
    }

    private mutating func tellWhatIsMissing() {
        if hasImages, !isRunTogether || hasImageLines {
            // Somebody may have left out all threads but one.
            guard let triggered, report.triggeredThread == nil, !report.threads.isEmpty else { return }
            report.isPartial = true
            problems.append((.truncatedLine, document.place, IncidentProblem.noCrashedThread(triggered)))
            return
        }
        report.isPartial = true
        let end = document.range.upperBound
        if isRunTogether {
            problems.append((.truncatedLine, document.place, IncidentProblem.runTogether))
        } else if let glued = gluedLabel {
            problems.append((.truncatedLine, place(glued, glued), IncidentProblem.glued))
        } else {
            problems.append((.truncatedLine, place(end, end), IncidentProblem.truncated))
        }
    }

    /// Where the first label stands that does not begin its line, so that it was not read.
    private var gluedLabel: Int? {
        CrashTextLabel.telling.compactMap { label -> Int? in
            guard let found = label.find(in: view, from: document.range.lowerBound, to: document.range.upperBound),
                !joined.contains(found)
            else {
                return nil
            }
            var before = found
            while before > document.range.lowerBound, CrashTextValues.isGap(view[before - 1]) { before -= 1 }
            return before > document.range.lowerBound && view[before - 1] != 0x0A && view[before - 1] != 0x0D
                ? found : nil
        }.min()
    }

    /// What KSCrash found beside what the kernel told: as in its other reports, that is said of the exception where
    /// there is one.
    private mutating func takeFindings() {
        if isDeadlocked {
            report.exception?.endByDeadlock()
            report.isHungAtEnd = true
        }
        if !stateLines.isEmpty { report.appState = report.appState ?? KSCrashState.state(stateLines) }
        if let guess = report.guess, report.exception?.signal != nil {
            if report.exception?.message == nil { report.exception?.message = guess.text }
            report.guess = nil
        }
    }

    /// Whether the report says that a signal ended the process which no watchdog sends.
    private var isToldByAnotherSignal: Bool {
        if let namespace = report.termination?.namespace { return TerminationNamespace.isSignal(namespace) }
        return report.exception?.signalNumber.map { $0 != 9 } ?? false
    }

    /// Where the line is missing that tells whose report it is, a watchdog may.
    private mutating func takeProcessOfWatchdog() {
        guard report.process.bundle == nil, let termination = report.termination, termination.watchdog != nil else {
            return
        }
        let texts = [termination.explanation].compactMap { $0 } + report.applicationInformation.map(\.text)
        guard let process = texts.lazy.compactMap(settings.texts.watchdog.process).first else { return }
        // Of another process than the one whose name stands there it says nothing.
        if report.process.name != nil, identifier != nil || process.pid == nil || process.pid != report.process.pid {
            return
        }
        report.process.bundle = process.bundle
        report.process.pid = report.process.pid ?? process.pid
    }

    /// Where the line is missing that names the process, who ended it may be that itself: then code of an app is called
    /// so.
    ///
    /// The kernel cuts names, files have them whole.
    private mutating func takeProcessOfSender() {
        guard report.process.name == nil, fallbackName == nil, let termination = report.termination,
            let sender = termination.byProcess, let pid = termination.byPID,
            let file = passesCalls ? passedImages.app(called: sender, view) : appImage(called: sender)
        else { return }
        report.process.name = file
        report.process.pid = report.process.pid ?? pid
        // Apps and what they start share a coalition, which is called as the app is.
        guard report.process.bundle == nil, let coalition = report.process.coalition,
            let name = IncidentValues.named(coalition).name, name.contains("."), !name.hasPrefix("com.apple."),
            ByteSearch.find(".appex/", in: view, from: document.range.lowerBound, to: document.range.upperBound) == nil
        else { return }
        report.process.bundle = name
    }

    private func appImage(called sender: String) -> String? {
        report.images.lazy.filter { $0.isOfApp }.compactMap(\.name).first {
            CrashTextImageLines.isCalled($0, by: sender)
        }
    }

    /// Up to iOS 9 no termination names the linker, and it ends the process by a trap, or aborts, itself.
    private mutating func takeLinker() {
        guard let linkerWords, report.applicationInformation.indices.contains(linkerWords),
            report.termination?.namespace == nil, report.termination?.code == nil,
            ["SIGTRAP", "SIGABRT"].contains(report.exception?.signal)
        else { return }
        var termination =
            report.termination ?? IncidentTermination(at: report.applicationInformation[linkerWords].place)
        termination.namespace = CrashTextReader.linker
        report.termination = termination
    }

    /// Up to iOS 9 a kill has a number where the exception is named, and its code where the codes of that stand.
    private mutating func takeCodeOfOldLayout() {
        guard var exception = report.exception, exception.type == CrashTextReader.killType else { return }
        if let code = exception.codes.first, report.termination?.code == nil {
            var termination = report.termination ?? IncidentTermination(at: exception.place)
            termination.code = code
            termination.codeText = "0x" + String(code, radix: 16)
            report.termination = termination
            exception.codes = []
            // iOS 9 wrote of its own kills that they are simulated: nothing had crashed, and the process ended all the
            // same.
            if settings.words?.isOfKill(code) == true { report.endsNothing = nil }
        }
        exception.type = nil
        report.exception = exception == IncidentException(at: exception.place) ? nil : exception
    }

    /// `1.0 (34)`: the version for people and the build; by the system up to iOS 14, and by KSCrash, the other way
    /// round.
    private mutating func readVersion() {
        guard let version else { return }
        let (first, second) = IncidentValues.system(version)
        let isOfSystem = report.format != PLCrashTextParser.name
        let isSwapped =
            second != nil && (isOfKSCrash || isOfSystem && IncidentValues.writesBuildFirst(report.device.system))
        report.process.version = isSwapped ? second : first
        report.process.build = isSwapped ? first : second
    }

    /// Gives calls their images, by their addresses.
    private mutating func placeFrames() {
        let order = CrashTextImages(report.images)
        for thread in report.threads.indices {
            for frame in report.threads[thread].frames.indices {
                order.place(&report.threads[thread].frames[frame])
            }
        }
        for frame in report.lastExceptionBacktrace.indices { order.place(&report.lastExceptionBacktrace[frame]) }
        for frame in report.rethrownBacktrace.indices { order.place(&report.rethrownBacktrace[frame]) }
    }
}
