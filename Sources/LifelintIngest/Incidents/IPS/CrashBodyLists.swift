// SPDX-License-Identifier: MIT

import LifelintModel

/// The long lists of a body: images first, since calls name them by number.
extension CrashBody {
    mutating func readImages() {
        guard let list = tape.member("usedImages", of: 0) else { return }
        var images: [IncidentImage] = []
        tape.forEachElement(of: list) { object in
            guard images.count < IngestLimits.imagesPerIncident else {
                problems.append((.tooLarge, place(object), IncidentProblem.tooManyImages))
                return false
            }
            images.append(image(object))
            return true
        }
        report.images = images
    }

    mutating func readThreads() {
        if let threads = tape.member("threads", of: 0) { readThreads(threads) }
        if let backtrace = tape.member("lastExceptionBacktrace", of: 0) {
            report.lastExceptionBacktrace = frames(backtrace, atMost: IngestLimits.framesPerThread)
        }
    }

    /// Says which thread was at fault; its name and queue stand apart in older reports.
    mutating func completeThread() {
        if let faulting = tape.member("faultingThread", of: 0).flatMap({ tape.integer($0) }),
            let number = Int(exactly: faulting), report.threads.indices.contains(number)
        {
            report.triggeredThread = number
        }
        report.triggeredThread = report.triggeredThread ?? report.threads.firstIndex { $0.isTriggered }
        if hasPassedCalls { readPassedCalls() }
        guard let index = report.triggeredThread else { return }
        report.threads[index].isTriggered = true
        guard let legacy = tape.member("legacyInfo", of: 0),
            let triggered = tape.member("threadTriggered", of: legacy)
        else { return }
        if report.threads[index].queue == nil {
            report.threads[index].queue = tape.member("queue", of: triggered).flatMap { text($0) }
        }
        if report.threads[index].name == nil {
            report.threads[index].name = tape.member("name", of: triggered).flatMap { text($0) }
        }
    }

    /// Reads the calls that tell what happened: those of the thread at fault and of the main one.
    private mutating func readPassedCalls() {
        guard let list = tape.member("threads", of: 0) else { return }
        let telling = [report.triggeredThread, report.threads.firstIndex(where: \.isMain)]
        var number = 0
        tape.forEachElement(of: list) { object in
            if telling.contains(number) { report.threads[number].frames = passedCalls(of: object) }
            number += 1
            return number < report.threads.count
        }
    }

    private func passedCalls(of thread: Int) -> [IncidentFrame] {
        var calls: [IncidentFrame] = []
        tape.forEachMember(of: thread) { key, value in
            guard tape.isKey(key, "frames") else { return }
            let range = tape.range(value)
            JSONDocument(tape.view.bytes(range.lowerBound, range.upperBound)).withTape { tape in
                let body = CrashBody(tape: tape, document: document, start: start, settings: settings, report: report)
                calls = body.frames(0, atMost: IngestLimits.framesPerThread)
            }
        }
        return calls
    }

    private func image(_ object: Int) -> IncidentImage {
        var image = IncidentImage()
        tape.forEachMember(of: object) { key, value in
            if tape.isKey(key, "uuid") {
                image.uuid = text(value)
            } else if tape.isKey(key, "base") {
                image.base = tape.unsigned(value)
            } else if tape.isKey(key, "size") {
                image.size = tape.unsigned(value)
            } else if tape.isKey(key, "arch") {
                image.architecture = text(value)
            } else if tape.isKey(key, "name") {
                image.name = text(value)
            } else if tape.isKey(key, "path") {
                image.path = text(value)
            }
        }
        return image
    }

    private mutating func readThreads(_ list: Int) {
        var threads: [IncidentThread] = []
        var room = IngestLimits.framesPerIncident
        tape.forEachElement(of: list) { object in
            guard threads.count < IngestLimits.threadsPerIncident, room > 0 else {
                problems.append((.tooLarge, place(object), IncidentProblem.tooManyThreads))
                return false
            }
            var thread = IncidentThread(number: threads.count)
            tape.forEachMember(of: object) { key, value in
                if tape.isKey(key, "frames") {
                    if !hasPassedCalls {
                        thread.frames = frames(value, atMost: min(room, IngestLimits.framesPerThread))
                    }
                } else if tape.isKey(key, "name") {
                    thread.name = text(value)
                } else if tape.isKey(key, "queue") {
                    thread.queue = text(value)
                } else if tape.isKey(key, "triggered") {
                    thread.isTriggered = tape.bool(value) ?? false
                }
            }
            room -= thread.frames.count
            threads.append(thread)
            return true
        }
        report.threads = threads
    }

    private func frames(_ list: Int, atMost limit: Int) -> [IncidentFrame] {
        var frames: [IncidentFrame] = []
        frames.reserveCapacity(min(limit, 32))
        tape.forEachElement(of: list) { object in
            frames.append(frame(object))
            return frames.count < limit
        }
        return frames
    }

    private func frame(_ object: Int) -> IncidentFrame {
        var frame = IncidentFrame()
        tape.forEachMember(of: object) { key, value in
            if tape.isKey(key, "imageOffset") {
                frame.imageOffset = tape.unsigned(value)
            } else if tape.isKey(key, "imageIndex") {
                frame.imageIndex = tape.integer(value).flatMap { Int(exactly: $0) }
            } else if tape.isKey(key, "symbol") {
                frame.symbol = text(value)
            } else if tape.isKey(key, "symbolLocation") {
                frame.symbolOffset = tape.unsigned(value)
            } else if tape.isKey(key, "sourceFile") {
                frame.file = text(value)
            } else if tape.isKey(key, "sourceLine") {
                frame.line = tape.integer(value).flatMap { $0 > 0 ? Int(exactly: $0) : nil }
            }
        }
        guard let index = frame.imageIndex, report.images.indices.contains(index) else {
            frame.imageIndex = nil
            return frame
        }
        frame.image = report.images[index].name
        if let base = report.images[index].base, let offset = frame.imageOffset {
            let (address, isTooLarge) = base.addingReportingOverflow(offset)
            if !isTooLarge { frame.address = address }
        }
        return frame
    }
}
