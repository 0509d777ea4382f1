// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads threads, calls and images that were passed over: no more of them than events are made of.
extension CrashBody {
    /// Notes where the images stand; those are read that calls name.
    func passImages(_ list: Int) {
        let count = count(list, atMost: IngestLimits.imagesPerIncident, IncidentProblem.tooManyImages)
        found.passedImages = (list, count)
    }

    /// Notes how many threads there are.
    ///
    /// Events tell neither what threads are called nor what they serve: the first is the main one.
    func passThreads(_ list: Int) {
        let count = count(list, atMost: IngestLimits.threadsPerIncident, IncidentProblem.tooManyThreads)
        found.report.threads.reserveCapacity(count)
        for number in 0..<count { found.report.threads.append(IncidentThread(number: number)) }
    }

    /// How many elements of a list are kept; that there are more is told.
    private func count(_ list: Int, atMost limit: Int, _ problem: String) -> Int {
        var count = 0
        tape.forEachElement(of: list) { element in
            guard count < limit else {
                found.problems.append((.tooLarge, place(element), problem))
                return false
            }
            count += 1
            return true
        }
        return count
    }

    /// Reads the calls that tell what happened: those of the thread at fault, as far as a signature looks at them, and
    /// what the main one was doing.
    func readPassedCalls() {
        let mayTell = TellingCalls.mayTell(found.report.exception)
        let images = found.passedImages.map { PassedImages(tape, $0.list, count: $0.count) }
        var calls = PassedCalls(
            tape, found.report.process.name ?? fallbackName, images, settings.texts.telling)
        if let thrown = tape.member("lastExceptionBacktrace", of: 0), tape.nodes[thrown].kind == .array {
            found.report.lastExceptionBacktrace = calls.read(
                from: tape.range(thrown).lowerBound, isTold: true, isMain: false)
            found.report.callback = settings.texts.callbacks.find(inJSON: tape.view, tape.range(thrown))
            if mayTell {
                found.report.tellingCall = settings.texts.telling.call(inJSON: tape.view, tape.range(thrown)) {
                    calls.imageName($0)
                }
            }
        }
        guard let list = tape.member("threads", of: 0), !found.report.threads.isEmpty else { return }
        var stride = JSONStride()
        let triggered = found.report.triggeredThread ?? firstTriggered(list, &stride)
        found.report.triggeredThread = triggered
        if let triggered { found.report.threads[triggered].isTriggered = true }
        let told = triggered ?? 0
        found.report.hasSoughtCalls = true
        // Only what a watchdog ended is said to have waited, in the main thread; that is the first.
        let waits = found.report.termination?.isOfWatchdog == true
        for number in waits && told != 0 ? [0, told] : [told] {
            guard let thread = tape.element(number, of: list), let frames = frames(of: thread, &stride) else {
                continue
            }
            let range = frames..<tape.range(thread).upperBound
            // Where some of its calls may have run for what had ended the process before, all of them are read.
            let isWhole =
                number == told
                && !found.report.lastExceptionBacktrace.contains { $0.isOfApp == true && !$0.isBeginning }
                && settings.texts.telling.mayHoldHandlers(of: found.report.exception, inJSON: tape.view, range)
            found.report.threads[number].frames = calls.read(
                from: frames, isTold: number == told, isMain: waits && number == 0, isWhole: isWhole)
            if isWhole { found.report.disownHandlers(of: number, settings.texts.telling) }
            if number == told, mayTell, found.report.tellingCall == nil {
                found.report.tellingCall = settings.texts.telling.call(inJSON: tape.view, range) { calls.imageName($0) }
            }
            if number == told, found.report.callback == nil {
                found.report.callback = settings.texts.callbacks.find(inJSON: tape.view, range)
            }
            if triggered == 0, number == 0, found.report.mayBeBeforeLoop(settings.states),
                !settings.texts.telling.beginnings.mayHoldLoop(in: tape.view, range)
            {
                found.report.noteLaunch(
                    calls.read(from: frames, isTold: false, isMain: false, isWhole: true), settings)
            }
        }
    }

    /// Where the list of a thread's calls begins; of several, the last one counts.
    private func frames(of thread: Int, _ stride: inout JSONStride) -> Int? {
        let view = tape.view
        let lists = tape.children(of: thread).filter { isNamedFrames(tape.range($0).lowerBound) }
        let end = tape.range(thread).upperBound
        // What has that name and is no list would have to stand behind.
        if let list = lists.last, case let start = tape.range(list).lowerBound,
            ByteSearch.find("\"frames\"", in: view, from: start, to: end) == nil
        {
            return start
        }
        var frames: Int?
        stride.forEachMember(view, at: tape.range(thread).lowerBound) { key, value in
            guard view.matches("frames", from: key.lowerBound, to: key.upperBound) else { return }
            frames = value.kind == .array ? value.start : nil
        }
        return frames
    }

    /// Whether the list that begins at a position is the member `frames`.
    private func isNamedFrames(_ start: Int) -> Bool {
        var colon = start - 1
        while ByteView.isWhiteSpace(tape.view[colon]) { colon -= 1 }
        guard tape.view[colon] == 0x3A else { return false }
        var end = colon
        while ByteView.isWhiteSpace(tape.view[end - 1]) { end -= 1 }
        return tape.view.matches("\"frames\"", from: end - 8, to: end)
    }

    /// The first thread that says of itself that it was at fault.
    private func firstTriggered(_ list: Int, _ stride: inout JSONStride) -> Int? {
        for number in found.report.threads.indices {
            guard let thread = tape.element(number, of: list) else { return nil }
            var isTriggered = false
            stride.forEachMember(tape.view, at: tape.range(thread).lowerBound) { key, value in
                if tape.view.matches("triggered", from: key.lowerBound, to: key.upperBound) {
                    isTriggered = value.bool ?? false
                }
            }
            if isTriggered { return number }
        }
        return nil
    }
}
