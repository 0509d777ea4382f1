// SPDX-License-Identifier: MIT

import LifelintModel

/// The long lists of a body: images first, since calls name them by number.
extension CrashBody {
    func readImages() {
        guard let list = tape.member("usedImages", of: 0) else { return }
        if hasPassedCalls { return passImages(list) }
        var images: [IncidentImage] = []
        tape.forEachElement(of: list) { object in
            guard images.count < IngestLimits.imagesPerIncident else {
                found.problems.append((.tooLarge, place(object), IncidentProblem.tooManyImages))
                return false
            }
            images.append(image(object))
            return true
        }
        found.report.images = images
    }

    func readThreads() {
        let threads = tape.member("threads", of: 0)
        if hasPassedCalls { return threads.map(passThreads) ?? () }
        if let threads { readThreads(threads) }
        if let backtrace = tape.member("lastExceptionBacktrace", of: 0) {
            found.report.lastExceptionBacktrace = frames(backtrace, atMost: IngestLimits.framesPerThread)
        }
    }

    /// Says which thread was at fault; its name and queue stand apart in older reports.
    func completeThread() {
        if let faulting = tape.member("faultingThread", of: 0).flatMap({ tape.integer($0) }),
            let number = Int(exactly: faulting), found.report.threads.indices.contains(number)
        {
            found.report.triggeredThread = number
        }
        if hasPassedCalls { return readPassedCalls() }
        found.report.triggeredThread =
            found.report.triggeredThread ?? found.report.threads.firstIndex { $0.isTriggered }
        guard let index = found.report.triggeredThread else { return }
        found.report.threads[index].isTriggered = true
        if index == 0 { found.report.noteLaunch(found.report.threads[0].frames, settings) }
        guard let legacy = tape.member("legacyInfo", of: 0),
            let triggered = tape.member("threadTriggered", of: legacy)
        else { return }
        if found.report.threads[index].queue == nil {
            found.report.threads[index].queue = tape.member("queue", of: triggered).flatMap { text($0) }
        }
        if found.report.threads[index].name == nil {
            found.report.threads[index].name = tape.member("name", of: triggered).flatMap { text($0) }
        }
    }

    private func image(_ object: Int) -> IncidentImage {
        var image = IncidentImage()
        tape.forEachMember(of: object) { key, value in
            if let value = tape.scalar(value) { image.take(tape.range(key), value) }
        }
        return image
    }

    private func readThreads(_ list: Int) {
        var threads: [IncidentThread] = []
        var room = IngestLimits.framesPerIncident
        tape.forEachElement(of: list) { object in
            guard threads.count < IngestLimits.threadsPerIncident, room > 0 else {
                found.problems.append((.tooLarge, place(object), IncidentProblem.tooManyThreads))
                return false
            }
            var thread = IncidentThread(number: threads.count)
            tape.forEachMember(of: object) { key, value in
                if tape.isKey(key, "triggered") {
                    thread.isTriggered = tape.bool(value) ?? false
                } else if tape.isKey(key, "frames") {
                    thread.frames = frames(value, atMost: min(room, IngestLimits.framesPerThread))
                } else if tape.isKey(key, "name") {
                    thread.name = text(value)
                } else if tape.isKey(key, "queue") {
                    thread.queue = text(value)
                }
            }
            room -= thread.frames.count
            threads.append(thread)
            return true
        }
        found.report.threads = threads
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
            if let value = tape.scalar(value) { frame.take(tape.range(key), value) }
        }
        name(&frame)
        return frame
    }

    /// Says which image a call is in, and where.
    private func name(_ frame: inout IncidentFrame) {
        guard let index = frame.imageIndex, found.report.images.indices.contains(index) else {
            frame.imageIndex = nil
            return
        }
        frame.image = found.report.images[index].name
        if let base = found.report.images[index].base, let offset = frame.imageOffset {
            let (address, isTooLarge) = base.addingReportingOverflow(offset)
            if !isTooLarge { frame.address = address }
        }
    }
}

extension IncidentImage {
    /// Takes a member of an image's object.
    fileprivate mutating func take(_ key: Range<Int>, _ value: JSONScalar) {
        if value.view.matches("uuid", from: key.lowerBound, to: key.upperBound) {
            uuid = value.incidentText
        } else if value.view.matches("size", from: key.lowerBound, to: key.upperBound) {
            size = value.unsigned
        } else if value.view.matches("arch", from: key.lowerBound, to: key.upperBound) {
            architecture = value.incidentText
        } else if value.view.matches("base", from: key.lowerBound, to: key.upperBound) {
            base = value.unsigned
        } else if value.view.matches("name", from: key.lowerBound, to: key.upperBound) {
            name = value.incidentText
        } else if value.view.matches("path", from: key.lowerBound, to: key.upperBound) {
            path = value.incidentText
        }
    }
}

extension IncidentFrame {
    /// Takes a member of a call's object.
    fileprivate mutating func take(_ key: Range<Int>, _ value: JSONScalar) {
        func isKey(_ name: StaticString) -> Bool { value.view.matches(name, from: key.lowerBound, to: key.upperBound) }
        if isKey("imageOffset") {
            imageOffset = value.unsigned
        } else if isKey("imageIndex") {
            imageIndex = value.integer.flatMap { Int(exactly: $0) }
        } else if isKey("symbol") {
            symbol = value.incidentText
        } else if isKey("symbolLocation") {
            symbolOffset = value.unsigned
        } else if isKey("sourceFile") {
            file = value.incidentText
        } else if isKey("sourceLine") {
            line = value.integer.flatMap { $0 > 0 ? Int(exactly: $0) : nil }
        }
    }
}
