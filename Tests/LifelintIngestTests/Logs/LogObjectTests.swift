// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintIngest

@Suite struct LogObjectTests {
    static let event = #"""
        {"traceID":1,"eventMessage":"[app<com.acme.notes>:71] \"x\"","eventType":"logEvent","source":null,\#
        "formatString":"%s","activityIdentifier":0,"subsystem":"com.apple.FrontBoard","category":"Process",\#
        "threadID":5,"senderImageUUID":"A","backtrace":{"frames":[{"imageOffset":1,"imageUUID":"pid\":{"}]},\#
        "bootUUID":"B-1","processImagePath":"\/System\/Library\/SpringBoard.app\/SpringBoard",\#
        "senderImagePath":"\/System\/FrontBoard","timestamp":"2026-03-01 10:00:00.123456+0100",\#
        "machTimestamp":9000000000000000000,"messageType":"Default","processID":34,"timezoneName":""}
        """#

    @Test func `Rows of ndjson are read by their keys in whatever order`() {
        let shape = LogObjectShape(keys: UnifiedLogFormats.keys, layout: .lines)
        let expected = #"""
            2026-03-01T09:00:00.123456Z process=SpringBoard pid=34 sender=FrontBoard subsystem=com.apple.FrontBoard \#
            category=Process notice boot=B-1 mach=9000000000000000000 \#
            path=\/System\/Library\/SpringBoard.app\/SpringBoard | [app<com.acme.notes>:71] \"x\"
            """#
        #expect(RowDescription.describe(shape, Self.event) == expected)
        for line in [#"{"count":5,"finished":1}"#, "", "[", "junk", "{}", #"{"eventMessage":"x"}"#] {
            #expect(RowDescription.describe(shape, line) == "-")
        }
    }

    @Test(arguments: [
        (#""eventType":"activityCreateEvent""#, true), (#""eventType":"signpostEvent""#, true),
        (#""eventType":"timesyncEvent""#, false), (#""eventType":"lossEvent""#, false),
    ]) func `Activities and signposts are no messages, marks of clocks and losses are`(kind: String, isMarker: Bool) {
        let line = #"{"timestamp":"2026-03-01 10:00:00.1+0100","eventMessage":"x","# + kind + "}"
        let shape = LogObjectShape(keys: UnifiedLogFormats.keys, layout: .lines)
        #expect(RowDescription.describe(shape, line).contains("marker") == isMarker)
    }

    @Test func `Rows of go-ios are lines of the relay or their parts`() {
        let whole = #"{"msg":"Mar  1 10:00:00 iPhone Notes(UIKitCore)[71] <Notice>: a \"b\"\n\u0000"}"#
        #expect(
            RowDescription.describe(GoIOSShape(), whole)
                == #"3/1 10:00:00 process=Notes pid=71 sender=UIKitCore notice device=iPhone | a \"b\""#)
        let parts = #"""
            {"device":"iPhone","level":"Error","message":"a","pid":"71","process":"Notes(UIKitCore)",\#
            "timestamp":"Mar  1 10:00:00"}
            """#
        #expect(
            RowDescription.describe(GoIOSShape(), parts)
                == "3/1 10:00:00 process=Notes pid=71 sender=UIKitCore error device=iPhone | a")
        #expect(RowDescription.describe(GoIOSShape(), #"{"level":"info","msg":"started"}"#) == "-")
    }

    private static let oslog = #"{"composedMessage":"},{ [\"","date":"2026-03-01T10:00:00Z","a":[1,{"b":2}]}"#

    private static let samples: [LogSample] = [
        LogSample("unified-log-ndjson, 2", event, event, #"{"count":2,"finished":1}"#),
        LogSample("unified-log-ndjson, 1", #"Filtering the log data using "x""#, event),
        LogSample("unified-log-ndjson, 2", "[", event + ",", event, "]"),
        LogSample(
            "unified-log-json, 2", "[{", #"  "timestamp" : "2026-03-01 10:00:00.1+0100","#, #"  "eventMessage" : "a""#,
            "},{", #"  "eventMessage" : "b","#, #"  "source" : {"#, #"    "line" : 5"#, "  },",
            #"  "timestamp" : "2026-03-01 10:00:00.1+0100""#, "}]"),
        // White space means nothing: moved as a whole, all but the first line, and by tabs.
        LogSample(
            "unified-log-json, 2", "    [{", #"      "timestamp" : "2026-03-01 10:00:00.1+0100","#,
            #"      "eventMessage" : "a""#, "    },{", #"      "timestamp" : "2026-03-01 10:00:00.1+0100","#,
            #"      "eventMessage" : "b""#, "    }]"),
        LogSample(
            "unified-log-json, 2", "[{", #"    "timestamp" : "2026-03-01 10:00:00.1+0100","#,
            #"    "eventMessage" : "}\"{ a""#, "  },{", #"    "timestamp" : "2026-03-01 10:00:00.1+0100","#,
            #"    "source" : {"#, #"      "line" : 5"#, "    },", #"    "eventMessage" : "b""#, "  }]"),
        LogSample(
            "unified-log-json, 2", "[", "\t{", "\t\t\"timestamp\": \"2026-03-01 10:00:00.1+0100\",",
            "\t\t\"eventMessage\": \"a\"", "\t},", "\t{", "\t\t\"timestamp\": \"2026-03-01 10:00:00.1+0100\",",
            "\t\t\"eventMessage\": \"b\"", "\t}", "]"),
        // Cut off in the middle of a row that has what is needed, and of one that has not.
        LogSample(
            "unified-log-json, 1", "[{", #"  "timestamp" : "2026-03-01 10:00:00.1+0100","#, #"  "eventMessage" : "a","#,
            #"  "cat"#),
        LogSample(
            "unified-log-json, 1", "[{", #"  "timestamp" : "2026-03-01 10:00:00.1+0100","#, #"  "eventMessage" : "a""#,
            "},{", #"  "eventM"#),
        LogSample(
            "unified-log-iterator, 1",
            #"""
            {"timestamp":"2026-03-01T10:00:00.123Z","time":1772359200123000000,"message":"a","process":"/usr/libexec/x",\#
            "pid":5,"log_type":"Default","event_type":"Log","boot_uuid":"B","raw_message":"a"}
            """#),
        LogSample(
            "unified-log-iterator, 1",
            #"""
            {"data":{"process":"/usr/libexec/x","pid":5},"datetime":"2026-03-01T10:00:00.1Z","message":"a",\#
            "timestamp_desc":"logarchive"}
            """#),
        LogSample(
            "oslogstore, 2", "[", "  {", #"    "date" : 794052000,"#, #"    "composedMessage" : "a""#, "  },", "  {",
            #"    "composedMessage" : "b","#, #"    "date" : "2026-03-01T10:00:00Z""#, "  }", "]"),
        LogSample("oslogstore, 1", #"{"composedMessage":"a","date":"2026-03-01T10:00:00Z","level":3}"#),
        LogSample("go-ios, 1", #"{"msg":"Mar  1 10:00:00 iPhone Notes[71] <Notice>: a"}"#),
        LogSample(
            "pymobiledevice3, 1",
            #"""
            {"pid":5,"timestamp":"2026-03-01T10:00:00.5","level":"NOTICE","image_name":"/a/b","image_offset":1,\#
            "filename":"/a/Notes","message":"x","label":{"subsystem":"s","category":"c"}}
            """#),
        // One array on a line, as encoders write it.
        LogSample("oslogstore, 3", cut: "[" + Array(repeating: oslog, count: 3).joined(separator: ", ") + "]"),
        LogSample("oslogstore, 3", "[\n  " + oslog + ",", oslog + "," + oslog + "\n]"),
        LogSample("unified-log-ndjson, 2", "[\(event),\(event)]"),
        LogSample(
            "go-ios, 2",
            #"[{"msg":"Mar  1 10:00:00 iPhone Notes[71] <Notice>: a"},{"msg":"Mar  1 10:00:01 iPhone Notes[71] <Notice>: a"}]"#
        ), LogSample("-", #"{"timestamp":"2026-03-01T10:00:00.5","level":"info","message":"x"}"#),
        LogSample("-", #"{"name":"x","dependencies":{"data":"1"}}"#), LogSample("-", "[{", #"  "a" : 1"#, "}]"),
    ]

    @Test(arguments: samples) func `Logs of objects are known by their keys`(sample: LogSample) {
        #expect(LogSample.describe(sample.text) == sample.expected)
    }

    @Test func `Members of a label or of data count as those of the object`() throws {
        let line = #"""
            {"label":{"subsystem":"s","category":"c"},"timestamp":"2026-03-01T10:00:00.5","image_name":"/a/b",\#
            "filename":"/a/Notes","message":"x","pid":5}
            """#
        let shape = LogObjectShape(keys: PyMobileDeviceFormat.keys, layout: .lines)
        #expect(
            RowDescription.describe(shape, line)
                == "2026-03-01T10:00:00.5Z? process=Notes pid=5 sender=b subsystem=s category=c path=/a/Notes | x")
    }

    @Test func `Rows that span lines are found around any of their bytes`() {
        let text = "[\n  {\n    \"a\" : {\n      \"b\" : 1\n    }\n  },\n  {\n    \"c\" : 2\n  }\n]\n"
        let bytes = Array(text.utf8)
        let shape = LogObjectShape(keys: UnifiedLogFormats.keys, layout: .pretty(indentation: 2))
        let found = bytes.withView { view in
            ["a", "b", "c"].map { name -> String in
                let position =
                    text.utf8.firstIndex(of: UInt8(ascii: Unicode.Scalar(name) ?? " "))
                    .map { text.utf8.distance(from: text.utf8.startIndex, to: $0) } ?? 0
                let start = shape.rowStart(view, around: position, from: 0)
                return view.string(start, shape.rowEnd(view, around: position, to: view.count) ?? view.count)
            }
        }
        let first = "  {\n    \"a\" : {\n      \"b\" : 1\n    }\n  }"
        #expect(found == [first, first, "  {\n    \"c\" : 2\n  }"])
    }
}
