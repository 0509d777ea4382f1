// SPDX-License-Identifier: MIT

import LifelintModel

/// Sets the fields of a record from their values, and makes attributes of the rest.
enum FieldParser {
    /// What became of a value.
    enum Outcome {
        case set
        /// The value is none that the field can have.
        case bad
        /// The value is set once this text has been added to the batch.
        case rewritten([UInt8])
    }

    /// Sets one field from the value in that range; `text` is where the value stands in the batch.
    static func set(
        _ meaning: KeyMeaning, _ form: ValueForm, _ view: ByteView, _ start: Int, _ end: Int, text: Text,
        in record: inout EventRecord
    ) -> Outcome {
        if form == .nested { return .bad }
        switch meaning.field {
        case .app, .process, .device, .run, .version, .build, .os, .model:
            // An empty identity says no more than none: `bootUUID` is empty in streamed logs.
            if start < end { setText(meaning.field, text, in: &record) }
            return .set
        case .boot:
            guard start < end else { return .set }
            if let kept = BootSpelling.kept(view, start, end) { return .rewritten(kept) }
            record.boot = text
            return .set
        case .scene, .task:
            guard start < end else { return .set }
            if form == .word, let decimal = decimalKey(view, start, end) { return .rewritten(decimal) }
            setText(meaning.field, text, in: &record)
            return .set
        case .pid:
            guard let pid = ValueParser.integer(view, start, end), let value = Int32(exactly: pid), value > .min else {
                return .bad
            }
            record.pid = value
        case .sequence:
            guard let sequence = ValueParser.integer(view, start, end), sequence > .min else { return .bad }
            record.sequence = sequence
        case .mach:
            guard let mach = ValueParser.unsigned(view, start, end), mach < .max else { return .bad }
            record.mach = mach
        case .duration:
            guard let duration = duration(view, start, end, unit: meaning.unit), duration >= 0 else { return .bad }
            record.duration = duration
        case .state: setState(view, start, end, text: text, in: &record)
        case .main, .host, .via, .phase, .witness, .durability:
            return setWord(meaning, view, start, end, in: &record) ? .set : .bad
        case .attribute, .time, .event, .events: return .bad
        }
        return .set
    }

    /// Sets a field that is a text.
    @inline(__always) static func setText(_ field: RecordField, _ text: Text, in record: inout EventRecord) {
        switch field {
        case .app: record.app = text
        case .process: record.process = text
        case .device: record.device = text
        case .boot: record.boot = text
        case .run: record.run = text
        case .version: record.version = text
        case .build: record.build = text
        case .os: record.os = text
        case .model: record.model = text
        case .scene: record.scene = text
        case .task: record.task = text
        default: break
        }
    }

    /// Sets `UIApplication.State` by its name or raw value; any other value is kept as text.
    @inline(__always) static func setState(
        _ view: ByteView, _ start: Int, _ end: Int, text: Text, in record: inout EventRecord
    ) {
        record.stateText = .missing
        let word = view.word(at: start)
        switch end &- start {
        case 0: return
        // The names as apps write them, eight bytes at once: "inactive", "active", "backgrou" and "nd".
        case 8 where word == 0x6576_6974_6361_6E69: record.state = .inactive
        case 6 where word & 0xFFFF_FFFF_FFFF == 0x6576_6974_6361: record.state = .active
        case 10 where word == 0x756F_7267_6B63_6162 && view[start &+ 8] == 0x6E && view[start &+ 9] == 0x64:
            record.state = .background
        case 1 where view[start] &- 0x30 < 3:
            record.state = [CallbackState.active, .inactive, .background][Int(view[start] &- 0x30)]
        case 6 where view.matchesIgnoringCase("active", from: start, to: end): record.state = .active
        case 8 where view.matchesIgnoringCase("inactive", from: start, to: end): record.state = .inactive
        case 10 where view.matchesIgnoringCase("background", from: start, to: end): record.state = .background
        default:
            record.state = .other
            record.stateText = text
        }
    }

    /// Whether a thread of that name is the main one; missing where the name does not tell.
    static func isMain(thread view: ByteView, _ start: Int, _ end: Int) -> Ternary {
        for name: StaticString in ["main", "main thread", "main-thread", "mainthread", MainQueue.label]
        where view.matchesIgnoringCase(name, from: start, to: end) {
            return .yes
        }
        // Numbers are thread ids, which say nothing; a name of which "main" is a part may be anything.
        guard ValueParser.integer(view, start, end) == nil, (start..<end).contains(where: { view[$0].isLetter }) else {
            return .missing
        }
        let holdsMain = (start..<max(start, end - 3)).contains {
            view.matchesIgnoringCase("main", from: $0, to: $0 + 4)
        }
        return holdsMain ? .missing : .no
    }

    private static func setWord(
        _ meaning: KeyMeaning, _ view: ByteView, _ start: Int, _ end: Int, in record: inout EventRecord
    ) -> Bool {
        switch meaning.field {
        case .main:
            guard meaning.rank == 0 else {
                record.main = isMain(thread: view, start, end)
                return true
            }
            guard let truth = ValueParser.truth(view, start, end) else { return false }
            record.main = truth ? .yes : .no
        case .phase:
            if view.matchesIgnoringCase("begin", from: start, to: end) {
                record.phase = .begin
            } else if view.matchesIgnoringCase("end", from: start, to: end) {
                record.phase = .end
            } else {
                return false
            }
        case .host:
            guard let host = named(ProcessHost.allCases, \.name, view, start, end) else { return false }
            record.host = host
        case .via:
            guard let via = named(EventVia.allCases, \.name, view, start, end) else { return false }
            record.via = via
        case .witness:
            guard let witness = named(WitnessClass.allCases, { $0.name }, view, start, end) else { return false }
            record.witness = witness
        case .durability:
            guard let durability = named(Durability.allCases, { $0.name }, view, start, end) else { return false }
            record.durability = durability
        default: return false
        }
        return true
    }

    private static func named<Word>(
        _ words: [Word], _ name: (Word) -> String?, _ view: ByteView, _ start: Int, _ end: Int
    ) -> Word? {
        guard start < end, end - start <= 16 else { return nil }
        let text = view.string(start, end).lowercased()
        return words.first { name($0) == text }
    }

    /// A duration with its unit, or a bare number in the unit of its key.
    static func duration(_ view: ByteView, _ start: Int, _ end: Int, unit: NumberUnit) -> Int64? {
        if let number = DecimalNumber(view, start, end) { return number.scaled(by: unit.nanoseconds) }
        return ValueParser.duration(view, start, end)
    }

    /// An integer key in decimal where it is written otherwise; nil where it may stay as it is.
    private static func decimalKey(_ view: ByteView, _ start: Int, _ end: Int) -> [UInt8]? {
        let initial = view[start]
        guard initial == 0x30 || initial == 0x2B || initial == 0x2D, end - start > 1 else { return nil }
        if let bits = ValueParser.hexadecimal(view, start, end) { return Array(String(bits).utf8) }
        guard let integer = ValueParser.integer(view, start, end) else { return nil }
        return Array(String(integer).utf8)
    }
}
