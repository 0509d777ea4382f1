// SPDX-License-Identifier: MIT

/// The path of a field as a condition names it, such as `duration` or `run.ending.cause`, taken apart once: conditions
/// are asked for every event of every run.
public final class FieldPath: Sendable {
    /// Whom a path names before its first dot.
    public enum Owner: Sendable {
        /// It has no dot: a bare name.
        case none
        case run, event, span, rule, scene, device
        /// Something else: an event that a rule has bound, or a bare name with a dot in it.
        case other
    }

    /// The path as it is written.
    public let text: String
    /// Whom it names.
    public let owner: Owner
    /// What stands before the first dot; the path itself without one.
    public let root: String
    /// The path as a bare name.
    public let whole: FieldName
    /// What stands after the first dot; the path itself without one.
    public let rest: FieldName
    /// How values of the field compare.
    let naming: Condition.Operand.Naming

    /// A path of that text.
    public init(_ text: String) {
        self.text = text
        whole = FieldName(text)
        guard let dot = text.utf8.firstIndex(of: 0x2E) else {
            owner = .none
            root = text
            rest = whole
            naming = Condition.Operand.Naming(path: text, last: text)
            return
        }
        root = String(Substring(text.utf8[..<dot]))
        let below = String(Substring(text.utf8[text.utf8.index(after: dot)...]))
        rest = FieldName(below)
        naming = Condition.Operand.Naming(path: text, last: below)
        owner =
            switch root {
            case "run": .run
            case "event": .event
            case "span": .span
            case "rule": .rule
            case "scene": .scene
            case "device": .device
            default: .other
            }
    }
}

extension FieldPath: Equatable {
    /// By their texts.
    public static func == (left: FieldPath, right: FieldPath) -> Bool { left.text == right.text }
}

extension FieldPath: ExpressibleByStringLiteral {
    /// The path that stands in the source.
    public convenience init(stringLiteral text: String) { self.init(text) }
}

/// The name of a field below its owner, looked up once.
public final class FieldName: Sendable {
    /// The name as it is written.
    public let text: String
    /// The field of that name among those which every event, span or run has.
    public let known: KnownField?
    /// The attribute of that name, if it is one of the vocabulary.
    public let attribute: AttributeKey?
    /// The detail of an ending, for `ending.detail.…`.
    public let detail: EndingDetail?
    /// The field of the event at a span's end, for `end.…`.
    public let atEnd: FieldName?

    /// What a name means: one table for both, since every path of every rule asks for its names.
    private static let meanings: [String: (known: KnownField?, attribute: AttributeKey?)] = {
        var meanings: [String: (known: KnownField?, attribute: AttributeKey?)] = [:]
        for row in AttributeKey.declarations { meanings[row.name] = (nil, row.key) }
        for field in KnownField.allCases { meanings[field.rawValue, default: (nil, nil)].known = field }
        return meanings
    }()

    /// A name of that text.
    public convenience init(_ text: String) { self.init(text, isAtEnd: false) }

    /// - Parameter isAtEnd: it is a field of the event at a span's end, which has no end of its own.
    private init(_ text: String, isAtEnd: Bool) {
        self.text = text
        let meaning = FieldName.meanings[text]
        known = meaning?.known
        attribute = meaning?.attribute
        // Both `ending.detail.` and `end.` begin so, and few names do.
        let mayBeEnd = text.utf8.first == UInt8(ascii: "e")
        detail =
            mayBeEnd && text.hasPrefix("ending.detail.") ? EndingDetail(rawValue: String(text.dropFirst(14))) : nil
        atEnd =
            mayBeEnd && !isAtEnd && text.hasPrefix("end.")
            ? FieldName(String(text.dropFirst(4)), isAtEnd: true) : nil
    }
}

/// The fields that every event, span or run has.
public enum KnownField: String, Sendable, CaseIterable {
    case app, appVersion, begin, blocked, boot, buffered, build, `class`, clockStep, debugger, device, duration, end,
        endKnown
    case event, harness, hidden
    case host, hostTold, id, inferred, key, kind, lastEvent, mac, main, mode, model, name, openAtEnd, openCalls,
        openTasks, os,
        phase, pid
    case process, replaced
    case scene, simulator, start, startKnown, state, stateAtEnd, stateTold, task, time, unsaved, version, via, visible,
        wallDuration
    case userVisible = "user_visible"
    case endingCause = "ending.cause"
    case endingCauseTold = "ending.causeTold"
    case endingConfidence = "ending.confidence"
    case launchAfter = "launch.after"
    case launchAfterBoot = "launch.afterBoot"
    case launchAfterForceQuit = "launch.afterForceQuit"
    case launchAfterUpdate = "launch.afterUpdate"
    case launchBeforeFirstUnlock = "launch.beforeFirstUnlock"
    case launchFirstEver = "launch.firstEver"
    case launchKind = "launch.kind"
    case launchReason = "launch.reason"
}
