// SPDX-License-Identifier: MIT

public import LifelintModel

/// An event together with the bytes it points into, for as long as its block is looked at.
///
/// Why unsafe: see ``BatchView``, which gave the pointer out.
@safe struct EventView {
    private let pointer: UnsafePointer<EventRecord>
    let batch: BatchView
    private let lineBase: UInt32
    /// Whether it says that the process is gone: that is asked a dozen times of each.
    private(set) var isExit = false
    /// How often more its input tells the same at its time, by a clock too coarse to tell whether it happened as often.
    var repetitions = 0

    /// An event of a batch, whose lines come behind that many; nil where there is none of that index.
    init?(_ index: Int, of batch: BatchView, lineBase: UInt32) {
        guard let pointer = unsafe batch.record(index) else { return nil }
        unsafe self.pointer = pointer
        self.batch = batch
        self.lineBase = lineBase
        isExit = tellsExit
    }

    var record: EventRecord { unsafe pointer.pointee }
    /// Its line: 0-based, counted from the first line of its input.
    var line: UInt32 { record.line &+ lineBase }

    /// Whether the process itself speaks, be it its own code or UIKit in it.
    var isAppSide: Bool { record.witness == .app || record.witness == .uikit }

    /// Whether a log of the system tells it.
    var isToldBySystem: Bool {
        switch record.witness {
        case .frontboard, .runningboard, .kernel, .system: true
        case .app, .uikit, .report: false
        }
    }

    var name: EventName { record.name }
    var moment: Moment { Moment(record) }

    /// The event's name as it is written.
    var text: String { batch.name(of: record) }

    /// A field or attribute as the text by which keys compare.
    func text(of key: String) -> String? {
        switch key {
        case "task": return batch.string(record.task)
        case "scene": return batch.string(record.scene)
        default: break
        }
        guard record.attributesCount > 0 else { return nil }
        for attribute in batch.attributes(of: record) where batch.key(attribute) == key {
            return attribute.kind == .integer ? String(attribute.bits) : batch.string(attribute.text)
        }
        return nil
    }

    /// The source line as evidence.
    func evidence(_ inputs: InputNames) -> EvidenceLine {
        let source = keptSource
        let isCut = source.count < record.source.range.count
        return EvidenceLine(
            text: isCut ? EventView.evidenceText(batch.copy(source)[...], isCut: true) : batch.string(source),
            at: inputs.location(of: self))
    }

    /// The event in a batch of its own, for whoever looks at it later.
    var copied: EventBatch {
        var record = record
        var attributes = Array(batch.attributes(of: record))
        record.attributesStart = 0
        var bytes: [UInt8] = []
        func move(_ text: inout Text) {
            guard text.isPresent, batch.holds(text) else { return }
            let start = bytes.count
            batch.append(text.range, to: &bytes)
            text = Text(offset: UInt32(truncatingIfNeeded: start), length: text.length)
        }
        move(&record.customName)
        move(&record.app)
        move(&record.process)
        move(&record.device)
        move(&record.boot)
        move(&record.run)
        move(&record.version)
        move(&record.build)
        move(&record.os)
        move(&record.model)
        move(&record.scene)
        move(&record.task)
        move(&record.stateText)
        move(&record.source)
        for index in attributes.indices {
            move(&attributes[index].text)
            move(&attributes[index].keyText)
        }
        return EventBatch(bytes: bytes, records: [record], attributes: attributes)
    }

    /// The event in a batch of its own, as a plain one of another name that its line tells, too.
    func copied(as name: EventName) -> EventBatch {
        let copy = copied
        return EventBatch(
            bytes: copy.bytes,
            records: copy.records.map {
                var record = $0
                record.name = name
                record.phase = .missing
                record.duration = .min
                return record
            }, attributes: copy.attributes)
    }

    /// The part of the source line that is kept as evidence.
    var keptSource: Range<Int> { source(limit: RunLimits.evidenceText) }

    /// The source line up to so many bytes.
    func source(limit: Int) -> Range<Int> {
        let range = record.source.range
        guard range.upperBound <= batch.byteCount else { return 0..<0 }
        return range.lowerBound..<min(range.upperBound, range.lowerBound + limit)
    }

    /// A source line as text; where it is cut, without the half of a character and with a mark.
    static func evidenceText(_ line: ArraySlice<UInt8>, isCut: Bool) -> String {
        guard isCut else { return String(decoding: line, as: UTF8.self) }
        // The mark comes last: texts without a byte beyond ASCII are made in a fraction of the time.
        var text = String(decoding: line.dropLast(bytesOfCutCharacter(line)), as: UTF8.self)
        text += "…"
        return text
    }

    /// A range of text that may be cut, without the half of a character.
    static func wholeCharacters(in batch: BatchView, _ range: Range<Int>, isCut: Bool) -> Range<Int> {
        isCut ? range.lowerBound..<(range.upperBound - batch.bytesOfCutCharacter(range)) : range
    }

    /// How many bytes at the end belong to a character that is cut there.
    static func bytesOfCutCharacter(_ line: some BidirectionalCollection<UInt8>) -> Int {
        // Why: at most three bytes can follow the first byte of a character that was cut.
        var count = 0
        for byte in line.reversed().prefix(4) {
            guard byte >= 0x80 else { break }
            count += 1
            if byte >= 0xC0 { break }
        }
        return count
    }
}

/// Where an event stands.
struct EventPlace {
    var offset: Int64
    var input: UInt32
    var line: UInt32
    var column: UInt32
    var length: UInt32

    init(_ event: EventView) {
        let record = event.record
        offset = record.offset
        input = record.input
        line = event.line
        column = record.column
        length = record.length
    }
}

/// The inputs' names, and the ids of their formats, by the index that records carry.
public struct InputNames: Sendable {
    private(set) var names: [String]
    private(set) var formats: [String]
    /// The ids of the formats that carry lines of the system's log.
    private(set) var systemFormats: [String] = []
    /// What their formats are like.
    private var traits: [InputTraits] = []
    /// How many of them carry lines of the system's log.
    private var carrierCount = 0

    /// Names in the order of their indices, of formats of which nothing is known.
    public init(_ names: [String] = []) {
        self.names = names
        formats = Array(repeating: "", count: names.count)
        traits = Array(repeating: [], count: names.count)
    }

    /// Whether an input carries lines of the system's log that another one may carry, too.
    func mayRepeat(_ input: UInt32) -> Bool {
        carrierCount > 1 && has(.systemLog, input)
    }

    /// Whether an input carries lines of the system's log.
    func isOfSystem(_ input: UInt32) -> Bool { has(.systemLog, input) }

    /// Whether there are several of them.
    var hasSeveralOfSystem: Bool { carrierCount > 1 }

    /// Whether lines of an input may have been passed over that show no more than that a process ran.
    func passesLinesOver(_ input: UInt32) -> Bool { has(.passesLinesOver, input) }

    /// Whether reports of an input are written by an SDK: what they tell is of moments, and says nothing of those
    /// between.
    func isOfSDK(_ input: UInt32) -> Bool { has(.ofSDK, input) }

    /// Which log an input is of: that of the system, in whatever format, else one of its own format.
    func log(of input: UInt32) -> String {
        if has(.systemLog, input) { return RunStretch.systemLog }
        return Int(input) < formats.count ? formats[Int(input)] : ""
    }

    private func has(_ trait: InputTraits, _ input: UInt32) -> Bool {
        Int(input) < traits.count && traits[Int(input)].contains(trait)
    }

    /// Adds an input; returns its index.
    public mutating func add(_ name: String, format: String = "", traits: InputTraits = []) -> UInt32 {
        names.append(name)
        formats.append(format)
        self.traits.append(traits)
        if traits.contains(.systemLog) {
            carrierCount += 1
            if !systemFormats.contains(format) { systemFormats.append(format) }
        }
        return UInt32(truncatingIfNeeded: names.count - 1)
    }

    /// The same with memory of its own: threads that count references to one thing wait for each other.
    func separate() -> InputNames {
        var separate = self
        separate.names = names.map { String(decoding: Array($0.utf8), as: UTF8.self) }
        separate.formats = formats.map { String(decoding: Array($0.utf8), as: UTF8.self) }
        separate.systemFormats = systemFormats.map { String(decoding: Array($0.utf8), as: UTF8.self) }
        return separate
    }

    /// The name of that input.
    public subscript(_ index: UInt32) -> String { Int(index) < names.count ? names[Int(index)] : "-" }

    /// Where an event stands.
    func location(of event: EventView) -> SourceLocation { location(of: EventPlace(event)) }

    /// What that place is called.
    func location(of place: EventPlace) -> SourceLocation {
        SourceLocation(
            file: self[place.input], line: Int(place.line) + 1, column: Int(place.column) + 1,
            offset: place.offset, length: Int(place.length))
    }
}
