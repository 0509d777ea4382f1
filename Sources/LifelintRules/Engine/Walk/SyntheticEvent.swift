// SPDX-License-Identifier: MIT

import LifelintModel

/// Events that are no line of a log: anomalies, and violations of rules that other rules use.
enum SyntheticEvent {
    /// An event of that name and those attributes; its evidence is that of the event it follows from.
    static func make(
        _ name: String, _ values: [(key: String, value: String)], at moment: Moment, from told: ToldStretch,
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
            if key == "task" {
                record.task = add(value)
                continue
            }
            if key == "scene" {
                record.scene = add(value)
                continue
            }
            var attribute = Attribute()
            attribute.keyText = add(key)
            attribute.text = add(value)
            attributes.append(attribute)
        }
        record.attributesStart = 0
        record.attributesCount = UInt16(clamping: attributes.count)
        let batch = EventBatch(bytes: bytes, records: [record], attributes: attributes)
        return SeenEvent(
            number: -1, lines: SeenLines(batch, files: told.stretch.files), index: 0, moment: moment, half: .point)
    }
}
