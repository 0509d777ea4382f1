// SPDX-License-Identifier: MIT

import LifelintModel

/// Events that are no line of a log: anomalies, and violations of rules that other rules use.
enum SyntheticEvent {
    /// An event of that name and those attributes; its evidence is that of the event it follows from.
    static func make(
        _ name: String, _ values: [(key: String, value: Value)], at moment: Moment, from told: ToldStretch,
        event number: Int
    ) -> SeenEvent {
        let source = told.seen(number: number)
        var record = source?.record ?? EventRecord()
        var bytes: [UInt8] = []
        if let source, source.batch.bytes.count >= record.source.range.upperBound {
            bytes = Array(source.batch.bytes[record.source.range])
        }
        record.source = Text(offset: 0, length: UInt32(clamping: bytes.count))
        func add(_ text: String) -> Text {
            let start = bytes.count
            bytes.append(contentsOf: text.utf8)
            return Text(offset: UInt32(clamping: start), length: UInt32(clamping: bytes.count - start))
        }
        record.name = .custom
        record.customName = add(name)
        record.time = moment.time
        record.order = moment.order
        record.digits = moment.digits
        record.phase = .missing
        record.duration = .min
        record.scene = .missing
        record.task = .missing
        record.stateText = .missing
        var attributes: [Attribute] = []
        for (key, value) in values {
            let text: String
            if case .string(let plain) = value { text = plain } else { text = value.conditionText }
            if key == "task" {
                record.task = add(text)
                continue
            }
            if key == "scene" {
                record.scene = add(text)
                continue
            }
            var attribute = Attribute()
            attribute.keyText = add(key)
            attribute.text = add(text)
            switch value {
            case .string, .instant: break
            case .integer(let number): (attribute.kind, attribute.bits) = (.integer, number)
            case .number(let number): (attribute.kind, attribute.bits) = (.number, Int64(bitPattern: number.bitPattern))
            case .bool(let flag): (attribute.kind, attribute.bits) = (.bool, flag ? 1 : 0)
            case .duration(let length): (attribute.kind, attribute.bits) = (.duration, length)
            case .bytes(let amount): (attribute.kind, attribute.bits) = (.bytes, amount)
            }
            attributes.append(attribute)
        }
        record.attributesStart = 0
        record.attributesCount = UInt16(clamping: attributes.count)
        let batch = EventBatch(bytes: bytes, records: [record], attributes: attributes)
        return SeenEvent(
            number: -1, lines: SeenLines(batch, files: told.stretch.files, identity: told.identity), index: 0,
            moment: moment, half: .point)
    }
}
