// SPDX-License-Identifier: MIT

import LifelintModel

/// Tells the functions in which the system ends a process, and whose names say what for.
///
/// Why no structure: it is asked for every call, and a copy would count references to all its words.
final class TellingCalls: Sendable {
    /// How deep such a call stands under what it calls to end the process.
    private static let depth = 16
    /// How near the call that throws stands to the end of a process that it brings about.
    private static let throwerDepth = 3
    /// How many calls in a row the runtime of C++ has, at least, where it ends a process.
    private static let terminateCalls = 2

    private struct Word: Sendable {
        var text: SoughtText
        var meaning: IncidentTellingCall.Meaning
        /// Whether it says so in code of the loader only: others have calls of that name, too.
        var isOfLoader = false
        /// Whether it says so only where what throws has called it.
        var needsThrower = false
    }

    private let words: [Word]
    private let soughtWords: SoughtTexts
    /// What throws.
    private let throwers: [SoughtText]
    /// What ends a process for an exception that was thrown before.
    private let catcher: SoughtText
    /// What ends a process for an exception that nobody caught.
    private let terminate: SoughtText
    /// The first letters of the runtime of C++.
    private let runtime: String
    private let soughtRuntime: SoughtText
    /// What the kernel puts between a handler of signals and what a signal has interrupted.
    private let signalFrame: String
    private let soughtSignalFrame: SoughtText
    /// What shows in a text that some calls may be of handlers: in a process that gave up, and in one that did not.
    private let soughtHandlers, soughtFailedHandlers: SoughtTexts
    /// The name of the loader.
    private let loader: String
    /// What fails of itself for anything that was asserted: what for, its name does not say.
    private let assertions: [SoughtText]
    /// What Swift's compiler puts in front of why it trapped.
    private let failure: String
    /// Swift's check of where an actor's code runs, which is compiled into whoever runs it.
    private let executorCheck: String
    /// What stands for any of the functions that the linker made one, in front of the number of a part that many have
    /// in common, and in front of that of one whose name was taken away.
    private let folded, outlined, hidden: String
    /// What an app begins in.
    let beginnings: AppBeginnings
    /// Calls that crash recorders have put between those who end a process.
    private let recorders: [SoughtText]
    /// Calls of crash recorders in which they write down any crash.
    private let recording: [SoughtText]
    /// The call by which an app has a recorder write down what is no crash.
    private let recordRequest: SoughtText
    /// How the calls of React Native begin in which it throws again what a script threw, and in which it calls what a
    /// script asked for; and what stands in them where names are those of templates.
    private let scriptBeginnings: [String]
    private let scriptInvoke: SoughtText
    /// The innermost call of a thread that waits for something to do, and the run loop's around it.
    private let wait, runLoop: String

    init(_ words: TerminationWords) {
        let keys: [(TerminationWords.Key, IncidentTellingCall.Meaning)] = [
            (.callSceneMandate, .sceneMandate), (.callUncaught, .uncaught), (.callPrivacy, .privacy),
            (.callUnreportedCall, .unreportedCall), (.callSwiftFailure, .assertion), (.callSwiftAssertion, .assertion),
            (.callAssertion, .assertion), (.callQueueAssertion, .assertion), (.callSwiftFatal, .assertion),
            (.callConcurrencyFatal, .assertion), (.callUnownedFailure, .assertion), (.callCastFailure, .assertion),
            (.callTerminate, .uncaught),
            (.callLoaderFailure, .loader), (.callLoaderAbort, .loader),
        ]
        self.words = keys.map { key, meaning in
            Word(
                text: SoughtText(words[key]), meaning: meaning, isOfLoader: key == .callLoaderAbort,
                needsThrower: key == .callTerminate)
        }
        soughtWords = SoughtTexts(self.words.map(\.text))
        let throwers: [TerminationWords.Key] = [
            .callFailedThrow, .callCxxThrow, .callCxxRethrow, .callObjectThrow, .callObjectRethrow,
        ]
        catcher = SoughtText(words[.callObjectTerminate])
        self.throwers = throwers.map { SoughtText(words[$0]) }
        terminate = SoughtText(words[.callTerminate])
        runtime = words[.callCxxRuntime]
        soughtRuntime = SoughtText(runtime)
        signalFrame = words[.callSignalFrame]
        soughtSignalFrame = SoughtText(signalFrame)
        loader = words[.callLoader]
        assertions = [.callSwiftAssertion, .callAssertion].map { SoughtText(words[$0]) }
        failure = words[.callSwiftFailure]
        executorCheck = words[.callExecutorCheck]
        folded = words[.symbolFolded]
        outlined = words[.symbolOutlined]
        hidden = words[.symbolHidden]
        beginnings = AppBeginnings(words)
        recorders = [.callRecorderTerminate, .callRecorderExceptionTerminate].map { SoughtText(words[$0]) }
        recording = recorders + [.callRecorderHandler, .callRecorderCrash].map { SoughtText(words[$0]) }
        recordRequest = SoughtText(words[.callRecorderRequest])
        soughtHandlers = SoughtTexts([soughtSignalFrame, terminate, soughtRuntime])
        soughtFailedHandlers = SoughtTexts([terminate] + recording)
        let scripts: [TerminationWords.Key] = [
            .callScriptFatal, .callScriptReport, .callScriptModule, .callScriptMethod,
        ]
        scriptBeginnings = scripts.map { words[$0] }.filter { !$0.isEmpty }
        scriptInvoke = SoughtText(words[.callScriptInvoke])
        wait = words[.callMessageWait]
        runLoop = words[.callRunLoopPort]
    }

    /// Whether a thread waits in its run loop for something to do.
    func waitsForWork(_ frames: [IncidentFrame]) -> Bool {
        guard !wait.isEmpty, frames.first?.symbol?.hasPrefix(wait) == true else { return false }
        return frames.prefix(IncidentReport.waitingFrames).contains { $0.symbol == runLoop }
    }

    /// Whether calls of which the outer ones are missing may be those of a thread that waits so.
    func mayWaitForWork(_ frames: [IncidentFrame]) -> Bool {
        guard let symbol = frames.first?.symbol else { return true }
        return !wait.isEmpty && symbol.hasPrefix(wait)
    }

    /// Whether a process may have ended in such a call: for a bad access it had no choice.
    static func mayTell(_ exception: IncidentException?) -> Bool { exception?.type != "EXC_BAD_ACCESS" }

    /// Whether a process may have given up in a handler of what had befallen it: of a bad access, too.
    ///
    /// One that touched in a handler what it may not did that itself: only of a handler of crashes it is known that it
    /// had crashed before.
    static func gaveUp(_ exception: IncidentException?) -> Bool {
        if mayTell(exception) { return true }
        return exception?.signalNumber ?? SystemNumbers.signalNumber(exception?.signal) == 6
    }

    /// Says of a call that may be the app's that it is not where nobody wrote it there: the compiler made it up, a
    /// recorder has it called at the end, or it is of what runs scripts; and of one that nobody can name that it has no
    /// name.
    func disown(_ frame: inout IncidentFrame) {
        guard frame.isOfApp != false, let symbol = frame.symbol else { return }
        func begins(with word: String) -> Bool { !word.isEmpty && symbol.hasPrefix(word) }
        if begins(with: folded) || begins(with: outlined) {
            // It may be any of many functions, from anywhere in the app.
            frame.symbol = nil
            frame.isOfApp = false
        } else if begins(with: hidden) {
            frame.symbol = nil
            if frame.imageOffset == nil { frame.isOfApp = false }
        } else if begins(with: failure) || begins(with: executorCheck) || isOfRecorder(symbol) {
            frame.isOfApp = false
        } else if isOfScripts(symbol) {
            frame.isOfApp = false
            frame.isCarried = true
        }
    }

    /// Whether what runs scripts has called it, or has it called for one.
    private func isOfScripts(_ symbol: String) -> Bool {
        scriptBeginnings.contains { symbol.hasPrefix($0) } || TextSearch.holds(scriptInvoke, symbol)
    }

    /// Whether a crash recorder has it called where nobody caught an exception.
    func isOfRecorder(_ symbol: String) -> Bool { recorders.contains { TextSearch.holds($0, symbol) } }

    /// Whether some of a thread's calls, in a text, may have run for what had ended the process before.
    func mayHoldHandlers(of exception: IncidentException?, in view: ByteView, _ range: Range<Int>) -> Bool {
        let sought = TellingCalls.gaveUp(exception) ? soughtHandlers : soughtFailedHandlers
        return sought.stand(in: view, from: range.lowerBound, to: range.upperBound)
    }

    /// The same of calls in JSON, where those that have no names tell their image by its number alone.
    func mayHoldHandlers(of exception: IncidentException?, inJSON view: ByteView, _ range: Range<Int>) -> Bool {
        let (start, end) = (range.lowerBound, range.upperBound)
        guard TellingCalls.gaveUp(exception) else { return soughtFailedHandlers.stand(in: view, from: start, to: end) }
        return soughtSignalFrame.find(in: view, from: start, to: end) != nil
            || terminate.find(in: view, from: start, to: end) != nil
            || ByteSearch.find("\"symbol\"", in: view, from: start, to: end) == nil
    }

    /// How many of the innermost calls stand above a signal that came, or above what was thrown.
    fileprivate func handlers(in frames: [IncidentFrame]) -> Int {
        var count = 0
        if !signalFrame.isEmpty, let place = frames.lastIndex(where: { $0.symbol == signalFrame }) { count = place + 1 }
        let inner = frames.indices.dropFirst(count).prefix(TellingCalls.depth)
        return thrown(frames, inner) ?? max(count, namelessHandlers(in: frames, inner))
    }

    /// The same of a process that touched what it may not: where a recorder was writing down a crash, or nobody had
    /// caught what was thrown.
    fileprivate func failedHandlers(in frames: [IncidentFrame]) -> Int {
        let recorder = frames.lastIndex { frame in
            frame.symbol.map { symbol in recording.contains { TextSearch.holds($0, symbol) } } ?? false
        }
        let count = recorder.map { isAskedFor(in: frames, at: $0) ? 0 : $0 + 1 } ?? 0
        let isSignalled = frames[count...].prefix(TellingCalls.throwerDepth).contains { $0.symbol == signalFrame }
        if count > 0, !signalFrame.isEmpty, isSignalled { return handlers(in: frames) }
        return thrown(frames, frames.indices.dropFirst(count).prefix(TellingCalls.depth)) ?? count
    }

    /// Whether the app itself asked a recorder to write down what is no crash.
    private func isAskedFor(in frames: [IncidentFrame], at recorder: Int) -> Bool {
        frames[(recorder + 1)...].prefix(TellingCalls.throwerDepth).contains { frame in
            frame.symbol.map { TextSearch.holds(recordRequest, $0) } ?? false
        }
    }

    /// How many calls stand above what was thrown, and nobody caught; nil where none of these shows that.
    private func thrown(_ frames: [IncidentFrame], _ inner: Range<Int>) -> Int? {
        guard
            let end = inner.first(where: { frames[$0].symbol.map { TextSearch.holds(terminate, $0) } ?? false }),
            var last = frames.indices[(end + 1)...].prefix(TellingCalls.throwerDepth).last(where: {
                bringsAbout(frames[$0])
            })
        else { return nil }
        while last + 1 < frames.count, bringsAbout(frames[last + 1]) { last += 1 }
        return last + 1
    }

    /// How many of the innermost calls stand above what was thrown where none has a name that shows that.
    fileprivate func namelessHandlers(in frames: [IncidentFrame]) -> Int {
        namelessHandlers(in: frames, frames.indices.prefix(TellingCalls.depth))
    }

    /// The same where the runtime's calls have no names: it calls the app back for little but what it ends the process
    /// for.
    private func namelessHandlers(in frames: [IncidentFrame], _ inner: Range<Int>) -> Int {
        func isNameless(_ place: Int) -> Bool {
            guard frames[place].symbol == nil, !runtime.isEmpty, let image = frames[place].image else { return false }
            return image.utf8.starts(with: runtime.utf8)
        }
        let last = inner.dropFirst(TellingCalls.terminateCalls - 1).last { place in
            (place - TellingCalls.terminateCalls + 1...place).allSatisfy(isNameless)
        }
        return last.map { $0 + 1 } ?? 0
    }

    /// What the name of a call says in words, if it does.
    func sentence(of symbol: String) -> String? {
        guard !failure.isEmpty, symbol.hasPrefix(failure) else { return nil }
        return IncidentValues.text(String(symbol.dropFirst(failure.count)))
    }

    /// Whether a call fails for anything that was asserted, and its name does not say for what.
    func namesNoReason(_ symbol: String) -> Bool { assertions.contains { TextSearch.holds($0, symbol) } }

    /// What calls say that a process ended in; nil if none of them says it.
    ///
    /// The innermost tells, but for that nobody caught an exception: which one, those further out may say.
    func call(in frames: [IncidentFrame]) -> IncidentTellingCall? {
        var uncaught: IncidentTellingCall?
        for (place, frame) in frames.prefix(TellingCalls.depth).enumerated() {
            guard let symbol = frame.symbol, let word = words.first(where: { TextSearch.holds($0.text, symbol) }),
                !word.isOfLoader || isOfLoader(frame),
                !word.needsThrower
                    || frames[(place + 1)...].prefix(TellingCalls.throwerDepth).contains(where: { bringsAbout($0) })
            else { continue }
            let call = IncidentTellingCall(word.meaning, symbol: symbol)
            if word.meaning != .uncaught { return call }
            uncaught = uncaught ?? call
        }
        return uncaught
    }

    private func isOfLoader(_ frame: IncidentFrame) -> Bool {
        !loader.isEmpty && frame.image?.hasPrefix(loader) == true
    }

    /// Whether a call throws, or ends a process for what was thrown.
    private func bringsAbout(_ frame: IncidentFrame) -> Bool {
        isThrower(frame) || frame.symbol.map { TextSearch.holds(catcher, $0) } ?? false
    }

    /// Whether what throws is called.
    func isThrower(_ frame: IncidentFrame) -> Bool {
        frame.symbol.map { symbol in throwers.contains { TextSearch.holds($0, symbol) } } ?? false
    }

    /// The same of calls as they stand in a report, in ranges that follow each other, each call with that byte at its
    /// end.
    ///
    /// - Parameter frame: gives the call around a place.
    func call(
        in view: ByteView, _ ranges: some Sequence<Range<Int>>, each end: UInt8, frame: (Int) -> IncidentFrame?
    ) -> IncidentTellingCall? {
        var missing = TellingCalls.depth
        var all: Range<Int>?
        for range in ranges where missing > 0 {
            var start = range.lowerBound
            while start < range.upperBound, missing > 0 {
                start = (view.firstIndex(of: end, from: start, to: range.upperBound) ?? range.upperBound) + 1
                missing -= 1
            }
            let first = all?.lowerBound ?? range.lowerBound
            all = first..<max(min(start, range.upperBound), first)
        }
        guard let all else { return nil }
        var found: (place: Int, word: Word)?
        for (word, place) in firstPlaces(in: view, all) {
            if word.needsThrower, !hasThrower(in: view, place..<all.upperBound, each: end) { continue }
            if word.isOfLoader, frame(place).map(isOfLoader) != true { continue }
            if let other = found {
                let isUncaught = word.meaning == .uncaught
                let isInner = (other.word.meaning == .uncaught) == isUncaught && place < other.place
                guard isInner || other.word.meaning == .uncaught && !isUncaught else { continue }
            }
            found = (place, word)
        }
        return found.flatMap { found in
            frame(found.place)?.symbol.map { IncidentTellingCall(found.word.meaning, symbol: $0) }
        }
    }

    /// The words that stand in a range, each with where it does first, in the order in which they are asked for.
    private func firstPlaces(in view: ByteView, _ range: Range<Int>) -> [(word: Word, place: Int)] {
        var places: [(word: Int, place: Int)] = []
        soughtWords.forEach(in: view, from: range.lowerBound, to: range.upperBound) { word, place in
            if !places.contains(where: { $0.word == word }) { places.append((word, place)) }
            return true
        }
        return places.isEmpty ? [] : places.sorted { $0.word < $1.word }.map { (words[$0.word], $0.place) }
    }

    /// Whether what throws has called the call around the beginning of a range.
    private func hasThrower(in view: ByteView, _ range: Range<Int>, each end: UInt8) -> Bool {
        guard let start = view.firstIndex(of: end, from: range.lowerBound, to: range.upperBound) else { return false }
        var stop = start
        for _ in 0..<TellingCalls.throwerDepth where stop < range.upperBound {
            stop = view.firstIndex(of: end, from: stop + 1, to: range.upperBound) ?? range.upperBound
        }
        return (throwers + [catcher]).contains { $0.find(in: view, from: start, to: stop) != nil }
    }

    /// The same of calls in JSON, where their names are strings.
    ///
    /// - Parameter image: gives the name of the image of that number.
    func call(inJSON view: ByteView, _ range: Range<Int>, image: (Int) -> String?) -> IncidentTellingCall? {
        call(in: view, [range], each: 0x7D) { place in
            var open = place
            while open > range.lowerBound, view[open - 1] != 0x22 { open -= 1 }
            guard let close = view.firstIndex(of: 0x22, from: place, to: range.upperBound) else { return nil }
            var frame = IncidentFrame()
            frame.symbol = view.string(open, close)
            var start = open
            while start > range.lowerBound, view[start] != 0x7B { start -= 1 }
            let end = view.firstIndex(of: 0x7D, from: close, to: range.upperBound) ?? range.upperBound
            if let key = ByteSearch.find("\"imageIndex\"", in: view, from: start, to: end) {
                var digit = key + 12
                while digit < end, !view[digit].isDigit { digit += 1 }
                let number = DecimalNumber.prefix(view, digit, end)?.number.integer
                frame.image = number.flatMap { Int(exactly: $0) }.flatMap(image)
            }
            return frame
        }
    }
}

extension IncidentReport {
    /// Notes what the names of its innermost calls say, where it is not known.
    mutating func noteTellingCall(_ calls: TellingCalls) {
        let triggered = triggeredThread ?? threads.firstIndex(where: \.isMain)
        let thread = triggered.flatMap { threads.indices.contains($0) ? $0 : nil }
        IncidentReport.noteMade(&lastExceptionBacktrace, calls)
        IncidentReport.noteMade(&rethrownBacktrace, calls)
        if let thread, !hasNoNamedHandlers { IncidentReport.noteMade(&threads[thread].frames, calls) }
        if let thread { disownHandlers(of: thread, calls) }
        // Of nearly all calls it is known: to ask for the rest costs a copy of the report.
        let ofThrown = calls.beginnings.places(in: lastExceptionBacktrace) { $0.isOfApp ?? isOwn($0) }
        let ofRethrown = calls.beginnings.places(in: rethrownBacktrace) { $0.isOfApp ?? isOwn($0) }
        for place in ofThrown { lastExceptionBacktrace[place].isBeginning = true }
        for place in ofRethrown { rethrownBacktrace[place].isBeginning = true }
        if let thread {
            let ofThread = calls.beginnings.places(in: threads[thread].frames) { $0.isOfApp ?? isOwn($0) }
            for place in ofThread { threads[thread].frames[place].isBeginning = true }
        }
        guard tellingCall == nil, !hasSoughtCalls, TellingCalls.mayTell(exception) else { return }
        tellingCall = calls.call(in: lastExceptionBacktrace) ?? thread.flatMap { calls.call(in: threads[$0].frames) }
    }

    /// Says of the calls of a thread that ran for what had ended the process before that they are not the app's:
    /// handlers of signals, and of exceptions that nobody caught, whoever wrote them.
    ///
    /// Where it is known that the calls are of a handler, and not where that began, they are nobody's.
    mutating func disownHandlers(of thread: Int, _ calls: TellingCalls) {
        let frames = threads[thread].frames
        let gaveUp = TellingCalls.gaveUp(exception)
        var count =
            hasNoNamedHandlers
            ? gaveUp ? calls.namelessHandlers(in: frames) : 0
            : gaveUp ? calls.handlers(in: frames) : calls.failedHandlers(in: frames)
        // An SDK may write down its own calls with those that crashed.
        if count > 0, !gaveUp, !IncidentParsers.traits(of: format).contains(.ofSDK) { isOfHandler = true }
        if count == 0, threads[thread].isOfHandler { count = frames.count }
        for place in 0..<count {
            threads[thread].frames[place].isOfApp = false
            threads[thread].frames[place].isCarried = false
        }
    }

    /// Says of calls that lie in the app, and that nobody wrote there, that they are not the app's.
    private static func noteMade(_ frames: inout [IncidentFrame], _ calls: TellingCalls) {
        for place in frames.indices { calls.disown(&frames[place]) }
    }
}
