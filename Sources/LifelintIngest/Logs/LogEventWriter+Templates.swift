// SPDX-License-Identifier: MIT

import LifelintModel

/// What meanings give events beside what was captured.
extension LogEventWriter {
    /// A value that a meaning gives; it replaces a capture of that name.
    mutating func give(_ template: CompiledTemplate, _ view: ByteView) {
        if template.table != nil { remove(template.key, view) }
        var form = ValueForm.word
        let text: Text
        if let constant = template.constant {
            remove(template.key, view)
            text = builder.batch.add(constant)
        } else if let path = template.copiedField {
            guard let raw = captured(path, view) else { return }
            remove(template.key, view)
            form = raw.form
            text = raw.value
        } else {
            guard compose(template, view) else { return }
            remove(template.key, view)
            text = builder.batch.add(value)
        }
        let key = builder.batch.add(template.key)
        builder.fields.append(RawField(key: key, value: text, form: form, meaning: template.meaning, position: -1))
    }

    /// Makes ``value`` of the parts of a template; false where the captures give none.
    private mutating func compose(_ template: CompiledTemplate, _ view: ByteView) -> Bool {
        value.removeAll(keepingCapacity: true)
        for part in template.parts {
            switch part {
            case .literal(let literal): value.append(contentsOf: literal)
            case .field(let path):
                guard let raw = captured(path, view) else { return false }
                // What was captured was added.
                builder.batch.append(raw.value, to: &value)
            }
        }
        if let table = template.table {
            guard let replaced = table[value] else { return false }
            value.removeAll(keepingCapacity: true)
            value.append(contentsOf: replaced)
        }
        return true
    }

    /// The capture of that name.
    ///
    /// Changes nothing; but the whole writer would be copied for one that is not mutating.
    private mutating func captured(_ path: [UInt8], _ view: ByteView) -> RawField? {
        for index in captures.indices where captures[index].isNamed(path, view, builder.batch) {
            return captures[index]
        }
        return nil
    }

    private mutating func remove(_ name: [UInt8], _ view: ByteView) {
        var index = 0
        while index < builder.fields.count {
            if builder.fields[index].isNamed(name, view, builder.batch) {
                builder.fields.remove(at: index)
            } else {
                index += 1
            }
        }
    }
}
