// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel
import TestSupport
import Testing

@Suite struct LifecycleJSONTests {
    private static let json = "lifecycle-json"

    @Test func `The classic dump is an array of kind, date and state`() throws {
        let text = """
            [
              { "kind" : "appDidBecomeActive", "date" : 794052000.5, "state" : 0 },
              { "kind" : "appDidEnterBackground",
                "date" : 794052001, "state" : 2 }
            ]

            """
        let reading = try Reading(text, as: Self.json)
        #expect(reading.problems.isEmpty)
        #expect(
            reading.events == [
                "2026-03-01T10:00:00.5Z app.didBecomeActive state=active durability=buffered",
                "2026-03-01T10:00:01Z app.didEnterBackground state=background durability=buffered",
            ])
        #expect(reading.records[1].contains("§ 3:3 @76+"))
        #expect(reading.lines == 5)
    }

    @Test(arguments: [
        #"{"app":"a","events":[{"time":5,"event":"x"},{"time":6,"event":"y","app":"b"}],"device":"D"}"#,
        #"[{"events":[{"time":5,"event":"x"},{"time":6,"event":"y","app":"b"}],"app":"a","n":null,"o":{"app":"c"},"device":"D"}]"#,
        "{ \"device\" : \"D\" ,\r\n \"app\" : \"a\", \"events\" : [ {\"time\":5,\"event\":\"x\"} , {\"time\":6,\"event\":\"y\",\"app\":\"b\"} ] }",
    ]) func `Scalars beside the events are defaults wherever they stand`(text: String) throws {
        let reading = try Reading(text, as: Self.json)
        #expect(reading.problems.isEmpty)
        let batch = reading.batches[0]
        #expect(batch.records.map { batch.string($0.app) } == ["a", "b"])
        #expect(batch.records.map { batch.string($0.device) } == ["D", "D"])
        #expect(Set(batch.records.map { batch.string($0.run) }).count == 1)
        #expect(batch.string(batch.records[0].run)?.hasPrefix("document-") == true)
    }

    @Test func `Each document of an array is a run, a plain array is none`() throws {
        func runs(_ text: String) throws -> [String?] {
            let batch = try Reading(text, as: Self.json).batches[0]
            return batch.records.map { batch.string($0.run) }
        }
        let x = #"{"time":5,"event":"x"}"#
        let y = #"{"time":6,"event":"y"}"#
        #expect(try runs("[\(x),\(y)]") == [nil, nil])
        #expect(try runs("\(x)\n\(y)") == [nil, nil])
        for text in [
            "[[\(x)],[\(y)]]", "[{\"events\":[\(x)]},{\"events\":[\(y)]}]", "{\"events\":[\(x)]}{\"events\":[\(y)]}",
        ] {
            let found = try runs(text)
            #expect(found.count == 2 && found[0] != nil && found[1] != nil && found[0] != found[1])
        }
        // Those that begin alike are runs of their own, one that is told twice is one.
        let alike = try runs("[[\(x)],[\(x),\(y)],[\(x)],{\"app\":\"a\",\"events\":[\(x)]}]")
        #expect(alike[0] != alike[1] && alike[1] == alike[2] && alike[3] == alike[0])
        #expect(alike[4] != alike[0] && alike[4] != alike[1])
        #expect(try runs("{\"events\":[\(x)],\"run\":\"R\"}") == ["R"])
        #expect(try runs("{\"events\":[{\"time\":5,\"event\":\"x\",\"run\":\"own\"}]}") == ["own"])
        // The run does not depend on where the document stands.
        #expect(try runs("[[\(x)]]") == runs("\n\n[ [\(x)] ]"))
    }

    @Test(arguments: [
        (#"[{"time":5,"event":"x"},{"time":6,"event":"y""#, 1, ["truncated-line 1:25 @24"]),
        (#"[{"time":5,"event":"x"},"#, 1, ["truncated-line 1:25 @24"]),
        (#"{"events":[{"time":5,"event":"x"}"#, 1, ["truncated-line 1:34 @33"]),
        (#"[7,{"time":5,"event":"x"},"y"]"#, 1, ["invalid-json 1:2 @1"]),
        (#"[{"time":5,"event":"x",},{"time":6,"event":"y"}]"#, 1, ["invalid-json 1:24 @23"]),
        (#"{"events":[[1],{"time":5,"event":"x"}]}"#, 1, ["invalid-json 1:12 @11"]),
        ("[{\"time\":5,\"event\":\"x\n\"},\n{\"time\":6,\"event\":\"y\"}]", 1, ["invalid-json 1:22 @21"]),
        (#"{"events":[{"time":5,"event":"x"}],"pid":"z"}"#, 1, ["bad-value 1:42 @41"]),
    ]) func `Damaged documents give what can be read`(text: String, count: Int, problems: [String]) throws {
        let reading = try Reading(text, as: Self.json)
        #expect(reading.records.count == count)
        #expect(reading.problems == problems)
    }

    /// Members have no order: what says that an object is a record may stand behind what it lists.
    @Test(arguments: [
        (#"[{"event":"app.main","events":["a","b"],"time":5},{"event":"x","time":6}]"#, 2),
        (#"[{"event":"app.main","events":[{"n":1},[2]],"time":5},{"event":"x","time":6}]"#, 2),
        (#"[{"event":"app.main","events":[],"time":5}]"#, 1),
        (#"[{"app":"a","events":[{"n":1},{"time":5,"event":"x"}],"device":"D"}]"#, 2),
        (#"[{"event":"app.main","events":[{"n":1},{"time":5,"event":"x"}],"time":5}]"#, 2),
        (#"{"app":"a","events":[{"x":1},{"x":2}],"device":"D"}"#, 2),
    ]) func `What lists no records is a record wherever it says when it was`(text: String, count: Int) throws {
        let bytes = Array(text.utf8)
        let whole = try Reading(bytes, as: Self.json)
        #expect(whole.records.count + whole.problems.count(where: { $0.hasPrefix("no-") }) == count, "\(text)")
        for size in [1, 2, 3, 7] {
            let cut = try Reading(bytes, as: Self.json, cuts: Array(stride(from: size, to: bytes.count, by: size)))
            #expect(cut == whole, "\(text)")
        }
    }

    @Test func `Any cut of the bytes gives the same records`() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<12 {
            let bytes = Array(document(&generator).utf8)
            let whole = try Reading(bytes, as: Self.json)
            for size in [1, 2, 3, 7, 64] {
                let cut = try Reading(bytes, as: Self.json, cuts: Array(stride(from: size, to: bytes.count, by: size)))
                #expect(cut == whole)
                #expect(cut.lines == whole.lines)
            }
        }
    }

    private func document(_ generator: inout SeededGenerator) -> String {
        let records = (0..<Int.random(in: 0..<6, using: &generator)).map { RandomRecord.line($0, &generator) }
        let array = "[\n" + records.joined(separator: ",\r\n  ") + "]"
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return "\u{FEFF}" + array
        case 1: return "{\"device\":\"D\\u0041\", \"x\\\"y\":1,\n\"events\": \(array), \"app\" : \"com.a\"}\n"
        case 2: return "[{\"events\":\(array),\"pid\":7}\n,{\"events\":\(array)}]"
        default: return "[\(array),\n\(array)]\n"
        }
    }

    @Test func `Memory stays bounded and later defaults are told in a long document`() throws {
        let record = "{\"time\":5,\"event\":\"x\",\"text\":\"" + String(repeating: "y", count: 100_000) + "\"},"
        let text = "{\"app\":\"a\",\"events\":[" + String(repeating: record, count: 100) + "],\"device\":\"D\"}"
        let bytes = Array(text.utf8)
        let reading = try Reading(bytes, as: Self.json, cuts: Array(stride(from: 65_536, to: bytes.count, by: 65_536)))
        #expect(reading.records.count == 100)
        #expect(reading.problems.count == 1)
        #expect(reading.problems[0].hasPrefix("too-large 1:"))
        #expect(reading.batches.allSatisfy { $0.bytes.count <= IngestLimits.documentBytes + 4 * 65_536 })
    }
}
