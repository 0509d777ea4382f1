// SPDX-License-Identifier: MIT

import LifelintModel

/// Lines of `ios syslog`: JSON objects that hold a line of the device's relay, or its parts with `--parse`.
struct GoIOSShape: LogShape {
    static var escaping: LogEscaping { .json }
    static var hasContinuations: Bool { false }
    static var dependsOnOrder: Bool { true }
    static var namesHosts: Bool { true }

    private static let whole = LogObjectKeys([.key("msg", .message)])
    private static let parts = LogObjectKeys([
        .key("timestamp", .time), .key("message", .message), .key("process", .process), .key("pid", .pid),
        .key("level", .level), .key("device", .device),
    ])

    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow? {
        guard view[start] == 0x7B, start < end else { return nil }
        let line = LogObject(view, start, end, keys: GoIOSShape.whole)
        if line.hasMessage {
            let text = line.row.message
            return DeviceSyslogShape().row(view, text.lowerBound, text.upperBound, &instants).map { row in
                var row = row
                row.message = withoutFeed(view, row.message)
                return row
            }
        }
        return parsedRow(LogObject(view, start, end, keys: GoIOSShape.parts), view, &instants)
    }

    func isFurniture(_ view: ByteView, _ start: Int, _ end: Int) -> Bool { view[start] != 0x7B }

    private func parsedRow(_ object: LogObject, _ view: ByteView, _ instants: inout InstantParser) -> LogRow? {
        guard object.hasMessage, object.row.pid != .min, !object.row.process.isEmpty, !object.row.device.isEmpty else {
            return nil
        }
        var object = object
        let isDated = object.readTime(&instants)
        var row = object.row
        if !isDated {
            var cursor = LogCursor(view, object.time.lowerBound, object.time.upperBound)
            guard let time = LogStamp.yearless(&cursor) else { return nil }
            row.time = time
        }
        let name = row.process
        if view[name.upperBound - 1] == 0x29,
            let open = view.firstIndex(of: 0x28, from: name.lowerBound, to: name.upperBound), open > name.lowerBound
        {
            row.sender = (open + 1)..<(name.upperBound - 1)
            row.process = name.lowerBound..<open
        }
        return row
    }

    /// The relay ends its lines with a line feed and a zero, which are escaped here.
    private func withoutFeed(_ view: ByteView, _ text: Range<Int>) -> Range<Int> {
        var end = text.upperBound
        for mark: StaticString in ["\\u0000", "\\x00", "\\n"] {
            let start = end - mark.utf8CodeUnitCount
            if start >= text.lowerBound, view.starts(mark, at: start, to: end) { end = start }
        }
        return text.lowerBound..<end
    }
}

/// The device's log as go-ios prints it.
enum GoIOSFormat {
    static let format = TextLogFormat(
        "go-ios", GoIOSShape(), title: "go-ios syslog",
        recognisedBy: "Lines that are JSON objects whose msg is a line of the device's relay, or with its parts.",
        tells: "What every process of the device said, with its pid; times have no year.", durability: .immediate,
        traits: .systemLog
    ) { view, head in
        let shape = GoIOSShape()
        return head.fits(shape, view) ? shape : nil
    }
}
