// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import Testing

@Suite struct LifecycleTextTests {
    private static let text = "lifecycle-text"

    @Test func `Headers, clock times, values and comments are read`() throws {
        let log = """
            # app=com.acme.notes device=A1           a header: defaults for what follows
            10:00:00.000 process.launch pid=71 intent=foreground
            10:00:00.412 app.didFinishLaunching duration=380ms   # a comment

            10:00:05.000 backgroundTask.begin task=7 name="upload \\"draft\\""
            # just words
            # device=B2
            10:00:06 my.event device=C3
            10:00:07 my.event
            """
        let reading = try Reading(log, as: Self.text)
        #expect(reading.problems.isEmpty)
        #expect(
            reading.events == [
                "2000-01-01T10:00:00.000Z process.launch app=com.acme.notes device=A1 pid=71 class=frontboard intent:'foreground'",
                "2000-01-01T10:00:00.412Z app.didFinishLaunching app=com.acme.notes device=A1 duration=380000000",
                "2000-01-01T10:00:05.000Z backgroundTask.begin app=com.acme.notes device=A1 task=7 name:'upload \"draft\"'",
                "2000-01-01T10:00:06Z my.event app=com.acme.notes device=C3",
                "2000-01-01T10:00:07Z my.event app=com.acme.notes device=B2",
            ])
        #expect(reading.records[2].contains("§ 5:1 @"))
        #expect(reading.lines == 9)
    }

    @Test(arguments: [
        ("2026-03-01T10:00:00.5Z x", "2026-03-01T10:00:00.5Z x"),
        ("2026-03-01T10:00:00+0130 x", "2026-03-01T08:30:00Z x"),
        ("2026-03-01 10:00:00.123456-0800 x", "2026-03-01T18:00:00.123456Z x"),
        ("2026-03-01 10:00:00 +0100 x", "2026-03-01T09:00:00Z x"),
        ("2026-03-01 10:00:00 x", "2026-03-01T10:00:00Z x zone=assumed"),
        ("10:00:00,25 x", "2000-01-01T10:00:00.25Z x"),
    ]) func `Times are read in every accepted spelling`(line: String, expected: String) throws {
        #expect(try Reading(line, as: Self.text).events == [expected])
    }

    @Test func `Clock times go on over midnight, small steps back are disorder`() throws {
        let log = "# date=2026-02-28\n23:59:58 a\n00:00:01 b\n00:00:00 c\n23:00:00 d\n22:59:49 e\n"
        #expect(
            try Reading(log, as: Self.text).events == [
                "2026-02-28T23:59:58Z a", "2026-03-01T00:00:01Z b", "2026-03-01T00:00:00Z c", "2026-03-01T23:00:00Z d",
                "2026-03-02T22:59:49Z e",
            ])
    }

    @Test func `A late line of before midnight is no line of the next day`() throws {
        let log = "# date=2026-02-28\n23:59:58 a\n00:00:01 b\n23:59:59 c\n00:00:02 d\n23:59:51 e\n00:00:03 f\n"
        #expect(
            try Reading(log, as: Self.text).events == [
                "2026-02-28T23:59:58Z a", "2026-03-01T00:00:01Z b", "2026-02-28T23:59:59Z c", "2026-03-01T00:00:02Z d",
                "2026-03-01T23:59:51Z e", "2026-03-02T00:00:03Z f",
            ])
    }

    @Test(
        arguments: [
            ("   # app=com.acme device=X", nil), ("# app=\"com.acme", "bad-value 1:7 @6"),
            ("# app=\"a.b\"x device=X", "bad-value 1:12 @11"),
            ("# app=a.b device=X", nil),
        ] as [(String, String?)])
    func `A comment is a header at the start of its line alone, and its quotes are closed`(
        header: String, problem: String?
    ) throws {
        let reading = try Reading("\(header)\n2026-03-01T10:00:00Z a\n", as: Self.text)
        #expect(reading.problems == (problem.map { [$0] } ?? []))
        #expect(reading.events.map { $0.contains("app=") } == [!header.hasPrefix(" ")])
    }

    @Test func `A zone in a header that is none is an attribute`() throws {
        let reading = try Reading("# zone=north\n10:00:00 a\n", as: Self.text)
        #expect(reading.problems.isEmpty)
        #expect(reading.events == ["2000-01-01T10:00:00Z a zone:'north'"])
    }

    @Test(arguments: ["zone=Europe/Berlin", "timezone=north", "zone=CET", "zone=+99:00"])
    func `A zone that is known by its name alone is a problem`(header: String) throws {
        let reading = try Reading("# pid=3 \(header)\n10:00:00 a\n", as: Self.text)
        #expect(reading.problems.count == 1)
        #expect(reading.problems.first?.hasPrefix("bad-value 1:") == true)
        #expect(reading.events == ["2000-01-01T10:00:00Z a pid=3"])
    }

    @Test func `Date and zone come from the settings or a header`() throws {
        let reading = try Reading(Array("10:00:00 a\n2026-03-01 10:00:00 b\n".utf8), as: Self.text) {
            $0.date = CalendarDay(year: 2026, month: 3, day: 1)
            $0.zoneOffset = 3_600
            $0.durability = .buffered
        }
        #expect(
            reading.events == [
                "2026-03-01T10:00:00Z a durability=buffered", "2026-03-01T09:00:00Z b durability=buffered",
            ])
        let header =
            "# zone=+02:00 date=2026-03-01 durability=buffered class=kernel\n10:00:00 a\n2026-03-01 10:00:00 b class=app\n"
        #expect(
            try Reading(header, as: Self.text).events == [
                "2026-03-01T08:00:00Z a class=kernel durability=buffered", "2026-03-01T08:00:00Z b durability=buffered",
            ])
    }

    @Test(arguments: [
        (
            "a=1 b=1.5 c=true d=x e=\"1\" f=0x10 g=380ms h=50MB i=1.5GiB j=-3 k=",
            "a:1 b:1.5# c:true d:'x' e:'1' f:16 g:380000000ns h:50000000B i:1610612736B j:-3 k:''"
        ),
        (
            "ok=true ok2=yes age=2m bytes=50MiB count=0x10 volume=0.5",
            "ok:true ok2:'yes' age:120000000000ns bytes:52428800B count:16 volume:0.5#"
        ),
        ("task=0x10", "task=16"), ("task=007", "task=7"), ("task=\"0x10\"", "task=0x10"), ("scene=main", "scene=main"),
        ("pid=-1 seq=4 mach=99", "pid=-1 seq=4 mach=99"), ("duration=1.5s", "duration=1500000000"),
        ("duration_ms=12", "duration=12000000"), ("duration=1h", "duration=3600000000000"),
        ("duration=1d", "duration=86400000000000"),
        ("state=2", "state=background"), ("state=gone", "state=gone"), ("thread=main", "main=yes"),
        ("main=false", "main=no"),
        ("name=a kind=b type=c date=d event=e time=f", "name:'a' kind:'b' type:'c' date:'d' event:'e' time:'f'"),
        ("identifier=x", "task=x"), ("task=y identifier=x", "task=y identifier:'x'"),
        ("limit=\"50MB\" code=\"0xdead10cc\" lim=\"50MB\"", "limit:50000000B code:3735883980 lim:'50MB'"),
        ("code=highwater", "code:'highwater'"),
        ("limit=50MB", "limit:50000000B"), ("limit=30s", "limit:30000000000ns"),
        ("name=\"a\\\\b\\u00e9\"", "name:'a\\bé'"),
        ("name=\"a # b\" # c=d", "name:'a # b'"), ("url=http://x/#y", "url:'http://x/#y'"), ("x=a=b", "x:'a=b'"),
        ("lim=50Mb size=1KiB", "lim:50000000B size:1024B"),
    ]) func `Values have the type of the vocabulary or of their text`(pairs: String, expected: String) throws {
        let reading = try Reading("10:00:00 e \(pairs)\n", as: Self.text)
        #expect(reading.problems.isEmpty)
        #expect(reading.events == ["2000-01-01T10:00:00Z e \(expected)"])
    }

    @Test(arguments: [
        ("-[AppDelegate applicationDidBecomeActive:] pid=1", "app.didBecomeActive pid=1 via=delegate"),
        ("[AppDelegate applicationDidBecomeActive:] pid=1", "app.didBecomeActive pid=1 via=delegate"),
        ("applicationDidBecomeActive(_:)", "app.didBecomeActive via=delegate"), ("\"my event\" a=1", "my event a:1"),
        ("appDidBecomeActive via=swiftui", "app.didBecomeActive via=swiftui"),
        // The screen of a car is none of the app's windows.
        (
            "-[CarPlaySceneDelegate sceneDidEnterBackground:] pid=1",
            "-[CarPlaySceneDelegate sceneDidEnterBackground:] pid=1"
        ), ("CarPlaySceneDelegate.sceneDidBecomeActive(_:)", "CarPlaySceneDelegate.sceneDidBecomeActive(_:)"),
    ]) func `Events are read in their spellings`(rest: String, expected: String) throws {
        #expect(try Reading("10:00:00 \(rest)", as: Self.text).events == ["2000-01-01T10:00:00Z \(expected)"])
    }

    @Test(arguments: [
        ("hello world\n", ["no-time 1:1 @0"], 0), ("99:00:00 x\n", ["bad-time 1:1 @0"], 0),
        ("10:00:00\n", ["no-event 1:9 @8"], 0),
        ("10:00:00 a=1\n", ["no-event 1:10 @9"], 0), ("10:00:00 # x\n", ["no-event 1:10 @9"], 0),
        ("10:00:00 e word\n", ["bad-value 1:12 @11"], 1), ("10:00:00 e pid=x\n", ["bad-value 1:16 @15"], 1),
        ("10:00:00 e code=1.5\n", ["bad-value 1:17 @16"], 1), ("10:00:00 e code=dead10cc\n", ["bad-value 1:17 @16"], 1),
        ("10:00:00 e code=0xdead10ccZ\n", ["bad-value 1:17 @16"], 1),
        ("10:00:00 e name=\"open\n", ["bad-value 1:17 @16"], 1),
        ("10:00:00 e name=\"open", ["truncated-line 1:17 @16"], 1),
        ("10:00:00 e name=\"a\"b\n", ["bad-value 1:20 @19"], 1), ("# pid=x\n10:00:00 e\n", ["bad-value 1:7 @6"], 1),
        ("# date=tomorrow\n10:00:00 e\n", ["bad-value 1:8 @7"], 1),
    ]) func `What cannot be read is a problem at its place`(text: String, problems: [String], count: Int) throws {
        let reading = try Reading(text, as: Self.text)
        #expect(reading.problems == problems)
        #expect(reading.records.count == count)
    }

    @Test func `Byte-order mark and carriage returns are no trouble`() throws {
        let reading = try Reading("\u{FEFF}# device=D\r\n10:00:00 e a=x\r\n\r\n", as: Self.text)
        #expect(reading.problems.isEmpty)
        #expect(reading.events == ["2000-01-01T10:00:00Z e device=D a:'x'"])
    }

    @Test func `Defaults give attributes that a line may replace`() throws {
        let log = "# intent=background mine=1 other=\"x y\"\n10:00:00 e mine=2 intent=prewarm\n10:00:01 f\n"
        #expect(
            try Reading(log, as: Self.text).events == [
                "2000-01-01T10:00:00Z e mine:2 intent:'prewarm' other:'x y'",
                "2000-01-01T10:00:01Z f intent:'background' mine:1 other:'x y'",
            ])
    }

    @Test func `Any cut at line ends gives the same records`() throws {
        let log = """
            # app=a date=2026-03-01
            10:00:00 x name="q\\"uote" task=0x10
            # device=D zone=+01:00 lane="left side"
            09:00:00 y
            2026-03-05 10:00:00 z lane=right
            junk
            # device=E
            09:00:01 w

            """
        let bytes = Array(log.utf8)
        let whole = try Reading(bytes, as: Self.text)
        #expect(whole.records.count == 4)
        let ends = bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
        for mask in 0..<(1 << ends.count) {
            let cuts = ends.enumerated().filter { mask >> $0.offset & 1 == 1 }.map(\.element)
            #expect(try Reading(bytes, as: Self.text, cuts: cuts) == whole)
        }
    }
}
