// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import LifelintRules
import LifelintYAML
import TestSupport
import Testing

@testable import LifelintLanguage

@Suite("Schemas for editors") struct RuleSchemaTests {
    private func schema(_ kind: RuleSchema.Kind) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(RuleSchema.json(for: kind).utf8))
        return try #require(object as? [String: Any])
    }

    @Test(
        "Each is JSON, names its draft, and refers to nothing that it does not define",
        arguments: RuleSchema.Kind.allCases)
    func sound(_ kind: RuleSchema.Kind) throws {
        let schema = try schema(kind)
        #expect(schema["$schema"] as? String == "http://json-schema.org/draft-07/schema#")
        let definitions = try #require(schema["definitions"] as? [String: Any])
        let text = RuleSchema.json(for: kind)
        let references = text.split(separator: "#/definitions/").dropFirst().map { String($0.prefix { $0 != "\"" }) }
        #expect(Set(references).isSubset(of: Set(definitions.keys)))
        #expect(Set(definitions.keys).isSubset(of: Set(references)), "Nothing is defined in vain.")
    }

    @Test("A rule's schema knows the keys that the reader knows, each with its meaning")
    func keys() throws {
        let schema = try schema(.rules)
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        #expect(properties.count > 70)
        #expect(
            properties.values.allSatisfy {
                ($0["description"] as? String)?.hasSuffix(".") == true || $0["description"] != nil
            })
        for key in properties.keys.sorted() {
            do throws(LoadingError) {
                _ = try RuleSupport.read(whole: "\(key): ~\n")
            } catch {
                #expect(!error.problems.contains { $0.code == .unknownKey }, "\(key)")
            }
        }
    }

    private static let rules = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "rules")

    @Test(
        "What ships is as the schemas say",
        arguments: [
            (RuleSchema.Kind.rules, "saving"), (.rules, "tasks"), (.rules, "terminations"),
            (.recognisers, "recognisers"),
        ])
    func shippedFiles(_ kind: RuleSchema.Kind, folder: String) throws {
        let checker = try SchemaChecker(schema: RuleSchema.json(for: kind))
        let path = Self.rules.appending(path: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: path.path).filter { $0.hasSuffix(".yml") }
        #expect(names.count > 2)
        for name in names.sorted() {
            let bytes = Array(try Data(contentsOf: path.appending(path: name)))
            let root = try #require(try YAMLDocument(bytes: bytes, file: name).root)
            let json = try JSONSerialization.data(withJSONObject: Self.object(root))
            #expect(try checker.complaints(about: String(decoding: json, as: UTF8.self)) == [], "\(name)")
        }
    }

    /// The node as an editor reads it.
    private static func object(_ node: YAMLNode) -> Any {
        switch node.content {
        case .sequence(let items): return items.map { object($0) }
        case .mapping(let entries):
            return Dictionary(entries.map { ($0.key.text, object($0.value)) }) { first, _ in first }
        case .scalar(let scalar):
            if scalar.isNull { return NSNull() }
            if scalar.isQuoted { return scalar.text }
            if scalar.text == "true" || scalar.text == "false" { return scalar.text == "true" }
            if let whole = Int(scalar.text) { return whole }
            return Double(scalar.text) ?? scalar.text
        }
    }

    @Test("Names of events and causes are offered")
    func names() {
        let text = RuleSchema.json(for: .rules)
        for name in ["app.didEnterBackground", "memoryLimit", "prewarmed", "scene.connected", "in_order"] {
            #expect(text.contains("\"\(name)\""))
        }
    }
}
