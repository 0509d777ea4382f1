// SPDX-License-Identifier: MIT

import LifelintModel

/// The device's log as pymobiledevice3 prints it, as text or as lines of JSON.
enum PyMobileDeviceFormat {
    static let keys = LogObjectKeys(
        [
            .key("timestamp", .time), .key("message", .message), .key("filename", .path), .key("pid", .pid),
            .sign("image_name", .senderPath), .key("level", .level), .key("label", .nested),
            .key("subsystem", .subsystem), .key("category", .category), .key("mach_timestamp", .mach),
        ], signs: ["image_offset", "image_uuid", "process_image_uuid"])

    static let format = LogFormatFamily(text, lines)

    private static let text = TextLogFormat(
        "pymobiledevice3", PyMobileDeviceShape(), title: "pymobiledevice3 syslog",
        recognisedBy:
            "Lines of a time and process{image}[pid] <LEVEL>, or JSON objects with image_name and image_offset.",
        tells: "What every process of the device said, with its pid.", durability: .immediate,
        traits: [.systemLog, .passesLinesOver]
    ) { view, head in
        let shape = PyMobileDeviceShape()
        return head.fits(shape, view) ? shape : nil
    }

    private static let lines = TextLogFormat(
        text.id, LogObjectShape(keys: keys, layout: .lines), title: text.title, recognisedBy: text.recognisedBy,
        tells: text.tells, durability: text.durability, traits: text.traits
    ) { view, head in
        LogObjectSniffer.lines(LogObjectShape(keys: keys, layout: .lines), view, head)
    }
}
