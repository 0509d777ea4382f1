// SPDX-License-Identifier: MIT

import LifelintModel

extension WitnessClass: PackedChoice {}
extension CaptureKind: PackedChoice {}

/// Without what only checks of recognisers ask for: its samples, and where its parts stand.
extension LinePattern: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(
            says: [TextPattern](from: &reader), source: LineSource(from: &reader),
            meanings: [LineMeaning](from: &reader), at: SourceLocation(from: &reader))
        witness = WitnessClass?(from: &reader)
        condition = Condition?(from: &reader)
        isProven = Bool(from: &reader)
        after = String?(from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(says, source, meanings, at, witness, condition, isProven, after)
    }
}

extension LineSource: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init()
        processes = [String](from: &reader)
        subsystem = Glob?(from: &reader)
        categories = [Glob](from: &reader)
        sender = Glob?(from: &reader)
        formats = [String](from: &reader)
        app = Glob?(from: &reader)
        isBare = Bool(from: &reader)
    }

    func pack(into writer: inout RulePacker) {
        writer.add(processes, subsystem, categories, sender, formats, app, isBare)
    }
}

extension LineMeaning: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(
            event: EventName?(from: &reader), name: reader.text(), isCallback: Bool(from: &reader),
            with: (0..<reader.count()).map { _ in (reader.text(), ValueTemplate(from: &reader)) })
    }

    func pack(into writer: inout RulePacker) {
        writer.add(event, name, isCallback)
        writer.add(number: with.count)
        for (key, template) in with { writer.add(key, template) }
    }
}

extension ValueTemplate: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(parts: [Part](from: &reader), table: [String: String]?(from: &reader))
    }

    func pack(into writer: inout RulePacker) { writer.add(parts, table) }
}

extension ValueTemplate.Part: Packed {
    init(from reader: inout RuleUnpacker) {
        switch reader.tag(below: 2) {
        case 0: self = .literal(reader.text())
        default: self = .field(reader.text())
        }
    }

    func pack(into writer: inout RulePacker) {
        switch self {
        case .literal(let text): writer.add(tag: 0, text)
        case .field(let name): writer.add(tag: 1, name)
        }
    }
}

/// With the texts that lines are searched for: to find them takes longer than to read everything else.
extension TextPattern: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(text: reader.text(), parts: [Part](from: &reader), anchors: [String](from: &reader))
    }

    func pack(into writer: inout RulePacker) { writer.add(text, parts, anchors) }
}

extension TextPattern.Part: Packed {
    init(from reader: inout RuleUnpacker) {
        switch reader.tag(below: 4) {
        case 0: self = .literal(reader.text())
        case 1: self = .capture(name: String?(from: &reader), CaptureKind(from: &reader))
        case 2: self = .choice(name: String?(from: &reader), [String](from: &reader))
        default: self = .optional([TextPattern.Part](from: &reader))
        }
    }

    func pack(into writer: inout RulePacker) {
        switch self {
        case .literal(let text): writer.add(tag: 0, text)
        case .capture(let name, let kind): writer.add(tag: 1, name, kind)
        case .choice(let name, let texts): writer.add(tag: 2, name, texts)
        case .optional(let parts): writer.add(tag: 3, parts)
        }
    }
}

extension LineRecogniser: Packed {
    init(from reader: inout RuleUnpacker) {
        self.init(about: reader.text(), lines: [LinePattern](from: &reader))
    }

    func pack(into writer: inout RulePacker) { writer.add(about, lines) }
}
