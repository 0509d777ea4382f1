// SPDX-License-Identifier: MIT

import LifelintModel

extension SeenEvent {
    /// The same event with bytes of its own.
    ///
    /// Why: what waits for an answer must not keep everything in memory that was read together with it.
    var detached: SeenEvent {
        var bytes: [UInt8] = []
        var record = record
        func move(_ text: Text) -> Text {
            guard text.isPresent, text.range.upperBound <= batch.bytes.count else { return .missing }
            let start = bytes.count
            bytes.append(contentsOf: batch.bytes[text.range])
            return Text(offset: UInt32(clamping: start), length: text.length)
        }
        let attributes = batch.attributes(of: record).map { attribute in
            var attribute = attribute
            attribute.text = move(attribute.text)
            attribute.keyText = move(attribute.keyText)
            return attribute
        }
        record.customName = move(record.customName)
        record.scene = move(record.scene)
        record.task = move(record.task)
        record.stateText = move(record.stateText)
        record.source = move(record.source)
        record.attributesStart = 0
        return SeenEvent(
            number: number,
            lines: SeenLines(
                EventBatch(bytes: bytes, records: [record], attributes: Array(attributes)), files: files,
                identity: identity),
            index: 0, moment: moment, half: half)
    }
}
