// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import TestSupport
import Testing

@Suite struct LifecycleJSONLinesTests {
    private static let jsonl = "lifecycle-jsonl"

    @Test func `A plain line becomes one event with all of its fields`() throws {
        let line =
            #"{"time":"2026-03-01T10:00:00.123456Z","event":"app.didEnterBackground","app":"com.acme.notes","pid":4711,"device":"A1","state":"background","seq":3,"mach":17,"thread":"main","via":"delegate","host":"app","os":"iOS 18.2","model":"iPhone14,2","build":"7","appVersion":"1.2","process":"Notes","boot":"B","run":"r1","scene":"s","phase":"begin","class":"uikit","durability":"buffered"}"#
        let reading = try Reading(line + "\n", as: Self.jsonl)
        #expect(reading.problems.isEmpty)
        #expect(
            reading.records == [
                "2026-03-01T10:00:00.123456Z app.didEnterBackground app=com.acme.notes process=Notes device=A1 boot=B run=r1"
                    + " version=1.2 build=7 os=iOS 18.2 model=iPhone14,2 scene=s pid=4711 seq=3 mach=17 state=background"
                    + " main=yes phase=begin host=app via=delegate class=uikit durability=buffered § 1:1 @0+\(line.utf8.count) \(line)"
            ])
    }

    @Test(arguments: [
        (#""ts":"2026-03-01T10:00:00Z","event":"x""#, "2026-03-01T10:00:00Z x"),
        (#""timestamp":"2026-03-01T10:00:00.5+02:00","event":"x""#, "2026-03-01T08:00:00.5Z x"),
        (#""date":"2026-03-01 10:00:00.123456-0800","event":"x""#, "2026-03-01T18:00:00.123456Z x"),
        (#""@timestamp":"2026-03-01t10:00:00,25z","event":"x""#, "2026-03-01T10:00:00.25Z x"),
        (#""time":"2026-03-01 10:00:00","event":"x""#, "2026-03-01T10:00:00Z x zone=assumed"),
        (#""time":1772359200,"event":"x""#, "2026-03-01T10:00:00Z x"),
        (#""time":1772359200.25,"event":"x""#, "2026-03-01T10:00:00.25Z x"),
        (#""time":1772359200123,"event":"x""#, "2026-03-01T10:00:00.123Z x"),
        (#""time":1772359200123456,"event":"x""#, "2026-03-01T10:00:00.123456Z x"),
        (#""time":1772359200123456789,"event":"x""#, "2026-03-01T10:00:00.123456789Z x"),
        (#""time":"1772359200","event":"x""#, "2026-03-01T10:00:00Z x"),
        (#""time":794052000,"event":"x""#, "2026-03-01T10:00:00Z x"),
        (#""time":794052000.123457,"event":"x""#, "2026-03-01T10:00:00.123457Z x"),
        (#""time":794052000.12345695,"event":"x""#, "2026-03-01T10:00:00.123457Z x"),
        (
            #""ts":"2026-03-01T10:00:00Z","time":"2026-03-02T10:00:00Z","event":"x""#,
            "2026-03-02T10:00:00Z x ts:'2026-03-01T10:00:00Z'"
        ),
    ]) func `Times are read in every accepted spelling`(members: String, expected: String) throws {
        #expect(try Reading("{\(members)}\n", as: Self.jsonl).events == [expected])
    }

    @Test(arguments: [
        (#""event":"app.didBecomeActive""#, "app.didBecomeActive"),
        (#""eventName":"app.didBecomeActive""#, "app.didBecomeActive"),
        (#""kind":"app.didBecomeActive""#, "app.didBecomeActive"),
        (#""name":"app.didBecomeActive""#, "app.didBecomeActive"),
        (#""type":"app.didBecomeActive""#, "app.didBecomeActive"),
        (#""event":"appDidBecomeActive""#, "app.didBecomeActive"),
        (#""event":"APPDIDBECOMEACTIVE""#, "app.didBecomeActive"),
        (#""event":"applicationDidBecomeActive""#, "app.didBecomeActive via=delegate"),
        (#""event":"applicationDidBecomeActive:""#, "app.didBecomeActive via=delegate"),
        (#""event":"applicationDidBecomeActive(_:)""#, "app.didBecomeActive via=delegate"),
        (#""event":"-[AppDelegate applicationDidBecomeActive:]""#, "app.didBecomeActive via=delegate"),
        (#""event":"AppDelegate.applicationDidBecomeActive(_:)""#, "app.didBecomeActive via=delegate"),
        (#""event":"UIApplication.didBecomeActiveNotification""#, "app.didBecomeActive via=notification"),
        (#""event":"application(_:didFinishLaunchingWithOptions:)""#, "app.didFinishLaunching via=delegate"),
        (#""event":"application(_:didFinishLaunchingWithOptions:) -> Bool""#, "app.didFinishLaunching via=delegate"),
        (#""event":"applicationDidBecomeActive","via":"swiftui""#, "app.didBecomeActive via=swiftui"),
        (#""via":"swiftui","event":"applicationDidBecomeActive""#, "app.didBecomeActive via=swiftui"),
        (#""event":"process.exit""#, "process.exit class=runningboard"),
        (#""event":"process.exit","class":"kernel""#, "process.exit class=kernel"),
        (#""event":"App.DidBecomeActive""#, "App.DidBecomeActive"),
        (#""event":"didBecomeActive""#, "app.didBecomeActive"), (#""kind":"did_become_active""#, "app.didBecomeActive"),
        (#""event":"App Did Enter Background""#, "app.didEnterBackground"),
        (#""event":"application-did-become-active""#, "app.didBecomeActive via=delegate"),
        (#""event":"didBecomeActive","scene":"s""#, "scene.didBecomeActive scene=s"),
        (#""event":"didBecomeActive","sceneID":"s""#, "scene.didBecomeActive scene=s"),
        (#""event":"didBecomeActive","windowId":"s""#, "scene.didBecomeActive scene=s"),
        (#""scene":"s","event":"willTerminate""#, "app.willTerminate scene=s"),
        (#""scene":"s","event":"appDidBecomeActive""#, "app.didBecomeActive scene=s"),
        (#""event":"player.didBecomeActive""#, "player.didBecomeActive"),
        (#""event":"sync.appDidBecomeActive""#, "sync.appDidBecomeActive"),
        (#""name":"draft","event":"data.save","kind":"auto","type":7"#, "data.save name:'draft' kind:'auto' type:7"),
    ]) func `Events are read in every accepted spelling`(members: String, expected: String) throws {
        let reading = try Reading("{\"time\":\"2026-03-01T10:00:00Z\",\(members)}\n", as: Self.jsonl)
        #expect(reading.events == ["2026-03-01T10:00:00Z " + expected])
        #expect(reading.problems.isEmpty)
    }

    @Test(arguments: [
        (#""bundle":"a""#, "app=a"), (#""bundleId":"a""#, "app=a"), (#""bundleID":"a""#, "app=a"),
        (#""bundle_id":"a""#, "app=a"), (#""bundle_id":"b","app":"a""#, "app=a bundle_id:'b'"),
        (#""app":"a","bundle":"b""#, "app=a bundle:'b'"),
        (#""app_version":"1""#, "version=1"), (#""version":"1""#, "version=1"), (#""appVersion":2.5"#, "version=2.5"),
        (#""processID":5"#, "pid=5"), (#""processIdentifier":"5""#, "pid=5"), (#""pid":-1"#, "pid=-1"),
        (#""deviceId":"D""#, "device=D"), (#""device_id":"D""#, "device=D"), (#""udid":"D""#, "device=D"),
        (#""osVersion":"17""#, "os=17"), (#""os_version":"17""#, "os=17"), (#""build_number":"7""#, "build=7"),
        (#""deviceModel":"m""#, "model=m"),
        (
            #""udid":"E","device":"D""#, "device=D udid:'E'"
        ),
        (#""bootUUID":"B""#, "boot=B"), (#""bootUUID":"""#, ""),
        (#""applicationState":2"#, "state=background"), (#""state":0"#, "state=active"),
        (#""state":"1""#, "state=inactive"),
        (#""state":"Background""#, "state=background"), (#""state":"notRunning""#, "state=notRunning"),
        (#""state":7"#, "state=7"),
        (#""sceneId":"s""#, "scene=s"), (#""sceneIdentifier":"s""#, "scene=s"),
        (#""persistentIdentifier":"s""#, "scene=s"),
        (#""taskId":7"#, "task=7"), (#""identifier":"x""#, "task=x"),
        (#""task":"x","identifier":"y""#, "task=x identifier:'y'"),
        (#""identifier":"y","task":"x""#, "task=x identifier:'y'"),
        (#""duration":"380ms""#, "duration=380000000"), (#""duration":1.5"#, "duration=1500000000"),
        (#""duration_ms":12.5"#, "duration=12500000"), (#""durationMs":3"#, "duration=3000000"),
        (#""duration_s":2"#, "duration=2000000000"),
        (#""duration_ms":5,"duration":"1s""#, "duration=1000000000 duration_ms:5"),
        (#""main":true"#, "main=yes"), (#""main":false"#, "main=no"), (#""thread":"main""#, "main=yes"),
        (#""thread":"com.acme.queue""#, "main=no thread:'com.acme.queue'"), (#""thread":1234"#, "thread:1234"),
        (#""machTimestamp":5"#, "mach=5"), (#""mach_timestamp":18446744073709551614"#, "mach=18446744073709551614"),
        (#""phase":"end""#, "phase=end"), (#""host":"widget""#, "host=widget"),
        (
            #""ok":true,"limit":"50MB","bytes":"50MiB","age":30,"code":"0x8badf00d","status":"9""#,
            "ok:true limit:50000000B bytes:52428800B age:30000000000ns code:2343432205 status:9"
        ),
        (#""x":1,"y":1.5,"z":"s","b":false,"n":null,"e":1e3"#, "x:1 y:1.5# z:'s' b:false e:1000.0#"),
        (#""a":{"b":1,"c":{"d":"x"}},"l":[1, 2]"#, "a.b:1 a.c.d:'x' l:'[1, 2]'"),
        (#""a":{"b":{"c":{"d":{"e":{"f":1}}}}}"#, "a.b.c.d.e:'{\"f\":1}'"),
        (#""name":"a\"b\\c\/d\u00e9\ud83d\ude00\n""#, "name:'a\"b\\c/dé😀\n'"),
        (#""n\u0061me":"x""#, "name:'x'"), (#""\u0070id":5"#, "pid=5"),
    ]) func `Fields and attributes are read in every accepted spelling`(members: String, expected: String) throws {
        let reading = try Reading("{\"time\":\"2026-03-01T10:00:00Z\",\"event\":\"x\",\(members)}\n", as: Self.jsonl)
        #expect(reading.events == ["2026-03-01T10:00:00Z x \(expected)".trimmed])
        #expect(reading.problems.isEmpty)
    }

    /// Numbers without a unit whose unit the event tells, in records that are read in the short way and those that are not.
    @Test(
        arguments: [
            (#""memory.footprint","bytes":5,"limit":2000"#, "memory.footprint bytes:5B limit:2000B"),
            (#""memory.footprint","limit":2e3"#, "memory.footprint limit:2000B"),
            (#""memory.footprint","limit":"2kB""#, "memory.footprint limit:2000B"),
            (#""memory.footprint","limit":"none""#, "memory.footprint limit:'none'"),
            (#""memory.limitExceeded","limit":"2000""#, "memory.limitExceeded limit:2000B"),
            (
                #""watchdog.warning","elapsed":8,"limit":10.5"#,
                "watchdog.warning class=frontboard elapsed:8000000000ns limit:10500000000ns"
            ),
            (#""backgroundTime.remaining","value":26"#, "backgroundTime.remaining value:26000000000ns"),
            (#""backgroundTime.remaining","value":"26s""#, "backgroundTime.remaining value:26000000000ns"),
            (
                #""backgroundTime.remaining","value":1.7976931348623157e308"#,
                "backgroundTime.remaining value:9223372036854775807ns"
            ),
            (
                #""backgroundTime.remaining","value":99999999999"#,
                "backgroundTime.remaining value:9223372036854775807ns"
            ),
            (#""backgroundTime.remaining","limit":26"#, "backgroundTime.remaining limit:26"),
            (#""mine","limit":10,"value":3"#, "mine limit:10 value:3"),
        ], ["", #","n":{"a":1}"#])
    func `A number is in the unit of its event`(_ row: (members: String, expected: String), more: String) throws {
        let text = "{\"time\":\"2026-03-01T10:00:00Z\",\"event\":\(row.members)\(more)}\n"
        let reading = try Reading(text, as: Self.jsonl)
        #expect(reading.events == ["2026-03-01T10:00:00Z \(row.expected)\(more.isEmpty ? "" : " n.a:1")"])
        #expect(reading.problems.isEmpty)
    }

    @Test func `The app that comes to the front is attribute and field`() throws {
        let line = #"{"time":"2026-03-01T10:00:00Z","event":"frontApp.changed","app":"com.b"}"#
        #expect(
            try Reading(line, as: Self.jsonl).events == [
                "2026-03-01T10:00:00Z frontApp.changed app=com.b class=system app:'com.b'"
            ])
    }

    @Test(arguments: [
        (#"{"time":"2026-03-01T10:00:00Z""#, "truncated-line 1:1 @0"),
        (#"{"time":"2026-03-01T10:00:00Z","event":"x"#, "truncated-line 1:1 @0"),
        ("{\"time\":\"2026-03-01T10:00:00Z\",\"event\":\"x\"\n", "invalid-json 1:43 @42"),
        ("  {\"time\":5,}\n", "invalid-json 1:13 @12"),
        ("hello\n", "invalid-json 1:1 @0"),
        ("\n{\"time\":\"2026-03-01T10:00:00Z\",\"event\":\"x\"} y\n", "invalid-json 2:45 @45"),
        (#"{"event":"x"}"#, "no-time 1:1 @0"), (#"{"time":5}"#, "no-event 1:1 @0"),
        (#"{"time":5,"event":""}"#, "no-event 1:1 @0"),
        (#"{"time":"yesterday","event":"x"}"#, "bad-time 1:9 @8"),
        (#"{"time":"2026-13-01T10:00:00Z","event":"x"}"#, "bad-time 1:9 @8"),
        (#"{"time":true,"event":"x"}"#, "bad-time 1:9 @8"),
        (#"{"time":01,"event":"x"}"#, "invalid-json 1:9 @8"),
        (#"{"time":5,"event":"\x"}"#, "invalid-json 1:20 @19"),
        ("{\"time\":5,\"event\":\"a\tb\"}", "invalid-json 1:21 @20"),
        ("{\"time\":5,\"event\":\"x\",\"a\":" + String(repeating: "[", count: 70) + "}", "nesting-too-deep 1:90 @89"),
    ]) func `Lines that cannot be read are problems at their place`(text: String, expected: String) throws {
        let good = "{\"time\":\"2026-03-01T10:00:00Z\",\"event\":\"y\"}\n"
        let reading = try Reading(text, as: Self.jsonl)
        #expect(reading.problems == [expected])
        #expect(reading.records.isEmpty)
        let after = try Reading(good + text, as: Self.jsonl)
        #expect(after.records.count == 1)
        #expect(after.problems.count == 1)
    }

    @Test(arguments: [
        (#""pid":"x""#, ""), (#""duration":"soon""#, ""), (#""duration":-1"#, ""), (#""host":"toaster""#, ""),
        (#""main":"maybe""#, ""),
        (#""phase":"middle""#, ""), (#""class":"x""#, ""), (#""mach":-1"#, ""), (#""seq":1.5"#, ""),
        (#""pid":99999999999"#, ""),
        (#""ok":"perhaps""#, "ok:'perhaps'"), (#""signal":"SIGNOTHING""#, "signal:'SIGNOTHING'"),
        (#""bytes":"many""#, "bytes:'many'"), (#""app":["a"]"#, ""),
    ]) func `A bad value is a problem and leaves the event`(members: String, expected: String) throws {
        let reading = try Reading("{\"time\":\"2026-03-01T10:00:00Z\",\"event\":\"x\",\(members)}\n", as: Self.jsonl)
        #expect(reading.problems.count == 1)
        #expect(reading.problems[0].hasPrefix("bad-value 1:"))
        #expect(reading.events == ["2026-03-01T10:00:00Z x \(expected)".trimmed])
    }

    @Test func `Bytes that are no UTF-8 are a problem and the event is kept`() throws {
        let bytes = Array(#"{"time":5,"event":"x","name":"a"#.utf8) + [0xFF, 0xC0] + Array("\"}\n".utf8)
        let reading = try Reading(bytes, as: Self.jsonl)
        #expect(reading.problems == ["invalid-utf8 1:32 @31"])
        #expect(reading.records.count == 1)
    }

    @Test func `Byte-order mark, carriage returns and blank lines are no trouble`() throws {
        let text =
            "\u{FEFF}{\"time\":\"2026-03-01T10:00:00Z\",\"event\":\"x\"}\r\n\r\n  \n{\"time\":\"2026-03-01T10:00:01Z\",\"event\":\"y\"}\r\n"
        let reading = try Reading(text, as: Self.jsonl)
        #expect(reading.problems.isEmpty)
        #expect(reading.events == ["2026-03-01T10:00:00Z x", "2026-03-01T10:00:01Z y"])
        #expect(reading.records[1].contains("§ 4:1 @53+"))
    }

    @Test func `A line longer than the limit is one problem and a gap`() throws {
        let long = "{\"time\":5,\"event\":\"" + String(repeating: "x", count: IngestLimits.lineBytes) + "\"}\n"
        let reading = try Reading(long + "{\"time\":5,\"event\":\"y\"}\n", as: Self.jsonl)
        #expect(reading.problems == ["line-too-long 1:1 @0"])
        #expect(reading.events == ["2001-01-01T00:00:05Z log.gap class=system", "2001-01-01T00:00:05Z y"])
    }

    @Test func `All problems are counted and the first are kept`() throws {
        let reading = try Reading(String(repeating: "x\n", count: 1_000), as: Self.jsonl)
        #expect(reading.problems.count == IngestLimits.keptProblemsPerBatch)
        #expect(reading.batches[0].problemCount == 1_000)
        #expect(reading.count == 1_000)
    }

    @Test(arguments: [
        (#""time":1772359200,"event":"x","events":[]"#, "x events:'[]'"),
        (#""events":["a","b"],"event":"x","time":1772359200"#, #"x events:'["a","b"]'"#),
        (
            #""time":1772359200,"event":"x","events":[{"name":"upload","n":3}]"#,
            #"x events:'[{"name":"upload","n":3}]'"#
        ),
        (
            #""time":1772359200,"event":"x","events":[{"metric":"time","value":3}]"#,
            #"x events:'[{"metric":"time","value":3}]'"#
        ),
        (#""time":1772359200,"event":"x","sent":{"events":[]}"#, "x sent.events:'[]'"),
    ]) func `A record that lists events of its own is a record`(members: String, expected: String) throws {
        let time = "2026-03-01T10:00:00Z "
        #expect(try Reading("{\(members)}\n", as: Self.jsonl).events == [time + expected])
        if members.hasSuffix("[]") {
            let events = try Reading("[{\(members)}]", as: "lifecycle-json").events
            #expect(events.count == 1 && events[0].hasPrefix(time + "x"))
        }
    }

    @Test func `A record that lists records is a document`() throws {
        let record = #"{"time":1772359200,"event":"y"}"#
        let reading = try Reading(#"{"time":1772359201,"event":"batch","events":[\#(record)]}"#, as: Self.jsonl)
        #expect(reading.events.count == 1)
        #expect(reading.events[0].contains(" y"))
    }

    @Test func `A line may hold a document, which is a run of its own`() throws {
        let text = """
            {"device":"D","events":[{"kind":"appDidBecomeActive","date":794052000,"state":0},{"kind":"x","date":794052001,"device":"E"}],"app":"a"}
            [{"kind":"appDidEnterBackground","date":794052002}]
            {"time":794052003,"event":"z"}
            """
        let reading = try Reading(text, as: Self.jsonl)
        #expect(reading.problems.isEmpty)
        #expect(reading.count == 4)
        let batch = reading.batches[0]
        let runs = batch.records.map { batch.string($0.run) }
        #expect(runs[0] != nil && runs[0] == runs[1] && runs[2] != nil && runs[2] != runs[0] && runs[3] == nil)
        #expect(batch.records.map { batch.string($0.device) } == ["D", "E", nil, nil])
        #expect(batch.records.map { batch.string($0.app) } == ["a", "a", nil, nil])
        #expect(batch.records.map(\.line) == [0, 0, 1, 2])
    }

    @Test func `Any cut at line ends gives the same records`() throws {
        var generator = SeededGenerator(seed: 7)
        var text = ""
        for index in 0..<60 { text += RandomRecord.line(index, &generator) + "\n" }
        let bytes = Array(text.utf8)
        let whole = try Reading(bytes, as: Self.jsonl)
        #expect(whole.records.count > 30)
        let ends = bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
        for _ in 0..<20 {
            let cuts = ends.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
            #expect(try Reading(bytes, as: Self.jsonl, cuts: cuts) == whole)
        }
        #expect(try Reading(bytes, as: Self.jsonl, cuts: ends) == whole)
    }
}
