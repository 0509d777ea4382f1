// SPDX-License-Identifier: MIT

import Foundation
import LifelintIngest
import TestSupport
import Testing

@Suite struct JSONDocumentTests {
    @Test func `Values are found by key and in order`() throws {
        let document = JSONDocument(
            Array(#" {"runs":[{"id":"a\u00e9","pid":71,"n":null,"x":-1.5e2,"ok":true},[],{}],"z":"😀"} "#.utf8))
        #expect(document.fault == nil)
        let root = try #require(document.root)
        #expect(root.members.map(\.key) == ["runs", "z"])
        let runs = try #require(root["runs"]).elements
        #expect(runs.count == 3)
        #expect(runs[0]["id"]?.string == "aé")
        #expect(runs[0]["pid"]?.integer == 71)
        #expect(runs[0]["n"]?.isNull == true)
        #expect(runs[0]["x"]?.number == -150)
        #expect(runs[0]["x"]?.integer == nil)
        #expect(runs[0]["ok"]?.bool == true)
        #expect(runs[0]["missing"] == nil)
        #expect(runs[1].isArray && runs[1].elements.isEmpty && runs[2].isObject && runs[2].members.isEmpty)
        #expect(root["z"]?.byteRange == 78..<82)
    }

    @Test func `A truncated document can be read as far as it goes`() {
        let document = JSONDocument(Array(#"{"schema":"s/1","runs":[{"id":"a"},{"id":"#.utf8))
        #expect(document.fault?.offset == 41)
        #expect(document.root?["schema"]?.string == "s/1")
        #expect(document.root?["runs"]?.elements.count == 2)
        #expect(JSONDocument([]).root == nil)
    }

    @Test func `Random values agree with Foundation`() throws {
        var generator = SeededGenerator(seed: 3)
        for index in 0..<400 {
            let bytes = Array(RandomRecord.line(index, &generator).utf8)
            let document = try #require(JSONDocument(strict: bytes))
            let expected = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            let root = try #require(document.root)
            #expect(agrees(root, expected))
        }
    }

    private func agrees(_ value: JSONValue, _ expected: Any) -> Bool {
        if let object = expected as? [String: Any] {
            // Of equal keys Foundation may keep any.
            return value.members.allSatisfy { member in object[member.key] != nil }
                && Set(value.members.map(\.key)) == Set(object.keys)
                && value.members.allSatisfy { member in
                    object[member.key].map { agrees(member.value, $0) } ?? false
                        || value.members.filter { $0.key == member.key }.count > 1
                }
        }
        if let array = expected as? [Any] {
            return value.elements.count == array.count && zip(value.elements, array).allSatisfy { agrees($0, $1) }
        }
        if let text = expected as? String { return value.string == text }
        if expected is NSNull { return value.isNull }
        if let bool = value.bool { return (expected as? NSNumber)?.boolValue == bool }
        return value.number == (expected as? NSNumber)?.doubleValue
    }

    /// Set `LIFELINT_CORPUS` to a folder that holds JSONTestSuite's files as `json/test_parsing`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] != nil))
    func `The files of JSONTestSuite are accepted and rejected as they say`() throws {
        let corpus = ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] ?? ""
        let folder = URL(fileURLWithPath: corpus).appendingPathComponent("json/test_parsing")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(files.count > 300)
        for file in files {
            let accepted = JSONDocument(strict: [UInt8](try Data(contentsOf: file))) != nil
            let name = file.lastPathComponent
            if name.hasPrefix("y_") { #expect(accepted, "\(name)") }
            if name.hasPrefix("n_") { #expect(!accepted, "\(name)") }
        }
    }
}
