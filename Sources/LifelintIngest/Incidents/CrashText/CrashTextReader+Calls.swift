// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads calls that were passed over: no more of them than events are made of.
extension CrashTextReader {
    /// Reads the calls that tell what happened: the app's own of the thread at fault, as far as a signature looks at
    /// them, and what the main one was doing.
    mutating func readPassedCalls() {
        passedImages.process = report.process.name ?? fallbackName
        // Whoever asks later need not look at the path again.
        report.process.statedHost = report.process.host
        tellThrown()
        let main = report.threads.firstIndex(where: \.isMain)
        let told = report.triggeredThread ?? main
        // Only what a watchdog ended is said to have waited.
        let waits = report.termination?.isOfWatchdog == true
        if let told {
            readCalls(of: told, isTold: true, isMain: waits && told == main)
            report.callback = callback(inThread: told)
            report.hasSoughtCalls = true
            if told == toldMain, report.mayBeBeforeLoop(settings.states) { noteLaunch(ofMain: told) }
            if TellingCalls.mayTell(report.exception) {
                let ranges = passedCalls.lazy.filter { $0.thread == told }.map(\.range)
                report.tellingCall =
                    settings.texts.telling.call(in: report.lastExceptionBacktrace)
                    ?? settings.texts.telling.call(in: view, ranges, each: 0x0A) { place in
                        let feed = view.firstIndex(of: 0x0A, from: place, to: view.count) ?? view.count
                        return CrashTextValues.frame(view, view.lineStart(around: place, from: 0), feed)
                    }
            }
        }
        if waits, let main, main != told { readCalls(of: main, isTold: false, isMain: true) }
    }

    /// The callback that the calls of a thread go through.
    private func callback(inThread thread: Int) -> IncidentCallback? {
        let calls = settings.texts.callbacks
        for passed in passedCalls where passed.thread == thread {
            let end = passed.range.upperBound
            var start = passed.range.lowerBound
            while let found = calls.find(in: view, from: start, to: end) {
                let feed = view.firstIndex(of: 0x0A, from: found, to: end) ?? end
                let line = view.lineStart(around: found, from: passed.range.lowerBound)
                let symbol = CrashTextValues.frame(view, line, feed)?.symbol
                if let callback = symbol.flatMap(calls.callback) { return callback }
                start = feed
            }
        }
        return nil
    }

    /// The main thread, where it is the one at fault.
    var toldMain: Int? {
        let main = report.threads.firstIndex(where: \.isMain)
        return report.triggeredThread ?? main == main ? main : nil
    }

    /// Looks at all calls of the main thread for what they show of the launch.
    private mutating func noteLaunch(ofMain thread: Int) {
        let telling = settings.texts.telling
        let beginnings = telling.beginnings
        if let outermost = outermostCall(ofThread: thread), !beginnings.isLoader(outermost) { return }
        let ranges = passedCalls.lazy.filter { $0.thread == thread }.map(\.range)
        if ranges.contains(where: { beginnings.mayHoldLoop(in: view, $0) }) { return }
        var calls: [IncidentFrame] = []
        for passed in passedCalls where passed.thread == thread {
            var start = passed.range.lowerBound
            while start < passed.range.upperBound, calls.count < IngestLimits.framesPerThread {
                let feed =
                    view.firstIndex(of: 0x0A, from: start, to: passed.range.upperBound) ?? passed.range.upperBound
                if var call = CrashTextValues.frame(view, start, feed) {
                    passedImages.tell(&call, view)
                    telling.disown(&call)
                    calls.append(call)
                }
                start = feed + 1
            }
        }
        report.noteLaunch(calls, settings)
    }

    /// The outermost call of a thread, in its image and without its function; nil where what stands there last is none.
    private mutating func outermostCall(ofThread thread: Int) -> IncidentFrame? {
        guard let range = passedCalls.last(where: { $0.thread == thread })?.range else { return nil }
        var end = range.upperBound
        while end > range.lowerBound, IncidentValues.isBlank(view[end - 1]) { end -= 1 }
        let start = view.lineStart(around: max(end - 1, range.lowerBound), from: range.lowerBound)
        guard let head = CrashTextValues.CallHead(view, start, end) else { return nil }
        var call = IncidentFrame()
        CrashTextValues.readHead(view, head, into: &call)
        passedImages.tell(&call, view)
        return call
    }

    /// Says of the calls of what was thrown whether they are the app's, as far as a signature looks at them.
    private mutating func tellThrown() {
        let telling = settings.texts.telling
        CrashTextReader.tell(&report.lastExceptionBacktrace, &passedImages, view, telling)
        CrashTextReader.tell(&report.rethrownBacktrace, &passedImages, view, telling)
    }

    private static func tell(
        _ calls: inout [IncidentFrame], _ images: inout CrashTextImageLines, _ view: ByteView, _ telling: TellingCalls
    ) {
        var missing = IncidentReport.signatureFrames
        for index in calls.indices where missing > 0 {
            images.tell(&calls[index], view)
            telling.disown(&calls[index])
            if calls[index].isOfApp == true { missing -= 1 }
        }
        for place in telling.beginnings.places(in: calls, { $0.isOfApp == true }) { calls[place].isBeginning = true }
    }

    /// Whether some of a thread's calls may have run for what had ended the process before: then all of them are read.
    private mutating func mayHoldHandlers(inThread thread: Int) -> Bool {
        if report.lastExceptionBacktrace.contains(where: { $0.isOfApp == true && !$0.isBeginning }) { return false }
        let ranges = passedCalls.lazy.filter { $0.thread == thread }.map(\.range)
        let mayHold = ranges.contains { settings.texts.telling.mayHoldHandlers(of: report.exception, in: view, $0) }
        report.hasNoNamedHandlers = !mayHold
        return mayHold
    }

    /// Reads the calls of a thread that are the app's own, and the first ones.
    ///
    /// - Parameters:
    ///   - isTold: whether it is the thread whose calls of the app are told.
    ///   - isMain: whether its first calls are told: what it waited in.
    private mutating func readCalls(of thread: Int, isTold: Bool, isMain: Bool) {
        let telling = settings.texts.telling
        let isWhole = isTold && mayHoldHandlers(inThread: thread)
        var missing = isTold ? isWhole ? .max : IncidentReport.signatureFrames : 0
        var places = isWhole ? .max : isMain ? IncidentReport.waitingFrames : 0
        report.threads[thread].frames.reserveCapacity(CrashTextReader.usualCalls)
        // No more are looked at than a reading of all calls keeps.
        var room = IngestLimits.framesPerThread
        // The call before, where that is not the app's, and whether it was kept.
        var previous: PassedCall?
        var isKept = false
        // Whether the app may begin here: which image called it tells that, and the one that it called.
        var mayBegin = false
        var hasCarried = false
        for passed in passedCalls where passed.thread == thread {
            var start = passed.range.lowerBound
            while start < passed.range.upperBound, room > 0, missing > 0 || places > 0 || mayBegin {
                let feed =
                    view.firstIndex(of: 0x0A, from: start, to: passed.range.upperBound) ?? passed.range.upperBound
                var stop = feed
                while stop > start, IncidentValues.isBlank(view[stop - 1]) { stop -= 1 }
                if let head = CrashTextValues.CallHead(view, start, stop) {
                    room -= 1
                    let place = passedImages.place(of: head.address, view)
                    let before = previous
                    previous = PassedCall(head: head, line: start..<stop, place: place)
                    let isOfApp = passedImages.isOfApp(place)
                    // The first that the app carries along tells, where no call is its own.
                    let isCarried = isTold && !hasCarried && isOfApp == false && passedImages.isCarried(place)
                    if places > 0 || mayBegin || isCarried || isOfApp != false {
                        var call = IncidentFrame()
                        CrashTextValues.read(view, head, stop, into: &call)
                        passedImages.tell(&call, at: place, view)
                        telling.disown(&call)
                        let isOwn = isTold && call.isOfApp == true
                        if isOwn {
                            missing -= 1
                            previous = nil
                            if let before, let running = running(before) {
                                if !isKept { report.threads[thread].frames.append(running) }
                                mayBegin = true
                            }
                        }
                        isKept = isOwn || places > 0 || mayBegin || call.isCarried && !hasCarried
                        if call.isCarried { hasCarried = true }
                        if isKept { report.threads[thread].frames.append(consume call) }
                        if !isOwn { mayBegin = false }
                        places = max(places - 1, 0)
                    } else {
                        isKept = false
                    }
                }
                start = feed + 1
            }
        }
        if isWhole { report.disownHandlers(of: thread, telling) }
    }

    /// A call of which only the head was read.
    private struct PassedCall {
        let head: CrashTextValues.CallHead
        let line: Range<Int>
        let place: CrashTextImageLines.Place?
    }

    /// So many calls are kept of most threads, at most.
    private static let usualCalls = 8

    /// A call of the system, if it may be one that runs the app.
    private mutating func running(_ passed: PassedCall) -> IncidentFrame? {
        let beginnings = settings.texts.telling.beginnings
        var call = IncidentFrame()
        CrashTextValues.readHead(view, passed.head, into: &call)
        passedImages.tell(&call, at: passed.place, view)
        // Most are called by nothing of the kind: their images tell that, and that no such function stands there.
        guard call.isOfApp == false, beginnings.mayRun(call) || beginnings.mayHoldLoop(in: view, passed.line) else {
            return nil
        }
        call = IncidentFrame()
        CrashTextValues.read(view, passed.head, passed.line.upperBound, into: &call)
        passedImages.tell(&call, at: passed.place, view)
        return beginnings.mayRun(call) ? call : nil
    }
}
