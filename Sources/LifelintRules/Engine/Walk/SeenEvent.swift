// SPDX-License-Identifier: MIT

import LifelintModel

/// An event of a run as rules see it: once for each half that it tells.
///
/// Why a class: every rule that looks at it hands it on, and what waits for an answer keeps it.
final class SeenEvent {
    /// Which half of a pair it is.
    enum Half {
        /// It tells no length: it is both.
        case point
        case begin
        case end
    }

    /// Its number in the run; −1 for what is no line of its own.
    let number: Int
    private let lines: SeenLines
    let record: EventRecord
    /// When this half is.
    let moment: Moment
    let half: Half
    let name: EventName
    /// Its own name where it is a custom event and whoever walks through the run has numbered it.
    var customName: CustomName?
    /// The key that it was last asked for.
    var latestKey: (fields: [String], key: ObligationKey)?

    init(number: Int, lines: SeenLines, index: Int, moment: Moment, half: Half) {
        self.number = number
        self.lines = lines
        let record = lines.batch.records[index]
        self.record = record
        self.moment = moment
        self.half = half
        name = record.name
    }

    var batch: EventBatch { lines.batch }
    var files: [String] { lines.files }
    /// Who its run is.
    var identity: ToldIdentity { lines.identity }
    /// The name as it is written.
    var text: String { batch.name(of: record) }

    /// Which half a pattern without `phase` means.
    static func matchedHalf(of name: EventName) -> EventPhase {
        name.isRuleCallback ? .begin : .end
    }

    func isHalf(_ phase: EventPhase) -> Bool {
        switch (half, phase == .missing ? SeenEvent.matchedHalf(of: name) : phase) {
        case (.point, _), (.begin, .begin), (.end, .end): true
        default: false
        }
    }

    /// The last digit of the time that its record tells: of two events that are no more apart the order is not known.
    ///
    /// An end that is made from a begin and a duration has the digits of both, and is known no better than the begin.
    var clockStep: Int64 { Moment(record).resolution }

    /// Whether its record tells that half by itself; a point, of which nobody knows how long it took, tells none.
    func tells(_ phase: EventPhase) -> Bool {
        record.phase == phase || record.tellsBothEnds
    }

    /// A field as the text by which keys compare.
    func keyText(of field: String) -> String? {
        switch field {
        case "task": return batch.string(record.task)
        case "scene": return batch.string(record.scene)
        default: break
        }
        for attribute in batch.attributes(of: record) where batch.key(attribute) == field {
            return attribute.kind == .integer ? String(attribute.bits) : batch.string(attribute.text)
        }
        return nil
    }

    /// Whether its recogniser knows that the line means this.
    private var isProven: Bool { record.attributesCount == 0 || batch.bool(.proven, of: record) != false }

    /// The line as evidence: many rules may show the same.
    private(set) lazy var evidence = makeEvidence()

    private func makeEvidence() -> EvidenceLine {
        let line = batch.bytes.count >= record.source.range.upperBound ? batch.bytes[record.source.range] : []
        let input = Int(record.input)
        var evidence = EvidenceLine(
            text: String(decoding: line, as: UTF8.self),
            at: SourceLocation(
                file: input < files.count ? files[input] : "-", line: Int(record.line) + 1,
                column: Int(record.column) + 1, offset: record.offset, length: Int(record.length)))
        evidence.isProven = isProven
        return evidence
    }
}

extension SeenEvent {
    func value(of name: FieldName) -> Value? {
        switch name.known {
        case .event: return .string(text)
        case .time: return .instant(moment.timestamp)
        case .clockStep: return .duration(clockStep)
        case .phase:
            switch record.phase {
            case .missing: return nil
            case .begin: return .string("begin")
            case .end: return .string("end")
            }
        case .duration: return record.hasDuration ? .duration(record.duration) : nil
        case .main: return record.main == .missing ? nil : .bool(record.main == .yes)
        case .scene: return batch.string(record.scene).map(Value.string)
        case .task: return batch.string(record.task).map(Value.string)
        case .via: return record.via.name.map(Value.string)
        case .class: return .string(record.witness.name)
        // A line may tell these itself; what else tells who it was is told by the run.
        case .pid: return record.hasPID ? .integer(Int64(record.pid)) : identity.value(of: .pid)
        case .host: return record.host.name.map(Value.string) ?? identity.value(of: .host)
        case .app: return attribute(name) ?? identity.value(of: .app)
        case .process, .device, .boot, .appVersion, .build, .os, .model:
            return name.known.flatMap { identity.value(of: $0) }
        case .state:
            switch record.state {
            case .missing: return nil
            case .active: return .string("active")
            case .inactive: return .string("inactive")
            case .background: return .string("background")
            case .other: return batch.string(record.stateText).map(Value.string)
            }
        default: return attribute(name)
        }
    }

    private func attribute(_ name: FieldName) -> Value? {
        guard record.attributesCount > 0 else { return nil }
        for attribute in batch.attributes(of: record) {
            let isMeant =
                attribute.key == .custom
                ? batch.holds(name.text, as: attribute.keyText) : attribute.key == name.attribute
            if isMeant { return batch.value(attribute) }
        }
        return nil
    }
}

extension EventName {
    private static let callbacks = EventName.allCases.map { $0.declaration?.matches == .callback }

    /// Whether it is a callback: an event that begins and, where its end is told, lasts.
    var isRuleCallback: Bool { EventName.callbacks[Int(rawValue)] }

    /// Whether a process is told of it once: what was seen of one is of the same.
    var isCalledOnce: Bool {
        switch self {
        case .appWillFinishLaunching, .appDidFinishLaunching, .appWillTerminate: true
        default: false
        }
    }

    /// Whether it leads the app from one state to another.
    var movesApp: Bool {
        switch self {
        case .appDidBecomeActive, .appWillResignActive, .appDidEnterBackground, .appWillEnterForeground: true
        default: false
        }
    }

    /// Whether it leads a scene from one state to another.
    var movesScene: Bool {
        switch self {
        case .sceneWillConnect, .sceneDidBecomeActive, .sceneWillResignActive, .sceneDidEnterBackground,
            .sceneWillEnterForeground, .sceneDidDisconnect, .sceneDidDiscard:
            true
        default: false
        }
    }

    /// Whether it tells that the app or a scene becomes active, or is active no more, or enters or leaves the
    /// background.
    var isTransition: Bool {
        switch self {
        case .appDidBecomeActive, .appWillResignActive, .appDidEnterBackground, .appWillEnterForeground,
            .sceneDidBecomeActive, .sceneWillResignActive, .sceneDidEnterBackground, .sceneWillEnterForeground:
            true
        default: false
        }
    }
}
