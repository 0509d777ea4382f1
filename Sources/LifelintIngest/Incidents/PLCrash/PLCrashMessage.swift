// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes a report of the message that a binary report of PLCrashReporter is.
struct PLCrashMessage {
    private(set) var report: IncidentReport
    private let document: IncidentDocument
    private let view: ByteView
    private var room = IngestLimits.framesPerIncident
    /// Where the first part is damaged that lies inside of another.
    private var damage: Int?
    /// What the first of the words is that are no text.
    private var overwritten: Range<Int>?

    init(_ format: String, _ document: IncidentDocument, _ view: ByteView) {
        report = IncidentReport(kind: .crash, format: format, place: document.place)
        self.document = document
        self.view = view
    }

    /// Reads the whole message.
    mutating func read(_ range: Range<Int>, into readout: inout IncidentReadout) {
        var reader = WireReader(view, range)
        while let field = reader.next() {
            guard let bytes = field.bytes else { continue }
            switch field.number {
            case 1: readSystem(bytes)
            case 2: readApplication(bytes, isCut: field.isCut)
            case 3 where report.threads.count < IngestLimits.threadsPerIncident: readThread(bytes)
            case 4 where report.images.count < IngestLimits.imagesPerIncident:
                let loaded = image(bytes)
                report.images.append(loaded)
            case 5: readThrown(bytes)
            case 6: readSignal(bytes)
            case 7: readProcess(bytes)
            case 8: readMachine(bytes)
            case 9: readInfo(bytes)
            default: break
            }
        }
        if let stop = reader.isDamaged ? reader.stop : damage {
            report.isPartial = true
            let isCut = stop >= range.upperBound
            readout.report(
                isCut ? .truncatedLine : .badValue, at: place(stop..<stop),
                isCut ? PLCrashMessage.cut : PLCrashMessage.damaged)
        }
        if let overwritten { readout.report(.badValue, at: place(overwritten), PLCrashMessage.noText) }
        // The machine may have more than the process uses: the first image is the program.
        report.process.architecture = report.images.first?.architecture ?? report.process.architecture
        report.process.uuid = report.images.first?.uuid
        nameFrames()
    }

    private static let cut = "The report ends before its end: the last of its parts was not written whole."
    private static let damaged = "These bytes are no field of a report; what follows in the same part is not read."

    private static let noText =
        "These bytes are no text: what they were written from had been overwritten. What they stand for is left out."

    private mutating func readSystem(_ range: Range<Int>) {
        let names = ["macOS", "iOS", "iOS", nil, "tvOS"]
        var name: String?
        var version: String?
        for field in fields(range) {
            switch field.number {
            case 1 where field.bytes == nil:
                name = Int(exactly: field.value).flatMap { names.indices.contains($0) ? names[$0] : nil }
                if field.value == 2 { report.process.isSimulated = true }
            case 2: version = short(field)
            case 4: report.captured = time(field)
            case 5: report.device.systemBuild = short(field)
            default: break
            }
        }
        report.written = report.captured
        report.device.system = version.map { [name, $0].compactMap(\.self).joined(separator: " ") } ?? name
    }

    private mutating func readApplication(_ range: Range<Int>, isCut: Bool) {
        var knowsOneVersion = !isCut
        for field in fields(range) {
            switch field.number {
            case 1: report.process.bundle = word(field)
            case 2: report.process.build = short(field)
            case 3:
                report.process.version = short(field)
                if field.bytes?.isEmpty == false { knowsOneVersion = false }
            default: break
            }
        }
        // The first versions knew one version only.
        if knowsOneVersion { swap(&report.process.version, &report.process.build) }
    }

    private mutating func readProcess(_ range: Range<Int>) {
        for field in fields(range) {
            switch field.number {
            case 1: report.process.name = word(field)
            case 2 where field.bytes == nil: report.process.pid = IncidentValues.pid(Int64(bitPattern: field.value))
            case 3: report.process.path = word(field)
            case 4: report.process.parent = word(field)
            case 5 where field.bytes == nil:
                report.process.parentPID = IncidentValues.pid(Int64(bitPattern: field.value))
            case 7: report.launched = time(field)
            default: break
            }
        }
        if report.process.path.map(CodePath.isOfSimulator) == true { report.process.isSimulated = true }
    }

    private mutating func readMachine(_ range: Range<Int>) {
        for field in fields(range) {
            if field.number == 1 { report.device.model = short(field) }
            if field.number == 2, let bytes = field.bytes { report.process.architecture = architecture(bytes) }
        }
    }

    private mutating func readInfo(_ range: Range<Int>) {
        for field in fields(range) {
            if field.number == 1, field.bytes == nil, field.value != 0 {
                report.kind = .fault
                report.endsNothing = IncidentText("The app asked for this report and went on.", at: place(field.range))
            } else if field.number == 2, let bytes = field.bytes {
                report.incident = uuid(bytes, isUpper: true)
            }
        }
    }

    private mutating func readSignal(_ range: Range<Int>) {
        var exception = report.exception ?? IncidentException(at: place(range))
        var address: UInt64 = 0
        for field in fields(range) {
            switch field.number {
            case 1: exception.signal = text(field)
            case 2: exception.subtype = text(field)
            case 3: address = field.value
            case 4:
                guard let bytes = field.bytes else { continue }
                for part in fields(bytes) {
                    if part.number == 1 { exception.type = SystemNumbers.exception(Int(exactly: part.value)) }
                    if part.number == 2, part.bytes == nil, exception.codes.count < 8 {
                        exception.codes.append(part.value)
                    }
                }
            default: break
            }
        }
        exception.signalNumber = SystemNumbers.signalNumber(exception.signal)
        exception.tellPlace(address)
        report.exception = exception
    }

    private mutating func readThrown(_ range: Range<Int>) {
        var exception = report.exception ?? IncidentException(at: place(range))
        for field in fields(range) {
            switch field.number {
            case 1: exception.name = text(field)
            case 2: exception.reason = text(field)
            case 3: if let frame = frame(field) { report.lastExceptionBacktrace.append(frame) }
            default: break
            }
        }
        report.exception = exception
    }

    private mutating func readThread(_ range: Range<Int>) {
        var thread = IncidentThread(number: report.threads.count)
        for field in fields(range) {
            switch field.number {
            case 1: thread.number = Int(clamping: Int64(bitPattern: field.value))
            case 2: if let frame = frame(field) { thread.frames.append(frame) }
            case 3: thread.isTriggered = field.value != 0
            default: break
            }
        }
        if thread.isTriggered, report.triggeredThread == nil { report.triggeredThread = report.threads.count }
        report.threads.append(thread)
    }

    private mutating func frame(_ call: WireReader.Field) -> IncidentFrame? {
        guard room > 0, let bytes = call.bytes else { return nil }
        room -= 1
        var frame = IncidentFrame()
        for field in fields(bytes) {
            if field.number == 3 { frame.address = field.value }
            guard field.number == 6, let bytes = field.bytes else { continue }
            for part in fields(bytes) {
                if part.number == 1 { frame.symbol = text(part) }
                if part.number == 2, let address = frame.address, address >= part.value {
                    frame.symbolOffset = address - part.value
                }
            }
        }
        return frame
    }

    private mutating func image(_ range: Range<Int>) -> IncidentImage {
        var image = IncidentImage()
        for field in fields(range) {
            switch field.number {
            case 1: image.base = field.value
            case 2: image.size = field.value
            case 3: image.path = text(field)
            case 4: image.uuid = field.bytes.flatMap { uuid($0, isUpper: false) }
            case 5: if let bytes = field.bytes { image.architecture = architecture(bytes) }
            default: break
            }
        }
        image.name = ImageTable.name(ofPath: image.path)
        return image
    }

    /// Calls are only addresses: which image they lie in is known when all images are.
    private mutating func nameFrames() {
        let order = report.images.indices.sorted { (report.images[$0].base ?? 0) < (report.images[$1].base ?? 0) }
        func name(_ frame: inout IncidentFrame) {
            guard let address = frame.address else { return }
            var low = 0
            var high = order.count
            while low < high {
                let middle = (low + high) / 2
                if report.images[order[middle]].base ?? 0 <= address { low = middle + 1 } else { high = middle }
            }
            guard low > 0 else { return }
            let image = report.images[order[low - 1]]
            guard let base = image.base, address - base < image.size ?? 0 else { return }
            frame.image = image.name
            frame.imageIndex = order[low - 1]
            frame.imageOffset = address - base
        }
        for thread in report.threads.indices {
            for place in report.threads[thread].frames.indices { name(&report.threads[thread].frames[place]) }
        }
        for place in report.lastExceptionBacktrace.indices { name(&report.lastExceptionBacktrace[place]) }
    }
}

extension PLCrashMessage {
    private mutating func fields(_ range: Range<Int>) -> [WireReader.Field] {
        var reader = WireReader(view, range)
        var fields: [WireReader.Field] = []
        while let field = reader.next() { fields.append(field) }
        if reader.isDamaged, damage == nil { damage = reader.stop }
        return fields
    }

    /// A version, or what a model is called: nil where it is too long for one.
    private mutating func short(_ field: WireReader.Field) -> String? {
        guard let bytes = field.bytes else { return nil }
        guard bytes.count <= PLCrashMessage.longestShort else {
            overwritten = overwritten ?? bytes
            return nil
        }
        return word(field)
    }

    /// A name; nil where it is none: the memory that it was read from may have been overwritten.
    private mutating func word(_ field: WireReader.Field) -> String? {
        guard let bytes = field.bytes else { return nil }
        guard view.firstInvalidUTF8(from: bytes.lowerBound, to: bytes.upperBound) == nil else {
            if !field.isCut { overwritten = overwritten ?? bytes }
            return nil
        }
        return text(field)
    }

    /// Longer than any version or model, in bytes.
    private static let longestShort = 100

    private func text(_ field: WireReader.Field) -> String? {
        field.isCut
            ? nil
            : field.bytes.flatMap {
                let end = min($0.upperBound, $0.lowerBound + IngestLimits.incidentTextBytes)
                return IncidentValues.text(view.string($0.lowerBound, end))
            }
    }

    private func place(_ range: Range<Int>) -> IncidentPlace { document.source.place(range) }

    /// Seconds since the Unix epoch.
    private func time(_ field: WireReader.Field) -> IncidentTime? {
        guard field.bytes == nil, let seconds = Int64(exactly: field.value), seconds > 0 else { return nil }
        let nanoseconds = seconds.multipliedReportingOverflow(by: InstantParser.second)
        guard !nanoseconds.overflow else { return nil }
        return IncidentTime(Timestamp(nanoseconds: nanoseconds.partialValue, digits: 0), at: place(field.range))
    }

    private func uuid(_ range: Range<Int>, isUpper: Bool) -> String? {
        guard range.count == 16 else { return nil }
        var text = ""
        for position in range {
            let digits = String(view[position], radix: 16, uppercase: isUpper)
            text += digits.count < 2 ? "0" + digits : digits
            if isUpper, [3, 5, 7, 9].contains(position - range.lowerBound) { text += "-" }
        }
        return IncidentValues.text(text)
    }

    /// The kind of processor, as Mach-O numbers it.
    private mutating func architecture(_ range: Range<Int>) -> String? {
        var type: UInt64?
        var subtype: UInt64 = 0
        for field in fields(range) {
            if field.number == 2 { type = field.value }
            if field.number == 3 { subtype = field.value & 0xFF_FFFF }
        }
        switch (type, subtype) {
        case (7, _): return "i386"
        case (0x0100_0007, _): return "x86_64"
        case (12, 9): return "armv7"
        case (12, 11): return "armv7s"
        case (12, _): return "arm"
        case (0x0100_000C, 2): return "arm64e"
        case (0x0100_000C, _): return "arm64"
        default: return nil
        }
    }
}
