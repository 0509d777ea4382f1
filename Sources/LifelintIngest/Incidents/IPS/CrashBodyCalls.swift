// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads calls and images that were passed over: no more of them than events are made of.
extension CrashBody {
    /// Notes where the images stand; those are read that calls name.
    mutating func findPassedImages(_ list: Int) {
        guard tape.nodes[list].kind == .array else { return }
        var images: [Range<Int>?] = []
        var surplus: Range<Int>?
        tape.forEachElement(of: list) { element in
            guard images.count < IngestLimits.imagesPerIncident else {
                surplus = tape.range(element)
                return false
            }
            images.append(tape.range(element))
            return true
        }
        if let surplus {
            let place = document.place((start + surplus.lowerBound)..<(start + surplus.upperBound))
            found.problems.append((.tooLarge, place, IncidentProblem.tooManyImages))
        }
        found.passedImages = images
        found.report.images = Array(repeating: IncidentImage(), count: images.count)
    }

    /// Reads the calls that tell what happened: those of the thread at fault, as far as a signature looks at them, and
    /// what the main one was doing.
    mutating func readPassedCalls() {
        nameThrown()
        guard let list = tape.member("threads", of: 0) else { return }
        let main = found.report.threads.firstIndex(where: \.isMain)
        let told = found.report.triggeredThread ?? main
        var number = 0
        tape.forEachElement(of: list) { object in
            if number == told || number == main {
                let calls = passedCalls(of: object, isTold: number == told, isMain: number == main)
                found.report.threads[number].frames = calls
            }
            number += 1
            return number < found.report.threads.count
        }
    }

    /// Gives the calls of what was thrown the names of their images.
    private mutating func nameThrown() {
        var calls: [IncidentFrame] = []
        swap(&calls, &found.report.lastExceptionBacktrace)
        for index in calls.indices {
            if let image = calls[index].imageIndex { readPassedImage(image) }
            name(&calls[index])
        }
        swap(&calls, &found.report.lastExceptionBacktrace)
    }

    /// The first calls of a thread, up to the last one that anything is concluded from.
    ///
    /// - Parameters:
    ///   - isTold: whether it is the thread whose calls of the app are told.
    ///   - isMain: whether its first call that has a name is told.
    private mutating func passedCalls(of thread: Int, isTold: Bool, isMain: Bool) -> [IncidentFrame] {
        var calls: [IncidentFrame] = []
        var list: Range<Int>?
        // Of several, the last one counts.
        tape.forEachMember(of: thread) { key, value in
            guard tape.isKey(key, "frames") else { return }
            list = tape.nodes[value].kind == .array ? tape.range(value) : nil
        }
        guard let list else { return [] }
        // What is the app's own, its name decides: where only the header tells that, every call may count.
        var missing = isTold ? (found.report.process.name == nil ? .max : IncidentReport.signatureFrames) : 0
        var needsName = isMain
        var position = list.lowerBound
        while calls.count < IngestLimits.framesPerThread, missing > 0 || needsName,
            let range = found.stride.nextElement(tape.view, of: list, &position)
        {
            let call = passedCall(range)
            if isTold, found.report.isOwn(call) { missing -= 1 }
            if call.symbol != nil { needsName = false }
            calls.append(call)
        }
        return calls
    }

    private mutating func passedCall(_ range: Range<Int>) -> IncidentFrame {
        var call = IncidentFrame()
        found.stride.forEachMember(tape.view, of: range) { call.take($0, $1) }
        if let image = call.imageIndex { readPassedImage(image) }
        name(&call)
        return call
    }

    private mutating func readPassedImage(_ index: Int) {
        guard found.passedImages.indices.contains(index), let range = found.passedImages[index] else { return }
        found.passedImages[index] = nil
        var image = IncidentImage()
        found.stride.forEachMember(tape.view, of: range) { image.takeTold($0, $1) }
        found.report.images[index] = image
    }
}
