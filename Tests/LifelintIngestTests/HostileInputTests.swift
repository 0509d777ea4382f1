// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import TestSupport
import Testing

@testable import LifelintIngest

@Suite struct HostileInputTests {
    private static let ids = [
        "lifecycle-jsonl", "lifecycle-json", "lifecycle-text", "otlp-json", "sdk-breadcrumbs",
    ]
    /// Those that take pieces of any size.
    private static let unlined = ["lifecycle-json", "otlp-json", "sdk-breadcrumbs"]

    private static let seeds: [[UInt8]] = [
        Array(
            #"{"time":"2026-03-01T10:00:00.123456Z","event":"app.didEnterBackground","app":"a","pid":4711,"state":"background","a":{"b":[1]},"name":"q\"\u00e9"}"#
                .utf8),
        Array(
            "{\"app\":\"a\",\"events\":[{\"kind\":\"appDidBecomeActive\",\"date\":794052000.5,\"state\":0},{\"time\":5,\"event\":\"x\"}],\"pid\":7}\n[[{\"time\":5,\"event\":\"x\"}]]\n"
                .utf8),
        Array(
            "# app=a date=2026-03-01 zone=+01:00\n10:00:00.5 -[A b:] task=0x10 name=\"a \\\"b\" # c\n2026-03-01 10:00:00 x y=1\n"
                .utf8),
        Array(
            "{\"resourceLogs\":[{\"resource\":{\"attributes\":[{\"key\":\"device.id\",\"value\":{\"stringValue\":\"A\\n1\"}}]},\"scopeLogs\":[{\"logRecords\":[{\"timeUnixNano\":\"1772359200250000000\",\"eventName\":\"app.didBecomeActive\",\"attributes\":[{\"key\":\"process.pid\",\"value\":{\"intValue\":\"7\"}}]}]}]}]}\n"
                .utf8),
        Array(
            "{\"app\":\"a\",\"breadcrumbs\":{\"values\":[{\"timestamp\":\"2026-03-01T10:00:00Z\",\"category\":\"app.lifecycle\",\"type\":\"app.didBecomeActive\"}]}}\n"
                .utf8),
    ]

    @Test func `Damaged bytes never trap and every text stays inside its batch`() throws {
        var generator = SeededGenerator(seed: 42)
        let alphabet = Array("{}[]\":,\\\n\r #=u0129.eE+-TZ\t".utf8) + [0, 0x80, 0xFF, 0xEF, 0xBB, 0xBF]
        for round in 0..<3_000 {
            var bytes = Self.seeds[round % Self.seeds.count]
            for _ in 0..<Int.random(in: 0..<6, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = alphabet.randomElement(using: &generator) ?? 0
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: place)
                default: bytes.removeSubrange(place...)
                }
            }
            try check(bytes, &generator)
        }
        for _ in 0..<500 {
            let bytes = (0..<Int.random(in: 0..<80, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            try check(bytes, &generator)
        }
    }

    private func check(_ bytes: [UInt8], _ generator: inout SeededGenerator) throws {
        for id in Self.ids {
            let cut = Self.unlined.contains(id) ? [Int.random(in: 0...max(bytes.count, 1), using: &generator)] : []
            let reading = try Reading(bytes, as: id, cuts: cut)
            for batch in reading.batches {
                for record in batch.records {
                    let texts = [
                        record.customName, record.app, record.device, record.run, record.task, record.scene,
                        record.source,
                    ]
                    #expect(texts.allSatisfy { !$0.isPresent || $0.range.upperBound <= batch.bytes.count })
                    #expect(record.offset >= 0 && record.offset + Int64(record.length) <= Int64(bytes.count))
                    for attribute in batch.attributes(of: record) {
                        #expect(attribute.text.range.upperBound <= batch.bytes.count)
                    }
                }
            }
        }
        let head = InputHead(bytes: bytes, isWhole: true)
        _ = InputFormats(words: Sample.words).format(of: head)
        _ = InputFormats.explain(head)
        _ = JSONDocument(bytes).root?.members
    }

    @Test func `Every truncation of a log is read without a trap`() throws {
        var generator = SeededGenerator(seed: 1)
        for seed in Self.seeds { for end in 0...seed.count { try check(Array(seed[..<end]), &generator) } }
    }

    @Test func `That a record has too many attributes is one problem`() throws {
        let attributes = (0..<300).map { " k\($0)=1" }.joined()
        let line = "2026-03-01T10:00:00Z data.save pid=7\(attributes)\n"
        let reading = try Reading(Array((line + line).utf8), as: "lifecycle-text")
        #expect(reading.records.count == 2)
        #expect(reading.problems.count == 2)
    }

    @Test func `Deep nesting costs no stack`() throws {
        for opening in ["[", "{\"a\":", "[{\"events\":["] {
            let bytes = Array(String(repeating: opening, count: 50_000).utf8)
            for id in Self.ids { #expect(try Reading(bytes, as: id).records.isEmpty) }
            #expect(JSONDocument(bytes).fault != nil)
        }
    }

    @Test func `The short cut and the careful scanner agree on plain records`() throws {
        var generator = SeededGenerator(seed: 99)
        var taken = 0
        for index in 0..<3_000 {
            let bytes = Array(RandomRecord.line(index, &generator).utf8)
            let settings = ReadingSettings(words: Sample.words)
            var fast = RecordBuilder(settings, format: "lifecycle-jsonl", durability: .immediate)
            var slow = fast
            fast.begin(chunkCount: bytes.count)
            slow.begin(chunkCount: bytes.count)
            let place = RecordPlace(start: 0, end: bytes.count, offset: 0, line: 0, column: 0)
            let isPlain = bytes.withView { FlatRecordScanner.add($0, place, to: &fast) }
            bytes.withView { view in
                guard (try? JSONRecordScanner.scan(view, 0, bytes.count, into: &slow)) != nil else { return }
                slow.addRecord(view, place)
            }
            guard isPlain else {
                #expect(fast.batch.records.isEmpty && fast.batch.attributes.isEmpty)
                continue
            }
            taken += 1
            let left = fast.batch.finish(bytes)
            let right = slow.batch.finish(bytes)
            #expect(
                left.records.map { Reading.describe($0, left, firstLine: 0) }
                    == right.records.map { Reading.describe($0, right, firstLine: 0) },
                "\(String(decoding: bytes, as: UTF8.self))")
            #expect(right.problemCount == 0)
        }
        #expect(taken > 500)
    }

    @Test func `Records agree with what Foundation reads`() throws {
        var generator = SeededGenerator(seed: 5)
        for index in 0..<500 {
            let line = RandomRecord.line(index, &generator)
            let reading = try Reading(line, as: "lifecycle-jsonl")
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let batch = reading.batches[0]
            let record = try #require(batch.records.first)
            if let device = object["device"] as? String, !device.isEmpty {
                #expect(batch.string(record.device) == device)
            }
            if let scene = object["scene"] as? String, !scene.isEmpty { #expect(batch.string(record.scene) == scene) }
            if let custom = object["custom"] as? String {
                let found = batch.attributes(of: record).first { batch.key($0) == "custom" }
                #expect(found.flatMap { batch.string($0.text) } == custom)
            }
        }
    }
}
